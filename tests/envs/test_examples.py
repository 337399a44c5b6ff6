"""Every example for learning programs runs, and says what it must."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kit.tiers import tier
from kit.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent


def run(name: str, *argv: object) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *map(str, argv)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_random_player_pays_for_its_mistakes() -> None:
    (cost,) = re.findall(r"mistakes cost ([\d.]+)\.", run("random_player.py"))
    assert 8_000 < float(cost) < 12_000


def test_q_learning_learns_mississippi_stud(tmp_path: Path) -> None:
    """A few seconds bring it close; in the two minutes of `./pit soak long` its play is optimal."""
    plot = tmp_path / "curve.png"
    costs = re.findall(r"cost ([\d.]+) units", run("q_learning.py", tier(3, 110), plot))
    assert float(costs[-1]) < tier(0.1, 1e-9) < 0.5 < float(costs[0])
    assert plot.stat().st_size > 5_000


def test_the_rule_list_is_priced_with_its_worst_situations() -> None:
    lines = run("rule_list.py").splitlines()
    cost = re.search(r"cost ([\d.]+) units", lines[0])
    assert cost is not None
    assert float(cost[1]) == pytest.approx(0.057589)
    assert len(lines) == 11
