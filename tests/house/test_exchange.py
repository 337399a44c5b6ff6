"""A transaction in one exchange with PostgreSQL: all or nothing, and never a false "nothing"."""

from collections.abc import Iterator
from typing import Final

import pytest

from pitboss.house.storage.database import Store
from pitboss.house.storage.exchange import Row, Step
from pitboss.house.storage.failures import OutcomeUnknown, Stale, unavailable

INSERT: Final = "INSERT INTO meta (key, value) VALUES ($1, $2)"
CHANGE: Final = "UPDATE meta SET value = $1 WHERE key = $2 AND value = $3"
ASK: Final = "SELECT value FROM meta WHERE key = $1"
CUT: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    store = Store(postgres_url)
    yield store
    store.close()


def commit(store: Store, *steps: Step) -> None:
    with store.begin_batch() as tx:
        for step in steps:
            store.write(tx, step, last=True)


def values(store: Store, *keys: str) -> list[list[Row]]:
    return store.ask_now([Step(ASK, [(key,) for key in keys])])


def test_a_row_that_changed_meanwhile_stops_the_commit(store: Store) -> None:
    """The statements stay prepared after the rollback, and a later transaction uses them."""
    for _ in range(8):  # until psycopg prepares statements of its own
        with store.begin() as tx:
            tx.exec_driver_sql("SELECT 1")
    commit(store, Step(INSERT, [("a", "1")]))
    fence = Step(CHANGE, [("2", "a", "0")], "a value")
    for _ in range(2):
        with pytest.raises(Stale, match="a value changed meanwhile"):
            commit(store, Step(INSERT, [("b", "1")]), fence, Step(INSERT, [("c", "1")]))
    assert values(store, "a", "b", "c") == [[("1",)], [], []]
    commit(store, Step(CHANGE, [("2", "a", "1")], "a value"), Step(INSERT, [("b", "1")]))
    assert values(store, "a", "b") == [[("2",)], [("1",)]]


def test_a_duplicate_key_undoes_everything(store: Store) -> None:
    with pytest.raises(Exception, match="duplicate key") as refusal:
        commit(store, Step(INSERT, [("a", "1"), ("b", "1"), ("a", "2")]))
    assert store.is_duplicate(refusal.value)
    assert values(store, "a", "b") == [[], []]


def test_reads_and_writes_of_one_transaction(store: Store) -> None:
    commit(store, Step(INSERT, [("a", "1")]))
    with store.begin_batch() as tx:
        assert store.ask(tx, [Step(ASK + " FOR UPDATE", [("a",), ("z",)])]) == [[("1",)], []]
        assert tx.exec_driver_sql("SELECT count(*) FROM meta WHERE key = 'a'").scalar() == 1
        store.write(tx, Step(CHANGE, [("2", "a", "1")], "a value"), last=True)
    with store.begin_batch() as tx:  # nothing is written
        assert store.ask(tx, [Step(ASK, [("a",)])]) == [[("2",)]]
    assert values(store, "a") == [[("2",)]]


def test_a_large_exchange_fills_no_buffer_for_ever(store: Store) -> None:
    text = "x" * 5_000
    commit(store, Step(INSERT, [(f"k{number}", text) for number in range(2_000)]))
    answers = values(store, *(f"k{number}" for number in range(2_000)))
    assert answers == [[(text,)]] * 2_000


def lose(store: Store, *, asks: bool) -> None:
    """A transaction whose connection is cut; then it asks once more, or only commits."""
    with store.begin_batch() as tx:
        store.ask(tx, [Step(ASK, [("a",)])])
        with store.begin() as other:
            other.exec_driver_sql(CUT)
        if asks:
            store.ask(tx, [Step(ASK, [("a",)])])
        store.write(tx, Step(INSERT, [("b", "1")]), last=True)


def test_a_connection_lost_with_the_commit_leaves_the_outcome_unknown(store: Store) -> None:
    """COMMIT was on its way. The next transaction has a connection of its own again."""
    commit(store, Step(INSERT, [("a", "1")]))
    with pytest.raises(OutcomeUnknown):
        lose(store, asks=False)
    commit(store, Step(INSERT, [("c", "1")]))
    assert values(store, "a", "b", "c") == [[("1",)], [], [("1",)]]


def test_a_connection_lost_before_the_commit_did_nothing(store: Store) -> None:
    commit(store, Step(INSERT, [("a", "1")]))
    assert values(store, "a") == [[("1",)]]
    with pytest.raises(Exception, match="connection") as lost:
        lose(store, asks=True)
    refusal = unavailable(lost.value)
    assert refusal is not None and not isinstance(refusal, OutcomeUnknown)
    assert values(store, "a", "b") == [[("1",)], []], "the reader connects again by itself"
