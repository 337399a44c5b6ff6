"""`./pit soak no_more_bets`: wagers within 5 ms of "no more bets", before and after it.

    ./pit soak no_more_bets [--count N] [--seed N] [--record]

At each round several seats send wagers at random moments from 5 ms before to 5 ms after the moment
at which the bets are closed, from threads of their own. No wager may be accepted after the lock:
not one that was sent after "no more bets" was acknowledged, and none whose place in the log comes
after it. The rounds are played to their ends.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Final, NamedTuple

import sqlalchemy as sa

from house.stage import Stage
from kit.play import least_stakes
from pitboss.house.live_table import HOUSE
from pitboss.house.storage.schema.tables import entries
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from soak._outcome import Campaign, Outcome
from soak._stages import Sender, player_name, players_at_tables

WAGERS: Final = 200_000
SEATS: Final = 3
ROUNDS: Final = 20  # of one house
EACH: Final = 60  # wagers of one round
WINDOW: Final = 0.005  # seconds
Judge = Callable[[Reply], Reply]


class Wager(NamedTuple):
    sent: float
    reply: Future[Reply]


class Closing:
    """One round's bets at one table, and the moment at which they are closed."""

    def __init__(self, stage: Stage, table: str, sender: Sender, rng: Random) -> None:
        self.stage, self.table, self.sender, self.rng = stage, table, sender, rng
        self.lock_known = float("inf")  # when the dealer had the answer to "no more bets"

    def bet(self, number: int) -> c.Bet:
        """Another stake each time, so that each has an effect."""
        seat = number % SEATS + 1
        state = self.stage.state(self.table)
        more = Cents(100 * (number // SEATS % 2))
        rules = state.rules
        stakes = {
            key: Cents(cents + more) if rules.spots[key].required else cents
            for key, cents in least_stakes(rules, side=False).items()
        }
        name = state.seats[seat].player
        return c.Bet(by=c.Actor("player", name), seat=seat, stakes=stakes, at=self.stage.at)

    def run(self, prefix: str) -> tuple[Reply, list[Wager]]:
        """The reply to "no more bets", and all wagers about it."""
        for seat in range(SEATS):  # each has a wager, or there is nothing to close
            self.stage.must(self.table, self.bet(seat), f"{prefix} first {seat}")
        close = c.NoMoreBets(by=HOUSE, at=self.stage.at)
        moments = sorted(self.rng.uniform(-WINDOW, WINDOW) for _ in range(EACH))
        bets = [self.bet(SEATS + number) for number in range(EACH)]
        start = time.perf_counter() + WINDOW + 0.001
        wagers: list[Wager] = []
        lock: Future[Reply] | None = None
        for number, moment in enumerate((*moments, WINDOW + 1.0)):
            if lock is None and moment >= 0:
                _wait(start)
                lock = self.sender.send(self.table, f"{prefix} close", close)
                lock.add_done_callback(self._note_lock)
            if number < EACH:
                _wait(start + moment)
                sent = time.perf_counter()
                name = f"{prefix} {number}"
                wagers.append(Wager(sent, self.sender.send(self.table, name, bets[number])))
        assert lock is not None
        return lock.result(), wagers

    def _note_lock(self, _: Future[Reply]) -> None:
        self.lock_known = time.perf_counter()


def _wait(until: float) -> None:
    while (left := until - time.perf_counter()) > 0:
        time.sleep(left if left > 0.001 else 0)


def judge(closing: Closing, reply: Reply, wagers: list[Wager], believe: Judge) -> list[str]:
    """The wagers that were accepted although bets were closed."""
    if not isinstance(reply, Done):
        return [f"bets could not be closed: {reply}"]
    faults = []
    for wager in wagers:
        answer = believe(wager.reply.result())
        if isinstance(answer, Done):
            if answer.seq > reply.seq:
                faults.append(f"accepted at {answer.seq}, bets closed at {reply.seq}")
            if wager.sent > closing.lock_known:
                faults.append("accepted though sent after the close was acknowledged")
    query = sa.select(entries.c.seq).where(
        entries.c.stream == closing.table, entries.c.kind == "Bet", entries.c.seq > reply.seq
    )
    with closing.stage.house.store.read() as tx:
        late = tx.execute(query).all()
    return faults + [f"the log has a wager at {row.seq} after the close" for row in late]


def house(
    seed: str, game: str, rounds: int, outcome: Outcome, believe: Judge = lambda reply: reply
) -> None:
    """One house: this many rounds, each with its crowd of wagers."""
    with players_at_tables(seed, [game], SEATS) as (stage, (table,)):
        assert stage.state(table).seats[1].player == player_name(0, 1)
        sender, rng = Sender(stage.house), Random(seed)
        for number in range(rounds):
            closing = Closing(stage, table, sender, rng)
            reply, wagers = closing.run(f"round {number}")
            for text in judge(closing, reply, wagers, believe):
                outcome.fail(f"house({seed!r}, {game!r}), round {number}: {text}")
            outcome.count += len(wagers)
            accepted = sum(isinstance(wager.reply.result(), Done) for wager in wagers)
            outcome.detail["accepted"] = outcome.detail.get("accepted", 0) + accepted
            outcome.detail["refused"] = outcome.detail.get("refused", 0) + len(wagers) - accepted
            stage.play(table)
        sender.close()
        for name, texts in stage.faults().items():
            outcome.fail(f"house({seed!r}, {game!r}): audit: {name} {texts}")


def run(outcome: Outcome, count: int) -> None:
    number = 0
    while outcome.count < count:
        rounds = min(ROUNDS, -(-(count - outcome.count) // EACH))
        house(f"{outcome.seed} {number}", [*GAMES][number % len(GAMES)], rounds, outcome)
        number += 1


def main() -> int:
    what = 'wagers within 5 ms of "no more bets"'
    campaign = Campaign("no_more_bets", what, count=WAGERS)
    args = campaign.parse()
    run(campaign.outcome, args.count)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
