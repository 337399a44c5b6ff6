"""Log-ins: failures by account and network, the pool of passwords, sessions from memory."""

import threading
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from house.stage import BOSS, PASSWORD, Stage
from kit.waiting import PATIENCE, wait_until
from pitboss.house.people import logins, passwords
from pitboss.house.people.cage import Cage, WrongLogin
from pitboss.house.people.passwords import PasswordPool, PasswordsBusy
from pitboss.house.people.sessions import MAX_AGE_SECONDS, RENEWAL_SECONDS, SessionCache
from pitboss.house.storage.schema.tables import logins as login_rows
from pitboss.house.storage.schema.tables import people as people_rows
from pitboss.house.storage.schema.tables import sessions as session_rows


@pytest.fixture
def stage(sqlite_stage: Stage) -> Stage:
    return sqlite_stage


def gets_in(stage: Stage, name: str, network: str, password: str = PASSWORD) -> bool:
    try:
        stage.log_in(name, password, network)
    except WrongLogin:
        return False
    return True


def fail(stage: Stage, name: str, network: str, times: int = logins.MAX_FAILURES) -> None:
    for _ in range(times):
        assert not gets_in(stage, name, network, "wrong password")


def test_strangers_do_not_lock_the_administrator_out(stage: Stage) -> None:
    stage.staff("ada", "administrator")
    fail(stage, "ada", "10.6.6.6")
    assert not gets_in(stage, "ada", "10.6.6.6"), "that network is refused, right password or not"
    assert gets_in(stage, "ada", "10.0.0.1")
    assert gets_in(stage, "ada", "2001:db8::/64"), "also from a network that it never saw"
    stage.now.sleep(logins.LOCK_MS / 1000 + 1)
    assert gets_in(stage, "ada", "10.6.6.6")


def test_a_strange_network_is_refused_twice_as_long_each_time(stage: Stage) -> None:
    stage.player("ann")
    for times in (1, 2, 4):
        fail(stage, "ann", "10.6.6.6")
        stage.now.sleep(times * logins.LOCK_MS / 1000 - 10)
        assert not gets_in(stage, "ann", "10.6.6.6")
        stage.now.sleep(10)
    # Where the owner was before, a forgotten password costs the same each time.
    assert gets_in(stage, "ann", "10.0.0.1")
    for _ in range(3):
        fail(stage, "ann", "10.0.0.1")
        assert not gets_in(stage, "ann", "10.0.0.1")
        stage.now.sleep(logins.LOCK_MS / 1000)
    assert gets_in(stage, "ann", "10.0.0.1")


def test_guessing_from_many_networks_is_bounded(stage: Stage) -> None:
    stage.player("ann")
    assert gets_in(stage, "ann", "10.0.0.1")
    for n in range(logins.MAX_STRANGE_FAILURES // 2):
        fail(stage, "ann", f"10.6.6.{n}", times=2)
    assert not gets_in(stage, "ann", "10.7.7.7"), "no strange network gets in for a while"
    assert gets_in(stage, "ann", "10.0.0.1"), "the owner's own does"
    assert not gets_in(stage, "ann", "10.7.7.7"), "and the owner's visit gives guessers nothing"
    stage.now.sleep(logins.WINDOW_MS / 1000)
    assert gets_in(stage, "ann", "10.7.7.7")
    with stage.house.store.begin() as tx:
        logins.remove_old_logins(tx, stage.now.at + 2 * logins.FAMILIAR_MS)
        assert tx.execute(sa.select(login_rows)).first() is None


def test_a_password_that_changed_while_it_was_verified_opens_nothing(stage: Stage) -> None:
    stage.player("ann")
    hashed = stage.desk.stored_hash("ann")
    with stage.house.store.begin() as tx:
        other = passwords.hash_soon("another password").result()
        tx.execute(sa.update(people_rows).values(password=other))
    with pytest.raises(WrongLogin):
        stage.desk.finish_login("ann", hashed, "10.0.0.1", matches=True)


@pytest.fixture
def slow_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A pool of one thread and one place in the queue, whose thread waits for the event."""
    pool, go_on = PasswordPool(threads=1, waiting=1), threading.Event()
    monkeypatch.setattr(passwords, "POOL", pool)
    pool.submit(lambda: go_on.wait(PATIENCE))
    yield go_on
    go_on.set()


def test_nobody_waits_for_a_password_in_a_transaction(
    stage: Stage, slow_pool: threading.Event
) -> None:
    visitor = threading.Thread(target=gets_in, args=(stage, "ann", "10.0.0.1"))
    visitor.start()
    wait_until(lambda: not passwords.POOL.places._value)
    # The log-in waits for the pool's one thread, and a writer waits for nobody.
    for name in ("bob", "cid"):
        stage.desk.enroll(name, None)
    slow_pool.set()
    visitor.join(PATIENCE)
    assert not visitor.is_alive()


def test_the_queue_of_passwords_has_an_end(slow_pool: threading.Event) -> None:
    waiting = passwords.verify_soon(passwords.DECOY, "some password")
    with pytest.raises(PasswordsBusy) as refusal:
        passwords.verify_soon(passwords.DECOY, "some password")
    assert refusal.value.status == 503 and "try again" in str(refusal.value)
    slow_pool.set()
    assert waiting.result(PATIENCE) is False
    assert passwords.verify_soon(passwords.DECOY, "some password").result(PATIENCE) is False


class _NoDatabase:
    """Stands for a store that nobody may ask."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError("the database was asked")


def test_a_session_comes_from_memory_until_a_notice_ends_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, session = stage.desk.register("ann", PASSWORD)
    cache = stage.desk.sessions
    assert cache.recall(token) is None
    assert stage.desk.find(token) == session
    with monkeypatch.context() as patch:
        patch.setattr(cache, "store", _NoDatabase())
        assert cache.recall(token) == session == stage.desk.find(token)
    other = Cage(stage.house)  # as another part of the house, or another server, has one
    assert other.sessions.find(token) == session
    stage.desk.revoke(BOSS, "ann", close=False)
    assert cache.recall(token) is None and other.sessions.recall(token) is None
    assert stage.desk.find(token) is None


def test_a_missed_notice_keeps_a_session_no_longer_than_the_maximum_age(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("pitboss.house.people.sessions.time.monotonic", lambda: now)
    token, session = stage.desk.register("ann", PASSWORD)
    cache = stage.desk.sessions
    cache.max_age = MAX_AGE_SECONDS  # as on PostgreSQL
    assert stage.desk.find(token) == session
    with stage.house.store.begin() as tx:  # by a server whose notices do not arrive
        tx.execute(sa.delete(session_rows))
    assert cache.recall(token) == session
    now += MAX_AGE_SECONDS + 0.001
    assert stage.desk.find(token) is None


def test_entries_in_use_are_read_anew_before_they_are_too_old(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("pitboss.house.people.sessions.time.monotonic", lambda: now)
    token, session = stage.desk.register("ann", PASSWORD)
    cache = stage.desk.sessions
    cache.max_age, cache.renewal = MAX_AGE_SECONDS, RENEWAL_SECONDS
    assert stage.desk.find(token) is not None
    assert cache.sort_out([session.token]) == ({session.token: session}, [])
    now += 0.75 * MAX_AGE_SECONDS
    assert cache.sort_out([]) == ({}, [session.token])
    assert cache.read([session.token]) == {session.token: session}
    now += 0.75 * MAX_AGE_SECONDS
    assert cache.recall(token) == session, "it was read in the meantime"
    now += 60
    assert cache.sort_out([]) == ({}, []), "what nobody uses is not read"


def test_a_notice_during_a_reading_is_not_lost(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, session = stage.desk.register("ann", PASSWORD)
    cache = stage.desk.sessions
    clock = stage.house.clock

    def revoke_first() -> int:
        monkeypatch.setattr(cache, "clock", clock)
        stage.desk.log_out(session)
        return clock()

    monkeypatch.setattr(cache, "clock", revoke_first)  # read asks for the time after the rows
    assert cache.read([session.token]) == {session.token: session}
    assert cache.recall(token) is None, "what was read before the end is not remembered"


def test_uses_are_written_together_and_another_server_sees_them(stage: Stage) -> None:
    _, token, session = stage.staff("dan", "dealer")
    elsewhere = SessionCache(stage.house.store, stage.house.clock, stage.house.notices)
    assert elsewhere.find(token) is not None
    for _ in range(3):
        stage.now.sleep(400)
        stage.desk.sessions.use(session)
        stage.desk.sessions.write_uses()
        there = elsewhere.find(token)
        assert there is not None and not there.locked, "memory there is older than the use"
    stage.now.sleep(601)
    there = elsewhere.find(token)
    assert there is not None and there.locked


def test_a_use_that_is_written_during_a_reading_counts(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token, session = stage.staff("dan", "dealer")
    cache = stage.desk.sessions
    assert cache.find(token) is not None
    stage.now.sleep(601)
    cache.use(session)
    clock = cache.clock

    def write_first() -> int:
        monkeypatch.setattr(cache, "clock", clock)
        cache.write_uses()
        return clock()

    monkeypatch.setattr(cache, "clock", write_first)  # read asks for the time after the rows
    assert not cache.read([session.token])[session.token].locked


def test_a_guest_s_uses_are_written_now_and_then(sqlite_stage: Stage) -> None:
    """Such a session never locks; it ends a week after its last use, which ten minutes less is."""
    stage, cache = sqlite_stage, sqlite_stage.desk.sessions
    token, session = stage.desk.welcome_guest()
    assert cache.find(token) is not None

    def stored_use() -> int:
        with stage.house.store.read() as tx:
            query = sa.select(session_rows.c.seen).where(session_rows.c.token == session.token)
            return int(tx.execute(query).scalar_one())

    for seconds, is_written in ((300, False), (299, False), (1, True), (300, False), (300, True)):
        before = stored_use()
        stage.now.sleep(seconds)
        cache.use(session)
        cache.write_uses()
        assert (stored_use() > before) == is_written
