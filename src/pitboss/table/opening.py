"""Receiving, inspecting and opening the cards, idling, closing (chapters 4 and 5): the duties."""

from typing import Final, NamedTuple

from msgspec.structs import replace

from pitboss.money import MILLIONTHS
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import is_deck, needs_cut, off_the_rack
from pitboss.table.refusals import (
    Answer,
    Reason,
    Refusal,
    allowed_roles,
    no_reason,
    one_line,
    refuse,
)
from pitboss.table.state import Table


class Duty(NamedTuple):
    roles: tuple[c.Role, ...]
    after: tuple[str, ...]  # conditions of the cards in which it is due
    leads_to: str
    cite: str  # the rule of the game's `cites`


UNUSED: Final = ("stacked", "shuffled", "ready", "used")
IDLE: Final = ("idle", "idle face up")
DUTIES: Final[dict[str, Duty]] = {
    "inspect": Duty(("dealer",), ("received",), "inspected", "open.inspect"),
    "verify": Duty(("floorperson",), ("inspected",), "verified", "open.inspect"),
    "spread": Duty(("dealer",), ("verified",), "spread", "open.spread"),
    # The first player must have the opportunity: the dealer may report that it was given. Cards
    # that lay idle are then opened again, beginning with their inspection (235 5.H(3), DD .05H(4),
    # LIR .05H(3), MS 5.G(3)).
    "view": Duty(("player", "dealer"), ("spread", *IDLE), "viewed", "open.wash"),
    "wash": Duty(("dealer",), ("viewed",), "stacked", "open.wash"),
    "recut": Duty(("floorperson",), ("ready",), "shuffled", "recut"),
    # An idle table's cards lie face down, or face up from the start; cards that lie face down are
    # turned up for the first player (235 5.H, DD .05H(2) and (3), LIR .05H, MS 5.G).
    "idle": Duty(("dealer",), UNUSED, "idle", "idle.spread"),
    "idle-up": Duty(("dealer",), UNUSED, "idle face up", "idle.spread"),
    "turn": Duty(("dealer",), ("idle",), "idle face up", "idle.turn"),
    "close": Duty(("dealer", "floorperson"), (), "closed", "open.inspect"),
}
# Each of these is done for each deck separately (235 4.E, DD .04E, LIR .04E, MS 4.E).
OPENING: Final[tuple[c.Duty, ...]] = ("inspect", "verify", "spread", "view", "wash")
OPEN: Final = ("stacked", "shuffled", "ready", "used", "in play")
INSPECTED: Final = ("received", "inspected", "verified", "spread", "viewed")  # while open to see


def receive(table: Table, command: c.ReceiveCards) -> Answer:
    rules = table.rules
    clause = rules.game.cite("open.preshuffled" if command.prepared else "open.inspect")
    if no := allowed_roles(command, "dealer", clause=clause):
        return no
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, "cards are changed between rounds", clause)
    # Ruling G55: a second deck serves a dealer with physical cards, not the house with its own.
    decks = command.decks or (1 if command.by.role == "house" else rules.choices.decks)
    if not 1 <= decks <= rules.choices.decks:
        return refuse(Reason.BAD_DECK, f"{decks} decks", rules.game.cite("decks.two"))
    if command.prepared and command.order and not is_deck(table, command.order):
        return refuse(Reason.BAD_DECK, f"{len(command.order)} cards given", rules.game.cite("deck"))
    if command.prepared and command.by.role != "house":
        names = [text for text in (command.prepared_by, command.seal) if text]
        if not names or not all(map(one_line, names)):
            return refuse(Reason.NO_PREPARER, "", clause)
    # Only prepared decks have a preparer or a seal.
    origin = (command.prepared_by, command.seal) if command.prepared else ("", "")
    about = (decks, command.prepared, command.order)
    received = e.CardsReceived(*about, command.by, command.at, clause, *origin)
    replaced = rest_removed(table, command.at)
    if table.meters or not rules.choices.meters:
        return (*replaced, received)
    meters = {terms.meter: terms.initial * MILLIONTHS for terms in rules.choices.meters}
    return (e.TableOpened(meters, command.by, command.at, rules.fingerprint), *replaced, received)


def rest_removed(table: Table, at: int) -> tuple[e.DeckRemoved, ...]:
    """Names the deck that leaves because the other was removed: both are replaced."""
    if not table.absent:
        return ()
    clause = table.rules.game.cite("decks.alternate")
    return tuple(
        e.DeckRemoved(deck, "it is changed with the other deck", at, clause)
        for deck in range(table.decks)
        if deck not in table.absent
    )


def decks_removed(table: Table, deck: int, why: str, at: int, clause: str) -> tuple[e.Event, ...]:
    """A deck taken from the table, and the other with it.

    Two decks alternate or none is played (235 3.B(4), DD .03B(4), LIR .03B(4), MS 3.B(4)). The
    deck of a round in play stays until the round is over.
    """
    first = e.DeckRemoved(deck, why, at, clause)
    in_play = table.cards == "in play" and deck != table.deck
    if in_play or deck in table.absent:
        return (first,)
    after = replace(table, absent=(*table.absent, deck))
    return (first, *rest_removed(after, at))


def perform(table: Table, command: c.Perform) -> Answer:
    duty, game = DUTIES[command.duty], table.rules.game
    clause = game.cite(duty.cite)
    if no := allowed_roles(command, *duty.roles, clause=clause):
        return no
    if table.cards == "in play" and command.duty != "recut":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    if command.duty == "close":
        return _close(table, command, clause)
    if table.cards not in duty.after or table.planned:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if no := _not_now(table, command, clause):
        return no
    deck = _deck_of(table, command, clause)
    if isinstance(deck, Refusal):
        return deck
    inspector = table.inspectors[deck or 0 :][:1]
    if command.duty == "verify" and command.by.role != "house" and inspector == (command.by.name,):
        return refuse(Reason.NOT_YOUR_ROLE, "one person cannot verify their own inspection", clause)
    by, at = command.by, command.at
    if command.duty == "view" and table.cards in IDLE:
        anew = e.DutyDone("view", "received", by, at, game.cite("idle.inspect"))
        if table.cards != "idle":
            return (anew,)
        return (e.DutyDone("turn", "idle face up", by, at, game.cite("idle.turn")), anew)
    last = deck is None or len(table.past) + 1 == table.decks
    leads_to = duty.leads_to if last else table.cards
    return (e.DutyDone(command.duty, leads_to, by, at, clause, deck, command.reason),)


def _not_now(table: Table, command: c.Perform, clause: str) -> Refusal | None:
    """Why a duty that the condition of the cards allows still cannot be done."""
    if command.duty == "recut":
        if not needs_cut(table, by_device=table.by_device):
            return refuse(Reason.CUT_NOT_NEEDED, "no cut was required", clause)
        return no_reason(command, command.reason, clause)
    if command.duty in ("idle", "idle-up") and any(seat.stakes for seat in table.seats.values()):
        return refuse(Reason.IN_A_ROUND, "wagers lie on the layout", clause)
    rule = table.rules.game.cite("idle.request")
    if command.duty == "idle-up" and not table.seats and rule:
        return refuse(Reason.SEAT_EMPTY, "face up is for a player who asks for it", rule)
    return _nobody_looks(table, command, clause) if command.duty == "view" else None


def next_deck(table: Table) -> int | None:
    """Of two decks, the one whose turn it is in an opening duty."""
    if table.decks < 2:
        return None
    return next(deck for deck in range(table.decks) if deck not in table.past)


def _deck_of(table: Table, command: c.Perform, clause: str) -> int | Refusal | None:
    """The deck that an opening duty is about; None where it is about all the cards."""
    if command.duty not in OPENING or table.cards in IDLE or table.decks < 2:
        if command.deck not in (None, 0):
            return refuse(Reason.BAD_DECK, "the duty is not about that deck", clause)
        return None
    deck = next_deck(table) if command.deck is None else command.deck
    two = table.rules.game.cite("open.two")
    if deck not in range(table.decks):
        return refuse(Reason.BAD_DECK, "there is no such deck", two)
    if deck in table.past:
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck is next", two)
    return deck


def _nobody_looks(table: Table, command: c.Perform, clause: str) -> Refusal | None:
    if not table.seats:
        return refuse(Reason.SEAT_EMPTY, "no player has come to the table yet", clause)
    seated = any(seat.player == command.by.name for seat in table.seats.values())
    if command.by.role == "player" and not seated:
        return refuse(Reason.NOT_YOUR_SEAT, f"{command.by.name} has none here", clause)
    return None


def _close(table: Table, command: c.Perform, clause: str) -> Answer:
    if table.cards == "closed":
        return refuse(Reason.TABLE_CLOSED, "it is closed already", clause)
    if any(seat.stakes for seat in table.seats.values()):
        return refuse(Reason.IN_A_ROUND, "wagers lie on the layout", clause)
    return (e.DutyDone("close", "closed", command.by, command.at, clause),)


def report_defect(table: Table, command: c.ReportDefect) -> Answer:
    """The deck leaves the table before it is played; a floorperson takes it."""
    clause = table.rules.game.cite("open.inspect")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if table.cards not in INSPECTED:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if command.deck not in range(table.decks):
        return refuse(Reason.BAD_DECK, "there is no such deck", clause)
    if no := no_reason(command, command.what, clause):
        return no
    if command.by.role != "house":
        if not one_line(command.taken_by):
            return refuse(Reason.NOT_YOUR_ROLE, "name the floorperson who takes it", clause)
        if command.by.role == "dealer" and command.taken_by == command.by.name:
            return refuse(Reason.NOT_YOUR_ROLE, "a floorperson takes the deck", clause)
    who = (command.by, command.at, clause)
    defective = e.DeckDefective(command.deck, command.what, command.taken_by, *who)
    return (defective, *decks_removed(table, command.deck, "defective", command.at, clause))


def evolve_received(table: Table, event: e.CardsReceived) -> Table:
    prepared = "shuffled" if needs_cut(table, by_device=False) else "ready"
    return replace(
        table,
        cards=prepared if event.prepared else "received",
        by_device=False,
        prepared=event.prepared,
        stored="",
        stored_order=(),
        rack_deck=None,
        past=(),
        inspectors=(),
        direction=False,
        absent=(),
        # Of the first deck. The second is shuffled by the device it waits in, prepared or not (235
        # 3.B(3), DD .03B(3), LIR .03B(3), MS 3.B(3)).
        stub=event.order,
        decks=event.decks,
        deck=0,
        # A deck that replaces one removed after "no more bets" is in play at once.
        in_play_since=(event.at if table.phase != "bets" else None, None)[: event.decks],
    )


def evolve_duty(table: Table, event: e.DutyDone) -> Table:
    if event.leads_to == "closed":
        table = replace(table, decks=0, in_play_since=(), stub=(), absent=(), past=())
    if event.duty == "inspect":
        names = list(table.inspectors) + [""] * (table.decks - len(table.inspectors))
        for deck in range(table.decks) if event.deck is None else (event.deck,):
            names[deck] = event.by.name
        table = replace(table, inspectors=tuple(names))
    if event.duty in ("idle", "idle-up", "close"):
        table = replace(table, stored="", stored_order=(), direction=False, rack_deck=None)
    past = () if event.deck is None else (*table.past, event.deck)
    return replace(table, cards=event.leads_to, past=past if len(past) < table.decks else ())


def evolve_deck_removed(table: Table, event: e.DeckRemoved) -> Table:
    table, absent = off_the_rack(table, event.deck), (*table.absent, event.deck)
    if table.cards == "in play":
        # The other deck, counted while this one is played: the round goes on.
        return replace(table, stored="removed", stored_order=(), absent=absent)
    return replace(
        table, cards="closed", stub=(), stored="", stored_order=(), absent=absent, past=()
    )
