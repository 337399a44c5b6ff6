"""What a finished round is found by: the clauses its events cite and the hands they name.

Kept at settlement, in the round's own transaction. Rounds of a database older than this are
read from the log once, before the first search or audit.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import meta, round_clauses, round_hands, rounds
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.house.service import House

MARKED: Final = "rounds marked"  # in meta: every round there is has its marks
_AT_ONCE: Final = 500  # rounds of an old database marked in one transaction

Marks = tuple[set[str], set[tuple[int, str]]]


def marks_of(events: Iterable[e.Event]) -> Marks:
    """Clauses, and (seat, hand). Envy names the hand of who holds it, not of who is paid."""
    clauses: set[str] = set()
    hands: set[tuple[int, str]] = set()
    for event in events:
        if clause := getattr(event, "clause", ""):
            clauses.add(clause)
        match event:
            case e.HandShown() | e.Paid() | e.MeterPaid() | e.AwardPending():
                hands.add((event.seat, event.hand))
            case e.EnvyPaid():
                hands.add((event.holder, event.hand))
    return clauses, hands


def keep_marks(tx: sa.Connection, stream: str, number: int, events: Iterable[e.Event]) -> None:
    clauses, hands = marks_of(events)
    here = {"stream": stream, "round": number}
    if clauses:
        tx.execute(sa.insert(round_clauses), [{"clause": one, **here} for one in sorted(clauses)])
    if hands:
        told = [{"hand": hand, "seat": seat, **here} for seat, hand in sorted(hands)]
        tx.execute(sa.insert(round_hands), told)


def marks_kept(tx: sa.Connection, stream: str, number: int) -> Marks:
    cited = sa.select(round_clauses.c.clause).where(
        round_clauses.c.stream == stream, round_clauses.c.round == number
    )
    held = sa.select(round_hands.c.seat, round_hands.c.hand).where(
        round_hands.c.stream == stream, round_hands.c.round == number
    )
    return set(tx.execute(cited).scalars()), {(row.seat, row.hand) for row in tx.execute(held)}


def complete_marks(house: "House") -> None:
    """Marks for the rounds that were played before marks were kept."""
    with house.store.read() as tx:
        if _all_marked(tx):
            return
    last: tuple[str, int] | None = ("", 0)
    while last is not None:
        with house.store.begin() as tx:
            log.lock_stream(tx, "marks")
            if _all_marked(tx):
                return  # by another server
            last = _mark_some(tx, house, last)
            if last is None:
                tx.execute(sa.insert(meta).values(key=MARKED, value=str(house.clock())))


def _all_marked(tx: sa.Connection) -> bool:
    return tx.execute(sa.select(meta.c.value).where(meta.c.key == MARKED)).first() is not None


def _mark_some(tx: sa.Connection, house: "House", last: tuple[str, int]) -> tuple[str, int] | None:
    """The next rounds without marks; the last of them, None when there are no more."""
    key = (rounds.c.stream, rounds.c.round)
    cited = sa.select(round_clauses.c.clause).where(
        round_clauses.c.stream == rounds.c.stream, round_clauses.c.round == rounds.c.round
    )
    found = sa.select(*key).where(~cited.exists(), sa.tuple_(*key) > sa.tuple_(*last))
    unmarked = tx.execute(found.order_by(*key).limit(_AT_ONCE)).all()
    for stream, number in unmarked:
        keep_marks(tx, stream, number, log.round_events(tx, house.keys, stream, number))
    return (unmarked[-1].stream, unmarked[-1].round) if unmarked else None
