"""The slow twin of the stud kernels: every deal of a small deck played out, in whole numbers.

It reads the game's declaration card by card and spot by spot and shares nothing with the kernels:
no classes, no tables by number, no shortcuts. Good for decks of up to a dozen cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import floor

from pitboss.cards import Card
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook.model import CardSlots, Decide, Game, RevealStep
from pitboss.rulebook.paytable import Fixed, For, Pays, Paytable, Push, Row, To

Place = tuple[str, int]  # ("hole", 0), ("community", 2), ("box", 1)
Rows = tuple[str | None, ...]  # the row that pays each wager, in the order of the tables given
Plan = tuple[int, bool, list[tuple[str, int]]]  # lost by a fold, whether folded, wagers and stakes
Outcome = tuple[tuple[int, ...], Rows]  # the decisions taken, and the rows


def _hand_places(hand: CardSlots) -> list[Place]:
    return [("hole", slot) for slot in hand.hole] + [("community", slot) for slot in hand.community]


def _net(pays: Pays, stake: int) -> Fraction:
    """What a stake that stays on the layout wins, before it is rounded down."""
    match pays:
        case To(odds, per):
            return Fraction(odds, per) * stake
        case For(odds, per):
            return Fraction(odds, per) * stake - stake
        case Fixed(cents):
            return Fraction(cents)
        case Push():
            return Fraction(0)
    raise AssertionError(f"{pays} is no payment of the base game")


class Twin:
    """One game on one deck under one choice of tables by wager."""

    def __init__(
        self,
        game: Game,
        tables: Mapping[str, Paytable],
        deck: Sequence[Card],
        *,
        play_ties: bool = True,
        extra: Mapping[str | None, int] | None = None,
        fold_extra: int = 0,
        unit: int = 1,
    ) -> None:
        self.game, self.tables, self.deck = game, tables, tuple(deck)
        self.play_ties, self.unit = play_ties, unit
        self.extra, self.fold_extra = extra or {}, fold_extra
        self.start: tuple[Place, ...] = tuple(
            ("hole", slot) for slot in range(game.hole) if slot not in game.hidden
        )
        self.events = tuple(self._events())
        self.decides = tuple(event for event in self.events if isinstance(event, Decide))
        self.places = (
            *self.start,
            *(event for event in self.events if not isinstance(event, Decide)),
        )
        self.best: dict[object, tuple[int, int]] = {}
        spots = [*(spot.key for spot in game.spots if spot.required)]
        spots += [step.spot for step in self.decides]
        wagers = [*(game.spot(key).wager for key in spots), *["progressive"] * bool(extra)]
        self.decided = tuple(dict.fromkeys(wagers))  # wagers that decisions are about
        self.dealt: dict[tuple[Card, ...], tuple[Row | None, ...]] = {}  # their rows
        self.totals: dict[object, int] = {}  # by the rows' identities and the decisions
        self.slots: dict[str, tuple[int, ...]] = {}
        self.rows: dict[tuple[str, tuple[Card, ...]], Row | None] = {}

    def _events(self) -> Iterator[Place | Decide]:
        turned = 0
        for step in self.game.play:
            match step:
                case Decide():
                    yield step
                case RevealStep(what="slot"):
                    yield ("hole", step.slot)
                case RevealStep(what="community"):
                    for _ in range(step.cards):
                        yield ("community", turned)
                        turned += 1

    def expectation(self) -> Fraction:
        """Net result of a round in units of the base wager."""
        firsts = self._firsts()
        total, deals = sum(self.value(first, ()) for first in firsts), len(firsts)
        for depth in range(len(self.start), len(self.places)):
            deals *= len(self.deck) - depth
        return Fraction(total, deals * self.unit)

    def _firsts(self) -> list[tuple[Card, ...]]:
        """The cards known at the start: in every order where a hand takes only some of them."""
        places = set(self.start)
        hands = (set(_hand_places(hand)) & places for hand in self.game.hands.values())
        orders = any(some and some != places for some in hands)
        return list((permutations if orders else combinations)(self.deck, len(places)))

    def value(self, cards: tuple[Card, ...], taken: tuple[int, ...]) -> int:
        """What is to come, summed over the cards still unknown and played as well as can be."""
        at = len(cards) - len(self.start) + len(taken)
        if at == len(self.events):
            return self.net(cards, taken)
        if (cards, taken) not in self.best:
            if isinstance(self.events[at], Decide):
                self.best[cards, taken] = self._decide(cards, taken)
            else:
                later = (self.value((*cards, c), taken) for c in self.deck if c not in cards)
                self.best[cards, taken] = sum(later), 0
        return self.best[cards, taken][0]

    def _decide(self, cards: tuple[Card, ...], taken: tuple[int, ...]) -> tuple[int, int]:
        choices = 1 if self.folded(taken) else len(self.units(self.decides[len(taken)].spot))
        values = [self.value(cards, (*taken, choice)) for choice in range(choices)]
        alike = [choice for choice, value in enumerate(values) if value == max(values)]
        return max(values), alike[-1] if self.play_ties else alike[0]

    def units(self, spot: str) -> tuple[int, ...]:
        """What each choice stakes on a spot: nothing, then its multiples or the one unit."""
        return (0, *(self.game.spot(spot).multiples or (1,)))

    def folded(self, taken: tuple[int, ...]) -> bool:
        acts = zip(self.decides, taken, strict=False)
        return any(step.decline == "fold" and not choice for step, choice in acts)

    def net(self, cards: tuple[Card, ...], taken: tuple[int, ...]) -> int:
        """What the base game comes to, and what else rides on the five-card hand."""
        rows = self.dealt.get(cards)
        if rows is None:
            rows = self.dealt[cards] = tuple(self.row(wager, cards) for wager in self.decided)
        names = tuple([id(row) for row in rows])
        total = self.totals.get((names, taken))
        if total is None:
            paid = dict(zip(self.decided, rows, strict=True))
            total = self.totals[names, taken] = self._net(paid, taken)
        return total

    def _net(self, rows: dict[str, Row | None], taken: tuple[int, ...]) -> int:
        lost, folded, stakes = self._plan(taken)
        total = sum(self._result(rows[wager], stake) for wager, stake in stakes) - lost
        if folded:
            return total + self.fold_extra
        if self.extra:
            row = rows["progressive"]
            total += self.extra[row.name if row else None]
        return total

    def _plan(self, taken: tuple[int, ...]) -> "Plan":
        """What lies on the spots after a course of decisions."""
        units = {spot.key: 1 for spot in self.game.spots if spot.required}
        for place, (step, choice) in enumerate(zip(self.decides, taken, strict=True)):
            if self.folded(taken[:place]):  # what lies there is left, to be lost
                units.setdefault(step.spot, 0)
            else:
                units[step.spot] = self.units(step.spot)[choice]
        folded, lost, stakes = self.folded(taken), 0, []
        for key, count in units.items():
            wager = self.game.wager(self.game.spot(key).wager)
            if folded and not wager.survives_fold:
                lost += self.unit * count
            else:
                stakes.append((wager.key, self.unit * count))
        return lost, folded, stakes

    def _result(self, row: Row | None, stake: int) -> int:
        """What a stake on a spot of the base game comes to."""
        if row is None or not stake:
            return -stake
        return floor(_net(row.pays, stake))

    def row(self, wager: str, cards: tuple[Card, ...], box: tuple[Card, ...] = ()) -> Row | None:
        """The row that pays a wager, for the cards in the order they became known."""
        slots = self.slots.get(wager)
        if slots is None:
            slots = self.slots[wager] = self._slots(wager)
        deal = (*cards, *box)
        hand = tuple(sorted([deal[slot] for slot in slots]))
        if (wager, hand) not in self.rows:
            table = self._table(wager)
            self.rows[wager, hand] = table.row_for(evaluate(RANKINGS[table.ranking], hand))
        return self.rows[wager, hand]

    def _table(self, wager: str) -> Paytable:
        return self.tables[self.game.wager(wager).pays_as or wager]

    def _slots(self, wager: str) -> tuple[int, ...]:
        """The places of a wager's hand among the known cards and those of the box behind them."""
        hand = self.game.hands[self._table(wager).cards or self.game.wager(wager).on]
        own = [self.places.index(place) for place in _hand_places(hand)]
        return (*own, *(len(self.places) + slot for slot in hand.box))

    def outcomes(self, box: int = 0) -> Counter[Outcome]:
        """Deals by decisions taken and rows paid; each deal with every box of so many cards."""
        counts: Counter[Outcome] = Counter()
        for first in self._firsts():
            self.value(first, ())
            self._play_out(first, (), box, counts)
        return counts

    def _play_out(
        self, cards: tuple[Card, ...], taken: tuple[int, ...], box: int, counts: Counter[Outcome]
    ) -> None:
        at = len(cards) - len(self.start) + len(taken)
        rest = [c for c in self.deck if c not in cards]
        if at == len(self.events):
            for boxed in combinations(rest, box):
                rows = (self.row(wager, cards, boxed) for wager in self.tables)
                counts[taken, tuple(row.name if row else None for row in rows)] += 1
        elif isinstance(self.events[at], Decide):
            self._play_out(cards, (*taken, self.best[cards, taken][1]), box, counts)
        else:
            for card in rest:
                self._play_out((*cards, card), taken, box, counts)
