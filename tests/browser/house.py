"""A server of the tests' own: a real port, a real database, the house within reach, decks named."""

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
import uvicorn

from kit import premises
from kit.entropy import Seeded
from kit.play import least_stakes, opening
from kit.premises import PASSWORD, own_password
from kit.waiting import PATIENCE, wait_until
from pitboss.cards import Card
from pitboss.house import seeds
from pitboss.house.history import rounds as recall
from pitboss.house.live_table import HOUSE, TABLE_TAKEN, LiveTable, TableRow, append_note
from pitboss.house.people import approvals
from pitboss.house.people.cash import Cash
from pitboss.house.people.passwords import hash_soon
from pitboss.house.people.persons import Person, Role
from pitboss.house.people.sessions import open_session
from pitboss.house.service import House, wall_clock
from pitboss.house.setup import open_house
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import tables
from pitboss.house.writing import group
from pitboss.house.writing.replies import Done
from pitboss.money import Cents
from pitboss.notation.arranged_deck import arranged_deck
from pitboss.rulebook.rules import Choices
from pitboss.rulebook.submission import default_house
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.web import app as application
from pitboss.web.rate_limits import RateLimiter
from pitboss.web.server import configure

BOSS = Person("0", "tests", "administrator")
NAMES = ("ava", "ben", "cleo", "dan", "eve", "finn", "gus", "hana", "ida", "jon", "kim", "leo")
FOREVER = 3600  # seconds: nobody's time runs out unless a test wants it to


class Decks:
    """The orders that tests have named, used in turn by a table's shuffles."""

    def __init__(self) -> None:
        self.named: dict[str, list[str]] = {}

    def next_order(self, batch: Batch, live: LiveTable) -> tuple[Card, ...]:
        waiting = self.named.get(live.row.id)
        if not waiting:
            return seeds.next_order(batch, live)
        order = arranged_deck(live.table, waiting.pop(0))
        if live.row.choices.shuffler:
            return order
        # The house cuts in the middle.
        half = live.table.size - live.table.size // 2
        return order[half:] + order[:half]


class Server:
    def __init__(self, house: House, url: str, decks: Decks, app: Any) -> None:
        self.house, self.url, self.app, self.desk = house, url, app, app.state.cage
        self._decks, self._open = decks, set[str]()
        self._count, self._robots = itertools.count(1), itertools.count()
        self._staff: dict[str, Person] = {}
        self.choices = dict(default_house().games)

    # Tables

    def table(
        self,
        game: str,
        *,
        choices: Choices | None = None,
        mode: Any = "self-dealt",
        currency: Any = "practice",
        betting: int = FOREVER,
        deciding: int = FOREVER,
        link: str = "",
        name: str = "",
        **settings: Any,
    ) -> str:
        """A new table with meters of its own, unless it shares a `link`; its id.

        `settings` as a submission has them: cards="physical", awards_and_voids="floorperson".
        """
        number = next(self._count)
        key = f"{game}-t{number}"
        row = TableRow(
            key,
            name or f"Table T{number}",
            game,
            currency,
            mode,
            link or f"{key}-meters",
            choices or self.choices[game],
            Settings(betting=betting, deciding=deciding, **settings),
        )
        self.house.add_table(row)
        self._open.add(key)
        return key

    @contextlib.contextmanager
    def table_cleanup(self) -> Iterator[None]:
        """Closes the tables opened in the block, whoever sits there: every page that lists tables
        would grow with every test.
        """
        before = set(self._open)
        try:
            yield
        finally:
            new = self._open - before
            for table in new:
                with self.house.transaction(table) as (batch, live):
                    closed = sa.update(tables).where(tables.c.id == table).values(closed=True)
                    batch.tx.execute(closed)
                    append_note(batch, live, TABLE_TAKEN, {}, self.house.clock())
                    live.closed = True
            self._open -= new

    def with_limit(self, game: str, cents: int) -> Choices:
        """The house's choices for a game, with a payout limit of its own."""
        base = self.choices[game]
        return msgspec.structs.replace(base, options={**base.options, "payout_limit": cents})

    def rig(self, table: str, *decks: str) -> None:
        """The table's next shuffles, as in a .round file: `1: Ad Kd | community: Qd Jd Td`."""
        self._decks.named.setdefault(table, []).extend(decks)

    def act(self, table: str, command: c.Command) -> None:
        """Asked of the house and done."""
        live = self.house.live(table)
        command = msgspec.structs.replace(command, at=self.house.clock() // 1000)
        reply = self.house.do(command.by, table, f"t{next(self._count)}", command)
        assert isinstance(reply, Done), (live.table.phase, command, reply)

    def void(self, table: str) -> None:
        """Somebody was dealt a wrong number of cards: nothing is played on."""
        state = self.state(table)
        seat = state.turn or min(state.wagering())
        self.act(table, c.ReportWrongNumber(by=FLOOR, place=f"seat {seat}"))

    def drop(self, table: str) -> None:
        """The table's sockets are closed, as by a network that goes away."""
        hub = self.app.state.hub

        def close() -> None:
            for watcher in [w for w in hub.watchers if w.row.id == table]:
                watcher.end((1012, "the server goes away"))

        hub.loop.call_soon_threadsafe(close)

    def open(self, table: str) -> None:
        """A dealer's table, its cards received, inspected and washed."""
        for command in opening(HOUSE):
            self.act(table, command)

    def finish_turns(self, table: str) -> None:
        """Whoever's turn it is, until a stage is over: played on as a silent seat is."""
        was = (state := self.state(table)).round, state.step
        while (state := self.state(table)).turn and (state.round, state.step) == was:
            self.act(table, c.PlayOn(by=HOUSE, seat=state.turn))
        self.until(table, lambda state: state.turn or state.phase == "bets")

    def state(self, table: str) -> Any:
        return self.house.live(table).table

    def until(self, table: str, true: Any) -> Any:
        """The table's state, once `true` of it."""
        wait_until(lambda: true(self.state(table)), lambda: self.state(table))
        return self.state(table)

    def round(self, table: str, number: int) -> dict[str, Any]:
        """A finished round's record, whole."""
        return recall.round_record(self.house, table, number, None)

    # People

    def person(self, role: Role, name: str = "") -> Person:
        """One of the staff, or a registered player; hired when first asked for."""
        name = name or f"the_{role}"
        if name not in self._staff:
            if role == "player":
                _, session = self.desk.enroll(name, hash_soon(PASSWORD).result())
                self._staff[name] = session.person
            else:
                hired = self.desk.hire(BOSS, name, role, PASSWORD)
                self._staff[name] = own_password(self.house, hired)
        return self._staff[name]

    def give(self, name: str, cents: int) -> None:
        """Pays real money in, as two floorpersons may, however much it is."""
        fay, flo = (self.person("floorperson", one) for one in ("cash_fay", "cash_flo"))
        number = approvals.request_house_act(self.house, fay, Cash(name, cents))
        assert approvals.decide_approval(self.house, flo, number, approve=True)

    @property
    def staff_names(self) -> set[str]:
        return set(self._staff)

    def token(self, role: Role, name: str = "") -> str:
        """A new session's token, as the cookie `pitboss` holds it."""
        person = self.person(role, name)
        with self.house.store.begin() as tx:
            return open_session(tx, person, self.house.clock())[0]

    def robot(self, table: str, seat: int, *, cents: int = 500_00) -> "Robot":
        """Called ava, ben, cleo …, and ava2 when those have all come."""
        again, which = divmod(next(self._robots), len(NAMES))
        name = NAMES[which] + (str(again + 1) if again else "")
        return Robot(self, table, seat, name, cents)


def _closed(state: Any) -> bool:
    """Its cards are not yet on the table: the house is bringing them."""
    return state.cards not in ("stacked", "used", "shuffled", "ready") or state.phase != "bets"


FLOOR = c.Actor("floorperson", "the_floorperson")


class Robot:
    """Another player at a table, asked for by the test: no browser, no mind of its own."""

    def __init__(self, server: Server, table: str, seat: int, name: str, cents: int) -> None:
        self.server, self.table, self.seat, self.name = server, table, seat, name
        self.by = c.Actor("player", name)
        server.person("player", name)
        if server.house.live(table).row.currency == "real":
            server.desk.perform_alone(BOSS, Cash(name, cents), "")
        self.act(c.Sit(by=self.by, seat=seat, player=name))
        self.act(c.BuyIn(by=self.by, seat=seat, cents=Cents(cents)))

    def act(self, command: c.Command) -> None:
        self.server.act(self.table, command)

    def bet(self, **stakes: int) -> None:
        """Placed, and no more time wanted: with nobody else betting the round begins."""
        self.place(**stakes)
        self.ready()

    def place(self, **stakes: int) -> None:
        """In cents, by spot (`three_card_bonus=500`); the least on what is required if none is
        named.
        """
        state = self.server.until(self.table, lambda state: not _closed(state))
        named: dict[str, Any] = {key.replace("_", "-"): cents for key, cents in stakes.items()}
        put = named or least_stakes(state.rules, side=False)
        self.act(c.Bet(by=self.by, seat=self.seat, stakes=put))

    def ready(self) -> None:
        self.server.house.declare_ready(self.table, self.name)

    def choose(self, kind: Any = "", multiple: int = 1) -> None:
        """When its turn comes: the act named, or the table's own way of playing on."""
        state = self.server.until(self.table, lambda state: state.turn == self.seat)
        if kind == "discard" or (not kind and hasattr(state.game_step, "up_to")):
            self.act(c.Discard(by=self.by, seat=self.seat, slots=()))
        elif kind:
            self.act(c.Act(by=self.by, seat=self.seat, act=kind, multiple=multiple))
        else:
            self.act(c.PlayOn(by=HOUSE, seat=self.seat))


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """The house on a free port, in a thread of this process."""
    decks = Decks()
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as closing:
        place = closing.enter_context(premises.directory("browser"))
        premises.cheapen_passwords(patch)
        patch.setattr(group, "next_order", decks.next_order)
        # Everybody asks from one address.
        limiter = RateLimiter(lambda: time.monotonic() * 1000)
        house = open_house(place, None, wall_clock, None, Seeded())
        closing.callback(house.store.close)
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        app = application.build(house, limiter=limiter)
        server = uvicorn.Server(configure(app))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, "the house did not open"
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            yield Server(house, url, decks, app)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            listener.close()
