"""Double draw: one player, every hand a number."""
