"""One settled round as statistics see it: what was paid, what was due, what else could have come.

Players do not play best, so what a table should win depends on how they play. Theory is therefore
stated twice. `theory` is the edge at the stakes bet before the deal, under best play. `outcomes`
are conditional on everything that happened up to the last decision of the round, the decisions
themselves included: one result of the table for each card that could still have come. Only chance
is left in them, whoever played, so the test of redeal.py rests on them.

Progressive wagers are left out of all of this: their money is the meters'.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.cards import Card
from pitboss.rulebook.model import Exchange
from pitboss.rulebook.outcomes import Verdict
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e

Stakes = tuple[tuple[str, int, bool], ...]  # spot, cents, and whether they lie on it


class PaidRow(msgspec.Struct, frozen=True):
    """A wager that was settled on a hand, with the money that its row of the paytable is due."""

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
    outcomes: tuple[tuple[int, ...], ...]  # equally likely results, one tuple a card that came last
    fixed: int  # what no last card could change
    rows: tuple[PaidRow, ...]
    opening: tuple[tuple[Card, ...], ...]  # hands as they were dealt, those that were read
    bets: tuple[tuple[tuple[str, int], ...], ...]  # of each seat, before the deal
    undone: bool  # a payment was taken back, so that what was due is not plain


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
        return self.seats.setdefault(number, _Seat())

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
                self.undone = True  # stakes that a fold had taken lie again
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


def read_round(rules: Rules, events: Iterable[e.Event]) -> RoundPlay:
    """A settled round from its events, of a table with these rules."""
    reader = _Reader(rules)
    for event in events:
        reader.read(event)
    seats = [seat for seat in reader.seats.values() if seat.bets]
    shown = [seat for seat in seats if seat.shown and seat.settled and _is_read(seat)]
    outcomes = list(_outcomes(rules, reader, shown)) if not reader.undone else []
    fixed = reader.won
    if not reader.undone:
        certain = [s for s in shown if not (reader.places["community"] or s.drawn)]
        due = (_due(rules, _verdict(rules, reader, seat), _stakes(seat)) for seat in certain)
        fixed = reader.apart + sum(due)
    return RoundPlay(
        reader.won,
        sum(cents for seat in seats for spot, cents in seat.bets.items()),
        reader.decisions,
        tuple(outcomes),
        fixed,
        tuple(row for seat in shown for row in _rows(rules, reader, seat)),
        tuple(seat.opening for seat in seats if seat.opening),
        tuple(tuple(sorted(seat.bets.items())) for seat in seats),
        reader.undone,
    )


def _is_read(seat: _Seat) -> bool:
    return min(seat.hole.values(), default=-1) >= 0


def _stakes(seat: _Seat) -> Stakes:
    return tuple((spot, stake, lies_there) for spot, (stake, lies_there, _) in seat.settled.items())


def _cards(reader: _Reader, seat: _Seat) -> list[Card]:
    """The hand, the community cards and the box, as the rulebook reads them."""
    places = (seat.hole, reader.places["community"], reader.places["box"])
    return [place[slot] for place in places for slot in sorted(place)]


def _verdict(rules: Rules, reader: _Reader, seat: _Seat) -> Verdict:
    return rules.outcomes.verdict(tuple(_cards(reader, seat)))


def _outcomes(rules: Rules, reader: _Reader, shown: list[_Seat]) -> Iterator[tuple[int, ...]]:
    """For each card that came after the last decision, the table's result with every other one."""
    community = reader.places["community"]
    if community:
        # The last one turned up decides all hands at once; the others are taken as they came.
        at = rules.game.hole + max(community)
        yield from _with_each(rules, reader, shown, at, community[max(community)])
    else:
        for seat in shown:
            if seat.drawn is not None:
                yield from _with_each(rules, reader, [seat], *seat.drawn)


def _with_each(
    rules: Rules, reader: _Reader, seats: list[_Seat], at: int, card: Card
) -> Iterator[tuple[int, ...]]:
    unseen = [card, *(c for c in rules.game.cards if c not in reader.faces)]
    hands = [(_cards(reader, seat), _stakes(seat)) for seat in seats]
    verdict = rules.outcomes.verdict
    sums = [0] * len(unseen)
    for cards, stakes in hands:
        for n, other in enumerate(unseen):
            cards[at] = other
            sums[n] += _due(rules, verdict(tuple(cards)), stakes)
    if seats:
        yield tuple(sorted(sums))


@lru_cache(1 << 16)
def _due_cached(rules: Rules, verdict: "_Shared", stakes: Stakes) -> int:
    limit, won, total = rules.payout_limit, 0, 0
    lies = {spot: (stake, lies_there) for spot, stake, lies_there in stakes}
    for key, spot, outcome in verdict.verdict.spots:
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


class _Shared:
    """A verdict by identity: all hands that are paid alike share one."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict

    def __hash__(self) -> int:
        return id(self.verdict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shared) and other.verdict is self.verdict


def _due(rules: Rules, verdict: Verdict, stakes: Stakes) -> int:
    """What the table wins on these stakes by the paytables, with the payout limit."""
    return _due_cached(rules, _Shared(verdict), stakes)


def _rows(rules: Rules, reader: _Reader, seat: _Seat) -> Iterator[PaidRow]:
    spots = {key: outcome for key, _, outcome in _verdict(rules, reader, seat).spots}
    for key, (stake, lies_there, paid) in seat.settled.items():
        outcome = spots[key]
        due = 0
        if outcome.row is not None and not outcome.share:
            due = outcome.terms.amount(stake) + (stake if lies_there else 0)
        name = outcome.row.name if outcome.row else outcome.name if paid else "loses"
        odds = outcome.odds or seat.odds.get(key, "")
        yield PaidRow(rules.spots[key].wager, name, odds, stake, paid, due)


# ── theory at the stakes bet before the deal ──────────────────────────────────────────────────────


@lru_cache(1 << 12)
def best_play_win(rules: Rules, bets: tuple[tuple[str, int], ...]) -> Fraction:
    """What the house wins on a seat's bets under best play, progressive wagers and the payout limit
    apart: the limit is reached so rarely that it hardly moves an edge.
    """
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.prices.side_wagers import side_at_start
    from pitboss.odds.rule_lists.draw_start import draw_at_start
    from pitboss.odds.stud import seat_value as stakes

    lies = {
        spot: cents
        for spot, cents in bets
        if cents and not rules.wagers[rules.spots[spot].wager].progressive
    }
    if not all(spot.key in lies for spot in rules.required):
        return Fraction()
    if rules.game.draws:
        return -draw_at_start(rules, draw_stakes.draw_seat_bets(rules, lies))
    own = msgspec.structs.replace(
        stakes.seat_bets(rules, lies, {}), limit=None, limited=(), boxed=()
    )
    total = stakes.value_at_start(rules, own)
    inside = {key for key, _ in own.forfeited}
    for spot, cents in lies.items():
        wager = rules.wagers[rules.spots[spot].wager]
        if wager.optional and wager.key not in inside:
            total += side_at_start(rules, wager.key, cents, {})
    return -total


# ── opening hands ─────────────────────────────────────────────────────────────────────────────────

Pattern = tuple[int, tuple[int, ...], bool]  # jokers, equal ranks, one suit


def pattern_of(cards: tuple[Card, ...]) -> Pattern:
    plain = [card for card in cards if card < PLAIN]
    ranks = tuple(sorted(Counter(card >> 2 for card in plain).values(), reverse=True))
    return len(cards) - len(plain), ranks, len({card & 3 for card in plain}) == 1


PLAIN = 52  # cards from here on are jokers


@lru_cache(16)
def pattern_chances(size: int, jokers: int) -> dict[Pattern, Fraction]:
    """The chance of each pattern of so many cards, counted."""
    from math import comb, perm, prod

    counts: dict[Pattern, int] = {}
    for wild in range(jokers + 1):
        for ranks in _partitions(size - wild, 4):
            ways = perm(13, len(ranks)) * prod(comb(4, n) for n in ranks)
            for same in Counter(ranks).values():
                ways //= prod(range(1, same + 1))
            ways *= comb(jokers, wild)
            suited = 0
            if max(ranks, default=1) == 1:
                suited = ways * 4 // 4 ** len(ranks) if ranks else 0
            if suited:
                counts[wild, ranks, True] = suited
            if ways - suited:
                counts[wild, ranks, False] = ways - suited
    total = comb(PLAIN + jokers, size)
    assert sum(counts.values()) == total
    return {pattern: Fraction(count, total) for pattern, count in counts.items()}


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if not total:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)
