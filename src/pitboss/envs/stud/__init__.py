"""The studs: one player, every situation a number."""
