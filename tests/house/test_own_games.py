"""Whole games of a house's own: its submission holds them, its log carries them."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from house.keeping import backup
from house.stage import Stage
from pitboss.house.backup.restore import restore
from pitboss.house.books.register import slip_lines
from pitboss.house.books.slips import read_slip
from pitboss.house.books.statistics import statistics
from pitboss.house.floor.tables import BadTable, make_table, store_submission
from pitboss.house.history import rounds as recall
from pitboss.house.history.export import as_parquet, as_zip, json_lines
from pitboss.house.history.search import RoundFilter, search
from pitboss.house.rulebook import house_book
from pitboss.notation.header import BadRound
from pitboss.notation.replay import differences, replay
from pitboss.paper.slips import _heading
from pitboss.rulebook import MARK
from pitboss.rulebook.model import Decide, RevealStep
from pitboss.rulebook.own import check_rules, read_rules
from pitboss.rulebook.submission import Submission, check, example, joined
from pitboss.rulebook.submission.tables import OpenTable

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {"river-stud": "River Stud", "let-it-pair": "Let It Pair"}


@pytest.fixture
def stage(sqlite_stage: Stage) -> Stage:
    return sqlite_stage


def submission() -> Submission:
    book = read_rules(EXAMPLES / "river-stud.toml")
    book = read_rules(EXAMPLES / "let-it-pair.toml", book)
    offer = check(joined(example(), book)).submission
    assert offer is not None
    return offer


def played(stage: Stage, game: str) -> str:
    """A table of the game with one finished round."""
    table = stage.table(game, choices=submission().games[game])
    stage.sit(table, stage.player(f"{game[:3]}_ann"), 1, 900_00)
    stage.sit(table, stage.player(f"{game[:3]}_bob"), 3, 900_00)
    stage.open(table)
    stage.bet(table, 1)
    stage.bet(table, 3)
    stage.play(table)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_found_audited_exported_and_replayed_without_the_file(
    stage: Stage, game: str
) -> None:
    table = played(stage, game)
    assert not stage.faults()
    match = search(stage.house, RoundFilter(game=game), "", 10).rounds[0]
    assert (match.table, match.title) == (table, GAMES[game])

    text = recall.as_text(stage.house, table, 1, None)
    assert any(line.startswith("rules ") and MARK in line for line in text.splitlines())
    with pytest.raises(BadRound, match="own rules"):
        replay(text)
    record = json.loads(next(iter(json_lines(stage.house, [(table, 1)]))))
    assert record["mark"] == MARK
    assert record["rules"] == stage.state(table).rules.fingerprint
    book = check_rules(record["rules_file"]).book
    assert book is not None
    assert differences(text, replay(text, book)) == []

    files = zipfile.ZipFile(io.BytesIO(as_zip(stage.house, [(table, 1)])))
    assert files.namelist() == [f"{table}-1.round", f"{table}-rules.toml"]
    assert files.read(f"{table}-rules.toml").decode().startswith(f"# {MARK}\n")


def test_slips_and_statistics_name_the_game(stage: Stage) -> None:
    table = played(stage, "river-stud")
    with stage.house.store.read() as tx:
        number = slip_lines(tx, stage.house.keys, table)[0].number
    slip = read_slip(stage.house, table, number)
    assert slip.game_name == f"River Stud ({MARK})"
    assert ("Game", slip.game_name) in list(_heading(slip))
    (group,) = statistics(stage.house, 0, 4_000_000_000_000, "game").groups
    assert (group.group, group.title) == ("river-stud", "River Stud")


def test_a_game_without_an_exact_solution_leaves_the_statistics_of_the_others(stage: Stage) -> None:
    """Its decision with all cards known is beyond the solver, so only its own theory is missing."""
    solved, own = played(stage, "river-stud"), submission().games["river-stud"]
    assert own.own and own.own.game is not None
    game = own.own.game
    first = next(step for step in game.play if isinstance(step, Decide))
    rest = [step for step in game.play if step is not first]
    last = max(at for at, step in enumerate(rest) if isinstance(step, RevealStep))
    play = (*rest[: last + 1], first, *rest[last + 1 :])
    late = replace(own.own, game=replace(game, key="late-stud", play=play))
    table = stage.table("late-stud", choices=replace(own, game="late-stud", own=late))
    stage.sit(table, stage.player("cyd"), 1, 900_00)
    stage.open(table)
    stage.bet(table, 1)
    stage.play(table)
    groups = {each.group: each for each in statistics(stage.house, 0, 1 << 42, "table").groups}
    assert groups[solved].theory is not None and groups[table].theory is None
    assert groups[table].rounds == 1 and groups[table].staked > 0
    (month,) = statistics(stage.house, 0, 1 << 42, "month").groups
    assert month.theory is None and month.rounds == 2


def test_parquet_carries_the_mark(stage: Stage) -> None:
    import pyarrow.parquet as pq

    own = played(stage, "river-stud")
    rows = pq.read_table(io.BytesIO(as_parquet(stage.house, [(own, 1)]))).to_pylist()
    assert {row["mark"] for row in rows} == {MARK}


def test_a_house_with_own_games_comes_back_from_a_backup(stage: Stage, tmp_path: Path) -> None:
    table = played(stage, "river-stud")
    backup(stage, tmp_path / "own.pitboss")
    _, findings = restore(tmp_path / "own.pitboss", tmp_path / "there", None, unplayed=True)
    assert findings.clean
    back = Stage(tmp_path / "there", str(tmp_path / "there" / "house.db"), stage.now)
    assert back.state(table).rules == stage.state(table).rules
    back.bet(table, 1)
    back.play(table)
    assert not back.faults()
    back.house.store.close()


def test_the_house_s_rulebook_has_the_games_of_its_tables_and_of_its_submission(
    stage: Stage,
) -> None:
    assert not house_book(stage.house).own
    stage.table("river-stud", choices=submission().games["river-stud"])
    assert [*house_book(stage.house).own] == ["river-stud"]
    with stage.house.store.begin() as tx:
        store_submission(tx, submission())
    book = house_book(stage.house)
    assert {*book.own} == {*GAMES}
    assert book.games["let-it-pair"].name == "Let It Pair"


def test_one_more_table_of_an_own_game_takes_practice_chips_only(stage: Stage) -> None:
    with stage.house.store.begin() as tx:
        store_submission(tx, submission())
    make_table(stage.house, "river-2", OpenTable("River 2", "river-stud"))
    assert stage.state("river-2").rules.is_own
    with pytest.raises(BadTable, match="own rules"):
        make_table(stage.house, "river-3", OpenTable("River 3", "river-stud", "real"))
