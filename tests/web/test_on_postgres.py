"""The same API on a real PostgreSQL: the tests that touch the database in their own ways."""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.postgres import fresh_database, running_server
from pitboss.rulebook import GAMES
from web import test_errors, test_guard, test_socket
from web.asgi import Place, opened, running
from web.dealing import Pit

_NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as url:
        yield url


@pytest.fixture
def on_postgres(server: str, directory: Path) -> Iterator[Place]:
    url = fresh_database(server, f"web_{directory.name[-8:].lower()}_{next(_NUMBERS)}")
    with opened(directory, url=url) as place:
        yield place


def test_what_cannot_be_read(on_postgres: Place) -> None:
    test_errors.test_addresses(on_postgres)


def test_bodies(on_postgres: Place) -> None:
    test_errors.test_bodies(on_postgres)


def test_retries(on_postgres: Place) -> None:
    test_socket.test_a_retry_after_a_lost_reply(on_postgres)


def test_the_logs_order(on_postgres: Place) -> None:
    test_socket.test_updates_keep_the_order_of_the_log_under_load(on_postgres)


def test_linked_meters(on_postgres: Place) -> None:
    test_socket.test_linked_meters_are_pushed_to_every_table(on_postgres)


def test_lock_out(on_postgres: Place) -> None:
    test_guard.test_lock_out(on_postgres)


def test_the_idle_lock(on_postgres: Place) -> None:
    test_guard.test_a_staff_console_locks_itself(on_postgres)


def test_revocation(on_postgres: Place) -> None:
    test_guard.test_revocation_closes_sockets_at_once(on_postgres)


def test_forged_sessions(on_postgres: Place) -> None:
    test_guard.test_forged_closed_and_expired_sessions(on_postgres)


def test_a_round_of_each_game_and_the_books(on_postgres: Place) -> None:
    async def play() -> None:
        async with running(on_postgres):
            pit = await Pit.staffed(on_postgres)
            auditor = await on_postgres.staff("auditor")
            for game in GAMES:
                table = await pit.table(game, currency="real", seats=(1, 2))
                number = await pit.round(table)
                player = pit.players[table][1]
                record = await player.get(f"/api/rounds/{table}/{number}")
                assert record.json["outcome"] == "settled"
            faults = (await auditor.get("/api/audit")).json
            assert faults and not any(faults.values()), faults

    asyncio.run(play())
