"""One settled round as statistics see it: what was paid, what was due, what else could have come.

Players do not play best, so what a table should win depends on how they play. Theory is therefore
stated twice. theory.py has the edge at the stakes bet before the deal, under best play. A round's
`law` is conditional on everything that happened up to the last decision of the round, the decisions
themselves included: one result of the table for each card that could still have come. Only chance
is left in it, whoever played, so the test of redeal.py rests on it. In a game of community cards
one card decides the hands of all seats; in a draw game each seat draws its own from one stub.

Progressive wagers are left out of all of this: their money is the meters'.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.rulebook.model import Exchange
from pitboss.rulebook.outcomes import Verdict
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e

Stakes = tuple[tuple[str, int, bool], ...]  # spot, cents, and whether they lie on it
# One column for each card that came last, each with a result in cents for every card that could
# have come; the columns are in the same order of cards, and no two of them get the same card.
Law = tuple[tuple[int, ...], ...]
MAX_STAKES: Final = 1 << 14  # whose dues are cached


class PaidRow(msgspec.Struct, frozen=True):
    """A wager that was settled on a hand, with the money that its row of the paytable gives."""

    wager: str
    hand: str
    odds: str
    stake: int
    paid: int  # returned and won, before the payout limit cuts it
    due: int


class RoundPlay(msgspec.Struct, frozen=True):
    """One round; amounts in cents, from the house's side."""

    won: int  # by the table, without progressive wagers
    staked: int
    decisions: int
    law: Law  # of the cards that came after the last decision, sorted
    fixed: int  # what no last card could change
    due: int  # what the table wins by its paytables with the cards that came
    rows: tuple[PaidRow, ...]
    opening: tuple[tuple[Card, ...], ...]  # the hands that were read, as they were dealt
    bets: tuple[tuple[tuple[str, int], ...], ...]  # of each seat, before the deal
    undone: bool  # a payment was taken back, so what was due is not certain


class _Seat:
    def __init__(self) -> None:
        self.bets: dict[str, int] = {}
        self.hole: dict[int, Card] = {}
        self.opening: tuple[Card, ...] = ()
        self.shown = False
        self.collected: dict[str, int] = {}
        self.settled: dict[str, tuple[int, bool, int]] = {}  # stake, on its spot, paid
        self.odds: dict[str, str] = {}
        self.drawn: tuple[int, Card] | None = None  # in the last exchange
        self.awaits: int | None = None


class _Reader:
    """Reads the events of one round."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats: dict[int, _Seat] = {}
        self.places: dict[str, dict[int, Card]] = {"community": {}, "box": {}}
        self.faces: set[Card] = set()
        self.won = self.apart = self.decisions = 0
        self.closed = self.undone = False
        exchanges = [step.stage for step in rules.game.play if isinstance(step, Exchange)]
        self.last_exchange = exchanges[-1] if exchanges else ""

    def seat(self, number: int) -> _Seat:
        seat = self.seats.get(number)
        if seat is None:
            seat = self.seats[number] = _Seat()
        return seat

    def read(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced() if not self.closed:
                self.seat(event.seat).bets[event.spot] = event.cents
            case e.StakeReturned():
                self.seat(event.seat).bets.pop(event.spot, None)
            case e.BetsClosed():
                self.closed = True
            case e.StakeCollected():
                self.seat(event.seat).collected[event.spot] = event.cents
            case e.CardDealt():
                self._deal(event.place, event.slot, event.card)
            case e.CardsRevealed():
                for slot, card in zip(event.slots, event.cards, strict=True):
                    self._deal(event.place, slot, card)
            case e.CardSetAside():
                self.faces.add(event.card)
            case e.CardExposed():
                self._deal(f"seat {event.seat}", event.slot, event.card)
            case e.HandShown():
                seat = self.seat(event.seat)
                seat.shown = True
                for slot, card in enumerate(event.cards):
                    self._deal(f"seat {event.seat}", slot, card)
            case e.Decided():
                self.decisions += 1
                self._open(self.seat(event.seat))
            case e.Discarded():
                self._discard(event)
            case _:
                self._pay(event)

    def _deal(self, place: str, slot: int, card: Card) -> None:
        if card >= 0:
            self.faces.add(card)
        if not place.startswith("seat "):
            self.places.setdefault(place, {})[slot] = card
            return
        seat = self.seat(int(place[5:]))
        seat.hole[slot] = card
        if seat.awaits == slot or (seat.drawn and seat.drawn[0] == slot):
            seat.drawn, seat.awaits = (slot, card), None

    def _open(self, seat: _Seat) -> None:
        """A hand at its first decision is as it was dealt."""
        if not seat.opening and seat.hole and min(seat.hole.values()) >= 0:
            seat.opening = tuple(seat.hole[slot] for slot in sorted(seat.hole))

    def _discard(self, event: e.Discarded) -> None:
        seat = self.seat(event.seat)
        self.decisions += 1
        self._open(seat)
        self.faces.update(card for card in event.cards if card >= 0)
        if event.stage == self.last_exchange and len(event.slots) == 1:
            seat.awaits = event.slots[0]

    def _pay(self, event: e.Event) -> None:
        match event:
            case e.Lost() if not self._progressive(event.spot):
                self._settle(event.seat, event.spot, event.cents, event.held, 0, 0)
            case e.Paid() if not self._progressive(event.spot):
                seat = self.seat(event.seat)
                stake = event.returned or seat.collected.get(event.spot, 0)
                seat.odds[event.spot] = event.odds
                paid = event.returned + event.won
                lies_there = bool(event.returned)
                self._settle(event.seat, event.spot, stake, lies_there, paid, event.cut)
            case e.PaymentUndone():
                self.undone = True
            case e.EntryRetracted() if event.back:
                self.undone = True  # stakes that a fold had taken are back
            case _:
                pass

    def _settle(
        self, number: int, spot: str, stake: int, lies_there: bool, paid: int, cut: int
    ) -> None:
        """A wager that is lost before its hand is shown was folded: no card could change it."""
        self.won += stake - paid
        if self.seat(number).shown:
            self.seat(number).settled[spot] = (stake, lies_there, paid + cut)
        else:
            self.apart += stake - paid

    def _progressive(self, spot: str) -> bool:
        return self.rules.wagers[self.rules.spots[spot].wager].progressive


class RoundReader:
    """Reads the settled rounds of a table with these rules; caches what stakes are due."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._dues: dict[Stakes, dict[int, tuple[Verdict, int]]] = {}

    def read(self, events: Iterable[e.Event]) -> RoundPlay:
        reader = _Reader(self.rules)
        for event in events:
            reader.read(event)
        seats = [seat for seat in reader.seats.values() if seat.bets]
        shown = [seat for seat in seats if seat.shown and seat.settled and _is_read(seat)]
        law: Law = ()
        fixed, due = reader.won, reader.won
        if not reader.undone:
            community = reader.places["community"]
            certain = [s for s in shown if not (community or s.drawn)]
            hands = ((_stakes(seat), _cards(reader, seat)) for seat in certain)
            verdict = self.rules.outcomes.verdict
            fixed = reader.apart + sum(self._due(at, verdict(cards)) for at, cards in hands)
            law = self._law(reader, [seat for seat in shown if community or seat.drawn])
            due = fixed + sum(column[n] for n, column in enumerate(law))
        return RoundPlay(
            reader.won,
            sum(cents for seat in seats for spot, cents in seat.bets.items()),
            reader.decisions,
            _in_order(law),
            fixed,
            due,
            tuple(row for seat in shown for row in _rows(self.rules, reader, seat)),
            tuple(seat.opening for seat in seats if seat.opening),
            tuple(tuple(sorted(seat.bets.items())) for seat in seats),
            reader.undone,
        )

    def _law(self, reader: _Reader, seats: list[_Seat]) -> Law:
        """A column of results for each card that came after the last decision; the n-th value of
        the n-th column is that of the card that really came.
        """
        community = reader.places["community"]
        if not seats:
            return ()
        if community:
            # The last one turned up decides all hands at once; the others are taken as they came.
            slot = max(community)
            at = self.rules.game.hole + slot
            columns = [[(seat, at) for seat in seats]]
            drawn = [community[slot]]
        else:
            draws = [(seat, seat.drawn) for seat in seats if seat.drawn is not None]
            columns = [[(seat, slot)] for seat, (slot, _) in draws]
            drawn = [card for _, (_, card) in draws]
        unseen = [*drawn, *(c for c in self.rules.game.cards if c not in reader.faces)]
        return tuple(self._column(reader, column, unseen) for column in columns)

    def _column(
        self, reader: _Reader, seats: list[tuple[_Seat, int]], unseen: list[Card]
    ) -> tuple[int, ...]:
        sums = [0] * len(unseen)
        for seat, at in seats:
            stakes = _stakes(seat)
            verdicts = self.rules.outcomes.with_each(_cards(reader, seat), at, unseen)
            sums = [n + self._due(stakes, each) for n, each in zip(sums, verdicts, strict=True)]
        return tuple(sums)

    def _due(self, stakes: Stakes, verdict: Verdict) -> int:
        """What the table wins on these stakes by the paytables, with the payout limit."""
        dues = self._dues.get(stakes)
        if dues is None:
            if len(self._dues) > MAX_STAKES:
                self._dues.clear()
            dues = self._dues[stakes] = {}
        # All hands that are paid alike share a verdict; the entry keeps it, and so its id, alive.
        entry = dues.get(id(verdict))
        if entry is None:
            entry = dues[id(verdict)] = (verdict, _due_by(self.rules, stakes, verdict))
        return entry[1]


def _in_order(law: Law) -> Law:
    """Sorts a law, so that rounds differing only in the card that came are counted together."""
    return tuple(zip(*sorted(zip(*law, strict=True)), strict=True)) if law else ()


def _is_read(seat: _Seat) -> bool:
    return min(seat.hole.values(), default=-1) >= 0


def _stakes(seat: _Seat) -> Stakes:
    return tuple((spot, stake, lies_there) for spot, (stake, lies_there, _) in seat.settled.items())


def _cards(reader: _Reader, seat: _Seat) -> tuple[Card, ...]:
    """The hand, the community cards and the box, as the rulebook reads them."""
    places = (seat.hole, reader.places["community"], reader.places["box"])
    return tuple(place[slot] for place in places for slot in sorted(place))


def _due_by(rules: Rules, stakes: Stakes, verdict: Verdict) -> int:
    limit, won, total = rules.payout_limit, 0, 0
    lies = {spot: (stake, lies_there) for spot, stake, lies_there in stakes}
    for key, spot, outcome in verdict.spots:
        if key not in lies or spot.progressive:
            continue
        stake, lies_there = lies[key]
        total += stake
        if outcome.row is None:
            continue
        inside = 0 if lies_there else stake
        net = int(outcome.terms.amount(stake))
        if spot.capped and limit is not None and won + net - inside > limit:
            net = inside + max(0, limit - won)  # rulings G13, G14
        if spot.capped:
            won += net - inside
        total -= net + (stake if lies_there else 0)
    return total


def _rows(rules: Rules, reader: _Reader, seat: _Seat) -> Iterator[PaidRow]:
    verdict = rules.outcomes.verdict(_cards(reader, seat))
    spots = {key: outcome for key, _, outcome in verdict.spots}
    for key, (stake, lies_there, paid) in seat.settled.items():
        outcome = spots[key]
        due = 0
        if outcome.row is not None and not outcome.share:
            due = outcome.terms.amount(stake) + (stake if lies_there else 0)
        name = outcome.row.name if outcome.row else outcome.name if paid else "loses"
        odds = outcome.odds or seat.odds.get(key, "")
        yield PaidRow(rules.spots[key].wager, name, odds, stake, paid, due)
