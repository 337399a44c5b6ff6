"""Damage to the database's own file is found: in the audit, and at a start after a crash."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from house.postgres import fresh_database
from house.sqlite_pages import Span, used_spans
from house.stage import Stage
from kit.clock import Clock
from kit.premises import copy_house
from pitboss.commands.common import existing_house
from pitboss.house.audit import audit as auditing
from pitboss.house.audit.audit import audit, remarks
from pitboss.house.audit.checkpoints import PLACE_FILE
from pitboss.house.setup import open_house
from pitboss.house.storage import integrity
from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.integrity import damage, marker_of
from pitboss.house.storage.row_sums import register
from pitboss.house.storage.write_ahead import log_damage
from soak.damage import DAMAGES, Kind, Patient, Refused, by_sql, campaign
from soak.damage import flip as flip_any


def flip(path: Path, offset: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1 << bit]))


def flip_in(path: Path, name: str, word: bytes) -> None:
    """Flips a bit of the first occurrence of a word in a table or an index."""
    raw = path.read_bytes()
    for span in used_spans(path):
        at = raw.find(word, span.offset, span.offset + span.length)
        if span.name == name and at >= 0:
            flip(path, at + len(word) - 1, 1)
            return
    raise AssertionError(f"{word!r} is not in {name}")


@pytest.fixture
def played(place: Path) -> Path:
    """A house at rest, with a round behind it."""
    stage = Stage(place, str(place / "house.db"))
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    stage.play(table)
    assert not stage.faults()
    stage.house.store.close()
    return place


INDEXES = {
    "a command's id": ("sqlite_autoindex_commands_1", b"ann:", "commands ann:"),
    "an account": ("sqlite_autoindex_balances_1", b"wallet/ann", "balances practice/wallet/ann"),
    "a person's name": ("sqlite_autoindex_people_2", b"ann", "people ann"),
    "a table's fills": ("postings_from_cage", b"/inventory/", "postings to practice/inventory/"),
}


@pytest.mark.parametrize("what", INDEXES)
def test_a_flipped_bit_in_an_index(
    played: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Found by SQLite's own check, and by the audit alone when that check is blind."""
    index, word, sentence = INDEXES[what]
    flip_in(played / "house.db", index, word)
    stage = Stage(played, str(played / "house.db"))
    assert any(index in fault for fault in stage.faults()["check_integrity"])
    monkeypatch.setattr(auditing, "damage", lambda _: iter(()))
    faults = stage.faults()
    assert any(fault.startswith(sentence) for fault in faults["check_indexes"]), faults
    stage.house.store.close()


def test_damage_behind_the_cache_of_an_open_connection(played: Path) -> None:
    """A connection that has read a page would not see that it changed on the disk."""
    stage = Stage(played, str(played / "house.db"))
    assert not stage.faults()
    with sqlite3.connect(played / "house.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    flip_in(played / "house.db", "commands", b"ann:")
    assert stage.faults()["check_integrity"]
    stage.house.store.close()


def test_a_file_that_cannot_be_read_at_all_is_a_fault_and_no_traceback(played: Path) -> None:
    stage = Stage(played, str(played / "house.db"))
    stage.house.store.close()
    raw = (played / "house.db").read_bytes()
    (played / "house.db").write_bytes(raw[: 3 * 4096] + bytes(len(raw) - 3 * 4096))
    faults = audit(stage.house)
    assert faults["check_integrity"] and faults["check_chain"]
    assert remarks(stage.house) == []
    stage.house.store.close()


def test_commands_say_in_a_sentence_that_a_file_cannot_be_read(played: Path) -> None:
    raw = (played / "house.db").read_bytes()
    for ruin in (b"no database" + raw[11:], raw[:4096] + bytes(len(raw) - 4096)):
        (played / "house.db").write_bytes(ruin)
        with pytest.raises(StoreError) as refusal:
            existing_house(played, None)
        assert "\n" not in str(refusal.value)
        with pytest.raises(StoreError):
            open_house(played, None, Clock())


# The campaign's short tier


def test_random_damage_is_found(place: Path) -> None:
    patient = Patient(place)
    for damages, count in (((flip_any,), 8), (DAMAGES, 12)):
        kinds = Counter(verdict.kind for verdict in campaign(patient, damages, count, "tier"))
        assert not kinds[Kind.UNNOTICED]
        assert kinds[Kind.NOTICED] == count


def _refused(patient: Patient, rng: Random) -> str:
    raise Refused("a trigger")


def _harmless(patient: Patient, rng: Random) -> str:
    (patient.place / PLACE_FILE).unlink()  # without a checkpoint missing
    return f"{PLACE_FILE} removed"


def test_only_damages_that_changed_something_are_trials(place: Path) -> None:
    verdicts = campaign(Patient(place), (_flip_sum, _refused, _harmless), 3, "kinds")
    kinds = Counter(verdict.kind for verdict in verdicts)
    assert kinds[Kind.NOTICED] == 3
    assert kinds[Kind.REFUSED] and kinds[Kind.HARMLESS] and not kinds[Kind.UNNOTICED]


def test_another_program_is_refused_where_a_trigger_guards_the_row(place: Path) -> None:
    verdicts = campaign(Patient(place), (by_sql,), 6, "refused")
    assert Kind.REFUSED in {verdict.kind for verdict in verdicts}


def _flip_sum(patient: Patient, rng: Random) -> str:
    """A bit of a row that only its checksum protects."""
    raw = patient.contents["house.db"]
    spans = [span for span in patient.spans if span.name == "people"]
    at = next(at for span in spans if (at := raw.find(b"$argon2", *_ends(span))) >= 0)
    flip(patient.place / "house.db", at + 40 + rng.randrange(20), 0)
    return "a bit of a password's hash"


def _ends(span: Span) -> tuple[int, int]:
    return span.offset, span.offset + span.length


def test_the_campaign_catches_an_audit_that_does_not_look(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient(place)
    kinds = [verdict.kind for verdict in campaign(patient, (_flip_sum,), 2, "planted")]
    assert kinds == [Kind.NOTICED, Kind.NOTICED]
    monkeypatch.setattr(integrity, "sum_faults", lambda _: iter(()))
    (escape, _) = campaign(patient, (_flip_sum,), 2, "planted")
    assert escape.kind is Kind.UNNOTICED
    assert any("$argon2" in row for row in escape.rows)


def test_a_damaged_row_gets_no_new_checksum(played: Path) -> None:
    """Writing another column of the row must not make the damage look right."""
    flip_in(played / "house.db", "people", b"$argon2")
    stage = Stage(played, str(played / "house.db"))
    for statement in ("UPDATE people SET failures = 1", "DELETE FROM people"):
        with (
            pytest.raises(sa.exc.IntegrityError, match="not as it was written"),
            stage.house.store.begin() as tx,
        ):
            tx.exec_driver_sql(statement)
    assert any("people" in fault for fault in stage.faults()["check_integrity"])
    stage.house.store.close()


def test_an_upgrade_does_not_begin_with_damaged_rows(played: Path) -> None:
    flip_in(played / "house.db", "people", b"$argon2")
    store = Store(str(played / "house.db"))
    with store.begin() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '0005'")
    with pytest.raises(StoreError, match="the row is not as it was written"):
        store.prepare()
    store.close()


# At a start


def test_a_start_after_an_unclean_end_checks_the_file(place: Path) -> None:
    here, crashed = place / "here", place / "crashed"
    here.mkdir()
    copy_house(here)
    house = open_house(here, None, Clock())
    marker = marker_of(house.store)
    assert marker.exists()
    shutil.copytree(here, crashed)  # as a kill would leave it
    house.store.close()
    assert not marker.exists(), "a clean end"
    open_house(crashed, None, Clock()).store.close()
    shutil.rmtree(crashed)
    shutil.copytree(here, crashed)
    flip_in(crashed / "house.db", "sqlite_autoindex_balances_1", b"practice/")
    open_house(crashed, None, Clock()).store.close()  # nobody looks after a clean end
    (crashed / marker.name).touch()
    with pytest.raises(StoreError, match="the database is damaged") as refusal:
        open_house(crashed, None, Clock())
    assert "restore" in (refusal.value.what_to_do or "")
    assert (crashed / marker.name).exists(), "the next start is refused too"


def test_a_flipped_bit_in_the_log_that_a_crash_left(place: Path) -> None:
    """SQLite would forget the commits after it; only in the last transaction that may be right."""
    here, crashed = place / "here", place / "crashed"
    here.mkdir()
    stage = Stage(here, str(here / "house.db"))
    for name in ("ann", "bob", "cid"):
        stage.player(name)
    shutil.copytree(here, crashed)
    stage.house.store.close()
    database, path = crashed / "house.db", crashed / "house.db-wal"
    raw = path.read_bytes()
    frames = (len(raw) - 32) // (24 + 4096)
    last_but_one = [n for n in range(frames - 1) if raw[32 + n * 4120 + 4 :][:4] != bytes(4)][-1]
    assert not log_damage(database)
    rng = Random(1)
    places = [*range(0, 32, 3), *(rng.randrange(32, 32 + last_but_one * 4120) for _ in range(20))]
    flips = [(3, 0), *((at, rng.randrange(8)) for at in places)]  # 3, 0: the order of bytes
    for at, bit in flips:
        flip(path, at, bit)
        assert "write-ahead log is damaged" in log_damage(database), at
        path.write_bytes(raw)
    path.write_bytes(raw[:-5000])  # a torn end
    assert not log_damage(database)
    flip(path, 40, 0)
    (crashed / marker_of(stage.house.store).name).touch()
    with pytest.raises(StoreError, match="write-ahead log is damaged"):
        open_house(crashed, None, Clock())


def test_a_lost_write_to_a_log_that_began_anew_is_no_damage(place: Path) -> None:
    """Its place in the log still has a frame of an older commit, whose flag says nothing."""
    database, path = place / "house.db", place / "house.db-wal"
    with closing(sqlite3.connect(database, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("CREATE TABLE filler (text)")
        for _ in range(9):
            link.execute("INSERT INTO filler VALUES (zeroblob(5000))")
        older = path.read_bytes()
        link.execute("PRAGMA wal_checkpoint(RESTART)")
        link.execute("INSERT INTO filler VALUES (zeroblob(40000))")  # not synced, say
        raw = path.read_bytes()
    assert len(raw) == len(older), "it began anew"
    for start in range(32, len(raw), 4120):
        path.write_bytes(raw[:start] + older[start : start + 4120] + raw[start + 4120 :])
        assert not log_damage(database), start


def test_a_missing_reference_is_damage(played: Path) -> None:
    with sqlite3.connect(played / "house.db") as connection:
        register(connection)
        connection.execute("UPDATE people SET id = 'nobody' WHERE name = 'ann'")
    connection.close()
    store = Store(str(played / "house.db"))
    assert any("sessions refers to nothing in people" in fault for fault in damage(store))
    store.close()


# One bit of a row's header tells bytes from text of the same length. The first two were found so.
TYPES = {
    "commands.reply": "CAST(reply AS TEXT)",
    "seeds.player_seeds": "CAST(player_seeds AS TEXT)",
    "entries.by_name": "CAST(by_name AS BLOB)",
    "round_seats.net": "'some'",
}


@pytest.mark.parametrize("column", TYPES)
def test_bytes_that_became_text_are_damage(played: Path, column: str) -> None:
    table, _, name = column.partition(".")
    with closing(sqlite3.connect(played / "house.db")) as connection, connection:
        register(connection)
        connection.execute(f"UPDATE {table} SET {name} = {TYPES[column]}")
    store = Store(str(played / "house.db"))
    assert any(f"of {name} are of another type" in fault for fault in damage(store))
    store.close()


# PostgreSQL


def test_postgresql_says_what_it_lacks_and_uses_amcheck_where_it_is(
    place: Path, postgres: str, migrated: str
) -> None:
    url = fresh_database(postgres, f"amcheck_{place.name}", migrated)
    stage = Stage(place, url)
    stage.player("ann")
    first = " ".join(remarks(stage.house))
    with stage.house.store.read() as tx:
        checksums = tx.exec_driver_sql("SHOW data_checksums").scalar() == "on"
    assert ("pg_checksums --enable" in first) is not checksums
    assert "CREATE EXTENSION amcheck" in first
    assert not stage.faults()
    with stage.house.store.begin() as tx:
        tx.exec_driver_sql("CREATE EXTENSION amcheck")
    assert "amcheck" not in " ".join(remarks(stage.house))
    assert not stage.faults()
    with stage.house.store.begin() as tx:  # a row that its index does not know
        tx.exec_driver_sql(
            "UPDATE pg_index SET indisready = false WHERE indexrelid = 'balances_pkey'::regclass"
        )
    stage.house.store.engine.dispose()
    with stage.house.store.begin() as tx:
        tx.execute(sa.text("INSERT INTO balances VALUES ('practice/wallet/eve', 0)"))
        tx.exec_driver_sql(
            "UPDATE pg_index SET indisready = true WHERE indexrelid = 'balances_pkey'::regclass"
        )
    stage.house.store.engine.dispose()
    faults = stage.faults()
    assert any("balances_pkey" in fault for fault in faults["check_integrity"]), faults
    assert any("practice/wallet/eve" in fault for fault in faults["check_indexes"]), faults
    stage.house.store.close()
