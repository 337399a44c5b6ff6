"""The library's figures: PAR sheets, sessions and simulations of a game by its name.

They need NumPy, so the code that computes them is loaded when they are called.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.odds.game import PricedGame
    from pitboss.odds.rule_lists.functions import Situation
    from pitboss.odds.sessions.session import SessionSheet
    from pitboss.odds.sheet.sheet import Sheet
    from pitboss.odds.simulation.run import Run


class BadArgument(PitbossError):
    """An argument of the library with an unknown name or an invalid value."""


def sheet(game: "str | PricedGame", **questions: Any) -> "Sheet":
    """The PAR sheet of a game. `questions` are fields of the sheet's request, such as
    `wager="base"`, `paytable="A"`, `seats=6`, `meters={"meter": 25_000_00}`; amounts in cents.
    """
    from pitboss.odds.game import priced_of
    from pitboss.odds.sheet.sheet import SheetRequest
    from pitboss.odds.sheet.sheet import sheet as sheet_of

    return sheet_of(priced_of(game), _request(SheetRequest, "sheet", questions))


def session(game: "str | PricedGame", rounds: int, **questions: Any) -> "SessionSheet":
    """A session of so many rounds: quantiles, the chance to be ahead, ruin, hold, win per hour.
    `questions` are fields of its request, such as `stakes={"base": 5_00}`, `bankroll=1_000_00`,
    `risk=Fraction(1, 100)`, `rounds_per_hour=40`; amounts in cents.
    """
    from pitboss.odds.game import priced_of
    from pitboss.odds.sessions.session import SessionRequest
    from pitboss.odds.sessions.session import session as session_of

    fields = {"rounds": rounds, **questions}
    return session_of(priced_of(game), _request(SessionRequest, "session", fields))


Request = TypeVar("Request", bound=msgspec.Struct)


def _request(kind: type[Request], what: str, questions: dict[str, Any]) -> Request:
    """The request with these fields, or a refusal that names what is wrong."""
    fields = kind.__struct_fields__
    if unknown := next((name for name in questions if name not in fields), None):
        what_to_do = f"use one of {', '.join(fields)}"
        raise BadArgument(f"a {what} has no question {unknown!r}", what_to_do=what_to_do)

    def read(cls: type, value: object) -> object:
        if cls is Fraction and isinstance(value, int | str | Fraction):
            return Fraction(value)
        raise ValueError(f"{value!r} is not a {cls.__name__}")

    try:
        return msgspec.convert(questions, kind, dec_hook=read)
    except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
        raise BadArgument(f"the {what} cannot be computed: {error}") from error


def simulate(
    game: "str | PricedGame",
    rounds: int = 1_000_000,
    *,
    paytables: Mapping[str, str] | None = None,
    policy: "str | Callable[[Situation], str]" = "optimal",
    seats: int = 1,
    seed: int = 1,
) -> "Run":
    """Deals so many rounds on every core. `policy` is "optimal", the text of rule lists, or a
    function that answers a situation with an act; `paytables` names letters by wager. The same
    seed gives the same counts everywhere.
    """
    from pitboss.odds.game import priced_of
    from pitboss.odds.simulation.job import job_of
    from pitboss.odds.simulation.run import run

    priced, letters = priced_of(game), dict(paytables or {})
    text = policy if isinstance(policy, str) else "optimal"
    job = job_of(priced, letters, text, seats, seed)
    if not isinstance(policy, str):
        from pitboss.odds.rule_lists.functions import function_policy

        acts = function_policy(priced, job.base, policy, policy.__name__)
        job = msgspec.structs.replace(job, policy=acts)
    return run(job, rounds)
