"""What cards are worth to each wager of a house: the row that pays, said once for each hand."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.rankings import RANKINGS, SUITED, Hand, Ranking, evaluate, told
from pitboss.rulebook.model import Cards, Game, Wager
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


class _Reading(msgspec.Struct, frozen=True):
    """Cards that one hand is made of, and the tables it is paid by."""

    take: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    ranking: Ranking
    tables: dict[str, Paytable]
    paid_alike: dict[tuple[Outcome, ...], dict[str, Outcome]] = {}  # held once
    by_hand: dict[Hand, dict[str, Outcome]] = {}
    known: dict[int, dict[str, Outcome]] = {}  # by what stands for the hand, which is soon found

    def of(self, cards: tuple[Card, ...]) -> dict[str, Outcome]:
        hand = evaluate(self.ranking, cards)
        outcomes = self.by_hand.get(hand)
        if outcomes is None:
            outcomes = _read(self.tables, hand)
            outcomes = self.paid_alike.setdefault(tuple(outcomes.values()), outcomes)
            self.by_hand[hand] = outcomes
        key = told(self.ranking, cards)
        if key != SUITED:
            self.known[key] = outcomes
        return outcomes


class Outcomes:
    def __init__(
        self, game: Game, wagers: Mapping[str, Wager], tables: Mapping[str, Paytable]
    ) -> None:
        """`tables` has the envy table under ENVY, where there is one."""
        self._readings: list[_Reading] = []
        self._all_win: list[tuple[str, tuple[str, ...], Outcome, Outcome]] = []
        found: dict[tuple[str, str], dict[str, Paytable]] = {}
        for key, table in tables.items():
            wager = wagers["progressive" if key == ENVY else key]
            if wager.wins_with:
                row = table.rows[0]
                won, lost = _outcome(row, row.name), Outcome(None, f"not {row.name}")
                self._all_win.append((key, wager.wins_with, won, lost))
            else:
                found.setdefault((table.cards or wager.on, table.ranking), {})[key] = table
        for (on, ranking), paid in found.items():
            take = itemgetter(*_places(game, game.hands[on]))
            self._readings.append(_Reading(take, RANKINGS[ranking], paid))

    def of(self, cards: tuple[Card, ...]) -> Mapping[str, Outcome]:
        """wager → outcome, for a hand with the community cards and the box after it."""
        outcomes: dict[str, Outcome] = {}
        for reading in self._readings:
            chosen = reading.take(cards)
            known = reading.known.get(told(reading.ranking, chosen)) or reading.of(chosen)
            outcomes = {**outcomes, **known} if outcomes else known
        for key, wagers, won, lost in self._all_win:
            all_win = all(outcomes[other].wins for other in wagers)
            outcomes = {**outcomes, key: won if all_win else lost}
        return outcomes


def _places(game: Game, cards: Cards) -> list[int]:
    community, box = game.hole, game.hole + game.community
    return [
        *cards.hole,
        *(community + n for n in cards.community),
        *(box + n for n in cards.box),
    ]


def _read(tables: dict[str, Paytable], hand: Hand) -> dict[str, Outcome]:
    name = str(hand)
    return {key: _outcome(table.row_for(hand), name) for key, table in tables.items()}


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
