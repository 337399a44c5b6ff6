"""Rounds leave nothing behind. `./pit bench engine --rounds 1000000` watches the whole process."""

import gc
import tracemalloc
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook import GAMES

BENCH = Path(__file__).parents[2] / "bench" / "engine.py"
DECKS = 5
ROUNDS = 100
LEAST = 16  # bytes: nothing can be left behind in each round that is smaller


def steady(game: str) -> Any:
    """A bench player whose decks and decisions repeat, so that no hand is met for the first time
    later on.
    """
    spec = spec_from_file_location("bench_engine", BENCH)
    assert spec is not None and spec.loader is not None
    bench = module_from_spec(spec)
    spec.loader.exec_module(bench)
    player = bench.Player(GAMES[game], 3)
    player.shuffle = cycle([player.shuffle() for _ in range(DECKS)]).__next__
    player.choices = [[cycle([option()]).__next__ for option in seats] for seats in player.choices]
    return player


def _traced_bytes() -> int:
    gc.collect()  # also lets go of the tuples that Python keeps for later
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_leaves_nothing_in_memory(game: str) -> None:
    player = steady(game)
    tracemalloc.start()
    try:
        for _ in range(2 * DECKS):
            player.round()
        before = _traced_bytes()
        for _ in range(ROUNDS):
            player.round()
        after = _traced_bytes()
    finally:
        tracemalloc.stop()
    assert player.table.round > ROUNDS
    assert after - before < LEAST * ROUNDS
