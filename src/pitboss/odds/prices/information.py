"""The value of a card that a player should not have seen (the protection figures).

Exact where all cases can be enumerated: one community card, one other seat's cards. The cards of
all other seats are sampled; each sample is solved exactly, so only the choice of samples has an
error. Units are those of the base game.
"""

from typing import Final

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.worth import Worth

SAMPLES: Final = 400
SEED: Final = 235


class _Worths(msgspec.Struct, frozen=True):
    worths: tuple[Worth, ...]


def worth_of_information(
    game: PricedGame, letter: str = "A", *, samples: int = SAMPLES, seed: int = SEED
) -> tuple[Worth, ...]:
    """Every figure of a game, read from the cache or computed."""

    def compute() -> _Worths:
        from pitboss.odds.prices.information_solve import worths

        return _Worths(tuple(worths(game, letter, samples, seed)))

    return remember(_Worths, (game.fingerprint, letter, samples, seed), compute).worths
