"""What cards are worth to each wager of a house: the row that pays, said once for each hand."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.rankings import RANKINGS, Hand, Ranking, evaluate
from pitboss.rulebook.model import Cards, Game, Wager
from pitboss.rulebook.paytable import Paytable, Push, Row

ENVY: Final = "envy"  # read as a wager is, on the progressive wager's cards


class Outcome(msgspec.Struct, frozen=True, gc=False):
    row: Row | None  # None: it loses
    name: str  # of the hand
    odds: str = ""

    @property
    def wins(self) -> bool:
        return self.row is not None and not isinstance(self.row.pays, Push)


class _Reading(msgspec.Struct, frozen=True):
    """Cards that one hand is made of, and the tables it is paid by."""

    take: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    ranking: Ranking
    tables: dict[str, Paytable]
    known: dict[Hand, dict[str, Outcome]] = {}


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
                won, lost = Outcome(row, row.name, str(row.pays)), Outcome(None, f"not {row.name}")
                self._all_win.append((key, wager.wins_with, won, lost))
            else:
                found.setdefault((table.cards or wager.on, table.ranking), {})[key] = table
        for (on, ranking), paid in found.items():
            take = itemgetter(*_places(game, game.hands[on]))
            self._readings.append(_Reading(take, RANKINGS[ranking], paid))

    def of(self, cards: tuple[Card, ...]) -> dict[str, Outcome]:
        """wager → outcome, for a hand with the community cards and the box after it."""
        outcomes: dict[str, Outcome] = {}
        for reading in self._readings:
            hand = evaluate(reading.ranking, reading.take(cards))
            known = reading.known.get(hand)
            if known is None:
                known = reading.known[hand] = _read(reading.tables, hand)
            outcomes |= known
        for key, wagers, won, lost in self._all_win:
            outcomes[key] = won if all(outcomes[other].wins for other in wagers) else lost
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
    rows = {key: table.row_for(hand) for key, table in tables.items()}
    return {key: Outcome(row, name, str(row.pays) if row else "") for key, row in rows.items()}
