"""Reads TOML files that people write: lines of keys, kinds of value, and what is wrong where."""
