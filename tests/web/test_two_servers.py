"""Two served houses on one PostgreSQL, each a process of its own, are one house to everybody."""

import json
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count, pairwise, takewhile
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from house.postgres import fresh_database, running_server
from kit.house_process import HouseProcess
from kit.lateness import Lateness
from kit.sockets import connect
from kit.tiers import limit
from kit.waiting import PATIENCE, wait_until
from pitboss.house.people.sessions import SESSION_MS, token_hash
from pitboss.house.service import wall_clock
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import KEY_FILE
from pitboss.house.storage.schema.tables import sessions
from pitboss.web.rate_limits import LOGIN

TABLE: Final = "big-river"
VIEW: Final = f"/api/tables/{TABLE}"
CLOSE_SECONDS: Final = 1.0  # promised
TAKEOVER_SECONDS: Final = 3.0  # promised
_NUMBERS: Final = count(1)


class Pair:
    """The two servers: `first` made the house, `second` has its key."""

    def __init__(self, place: Path, url: str, stack: ExitStack) -> None:
        self.url, self.stack = url, stack
        places = [place / name for name in ("first", "second")]
        for each in places:
            each.mkdir()
        self.servers = [HouseProcess(places[0], "--db", url)]
        stack.callback(self.servers[0].stop, signal.SIGKILL)
        shutil.copy(places[0] / KEY_FILE, places[1])
        self.servers.append(HouseProcess(places[1], "--db", url))
        stack.callback(self.servers[1].stop, signal.SIGKILL)
        self.clients = [stack.enter_context(_client(server)) for server in self.servers]

    def sql(self, statement: str) -> list[Any]:
        store = Store(self.url)
        try:
            with store.read() as tx:
                return list(tx.exec_driver_sql(statement).all())
        finally:
            store.close()

    def owner(self) -> int:
        """Which of the two does the table's duties: 0 or 1."""
        return int(self.names.index(self.lease()))

    def lease(self) -> str:
        (row,) = self.sql(f"SELECT server FROM leases WHERE stream = '{TABLE}'")
        return str(row[0])

    @property
    def names(self) -> list[str]:
        """The servers' own names, in the order of their starts."""
        return [row[0] for row in self.sql("SELECT id FROM servers ORDER BY began")]


def _client(server: HouseProcess) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=PATIENCE)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with ExitStack() as stack:
        server = stack.enter_context(running_server())
        place = tmp_path_factory.mktemp("two-servers")
        yield Pair(place, fresh_database(server, f"two_{place.name[-12:]}"), stack)


class Listener:
    """A socket that is read to its end, in a thread."""

    def __init__(self, server: HouseProcess, token: str = "") -> None:
        self.updates: list[dict[str, Any]] = []
        self.code = 0
        self.closed_at = 0.0
        headers = {"authorization": f"Bearer {token}"} if token else {}
        address = f"{server.url.replace('http', 'ws')}{VIEW}/live"
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(connect(address, additional_headers=headers))
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        wait_until(lambda: self.updates or not self.thread.is_alive())
        assert self.updates, self.code

    def _read(self) -> None:
        try:
            while True:
                self.updates.append(json.loads(self.socket.recv()))
        except ConnectionClosed as closed:
            self.closed_at = time.monotonic()
            self.code = closed.rcvd.code if closed.rcvd else -1

    def events(self, after: int) -> list[tuple[int, Any]]:
        rows = [(each["seq"], each["events"]) for each in self.updates if each["events"]]
        return [row for row in rows if row[0] > after]


def _singly(rows: list[tuple[int, Any]]) -> list[Any]:
    return [event for _, events in rows for event in events]


class Player:
    """A guest with a seat that can speak to either server."""

    def __init__(self, client: httpx.Client) -> None:
        answer = client.post("/api/guest")
        assert answer.status_code == 201, answer.text
        self.token, self.name = answer.json()["token"], answer.json()["name"]
        self.headers = {"authorization": f"Bearer {self.token}"}

    def post(self, client: httpx.Client, path: str, **fields: Any) -> httpx.Response:
        answer = client.post(path, json=fields or None, headers=self.headers)
        assert answer.status_code < 300, (path, fields, answer.text)
        return answer

    def view(self, client: httpx.Client) -> dict[str, Any]:
        view: dict[str, Any] = self.update(client)["view"]
        return view

    def update(self, client: httpx.Client) -> dict[str, Any]:
        update: dict[str, Any] = client.get(VIEW, headers=self.headers).json()
        return update

    def do(self, client: httpx.Client, kind: str, **fields: Any) -> None:
        command = {"type": kind, **fields}
        self.post(client, f"{VIEW}/commands", id=f"two-{next(_NUMBERS)}", command=command)

    def sit(self, client: httpx.Client) -> int:
        seat: int = self.post(client, f"{VIEW}/seat", cents=50_000, id="sit").json()["seat"]
        return seat

    def bet(self, client: httpx.Client, ready: httpx.Client, seat: int) -> None:
        """Bets at one server and declares "ready" at another."""
        wait_until(lambda: self.view(client)["bets"])
        stakes = {spot["spot"]: spot["least"] for spot in self.view(client)["bets"]}
        self.do(client, "Bet", seat=seat, stakes=stakes)
        self.post(ready, f"{VIEW}/ready")

    def act(self, client: httpx.Client) -> None:
        view = self.view(client)
        choice = view["choices"][0]
        fields = {key: choice[key] for key in ("act", "multiple", "spot")}
        self.do(client, "Act", seat=view["turn"], **fields)

    def play_out(self, client: httpx.Client, number: int) -> None:
        def is_over() -> bool:
            if self.view(client)["round"] == number and self.view(client)["choices"]:
                self.act(client)
            return bool(self.view(client)["round"] != number)

        wait_until(is_over)


def test_the_first_administrators_link_is_used_once(pair: Pair) -> None:
    tokens = [server.line().rpartition("=")[2].strip() for server in pair.servers]
    path, account = "/api/first-administrator", {"name": "ada", "password": "correct horse"}
    both = [
        client.post(path, json={**account, "token": token}).status_code
        for client, token in zip(reversed(pair.clients), tokens, strict=True)
    ]
    assert both == [201, 403], "each server takes the other's link, but only one link is used"
    assert pair.clients[0].post(path, json={**account, "token": tokens[0]}).status_code == 403


def test_every_event_once_and_in_order(pair: Pair) -> None:
    here, there = pair.clients
    player = Player(here)
    near, far = (Listener(server) for server in pair.servers)
    start = max(near.updates[0]["seq"], far.updates[0]["seq"])
    polls: list[int] = [start]
    polled: list[dict[str, Any]] = []
    done = threading.Event()

    def poll() -> None:
        with _client(pair.servers[1]) as client:
            while not done.is_set():
                polled.append(client.get(f"{VIEW}?after={polls[-1]}").json())
                polls.append(polled[-1]["seq"])

    poller = threading.Thread(target=poll, daemon=True)
    poller.start()
    seat = player.sit(here)
    for number in range(2):
        player.bet(here, there, seat)  # "ready" at the other server closes the bets of this one
        wait_until(lambda: player.view(there)["choices"])
        player.play_out((here, there)[number], player.view(there)["round"])
    last = max(player.update(client)["seq"] for client in pair.clients)
    wait_until(lambda: min(near.updates[-1]["seq"], far.updates[-1]["seq"], polls[-1]) >= last)
    done.set()
    # One may be ahead, and how many events come in one update depends on the load.
    both = list(zip(_singly(near.events(start)), _singly(far.events(start)), strict=False))
    assert both and all(mine == theirs for mine, theirs in both)
    numbers = [seq for seq, _ in far.events(start)]
    assert all(a < b for a, b in pairwise(numbers)) and numbers[-1] >= last
    assert all(a < b for a, b in pairwise(polls[:-1])), "a poll answers with something newer"
    assert start <= min(polls) and max(polls) <= numbers[-1]
    # A poll that comes between a commit and its push may be told to read anew: none is after it.
    mine = [
        event for update in takewhile(lambda u: not u["anew"], polled) for event in update["events"]
    ]
    assert mine and mine == _singly(far.events(start))[: len(mine)]
    player.do(there, "Leave", seat=seat)
    for each in (near, far):
        each.stack.close()
    poller.join(PATIENCE)


def _log_out(pair: Pair, player: Player) -> float:
    player.post(pair.clients[0], "/api/logout")
    return time.monotonic()


def _lock(pair: Pair, player: Player) -> float:
    """As another server does when the session was idle for too long."""
    _set_session(pair, player, locked=True)
    return time.monotonic()


def _expire(pair: Pair, player: Player) -> float:
    """The session has half a second to live."""
    _set_session(pair, player, created=wall_clock() - SESSION_MS + 500)
    return time.monotonic() + 0.5


def _set_session(pair: Pair, player: Player, **values: Any) -> None:
    store = Store(pair.url)
    own = sessions.c.token == token_hash(player.token)
    with store.begin() as tx:
        assert tx.execute(sa.update(sessions).where(own).values(**values)).rowcount == 1
    store.close()


@pytest.mark.parametrize(("end", "code"), [(_log_out, 4401), (_lock, 4423), (_expire, 4401)])
def test_the_other_server_closes_the_sockets_of_a_session_that_ends(
    pair: Pair,
    end: Callable[[Pair, Player], float],
    code: int,
) -> None:
    player = Player(pair.clients[0])
    listener = Listener(pair.servers[1], player.token)
    with Lateness() as late:
        due = end(pair, player)
        wait_until(lambda: listener.code)
    listener.stack.close()
    seconds = listener.closed_at - due
    print(f"closed after {seconds:.2f} s")
    assert listener.code == code
    assert seconds - late.seconds < limit(CLOSE_SECONDS)


def test_a_rate_limit_is_that_of_all_servers(pair: Pair) -> None:
    def admits(client: httpx.Client) -> bool:
        return client.post("/api/welcome", content=b"").status_code != 429

    here, there = pair.clients
    for _ in range(2 * LOGIN.burst):
        if not admits(here):
            break
    else:
        raise AssertionError("the first server admits everything")
    admissions, began = 0, time.monotonic()
    while admits(there):
        admissions += 1
        refilled = (time.monotonic() - began) * LOGIN.per_minute / 60
        assert admissions < LOGIN.burst / 2 + refilled
        time.sleep(0.1)


def test_the_duties_of_a_killed_server_are_taken_over_in_mid_round(
    pair: Pair,
) -> None:
    """The last test: one of the two is dead after it."""
    victim = pair.owner()
    rest = pair.clients[1 - victim]
    player = Player(rest)
    seat = player.sit(rest)
    player.bet(pair.clients[victim], rest, seat)
    wait_until(lambda: player.view(rest)["choices"])
    number = player.view(rest)["round"]
    heir = pair.names[1 - victim]
    pair.servers[victim].process.kill()
    with Lateness() as late:
        began = time.monotonic()
        wait_until(lambda: pair.lease() == heir)
        seconds = time.monotonic() - began
    print(f"taken over after {seconds:.2f} s")
    assert seconds - late.seconds < limit(TAKEOVER_SECONDS)
    player.play_out(rest, number)
