"""The base of all events."""

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened at a table: a frozen noun in the past tense."""
