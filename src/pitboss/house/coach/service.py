"""The coach as the house offers it: hints at a table, decisions in review, a player's session.

Nothing here locks a table: a state is taken as it is and worked on in the caller's own thread.
The first question about a game may take seconds, so it is answered in the background.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import Card
from pitboss.house.coach import warm_up
from pitboss.house.coach.advice import (
    CardsUnread,
    CountedWagers,
    Exact,
    NothingToDecide,
    PricedAct,
    advise_seat,
    player_knowledge,
)
from pitboss.house.coach.review import (
    DecisionReview,
    SeatReview,
    discards_by_seat,
    review_decisions,
    review_round,
)
from pitboss.house.history.rounds import rebuild, took_part
from pitboss.house.live_table import LiveTable
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import rounds, tables
from pitboss.odds.game import UnsolvableGame
from pitboss.rulebook.rules import Rules

SPEND_SECONDS: Final = 1.5  # on one question about a session; the client asks for the rest
MAX_CACHED: Final = 20_000  # reviews of rounds in memory
MAX_COSTLIEST: Final = 12
MAX_ROUNDS: Final = 2_000
HINTS, ALL = 1, 2  # levels of readiness: decisions, then also the expected value of every wager

_log = logging.getLogger("pitboss")


class Hint(msgspec.Struct, frozen=True):
    """`working` means that the game's first solution is being computed: ask again in a moment."""

    working: bool
    round: int = 0
    seat: int = 0
    stage: str = ""
    cards: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    options: tuple[PricedAct, ...] = ()  # the best first
    counted: CountedWagers | None = None


class Decisions(msgspec.Struct, frozen=True):
    working: bool
    round: int
    decisions: tuple[DecisionReview, ...] = ()


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
    variance: float  # of the result before the deal, in square cents
    counted: bool


class SessionSum(msgspec.Struct, frozen=True):
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
    decision: DecisionReview


class SessionReview(msgspec.Struct, frozen=True):
    """A player's rounds in one currency, the oldest first."""

    currency: str
    currencies: tuple[str, ...]
    waiting: int  # rounds not reviewed yet: ask again
    working: bool
    total: SessionSum
    by_game: tuple[SessionSum, ...]
    by_stage: tuple[SessionSum, ...]
    costliest: tuple[CostlyDecision, ...]
    rounds: tuple[RoundReview, ...]


class GameReadiness:
    """The games that are warm; each is warmed up once, in the background."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._level: dict[str, int] = {}
        self._refusals: dict[str, UnsolvableGame] = {}

    def __call__(self, rules: Rules, level: int = HINTS) -> bool:
        """Whether a game is ready; the first call starts its warm-up in the background.

        A game of a house's own that the exact solver does not cover has no coach: it is refused.
        """
        game = rules.content
        with self._guard:
            if game in self._refusals:
                raise self._refusals[game]
            if game in self._level:
                return self._level[game] >= level
            self._level[game] = 0
        threading.Thread(target=self._work, args=(rules,), daemon=True).start()
        return False

    def _work(self, rules: Rules) -> None:
        game = rules.content
        try:
            warm_up.check_solvable(rules)
            warm_up.compile_once(warm_up.published_like(rules))
            warm_up.prepare_hints(rules)
            self._set_level(game, HINTS)
            warm_up.prepare_all(rules)
            self._set_level(game, ALL)
        except UnsolvableGame as refusal:
            with self._guard:
                self._refusals[game] = UnsolvableGame(
                    refusal.what, what_to_do="play without hints; every payment is exact"
                )
        except Exception:
            _log.exception("warming up %s failed", rules.game.key)
            with self._guard:
                self._level.pop(game, None)  # the next call tries again

    def _set_level(self, game: str, level: int) -> None:
        with self._guard:
            self._level[game] = level


class Coach:
    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        self.house, self.clock = house, clock
        self.ready = GameReadiness()
        self._reviews: dict[tuple[str, int, str], tuple[SeatReview, ...]] = {}

    def hint(self, table_id: str, player: str) -> Hint:
        """The best play for the player at turn, at the stakes and meters on the table."""
        live = self.house.live(table_id)
        table = live.table
        if not table.turn or table.seats[table.turn].player != player:
            raise NothingToDecide("it is not your turn to decide", what_to_do="wait for your turn")
        if player_knowledge(table, {}).unread:
            raise CardsUnread()
        if not self.ready(table.rules):
            return Hint(True, table.round, table.turn)
        meters = self.house.meter_cents(live.row.id) if live.row.choices.meters else None
        advice = advise_seat(player_knowledge(table, self._discards(live), meters))
        return Hint(False, table.round, **msgspec.structs.asdict(advice))

    def _discards(self, live: LiveTable) -> dict[int, tuple[Card, ...]]:
        if not live.table.rules.game.draws:
            return {}
        return discards_by_seat(rebuild(self.house, live.row.id, live.table.round))

    def decisions(self, table_id: str, number: int | None, player: str) -> Decisions:
        """The player's own decisions of a round so far, with what they cost."""
        table = self.house.live(table_id).table
        number = table.round if number is None else number
        if not self.ready(table.rules):
            return Decisions(True, number)
        entries = rebuild(self.house, table_id, number)
        reviews = tuple(review for review, _, _ in review_decisions(entries, player))
        return Decisions(False, number, reviews)

    # Sessions

    def session(self, player: str, since: int, limit: int, currency: str) -> SessionReview:
        """The player's last `limit` rounds since a time in milliseconds."""
        rows = self._rows(player, since)
        currencies = tuple(dict.fromkeys(row.currency for row in rows))
        currency = currency or (currencies[0] if currencies else "")
        until = self.clock() + SPEND_SECONDS
        reviews: list[tuple[Any, SeatReview]] = []
        waiting, working = 0, False
        for row in [row for row in rows if row.currency == currency][:limit]:
            seats = self._review(row, player, until)
            if seats is None:
                waiting += 1
                working = working or not self._ready(row)
            else:
                reviews += [(row, seat) for seat in seats]
        reviews.reverse()
        return SessionReview(
            currency,
            currencies,
            waiting,
            working,
            _sum("", [seat for _, seat in reviews]),
            _by_game(reviews),
            _by_stage(reviews),
            _costliest(reviews),
            tuple(_round_review(row, seat) for row, seat in reviews),
        )

    def _rows(self, player: str, since: int) -> list[Any]:
        """The player's finished rounds, the newest first."""
        query = (
            sa.select(
                rounds.c.stream, rounds.c.round, rounds.c.ended, tables.c.game, tables.c.currency
            )
            .join(tables, tables.c.id == rounds.c.stream)
            .where(took_part(player), rounds.c.ended >= since)
            .order_by(rounds.c.ended.desc(), rounds.c.stream)
            .limit(MAX_ROUNDS)
        )
        with self.house.store.read() as tx:
            return list(tx.execute(query))

    def _ready(self, row: Any) -> bool:
        return self.ready(self.house.live(row.stream).table.rules, ALL)

    def _review(self, row: Any, player: str, until: float) -> tuple[SeatReview, ...] | None:
        key = (row.stream, row.round, player)
        if key in self._reviews:
            return self._reviews[key]
        try:
            if self.clock() > until or not self._ready(row):
                return None
            reviews = tuple(review_round(self.house, row.stream, row.round, player))
        except UnsolvableGame:  # nothing can be said about its decisions
            reviews = ()
        if len(self._reviews) >= MAX_CACHED:
            self._reviews.clear()
        self._reviews[key] = reviews
        return reviews


def _round_review(row: Any, seat: SeatReview) -> RoundReview:
    about = (row.stream, row.game, row.round, seat.seat, row.ended, seat.staked, seat.result)
    sums = (Exact.of(seat.expected), Exact.of(seat.luck), Exact.of(seat.mistakes))
    return RoundReview(*about, *sums, len(seat.decisions), seat.wrong, seat.variance, seat.counted)


def _sum(game: str, reviews: Iterable[SeatReview]) -> SessionSum:
    seats = [seat for seat in reviews if seat.counted]
    return SessionSum(
        game,
        "",
        len(seats),
        sum(len(seat.decisions) for seat in seats),
        sum(seat.wrong for seat in seats),
        sum(seat.result for seat in seats),
        Exact.of(sum((seat.expected for seat in seats), Fraction())),
        Exact.of(sum((seat.luck for seat in seats), Fraction())),
        Exact.of(sum((seat.mistakes for seat in seats), Fraction())),
    )


def _by_game(reviews: list[tuple[Any, SeatReview]]) -> tuple[SessionSum, ...]:
    games = dict.fromkeys(row.game for row, _ in reviews)
    return tuple(_sum(game, [seat for row, seat in reviews if row.game == game]) for game in games)


def _by_stage(reviews: list[tuple[Any, SeatReview]]) -> tuple[SessionSum, ...]:
    """Sums decisions and their cost alone: luck and results belong to a round, not to a stage."""
    stages: dict[tuple[str, str], list[DecisionReview]] = {}
    for row, seat in reviews:
        for decision in seat.decisions:
            stages.setdefault((row.game, decision.stage), []).append(decision)
    none = Exact.of(0)
    return tuple(
        SessionSum(
            *(game, stage, len(decisions), len(decisions), sum(not one.right for one in decisions)),
            *(0, none, none),
            Exact.of(sum((one.cost for one in decisions), Fraction())),
        )
        for (game, stage), decisions in stages.items()
    )


def _costliest(reviews: list[tuple[Any, SeatReview]]) -> tuple[CostlyDecision, ...]:
    wrong = [(row, one) for row, seat in reviews for one in seat.decisions if not one.right]
    wrong.sort(key=lambda pair: -pair[1].cost)
    return tuple(
        CostlyDecision(row.stream, row.game, row.round, decision)
        for row, decision in wrong[:MAX_COSTLIEST]
    )
