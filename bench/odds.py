"""Exact solutions and simulation beside the same in C and in Python with eval7, in one run.

Everything runs on one thread, in turn with its peers, and the least processor time of each is kept:
what a core can do when nobody else wants it. Peers must reach the same figures, or the bench
fails. Only Double Draw's solution runs on two threads and is measured by wall-clock time.
All of it takes about two minutes.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from bench import _peers as peers
from bench._arguments import parse
from kit.draw import rulebook_pays
from pitboss.odds.draw import solve as draw
from pitboss.odds.simulation.draw_engine import draw_batch, draw_policy
from pitboss.odds.simulation.stud_engine import stud_batch, stud_policy
from pitboss.odds.stud.rounds import joint_counts
from pitboss.odds.stud.solve import Solution, payoffs_of, solve, stud_of, whole_pack
from pitboss.rulebook import GAMES, paytables

ROUNDS = 1_000_000
PYTHON_ROUNDS = 100_000
TURNS = 33  # of each peer of an exact solution


class Line(NamedTuple):
    work: str
    ours: str
    peer: str
    ratio: str
    must: str
    holds: bool


def best_of(times: int, *works: Callable[[], Any]) -> list[float]:
    """Seconds of processor time of each task, the best of this many turns."""
    taken = [float("inf")] * len(works)
    for _ in range(times):
        for i, work in enumerate(works):
            started = time.thread_time()
            work()
            taken[i] = min(taken[i], time.thread_time() - started)
    return taken


def optimal(key: str) -> Solution:
    every = (table for letters in paytables(key).values() for table in letters.values())
    game = stud_of(GAMES[key], every)
    tables = {wager: paytables(key)[wager]["A"] for wager in game.shape.wagers.values()}
    return solve(game, payoffs_of(game, tables))


def solving(key: str, reference: Any, brief: bool) -> list[Line]:
    """The exact base game: values and policy of every class of known cards.

    "kept": what does not depend on pays (how fifth cards complete four) is there from an earlier
    solution, as in a second question. "all anew": it is counted again, as the peers in C do.
    """
    solution = optimal(key)
    game, payoffs = solution.game, solution.payoffs
    total = solution.expectation() * solution.deals
    work = f"{key}: exact base game"
    lines = []

    def anew() -> Solution:
        whole_pack.cache_clear()
        return solve(game, payoffs)

    if reference is not None:
        c_game = peers.c_game(solution)
        kinds = tuple(peers.kinds_of_sets(game, k) for k in (2, 3, 5))
        assert peers.c_set_solve(reference, c_game, kinds) == total
        assert peers.c_class_solve(reference, c_game, solution) == total
        stored, again, by_class, by_set = best_of(
            TURNS,
            lambda: solve(game, payoffs),
            anew,
            lambda: peers.c_class_solve(reference, c_game, solution),
            lambda: peers.c_set_solve(reference, c_game, kinds),
        )
        for name, peer in (("C, every set of cards", by_set), ("C, the same classes", by_class)):
            for which, ours, bound in (("kept", stored, 1.5), ("all anew", again, 0.0)):
                must = f"≤ {bound} ×" if bound else ""
                lines.append(
                    Line(
                        *(f"{work}, {which}; {name}", f"{1e3 * ours:.2f} ms"),
                        *(f"{1e3 * peer:.2f} ms", f"{ours / peer:.2f} ×", must),
                        not bound or ours <= bound * peer,
                    )
                )
    if not brief:
        (ours,) = best_of(TURNS, lambda: solve(game, payoffs))
        (peer,) = best_of(1, lambda: check(peers.eval7_solve(solution) == total))
        lines.append(
            Line(
                *(f"{work}, Python + eval7", f"{1e3 * ours:.2f} ms", f"{peer:.1f} s"),
                *(f"{peer / ours:,.0f} × faster", "≥ 500 ×", peer >= 500 * ours),
            )
        )
    return lines


def check(right: bool) -> None:
    assert right, "a peer reached another figure"


def playing(key: str, reference: Any) -> list[Line]:
    """Simulation under optimal play, one core."""
    solution = optimal(key)
    base = stud_policy(solution, three=False, six=False)
    work = f"{key}: simulated rounds"
    lines = []
    if reference is not None:
        mine = stud_batch(base, 1, 2, ROUNDS).sum(axis=(2, 4))
        check(bool((mine == peers.c_play(reference, base, 1, 2, ROUNDS)).all()))
        ours, peer = best_of(
            25,
            lambda: stud_batch(base, 1, 2, ROUNDS),
            lambda: peers.c_play(reference, base, 1, 2, ROUNDS),
        )
        lines.append(
            Line(
                *(f"{work}, C", rate(ROUNDS / ours), rate(ROUNDS / peer)),
                *(f"{peer / ours:.2f} of C", "≥ 0.9 of C", peer >= 0.9 * ours),
            )
        )
    (ours,) = best_of(15, lambda: stud_batch(base, 1, 2, ROUNDS))
    (peer,) = best_of(2, lambda: peers.eval7_rounds(solution, PYTHON_ROUNDS, random.Random(1)))
    fast, slow = ROUNDS / ours, PYTHON_ROUNDS / peer
    lines.append(
        Line(
            *(f"{work}, Python + eval7", rate(fast), rate(slow)),
            *(f"{fast / slow:,.0f} × faster", "≥ 100 ×", fast >= 100 * slow),
        )
    )
    whole = stud_policy(solution)
    (ours,) = best_of(15, lambda: stud_batch(whole, 1, 2, ROUNDS))
    fast = ROUNDS / ours
    lines.append(
        Line(f"{work}, every wager", rate(fast), "", "", "≥ 5 million/s", fast >= 5e6),
    )
    return lines


def counting(key: str) -> list[Line]:
    """Every wager of a round at once: no peer, for the record."""
    solution = optimal(key)
    (ours,) = best_of(2, lambda: joint_counts(solution))
    return [Line(f"{key}: exact counts of every wager", f"{1e3 * ours:.0f} ms", "", "", "", True)]


def drawing(folder: Path, brief: bool) -> list[Line]:
    """Double Draw: both draws exact, then simulated under that policy."""
    pays = rulebook_pays("A")
    solution = draw.solve(pays)  # whatever is still to be compiled
    started, busy = time.perf_counter(), time.process_time()
    draw.solve(pays)
    wall, spent = time.perf_counter() - started, time.process_time() - busy
    swept = None if brief else peers.draw_sweep(folder, pays)
    lines = [] if swept is None else [_swept(solution.expectation, spent, swept)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    policy = draw_policy(solution)
    (ours,) = best_of(5, lambda: draw_batch(policy, 1, 2, ROUNDS))
    fast = ROUNDS / ours
    small = wall <= 10 and peak < 2
    return lines + [
        Line(
            *("double draw: both draws exact, two threads", f"{wall:.1f} s", f"{peak:.1f} GiB"),
            *("", "≤ 10 s, < 2 GB", small),
        ),
        Line("double draw: simulated rounds", rate(fast), "", "", "≥ 1 million/s", fast >= 1e6),
    ]


def _swept(ours: Fraction, spent: float, swept: tuple[Fraction, float]) -> Line:
    """Processor time of all threads, since the sweep has one."""
    theirs, seconds = swept
    assert ours == theirs, f"the sweep in C++ gives {theirs}, the solution {ours}"
    words = ("double draw: both draws exact, C++ sweep", f"{spent:.1f} s", f"{seconds:.0f} s")
    return Line(*words, f"{seconds / spent:.0f} × faster", "the same figure", True)


def asking() -> list[Line]:
    """Whole sheets from the command line, with nothing kept but compiled kernels and byte code: a
    first sheet of the rulebook, and a sheet with a changed row.
    """
    first = [_time_command(f"{key}: first sheet", 1.0, "par", key) for key in GAMES]
    changed = {"235-stud": "five-card:flush"}
    studs = [
        _time_command(f"{key}: what-if, all anew", 5.0, "par", key, "--pays", f"{row}=9 to 1")
        for key, game in GAMES.items()
        for row in (changed.get(key, "flush"),)
        if not game.draws
    ]
    draws = [
        _time_command(f"{key}: what-if of table {letter}, all anew", 10.0, *question, letter)
        for key, game in GAMES.items()
        for letter in "AB"
        for question in (("par", key, "--pays", "flush=7 to 1", "--paytable"),)
        if game.draws
    ]
    draws += [
        _time_command(
            f"{key}: what-if of every table, all anew", 10.0, "par", key, "--pays", "flush=9 to 1"
        )
        for key, game in GAMES.items()
        if game.draws
    ]
    return first + studs + draws


def _time_command(work: str, limit: float, *argv: str) -> Line:
    """Processor seconds of a command with an empty cache, the least of two."""
    seconds = min(_seconds(argv) for _ in range(2))
    return Line(work, f"{seconds:.1f} s", "", "", f"≤ {limit:.0f} s", seconds <= limit)


def _seconds(argv: tuple[str, ...]) -> float:
    with tempfile.TemporaryDirectory() as cache:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pitboss", *argv],
            env=os.environ | {"PITBOSS_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, argv
    return usage.ru_utime + usage.ru_stime


def rate(per_second: float) -> str:
    return f"{per_second / 1e6:.2f} million/s"


def main() -> int:
    brief = parse("odds", __doc__, brief="leave out the exact solutions in Python").brief
    studs = [key for key, game in GAMES.items() if not game.draws]
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        reference = peers.compile_reference(Path(folder))
        if reference is None:
            print("no C compiler here: the peers in C are left out")
        for key in studs:
            lines += solving(key, reference, brief)
        for key in studs:
            lines += playing(key, reference) + counting(key)
        lines += drawing(Path(folder), brief)
    lines += asking()
    widths = [max(map(len, column)) for column in zip(*(line[:-1] for line in lines), strict=True)]
    for line in lines:
        cells = [f"{cell:<{width}}" for cell, width in zip(line[:-1], widths, strict=True)]
        print("  ".join([*cells, "" if line.holds else "NOT REACHED"]).rstrip())
    return 0 if all(line.holds for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
