"""The value of a card that a player should not have seen (the protection figures).

Exact where all cases can be enumerated: one community card, the cards of other seats up to
`MAX_CASES` hands that differ by more than their suits' names. More cards are sampled; each sample
is solved exactly, so only the choice of samples has an error. Units are those of the base game.
"""

from typing import Final

import msgspec

from pitboss.odds.cache import remember
from pitboss.odds.game import InvalidArgument, PricedGame
from pitboss.odds.prices.worth import Worth

SAMPLES: Final = 400
SEED: Final = 235
MAX_CASES: Final = 20_000  # games solved for one exact figure


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


def worth_of_seats(
    game: PricedGame, seats: int, letter: str = "A", *, samples: int = SAMPLES, seed: int = SEED
) -> Worth:
    """The value of the cards of `seats` other seats, exact if they can be enumerated."""
    if not 1 <= seats < game.game.seats:
        raise InvalidArgument(
            f"a table of {game.game.name} has 1 to {game.game.seats - 1} other seats, not {seats}"
        )

    def compute() -> _Worths:
        from pitboss.odds.prices.information_solve import seats_worth

        return _Worths((seats_worth(game, letter, seats, (samples, seed), MAX_CASES),))

    question = (game.fingerprint, letter, samples, seed, "seats", seats)
    return remember(_Worths, question, compute).worths[0]


def worth_of_exposed_cards(
    game: PricedGame, letter: str = "A", *, samples: int = SAMPLES, seed: int = SEED
) -> tuple[Worth, ...]:
    """The value of single cards that a dealer exposes before the first decision."""

    def compute() -> _Worths:
        from pitboss.odds.prices.information_solve import exposed_cards

        return _Worths(tuple(exposed_cards(game, letter, samples, seed)))

    question = (game.fingerprint, letter, samples, seed, "exposed")
    return remember(_Worths, question, compute).worths
