"""What the environments share: how many games they remember, and a refused argument."""

from typing import Final

from pitboss.errors import PitbossError

CACHED_GAMES: Final = 8


class UnknownOption(PitbossError):
    """An argument of an environment that it does not have."""
