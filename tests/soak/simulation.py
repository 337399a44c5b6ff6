"""`./pit soak simulation`: a billion simulated rounds of each game against its exact counts.

    ./pit soak simulation [--rounds N] [--seed N] [--threads N] [--game KEY]

Every cell of the count is tested, by course of decisions and kind of each hand, and all together by
chi-square. Double Draw takes some minutes, the others under one.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kit.draw import rulebook_pays
from kit.stud import stud
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.counting import count_both
from pitboss.odds.simulation.batches import STUD_BATCH, batches
from pitboss.odds.simulation.draw_engine import draw_batch, draw_policy
from pitboss.odds.simulation.stud_engine import stud_batch, stud_policy
from pitboss.odds.stud.rounds import joint_counts
from pitboss.odds.stud.solve import payoffs_of, solve
from pitboss.rulebook import GAMES, paytables

ROUNDS = 1_000_000_000
Deal = Callable[[tuple[int, int]], Any]


def stud_game(key: str, seed: int) -> tuple[Deal, Any]:
    """What deals a batch, and the share of each cell."""
    game = stud(key)
    tables = {wager: paytables(key)[wager]["A"] for wager in game.shape.wagers.values()}
    solution = solve(game, payoffs_of(game, tables))
    counts, deals = joint_counts(solution)
    policy = stud_policy(solution)
    return lambda batch: stud_batch(policy, seed, *batch), counts / deals


def draw_game(seed: int) -> tuple[Deal, Any]:
    """Cells that count each round once: first discards, then fold, or the final category."""
    solution = draw.solve(rulebook_pays("A"))
    exact, policy = count_both(solution)["play"], draw_policy(solution)
    kinds = len(exact.categories)
    rows = [(*stage.categories, stage.folded) for stage in exact.by_discards]
    shares = [*(n for row in rows for n in row), exact.folded_first]

    def deal(batch: tuple[int, int]) -> Any:
        counts = draw_batch(policy, seed, *batch)
        return np.append(counts[:-1, : kinds + 1].reshape(-1), counts[-1, 0])

    return deal, np.array([n / exact.denominator for n in shares])


def in_turn(pool: ThreadPoolExecutor, deal: Deal, rounds: int, ahead: int) -> Iterator[Any]:
    """Batches dealt a few at a time, so that counts do not pile up."""
    waiting = []
    for batch in batches(STUD_BATCH, rounds):
        waiting.append(pool.submit(deal, batch))
        if len(waiting) > ahead:
            yield waiting.pop(0).result()
    for one in waiting:
        yield one.result()


def verdict(counts: Any, shares: Any, rounds: int) -> tuple[bool, str]:
    expected = shares * rounds
    assert int(counts.sum()) == rounds
    assert not counts[shares == 0].any(), "an impossible round"
    often = expected > 10
    off = (counts - expected)[often] / np.sqrt(expected[often] * (1 - shares[often]))
    chi = float(((counts - expected)[often] ** 2 / expected[often]).sum())
    cells = int(often.sum())
    score = (chi - cells) / (2 * cells) ** 0.5
    right = abs(score) < 5 and float(np.abs(off).max()) < 6
    return right, f"{cells} cells, worst {np.abs(off).max():.1f} σ, chi-square {score:+.1f} σ"


def main() -> int:
    parser = argparse.ArgumentParser(prog="./pit soak simulation")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--game", choices=sorted(GAMES))
    args = parser.parse_args()
    failed = False
    for key, game in GAMES.items():
        if args.game not in (None, key):
            continue
        deal, shares = draw_game(args.seed) if game.draws else stud_game(key, args.seed)
        started = time.monotonic()
        counts = np.zeros(shares.shape, np.int64)
        with ThreadPoolExecutor(args.threads) as pool:
            for some in in_turn(pool, deal, args.rounds, 2 * args.threads):
                counts += some
        right, outcome = verdict(counts, shares, args.rounds)
        taken = time.monotonic() - started
        print(f"{key}: {args.rounds:,} rounds in {taken:.0f} s: {outcome}", flush=True)
        failed |= not right
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
