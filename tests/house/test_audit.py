"""Every kind of tampering is planted with plain SQL, and the audit names it."""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from house.stage import Stage
from house.tampering import TAMPERING, T
from kit.waiting import wait_until
from pitboss.commands.audit import command as audit_command
from pitboss.house.audit.audit import CHECKS
from pitboss.house.audit.checkpoints import FILE, Keeper, make_checkpoint
from pitboss.house.books.printing import print_slip
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.storage import log
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import entries
from pitboss.table import commands as c


@pytest.fixture(scope="module")
def played() -> Iterator[Path]:
    """A house with three rounds behind it, one in play, three checkpoints; tests take copies."""
    place = Path(tempfile.mkdtemp(prefix="pitboss-played-"))
    stage = Stage(place, str(place / "house.db"))
    table = stage.table()
    stage.player("ann")
    stage.staff("fay", "floorperson")
    stage.sit(table, "ann", cents=900_00)
    stage.open(table)
    for turn in range(3):
        stage.bet(table)
        stage.house.mix_seed(table, "luck")
        stage.play(table)
        if turn == 2:
            filled(stage, table)
        make_checkpoint(stage.house)
    stage.bet(table)
    while stage.state(table).phase != "play":
        stage.must(table, stage.next(table))
    assert not stage.faults()
    stage.house.store.close()
    yield place
    shutil.rmtree(place)


def filled(stage: Stage, table: str) -> None:
    fay, flo = Person("1", "fay", "floorperson"), Person("2", "flo", "floorperson")
    stage.fund()
    wish = approvals.request_approval(
        stage.house, fay, table, c.Fill(by=c.Actor("floorperson", "fay"), cents=1)
    )
    approvals.decide_approval(stage.house, flo, wish, approve=True)
    for _ in range(2):
        print_slip(stage.house, flo, table, "F2023-0002")


@pytest.fixture
def stage(played: Path, place: Path) -> Iterator[Stage]:
    shutil.copytree(played, place, dirs_exist_ok=True)
    stage = Stage(place, str(place / "house.db"))
    yield stage
    stage.house.store.close()


def sql(stage: Stage, *statements: str) -> None:
    with stage.house.store.begin() as tx:
        for statement in statements:
            changed = tx.exec_driver_sql(statement).rowcount
            assert changed, f"{statement} changed nothing"


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_named(stage: Stage, what: str) -> None:
    statements, check, phrase = TAMPERING[what]
    sql(stage, *statements.split(";"))
    faults = stage.faults()
    assert check in faults, f"{what} was not found by {check}: {faults}"
    assert any(phrase in fault for fault in faults[check]), faults[check]


def _drop_first(lines: list[str]) -> list[str]:
    return lines[1:]


def _drop_last(lines: list[str]) -> list[str]:
    return lines[:-1]


def _edit(lines: list[str]) -> list[str]:
    row = json.loads(lines[1])
    row["body"] = row["body"].replace('"at":1', '"at":2')
    return [lines[0], json.dumps(row), *lines[2:]]


def _retype(lines: list[str]) -> list[str]:
    """The same content in other letters."""
    row = json.loads(lines[1])
    return [lines[0], json.dumps({**row, "signature": row["signature"].upper()}), *lines[2:]]


def _damage_twin(lines: list[str]) -> list[str]:
    """A line before another one of the same checkpoint."""
    return [*_edit(lines), lines[1]]


def _none(lines: list[str]) -> list[str]:
    return []


@pytest.mark.parametrize(
    ("change", "phrase"),
    [
        (_drop_first, "checkpoint 1 is missing outside"),
        (_drop_last, "checkpoint 3 is missing outside"),
        (_edit, "checkpoint 2 is not signed by this house"),
        (_retype, "checkpoint 2 outside is not as it was written"),
        (_damage_twin, "checkpoint 2 outside is not the one in the database"),
        (_none, "checkpoint 1 is missing outside"),
    ],
)
def test_a_checkpoint_file_edited_or_removed(
    stage: Stage, place: Path, change: Callable[[list[str]], list[str]], phrase: str
) -> None:
    path = place / FILE
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")
    assert any(phrase in fault for fault in stage.faults()["check_signed"])


def test_a_whole_log_written_anew_does_not_pass_the_checkpoints(stage: Stage) -> None:
    """A forger who rewrites every hash still lacks the key that signed the heads."""
    with stage.house.store.begin() as tx:
        previous = log.GENESIS
        for entry in list(log.read(tx, T)):
            forged = {"at": entry.at + 1} if entry.seq == 3 else {}
            here = log.Entry(
                **{**{f: getattr(entry, f) for f in entry.__struct_fields__}, **forged}
            )
            previous = log.entry_hash(previous, here)
            mine = (entries.c.stream == T) & (entries.c.seq == entry.seq)
            tx.execute(sa.update(entries).where(mine).values(at=here.at, hash=previous))
    faults = stage.faults()
    assert "check_chain" not in faults
    assert any("was changed or removed" in fault for fault in faults["check_signed"])


def test_a_crash_between_a_checkpoint_and_its_line_is_made_good(stage: Stage, place: Path) -> None:
    path = place / FILE
    torn = path.read_text()[:-30]
    path.write_text(torn)
    assert stage.faults()
    with Keeper(stage.house, seconds=3600):
        assert not stage.faults()
    assert not stage.faults()
    assert len(path.read_text().splitlines()) == 5, "the torn line stays, and three more followed"


def test_checkpoints_are_made_at_intervals_and_at_the_end(stage: Stage, place: Path) -> None:
    with Keeper(stage.house, seconds=0.05, rest=0.0):
        wait_until(lambda: len((place / FILE).read_text().splitlines()) >= 5)
    count = len((place / FILE).read_text().splitlines())
    assert count >= 6
    assert not stage.faults()


def test_every_check_has_been_shown_to_find_something() -> None:
    shown = {check for _, check, _ in TAMPERING.values()}
    elsewhere = {"check_rules", "check_indexes"}  # below, and in test_damage.py
    assert {check.__name__ for check in CHECKS} - shown <= elsewhere


def test_events_that_the_rules_do_not_give(stage: Stage) -> None:
    """A forger with the keys can sign again, but the rulebook still contradicts the events."""
    with stage.house.store.begin() as tx:
        previous = log.GENESIS
        for entry in list(log.read(tx, T)):
            fields = {f: getattr(entry, f) for f in entry.__struct_fields__}
            if entry.kind == "Settle" and entry.round == 2:
                raw = entry.body.replace(
                    b'"type":"SeatSettled","seat":1', b'"type":"SeatSettled","seat":2'
                )
                assert raw != entry.body
                fields["body"] = raw
            here = log.Entry(**fields)
            previous = log.entry_hash(previous, here)
            mine = (entries.c.stream == T) & (entries.c.seq == entry.seq)
            tx.execute(sa.update(entries).where(mine).values(body=here.body, hash=previous))
    faults = stage.faults()
    assert any("the rules give other events" in fault for fault in faults["check_rules"])


def test_the_command_names_faults_and_says_so(
    stage: Stage, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pitboss.house.audit.program.program_faults", list
    )  # test_program.py's to test
    runner = CliRunner()
    where = ["--data", str(place)]
    fine = runner.invoke(audit_command, where, standalone_mode=False)
    assert fine.return_value == 0 and "balances" in fine.output
    sql(stage, "UPDATE balances SET cents = cents + 1 WHERE account = 'practice/wallet/ann'")
    bad = runner.invoke(audit_command, where, standalone_mode=False)
    assert bad.return_value == 1 and "practice/wallet/ann" in bad.output
    reply = runner.invoke(audit_command, [*where, "--json"], standalone_mode=False)
    assert json.loads(reply.output)["check_balances"]


def test_another_houses_key_opens_nothing(stage: Stage) -> None:
    stage.house.keys = Keys(bytes(32), bytes(32))
    faults = stage.faults()
    assert any("does not open" in fault for fault in faults["check_chain"])
