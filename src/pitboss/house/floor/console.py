"""The dealer's and floorperson's console: the acts that are legal now, and a preview of each.

Nothing here changes a table or depends on a face-down card: a dry run that needs a card uses one
that could come, never the next one, and no card of an event is shown.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from pitboss.cards import NO_CARD, Card
from pitboss.errors import PitbossError
from pitboss.house.ledger import read_meters
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.notation.event_writer import tell
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import pending_targets
from pitboss.table.duties import Due, command_for, due
from pitboss.table.engine import decide, fold
from pitboss.table.opening import CUT_DEPTH, DUTIES
from pitboss.table.refusals import Refusal
from pitboss.table.state import BOX, COMMUNITY, SEAT_NAMES, Table

Group = Literal["duty", "cards", "report", "seat", "device"]
# Acts whose outcome is in the cards (Deal, Reveal, Settle) have no preview: someone who knew a
# settlement in advance could still void the round.
PREVIEWED: Final[tuple[type[c.Command], ...]] = (
    *(c.ReceiveCards, c.Perform, c.Cut, c.NoMoreBets, c.RemoveWager, c.CountStub),
    *(c.ReportFaceUp, c.ReportDrawnInError, c.ReportWrongNumber, c.ReportCommunityExposed),
    *(c.ReportCardExposed, c.ReportJam, c.ReportOutOfOrder, c.MarkDevice, c.RestoreDevice),
    *(c.ChangeMethod, c.PlayOn, c.Abandon, c.Forfeit, c.ValidateAward),
)
_DEVICES: Final[tuple[c.Device, ...]] = ("shuffler", "shoe")


class NoPreview(PitbossError):
    """An act whose outcome is in the cards, so it has no preview."""


class ActInput(msgspec.Struct, frozen=True):
    """An input that the act still needs: a number within bounds, cards, or counts by wager."""

    field: str
    what: Literal["number", "card", "cards", "counts", "text"]
    least: int = 0
    most: int = 0
    suggested: int | None = None
    of: dict[str, str] = {}  # wager or place → its name
    optional: bool = False


class LegalAct(msgspec.Struct, frozen=True):
    """An act that this person may do now, with its clause."""

    type: str
    fields: dict[str, Any]
    group: Group
    clause: str
    due: bool
    foretold: bool  # whether there is a preview
    wants: tuple[ActInput, ...] = ()


class Sentence(msgspec.Struct, frozen=True):
    said: str
    clause: str


class Move(msgspec.Struct, frozen=True):
    """Chips at one spot, in the order of settlement. `cents` are paid, returned or taken."""

    seat: int
    player: str
    spot: str
    what: Literal["take", "pay", "push", "award", "envy", "return", "waits"]
    cents: int
    returned: int = 0  # the stake, on top of what is paid
    cut: int = 0  # over the payout limit
    hand: str = ""
    odds: str = ""
    clause: str = ""


class Preview(msgspec.Struct, frozen=True):
    said: list[Sentence]
    moves: list[Move]
    void: bool
    due: Due | None  # what the table would wait for next


def legal_acts(live: LiveTable, by: c.Actor, at: int) -> list[LegalAct]:
    """Tries every candidate on the present state and offers those that the table accepts."""
    table = live.table
    waits = due(table)
    acts: list[LegalAct] = []
    for group, command, wants in _candidates(live, by, at):
        answer = decide(table, command)
        if isinstance(answer, Refusal):
            continue
        required = {want.field for want in wants if not want.optional}
        fields = {
            key: value
            for key, value in msgspec.to_builtins(command).items()
            if key not in ("type", "by", "at", "order", "meters", *required)
        }
        kind = type(command)
        clauses = (str(getattr(event, "clause", "")) for event in answer)
        clause = next(filter(None, clauses), "")
        is_due = waits is not None and _answers(table, waits, command)
        foretold = kind in PREVIEWED
        acts.append(LegalAct(kind.__name__, fields, group, clause, is_due, foretold, wants))
    return acts


def _answers(table: Table, waits: Due, command: c.Command) -> bool:
    """Whether this is the duty that the table waits for, in its ordinary form."""
    usual = command_for(table, waits, command.by, command.at)
    match command:
        case c.Perform() | c.ReceiveCards() | c.ValidateAward():
            return command == usual
        case c.RemoveWager():
            return waits.what == "remove wager"
        case c.Deal() if command.count:
            return False
    return type(command) is type(usual)


SOME_REASON: Final = "a reason"  # to try an act whose reason the person still has to write
_Candidate = tuple[Group, c.Command, tuple[ActInput, ...]]


def _candidates(live: LiveTable, by: c.Actor, at: int) -> Iterator[_Candidate]:
    table = live.table
    who: dict[str, Any] = {"by": by, "at": at}
    yield from _duties(live, who)
    yield from _dealing(table, who)
    yield from _reports(table, who)
    for number in table.seats:
        yield "seat", c.PlayOn(seat=number, **who), ()
        reason, words = ActInput("reason", "text"), ActInput("words", "text")
        yield "seat", c.Abandon(seat=number, reason=SOME_REASON, **who), (reason,)
        for ground in [ground.clause for ground in table.rules.game.grounds] or [""]:
            breach = c.Forfeit(seat=number, ground=ground, words=SOME_REASON, **who)
            yield "seat", breach, (words,)
        for spot in table.rules.spots if table.phase == "unmatched" else ():
            yield "seat", c.RemoveWager(seat=number, spot=spot, **who), ()
    for device in _DEVICES:
        yield "device", c.ReportJam(device=device, **who), ()
        yield "device", c.ReportOutOfOrder(device=device, **who), ()
        yield "device", c.MarkDevice(device=device, how="covered", **who), ()
        yield "device", c.MarkDevice(device=device, how="signed", **who), ()
        yield "device", c.RestoreDevice(device=device, **who), ()
    for way in table.rules.game.dealings:
        if way is not table.dealing:
            changed = c.ChangeMethod(method=way.method, variant=way.variant, **who)
            yield "device", changed, ()


def _duties(live: LiveTable, who: dict[str, Any]) -> Iterator[_Candidate]:
    table = live.table
    for prepared in (False, True):
        yield "duty", c.ReceiveCards(prepared=prepared, **who), ()
    for duty in DUTIES:
        named: Any = duty
        yield "duty", c.Perform(duty=named, **who), ()
    stored = table.cards == "in play"
    if not (stored and live.row.settings.cards == "house"):
        # The house shuffles a deck only in that deck's own round (refusals.house_refusal).
        for device in (True, False):
            yield "duty", c.Shuffle(device=device, **who), ()
    depth = ActInput("depth", "number", CUT_DEPTH, table.size - 1, table.size // 2)
    yield "duty", c.Cut(depth=table.size // 2, **who), (depth,)


def _dealing(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    rules = table.rules
    collected = {key: rules.label(w) for key, w in rules.wagers.items() if w.collected}
    counts = (ActInput("chips", "counts", of=collected, optional=True),) if collected else ()
    yield "duty", c.NoMoreBets(**who), counts
    if table.physical:
        places = pending_targets(table)
        cards = ActInput("cards", "cards", 1, len(places))
        yield "cards", c.Deal(cards=spare(table), **who), (cards,)
    else:
        yield "cards", c.Deal(**who), ()
        yield "cards", c.Deal(count=1, **who), ()
    yield "cards", c.Reveal(**who), ()
    # Someone who counts a physical stub must not see the number to expect.
    count = None if table.physical else table.remaining
    stub = ActInput("stub", "number", 0, table.size, count)
    counts_by_place = ActInput("found", "counts", of=places_with_cards(table), optional=True)
    yield "cards", c.CountStub(stub=table.remaining, **who), (stub, counts_by_place)
    yield "cards", c.Settle(**who), ()
    yield "seat", c.ValidateAward(seat=table.pending, **who), ()


def _reports(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    card = (ActInput("card", "card"),) if table.physical else ()
    yield "report", _blind(table, c.ReportFaceUp(**who)), card
    yield "report", c.ReportDrawnInError(**who), ()
    for place in places_with_cards(table):
        yield "report", c.ReportWrongNumber(place=place, **who), ()
    for early in (COMMUNITY, BOX):
        named: Any = early
        yield "report", c.ReportCommunityExposed(place=named, **who), ()
    for number, seat in table.seats.items():
        for slot, dealt in enumerate(seat.hole):
            if dealt != NO_CARD:
                yield "report", c.ReportCardExposed(seat=number, slot=slot, **who), ()


def places_with_cards(table: Table) -> dict[str, str]:
    names = [SEAT_NAMES[n] for n in table.wagering()]
    names += [COMMUNITY] * bool(table.community) + [BOX] * bool(table.box)
    return {name: name for name in names}


def spare(table: Table) -> tuple[Card, ...]:
    """Any card that can still come at a table of physical cards; it is never shown."""
    shown = table.cards_out()
    return tuple(card for card in table.rules.game.cards if card not in shown)[:1]


def _blind(table: Table, command: c.Command) -> c.Command:
    """Replaces the card that the person named: refusing it would reveal where it is."""
    if not isinstance(command, c.ReportFaceUp):
        return command
    cards = spare(table) if table.physical else ()
    return msgspec.structs.replace(command, card=cards[0] if cards else None)


def preview(house: House, live: LiveTable, command: c.Command) -> Preview | Refusal:
    """Runs the command on a copy of the present state: sentences, and the money of each seat."""
    if not isinstance(command, PREVIEWED):
        what = f"{type(command).__name__} has no preview, because the cards decide its outcome"
        raise NoPreview(what, what_to_do="carry it out, or preview a report")
    table = live.table
    command = _blind(table, command)
    if isinstance(command, c.ValidateAward) and live.row.choices.meters:
        with house.store.read() as tx:
            command = msgspec.structs.replace(command, meters=read_meters(tx, live.row, lock=False))
    answer = decide(table, command)
    if isinstance(answer, Refusal):
        return answer
    voided = any(isinstance(event, e.RoundVoided) for event in answer)
    return Preview(sentences(answer), moves(answer), voided, due(fold(table, answer)))


def sentences(events: tuple[e.Event, ...]) -> list[Sentence]:
    """Events in words, without those about money (see `moves`) and without any card's name."""
    lines = []
    for event in events:
        clause = str(getattr(event, "clause", ""))
        if isinstance(event, _MONEY):
            continue
        if isinstance(event, e.CardSetAside):
            lines.append(Sentence("the card found face up is set aside, not used", clause))
        elif isinstance(event, e.CardExposed):
            text = f"card {event.slot + 1} of seat {event.seat} is shown to all; the round goes on"
            lines.append(Sentence(text, clause))
        elif text := "".join(tell((event,))):
            text = " ".join(text[2:].removesuffix(clause).split())
            lines.append(Sentence(text, clause))
    return lines


_MONEY: Final = (e.StakeReturned, e.Lost, e.Paid, e.MeterPaid, e.EnvyPaid, e.AwardPending)


def moves(events: tuple[e.Event, ...] | list[e.Event]) -> list[Move]:
    """What the dealer does with chips, spot by spot, in order."""
    return [move for event in events if (move := _move(event)) is not None]


def _move(event: e.Event) -> Move | None:
    more: dict[str, Any]
    match event:
        case e.StakeReturned() | e.Decided(act="withdraw"):
            more = {"what": "return"}
        case e.WagerRemoved() if event.cents:
            more = {"what": "return"}
        case e.Lost():
            more = {"what": "take", "hand": event.reason}
        case e.Paid():
            more = {"what": "pay" if event.won or event.cut else "push", "cents": event.won}
        case e.AwardPending():
            more = {"what": "waits", "cents": 0}
        case e.MeterPaid():
            more = {"what": "award"}
        case e.EnvyPaid():
            more = {"what": "envy", "spot": "envy"}
        case _:
            return None
    fields = {name: getattr(event, name, None) for name in Move.__struct_fields__}
    shared = {name: value for name, value in fields.items() if value is not None}
    return Move(**({"player": ""} | shared | more))
