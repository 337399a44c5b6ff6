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
from pitboss.house.service import HOUSE
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
    monkeypatch.setattr("pitboss.house.audit.checkpoints.program_faults", lambda: wrong)
    with caplog.at_level(logging.ERROR), Keeper(stage.house, seconds=3600) as keeper:
        assert "paytables.toml was changed" in caplog.text
        stage.must(table, stage.next(table))  # the shuffle: no round is begun by it
        no = stage.ask(table, c.NoMoreBets(by=HOUSE, at=stage.at))
        assert isinstance(no, Refusal) and "paytables.toml was changed" in str(no) and no.clause
        wrong.clear()
        monkeypatch.setattr("pitboss.house.audit.checkpoints.program_faults", list)
        keeper.look()
        stage.must(table, c.NoMoreBets(by=HOUSE, at=stage.at))
        # A round that has begun is played to its end, whatever happens to the files meanwhile.
        monkeypatch.setattr(
            "pitboss.house.audit.checkpoints.program_faults", lambda: ["x was changed"]
        )
        keeper.look()
        assert stage.play(table) == 1
    assert not stage.faults()


def test_the_audit_says_so(
    sqlite_stage: Stage, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_stage.table()
    monkeypatch.setattr(
        "pitboss.house.audit.program.program_faults", lambda: ["cards.py was changed"]
    )
    told = CliRunner().invoke(audit_command, ["--data", str(place)], standalone_mode=False)
    assert told.return_value == 1
    assert "program      1 wrong\n  cards.py was changed" in told.output
