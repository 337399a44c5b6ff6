"""The program against its manifest."""

import logging
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from house.stage import Stage
from pitboss.commands.audit import command as audit_command
from pitboss.house.audit.checkpoints import Keeper
from pitboss.house.audit.program import MANIFEST, PACKAGE, manifest, program_faults
from pitboss.house.live_table import HOUSE
from pitboss.house.writing.replies import Done, Reply
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table.refusals import Refusal


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's rules and code, with a manifest of its own."""
    copy = tmp_path / "pitboss"
    shutil.copytree(PACKAGE / "rulebook", copy / "rulebook")
    shutil.copytree(PACKAGE / "table", copy / "table")
    (copy / MANIFEST).write_text(manifest(copy))
    assert program_faults(copy) == []
    return copy


def test_the_manifest_is_of_these_files() -> None:
    assert program_faults() == [], "run dev/generate.py and commit what it writes"
    text = (PACKAGE / MANIFEST).read_text()
    assert "  rulebook/data/paytables.toml\n" in text and "  house/ledger.py\n" in text
    assert "__pycache__" not in text and MANIFEST not in text


def test_files_changed_removed_and_added_are_named(package: Path) -> None:
    with (package / "rulebook" / "data" / "paytables.toml").open("a") as file:
        file.write("# a word more\n")
    (package / "table" / "engine.py").unlink()
    (package / "table" / "extra.py").write_text("")
    assert program_faults(package) == [
        "rulebook/data/paytables.toml was changed",
        "table/engine.py is missing",
        "table/extra.py is not in the manifest",
    ]
    (package / MANIFEST).unlink()
    assert program_faults(package) == [f"{MANIFEST} is missing"]


def test_a_mismatch_opens_no_new_round(
    sqlite_stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stage = sqlite_stage
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    wrong = ["rulebook/data/paytables.toml was changed"]
    monkeypatch.setattr("pitboss.house.audit.checkpoints.program_faults", lambda **_: wrong)
    with caplog.at_level(logging.ERROR), Keeper(stage.house, seconds=3600) as keeper:
        assert "paytables.toml was changed" in caplog.text
        stage.must(table, stage.next(table))  # the shuffle: no round is begun by it
        no = stage.ask(table, c.NoMoreBets(by=HOUSE, at=stage.at))
        assert isinstance(no, Refusal) and "paytables.toml was changed" in str(no) and no.clause
        wrong.clear()
        monkeypatch.setattr("pitboss.house.audit.checkpoints.program_faults", lambda **_: [])
        keeper.look()
        stage.must(table, c.NoMoreBets(by=HOUSE, at=stage.at))
        # A round that has begun is played to its end, whatever happens to the files meanwhile.
        monkeypatch.setattr(
            "pitboss.house.audit.checkpoints.program_faults", lambda **_: ["x was changed"]
        )
        keeper.look()
        assert stage.play(table) == 1
    assert not stage.faults()


def test_a_stopped_house_refuses_bets_and_says_what_to_do(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = stage.table(mode="self-dealt")
    stage.player("ann")
    actor = stage.sit(table, "ann")
    stage.house.tick(table)
    stage.bet(table, side=False)
    (spot,) = stage.state(table).seats[1].stakes
    live = stage.house.live(table)
    assert live.deadline is not None and not live.stop_notice
    stage.house.program = ["cards.py was changed"]

    def bet(cents: int) -> Reply:
        return stage.ask(table, c.Bet(by=actor, seat=1, stakes={spot: Cents(cents)}, at=stage.at))

    refusal = bet(50_00)
    assert isinstance(refusal, Refusal) and refusal.clause
    for words in ("the house is stopped", "cards.py was changed", "reinstalls", "take wagers back"):
        assert words in str(refusal)
    live = stage.house.live(table)
    assert live.stop_notice in str(refusal) and live.deadline is None
    stage.now.sleep(3600)
    stage.house.tick(table)
    assert stage.state(table).phase == "bets", "no round starts"
    assert isinstance(bet(0), Done), "a wager can be taken back"
    stage.must(table, c.Leave(by=actor, seat=1, at=stage.at))
    stage.house.program = []
    stage.sit(table, "ann")
    assert isinstance(bet(50_00), Done) and not stage.house.live(table).stop_notice
    assert not stage.faults()


def test_the_audit_says_so(
    sqlite_stage: Stage, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_stage.table()
    monkeypatch.setattr(
        "pitboss.house.audit.program.program_faults", lambda: ["cards.py was changed"]
    )
    result = CliRunner().invoke(audit_command, ["--data", str(place)], standalone_mode=False)
    assert result.return_value == 1
    assert "program      1 wrong\n  cards.py was changed" in result.output
