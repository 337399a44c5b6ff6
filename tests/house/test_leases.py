"""Leases: one owner of a table's duties at a time, spread evenly, taken over after a death."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest
import sqlalchemy as sa

from house.stage import Stage
from kit.lateness import Lateness
from kit.tiers import limit
from kit.waiting import PATIENCE, wait_until
from pitboss.house.selfdeal import next_command
from pitboss.house.servers.lease import (
    BEAT_SECONDS,
    LEASE_SECONDS,
    Leases,
    Sightings,
    SoleOwner,
    TableShare,
)
from pitboss.house.servers.member import Membership
from pitboss.house.writing import writer

TABLES = [f"t{n}" for n in range(7)]
TAKEN_OVER_SECONDS = 3.0


@pytest.fixture
def database(postgres_stage: Stage) -> sa.URL:
    """A house's database with seven tables."""
    for name in TABLES:
        postgres_stage.table(name=name)
    return postgres_stage.house.store.url


@pytest.fixture
def servers(database: sa.URL) -> Iterator[Callable[[str], Leases]]:
    running: list[Leases] = []

    def start(name: str) -> Leases:
        leases = Leases(database, name)
        leases.start()
        running.append(leases)
        return leases

    yield start
    for leases in running:
        leases.stop()


def owned(leases: Leases) -> set[str]:
    return {table for table in TABLES if leases.owns(table)}


def settled(*servers: Leases) -> bool:
    """Every table has one owner, and no server has two more than another."""
    tables = [owned(each) for each in servers]
    counts = [len(own) for own in tables]
    whole = sum(counts) == len(TABLES) and set().union(*tables) == set(TABLES)
    return whole and max(counts) - min(counts) <= 1


def test_one_server_owns_everything_at_once(servers: Callable[[str], Leases]) -> None:
    assert owned(servers("a")) == set(TABLES)


def test_sqlite_has_one_owner() -> None:
    assert SoleOwner().owns("any table")


def test_tables_are_spread_and_given_back(servers: Callable[[str], Leases]) -> None:
    first = servers("a")
    changes: list[tuple[frozenset[str], frozenset[str]]] = []
    first.on_change.append(lambda gains, losses: changes.append((gains, losses)))
    second, third = servers("b"), servers("c")
    wait_until(lambda: settled(first, second, third))
    wait_until(lambda: first.live == second.live == third.live == ["a", "b", "c"])
    third.stop()
    wait_until(lambda: settled(first, second))
    second.stop()
    wait_until(lambda: settled(first))
    own = set(TABLES)
    for gains, losses in changes:
        assert not gains & own and losses <= own
        own = (own | gains) - losses
    assert own == set(TABLES)


CHILD = """
import sys, time
import sqlalchemy as sa
from pitboss.house.servers.lease import Leases
leases = Leases(sa.make_url(sys.argv[1]), "victim")
leases.start()
print("up", flush=True)
time.sleep(3600)
"""


@pytest.fixture
def victim(database: sa.URL) -> Iterator["subprocess.Popen[str]"]:
    """A server in a process of its own."""
    argv = [sys.executable, "-c", CHILD, database.render_as_string(hide_password=False)]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    yield process
    process.kill()
    process.wait(PATIENCE)
    process.stdout.close()


def leaseholders(database: sa.URL) -> list[str]:
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT server FROM leases ORDER BY stream").all()
    engine.dispose()
    return [row[0] for row in rows]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_dead_servers_tables_are_taken_over(
    database: sa.URL,
    victim: "subprocess.Popen[str]",
    servers: Callable[[str], Leases],
    how: signal.Signals,
) -> None:
    heirs = [servers("a"), servers("b")]
    wait_until(lambda: leaseholders(database).count("victim") in (2, 3))
    wait_until(lambda: all(len(owned(heir)) in (2, 3) for heir in heirs))
    with Lateness() as late:
        os.kill(victim.pid, how)
        died = time.monotonic()
        wait_until(lambda: settled(*heirs))
        elapsed = time.monotonic() - died
    assert elapsed - late.seconds <= limit(TAKEN_OVER_SECONDS)
    assert "victim" not in leaseholders(database)


def test_a_dead_server_in_the_future_is_no_owner(
    database: sa.URL, servers: Callable[[str], Leases]
) -> None:
    """The database's clock was set back after the server had died."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO servers (id, address, began, renewed, report) "
            "SELECT 'victim', '', 0, extract(epoch FROM now()) * 1000 + 3600 * 1000, ''"
        )
        connection.exec_driver_sql(
            "INSERT INTO leases (stream, server, since) SELECT id, 'victim', 0 FROM tables"
        )
    heir = servers("a")
    assert owned(heir) == set(TABLES) and heir.live == ["a"]
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT id FROM servers").all() == [("a",)]
    engine.dispose()


@pytest.mark.parametrize("step", [-3_600_000, -2_400, -900, -400, 400, 900, 2_400, 3_600_000])
def test_a_database_clock_that_is_set_neither_keeps_the_dead_nor_buries_the_living(
    step: int,
) -> None:
    """One server renews each second from 0.3 s on, another dies after its renewal at 1 s; a third
    looks, first at 0.5 s. All in milliseconds.
    """
    for moment in range(600, 4_000, 100):  # when the clock is set

        def shown(at: int, moment: int = moment) -> int:
            return at + step if at >= moment else at

        sightings, now = Sightings(), 500
        while True:
            renewals = {"living": (now - 300) // 1000 * 1000 + 300, "dead": 1000 * (now >= 1000)}
            rows = [(name, shown(at), shown(now) - shown(at)) for name, at in renewals.items()]
            ages = sightings.look(rows, now / 1000)
            assert ages["living"] < LEASE_SECONDS
            if ages["dead"] > LEASE_SECONDS:
                break
            now += round(1000 * min(BEAT_SECONDS, LEASE_SECONDS - max(ages.values()) + 0.01))
        set_in_between = 1000 <= moment <= 1500  # of the last renewal and the look that shows it
        least, most = (3_000, 4_000) if set_in_between else (3_500, 3_520)
        assert least <= now <= most, moment


def test_a_server_cut_off_owns_nothing_until_it_renews(
    database: sa.URL, servers: Callable[[str], Leases], monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = servers("a")
    changes: list[tuple[frozenset[str], frozenset[str]]] = []
    leases.on_change.append(lambda gains, losses: changes.append((gains, losses)))
    everything: frozenset[str] = frozenset(TABLES)

    def away(*_: object) -> None:
        raise OSError("no route to the database")

    engine = sa.create_engine(database)

    def lost() -> bool:
        """The thread may just be about to connect, so it is cut off until it shows."""
        with engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'pitboss a'"
            )
        return changes == [(frozenset(), everything)]

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.house.servers.lease.connect", away)
        wait_until(lost)
        engine.dispose()
        assert not owned(leases)
    wait_until(lambda: owned(leases) == set(TABLES))
    assert changes[1:] == [(everything, frozenset())]


def test_an_heir_does_what_is_due_at_once(
    postgres_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting for the writer's next sweep."""
    monkeypatch.setattr(writer, "SWEEP_MS", 3_600_000)
    house = postgres_stage.house
    table = postgres_stage.table(mode="self-dealt")
    postgres_stage.sit(table, postgres_stage.player("ann"))
    owner, member = Leases(house.store.url, "a"), Membership(house)
    owner.start()
    member.start()
    house.start()
    try:
        wait_until(lambda: house.writer._next_sweep > house.clock())
        live = house.live(table)
        assert next_command(live, house.clock()) is not None, "the owner does nothing"
        owner.stop()
        wait_until(lambda: house.live(table).seq > live.seq)
    finally:
        owner.stop()
        house.stop()
        member.stop()


def test_any_start_ends_in_even_shares() -> None:
    """Servers that beat in any order, from any leases, come to rest with all tables shared."""
    for seed in range(300):
        rng = Random(seed)
        live = [f"s{n}" for n in range(rng.randint(1, 5))]
        owners = {f"t{n}": rng.choice([*live, "dead", ""]) for n in range(rng.randint(0, 12))}
        for _ in range(8):
            for server in rng.sample(live, len(live)):
                share = TableShare(server, live, owners)
                assert not (share.surplus and share.claims)
                owners |= dict.fromkeys(share.claims, server)
                owners |= dict.fromkeys(share.surplus, "")
        counts = [list(owners.values()).count(server) for server in live]
        assert sum(counts) == len(owners), seed
        assert min(counts) >= len(owners) // len(live), (seed, counts)


def test_a_beat_comes_often_enough() -> None:
    assert 2 * BEAT_SECONDS < LEASE_SECONDS < TAKEN_OVER_SECONDS - 0.4
