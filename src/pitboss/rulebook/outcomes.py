"""What cards are worth to each wager of a house: the paytable row that pays each of them."""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec

from pitboss.cards import Card
from pitboss.rankings import (
    RANKINGS,
    SUITED,
    Hand,
    Ranking,
    evaluate,
    hand_key,
    weights,
    weights_key,
)
from pitboss.rulebook.model import CardSlots, Game, Wager
from pitboss.rulebook.paytable import Paytable, Push, Row, Share, Terms, payment_terms

ENVY: Final = "envy"  # read as a wager is, on the progressive wager's cards


class Outcome(msgspec.Struct, frozen=True, gc=False):
    row: Row | None  # None: it loses
    name: str  # of the hand
    odds: str = ""
    wins: bool = False  # more than a push
    share: bool = False  # of a meter; else these terms are paid
    terms: Terms = Terms()


class SettledSpot(msgspec.Struct, frozen=True):
    key: str
    wager: str
    capped: bool  # by the payout limit
    progressive: bool
    loses: str  # the clause by which its stake is taken


class Verdict(msgspec.Struct, frozen=True):
    """What a hand is worth to every wager; all hands that are paid alike share one."""

    by_wager: dict[str, Outcome]
    spots: tuple[tuple[str, SettledSpot, Outcome], ...]  # by key, in the order they are settled
    name: str  # that is called at settlement
    envy: Outcome | None  # where it pays any


class _Reading(msgspec.Struct, frozen=True):
    """The cards that one hand is made of, the tables that pay it, and a cache of what they pay.

    It exists for speed: a settled hand costs one addition and one lookup for each reading instead
    of evaluating the cards, which makes a whole round 5 to 10 percent cheaper. The outcomes that
    occur are numbered in multiples of `unit`, a power of `_PLACES`, so the numbers of all readings
    add up to one number that stands for the verdict.
    """

    take: Callable[[tuple[Any, ...]], tuple[Any, ...]]  # Any: of cards, or of their weights
    ranking: Ranking
    tables: dict[str, tuple[Paytable, bool]]  # by wager, and whether its stake is collected
    unit: int
    names: Mapping[str, str]  # the document's words for a hand of the ranking
    numbers: dict[tuple[Outcome, ...], int] = {}
    key_cache: dict[int, int] = {}  # by `hand_key`

    def of(self, cards: tuple[Card, ...]) -> int:
        outcomes = tuple(_read(self.tables, evaluate(self.ranking, cards), self.names))
        assert len(self.numbers) < _PLACES
        number = self.numbers.setdefault(outcomes, len(self.numbers) * self.unit)
        key = hand_key(self.ranking, cards)
        if key != SUITED:
            self.key_cache[key] = number
        return number

    def outcomes(self, verdict: int) -> dict[str, Outcome]:
        number = verdict // self.unit % _PLACES
        return dict(zip(self.tables, [*self.numbers][number], strict=True))


_PLACES: Final = 1 << 10  # far more than the outcomes that one reading can have


class Outcomes:
    def __init__(
        self,
        game: Game,
        wagers: Mapping[str, Wager],
        tables: Mapping[str, Paytable],
        order: tuple[SettledSpot, ...],
        announced: str,
    ) -> None:
        """`tables` has the envy table under ENVY, where there is one; `announced` is the wager
        whose hand is called.
        """
        self._order, self._announced = order, announced
        self._all_win: list[tuple[str, tuple[str, ...], Outcome, Outcome]] = []
        self._verdict_cache: dict[int, Verdict] = {}
        tables_of: dict[tuple[str, str], dict[str, tuple[Paytable, bool]]] = {}
        for key, table in tables.items():
            wager = wagers["progressive" if key == ENVY else key]
            if wager.wins_with:
                row = table.rows[0]
                won = _outcome(row, row.name, wager.collected)
                lost = Outcome(None, f"not {row.name}")
                self._all_win.append((key, wager.wins_with, won, lost))
            else:
                paid = tables_of.setdefault((table.cards or wager.on, table.ranking), {})
                paid[key] = table, wager.collected
        readings = [
            _Reading(
                itemgetter(*_places(game, game.hands[on])),
                RANKINGS[ranking],
                paid,
                _PLACES**place,
                game.hand_names,
            )
            for place, ((on, ranking), paid) in enumerate(tables_of.items())
        ]
        self._readings = [(r.take, bool(r.ranking.given), r.key_cache.get, r) for r in readings]

    def of(self, cards: tuple[Card, ...]) -> Mapping[str, Outcome]:
        """wager → outcome, for a hand with the community cards and the box after it."""
        return self.verdict(cards).by_wager

    def verdict(self, cards: tuple[Card, ...]) -> Verdict:
        parts, verdict = weights(cards), 0
        for take, chosen_from, look_up, reading in self._readings:
            number = look_up(weights_key(sum(take(parts)), chosen_from))
            verdict += reading.of(take(cards)) if number is None else number
        return self._verdict_cache.get(verdict) or self._read_verdict(verdict)

    def with_each(self, cards: tuple[Card, ...], at: int, others: Sequence[Card]) -> list[Verdict]:
        """The verdicts of a hand with one card replaced by each of these in turn.

        They are those of `verdict`; the part of the other cards is summed once, for speed.
        """
        numbers = [0] * len(others)
        changed, same = list(cards), weights(cards)
        places = tuple(range(len(cards)))
        for take, chosen_from, look_up, reading in self._readings:
            rest = sum(take(same))
            if at not in take(places):
                number = look_up(weights_key(rest, chosen_from))
                constant = reading.of(take(cards)) if number is None else number
                numbers = [each + constant for each in numbers]
                continue
            rest -= same[at]
            for n, weight in enumerate(weights(tuple(others))):
                number = look_up(weights_key(rest + weight, chosen_from))
                if number is None:
                    changed[at] = others[n]
                    number = reading.of(take(tuple(changed)))
                numbers[n] += number
        cached = self._verdict_cache.get
        return [cached(number) or self._read_verdict(number) for number in numbers]

    def _read_verdict(self, number: int) -> Verdict:
        outcomes: dict[str, Outcome] = {}
        for *_, reading in self._readings:
            outcomes |= reading.outcomes(number)
        for key, wagers, won, lost in self._all_win:
            outcomes[key] = won if all(outcomes[other].wins for other in wagers) else lost
        spots = tuple((spot.key, spot, outcomes[spot.wager]) for spot in self._order)
        envy = outcomes.get(ENVY)
        verdict = Verdict(
            outcomes, spots, outcomes[self._announced].name, envy if envy and envy.row else None
        )
        self._verdict_cache[number] = verdict
        return verdict


def _places(game: Game, cards: CardSlots) -> list[int]:
    community, box = game.hole, game.hole + game.community
    return [
        *cards.hole,
        *(community + n for n in cards.community),
        *(box + n for n in cards.box),
    ]


def hand_words(hand: Hand, names: Mapping[str, str]) -> str:
    """A hand in words, the document's own where it has some."""
    words = names.get(hand.category)
    return str(hand) if words is None else str(hand).replace(hand.category, words)


def _read(
    tables: dict[str, tuple[Paytable, bool]], hand: Hand, names: Mapping[str, str]
) -> list[Outcome]:
    name = hand_words(hand, names)
    return [_outcome(table.row_for(hand), name, taken) for table, taken in tables.values()]


def _outcome(row: Row | None, name: str, collected: bool) -> Outcome:
    if row is None:
        return Outcome(None, name)
    return Outcome(
        row,
        name,
        str(row.pays),
        wins=not isinstance(row.pays, Push),  # MS 1.B(9)
        share=isinstance(row.pays, Share),
        terms=payment_terms(row.pays, collected),
    )
