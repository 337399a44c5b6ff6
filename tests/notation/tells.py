"""How an item of a real table is recognized in an act of a round."""

import re
from collections.abc import Callable

from notation.acts import Act
from pitboss.cards import FACE_DOWN
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import also_due, due
from pitboss.table.equipment import BACKS, deck_overdue, one_device, rack_packets
from pitboss.table.refusals import Reason
from pitboss.table.reports import last_card_up, misdeal_clause
from pitboss.table.state import SEATS_NAMED, STUB

Tells = Callable[[Act], bool]


# ── cards as they lie ─────────────────────────────────────────────────────────────────────────────


def dealt_face_down(act: Act) -> bool:
    return act.command.by.role == "dealer" and bool(act.first(e.CardDealt, card=FACE_DOWN))


def turned_when_named(act: Act) -> bool:
    """Faces that lay unread are named as they are turned up."""
    return isinstance(act.command, c.Reveal) and bool(act.command.cards and act.events)


def drawn_face_down(act: Act) -> bool:
    drawing = act.before.phase == "play" and act.command.by.role == "dealer"
    return drawing and bool(act.first(e.CardDealt, card=FACE_DOWN))


def discards_by_number(act: Act) -> bool:
    by_number = isinstance(act.command, c.Discard) and act.command.number is not None
    return by_number and bool(act.first(e.Discarded))


def hand_by_hand(act: Act) -> bool:
    shown = act.first(e.HandShown)
    return isinstance(act.command, c.ShowHand) and bool(shown and shown.slots)


def read_by_the_shoe(act: Act) -> bool:
    dealt = act.first(e.CardDealt)
    return act.command.by.role == "device" and dealt is not None and dealt.card != FACE_DOWN


def reader_refused(act: Act) -> bool:
    by_device = act.command.by.role == "device"
    return by_device and act.refused(Reason.NO_SUCH_DEVICE, c.Deal)


def in_bulk(pattern: str) -> Tells:
    """A list of acts in one sentence, which the dealer enters."""
    sentence = re.compile(f"as dealer dee: {pattern}")
    return lambda act: bool(sentence.match(act.sentence) and act.events)


def bulk_stops(act: Act) -> bool:
    """At a seat whose player has a device."""
    return "the rest" in act.sentence and act.refused(Reason.NOT_BY_HAND)


def prompted(what: str) -> Tells:
    def tells(act: Act) -> bool:
        waits = (due(act.after, act.command.at), also_due(act.after))
        return what in [one.what for one in waits if one is not None]

    return tells


def prompted_in_the_round(act: Act) -> bool:
    return act.after.phase == "play" and prompted("no more bets")(act)


def prompted_past_its_hours(act: Act) -> bool:
    return act.after.cards != "closed" and prompted("receive")(act)


def exposed_named(act: Act) -> bool:
    named = isinstance(act.command, c.ReportCardExposed) and act.command.card is not None
    return named and bool(act.first(e.CardExposed))


def hand_read_again(act: Act) -> bool:
    """A hand turned and named wrongly is named again before it is settled."""
    return bool(act.before.turned) and isinstance(act.command, c.ShowHand) and bool(act.events)


def rack_in_order(act: Act) -> bool:
    """A round ends with a card set aside below the stub, and hands above it."""
    names = [packet.of for packet in act.before.rack]
    return bool(act.first(e.RoundEnded)) and "set aside" in names and STUB in names


def one_own_deck(act: Act) -> bool:
    """The house receives one deck where the submission names two (ruling G55)."""
    received = act.first(e.CardsReceived, decks=1)
    return bool(received) and act.before.rules.choices.decks == 2


# ── decks ─────────────────────────────────────────────────────────────────────────────────────────


def deck_by_deck(duty: str) -> Tells:
    return lambda act: bool(act.first(e.DutyDone, duty=duty, deck=1))


def stored_in_the_round(act: Act) -> bool:
    shuffled = act.first(e.CardsShuffled)
    return shuffled is not None and act.before.cards == "in play"


def not_stored(act: Act) -> bool:
    return act.refused(Reason.CARDS_NOT_READY, c.NoMoreBets) and act.before.decks == len(BACKS)


def both_removed(act: Act) -> bool:
    return {ev.deck for ev in act.events if isinstance(ev, e.DeckRemoved)} == {0, 1}


def overdue(act: Act) -> bool:
    overdue = deck_overdue(act.before, act.command.at)
    return act.refused(Reason.DECK_OVERDUE) and bool(overdue)


def prepared(act: Act) -> bool:
    received = act.first(e.CardsReceived, prepared=True)
    return received is not None and bool(received.prepared_by or received.seal)


# ── counts ────────────────────────────────────────────────────────────────────────────────────────


def misdealt(act: Act) -> bool:
    """A right total at wrong places: a misdeal by the clause of the method; the deck stays."""
    void = act.first(e.RoundVoided, clause=act.before.dealing.misdealt)
    return isinstance(act.command, c.CountStub) and bool(void) and not act.first(e.DeckRemoved)


def misdealt_at_empty_seat(act: Act) -> bool:
    if not isinstance(act.command, c.CountStub) or not misdealt(act):
        return False
    lying = act.before.lying()
    return any(count and not lying.get(place) for place, count in act.command.found.items())


def deck_short(act: Act) -> bool:
    void = act.first(e.RoundVoided, clause=act.before.dealing.wrong)
    return isinstance(act.command, c.CountStub) and bool(void and act.first(e.DeckRemoved))


def stub_late(act: Act) -> bool:
    return act.refused(Reason.NO_STUB, c.CountStub) and act.before.stub_racked


def device_wrong(act: Act) -> bool:
    return isinstance(act.command, c.Shuffle) and bool(act.first(e.DeckRemoved))


def device_excuses(act: Act) -> bool:
    """The fifth round is played without a count of the stub."""
    ended, table = act.first(e.RoundEnded), act.before
    return bool(ended) and table.rounds_since_count >= 4 and not table.counted


def blank_device_count(act: Act) -> bool:
    return act.refused(Reason.COUNT_MISSING, c.Shuffle)


def directed_then_shuffled(act: Act) -> bool:
    return act.before.direction and bool(act.first(e.CardsShuffled))


# ── things that go wrong ──────────────────────────────────────────────────────────────────────────


def voids(act: Act) -> bool:
    return bool(act.first(e.RoundVoided))


def misdeal(act: Act) -> bool:
    return bool(act.first(e.RoundVoided, clause=misdeal_clause(act.before)))


def upheld_at_settlement(act: Act) -> bool:
    upheld = isinstance(act.command, c.UpholdReport) and misdeal(act)
    return upheld and bool(act.first(e.PaymentUndone))


def by_the_dealer_alone(act: Act) -> bool:
    """Before the last card is up a dealer's report is enough."""
    report = isinstance(act.command, c.ReportWrongNumber) and act.command.by.role == "dealer"
    return report and misdeal(act) and not last_card_up(act.before)


def at(act: Act) -> str:
    return act.command.place if isinstance(act.command, c.ReportWrongNumber) else ""


def at_empty_seat(act: Act) -> bool:
    empty = not act.before.lying().get(at(act))
    return at(act) in SEATS_NAMED and empty and misdeal(act)


def at_undealt_box(act: Act) -> bool:
    return at(act) == "box" and not act.before.box and misdeal(act)


def while_award_waits(act: Act) -> bool:
    return bool(act.before.pending) and misdeal(act)


def validation_counts_wrong(act: Act) -> bool:
    return isinstance(act.command, c.ValidateAward) and misdeal(act)


def after_full_award(act: Act) -> bool:
    undone = act.first(e.PaymentUndone)
    return bool(act.before.papers) and misdeal(act) and undone is not None


def foreign(act: Act) -> bool:
    return bool(act.first(e.RoundVoided, clause="G56") and act.first(e.DeckRemoved))


def nobody_left(act: Act) -> bool:
    """The round ends with cards that were never turned up (ruling G54)."""
    table = act.before
    unturned = table.community_shown < len(table.community) if table.community else table.physical
    gone = all(seat.folded or seat.dropped for seat in table.seats.values() if seat.stakes)
    return bool(act.first(e.RoundEnded)) and unturned and gone


def fails_before_first_card(act: Act) -> bool:
    broken = act.first(e.DeviceReported)
    return bool(broken) and voids(act) and act.before.cards != "in play"


def fails_in_the_deal(act: Act) -> bool:
    broken = act.first(e.DeviceReported)
    return bool(broken) and voids(act) and act.before.cards == "in play"


def shuffler_goes_on(act: Act) -> bool:
    broken = act.first(e.DeviceReported, device="shuffler", condition="out of order")
    return bool(broken) and act.before.cards == "in play" and not voids(act)


def one_device_fails(act: Act) -> bool:
    """The shuffler fails and the round is void: it is the shoe too."""
    broken = act.first(e.DeviceReported, device="shuffler")
    return bool(broken) and voids(act) and one_device(act.before)


def shoe_unknown(act: Act) -> bool:
    shoe = getattr(act.command, "device", "") == "shoe"
    return shoe and act.refused(Reason.NO_SUCH_DEVICE)


def jammed(act: Act) -> bool:
    return bool(act.first(e.DeviceReported, condition="jammed"))


def jam_empties_the_rack(act: Act) -> bool:
    """The finished round was in the shuffler: its cards lie in no rack."""
    return jammed(act) and bool(rack_packets(act.before)) and not rack_packets(act.after)


def jam_of_the_other_deck(act: Act) -> bool:
    return jammed(act) and act.before.decks > 1 and bool(rack_packets(act.after))


def rack_beside_broken_shuffler(act: Act) -> bool:
    broken = bool(act.first(e.RoundEnded)) and act.after.devices.get("shuffler") == "signed"
    return broken and bool(rack_packets(act.after))


def failed_shoe_leaves_no_rack(act: Act) -> bool:
    return fails_in_the_deal(act) and not rack_packets(act.after)


def folded_above_the_stub(act: Act) -> bool:
    """The first decision of a round is a fold: the stub lay in the rack before the hand."""
    decided = act.first(e.Decided, act="fold")
    names = [packet.of for packet in act.after.rack]
    return bool(decided) and not act.before.stub_racked and names[-2:] == [STUB, names[-1]]


def ground_past_its_time(act: Act) -> bool:
    late = last_card_up(act.before) and act.refused(Reason.NO_GROUND, c.Forfeit)
    return late and bool(getattr(act.command, "ground", ""))


def all_boxes(act: Act) -> bool:
    dropped = [event for event in act.events if isinstance(event, e.SeatDropped)]
    return isinstance(act.command, c.Abandon) and len(dropped) > 1


def limits(act: Act) -> bool:
    return any(isinstance(event, e.Paid) and event.cut for event in act.events)


def event(kind: type[e.Event], /, **fields: object) -> Tells:
    return lambda act: act.first(kind, **fields) is not None


def reasoned(kind: type[e.Event], field: str, /, **fields: object) -> Tells:
    def tells(act: Act) -> bool:
        event = act.first(kind, **fields)
        return event is not None and bool(getattr(event, field))

    return tells


def refused(reason: Reason, kind: type[c.Command] = c.Command) -> Tells:
    return lambda act: act.refused(reason, kind)


def entered(kind: type[e.Event]) -> Tells:
    return reasoned(kind, "entered")
