"""Notices in large letters: a change of limits with its hour, a device that is out of order."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from pitboss.money import Cents, format_short
from pitboss.paper.content import Item
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission
from pitboss.rulebook.submission.look import Look

LIMIT_RULES: Final = ("COMAR 36.05.03.14B", "COMAR 36.05.03.21C")


class PrintedNotice(msgspec.Struct, frozen=True):
    """One announcement on a page of its own."""

    title: str
    operator: str
    lines: tuple[str, ...]  # the announcement itself, in the largest letters
    small: tuple[Item, ...]  # the text below it
    foot: str = ""
    look: Look = Look()


def limit_notice(
    rules: Rules,
    operator: str,
    table: str,
    new: Sequence[int],
    hour: int,
    posted: tuple[str, int] | None = None,
    look: Look = Look(),  # noqa: B008  frozen
) -> PrintedNotice:
    """New limits from an hour in milliseconds; `posted` says who announced them, and when."""
    bets = "the " + rules.required[0].name if len(rules.required) == 1 else "each bet"
    begin = datetime.fromtimestamp(hour / 1000, UTC)
    now = (rules.choices.minimum, rules.choices.maximum)
    by = "Posted by ____________________  at __________"
    if posted is not None:
        at = datetime.fromtimestamp(posted[1] / 1000, UTC)
        by = f"Announced by {posted[0]}, {_moment(at)}"
    return PrintedNotice(
        title="Change of limits",
        operator=operator,
        lines=(
            f"From {begin:%H:%M} UTC",
            f"Minimum {format_short(Cents(new[0]))}",
            f"Maximum {format_short(Cents(new[1]))}",
        ),
        small=(
            Item(f"{rules.game.name}, table {table}", ()),
            Item(f"{_day(begin)}, for {bets}", LIMIT_RULES),
            Item(
                f"Until then: minimum {format_short(Cents(now[0]))}, "
                f"maximum {format_short(Cents(now[1]))}",
                LIMIT_RULES[:1],
            ),
        ),
        foot=by,
        look=look,
    )


def changed_limits(
    earlier: Submission, house: Submission
) -> Iterator[tuple[str, Rules, tuple[int, int]]]:
    """Every table whose limits differ: its name, the rules it was opened under, the new limits."""
    games = {table.name: table.game for table in earlier.tables}
    for table in house.tables:
        if games.get(table.name) != table.game:
            continue
        old, new = earlier.games[table.game], house.games[table.game]
        limits = (new.minimum, new.maximum)
        if limits != (old.minimum, old.maximum):
            yield table.name, Rules(old), limits


def out_of_order(rules: Rules, operator: str, look: Look = Look()) -> PrintedNotice:  # noqa: B008
    """The sign on a device that must not be used (chapter 13)."""
    clause = rules.game.cites.get("out-of-order", "")
    return PrintedNotice(
        title="Please note",
        operator=operator,
        lines=("Out of order",),
        small=(
            Item("Do not use this device until it is repaired.", tuple(filter(None, (clause,)))),
        ),
        look=look,
    )


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _moment(moment: datetime) -> str:
    return f"{_day(moment)}, {moment:%H:%M} UTC"
