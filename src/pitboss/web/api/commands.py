"""The commands that clients may give: without actor and time, which the house fills in.

Each form is generated from its command, so that a new command is in the API's description as well.
Cards are numbers or names.
"""

import functools
import operator
import typing
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec

from pitboss.cards import JOKERS, Card, parse_card, which_joker
from pitboss.house.floor.console import HOUSE_FIELDS
from pitboss.house.live_table import Forbidden
from pitboss.house.people.approvals import (
    DECISIONS,
    ONE_OR_TWO,
    TWO_PERSONS,
    NeedsTwo,
    PasswordDue,
)
from pitboss.house.people.persons import DEVICE, Person
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table.refusals import MAX_REASON
from pitboss.table.state import Table

# The roles that may give a command at all; the table then decides by its own rules.
MAY_ASK: Final[dict[type[c.Command], tuple[str, ...]]] = {
    c.ReceiveCards: ("dealer",),
    c.Perform: ("dealer", "floorperson", "player"),
    c.ReportDefect: ("dealer", "floorperson"),
    c.Shuffle: ("dealer", "device"),
    c.DirectShuffle: ("floorperson",),
    c.LoadDeck: ("dealer",),
    c.Cut: ("dealer",),
    c.ReportOutOfOrder: ("dealer", "floorperson"),
    c.MarkDevice: ("dealer", "floorperson"),
    c.RestoreDevice: ("floorperson",),
    c.ChangeMethod: ("floorperson",),
    c.Sit: ("player", "dealer"),
    c.Leave: ("player", "dealer"),
    c.BuyIn: ("player", "dealer"),
    c.PlayByHand: ("player",),
    c.Fill: ("floorperson",),
    c.Bet: ("player", "dealer"),
    c.NoMoreBets: ("dealer",),
    c.RemoveWager: ("floorperson",),
    c.Deal: ("dealer", "device"),
    c.Act: ("player", "dealer"),
    c.Discard: ("player", "dealer"),
    c.Retract: ("player", "dealer"),
    c.Reveal: ("dealer",),
    c.CountStub: ("dealer",),
    c.ShowHand: ("dealer",),
    c.Settle: ("dealer",),
    c.ValidateAward: ("floorperson",),
    c.RefuseAward: ("floorperson",),
    c.ReopenSeat: ("floorperson",),
    c.ReadHand: ("dealer", "floorperson"),
    c.CompletePapers: ("floorperson",),
    c.PlayOn: ("floorperson",),
    c.Abandon: ("floorperson",),
    c.Forfeit: ("floorperson",),
    c.Correct: ("floorperson",),
    c.ReportFaceUp: ("dealer", "floorperson"),
    c.ReportDrawnInError: ("dealer", "floorperson"),
    c.ReportWrongNumber: ("dealer", "floorperson"),
    c.ReportForeignCard: ("dealer", "floorperson"),
    c.UpholdReport: ("floorperson",),
    c.OverruleReport: ("floorperson",),
    c.CannotDeal: ("floorperson",),
    c.ReportCommunityExposed: ("dealer", "floorperson"),
    c.ReportCardExposed: ("dealer", "floorperson"),
    c.ReportJam: ("dealer", "floorperson"),
}
_LINES: Final = ("reason", "what", "words")  # a sentence that a person writes

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
        if field.name in HOUSE_FIELDS:
            continue
        shape = _FORMS.get(types[field.name], types[field.name])
        if field.name in _LINES:
            shape = _Line
        default: Any = {"default": field.default, "default_factory": field.default_factory}
        fields.append((field.name, shape, msgspec.field(**default)))
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


def may_ask(
    form: msgspec.Struct, person: Person, table: str, *, needs_second: bool = False
) -> None:
    """Refuses a command that the person's role never gives, a device away from its table, and a
    decision under a password that somebody else set.
    """
    kind = _KINDS[type(form)]
    if person.role == DEVICE and person.table != table:
        what_to_do = "let an administrator add a device to this table"
        raise Forbidden(f"this device belongs to table {person.table}", what_to_do=what_to_do)
    allowed = ("dealer", "floorperson") if needs_second else MAY_ASK[kind]
    if person.role not in allowed:
        raise Forbidden(f"a {person.role} may not give the command {kind.__name__}")
    if person.temporary and issubclass(kind, DECISIONS):
        raise PasswordDue
    if not issubclass(kind, ONE_OR_TWO) and issubclass(kind, TWO_PERSONS) != needs_second:
        how = "does not need" if needs_second else "needs"
        address = "/commands" if needs_second else "/api/approvals"
        raise NeedsTwo(f"{kind.__name__} {how} a second person", what_to_do=f"use {address}")


def command_of(
    form: msgspec.Struct, person: Person, at: int, table: Table, *, second: bool = False
) -> c.Command:
    """The command itself, in this person's name; with `second`, for another person to approve."""
    role: Any = person.role
    fields = {field: getattr(form, field) for field in form.__struct_fields__}
    if isinstance(fields.get("cards"), tuple):  # elsewhere a number of cards
        gone = _elsewhere(_KINDS[type(form)], table, fields.get("seat", 0))
        fields["cards"] = _numbered(fields["cards"], gone)
    if isinstance(fields.get("card"), str):
        fields["card"] = _numbered((fields["card"],), table.cards_out())[0]
    kind = _KINDS[type(form)]
    if kind is c.Correct or (second and issubclass(kind, ONE_OR_TWO)):
        fields["asked"] = person.name
    return _KINDS[type(form)](by=c.Actor(role, person.name), at=at, **fields)


def _elsewhere(kind: type[c.Command], table: Table, seat: int) -> set[Card]:
    """Cards that a joker named in the command cannot be: for a discard, the jokers not in the hand;
    otherwise the cards in other places.
    """
    has_joker = seat in table.seats and not {*table.seats[seat].hole}.isdisjoint(JOKERS)
    if kind is c.Discard and has_joker:
        return set(JOKERS) - set(table.seats[seat].hole)
    return {card for card, place in table.faces().items() if place != f"seat {seat}"}


def _numbered(cards: tuple[int | str, ...], gone: set[Card]) -> tuple[Card, ...]:
    """The cards by number; a joker's name means one of the jokers that are possible here."""
    numbers: list[Card] = []
    for card in cards:
        if isinstance(card, str):
            numbers.append(which_joker(parse_card(card), (*gone, *numbers)))
        else:
            numbers.append(Card(card))
    return tuple(numbers)
