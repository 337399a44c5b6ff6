"""The coach at the house's desk: hints at a table, decisions told after, a player's session.

Nothing here holds a table: a state is taken as it is and worked on afterwards, in the asker's own
thread. The first question of a game may take seconds, so it is answered in the background.
"""

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.house.coach.advice import (
    CountedWagers,
    Exact,
    NothingToDecide,
    Option,
    SeatAdvice,
    advise_seat,
)
from pitboss.house.coach.review import (
    Judged,
    Looked,
    judged_in,
    look_back,
    seen_from,
    steps_of,
    thrown_in,
)
from pitboss.house.coach.warm_up import ALL, Readiness
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import round_seats, rounds, tables

SPEND_SECONDS: Final = 1.5  # of one question about a session; the rest is asked for again
KEPT: Final = 20_000  # rounds looked back on, in memory
COSTLIEST: Final = 12
MAX_ROUNDS: Final = 2_000


class Act(msgspec.Struct, frozen=True):
    """An act in words a page can put together, with its worth."""

    act: str
    multiple: int
    places: int
    slots: tuple[int, ...]
    cards: tuple[str, ...]
    value: Exact
    cost: Exact


class Hint(msgspec.Struct, frozen=True):
    """`working`: the game's first solution is being computed; ask again in a moment."""

    working: bool
    round: int = 0
    seat: int = 0
    stage: str = ""
    cards: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    options: tuple[Act, ...] = ()  # the best first
    counted: CountedWagers | None = None


class Told(msgspec.Struct, frozen=True):
    """A decision that was made."""

    seat: int
    stage: str
    cards: tuple[str, ...]
    taken: Act
    best: Act
    by_house: bool
    seq: int


class Decisions(msgspec.Struct, frozen=True):
    working: bool
    round: int
    decisions: tuple[Told, ...] = ()


class RoundReview(msgspec.Struct, frozen=True):
    table: str
    game: str
    round: int
    seat: int
    ended: int
    staked: int
    result: int
    expected: Exact
    luck: Exact
    mistakes: Exact
    decisions: int
    wrong: int
    counted: bool


class Sum(msgspec.Struct, frozen=True):
    game: str
    stage: str
    rounds: int
    decisions: int
    wrong: int
    result: int
    expected: Exact
    luck: Exact
    mistakes: Exact


class CostlyDecision(msgspec.Struct, frozen=True):
    table: str
    game: str
    round: int
    told: Told


class SessionReview(msgspec.Struct, frozen=True):
    """A player's rounds in one kind of money, the oldest first."""

    currency: str
    currencies: tuple[str, ...]
    waiting: int  # rounds not yet looked at: ask again
    working: bool
    total: Sum
    by_game: tuple[Sum, ...]
    by_stage: tuple[Sum, ...]
    costliest: tuple[CostlyDecision, ...]
    rounds: tuple[RoundReview, ...]


def act_told(option: Option, hand: tuple[str, ...] | None = None) -> Act:
    cards = tuple(hand[slot] for slot in option.slots) if hand else ()
    return Act(
        option.act,
        option.multiple,
        option.places,
        option.slots,
        cards,
        Exact.of(option.value),
        Exact.of(option.cost),
    )


def told(judged: Judged) -> Told:
    taken = msgspec.structs.replace(act_told(judged.taken), cards=judged.thrown)
    best = msgspec.structs.replace(act_told(judged.best), cards=judged.best_thrown)
    return Told(judged.seat, judged.stage, judged.cards, taken, best, judged.by_house, judged.seq)


class Coach:
    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        self.house, self.clock = house, clock
        self.ready = Readiness()
        self._looked: dict[tuple[str, int, str], tuple[Looked, ...]] = {}

    def hint(self, table_id: str, player: str) -> Hint:
        """What is best for the player at their turn, at the stakes and meters on the table."""
        live = self.house.live(table_id)
        table = live.table
        turn = table.turn
        if not turn or table.seats[turn].player != player:
            raise NothingToDecide(
                "you are not asked to decide now", what_to_do="wait for your turn"
            )
        if not self.ready(table.rules):
            return Hint(True, table.round, turn)
        return _hint(
            table.round, advise_seat(seen_from(table, self._thrown(live), self._meters(live)))
        )

    def _thrown(self, live: LiveTable) -> Any:
        if not live.table.rules.game.draws:
            return {}
        return thrown_in(steps_of(self.house, live.row.id, live.table.round))

    def _meters(self, live: LiveTable) -> dict[str, int] | None:
        return self.house.meter_cents(live.row.id) if live.row.choices.meters else None

    def decisions(self, table_id: str, number: int | None, player: str) -> Decisions:
        """The player's own decisions of a round so far, with what they cost."""
        table = self.house.live(table_id).table
        number = table.round if number is None else number
        if not self.ready(table.rules):
            return Decisions(True, number)
        steps = steps_of(self.house, table_id, number)
        return Decisions(False, number, tuple(told(j) for j, _, _ in judged_in(steps, player)))

    # Sessions

    def session(self, player: str, since: int, limit: int, currency: str) -> SessionReview:
        """The last so many rounds since a moment (milliseconds)."""
        rows = self._rows(player, since)
        kinds = tuple(dict.fromkeys(row.currency for row in rows))
        chosen = currency or (kinds[0] if kinds else "")
        wanted = [row for row in rows if row.currency == chosen][:limit]
        until = self.clock() + SPEND_SECONDS
        seen: list[tuple[Any, Looked]] = []
        waiting, working = 0, False
        for row in wanted:
            looked = self._look(row, player, until)
            if looked is None:
                waiting += 1
                working = working or not self._ready(row)
            else:
                seen += [(row, each) for each in looked]
        seen.reverse()
        return SessionReview(
            chosen,
            kinds,
            waiting,
            working,
            _sum("", "", [looked for _, looked in seen]),
            _by_game(seen),
            _by_stage(seen),
            _costliest(seen),
            tuple(_round_told(row, looked) for row, looked in seen),
        )

    def _rows(self, player: str, since: int) -> list[Any]:
        """The player's finished rounds, the newest first."""
        mine = sa.select(round_seats.c.seat).where(
            round_seats.c.player == player,
            round_seats.c.stream == rounds.c.stream,
            round_seats.c.round == rounds.c.round,
        )
        found = (
            sa.select(
                rounds.c.stream, rounds.c.round, rounds.c.ended, tables.c.game, tables.c.currency
            )
            .join(tables, tables.c.id == rounds.c.stream)
            .where(mine.exists(), rounds.c.ended >= since)
            .order_by(rounds.c.ended.desc(), rounds.c.stream)
            .limit(MAX_ROUNDS)
        )
        with self.house.store.read() as tx:
            return list(tx.execute(found))

    def _ready(self, row: Any) -> bool:
        return self.ready(self.house.live(row.stream).table.rules, ALL)

    def _look(self, row: Any, player: str, until: float) -> tuple[Looked, ...] | None:
        key = (row.stream, row.round, player)
        if key in self._looked:
            return self._looked[key]
        if self.clock() > until or not self._ready(row):
            return None
        found = tuple(look_back(self.house, row.stream, row.round, player))
        if len(self._looked) >= KEPT:
            self._looked.clear()
        self._looked[key] = found
        return found


def _hint(number: int, advice: SeatAdvice) -> Hint:
    return Hint(
        False,
        number,
        advice.seat,
        advice.stage,
        advice.cards,
        advice.gone,
        tuple(act_told(option, advice.cards) for option in advice.options),
        advice.counted,
    )


def _round_told(row: Any, looked: Looked) -> RoundReview:
    return RoundReview(
        row.stream,
        row.game,
        row.round,
        looked.seat,
        row.ended,
        looked.staked,
        looked.result,
        Exact.of(looked.expected),
        Exact.of(looked.luck),
        Exact.of(looked.mistakes),
        len(looked.decisions),
        sum(not judged.right for judged in looked.decisions),
        looked.counted,
    )


def _sum(game: str, stage: str, looked: Iterable[Looked]) -> Sum:
    seats = [each for each in looked if each.counted]
    made = [judged for each in seats for judged in each.decisions]
    return Sum(
        game,
        stage,
        len(seats),
        len(made),
        sum(not judged.right for judged in made),
        sum(each.result for each in seats),
        Exact.of(sum((each.expected for each in seats), Fraction())),
        Exact.of(sum((each.luck for each in seats), Fraction())),
        Exact.of(sum((each.mistakes for each in seats), Fraction())),
    )


def _by_game(seen: list[tuple[Any, Looked]]) -> tuple[Sum, ...]:
    games = dict.fromkeys(row.game for row, _ in seen)
    return tuple(_sum(game, "", [each for row, each in seen if row.game == game]) for game in games)


def _by_stage(seen: list[tuple[Any, Looked]]) -> tuple[Sum, ...]:
    """Decisions and their cost alone: luck and results are a round's, not a stage's."""
    made: dict[tuple[str, str], list[Judged]] = {}
    for row, looked in seen:
        for judged in looked.decisions:
            made.setdefault((row.game, judged.stage), []).append(judged)
    none = Exact.of(Fraction())
    return tuple(
        Sum(
            *(game, stage, len(all_of), len(all_of), sum(not judged.right for judged in all_of)),
            *(0, none, none),
            Exact.of(sum((judged.taken.cost for judged in all_of), Fraction())),
        )
        for (game, stage), all_of in made.items()
    )


def _costliest(seen: list[tuple[Any, Looked]]) -> tuple[CostlyDecision, ...]:
    wrong = [
        (row, judged) for row, looked in seen for judged in looked.decisions if not judged.right
    ]
    wrong.sort(key=lambda found: -found[1].taken.cost)
    return tuple(
        CostlyDecision(row.stream, row.game, row.round, told(judged))
        for row, judged in wrong[:COSTLIEST]
    )
