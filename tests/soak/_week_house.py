"""A house whose self-dealt tables play shift after shift by its own writer, for `./pit soak week`.

Every bet, decision and duty is a command that the house decides, logs and posts; all tables move
together, a group of commands in one transaction. The clock is the campaign's: a round begins every
57.6 s, so that a shift of eight hours has 500 rounds at each table.
"""

import itertools
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import msgspec
import sqlalchemy as sa

from house.stage import Stage
from kit.clock import Clock
from kit.fast_books import generous_choices
from kit.quick_rounds import ROLLS, small_wagers
from pitboss.house.live_table import TableRow
from pitboss.house.people.persons import Person, find_person
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import tables as table_rows
from pitboss.house.writing.group import QueuedCommand
from pitboss.house.writing.replies import Done, Reply, command_hash
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.choices import Choices
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.state import Table

OPENED: Final = 1_798_783_200_000  # 1 January 2027, 06:00: a shift begins
SHIFT_MS: Final = 8 * 3_600_000
SHIFT_ROUNDS: Final = 500
ROUND_MS: Final = SHIFT_MS // SHIFT_ROUNDS
BETTING_MS: Final = 20_000  # the tables' own time to bet
ENOUGH: Final = Cents(200_00)  # for every wager and raise of a round
SEATS: Final = 2


def wrong_tables() -> dict[str, Choices]:
    """Tables of each game whose most common row pays a unit too much."""
    return {key: generous_choices(key) for key in GAMES}


def right_again(house: House) -> None:
    """The books say that the tables are the right ones, as when a dealer pays wrong by habit."""
    with house.store.begin() as tx:
        for key in GAMES:
            choices = msgspec.json.encode(
                msgspec.structs.replace(plain_choices(GAMES[key]), decks=1)
            )
            same = table_rows.c.id == key
            tx.execute(sa.update(table_rows).where(same).values(choices=choices))


class Playing:
    """A table of the house and its players, who bet and decide at random."""

    def __init__(self, name: str, rules: Rules, players: list[str], seed: str) -> None:
        self.name, self.rng = name, Random(seed)
        self.players = {seat: c.Actor("player", who) for seat, who in enumerate(players, 1)}
        self.rolls = [small_wagers(self.rng, rules) for _ in range(ROLLS)]

    def bets(self, table: Table, at: int) -> list[c.Command]:
        choice = self.rng.choice
        return [
            c.Bet(by=self.players[seat], at=at, seat=seat, stakes=choice(self.rolls))
            for seat in table.seats
        ]

    def decisions(self, table: Table, at: int) -> list[c.Command]:
        """What every seat that is asked does, in turn; four of five go on."""
        now, rng, commands = table.game_step, self.rng, list[c.Command]()
        for seat in table.asked:
            about: dict[str, Any] = {"by": self.players[seat], "at": at, "seat": seat}
            if isinstance(now, Exchange):
                count = rng.randint(0, now.up_to)
                slots = tuple(sorted(rng.sample(range(table.rules.game.hole), count)))
                commands.append(c.Discard(**about, slots=slots))
            else:
                assert isinstance(now, Decide)
                multiple = rng.choice(table.rules.spots[now.spot].multiples or (1,))
                goes_on = rng.random() < 0.8
                act = now.accept if goes_on else now.decline
                commands.append(c.Act(**about, act=act, multiple=multiple if goes_on else 1))
        return commands


class WeekHouse:
    def __init__(self, home: Path, seed: str, tables: dict[str, Choices]) -> None:
        self.clock = Clock(OPENED - 1)
        self.stage = Stage(home, str(home / "house.db"), self.clock, seed)
        self.house, self.cage = self.stage.house, self.stage.desk
        self.house.memory.is_followed = lambda: True  # one server
        self._ids, self._people = itertools.count(1), dict[str, Person]()
        self.tables: dict[str, Playing] = {}
        self.rounds = 0
        settings = Settings(betting=BETTING_MS // 1000, deciding=3600, away=3600)
        for place, (name, choices) in enumerate(tables.items(), 1):
            key = choices.game
            own = msgspec.structs.replace(choices, decks=1)
            row = TableRow(name, name, key, "practice", "self-dealt", name, own, settings)
            self.house.add_table(row)
            players = [f"player_{place}_{n}" for n in range(1, SEATS + 1)]
            self.tables[name] = Playing(name, Rules(own), players, f"{seed} {name}")
            for seat, player in enumerate(players, 1):
                self.cage.enroll(player, None)
                self._give(name, c.Sit(by=c.Actor("player", player), seat=seat, player=player))

    def _job(self, table: str, command: c.Command) -> QueuedCommand:
        key = f"{command.by.name}:{next(self._ids)}"
        return QueuedCommand(table, key, command_hash(command), command, None, Future[Reply]())

    def _write(self, jobs: list[QueuedCommand]) -> None:
        """The commands and what is then due at every table, in one transaction."""
        self.house.writer.write(jobs, list(self.tables))
        for job in jobs:
            reply = cast("Future[Reply]", job.slot).result()
            assert isinstance(reply, Done), (job.table, job.command, str(reply))

    def _give(self, table: str, command: c.Command) -> None:
        self._write([self._job(table, command)])

    def state(self, table: str) -> Table:
        live = self.house.memory.get(table)
        assert live is not None
        return live.table

    def _refill(self, name: str, table: Table) -> None:
        """Players short of chips buy in for the practice chips of a full wallet."""
        for seat, by in self.tables[name].players.items():
            if table.chips(by.name) < ENOUGH:
                if by.name not in self._people:
                    with self.house.store.read() as tx:
                        person = find_person(tx, by.name)
                    assert person is not None
                    self._people[by.name] = person
                cents = self.cage.top_up(self._people[by.name])
                self._give(name, c.BuyIn(by=by, at=self.clock.at // 1000, seat=seat, cents=cents))

    def play_round(self) -> None:
        """One round at every table."""
        self.clock.at = OPENED + self.rounds // len(self.tables) * ROUND_MS
        at = self.clock.at // 1000
        numbers = {name: self.state(name).round for name in self.tables}
        for name in self.tables:
            self._refill(name, self.state(name))
        self._write(self._jobs({n: p.bets(self.state(n), at) for n, p in self.tables.items()}))
        self.clock.at += BETTING_MS
        at = self.clock.at // 1000
        self._write([])
        while True:
            playing = {n: p for n, p in self.tables.items() if self.state(n).round == numbers[n]}
            if not playing:
                break
            jobs = self._jobs({n: p.decisions(self.state(n), at) for n, p in playing.items()})
            assert jobs, "a table waits for nobody"
            self._write(jobs)
        self.rounds += len(self.tables)

    def _jobs(self, commands: dict[str, list[c.Command]]) -> list[QueuedCommand]:
        return [self._job(name, command) for name, some in commands.items() for command in some]

    def close(self) -> None:
        self.house.store.close()
