"""The solutions that come with the package are right, current, and enough for a whole sheet."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from dev.shipped_odds import computed, is_current
from pitboss.odds import cache, price
from pitboss.odds.rounds import Rounds
from pitboss.rulebook import GAMES

PROGRAM = """
import sys
from pitboss.cli import main
sys.argv = ["pitboss", "par", sys.argv[1], "--json"]
try:
    main()
finally:
    heavy = {"numba", "numpy"} & set(sys.modules)
    assert not heavy, heavy
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_solution_is_what_the_solver_computes(game: str) -> None:
    entries = computed(game)
    assert entries
    with ZipFile(cache.SHIPPED) as archive:
        for name, data in entries.items():
            assert archive.read(name) == data


def test_the_file_was_written_for_the_rules_as_they_are() -> None:
    assert is_current()


@pytest.mark.parametrize("game", GAMES)
def test_a_first_sheet_of_the_rulebook_loads_no_numba(game: str, tmp_path: Path) -> None:
    """With an empty cache: the second of a start is for the sheet, not for a compiler."""
    env = os.environ | {"PITBOSS_CACHE": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, game], env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert not list(tmp_path.rglob("*.msgpack"))
    assert '"house_edge"' in result.stdout


@pytest.mark.parametrize("damage", [b"", b"PK\x05\x06 no archive"])
def test_a_missing_or_damaged_file_is_only_slow(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    path = tmp_path / "solutions.zip"
    if damage:
        path.write_bytes(damage)
    expected = price("235-stud").house_edge
    monkeypatch.setattr(cache, "SHIPPED", path)
    request.addfinalizer(cache._archive.cache_clear)
    cache._archive.cache_clear()
    assert cache.shipped(Rounds, ("anything",)) is None
    assert price("235-stud").house_edge == expected
