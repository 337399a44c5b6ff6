"""Warms up a game for quick answers: compiles its kernels once, in a process of their own.

Compiling holds the interpreter's lock for seconds, and a server has tables to run. Compiled kernels
are cached on disk, so that a server loads them in a moment.
"""

import atexit
import contextlib
import fcntl
import hashlib
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pitboss.cards import FRENCH_52, FRENCH_54
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices

PATIENCE: Final = 1800  # seconds for the compiling process, which yields to all others
START_DELAY: Final = 5.0  # seconds after a start, while the first pages load

_log = logging.getLogger("pitboss")


def check_solvable(rules: Rules) -> None:
    """Refuses a game that the exact solver does not cover, before anything is compiled for it."""
    if not rules.game.draws:
        from pitboss.odds.stud.shape import shape_of

        shape_of(rules.game)


def prepare_hints(rules: Rules) -> None:
    """Asks one question of each kind, so that everything built on first use is in memory."""
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.stud import seat_value as stakes

    lies = {spot.key: int(rules.choices.minimum) for spot in rules.required}
    if rules.game.draws:
        bets = draw_stakes.draw_seat_bets(rules, lies)
        hand, gone = FRENCH_54[:5], FRENCH_54[5:6]
        draw_stakes.first_worths(rules, bets, hand, gone)
        draw_stakes.second_worths(rules, bets, hand, gone)
        return
    own = stakes.seat_bets(rules, lies, {})
    first = stakes.seat_stud(rules).shape.stages[0].depth
    stakes.choice_worths(rules, own, 0, FRENCH_52[:first], FRENCH_52[first : first + 1], ())


def prepare_all(rules: Rules) -> None:
    """Computes the expected value of a round, including side wagers."""
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.prices import side_wagers as side_stakes
    from pitboss.odds.rule_lists.draw_start import draw_at_start
    from pitboss.odds.stud import seat_value as stakes

    lies = {spot.key: int(rules.choices.minimum) for spot in rules.required}
    if rules.game.draws:
        draw_at_start(rules, draw_stakes.draw_seat_bets(rules, lies))
        return
    stakes.value_at_start(rules, stakes.seat_bets(rules, lies, {}))
    for wager in rules.wagers.values():
        if wager.optional:
            side_stakes.side_at_start(rules, wager.key, 0, rules.tables[wager.key].meters)
    side_stakes.envy_at_start(rules)


def published_like(rules: Rules) -> str:
    """The published game that has the same kernels: the game itself, or one of its family."""
    if rules.game.key in GAMES:
        return rules.game.key
    return next(key for key, game in GAMES.items() if game.draws == rules.game.draws)


def _marker(game: str) -> Path:
    from pitboss.odds.cache import cache_dir, source_fingerprint

    source = f"{sys.executable} {Path(__file__).parent} {source_fingerprint()}"
    name = hashlib.sha256(f"{source} {game}".encode()).hexdigest()[:40]
    return cache_dir() / "compiled" / name


_compiling: Final = threading.Lock()  # one game at a time, because they share most kernels


@contextlib.contextmanager
def _turn() -> Iterator[None]:
    """Lets one server at a time compile: the servers of one machine share the cache, and each
    would otherwise compile everything. The lock ends with the process that holds it.
    """
    from pitboss.odds.cache import cache_dir

    try:
        cache_dir().mkdir(parents=True, exist_ok=True)
        lock = (cache_dir() / "compiling").open("a")
    except OSError:  # a cache that cannot be written is not shared either
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_once(game: str) -> None:
    """Compiles a game's kernels in another process, unless they are compiled already."""
    marker = _marker(game)
    if marker.exists():
        return
    with _compiling, _turn():
        if not marker.exists():
            _compile(game, marker)


def compile_all(stopped: threading.Event, after: float = START_DELAY) -> None:
    """Compiles every game's kernels, so that nobody's first hint waits for a compiler."""
    for game in GAMES:
        if stopped.wait(after):
            return
        compile_once(game)
        after = 0


def _compile(game: str, marker: Path) -> None:
    arguments = [sys.executable, "-m", "pitboss.house.coach.warm_up", game]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    atexit.register(process.kill)  # a server that stops does not wait for it
    try:
        code = process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()  # or it stays a zombie as long as the server runs
        atexit.unregister(process.kill)
    if code == 0:
        try:
            marker.parent.mkdir(parents=True, exist_ok=True)
            marker.touch()
        except OSError as error:
            _log.warning("%s cannot be written: %s", marker, error.strerror)


def main() -> None:
    import os

    os.nice(10)  # tables come first
    rules = Rules(plain_choices(GAMES[sys.argv[1]]))
    prepare_hints(rules)
    prepare_all(rules)


if __name__ == "__main__":
    main()
