"""The meters of a progressive wager: which there are, and what they show."""

from collections.abc import Mapping
from typing import Final

from pitboss.errors import PitbossError
from pitboss.odds.game import PricedGame

MAX_METER: Final = 100_000_000_000  # cents: no meter shows a billion dollars


class BadMeter(PitbossError):
    """A meter that the table does not have, or an amount that no meter shows."""


def meter_amounts(
    game: PricedGame, letter: str, amounts: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Every meter of a letter in cents: its amount here, else its reset amount."""
    wager = game.game.progressive_wager
    assert wager is not None
    names = {meter for table in game.tables[wager.key].values() for meter in table.meters}
    for name, amount in (amounts or {}).items():
        if not 0 <= amount <= MAX_METER:
            raise BadMeter(
                f"no meter shows {amount / 100:,.2f} dollars",
                what_to_do="give an amount from 0 to 1,000,000,000",
            )
        if name not in names:
            raise BadMeter(
                f"{game.game.name} has no meter {name!r}",
                what_to_do=f"choose one of {', '.join(sorted(names))}",
            )
    resets = game.table(wager.key, letter).meters
    return {name: (amounts or {}).get(name, reset) for name, reset in resets.items()}
