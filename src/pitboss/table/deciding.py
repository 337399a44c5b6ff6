"""Decisions in turn (chapter 11): bet, raise, ride, check, withdraw, fold, discard; and seats that
drop out.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, NO_CARD, card_name
from pitboss.money import Cents, format_cents
from pitboss.rulebook.model import Decide, Exchange
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import (
    awaiting_cards,
    next_step,
    past_turned,
    uncounted,
)
from pitboss.table.refusals import (
    Answer,
    Reason,
    Refusal,
    allowed_roles,
    bad_reason,
    dealer_of,
    own_seat,
    refuse,
)
from pitboss.table.seats.retracting import before_choice, entered_by_other, remember_choice
from pitboss.table.state import (
    DISCARDS,
    NO_CENTS,
    Seat,
    Stake,
    Table,
    put_in_rack,
    rack_hand,
    rack_stub,
)
from pitboss.table.wagering import uncalled


def _in_turn(table: Table, command: c.Command, number: int, kind: type[Any]) -> Seat | Refusal:
    """The seat, if it is asked now for a step of this kind and the command may answer."""
    game, queue = table.rules.game, table.asked
    step = game.play[table.step]
    if queue and number == queue[0] and type(step) is kind:
        by, in_turn = command.by, table.seats[number]
        if by.role == "house" or (by.role == "player" and by.name == in_turn.player):
            return in_turn
    seat = own_seat(table, command, number)
    if not isinstance(seat, Seat):
        return seat
    if table.entries and (no := entered_by_other(table, command, number, kind)):
        return no
    if no := uncounted(table):
        return no
    if table.phase != "play" or not isinstance(step, kind):
        return refuse(Reason.NO_DECISION, "", game.cite("wager.closed"))
    assert isinstance(step, Decide | Exchange)
    if no := allowed_roles(command, "player", "dealer", clause=step.clause):
        return no
    if not seat.playing:
        return refuse(Reason.SEAT_OUT, f"seat {number}", step.clause)
    if number != table.turn:
        return refuse(Reason.NOT_YOUR_TURN, f"seat {table.turn} is to decide", step.in_turn)
    return seat


def act(table: Table, command: c.Act) -> Answer:
    seat = _in_turn(table, command, command.seat, Decide)
    if not isinstance(seat, Seat):
        return seat
    step = table.rules.game.play[table.step]
    assert isinstance(step, Decide)
    by_house = command.by.role == "house"
    dealer, bought = "" if by_house else dealer_of(command), NO_CENTS
    if command.spot and command.spot != step.spot:
        return refuse(Reason.NOT_AN_OPTION, f"the decision is about {step.spot}", step.clause)
    if command.act == step.accept and step.accept != "ride":
        spot = table.rules.spots[step.spot]
        if command.multiple not in spot.multiples:
            times = ", ".join(f"{n}×" for n in spot.multiples)
            return refuse(Reason.NOT_AN_OPTION, f"{step.spot} is {times} {spot.of}", step.clause)
        cents = Cents(seat.stakes[spot.of].cents * command.multiple)
        if cents > table.chips(seat.player):
            if not dealer:
                left = format_cents(table.chips(seat.player))
                return refuse(
                    Reason.NOT_ENOUGH_CHIPS, f"{left} left", table.rules.game.cite("wager.chip")
                )
            bought = Cents(cents - table.chips(seat.player))
    elif command.act == step.accept:
        cents = NO_CENTS
    elif command.act == step.decline:
        return decline(table, command.seat, step, by_house=by_house, dealer=dealer)
    else:
        what = f"{step.accept} or {step.decline}"
        return refuse(Reason.NOT_AN_OPTION, what, step.clause)
    decided = e.Decided(
        command.seat, seat.player, step.stage, step.accept, step.spot, cents, by_house, step.clause
    )
    if not dealer:
        return (decided,)
    decided = replace(decided, entered=dealer, bought=bought)
    if not bought:
        return (decided,)
    # Ruling G57: chips on the felt prove themselves.
    return (e.BoughtIn(command.seat, seat.player, bought, "chips", dealer), decided)


def decline(
    table: Table, number: int, step: Decide, *, by_house: bool, dealer: str = ""
) -> tuple[e.Event, ...]:
    seat, word = table.seats[number], step.decline
    back = seat.stakes[step.spot].cents if word == "withdraw" else NO_CENTS
    decided = e.Decided(
        number, seat.player, step.stage, word, step.spot, back, by_house, step.declined, dealer
    )
    if word != "fold":
        return (decided,)
    # MS 1.B(6): declining is leaving the round.
    taken, short = table.rules.lost_by_folding, table.rules.short
    lost = [
        e.Lost(number, key, stake.cents, stake.held, "folded", taken[key] or step.declined, short)
        for key, stake in seat.stakes.items()
        if key in taken
    ]
    return (decided, *lost)


def discard(table: Table, command: c.Discard) -> Answer:
    seat = _in_turn(table, command, command.seat, Exchange)
    if not isinstance(seat, Seat):
        return seat
    if no := uncalled(table):
        return no
    step = table.game_step
    assert isinstance(step, Exchange)
    hole, slots, cards = seat.hole, command.slots, command.cards
    if command.number is not None or FACE_DOWN in hole:
        return _discard_by_number(table, command, seat, step)
    if slots:
        if not 0 <= min(slots) <= max(slots) < len(hole):
            return refuse(Reason.BAD_DISCARD, f"no such slot of seat {command.seat}", step.clause)
        cards += tuple([hole[slot] for slot in slots])
    if len(cards) > step.up_to:
        return refuse(Reason.BAD_DISCARD, f"at most {step.up_to}", step.clause)
    if cards and (len({*cards}) < len(cards) or not {*hole}.issuperset(cards)):
        strange = " ".join(card_name(card) for card in cards if 0 <= card < 54)
        return refuse(Reason.BAD_DISCARD, f"{strange} of seat {command.seat}", step.clause)
    if command.cards:
        slots = tuple([hole.index(card) for card in cards])
    by_house = command.by.role == "house"
    dealer = "" if by_house else dealer_of(command)
    return (e.Discarded(command.seat, step.stage, slots, cards, by_house, step.clause, dealer),)


def _discard_by_number(table: Table, command: c.Discard, seat: Seat, step: Exchange) -> Answer:
    """Of a hand that lies face down, only the number and the exposed cards discarded are known."""
    number, names, hole = command.number, command.cards, seat.hole
    if not table.physical or number is None or command.slots:
        how = "say how many cards" if table.physical else "name the cards"
        return refuse(Reason.BAD_DISCARD, how, step.clause)
    if not 0 <= number <= step.up_to:
        return refuse(Reason.BAD_DISCARD, f"at most {step.up_to}", step.clause)
    faces = {hole[slot]: slot for slot in seat.shown}
    face_down = [slot for slot in range(len(hole)) if slot not in seat.shown]
    unread = number - len(names)
    if len({*names}) < len(names) or not faces.keys() >= {*names} or unread > len(face_down):
        return refuse(Reason.BAD_DISCARD, "only exposed cards are named", step.clause)
    if unread < 0:
        return refuse(Reason.BAD_DISCARD, f"{len(names)} cards named of {number}", step.clause)
    slots = (*(faces[card] for card in names), *face_down[:unread])
    cards = (*names, *(FACE_DOWN,) * unread)
    by_house = command.by.role == "house"
    dealer = dealer_of(command)
    return (e.Discarded(command.seat, step.stage, slots, cards, by_house, step.clause, dealer),)


def play_on(table: Table, command: c.PlayOn) -> Answer:
    """Ruling G18: check, withdraw, fold, or stand pat, marked as the house's act."""
    clause = table.rules.game.cite("seated.left")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    seat, step = table.seats.get(command.seat), table.game_step
    if seat is None or not seat.playing:
        return refuse(Reason.SEAT_OUT, f"seat {command.seat}", clause)
    if no := uncounted(table):
        return no
    if not table.turn:
        return refuse(Reason.NO_DECISION, "", clause)
    assert isinstance(step, Decide | Exchange)
    if command.seat != table.turn:
        return refuse(Reason.NOT_YOUR_TURN, f"seat {table.turn} is to decide", step.in_turn)
    if no := uncalled(table):
        return no
    if isinstance(step, Exchange):
        return (e.Discarded(command.seat, step.stage, (), (), True, "G18"),)
    return decline(table, command.seat, step, by_house=True)


def abandon(table: Table, command: c.Abandon) -> Answer:
    """Abandons every box of the player, because it is the player who left the table."""
    clause = table.rules.game.cite("seated.left")
    if no := _not_to_drop(table, command, command.seat, clause):
        return no
    if command.by.role != "house" and (no := bad_reason(command.reason, DROP_RULING)):
        return no
    player = table.seats[command.seat].player
    boxes = [n for n in table.wagering() if table.seats[n].player == player and _at_risk(table, n)]
    if no := _unconfirmed(table, command, command.asked, boxes):
        return no
    also = (command.by, command.at, clause, "", command.reason, command.asked)
    drops = [e.SeatDropped(n, "abandoned", *also) for n in boxes]
    return tuple(event for drop in drops for event in _drop(table, drop))


def forfeit(table: Table, command: c.Forfeit) -> Answer:
    """Costs the wagers only where a document says so (MS 11.A(5), rulings M5 and G31)."""
    game, number, by_house = table.rules.game, command.seat, command.by.role == "house"
    clause = game.cite("conduct")
    if no := _not_to_drop(table, command, number, clause or "G31"):
        return no
    if (command.words or not (game.grounds or by_house)) and (
        no := bad_reason(command.words, DROP_RULING)
    ):
        return no
    if not game.grounds:
        if command.ground:
            return refuse(Reason.NO_GROUND, "this document names none, leave it out", "G31")
        return (e.BreachNoted(number, command.by, command.at, "G31", command.words),)
    ground = next((ground for ground in game.grounds if ground.clause == command.ground), None)
    if ground is None and (command.ground or not by_house):
        named = ", ".join(ground.clause for ground in game.grounds)
        return refuse(Reason.NO_GROUND, f"one of {named}", clause)
    if ground is not None and ground.until_shown and _all_shown(table) and not by_house:
        return refuse(Reason.NO_GROUND, "every community card is up", ground.clause)
    if no := _unconfirmed(table, command, command.asked, [number]):
        return no
    also = (command.by, command.at, clause, command.ground, command.words, command.asked)
    return _drop(table, e.SeatDropped(number, "forfeited", *also))


DROP_RULING: Final = "G52"


def _not_to_drop(table: Table, command: c.Command, number: int, clause: str) -> Refusal | None:
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if table.phase in ("bets", "unmatched"):
        return refuse(Reason.NO_ROUND, "wagers are not closed", clause)
    seat = table.seats.get(number)
    if seat is None or not seat.stakes or seat.dropped:
        return refuse(Reason.SEAT_OUT, f"seat {number}", clause)
    if not _at_risk(table, number):
        return refuse(Reason.ALREADY_SETTLED, f"seat {number}", clause)
    return None


def _at_risk(table: Table, number: int) -> bool:
    settled = number in table.settled or number == table.pending
    return not (settled or table.seats[number].dropped)


def _all_shown(table: Table) -> bool:
    return table.step > table.rules.last_cards


def _unconfirmed(
    table: Table, command: c.Command, second: str, boxes: Sequence[int]
) -> Refusal | None:
    """Ruling G52: once every card is up, or above the submission's amount, two persons decide."""
    if command.by.role == "house":
        return None
    limit = table.rules.confirm_above
    stakes = [stake for n in boxes for stake in table.seats[n].stakes.values() if not stake.done]
    amount = sum(stake.cents for stake in stakes)
    if _all_shown(table):
        why = "every card is up"
    elif limit is not None and amount > limit:
        why = f"{format_cents(amount)}, more than {format_cents(limit)}"
    else:
        why = ""
    if second == command.by.name or (why and not second):
        return refuse(Reason.SECOND_PERSON, why or f"{second} is the same person", DROP_RULING)
    return None


def _drop(table: Table, dropped: e.SeatDropped) -> tuple[e.Event, ...]:
    number, why, clause = dropped.seat, dropped.why, dropped.clause
    lost = tuple(
        e.Lost(number, key, stake.cents, stake.held, why, clause, table.rules.short)
        for key, stake in table.seats[number].stakes.items()
        if not stake.done
    )
    return (dropped, *lost)


def evolve_decided(table: Table, event: e.Decided) -> Table:
    cents, act = event.cents, event.act
    before = None if table.stub else before_choice(table, event.seat)
    if not table.stub_racked:
        rack_stub(table)  # before a folded hand, which goes on top of it
    if cents or act == "fold":
        seat = table.own(event.seat)
        if act == "fold":
            seat.folded = event.stage
            # MS 11.B(3), 11.D(2), 11.F(2): a hand with a bonus wager stays.
            if table.rules.survivors.isdisjoint(seat.stakes):
                rack_hand(table, event.seat)
        elif act == "withdraw":
            del seat.stakes[event.spot]
        else:
            seat.stakes[event.spot] = Stake(cents)
    if before is not None:
        remember_choice(table, event, before)
    queue = table.asked = table.asked[1:]
    return table if queue else next_step(table)


def evolve_discarded(table: Table, event: e.Discarded) -> Table:
    table.asked = table.asked[1:]
    before = None if table.stub else before_choice(table, event.seat)
    if event.slots:
        seats = table.own_seats()
        seat = seats[event.seat]
        hole = [*seat.hole]
        for slot in event.slots:
            hole[slot] = NO_CARD
        # A slot whose card was exposed (ruling G26) gets a new card that was not.
        shown = tuple([s for s in seat.shown if s not in event.slots]) if seat.shown else ()
        if FACE_DOWN in event.cards:
            # Players mix their cards, so nobody knows which of those that a shoe read are gone.
            hole = [
                card if card == NO_CARD or slot in shown else FACE_DOWN
                for slot, card in enumerate(hole)
            ]
        seats[event.seat] = replace(seat, hole=tuple(hole), shown=shown)
        # DD .11C(5), DD .11C(11): at once, before anybody is given a card.
        put_in_rack(table, DISCARDS[event.seat], event.cards)
    if before is not None:
        remember_choice(table, event, before)
    return table if table.asked or awaiting_cards(table) else next_step(table)


def evolve_dropped(table: Table, event: e.SeatDropped) -> Table:
    table.own(event.seat).dropped = event.why
    if table.entries:
        table.entries = tuple([entry for entry in table.entries if entry.number != event.seat])
    if table.phase != "play":
        return table
    if isinstance(table.game_step, Decide | Exchange):
        table.asked = tuple(number for number in table.asked if number != event.seat)
        return table if table.asked or awaiting_cards(table) else next_step(table)
    return past_turned(table)


def evolve_lost(table: Table, event: e.Lost) -> Table:
    table.own(event.seat).stakes[event.spot] = Stake(event.cents, False, True)
    if table.phase == "settling":
        table.paid = (*table.paid, event)
    return table
