"""Backups of a house, restoring one, and moving a house to another database."""
