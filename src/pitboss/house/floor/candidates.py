"""What a dealer or floorperson might do at a table: every act to try, with the inputs it needs.

A candidate that needs a card uses one that could come, never the next one.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from pitboss.cards import FACE_DOWN, NO_CARD, Card
from pitboss.house.live_table import LiveTable
from pitboss.money import Cents
from pitboss.rulebook.model import RevealStep
from pitboss.table import commands as c
from pitboss.table.dealing import card_places, unturned
from pitboss.table.duties import due
from pitboss.table.equipment import counting_shuffle
from pitboss.table.opening import DUTIES, IDLE, OPENING, next_deck
from pitboss.table.seats.seating import MAX_CHIPS
from pitboss.table.settling import unread_slots
from pitboss.table.shuffling import CUT_DEPTH
from pitboss.table.state import BOX, COMMUNITY, SEAT_NAMES, Table

Group = Literal["duty", "cards", "report", "seat", "device"]
Kind = Literal["number", "money", "card", "cards", "counts", "text", "yes"]
_DEVICES: Final[tuple[c.Device, ...]] = ("shuffler", "shoe")
_ANY_REASON: Final = "a reason"  # to try an act that needs one


class ActInput(msgspec.Struct, frozen=True):
    """An input that the act still needs: a number within bounds, an amount in cents, cards, counts
    by wager or place, one line of text, or a yes.
    """

    field: str
    what: Kind
    least: int = 0
    most: int = 0
    suggested: int | None = None
    of: dict[str, str] = {}  # wager or place → its name
    optional: bool = False


_REASON: Final = (ActInput("reason", "text"),)
_Candidate = tuple[Group, c.Command, tuple[ActInput, ...]]


def candidates(live: LiveTable, by: c.Actor, at: int) -> Iterator[_Candidate]:
    table = live.table
    who: dict[str, Any] = {"by": by, "at": at}
    yield from _duties(live, who)
    yield from _dealing(table, who)
    yield from _awards(table, who)
    yield from _reports(table, who)
    if by.role == "dealer":
        yield from _patrons(table, who)
    for number in table.seats:
        yield "seat", c.PlayOn(seat=number, **who), ()
        words = ActInput("words", "text")
        yield "seat", c.Abandon(seat=number, reason=_ANY_REASON, **who), _REASON
        for ground in [ground.clause for ground in table.rules.game.grounds] or [""]:
            breach = c.Forfeit(seat=number, ground=ground, words=_ANY_REASON, **who)
            yield "seat", breach, (words,)
        for spot in table.rules.spots if table.phase == "unmatched" else ():
            removal = c.RemoveWager(seat=number, spot=spot, reason=_ANY_REASON, **who)
            yield "seat", removal, _REASON
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


def _patrons(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    """Buying in and leaving, for seats whose acts the dealer enters (rulings G48, G57)."""
    chip = table.rules.chip
    amount = ActInput("cents", "money", chip, MAX_CHIPS)
    kinds: tuple[Literal["cash", "chips"], ...] = ("cash", "chips")
    for number in table.seats:
        for kind in kinds:
            yield "seat", c.BuyIn(seat=number, cents=Cents(chip), kind=kind, **who), (amount,)
        yield "seat", c.Leave(seat=number, **who), ()


def _duties(live: LiveTable, who: dict[str, Any]) -> Iterator[_Candidate]:
    table = live.table
    waits = due(table)
    if table.phase == "bets" or (waits and waits.what == "receive"):
        yield "duty", c.ReceiveCards(**who), ()
        origin = (
            ActInput("prepared_by", "text", optional=True),
            ActInput("seal", "text", optional=True),
        )
        yield "duty", c.ReceiveCards(prepared=True, seal="-", **who), origin
    for duty in DUTIES:
        named: Any = duty
        if duty == "recut":
            yield "duty", c.Perform(duty=named, reason=_ANY_REASON, **who), _REASON
            continue
        each = duty in OPENING and table.cards not in IDLE
        yield "duty", c.Perform(duty=named, deck=next_deck(table) if each else None, **who), ()
    stored = table.cards == "in play"
    if not (stored and live.row.settings.cards == "house"):
        # The house shuffles a deck only in that deck's own round (refusals.house_refusal).
        own = live.row.settings.cards == "house"
        for device in (True, False):
            if own:
                order = table.rules.game.cards  # any, never shown: the house sets the order
                yield "duty", c.Shuffle(device=device, order=order, **who), ()
            elif counting_shuffle(table, by_device=device):
                counted = ActInput("counted", "number", 0, 2 * table.size)
                yield "duty", c.Shuffle(device=device, counted=table.size, **who), (counted,)
            else:
                yield "duty", c.Shuffle(device=device, **who), ()
    yield "duty", c.LoadDeck(**who), ()
    yield "duty", c.DirectShuffle(reason=_ANY_REASON, **who), _REASON
    about = (ActInput("what", "text"), ActInput("taken_by", "text"))
    for deck in range(table.decks):
        defect = c.ReportDefect(deck=deck, what=_ANY_REASON, taken_by="-", **who)
        yield "report", defect, about
    depth = ActInput("depth", "number", CUT_DEPTH, table.size - 1, table.size // 2)
    yield "duty", c.Cut(depth=table.size // 2, **who), (depth,)


def _dealing(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    rules = table.rules
    collected = {wager.key: rules.label(wager) for wager, _ in rules.collected}
    spots = {spot for _, keys in rules.collected for spot in keys}
    bet_on = any(not spots.isdisjoint(seat.stakes) for seat in table.seats.values())
    if collected and table.phase == "bets":
        chips = ActInput("chips", "counts", of=collected, optional=not bet_on)
        yield "duty", c.NoMoreBets(chips=dict.fromkeys(collected, 0), **who), (chips,)
    else:
        yield "duty", c.NoMoreBets(**who), ()
    yield "cards", c.Deal(**who), ()
    yield "cards", c.Deal(count=1, **who), ()
    faces = faces_due(table)
    unread = (ActInput("cards", "cards", len(faces), len(faces)),) if faces else ()
    yield "cards", c.Reveal(cards=spare(table, len(faces)), **who), unread
    # Someone who counts a physical stub must not see the number to expect.
    count = None if table.physical else table.remaining
    stub = ActInput("stub", "number", 0, table.size, count)
    counts_by_place = ActInput("found", "counts", of=places_with_cards(table), optional=True)
    yield "cards", c.CountStub(stub=table.remaining, **who), (stub, counts_by_place)
    yield "cards", c.Settle(**who), ()
    for number in {table.turned, *(target.seat for target in faces)} - {0}:
        slots = len(faces) or len(table.seats[number].read)
        hand = ActInput("cards", "cards", slots, slots)
        cards = spare(table, slots)
        yield "cards", c.ShowHand(seat=number, cards=cards, **who), (hand,)
        yield "cards", c.ReadHand(seat=number, cards=cards, **who), (hand,)


def _awards(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    number, progressive = table.pending, table.rules.game.progressive
    if number and table.physical:
        # The floorperson counts the cards at every place, and is not told what to expect.
        places = {place: place for place in table.lying()}
        inputs: tuple[ActInput, ...] = (ActInput("counts", "counts", of=places),)
        lamp = bool(progressive and progressive.lamp)
        inputs += (ActInput("lamp", "yes"),) * lamp
        counted = c.ValidateAward(seat=number, counts=table.lying(), lamp=lamp or None, **who)
        yield "seat", counted, inputs
    elif number:
        yield "seat", c.ValidateAward(seat=number, **who), ()
    if number:
        yield "seat", c.RefuseAward(seat=number, reason=_ANY_REASON, **who), _REASON
    for last in table.settled[-1:]:
        yield "seat", c.ReopenSeat(seat=last, reason=_ANY_REASON, **who), _REASON
    for seat in table.papers:
        yield "seat", c.CompletePapers(seat=seat, **who), ()
    if table.report:
        yield "report", c.UpholdReport(**who), ()
        yield "report", c.OverruleReport(reason=_ANY_REASON, **who), _REASON


def _reports(table: Table, who: dict[str, Any]) -> Iterator[_Candidate]:
    card = (ActInput("card", "card"),) if table.physical else ()
    yield "report", blind(table, c.ReportFaceUp(**who)), card
    yield "report", c.ReportDrawnInError(**who), ()
    number_there = ActInput("cards", "number", 0, table.size, optional=True)
    for place in card_places(table):
        yield "report", c.ReportWrongNumber(place=place, **who), (number_there,)
        if table.physical:
            foreign = c.ReportForeignCard(place=place, card=Card(table.size), **who)
            yield "report", foreign, (ActInput("card", "card"),)
    yield "report", c.CannotDeal(reason=_ANY_REASON, **who), _REASON
    for early in (COMMUNITY, BOX):
        named: Any = early
        yield "report", c.ReportCommunityExposed(place=named, **who), ()
    for number, seat in table.seats.items():
        for slot, dealt in enumerate(seat.hole):
            if dealt == FACE_DOWN:
                exposed = c.ReportCardExposed(seat=number, slot=slot, card=spare(table)[0], **who)
                yield "report", exposed, (ActInput("card", "card"),)
            elif dealt != NO_CARD:
                yield "report", c.ReportCardExposed(seat=number, slot=slot, **who), ()


def places_with_cards(table: Table) -> dict[str, str]:
    names = [SEAT_NAMES[n] for n in table.wagering()]
    names += [COMMUNITY] * bool(table.community) + [BOX] * bool(table.box)
    return {name: name for name in names}


def spare(table: Table, count: int = 1) -> tuple[Card, ...]:
    """Any cards that can still come at a table of physical cards; they are never shown."""
    shown = table.cards_out()
    return tuple(card for card in table.rules.game.cards if card not in shown)[:count]


class UnreadCard(msgspec.Struct, frozen=True):
    """A place whose card is to be read next; `slot` counts from 0, `seat` is 0 for the middle."""

    place: str
    slot: int
    clause: str
    seat: int = 0


def faces_due(table: Table) -> tuple[UnreadCard, ...]:
    """The unread cards whose faces are to be entered now, in order (ruling G47)."""
    waits = due(table)
    if waits is None or not table.physical:
        return ()
    step, clause = table.game_step, waits.clause
    if waits.what == "show hand":
        slots = unread_slots(table, waits.seat)
    elif waits.what == "read the hand":
        slots = table.seats[waits.seat].read
    elif waits.what != "reveal" or not isinstance(step, RevealStep):
        return ()
    elif step.what == "slot":
        return tuple(
            UnreadCard(SEAT_NAMES[number], step.slot, clause, number)
            for number in unturned(table, step.slot)
            if table.seats[number].hole[step.slot] == FACE_DOWN
        )
    else:
        place, cards = (BOX, table.box) if step.what == "box" else (COMMUNITY, table.community)
        first = 0 if place == BOX else table.community_shown
        last = len(cards) if place == BOX else first + step.cards
        turned = range(first, last)
        return tuple(UnreadCard(place, n, clause) for n in turned if cards[n] == FACE_DOWN)
    return tuple(UnreadCard(SEAT_NAMES[waits.seat], slot, clause, waits.seat) for slot in slots)


def blind(table: Table, command: c.Command) -> c.Command:
    """Replaces the card that the person named: refusing it would reveal where it is."""
    if isinstance(command, c.ReportForeignCard):
        return msgspec.structs.replace(command, card=Card(table.size))
    unread = isinstance(command, c.ReportCardExposed) and command.card is not None
    if not isinstance(command, c.ReportFaceUp) and not unread:
        return command
    cards = spare(table) if table.physical else ()
    return msgspec.structs.replace(command, card=cards[0] if cards else None)
