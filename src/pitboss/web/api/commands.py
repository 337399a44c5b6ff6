"""Commands as clients may ask for them: without who and when, which the house fills in.

The form of each is made from the command itself, so that a new command is in the API's description
with it. Cards are numbers or names.
"""

import functools
import operator
import typing
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from pitboss.cards import JOKERS, Card, parse_card, which_joker
from pitboss.house.live_table import Forbidden
from pitboss.house.people.accounts import Person
from pitboss.house.people.approvals import TWO_PERSONS, NeedsTwo
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table.irregular import MAX_REASON
from pitboss.table.state import Table

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
    c.Correct: ("floorperson",),
    c.ReportFaceUp: ("dealer", "floorperson"),
    c.ReportDrawnInError: ("dealer", "floorperson"),
    c.ReportWrongNumber: ("dealer", "floorperson"),
    c.ReportCommunityExposed: ("dealer", "floorperson"),
    c.ReportCardExposed: ("dealer", "floorperson"),
    c.ReportJam: ("dealer", "floorperson"),
}
# What the house alone knows is never taken from a client.
_HOUSE_FIELDS: Final[dict[type[c.Command], str]] = {
    c.Shuffle: "order",
    c.ReceiveCards: "order",
    c.Settle: "meters",
    c.ValidateAward: "meters",
    c.Correct: "asked",  # the asker's own name
}

_MOST: Final = 10**12
_Number = Annotated[int, msgspec.Meta(ge=-_MOST, le=_MOST)]
_Word = Annotated[str, msgspec.Meta(max_length=40)]
_Line = Annotated[str, msgspec.Meta(max_length=MAX_REASON, pattern=r"^[^\x00-\x1f]*$")]
_Card = (
    Annotated[int, msgspec.Meta(ge=0, le=53)]
    | Annotated[str, msgspec.Meta(pattern="^([2-9TJQKA][cdhs]|JK)$")]
)
_Cards = Annotated[tuple[_Card, ...], msgspec.Meta(max_length=54)]
_FORMS: Final[dict[Any, Any]] = {
    int: _Number,
    Cents: _Number,
    str: _Word,
    Card: _Card,
    int | None: _Number | None,
    Card | None: _Card | None,
    tuple[Card, ...]: _Cards,
    tuple[int, ...]: Annotated[tuple[_Number, ...], msgspec.Meta(max_length=54)],
    dict[str, int]: Annotated[dict[_Word, _Number], msgspec.Meta(max_length=20)],
    dict[str, Cents]: Annotated[dict[_Word, _Number], msgspec.Meta(max_length=20)],
}


def _form(kind: type[c.Command]) -> type[msgspec.Struct]:
    types = typing.get_type_hints(kind)
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.name in ("by", "at", _HOUSE_FIELDS.get(kind)):
            continue
        wanted = _FORMS.get(types[field.name], types[field.name])
        if (kind, field.name) == (c.Correct, "reason"):
            wanted = _Line
        if field.required:
            fields.append((field.name, wanted))
        elif field.default is not msgspec.NODEFAULT:
            fields.append((field.name, wanted, field.default))
        else:
            factory = typing.cast(Any, field.default_factory)
            fields.append((field.name, wanted, msgspec.field(default_factory=factory)))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        tag=kind.__name__,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


FORMS: Final = {kind: _form(kind) for kind in MAY_ASK}
_KINDS: Final = {form: kind for kind, form in FORMS.items()}
if TYPE_CHECKING:
    CommandForm = msgspec.Struct
else:
    CommandForm = functools.reduce(operator.or_, FORMS.values())


def may_ask(asked: msgspec.Struct, person: Person, *, needs_second: bool = False) -> None:
    """What a role never gives is refused before the table is looked at."""
    kind = _KINDS[type(asked)]
    allowed = ("dealer", "floorperson") if needs_second else MAY_ASK[kind]
    if person.role not in allowed:
        raise Forbidden(f"a {person.role} does not ask for {kind.__name__}")
    if issubclass(kind, TWO_PERSONS) != needs_second:
        how = "alone" if needs_second else "by two persons: /api/approvals"
        raise NeedsTwo(f"{kind.__name__} is asked for {how}")


def command_of(asked: msgspec.Struct, person: Person, at: int, table: Table) -> c.Command:
    """The command itself, in this person's name."""
    role: Any = person.role
    given = {field: getattr(asked, field) for field in asked.__struct_fields__}
    if "cards" in given:
        given["cards"] = _numbered(given["cards"], _elsewhere(table, given.get("seat", 0)))
    if isinstance(given.get("card"), str):
        given["card"] = _numbered((given["card"],), table.cards_out())[0]
    if _KINDS[type(asked)] is c.Correct:
        given["asked"] = person.name
    return _KINDS[type(asked)](by=c.Actor(role, person.name), at=at, **given)


def _elsewhere(table: Table, seat: int) -> set[Card]:
    """Cards that a joker named here cannot be: not held by the seat, or out of the stub already."""
    if seat in table.seats:
        return set(JOKERS) - set(table.seats[seat].hole)
    return table.cards_out()


def _numbered(cards: tuple[int | str, ...], gone: set[Card]) -> tuple[Card, ...]:
    """The cards by number; a joker given by name is one that can be meant."""
    numbers: list[Card] = []
    for card in cards:
        if isinstance(card, str):
            numbers.append(which_joker(parse_card(card), (*gone, *numbers)))
        else:
            numbers.append(Card(card))
    return tuple(numbers)
