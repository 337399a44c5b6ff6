"""Every kind of tampering is planted with plain SQL, and the audit names it."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from house.stage import Stage
from pitboss.commands.audit import command as audit_command
from pitboss.house import approvals, log
from pitboss.house.audit import CHECKS
from pitboss.house.checkpoints import FILE, Keeper, make_checkpoint
from pitboss.house.people import Person
from pitboss.house.schema.tables import entries
from pitboss.house.sealing import KEY_FILE
from pitboss.table import commands as c

T = "mississippi-stud-1"


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
    wish = approvals.ask(stage.house, fay, table, c.Fill(by=c.Actor("floorperson", "fay"), cents=1))
    approvals.decide(stage.house, flo, wish, approve=True)


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


TAMPERING = {
    # what is done: (SQL, the check that must name it, words it must say)
    "an amount in the log": (
        f"UPDATE entries SET body = CAST(replace(body, '\"cents\":500', '\"cents\":600') AS BLOB) "
        f"WHERE stream = '{T}' AND kind = 'Bet' AND round = 2",
        "check_chain",
        "the chain is broken",
    ),
    "a time in the log": (
        f"UPDATE entries SET at = at + 1 WHERE stream = '{T}' AND seq = 5",
        "check_chain",
        "entry 5: the chain is broken",
    ),
    "who gave a command": (
        f"UPDATE entries SET by_name = 'bob' WHERE stream = '{T}' AND kind = 'Bet' AND round = 1",
        "check_chain",
        "the chain is broken",
    ),
    "an entry deleted": (
        f"DELETE FROM entries WHERE stream = '{T}' AND seq = 20",
        "check_chain",
        "entry 20 is missing",
    ),
    "the last entry deleted": (
        f"DELETE FROM entries WHERE stream = '{T}' AND "
        f"seq = (SELECT max(seq) FROM entries WHERE stream = '{T}')",
        "check_chain",
        "the log ends at",
    ),
    "the desk's last entry deleted": (
        "DELETE FROM entries WHERE stream = 'house' AND "
        "seq = (SELECT max(seq) FROM entries WHERE stream = 'house')",
        "check_signed",
        "was changed or removed",
    ),
    "two entries swapped": (
        f"UPDATE entries SET seq = CASE seq WHEN 6 THEN -7 ELSE -6 END "
        f"WHERE stream = '{T}' AND seq IN (6, 7);"
        f"UPDATE entries SET seq = -seq WHERE stream = '{T}' AND seq < 0",
        "check_chain",
        "the chain is broken",
    ),
    "an entry of no table": (
        "INSERT INTO entries SELECT 'ghost', seq, at, by_role, by_name, kind, round, sealed, body, "
        "hash FROM entries WHERE stream = 'house' AND seq = 1",
        "check_chain",
        "ghost",
    ),
    "a balance": (
        "UPDATE balances SET cents = cents + 100 WHERE account = 'practice/wallet/ann'",
        "check_balances",
        "practice/wallet/ann",
    ),
    "a balance and its counterpart": (
        "UPDATE balances SET cents = cents + 100 WHERE account = 'practice/wallet/ann';"
        "UPDATE balances SET cents = cents - 100 WHERE account = 'practice/issue'",
        "check_balances",
        "practice/wallet/ann",
    ),
    "a balance made up": (
        "INSERT INTO balances VALUES ('real/wallet/ann', 100)",
        "check_balances",
        "real/wallet/ann",
    ),
    "a posting": (
        f"UPDATE postings SET cents = cents + 100 WHERE stream = '{T}' AND seq = 5 AND n = 0",
        "check_postings",
        "entry 5",
    ),
    "a posting sent elsewhere": (
        f"UPDATE postings SET target = 'practice/wallet/eve' "
        f"WHERE stream = '{T}' AND target = 'practice/chips/{T}/ann' AND seq = "
        f"(SELECT min(seq) FROM postings WHERE target = 'practice/chips/{T}/ann')",
        "check_postings",
        "not those of its events",
    ),
    "a posting removed": (
        f"DELETE FROM postings WHERE stream = '{T}' AND seq = 5",
        "check_postings",
        "entry 5",
    ),
    "a posting added": (
        "INSERT INTO postings VALUES ('house', 99, 0, 'practice/issue', 'practice/wallet/ann', 5)",
        "check_postings",
        "entry 99",
    ),
    "a meter": (
        "UPDATE meters SET millionths = millionths + 1",
        "check_meters",
        "the events make",
    ),
    "a meter removed": ("DELETE FROM meters", "check_meters", "is missing"),
    "a meter's lock": (f"UPDATE meters SET locked_by = '{T}'", "check_meters", "is locked by"),
    "a revealed seed": (
        "UPDATE seeds SET revealed = zeroblob(32) WHERE round = 2",
        "check_fairness",
        "round 2",
    ),
    "a seed told early": (
        "UPDATE seeds SET revealed = zeroblob(32) WHERE round = 4",
        "check_fairness",
        "round 4",
    ),
    "a commitment": (
        "UPDATE seeds SET commitment = 'ff' || substr(commitment, 3) WHERE round = 4",
        "check_fairness",
        "round 4: the seed kept is not the one committed to",
    ),
    "a live seed changed for another": (
        "UPDATE seeds SET sealed = (SELECT sealed FROM seeds WHERE round = 3) WHERE round = 4",
        "check_fairness",
        "does not open",
    ),
    "a shuffle not counted": (
        "UPDATE seeds SET shuffles = 0 WHERE round = 1",
        "check_fairness",
        "round 1: 0 shuffles",
    ),
    "a player's seed": (
        "UPDATE seeds SET player_seeds = '[\"mine\"]' WHERE round = 1",
        "check_fairness",
        "round 1: the players' seeds",
    ),
    "a seed removed": ("DELETE FROM seeds WHERE round = 4", "check_fairness", "round 4"),
    "a snapshot": (
        "UPDATE tables SET snapshot = CAST(substr(snapshot, 1, 40) || zeroblob(8) || "
        "substr(snapshot, 49) AS BLOB)",
        "check_snapshots",
        "does not open",
    ),
    "a snapshot in letters": (
        "UPDATE tables SET snapshot = 'nothing'",
        "check_snapshots",
        "cannot be checked",
    ),
    "a body in letters": (
        f"UPDATE entries SET body = CAST(body AS TEXT) WHERE stream = '{T}' AND seq = 5",
        "check_chain",
        "entry 5",
    ),
    "a snapshot's place": (
        "UPDATE tables SET snapshot_seq = snapshot_seq - 1",
        "check_snapshots",
        "does not open",
    ),
    "the state a round left": (
        "UPDATE rounds SET after = (SELECT after FROM rounds WHERE round = 2) WHERE round = 1",
        "check_rounds",
        "does not open",
    ),
    "how a round ended": (
        "UPDATE rounds SET outcome = 'void' WHERE round = 2",
        "check_rounds",
        "round 2: recorded as void",
    ),
    "a round removed": ("DELETE FROM rounds WHERE round = 2", "check_rounds", "round 2 has no"),
    "a round made up": (
        "INSERT INTO rounds SELECT stream, 77, began, ended, outcome, after FROM rounds "
        "WHERE round = 1",
        "check_rounds",
        "round 77 is recorded but not in the log",
    ),
    "what a seat won": (
        "UPDATE round_seats SET net = net + 100 WHERE round = 2",
        "check_rounds",
        "round 2: what is recorded for its seats",
    ),
    "a command id": (
        "DELETE FROM commands WHERE seq = 7",
        "check_commands",
        "entry 7 has no command id",
    ),
    "a command id given to another": (
        "UPDATE commands SET id = 'eve:1' WHERE seq = 7",
        "check_commands",
        "eve:1",
    ),
    "a role": (
        "UPDATE people SET role = 'administrator' WHERE name = 'ann'",
        "check_people",
        "ann is administrator",
    ),
    "a submission": (
        "INSERT INTO submissions VALUES (1, 2, 'ann', 'mine')",
        "check_submissions",
        "submission 1 is not the one in the log",
    ),
    "a clause that a round is found by": (
        "UPDATE round_clauses SET clause = 'MS 99.A' WHERE round = 2 AND clause = "
        "(SELECT min(clause) FROM round_clauses WHERE round = 2)",
        "check_rounds",
        "round 2: the clauses and hands it is found by",
    ),
    "an approval that another act had": (
        "UPDATE commands SET id = 'flo:approval 9' WHERE id = 'flo:approval 1'",
        "check_two_persons",
        "flo did alone what takes two persons",
    ),
    "a checkpoint in the database": (
        "UPDATE checkpoints SET body = replace(body, '\"number\":2', '\"number\":9') "
        "WHERE number = 2",
        "check_signed",
        "checkpoint 2 outside is not the one in the database",
    ),
    "a checkpoint removed from the database": (
        "DELETE FROM checkpoints WHERE number = 2",
        "check_signed",
        "checkpoint 2 outside is not the one in the database",
    ),
    "who gives awards at a table": (
        "UPDATE tables SET settings = "
        'CAST(replace(settings, \'voids":"house"\', \'voids":"floorperson"\') AS BLOB)',
        "check_tables",
        f"{T} is not the table that the log made",
    ),
    "where a table's log ends": (
        "UPDATE tables SET seq = seq - 1",
        "check_chain",
        "the table's row says",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_named(stage: Stage, what: str) -> None:
    statements, check, said = TAMPERING[what]
    sql(stage, *statements.split(";"))
    found = stage.faults()
    assert check in found, f"{what} was not found by {check}: {found}"
    assert any(said in fault for fault in found[check]), found[check]


def _drop_first(lines: list[str]) -> list[str]:
    return lines[1:]


def _drop_last(lines: list[str]) -> list[str]:
    return lines[:-1]


def _edit(lines: list[str]) -> list[str]:
    row = json.loads(lines[1])
    row["body"] = row["body"].replace('"at":1', '"at":2')
    return [lines[0], json.dumps(row), *lines[2:]]


def _none(lines: list[str]) -> list[str]:
    return []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_drop_first, "checkpoint 1 is missing outside"),
        (_drop_last, "checkpoint 3 is missing outside"),
        (_edit, "checkpoint 2 is not signed by this house"),
        (_none, "checkpoint 1 is missing outside"),
    ],
)
def test_a_checkpoint_file_edited_or_removed(
    stage: Stage, place: Path, change: Callable[[list[str]], list[str]], said: str
) -> None:
    path = place / FILE
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")
    assert any(said in fault for fault in stage.faults()["check_signed"])


def test_a_whole_log_written_anew_does_not_pass_the_checkpoints(stage: Stage) -> None:
    """Whoever can rewrite every hash still lacks the key that signed the heads."""
    with stage.house.store.begin() as tx:
        previous = log.GENESIS
        for entry in list(log.read(tx, T)):
            forged = {"at": entry.at + 1} if entry.seq == 3 else {}
            here = log.Entry(
                **{**{f: getattr(entry, f) for f in entry.__struct_fields__}, **forged}
            )
            previous = log.chained(previous, here)
            mine = (entries.c.stream == T) & (entries.c.seq == entry.seq)
            tx.execute(sa.update(entries).where(mine).values(at=here.at, hash=previous))
    found = stage.faults()
    assert "check_chain" not in found
    assert any("was changed or removed" in fault for fault in found["check_signed"])


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
    with Keeper(stage.house, seconds=0.05):
        began = time.monotonic()
        while len((place / FILE).read_text().splitlines()) < 5:
            assert time.monotonic() - began < 20
            time.sleep(0.02)
    made = len((place / FILE).read_text().splitlines())
    assert made >= 6
    assert not stage.faults()


def test_every_check_has_been_shown_to_find_something() -> None:
    shown = {check for _, check, _ in TAMPERING.values()}
    assert {check.__name__ for check in CHECKS} - shown <= {"check_rules"}


def test_events_that_the_rules_do_not_give(stage: Stage) -> None:
    """Whoever also holds the keys and signs anew is still contradicted by the rulebook."""
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
            previous = log.chained(previous, here)
            mine = (entries.c.stream == T) & (entries.c.seq == entry.seq)
            tx.execute(sa.update(entries).where(mine).values(body=here.body, hash=previous))
    found = stage.faults()
    assert any("the rules give other events" in fault for fault in found["check_rules"])


def test_the_command_names_faults_and_says_so(
    stage: Stage, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.house.program.program_faults", list)  # test_program.py's to test
    runner = CliRunner()
    where = ["--data", str(place)]
    fine = runner.invoke(audit_command, where, standalone_mode=False)
    assert fine.return_value == 0 and "balances" in fine.output
    sql(stage, "UPDATE balances SET cents = cents + 1 WHERE account = 'practice/wallet/ann'")
    bad = runner.invoke(audit_command, where, standalone_mode=False)
    assert bad.return_value == 1 and "practice/wallet/ann" in bad.output
    told = runner.invoke(audit_command, [*where, "--json"], standalone_mode=False)
    assert json.loads(told.output)["check_balances"]


def test_another_houses_key_opens_nothing(stage: Stage, place: Path) -> None:
    (place / KEY_FILE).write_bytes(bytes(range(64)))
    again = Stage(place, str(place / "house.db"))
    found = again.faults()
    assert any("does not open" in fault for fault in found["check_chain"])
    again.house.store.close()
