"""Commands as clients may ask for them: without who and when, which the house fills in."""

import functools
import operator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.approvals import TWO_PERSONS, NeedsTwo
from pitboss.house.people import Person
from pitboss.table import commands as c

# Which role may ask for which command at all; the table then decides by its own rules.
MAY_ASK: Final[dict[type[c.Command], tuple[str, ...]]] = {
    c.ReceiveCards: ("dealer",),
    c.Perform: ("dealer", "floorperson", "player"),
    c.Shuffle: ("dealer", "floorperson"),
    c.Cut: ("dealer",),
    c.ReportOutOfOrder: ("dealer", "floorperson"),
    c.MarkDevice: ("dealer", "floorperson"),
    c.RestoreDevice: ("floorperson",),
    c.ChangeMethod: ("floorperson",),
    c.Sit: ("player",),
    c.Leave: ("player",),
    c.BuyIn: ("player",),
    c.Fill: ("floorperson",),
    c.Bet: ("player",),
    c.NoMoreBets: ("dealer",),
    c.RemoveWager: ("floorperson",),
    c.Deal: ("dealer",),
    c.Act: ("player",),
    c.Discard: ("player",),
    c.Reveal: ("dealer",),
    c.CountStub: ("dealer",),
    c.Settle: ("dealer",),
    c.ValidateAward: ("floorperson",),
    c.PlayOn: ("floorperson",),
    c.Abandon: ("floorperson",),
    c.Forfeit: ("floorperson",),
    c.ReportFaceUp: ("dealer", "floorperson"),
    c.ReportDrawnInError: ("dealer", "floorperson"),
    c.ReportWrongNumber: ("dealer", "floorperson"),
    c.ReportCommunityExposed: ("dealer", "floorperson"),
    c.ReportCardExposed: ("dealer", "floorperson"),
    c.ReportJam: ("dealer", "floorperson"),
}
# What the house alone knows is never taken from a client.
_HOUSE_FIELDS: Final = {c.Shuffle: "order", c.ReceiveCards: "order", c.Settle: "meters"}

if TYPE_CHECKING:
    _Any = c.Command
else:
    _Any = functools.reduce(operator.or_, c.AnyCommand)


class BadCommand(PitbossError):
    """A body that is no command of this house."""


class NotYours(PitbossError):
    """A command that this person's role never gives."""


def read_command(
    raw: dict[str, Any], person: Person, at: int, *, needs_second: bool = False
) -> c.Command:
    role: Any = person.role
    if role not in ("player", "dealer", "floorperson"):
        raise NotYours(f"a {role} gives no command at a table")
    actor = {"role": role, "name": person.name}
    try:
        command = msgspec.convert({**raw, "by": actor, "at": at}, _Any)
    except (msgspec.ValidationError, TypeError) as error:
        raise BadCommand(f"that is no command: {error}") from None
    if isinstance(command, TWO_PERSONS) != needs_second:
        raise NeedsTwo(
            f"{type(command).__name__} is asked for {'alone' if needs_second else 'by two persons'}"
        )
    if needs_second:
        return command
    if person.role not in MAY_ASK[type(command)]:
        raise NotYours(f"a {person.role} does not ask for {type(command).__name__}")
    field = _HOUSE_FIELDS.get(type(command))
    if field and getattr(command, field):
        raise BadCommand(f"{field} is the house's to say")
    if isinstance(command, c.ValidateAward) and command.meters:
        raise BadCommand("meters are the house's to say")
    return command
