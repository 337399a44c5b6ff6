"""`./pit soak house`: seeded houses for minutes, and kills before every statement of a command.

    ./pit soak house [--minutes N] [--seed N] [--postgres]

Every house is named by its seed; a failure prints it, and `house(seed)` runs it again.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from house.crashes import Survivor, forker, money, prepared, written
from house.postgres import fresh_database, running_server
from house.simulation import Simulation
from house.stage import Stage
from kit.premises import in_memory
from pitboss.rulebook import GAMES

MINUTES = 20
STEPS = 3_000


def house(seed: int, server: str = "") -> Counter[str]:
    """One seeded house: two games, faults from rare to constant."""
    rng = Random(f"soak {seed}")
    place = Path(tempfile.mkdtemp(prefix="pitboss-soak-", dir=in_memory()))
    url = fresh_database(server, f"soak_{seed}") if server else str(place / "house.db")
    faults = rng.choice((0.01, 0.05, 0.2, 0.5))
    simulation = Simulation(f"soak {seed}", place, url, faults=faults)
    try:
        simulation.open_tables(rng.sample(list(GAMES), 2))
        simulation.run(STEPS)
    finally:
        simulation.close()
    shutil.rmtree(place)
    books = simulation.auditor.tables.values()
    return Counter(
        {
            **simulation.counts,
            "rounds": simulation.rounds,
            "voids": sum(table.oracle.voids for table in books),
            "awards": sum(table.awards for table in books),
        }
    )


def killed_everywhere(game: str) -> int:
    """Kills a round of the game before every statement of every command; returns how often."""
    place, peace = (Path(tempfile.mkdtemp(prefix="pitboss-", dir=in_memory())) for _ in range(2))
    twin = Stage(peace, str(peace / "twin.db"), seed=game)
    script = written(twin, prepared(twin, game))
    url = str(place / "house.db")
    stage = Stage(place, url, seed=game)
    table = prepared(stage, game)
    kills = 0
    with forker() as run:
        survivor = Survivor(stage, place, url, table, script, run)
        for at in range(len(script)):
            statement = 1
            while survivor.live(at, str(statement)):
                statement += 1
            kills += statement - 1
        assert not survivor.live(-1, "")
    assert money(stage) == money(twin), game
    assert not stage.faults(), game
    for gone in (stage, twin):
        gone.house.store.close()
    for path in (place, peace):
        shutil.rmtree(path)
    return kills


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak house")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=0, help="of the first house")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not SQLite")
    args = parser.parse_args()
    for game in GAMES:
        print(f"house: {game} killed {killed_everywhere(game)} times", flush=True)
    ends, seed = time.monotonic() + 60 * args.minutes, args.seed
    total: Counter[str] = Counter()
    with ExitStack() as stack:
        server = stack.enter_context(running_server()) if args.postgres else ""
        while time.monotonic() < ends:
            try:
                total += house(seed, server)
            except BaseException:
                print(f"house: failed in house({seed})", file=sys.stderr)
                raise
            seed += 1
            print(f"house: {seed - args.seed} houses, {dict(total)}", flush=True)
    return 0
