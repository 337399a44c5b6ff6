"""The dealer's and floorperson's console: the acts that are legal now, and a preview of each.

Nothing here changes a table or depends on a face-down card: a dry run that needs a card uses one
that could come, never the next one, and no card of an event is shown.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.floor.candidates import ActInput, Group, blind, candidates
from pitboss.house.ledger import read_meters
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.notation.event_writer import tell
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import Due, also_due, command_for, due
from pitboss.table.engine import decide, fold
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

# Fields of a command that only the house knows; clients cannot set them.
HOUSE_FIELDS: Final = ("by", "at", "order", "decks", "meters", "asked")
# Acts whose outcome is in the cards (Deal, Reveal, Settle) have no preview: someone who knew a
# settlement in advance could still void the round.
PREVIEWED: Final[tuple[type[c.Command], ...]] = (
    *(c.ReportDefect, c.DirectShuffle, c.LoadDeck),
    *(c.ReceiveCards, c.Perform, c.Cut, c.NoMoreBets, c.RemoveWager, c.CountStub),
    *(c.ReportFaceUp, c.ReportDrawnInError, c.ReportWrongNumber, c.ReportCommunityExposed),
    *(c.ReportCardExposed, c.ReportJam, c.ReportOutOfOrder, c.MarkDevice, c.RestoreDevice),
    *(c.ChangeMethod, c.PlayOn, c.Abandon, c.Forfeit, c.ValidateAward, c.UpholdReport),
    *(c.OverruleReport, c.CannotDeal, c.CompletePapers, c.ReportForeignCard),
)


class NoPreview(PitbossError):
    """An act whose outcome is in the cards, so it has no preview."""


class LegalAct(msgspec.Struct, frozen=True):
    """An act that this person may do now, with its clause."""

    type: str
    fields: dict[str, Any]
    group: Group
    clause: str
    due: bool
    foretold: bool  # whether there is a preview
    wants: tuple[ActInput, ...] = ()
    second: bool = False  # another person must confirm it: request an approval


class Sentence(msgspec.Struct, frozen=True):
    text: str
    clause: str


class Move(msgspec.Struct, frozen=True):
    """Chips at one spot, in the order of settlement. `cents` are paid, returned or taken."""

    seat: int
    player: str
    spot: str
    what: Literal["take", "pay", "push", "award", "envy", "return", "waits", "undo"]
    cents: int
    returned: int = 0  # the stake, on top of what is paid
    cut: int = 0  # over the payout limit
    hand: str = ""
    odds: str = ""
    clause: str = ""


class Preview(msgspec.Struct, frozen=True):
    sentences: list[Sentence]
    moves: list[Move]
    void: bool
    due: Due | None  # what the table would wait for next


def legal_acts(live: LiveTable, by: c.Actor, at: int) -> list[LegalAct]:
    """Tries every candidate on the present state and offers those that the table accepts."""
    table = live.table
    waits = [each for each in (due(table, at), also_due(table)) if each is not None]
    acts: list[LegalAct] = []
    for group, command, wants in candidates(live, by, at):
        answer = decide(table, command)
        second = isinstance(answer, Refusal) and answer.reason is Reason.SECOND_PERSON
        if isinstance(answer, Refusal) and not second:
            continue
        inputs = {want.field for want in wants}
        fields = {
            key: value
            for key, value in msgspec.to_builtins(command).items()
            if key not in ("type", *HOUSE_FIELDS, *inputs)
        }
        kind = type(command)
        sources = (answer,) if isinstance(answer, Refusal) else answer
        clause = next(filter(None, (str(getattr(one, "clause", "")) for one in sources)), "")
        is_due = any(_answers(table, each, command) for each in waits)
        foretold = kind in PREVIEWED and not second
        about = (kind.__name__, fields, group, clause, is_due, foretold)
        acts.append(LegalAct(*about, wants, second))
    return acts


def _answers(table: Table, waits: Due, command: c.Command) -> bool:
    """Whether this is the duty that the table waits for, in its ordinary form."""
    usual = command_for(table, waits, command.by, command.at)
    match command:
        case c.Perform() | c.ReceiveCards():
            return command == usual
        case c.Deal() if command.count:
            return False
    return waits.what == _CHOSEN.get(type(command)) or type(command) is type(usual)


# Duties whose command somebody must complete, by what is due.
_CHOSEN: Final[dict[type[c.Command], str]] = {
    c.RemoveWager: "remove wager",
    c.ShowHand: "show hand",
    c.ReadHand: "read the hand",
    c.UpholdReport: "decide on the report",
    c.OverruleReport: "decide on the report",
}


def meters_now(house: House, live: LiveTable) -> dict[str, int]:
    """Where the table's meters stand, without locking them."""
    if not live.row.choices.meters:
        return {}
    with house.store.read() as tx:
        return read_meters(tx, live.row)


def preview(house: House, live: LiveTable, command: c.Command) -> Preview | Refusal:
    """Runs the command on a copy of the present state: sentences, and the money of each seat."""
    if not isinstance(command, PREVIEWED):
        what = f"{type(command).__name__} has no preview, because the cards decide its outcome"
        raise NoPreview(what, what_to_do="carry it out, or preview a report")
    table = live.table
    command = blind(table, command)
    if hasattr(command, "meters"):
        command = msgspec.structs.replace(command, meters=meters_now(house, live))
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
        elif isinstance(event, e.ReportMade) and event.card is not None:
            text = f"a card that cannot be at {event.place} waits for a floorperson's decision"
            lines.append(Sentence(text, clause))
        elif isinstance(event, e.CardExposed):
            text = f"card {event.slot + 1} of seat {event.seat} is shown to all; the round goes on"
            lines.append(Sentence(text, clause))
        elif text := "".join(tell((event,))):
            text = " ".join(text[2:].removesuffix(clause).split())
            lines.append(Sentence(text, clause))
    return lines


_MONEY: Final = (
    *(e.StakeReturned, e.Lost, e.Paid, e.MeterPaid, e.EnvyPaid, e.AwardPending, e.PaymentUndone),
)


def moves(events: Sequence[e.Event]) -> list[Move]:
    """What the dealer does with chips, spot by spot, in order; an award waits until somebody has
    decided on it.
    """
    steps = []
    for place, event in enumerate(events):
        if isinstance(event, e.AwardPending) and _decided(event.seat, events[place + 1 :]):
            continue
        if move := _move(event):
            steps.append(move)
    return steps


def _decided(seat: int, later: Sequence[e.Event]) -> bool:
    for event in later:
        if isinstance(event, e.RoundVoided):
            return True
        if isinstance(event, e.AwardValidated | e.AwardRefused) and event.seat == seat:
            return True
    return False


def _move(event: e.Event) -> Move | None:
    more: dict[str, Any]
    match event:
        case e.PaymentUndone():
            undone = _move(event.payment)
            if undone is None:
                return None
            return msgspec.structs.replace(undone, what="undo", clause=event.clause)
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
