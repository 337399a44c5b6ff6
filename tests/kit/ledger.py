"""A round retold from its events alone: facts for the oracle, and who has seen which card.

It shares no code with the engine's fold.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from oracle import Payment, settle
from pitboss.cards import FACE_DOWN, Card, card_name
from pitboss.money import MILLIONTHS
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e

Paid = tuple[int, str, int, int, str, int, int | None, str]  # see `paid_as`


def oracle_house(rules: Rules) -> dict[str, Any]:
    choices = rules.choices
    house: dict[str, Any] = {
        "letters": choices.tables,
        "rates": {terms.meter: Fraction(terms.rate, MILLIONTHS) for terms in choices.meters},
        "resets": {terms.meter: terms.reset for terms in choices.meters},
        "table_minimum": choices.minimum,
    }
    return house | {key: value for key, value in choices.options.items() if value is not None}


class Ledger:
    """Fed with every event; `settled` holds each finished round as the oracle wants it."""

    def __init__(self, rules: Rules) -> None:
        self.game = rules.game.key
        self.house = oracle_house(rules)
        self.hidden = rules.game.hidden
        self.players: dict[int, str] = {}
        self.meters: dict[str, Fraction] = {}  # as the oracle leaves them, round after round
        self.hands = 0
        self.rounds = 0
        self.voids = 0
        self.rows: Counter[tuple[str, str]] = Counter()
        self._fresh()

    def _fresh(self) -> None:
        self.stakes: dict[int, dict[str, int]] = {}
        self.marks: dict[int, dict[str, Any]] = {}
        self.hole: dict[int, dict[int, Card]] = {}
        self.community: dict[int, Card] = {}
        self.box: dict[int, Card] = {}
        self.shown: set[tuple[str, int]] = set()  # (place, slot) face up for all
        self.read: dict[int, tuple[int, ...]] = {}  # slots read when the hand was turned
        self.payments: list[Paid] = []
        self.early: set[tuple[int, str]] = set()  # lost before settlement
        self.moved: Counter[str] = Counter()  # millionths of each meter, by this round
        self.before_discards: dict[int, list[tuple[dict[int, Card], set[tuple[str, int]]]]] = {}
        self.settled: list[int] = []  # seats, in the order of settlement
        self.settling = False
        self.closed = False

    def feed(self, event: e.Event) -> None:
        match event:
            case e.TableOpened():
                self.meters = {name: Fraction(n, MILLIONTHS) for name, n in event.meters.items()}
            case e.Seated():
                self.players[event.seat] = event.player
            case e.WagerPlaced():
                self.stakes.setdefault(event.seat, {})[event.spot] = event.cents
            case e.StakeReturned() if not self.closed:
                del self.stakes[event.seat][event.spot]
            case e.BetsClosed():
                self.closed = True
            case e.WagerRemoved():
                if event.cents:
                    del self.stakes[event.seat][event.spot]
            case e.CardDealt():
                self._dealt(event)
            case e.Discarded():
                before = dict(self.hole[event.seat]), set(self.shown)
                self.before_discards.setdefault(event.seat, []).append(before)
                self._discarded(event)
            case e.CardsRevealed():
                self.shown |= {(event.place, slot) for slot in event.slots}
                self._cards(event.place).update(zip(event.slots, event.cards, strict=True))
            case e.CardExposed():
                self.shown.add((f"seat {event.seat}", event.slot))
                self.hole[event.seat][event.slot] = event.card
            case e.MetersRead():
                # What this round has moved so far is in the reading already.
                self.meters |= {
                    name: Fraction(n - self.moved[name], MILLIONTHS)
                    for name, n in event.meters.items()
                }
            case e.HandShown():
                self.shown |= {(f"seat {event.seat}", slot) for slot in range(len(event.cards))}
                self.hole[event.seat] = dict(enumerate(event.cards))
                self.read[event.seat] = event.slots
            case e.SeatReopened():
                self._reopened(event)
            case e.PaymentUndone():
                self._undone(event.payment)
            case e.Decided():
                self._decided(event)
            case e.EntryRetracted():
                self._retracted(event)
            case e.SeatDropped():
                mark = {event.why: True, "dropped_after": list(self.settled)}
                self.marks.setdefault(event.seat, {}).update(mark)
            case e.SeatSettled():
                self.settled.append(event.seat)
            case e.SettlementBegun():
                self.settling = True
            case e.Lost() if not self.settling or event.reason in ("abandoned", "forfeited"):
                self.early.add((event.seat, event.spot))
            case e.RoundEnded():
                self._check()
                self.rounds += 1
                self._fresh()
            case e.RoundVoided():
                self.voids += 1
                self._fresh()
            case _:
                self.moved.update(_meter_change(event))
                if payment := paid_as(event):
                    self.payments.append(payment)

    def _dealt(self, event: e.CardDealt) -> None:
        if event.place != "burned":
            self._cards(event.place)[event.slot] = event.card

    def _cards(self, place: str) -> dict[int, Card]:
        if place in ("community", "box"):
            return self.community if place == "community" else self.box
        return self.hole.setdefault(int(place.split()[1]), {})

    def _discarded(self, event: e.Discarded) -> None:
        hole, place = self.hole[event.seat], f"seat {event.seat}"
        for slot in event.slots:
            del hole[slot]
            self.shown.discard((place, slot))
        if FACE_DOWN in event.cards:
            for slot in hole:
                if (place, slot) not in self.shown:
                    hole[slot] = FACE_DOWN

    def _reopened(self, event: e.SeatReopened) -> None:
        hole = self.hole[event.seat]
        for slot in self.read.get(event.seat) or tuple(hole):
            hole[slot] = FACE_DOWN
            self.shown.discard((f"seat {event.seat}", slot))
        for settled in (self.settled, *(m.get("dropped_after", []) for m in self.marks.values())):
            if event.seat in settled:
                settled.remove(event.seat)

    def _undone(self, payment: e.Payment) -> None:
        """Only what it undoes is gone: the round may yet be settled, or void."""
        self.moved.subtract(_meter_change(payment))
        if isinstance(payment, e.Lost) and payment.reason in ("abandoned", "forfeited"):
            self.early.discard((payment.seat, payment.spot))
            return
        if undone := paid_as(payment):
            self.payments.reverse()
            self.payments.remove(undone)
            self.payments.reverse()

    def _decided(self, event: e.Decided) -> None:
        if event.act in ("bet", "raise"):
            self.stakes[event.seat][event.spot] = event.cents
        elif event.act == "withdraw":
            self.marks.setdefault(event.seat, {}).setdefault("withdrawn", []).append(event.spot)
        elif event.act == "fold":
            self.marks.setdefault(event.seat, {})["folded"] = True

    def _retracted(self, event: e.EntryRetracted) -> None:
        """The seat as if it had not chosen."""
        if event.act in ("bet", "raise"):
            del self.stakes[event.seat][event.spot]
        elif event.act == "withdraw":
            self.marks[event.seat]["withdrawn"].remove(event.spot)
        elif event.act == "fold":
            del self.marks[event.seat]["folded"]
            self.early = {(seat, spot) for seat, spot in self.early if seat != event.seat}
        elif event.act == "discard":
            self.hole[event.seat], shown = self.before_discards[event.seat].pop()
            place = f"seat {event.seat}"
            self.shown = {one for one in self.shown if one[0] != place} | {
                one for one in shown if one[0] == place
            }

    def facts(self) -> list[dict[str, Any]]:
        return [
            {
                "seat": number,
                "player": self.players[number],
                "hole": names(self.hole.get(number, {})),
                "stakes": {spot: cents for spot, cents in stakes.items() if cents},
                **self.marks.get(number, {}),
            }
            for number, stakes in self.stakes.items()
            if any(stakes.values())
        ]

    def _check(self) -> None:
        """The round is over: the oracle settles it from the same facts and must pay the same."""
        seats = self.facts()
        box, community = names(self.box), names(self.community)
        result = settle(self.game, self.house, seats, community, box, self.meters)
        before = ("folded", "abandoned", "forfeited")
        payments = [_expected(p) for p in result["payments"] if p.row not in before]
        assert self.payments == payments, (self.game, self.house, seats, community, box, result)
        early = {(p.seat, p.spot) for p in result["payments"] if p.row in before}
        assert self.early == early
        self.meters = result["meters"]
        self.hands += len(seats)
        self.rows.update((p.spot, p.row) for p in result["payments"])

    def visible(self, seat: int) -> Counter[str]:
        """Names of the cards that a viewer may see: a seat's player, or 0 for anyone else."""
        player = self.players.get(seat)
        places = {f"seat {n}": cards for n, cards in self.hole.items()}
        places |= {"community": self.community, "box": self.box}
        counts: Counter[str] = Counter()
        for place, cards in places.items():
            own = seat > 0 and place[:4] == "seat" and self.players[int(place[5:])] == player
            for slot, card in cards.items():
                if card == FACE_DOWN:
                    continue
                if (place, slot) in self.shown or (own and slot not in self.hidden):
                    counts[card_name(card)] += 1
        return counts


def names(cards: dict[int, Card]) -> list[str]:
    return [card_name(cards[slot]) for slot in sorted(cards)]


def paid_as(event: e.Event) -> Paid | None:
    """(seat, spot, returned, won, source, cut, envied seat, clause) of an event about a spot."""
    match event:
        case e.Lost():
            return event.seat, event.spot, 0, 0, "inventory", 0, None, ""
        case e.Paid():
            won = (event.returned, event.won, "inventory", event.cut)
            return event.seat, event.spot, *won, None, event.clause
        case e.MeterPaid():
            return event.seat, event.spot, 0, event.cents, event.meter, 0, None, event.clause
        case e.EnvyPaid():
            envied = (0, event.cents, "inventory", 0)
            return event.seat, "envy", *envied, event.holder, event.clause
    return None


def _meter_change(event: e.Event) -> dict[str, int]:
    match event:
        case e.MeterFed():
            return {event.meter: event.millionths}
        case e.MeterPaid():
            return {event.meter: -event.cents * MILLIONTHS}
        case e.MeterReset():
            return {event.meter: event.cents * MILLIONTHS}
    return {}


def _expected(p: Payment) -> Paid:
    return p.seat, p.spot, p.returned, p.won, p.source, p.cut, p.holder, p.clause
