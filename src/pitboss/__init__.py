"""Four house-banked casino poker games, declared once: to play, run, price and prove."""

__version__ = "0.1.0"
