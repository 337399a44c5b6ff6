"""The seeded house for a few minutes of its day; `./pit soak house` runs it for long."""

from pathlib import Path

import pytest

from house.faulty import Fault, FaultyStore
from house.simulation import Simulation
from kit.tiers import tier
from pitboss.rulebook import GAMES


@pytest.mark.parametrize("seed", range(4))
def test_a_seeded_house(place: Path, seed: int) -> None:
    """Each seed has two games; a failure names the seed."""
    games = [list(GAMES)[seed % 4], list(GAMES)[(seed + 1) % 4]]
    simulation = Simulation(seed, place, str(place / "house.db"))
    simulation.open_tables(games)
    try:
        simulation.run(tier(250, 500))
    except Exception as error:
        raise AssertionError(f"Simulation({seed!r}) failed: {error!r}") from error
    assert simulation.counts["faults"] > 5
    assert simulation.counts["refused"] > 10
    assert simulation.rounds > 1, simulation.counts
    simulation.close()


def test_a_seeded_house_on_postgresql(place: Path, request: pytest.FixtureRequest) -> None:
    from house.postgres import fresh_database

    url = fresh_database(request.getfixturevalue("postgres"), f"simulated_{place.name}")
    simulation = Simulation("postgresql", place, url)
    simulation.open_tables(["mississippi-stud"])
    simulation.run(tier(120, 250))
    assert simulation.counts["faults"] > 2
    simulation.close()


def test_the_same_seed_is_the_same_house(tmp_path: Path) -> None:
    ran = []
    for n in range(2):
        place = tmp_path / str(n)
        place.mkdir()
        simulation = Simulation("twice", place, str(place / "house.db"))
        simulation.open_tables(["let-it-ride"])
        simulation.run(80)
        ran.append((simulation.counts, simulation.auditor.money, simulation.now.at))
        simulation.close()
    assert ran[0] == ran[1]


def test_the_store_fails_where_it_is_told(place: Path) -> None:
    store = FaultyStore(str(place / "faulty.db"))
    store.prepare()
    insert = "INSERT INTO meta VALUES ('a', 'b')"
    for where, rows in (("statement", 0), ("before", 0), ("after", 1)):
        store.arm(where, 2)
        with pytest.raises(Fault), store.begin() as tx:
            tx.exec_driver_sql(insert)
        with store.read() as tx:
            assert tx.exec_driver_sql("SELECT count(*) FROM meta WHERE key = 'a'").scalar() == rows
    store.close()


def test_the_auditor_would_notice(place: Path) -> None:
    """A cent moved, a meter a millionth off, a command id lost: each stops the simulation."""
    simulation = Simulation("notice", place, str(place / "house.db"), faults=0)
    simulation.open_tables(["mississippi-stud"])
    simulation.run(60)
    for change, undo in (
        ("UPDATE balances SET cents = cents + 1", "UPDATE balances SET cents = cents - 1"),
        (
            "UPDATE meters SET millionths = millionths + 1",
            "UPDATE meters SET millionths = millionths - 1",
        ),
        ("UPDATE commands SET id = id || 'x' WHERE seq = 3", ""),
    ):
        with simulation.calm.store.begin() as tx:
            tx.exec_driver_sql(change)
        with pytest.raises(AssertionError):
            simulation.check()
        if undo:
            with simulation.calm.store.begin() as tx:
                tx.exec_driver_sql(undo)
            simulation.check()
    simulation.close()
