"""The library's figures: PAR sheets and simulations of a game by its name.

Both need NumPy, so what computes them is loaded when they are called.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.odds.game import PricedGame
    from pitboss.odds.sheet.sheet import Sheet
    from pitboss.odds.simulation.run import Run


class BadArgument(PitbossError):
    """An argument of the library that names nothing, or has a value it cannot have."""


def sheet(game: "str | PricedGame", **questions: Any) -> "Sheet":
    """The PAR sheet of a game. `questions` are fields of the sheet's request, such as
    `wager="base"`, `paytable="A"`, `seats=6`, `meters={"meter": 25_000_00}`; amounts in cents.
    """
    from pitboss.odds.game import priced_of
    from pitboss.odds.sheet.sheet import SheetRequest
    from pitboss.odds.sheet.sheet import sheet as sheet_of

    fields = SheetRequest.__struct_fields__
    if unknown := next((name for name in questions if name not in fields), None):
        what_to_do = f"use one of {', '.join(fields)}"
        raise BadArgument(f"a sheet has no question {unknown!r}", what_to_do=what_to_do)
    try:
        request = msgspec.convert(questions, SheetRequest)
    except msgspec.ValidationError as error:
        raise BadArgument(f"the sheet cannot be computed: {error}") from error
    return sheet_of(priced_of(game), request)


def simulate(
    game: "str | PricedGame",
    rounds: int = 1_000_000,
    *,
    paytables: Mapping[str, str] | None = None,
    policy: str = "optimal",
    seats: int = 1,
    seed: int = 1,
) -> "Run":
    """Deals so many rounds on every core. `policy` is "optimal" or the text of rule lists;
    `paytables` names letters by wager. The same seed gives the same counts everywhere.
    """
    from pitboss.odds.game import priced_of
    from pitboss.odds.simulation.job import job_of
    from pitboss.odds.simulation.run import run

    job = job_of(priced_of(game), dict(paytables or {}), policy, seats, seed)
    return run(job, rounds)
