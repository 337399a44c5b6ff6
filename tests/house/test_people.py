"""Names, passwords and sessions."""

import statistics
import time

import pytest
import sqlalchemy as sa

from house.stage import BOSS, PASSWORD, Stage
from pitboss.house.people import logins, passwords
from pitboss.house.people import sessions as people
from pitboss.house.people.cage import WrongLogin
from pitboss.house.people.persons import BadAccount
from pitboss.house.setup import BadInvitation, accept_invitation, invite_administrator
from pitboss.house.storage.schema.tables import people as rows
from pitboss.house.storage.schema.tables import sessions


@pytest.fixture
def stage(sqlite_stage: Stage) -> Stage:
    return sqlite_stage


def test_passwords_are_argon2id_and_tokens_are_hashes(stage: Stage) -> None:
    token, session = stage.desk.register("ann", PASSWORD)
    with stage.house.store.read() as tx:
        password_hash = tx.execute(sa.select(rows.c.password)).scalar_one()
        session_row = tx.execute(sa.select(sessions)).one()
    assert password_hash.startswith("$argon2id$") and PASSWORD not in password_hash
    memory = int(password_hash.split("m=")[1].split(",")[0])
    assert memory >= 19 * 1024, "at least what OWASP asks of argon2id"
    assert token not in repr(session_row) and session_row.token == session.token


def test_wrong_name_and_wrong_password_are_alike(stage: Stage) -> None:
    stage.desk.register("ann", PASSWORD)
    times: dict[str, list[float]] = {"ann": [], "nobody_here": []}
    sentences: dict[str, set[str]] = {"ann": set(), "nobody_here": set()}
    for _ in range(4):
        for name in times:
            began = time.process_time()
            with pytest.raises(WrongLogin) as caught:
                stage.log_in(name, "not the password")
            times[name].append(time.process_time() - began)
            sentences[name].add(str(caught.value))
    assert sentences["ann"] == sentences["nobody_here"] and len(sentences["ann"]) == 1
    real, unknown = (statistics.median(times[name]) for name in times)
    assert 0.2 < real / unknown < 5, "a wrong name answers as slowly as a wrong password"


def test_a_guest_cannot_be_logged_in_to(stage: Stage) -> None:
    _, session = stage.desk.welcome_guest()
    assert session.person.guest
    with pytest.raises(WrongLogin):
        stage.log_in(session.person.name, "")


def test_failures_lock_the_account_for_a_while(stage: Stage) -> None:
    stage.desk.register("ann", PASSWORD)
    for _ in range(logins.MAX_FAILURES):
        with pytest.raises(WrongLogin):
            stage.log_in("Ann", "wrong password")
    with pytest.raises(WrongLogin):
        stage.log_in("ann", PASSWORD)
    stage.now.sleep(logins.LOCK_MS / 1000 + 1)
    assert stage.log_in("ann", PASSWORD)[1].person.name == "ann"
    for _ in range(logins.MAX_FAILURES - 1):
        with pytest.raises(WrongLogin):
            stage.log_in("ann", "wrong password")
    assert stage.log_in("ann", PASSWORD), "a success forgets the failures before it"


def test_sessions_end(stage: Stage) -> None:
    token, session = stage.desk.register("ann", PASSWORD)
    assert stage.desk.find(token) is not None
    assert stage.desk.find(token + "x") is None
    assert stage.desk.find(session.token) is None, "the hash that is stored opens nothing"
    stage.desk.log_out(session)
    assert stage.desk.find(token) is None
    token, _ = stage.log_in("ann", PASSWORD)
    stage.now.sleep(people.SESSION_MS / 1000 + 1)
    assert stage.desk.find(token) is None


def test_revoking_ends_every_session_and_closing_the_account_too(stage: Stage) -> None:
    first, _ = stage.desk.register("ann", PASSWORD)
    second, _ = stage.log_in("ann", PASSWORD)
    other, _ = stage.desk.register("bob", PASSWORD)
    ended = stage.desk.revoke(BOSS, "ann", close=False)
    assert sorted(ended) == sorted(people.token_hash(token) for token in (first, second))
    assert stage.desk.find(first) is stage.desk.find(second) is None
    assert stage.desk.find(other) is not None
    third, _ = stage.log_in("ann", PASSWORD)
    stage.desk.revoke(BOSS, "ann", close=True)
    assert stage.desk.find(third) is None
    with pytest.raises(WrongLogin):
        stage.log_in("ann", PASSWORD)
    with pytest.raises(BadAccount):
        stage.desk.register("ANN", PASSWORD)
    assert not stage.faults()


def test_staff_consoles_lock_themselves(stage: Stage) -> None:
    _, token, session = stage.staff("dan", "dealer")
    assert not session.locked
    stage.now.sleep(people.STAFF_IDLE_MS / 1000 - 10)
    current = stage.desk.find(token)
    assert current is not None and not current.locked
    stage.desk.sessions.use(current)
    stage.now.sleep(people.STAFF_IDLE_MS / 1000 + 1)
    current = stage.desk.find(token)
    assert current is not None and current.locked
    assert not stage.desk.unlock(current, "wrong password")
    still = stage.desk.find(token)
    assert still is not None and still.locked
    assert stage.desk.unlock(current, PASSWORD)
    opened = stage.desk.find(token)
    assert opened is not None and not opened.locked


def test_a_players_session_locks_after_thirty_minutes_and_a_guests_does_not(stage: Stage) -> None:
    token, session = stage.desk.register("ann", PASSWORD)
    guest, _ = stage.desk.welcome_guest()
    for _ in range(3):  # in use, it stays open
        stage.now.sleep(people.PLAYER_IDLE_MS / 1000 - 10)
        mine = stage.desk.find(token)
        assert mine is not None and not mine.locked
        stage.desk.sessions.use(mine)
    stage.now.sleep(people.PLAYER_IDLE_MS / 1000 + 1)
    mine = stage.desk.find(token)
    assert mine is not None and mine.locked
    assert stage.desk.unlock(session, PASSWORD)
    mine = stage.desk.find(token)
    assert mine is not None and not mine.locked
    theirs = stage.desk.find(guest)
    assert theirs is not None and not theirs.locked, "a guest has no password to enter"
    stage.now.sleep(people.GUEST_IDLE_MS / 1000 + 1)
    assert stage.desk.find(guest) is None


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("a", PASSWORD),
        ("ann bob", PASSWORD),
        ("1ann", PASSWORD),
        ("house", PASSWORD),
        ("Dealer", PASSWORD),
        ("ann:x", PASSWORD),
        ("a" * 25, PASSWORD),
        ("ann", "short"),
        ("ann", "x" * 201),
    ],
)
def test_names_and_passwords_that_cannot_be(stage: Stage, name: str, password: str) -> None:
    with pytest.raises(BadAccount):
        stage.desk.register(name, password)


def test_one_name_in_two_spellings_is_one_name(stage: Stage) -> None:
    stage.desk.register("Ann", PASSWORD)
    with pytest.raises(BadAccount):
        stage.desk.register("aNN", PASSWORD)


def test_the_first_administrator_is_invited_once(stage: Stage) -> None:
    hashed = passwords.hash_soon(PASSWORD).result()
    old = invite_administrator(stage.house)
    token = invite_administrator(stage.house)
    assert old and token and old != token
    with pytest.raises(BadInvitation):
        accept_invitation(stage.house, old, "ada", hashed)
    _, session = accept_invitation(stage.house, token, "ada", hashed)
    assert session.person.role == "administrator"
    with pytest.raises(BadInvitation):
        accept_invitation(stage.house, token, "eve", hashed)
    assert invite_administrator(stage.house) is None
    assert not stage.faults()
