"""A house under a clock of our own, and short words for what tests ask of it."""

import itertools
import shutil
from pathlib import Path

from kit.clock import Clock
from kit.desk import Desk
from kit.entropy import Seeded
from kit.play import least_stakes, next_command, opening
from kit.premises import empty_database, own_password
from pitboss.cards import Card
from pitboss.house.audit.audit import audit
from pitboss.house.ledger import balance
from pitboss.house.live_table import HOUSE, TableRow
from pitboss.house.people.passwords import verify_soon
from pitboss.house.people.persons import Person, Role
from pitboss.house.people.sessions import Session
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Choices, plain_choices
from pitboss.rulebook.submission.tables import Currency, Mode, Settings
from pitboss.table import commands as c
from pitboss.table.state import Table, dealing_plan

BOSS = Person("boss", "boss", "administrator")
PASSWORD = "correct horse battery"
START = 1_700_000_000_000


class Stage:
    def __init__(
        self, place: Path, url: str, now: Clock | None = None, seed: str = "stage"
    ) -> None:
        self.now = now or Clock(START, tick=1)
        if "://" not in url and not Path(url).exists():
            shutil.copy(empty_database(), url)
        store = Store(url)
        store.prepare()
        self.house = House(store, open_keys(store, place), self.now, Seeded(seed), place)
        self.desk = Desk(self.house)
        self._ids = itertools.count(1)

    # Who and where

    def table(
        self,
        game: str = "mississippi-stud",
        *,
        name: str = "",
        currency: Currency = "practice",
        mode: Mode = "dealer",
        link: str = "",
        choices: Choices | None = None,
        settings: Settings | None = None,
    ) -> str:
        name = name or f"{game}-1"
        row = TableRow(
            name,
            name,
            game,
            currency,
            mode,
            link or f"{game}-{currency}",
            choices or plain_choices(GAMES[game]),
            settings or Settings(),
        )
        self.house.add_table(row)
        return name

    def fund(self, currency: Currency = "practice", cents: int = 9_000_00) -> None:
        """Chips at the cage, for fills."""
        self.desk.bankroll(BOSS, currency, cents)

    def player(self, name: str, *, real: int = 0) -> str:
        self.desk.register(name, PASSWORD)
        if real:
            self.desk.cash(BOSS, name, real)
        return name

    def staff(self, name: str, role: Role) -> tuple[Person, str, Session]:
        person = own_password(self.house, self.desk.hire(BOSS, name, role, PASSWORD))
        token, session = self.log_in(name, PASSWORD)
        return person, token, session

    def log_in(self, name: str, password: str, network: str = "") -> tuple[str, Session]:
        """Verifies the password in this thread, where a server would not wait for it."""
        hashed = self.desk.stored_hash(name)
        matches = verify_soon(hashed, password).result()
        return self.desk.finish_login(name, hashed, network, matches=matches)

    # What is asked

    def ask(self, table: str, command: c.Command, command_id: str = "") -> Reply:
        name = command_id or f"t{next(self._ids)} {id(self)}"
        return self.house.do(command.by, table, name, command)

    def must(self, table: str, command: c.Command, command_id: str = "") -> Done:
        reply = self.ask(table, command, command_id)
        assert isinstance(reply, Done), (command, str(reply))
        return reply

    def sit(self, table: str, name: str, seat: int = 1, cents: int = 500_00) -> c.Actor:
        actor = c.Actor("player", name)
        self.must(table, c.Sit(by=actor, seat=seat, player=name))
        if cents:
            self.must(table, c.BuyIn(by=actor, seat=seat, cents=Cents(cents)))
        return actor

    def open(self, table: str) -> None:
        for command in opening(HOUSE, self.at):
            self.must(table, command)

    @property
    def at(self) -> int:
        return self.now.at // 1000

    def bet(self, table: str, seat: int = 1, *, side: bool = True) -> None:
        """The least stakes that the table takes, on every spot or the required ones."""
        state = self.state(table)
        stakes = least_stakes(state.rules, side=side)
        actor = c.Actor("player", state.seats[seat].player)
        self.must(table, c.Bet(by=actor, seat=seat, stakes=stakes, at=self.at))

    def next(self, table: str) -> c.Command:
        """The next command of a round after the wagers; seats play on as cheaply as they can."""
        return next_command(self.state(table), HOUSE, self.at)

    def play(self, table: str) -> int:
        """A round to its end, wagers on the layout; its number."""
        number = self.state(table).round
        while self.state(table).round == number:
            self.must(table, self.next(table))
        return number

    # What is so

    def state(self, table: str) -> Table:
        return self.house.live(table).table

    def balance(self, account: str) -> int:
        with self.house.store.read() as tx:
            return balance(tx, account)

    def faults(self) -> dict[str, list[str]]:
        return {name: rows for name, rows in audit(self.house).items() if rows}


def royal(stage: Stage, table: str) -> tuple[Card, ...]:
    """Cards read at a physical table that give seat 1 a royal flush."""
    state = stage.state(table)
    plan = dealing_plan(state.dealing, state.rules.deals_box, state.wagering())
    lucky = iter([Card(4 * rank + 3) for rank in range(12, 7, -1)])
    dull = iter([Card(4 * rank + suit) for rank in (0, 2, 5, 7, 1, 3) for suit in (0, 1, 2)])
    return tuple(next(lucky) if to.place in ("seat 1", "community") else next(dull) for to in plan)


def to_award(stage: Stage, table: str, name: str) -> None:
    """A physical table brought to an award that waits."""
    stage.sit(table, name)
    stage.open(table)
    stage.bet(table)
    stage.must(table, stage.next(table))
    stage.must(table, stage.next(table))
    stage.must(table, c.Deal(by=HOUSE, cards=royal(stage, table)))
    while not stage.state(table).pending:
        command = stage.next(table)
        if isinstance(command, c.PlayOn):
            command = c.Act(by=c.Actor("player", name), seat=1, act="bet")
        stage.must(table, command)
