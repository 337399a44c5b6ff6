"""What cards are worth to each wager of a house: the row that pays, said once for each hand."""

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final

import msgspec

from pitboss.cards import Card
from pitboss.rankings import RANKINGS, SUITED, Hand, Ranking, evaluate, told, told_by, weights
from pitboss.rulebook.model import CardSlots, Game, Wager
from pitboss.rulebook.paytable import Fixed, For, Paytable, Push, Row, Share, To

ENVY: Final = "envy"  # read as a wager is, on the progressive wager's cards


class Outcome(msgspec.Struct, frozen=True, gc=False):
    row: Row | None  # None: it loses
    name: str  # of the hand
    odds: str = ""
    wins: bool = False  # more than a push
    share: bool = False  # of a meter; else this is won: so many times the stake, and a sum beside
    times: int = 0
    flat: int = 0


class SettledSpot(msgspec.Struct, frozen=True):
    key: str
    wager: str
    capped: bool  # by the payout limit
    progressive: bool
    loses: str  # the clause by which its stake is taken


class Verdict(msgspec.Struct, frozen=True):
    """What a hand is worth to every wager: held once for all hands that are paid alike."""

    by_wager: dict[str, Outcome]
    spots: tuple[tuple[str, SettledSpot, Outcome], ...]  # by key, in the order they are settled
    name: str  # that is called at settlement
    envy: Outcome | None  # where it pays any


class _Reading(msgspec.Struct, frozen=True):
    """Cards that one hand is made of, and the tables it is paid by.

    What the tables say is numbered, so that the numbers of all readings add up to one that tells
    the verdict.
    """

    take: Callable[[tuple[Any, ...]], tuple[Any, ...]]  # Any: of cards, or of their weights
    ranking: Ranking
    tables: dict[str, Paytable]
    unit: int
    said: dict[tuple[Outcome, ...], int] = {}
    by_hand: dict[Hand, int] = {}
    known: dict[int, int] = {}  # by what stands for the hand, which is soon found

    def of(self, cards: tuple[Card, ...]) -> int:
        hand = evaluate(self.ranking, cards)
        number = self.by_hand.get(hand)
        if number is None:
            outcomes = tuple(_read(self.tables, hand))
            assert len(self.said) < _PLACES
            number = self.said.setdefault(outcomes, len(self.said) * self.unit)
            self.by_hand[hand] = number
        key = told(self.ranking, cards)
        if key != SUITED:
            self.known[key] = number
        return number

    def outcomes(self, verdict: int) -> dict[str, Outcome]:
        number = verdict // self.unit % _PLACES
        return dict(zip(self.tables, [*self.said][number], strict=True))


_PLACES: Final = 1 << 10  # ways the tables of one reading may speak, and many more


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
        self._verdicts: dict[int, Verdict] = {}
        found: dict[tuple[str, str], dict[str, Paytable]] = {}
        for key, table in tables.items():
            wager = wagers["progressive" if key == ENVY else key]
            if wager.wins_with:
                row = table.rows[0]
                won, lost = _outcome(row, row.name), Outcome(None, f"not {row.name}")
                self._all_win.append((key, wager.wins_with, won, lost))
            else:
                found.setdefault((table.cards or wager.on, table.ranking), {})[key] = table
        readings = [
            _Reading(itemgetter(*_places(game, game.hands[on])), RANKINGS[ranking], paid, unit)
            for ((on, ranking), paid), unit in zip(found.items(), _units(), strict=False)
        ]
        self._readings = [(r.take, bool(r.ranking.given), r.known.get, r) for r in readings]

    def of(self, cards: tuple[Card, ...]) -> Mapping[str, Outcome]:
        """wager → outcome, for a hand with the community cards and the box after it."""
        return self.verdict(cards).by_wager

    def verdict(self, cards: tuple[Card, ...]) -> Verdict:
        weighed, verdict = weights(cards), 0
        for take, chosen_from, known, reading in self._readings:
            number = known(told_by(sum(take(weighed)), chosen_from))
            verdict += reading.of(take(cards)) if number is None else number
        return self._verdicts.get(verdict) or self._reached(verdict)

    def _reached(self, number: int) -> Verdict:
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
        self._verdicts[number] = verdict
        return verdict


def _units() -> Iterator[int]:
    unit = 1
    while True:
        yield unit
        unit *= _PLACES


def _places(game: Game, cards: CardSlots) -> list[int]:
    community, box = game.hole, game.hole + game.community
    return [
        *cards.hole,
        *(community + n for n in cards.community),
        *(box + n for n in cards.box),
    ]


def _read(tables: dict[str, Paytable], hand: Hand) -> list[Outcome]:
    name = str(hand)
    return [_outcome(table.row_for(hand), name) for table in tables.values()]


def _outcome(row: Row | None, name: str) -> Outcome:
    if row is None:
        return Outcome(None, name)
    odds = str(row.pays)
    match row.pays:
        case To(times) | For(times):  # ruling G1
            return Outcome(row, name, odds, wins=True, times=times)
        case Fixed(cents):  # ruling L5
            return Outcome(row, name, odds, wins=True, flat=cents)
        case Push():  # MS 1.B(9)
            return Outcome(row, name, odds)
        case Share():
            return Outcome(row, name, odds, wins=True, share=True)
