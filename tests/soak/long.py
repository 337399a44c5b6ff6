"""`./pit soak long`: the suite's own tests that have a longer form, in that form.

    ./pit soak long [ARGS]     ARGS go to pytest

Ten million simulated rounds of each game, every class of five cards, the slow twins on all decks,
more rounds searched for leaks and shown in a browser, more requests made up from the API's
description. What each test does more of stands in its file, where it calls `tier`.
"""

import os
import sys
from pathlib import Path

from kit.tiers import VARIABLE

TESTS = Path(__file__).resolve().parents[1]


def files() -> list[str]:
    return sorted(
        str(path)
        for path in TESTS.rglob("test_*.py")
        if "from kit.tiers import" in path.read_text()
    )


def main() -> int:
    os.environ[VARIABLE] = "1"
    argv = ["-P", "-m", "pytest", "-n", "2", *sys.argv[1:], *files()]
    os.chdir(TESTS.parent)
    os.execv(sys.executable, [sys.executable, *argv])
