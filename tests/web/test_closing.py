"""The served house ends within seconds of SIGTERM, and leaves nobody without an answer."""

import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from house.postgres import free_port, fresh_database
from house.restarts import restartable
from kit.house_process import HouseProcess
from kit.lateness import Lateness
from kit.sockets import connect
from kit.tiers import limit
from kit.waiting import PATIENCE, wait_until

SECONDS = 5  # on top of this machine's own delay


def test_polls_are_answered_and_sockets_closed_with_a_code(directory: Path) -> None:
    port = free_port()
    house = HouseProcess(directory, "--metrics-port", str(port))
    poller = httpx.Client(base_url=house.url, timeout=PATIENCE)
    view = poller.get("/api/tables/big-river").json()
    answers: list[httpx.Response] = []

    def poll() -> None:
        answers.append(poller.get(f"/api/tables/big-river?after={view['seq']}"))

    waiting = threading.Thread(target=poll)
    with connect(house.url.replace("http", "ws") + "/api/tables/big-river/live") as socket:
        socket.recv(timeout=PATIENCE)
        waiting.start()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as other:
            wait_until(lambda: watchers(other) == 2)
            seconds = seconds_to_stop(house)
        with pytest.raises(ConnectionClosed) as closed:
            read_to_the_end(socket)
    waiting.join(PATIENCE)
    poller.close()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert "closing" in closed.value.rcvd.reason
    assert [answer.status_code for answer in answers] == [200]
    assert answers[0].json()["seq"] == view["seq"]
    assert seconds < limit(SECONDS), "the house took too long to close"
    assert "Traceback" not in house.errors.read_text()


def seconds_to_stop(house: HouseProcess) -> float:
    with Lateness() as late:
        began = time.monotonic()
        assert house.stop(signal.SIGTERM) == 0
        elapsed = time.monotonic() - began
    return elapsed - late.seconds


def read_to_the_end(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


def watchers(client: httpx.Client) -> Any:
    lines = client.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("pitboss_watchers "))


def test_a_database_that_is_away_delays_nothing(directory: Path) -> None:
    with restartable() as server:
        house = HouseProcess(directory, "--db", fresh_database(server.url, "closing"))
        with httpx.Client(base_url=house.url, timeout=PATIENCE) as client:
            assert client.post("/api/guest").status_code == 201
            server.stop()
            assert client.post("/api/guest").status_code == 503
            seconds = seconds_to_stop(house)
        server.start()
    assert seconds < limit(SECONDS)
    errors = house.errors.read_text()
    assert "Traceback" not in errors, errors
