"""Double Draw simulated under optimal play, against the exact counts of every round."""

import numpy as np
import pytest

from kit.draw import rulebook_pays
from kit.tiers import tier
from pitboss.odds.arrays import Ints
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.counting import count_both
from pitboss.odds.draw.model import CATEGORIES, DrawCounts
from pitboss.odds.simulation.batches import STUD_BATCH, batches
from pitboss.odds.simulation.draw_engine import draw_batch, draw_policy
from pitboss.odds.simulation.draw_kernels import DrawPolicy

ROUNDS = tier(100_000, 10_000_000)


@pytest.fixture(scope="module")
def solved() -> tuple[DrawPolicy, DrawCounts]:
    solution = draw.solve(rulebook_pays("A"))
    return draw_policy(solution), count_both(solution)["play"]


def shares(exact: DrawCounts) -> Ints:
    """The exact counts laid out as a lane's."""
    rows = [(*s.categories, s.folded, s.stood, s.drew) for s in exact.by_discards]
    rows.append((exact.folded_first, *[0] * (len(rows[0]) - 1)))
    return np.array([[n / exact.denominator for n in row] for row in rows])


def test_many_rounds_agree_with_the_exact_counts(
    solved: tuple[DrawPolicy, DrawCounts],
) -> None:
    policy, exact = solved
    counts = np.add.reduce(
        [draw_batch(policy, 2026, *batch) for batch in batches(STUD_BATCH, ROUNDS)]
    )
    acts = counts[:4, len(CATEGORIES) :]
    assert int(acts.sum() + counts[4, 0]) == ROUNDS
    assert (counts[:4, : len(CATEGORIES)].sum(axis=1) == acts[:, 1:].sum(axis=1)).all()
    expected = shares(exact) * ROUNDS
    assert not counts[expected == 0].any()
    often = expected > 10
    off = (counts - expected)[often] / np.sqrt(expected[often] * (1 - expected[often] / ROUNDS))
    # Some sixty figures, the seed fixed: none should be five deviations off, few more than two.
    assert np.abs(off).max() < 5
    assert (np.abs(off) > 2).mean() < 0.2


def test_a_batch_counts_the_same_whoever_runs_it(solved: tuple[DrawPolicy, DrawCounts]) -> None:
    policy, _ = solved
    once = draw_batch(policy, 5, 9, 20_000)
    draw_batch(policy, 5, 8, 100)
    assert (once == draw_batch(policy, 5, 9, 20_000)).all()
    assert (once != draw_batch(policy, 5, 10, 20_000)).any()
