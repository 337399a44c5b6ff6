"""How long `pitboss rules` and a cached PAR sheet take from a cold start, beside doing nothing.

Each command runs in a process of its own, in turn with its peers so that a busy moment meets all;
the median and the best are shown. The limit is that of a person asking: 0.3 s, and 2.5 s for a
whole PAR sheet whose solutions are on disk.
"""

import statistics
import subprocess
import sys
import time

from bench._arguments import parse

LIMIT = 0.3
LIMITS = {"pitboss par let-it-ride": 2.5}
ROUNDS = 9

COMMANDS: dict[str, tuple[str, ...]] = {
    "python -c pass": ("-c", "pass"),
    "python -c 'import click'": ("-c", "import click"),
    "pitboss rules": ("-m", "pitboss", "rules"),
    "pitboss rules mississippi-stud": ("-m", "pitboss", "rules", "mississippi-stud"),
    "pitboss rules mississippi-stud 11.H(1)": (
        *("-m", "pitboss", "rules", "mississippi-stud"),
        "11.H(1)",
    ),
    "pitboss rules let-it-ride --json": ("-m", "pitboss", "rules", "let-it-ride", "--json"),
    "pitboss par let-it-ride": ("-m", "pitboss", "par", "let-it-ride"),
}


def seconds(argv: tuple[str, ...]) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-P", *argv], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def measure(rounds: int = ROUNDS) -> dict[str, list[float]]:
    for argv in COMMANDS.values():
        seconds(
            argv
        )  # the first run compiles what has no bytecode yet, and solves what is not kept
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds):
        for name, argv in COMMANDS.items():
            taken[name].append(seconds(argv))
    return taken


def main() -> int:
    parse("startup", __doc__)
    taken = measure()
    nothing = statistics.median(taken["python -c pass"])
    print(f"{'command':<40}  median     best   × nothing")
    slow = []
    for name, times in taken.items():
        median, best = statistics.median(times), min(times)
        print(f"{name:<40}  {median:.3f} s  {best:.3f} s  {median / nothing:6.1f}")
        if name.startswith("pitboss") and median > LIMITS.get(name, LIMIT):
            slow.append(name)
    verdict = f"over the limit: {', '.join(slow)}" if slow else "all within their limits"
    print(f"limit {LIMIT} s, a PAR sheet {max(LIMITS.values())} s: {verdict}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
