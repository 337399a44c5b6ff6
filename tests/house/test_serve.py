"""The real server, killed in the middle of rounds of all four games and started again."""

import contextlib
import itertools
import signal
import threading
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from kit.house_process import HouseProcess
from kit.waiting import PATIENCE, wait_until
from pitboss.commands.common import existing_house
from pitboss.house.audit.audit import audit
from pitboss.house.audit.checkpoints import FILE


class Server:
    """`pitboss serve` in a data directory that outlives it, and a client of it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.token = ""
        self.client = httpx.Client()
        self.start()

    def start(self) -> None:
        self.house = HouseProcess(self.place)
        self.client.close()
        self.client = httpx.Client(base_url=self.house.url, timeout=PATIENCE)
        self.client.get("/health").raise_for_status()

    def stop(self, how: signal.Signals) -> int:
        return self.house.stop(how)

    def get(self, path: str) -> Any:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        reply = self.client.get(path, headers=headers)
        reply.raise_for_status()
        return reply.json()

    def post(self, path: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.post(path, json=body, headers=headers)


@pytest.fixture
def server(place: Path) -> Any:
    server = Server(place)
    yield server
    server.stop(signal.SIGKILL)
    server.client.close()


class Guest:
    """Plays the least stakes at every table in turn, under ids that survive the server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        reply = server.post("/api/guest").json()
        self.name, server.token = reply["name"], reply["token"]
        self.ids = itertools.count(1)
        self.rng = Random(1)

    def ask(self, table: str, kind: str, *, kill: bool = False, **fields: Any) -> Any:
        """With `kill` the server dies somewhere around the request, which is sent again after."""
        body = {"id": f"c{next(self.ids)}", "command": {"type": kind, **fields}}
        path = f"/api/tables/{table}/commands"
        first: list[Any] = []
        if kill:
            sending = threading.Thread(target=self._lost, args=(path, body, first))
            sending.start()
            time.sleep(self.rng.random() * 0.03)
            self.server.stop(signal.SIGKILL)
            sending.join()
            self.server.start()
        reply = self.server.post(path, body)
        assert reply.status_code < 300, reply.text
        again = self.server.post(path, body)
        assert again.json() == reply.json(), "a retry is answered as the first time"
        if first:
            assert first[0] == reply.json(), "what was answered before the kill stands"
        return reply.json()

    def _lost(self, path: str, body: Any, replies: list[Any]) -> None:
        with contextlib.suppress(httpx.HTTPError):
            replies.append(self.server.post(path, body).json())

    def view(self, table: str) -> Any:
        return self.server.get(f"/api/tables/{table}")["view"]

    def is_open(self, table: str) -> bool:
        return bool(self.view(table)["cards"] != "closed")

    def act(self, table: str, *, kill: bool) -> bool:
        """One decision, if one is asked of this seat."""
        view = self.view(table)
        if view["turn"] != 1:
            return False
        if view["choices"]:
            choice = view["choices"][0]
            fields = {"act": choice["act"], "multiple": choice["multiple"] or 1}
            self.ask(table, "Act", kill=kill, seat=1, spot=choice["spot"], **fields)
        else:
            self.ask(table, "Discard", kill=kill, seat=1, cards=[])
        return True


def test_a_server_killed_in_the_middle_of_every_game(server: Server, place: Path) -> None:
    guest = Guest(server)
    tables = {row["id"]: row["game"] for row in server.get("/api/tables")}
    assert len(set(tables.values())) == 4
    kills = iter(("Sit", "BuyIn", "Bet", "act"))
    for table in tables:
        here = next(kills)
        guest.ask(table, "Sit", seat=1, player=guest.name, kill=here == "Sit")
        guest.ask(table, "BuyIn", seat=1, cents=200_00, kill=here == "BuyIn")
        view = guest.view(table)
        wait_until(partial(guest.is_open, table))
        stakes = {bet["spot"]: bet["least"] for bet in guest.view(table)["bets"]}
        guest.ask(table, "Bet", seat=1, stakes=stakes, kill=here == "Bet")
        server.post(f"/api/tables/{table}/ready")
        number, killed = view["round"], here != "act"
        began = time.monotonic()
        while guest.view(table)["round"] == number:
            killed = guest.act(table, kill=not killed) or killed
            time.sleep(0.02)
            assert time.monotonic() - began < PATIENCE
    rounds = server.get("/api/rounds")
    assert {row["table"] for row in rounds} == set(tables)
    wallet = server.get("/api/me")["wallets"]["practice"]
    assert wallet == 1_000_00 - 4 * 200_00
    had = len((place / FILE).read_text().splitlines()) if (place / FILE).exists() else 0
    assert server.stop(signal.SIGTERM) == 0
    count = len((place / FILE).read_text().splitlines())
    assert count > had, "a last checkpoint at the end"
    house = existing_house(place, None)
    assert not any(audit(house).values())
    house.store.close()
