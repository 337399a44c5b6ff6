"""A seeded house: many tables, two servers, a store that fails anywhere, and its own auditor.

Everything comes from the seed: clock, chance, people, faults. `Simulation(seed, …).run(steps)`
either ends or raises; the same seed raises the same again.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from house.auditor import Auditor
from house.faulty import Fault, FaultyStore
from house.stage import BOSS, PASSWORD
from house.two_persons import correct, fill
from kit.clock import Clock
from kit.desk import Desk
from kit.driver import Driver
from kit.houses import random_choices
from kit.premises import own_password
from pitboss.house.audit.audit import audit
from pitboss.house.audit.checkpoints import Keeper, make_checkpoint
from pitboss.house.history import rounds as recall
from pitboss.house.live_table import TableRow
from pitboss.house.people.approvals import ONE_OR_TWO, TWO_PERSONS
from pitboss.house.people.cage import Cage
from pitboss.house.people.cash import InsufficientFunds
from pitboss.house.people.persons import Person
from pitboss.house.seeds import BadSeed
from pitboss.house.service import OPENING_INVENTORY, House
from pitboss.house.storage import log
from pitboss.house.storage.house_key import open_keys
from pitboss.house.storage.schema.tables import balances, commands, meters
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission.cage import DEFAULT_LIMIT
from pitboss.rulebook.submission.tables import Currency, Mode, Settings
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

Result = TypeVar("Result")
PLAYERS_OWN = (c.Sit, c.Leave, c.BuyIn, c.Bet, c.Act, c.Discard)


class Simulation:
    def __init__(self, seed: int | str, place: Path, url: str, *, faults: float = 0.1) -> None:
        self.seed, self.place, self.url, self.faults = seed, place, url, faults
        self.rng = Random(f"house {seed}")
        self.now = Clock(tick=1)
        self.drawn = 0
        self.auditor = Auditor()
        self.drivers: dict[str, Driver] = {}
        self.rows: dict[str, TableRow] = {}
        self.people: set[str] = set()
        self.done: dict[str, Done] = {}  # command id → its reply
        self.ids = 0
        self.counts: dict[str, int] = dict.fromkeys(("done", "refused", "faults", "starts"), 0)
        first = FaultyStore(url)
        first.prepare()
        self.servers = [self._start(first), self._start()]
        self.floor = [self._hire(name) for name in ("fay", "flo")]

    # Servers

    def entropy(self, count: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"{self.seed} {self.drawn}".encode()).digest()[:count]

    def _start(self, store: FaultyStore | None = None) -> House:
        self.counts["starts"] += 1
        store = store or FaultyStore(self.url)
        return House(store, open_keys(store, self.place), self.now, self.entropy, self.place)

    def _restart(self, which: int) -> None:
        self.servers[which].store.close()
        self.servers[which] = self._start()

    def attempt(self, act: Callable[[House], Result], settled: Callable[[], bool]) -> Result | None:
        """Asks some server until one answers; None if a fault hid that it was done already."""
        while True:
            which = self.rng.randrange(len(self.servers))
            house = self.servers[which]
            assert isinstance(house.store, FaultyStore)
            if self.rng.random() < self.faults:
                where = self.rng.choice(("statement", "statement", "before", "after"))
                house.store.arm(where, self.rng.randint(1, 12), self.rng.randint(1, 2))
            try:
                return act(house)
            except Fault:
                self.counts["faults"] += 1
                if self.rng.random() < 0.3:
                    self._restart(which)
                if settled():
                    return None
            finally:
                house.store.arm("")

    @property
    def calm(self) -> House:
        return self.servers[0]

    # Tables and people

    def _hire(self, name: str) -> Person:
        hired = Cage(self.calm).hire(BOSS, name, "floorperson", PASSWORD)
        return own_password(self.calm, hired)

    def open_tables(self, games: list[str]) -> None:
        for game in games:
            rng = Random(f"{self.seed} {game}")
            shared = random_choices(rng, GAMES[game])
            small = msgspec.structs.replace(
                shared,
                minimum=Cents(500),
                maximum=Cents(1000),
                side_limits=dict.fromkeys(shared.side_limits, (Cents(100), Cents(500))),
            )
            options = {key: v for key, v in small.options.items() if not key.endswith("_minimum")}
            small = msgspec.structs.replace(small, options=options)
            self._table(f"{game}-self", game, "practice", "self-dealt", small, Settings())
            for n, cards in enumerate(("house", "physical")):
                settings = Settings(cards="physical" if cards == "physical" else "house")
                self._table(f"{game}-{n}", game, "real", "dealer", shared, settings)

    def _table(
        self,
        name: str,
        game: str,
        currency: Currency,
        mode: Mode,
        choices: Choices,
        settings: Settings,
    ) -> None:
        row = TableRow(name, name, game, currency, mode, f"{game}-{currency}", choices, settings)

        def exists() -> bool:
            return any(other.id == name for other in self.calm.table_rows())

        self.attempt(lambda house: house.add_table(row), exists)
        self.attempt(lambda house: house.first_fills([name]), lambda: False)
        self.rows[name] = row
        self.done[f"house:open {name}"] = Done(name, 3, 1)
        self.auditor.table_made(row, OPENING_INVENTORY)
        self._bankroll(currency, f"reserve {name}")
        driver = Driver(choices, f"{self.seed} {name}", mischief=0.1, stack=0.6)
        driver.target_seats = min(driver.target_seats, 3)
        if currency == "practice":
            driver.enough = 200_00
        self.drivers[name] = driver

    def _bankroll(self, currency: Currency, paying: str) -> None:
        """Chips at the cage, for fills."""
        act = (BOSS, currency, 9_000_00, paying)
        self.attempt(lambda house: Desk(house).bankroll(*act), lambda: False)
        self.done[f"{BOSS.name}:{paying}"] = Done(log.HOUSE_STREAM, 0, 0)
        self.auditor.money[f"{currency}/issue"] -= 9_000_00
        self.auditor.money[f"{currency}/cage"] += 9_000_00

    def _wallet(self, currency: str, name: str) -> int:
        return self.auditor.money[f"{currency}/wallet/{name}"]

    def ensure_account(self, name: str) -> None:
        """Registers the person once, with the practice chips that an account comes with."""
        if name in self.people:
            return

        def there() -> bool:
            return self._shown(f"practice/wallet/{name}") > 0

        self.attempt(lambda house: Desk(house).register(name, PASSWORD), there)
        self.people.add(name)
        self.auditor.issued("practice", name, 1_000_00)

    def _shown(self, account: str) -> int:
        with self.calm.store.read() as tx:
            rows = tx.execute(sa.select(balances.c.cents).where(balances.c.account == account))
            return int(rows.scalar() or 0)

    def cash(self, name: str, cents: int) -> None:
        """In parts, each of which one person may pay alone."""
        while abs(cents) > DEFAULT_LIMIT:
            part = DEFAULT_LIMIT if cents > 0 else -DEFAULT_LIMIT
            self._cash(name, part)
            cents -= part
        self._cash(name, cents)

    def _cash(self, name: str, cents: int) -> None:
        before = self._wallet("real", name)
        self.ids += 1
        paying = f"{self.ids}"
        try:
            after = self.attempt(
                lambda house: Desk(house).cash(BOSS, name, cents, paying), lambda: False
            )
        except InsufficientFunds:
            assert before + cents < 0
            return
        assert after == before + cents
        self.done[f"{BOSS.name}:{paying}"] = Done(log.HOUSE_STREAM, 0, 0)
        self.auditor.issued("real", name, cents)

    def top_up(self, name: str) -> None:
        lacking = max(0, 1_000_00 - self._wallet("practice", name))
        person = Person(name, name, "player")
        self.attempt(lambda house: Cage(house).top_up(person), lambda: False)
        self.auditor.issued("practice", name, lacking)

    # Steps

    def run(self, steps: int) -> None:
        for step in range(steps):
            self.now.sleep(self.rng.random() * 3)
            table = self.rng.choice(list(self.rows))
            self.step(table)
            self.hear(table)
            if step % 50 == 49:
                self.check()
        self.check()
        self.finish()

    def step(self, table: str) -> None:
        lot = self.rng.random()
        if lot < 0.01:
            self._restart(self.rng.randrange(len(self.servers)))
        elif lot < 0.02:
            self.attempt(make_checkpoint, lambda: False)
        elif lot < 0.03:
            self.rng.choice((fill, correct))(self, table)
        elif lot < 0.05 and self.people:
            self.cash(
                self.rng.choice(sorted(self.people)), self.rng.randrange(-900_00, 900_00) or 1
            )
        elif lot < 0.07:
            self.mix(table)
        elif self.rows[table].mode == "self-dealt":
            self.self_dealt(table)
        else:
            self.dealer_table(table)

    def mix(self, table: str) -> None:
        """A player's seed may be mixed in twice if a fault hid the first: it harms nobody."""
        text = f"luck {self.rng.randrange(1000)}"
        with suppress(BadSeed):
            self.attempt(lambda house: house.mix_seed(table, text), lambda: True)

    def ask(self, table: str, command: c.Command) -> Reply:
        """Under one id until it is answered; then once more, for the same answer."""
        if isinstance(command, TWO_PERSONS):  # the API takes it of nobody alone
            return Refusal(Reason.NOT_YOUR_ROLE, "it takes two persons", "")
        self.ids += 1
        name = f"{self.ids}"
        reply = self.attempt(
            lambda house: house.do(command.by, table, name, command), lambda: False
        )
        assert reply is not None
        if isinstance(reply, Refusal):
            self.counts["refused"] += 1
            return reply
        self.counts["done"] += 1
        self.done[f"{command.by.name}:{name}"] = reply
        if self.rng.random() < 0.1:
            again = self.servers[self.rng.randrange(len(self.servers))]
            assert again.do(command.by, table, name, command) == reply
        return reply

    def dealer_table(self, table: str) -> None:
        driver = self._driver(table)
        naughty = self.rng.random() < driver.naughty
        command = plain(driver.mischief() if naughty else driver.propose())
        self._means(table, command)
        reply = self.ask(table, command)
        if isinstance(reply, Refusal) and reply.reason is Reason.NOT_ENOUGH_CHIPS and not naughty:
            assert isinstance(command, c.BuyIn | c.Bet | c.Act), command

    def self_dealt(self, table: str) -> None:
        driver = self._driver(table)
        command = driver.propose()
        if not isinstance(command, PLAYERS_OWN) or self.rng.random() < 0.1:
            self.now.sleep(self.rng.choice((0, 1, 25, 40)))
            self.attempt(lambda house: house.tick(table), lambda: False)
            return
        seat = driver.table.seats.get(command.seat)
        player = command.player if isinstance(command, c.Sit) else seat.player if seat else "nobody"
        command = msgspec.structs.replace(command, by=c.Actor("player", player))
        if isinstance(command, c.BuyIn):
            command = msgspec.structs.replace(command, cents=Cents(300_00))
        self._means(table, command)
        reply = self.ask(table, command)
        if isinstance(reply, Refusal) and isinstance(command, c.BuyIn):
            self.ask(table, c.Leave(by=command.by, seat=command.seat, at=command.at))

    def _driver(self, table: str) -> Driver:
        driver = self.drivers[table]
        driver.table = self.servers[self.rng.randrange(len(self.servers))].live(table).table
        driver.at = max(driver.at, self.now.at // 1000)
        self.now.at = max(self.now.at, driver.at * 1000)
        return driver

    def _means(self, table: str, command: c.Command) -> None:
        """Whoever sits down has an account; whoever buys in has been to the cage, mostly."""
        if isinstance(command, c.Sit) and "-" not in command.player:
            self.ensure_account(command.player)
        by_hand = command.by.role == "dealer"  # of a patron who has no wallet
        if isinstance(command, c.BuyIn) and not by_hand and self.rng.random() < 0.95:
            seat = self.drivers[table].table.seats.get(command.seat)
            if seat is None or "-" in seat.player or not 0 < command.cents < 10**11:
                return
            if self.rows[table].currency == "real":
                self.cash(seat.player, command.cents)
            else:
                self.top_up(seat.player)

    # What must be so

    def hear(self, table: str) -> None:
        """The events that clients received, from the table's log."""
        books = self.auditor.tables[table]
        with self.calm.store.read() as tx:
            for entry in log.read(tx, table, self.auditor.read[table]):
                assert entry.seq == self.auditor.read[table] + 1
                self.auditor.read[table] = entry.seq
                for event in log.open_body(self.calm.keys, entry).events:
                    books.happened(event)

    def check(self) -> None:
        for table in self.rows:
            self.hear(table)
        with self.calm.store.read() as tx:
            shown = {row.account: row.cents for row in tx.execute(sa.select(balances))}
            standing = {row.id: row.millionths for row in tx.execute(sa.select(meters))}
            ids = {row.id for row in tx.execute(sa.select(commands.c.id))}
        self.auditor.compare(shown, standing)
        own = {name for name in ids if not name.startswith("house:auto ")}
        assert own == set(self.done), own ^ set(self.done)
        for table in self.rows:
            first, second = (server.live(table) for server in self.servers)
            assert (first.table, first.hash) == (second.table, second.hash), table

    def finish(self) -> None:
        """The product's own audit agrees, and every round can be replayed."""
        with Keeper(self.calm, seconds=3600):
            pass
        report = {name: faults for name, faults in audit(self.calm).items() if faults}
        assert not report, report
        fresh = self._start()
        for table in self.rows:
            assert fresh.live(table).table == self.calm.live(table).table, table
            for number in recall.finished_rounds(fresh, table)[-3:]:
                assert recall.differences(fresh, table, number) == [], (table, number)
                proof = recall.verify(fresh, table, number)
                assert proof["answers"] and all(proof["shuffles"]), (table, number)
        fresh.store.close()

    @property
    def rounds(self) -> int:
        return sum(books.oracle.rounds for books in self.auditor.tables.values())

    def close(self) -> None:
        for server in self.servers:
            server.store.close()


def plain(command: c.Command) -> c.Command:
    """The command as the API takes it, without the fields that only the house may set."""
    fields: dict[str, Any] = {}
    if isinstance(command, c.Shuffle | c.ReceiveCards):
        fields["order"] = ()
    if hasattr(command, "meters"):
        fields["meters"] = {}
    if isinstance(command, ONE_OR_TWO):
        fields["asked"] = ""
    return msgspec.structs.replace(command, **fields)
