"""Exact prices: `price("let-it-ride", "base", "A").house_edge` is a fraction.

Amounts are whole cents. A solution is computed on first use and then read from the cache.
"""

from pitboss.odds.game import priced_game
from pitboss.odds.prices.price import Bets, Price, price

__all__ = ["Bets", "Price", "price", "priced_game"]
