"""SIGKILL at every commit of a round, and a new start: nothing lost, nothing doubled, resumed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from house.crashes import Survivor, forker, money, prepared, written
from house.stage import Stage
from pitboss.house.history import rounds as recall
from pitboss.rulebook import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_kill_at_every_commit_of_a_round(
    open_stage: Callable[[], Stage], place: Path, url: str, game: str, tmp_path: Path
) -> None:
    # The same seed gives both houses the same round; one is left undisturbed.
    twin = Stage(tmp_path, str(tmp_path / "twin.db"), seed=game)
    script = written(twin, prepared(twin, game))
    stage = Stage(place, url, seed=game)
    table = prepared(stage, game)
    began = stage.house.live(table).seq
    with forker() as run:
        survivor = Survivor(stage, place, url, table, script, run)
        # On PostgreSQL every third, another third with each game.
        every = 1 if stage.house.store.is_sqlite else 3
        for at in range(len(game) % every, len(script), every):
            assert not survivor.live(at - 1, "") if at else True
            before = stage.house.live(table).seq
            assert survivor.live(at, "before"), f"nothing was committed by {script[at]}"
            assert stage.house.live(table).seq == before, "an uncommitted command left something"
            assert survivor.live(at, "after")
            assert stage.house.live(table).seq > before, "a committed command was lost"
        assert not survivor.live(-1, ""), "all again: every reply as it was"
    assert stage.house.live(table).seq - began == twin.house.live(table).seq - began
    assert money(stage) == money(twin)
    assert stage.state(table).round == twin.state(table).round == 2
    assert stage.state(table).balances == twin.state(table).balances
    assert not stage.faults()
    assert recall.differences(stage.house, table, 1) == []
    twin.house.store.close()
    stage.house.store.close()


def test_a_kill_before_every_statement_of_a_settlement(place: Path, tmp_path: Path) -> None:
    game = "mississippi-stud"
    twin = Stage(tmp_path, str(tmp_path / "twin.db"), seed=game)
    script = written(twin, prepared(twin, game))
    url = str(place / "house.db")
    stage = Stage(place, url, seed=game)
    table = prepared(stage, game)
    settles = next(n for n, (_, raw) in enumerate(script) if '"Settle"' in raw)
    with forker() as run:
        survivor = Survivor(stage, place, url, table, script, run)
        statement = 1
        while survivor.live(settles, str(statement)):
            statement += 1
        assert not survivor.live(-1, "")
    assert statement > 12, "a settlement has more statements than that"
    assert money(stage) == money(twin)
    assert not stage.faults()
    twin.house.store.close()
    stage.house.store.close()
