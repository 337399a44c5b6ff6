"""Many paytables of a stud game, beside a loop of the one-table call in C, in one run.

Both run on one thread in turns, and the least processor time of each counts. The peers in C solve
each table for its edge alone: by every set of cards, the documented way, and by the classes of the
kernels. Ours also has each table's deviation, hit frequency and decisions. All must agree.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from bench import _peers as peers
from bench._arguments import parse
from pitboss.odds.game import letters_of, priced_game
from pitboss.odds.stud.rounds import base_tables
from pitboss.odds.stud.solve import Solution, payoffs_of, solve
from pitboss.odds.sweep.stud import StudSweep
from pitboss.odds.sweep.sweep import changed_game
from pitboss.odds.sweep.tables import parse_range

SWEEPS = {
    "mississippi-stud": ("flush=4..13", "straight=2..11"),
    "let-it-ride": ("flush=4..13", "straight=2..11"),
    "235-stud": ("five-card:flush=11..20", "three-card:straight=1..10"),
}
MIN_RATE = 500  # tables a second and core
SETS = 5  # tables that C solves by every set of cards, which takes long
TURNS = 5


def seconds(work: Callable[[], Any]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def solutions(key: str, rows: tuple[str, ...], solver: StudSweep) -> list[Solution]:
    game = priced_game(key)
    letters, ranges = letters_of(game), [parse_range(row) for row in rows]
    tables = []
    for odds in product(*(each.odds for each in ranges)):
        own = base_tables(changed_game(game, ranges, odds, letters), letters, {})
        tables.append(solve(solver.stud, payoffs_of(solver.stud, own)))
    return tables


def measure(key: str, rows: tuple[str, ...], reference: Any) -> bool:
    game = priced_game(key)
    ranges = [parse_range(row) for row in rows]
    solver = StudSweep(game, ranges, letters_of(game))
    choices = list(product(*(each.odds for each in ranges)))
    swept = solver.price(choices)
    every = solutions(key, rows, solver)
    assert [-each.edge for each in swept] == [each.expectation() for each in every]
    games = [peers.c_game(each) for each in every] if reference is not None else []
    kinds = tuple(peers.kinds_of_sets(solver.stud, k) for k in (2, 3, 5)) if games else ()

    def by_class() -> list[int]:
        pairs = zip(games, every, strict=True)
        return [peers.c_class_solve(reference, game, each) for game, each in pairs]

    def by_set() -> list[int]:
        return [peers.c_set_solve(reference, game, kinds) for game in games[:SETS]]

    if games:
        totals = [each.expectation() * each.deals for each in every]
        assert by_class() == totals and by_set() == totals[:SETS]
    ours = least = least_sets = float("inf")
    for _ in range(TURNS):
        ours = min(ours, seconds(lambda: solver.price(choices)) / len(choices))
        if games:
            least = min(least, seconds(by_class) / len(games))
            least_sets = min(least_sets, seconds(by_set) / SETS)
    holds = 1 / ours >= MIN_RATE
    print(f"{key}: {len(choices)} tables, {1 / ours:,.0f} a second and core, all figures exact")
    if games:
        for name, peer in (("every set of cards", least_sets), ("the same classes", least)):
            print(f"  C, {name}, edge only: {1 / peer:,.0f} a second; ours is {peer / ours:.2f} ×")
    if not holds:
        print(f"  NOT REACHED: {MIN_RATE} a second")
    return holds


def main() -> int:
    parse("sweep", __doc__)
    with tempfile.TemporaryDirectory() as folder:
        reference = peers.compile_reference(Path(folder))
        if reference is None:
            print("no C compiler here: the peers in C are left out")
        reached = [measure(key, rows, reference) for key, rows in SWEEPS.items()]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
