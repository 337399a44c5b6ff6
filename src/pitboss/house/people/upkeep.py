"""The house's housekeeping: removes ended sessions, old log-ins and guests who left, and ends
requests that nobody decided.

Every server may do it at any time: each part is one transaction, and a repetition finds nothing.
"""

from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.ledger import balance, issue, wallet
from pitboss.house.people.approvals import lapse_expired
from pitboss.house.people.logins import remove_old_logins
from pitboss.house.people.notes import note
from pitboss.house.people.persons import DEVICE
from pitboss.house.people.sessions import GUEST_IDLE_MS, SESSION_MS, send_ends
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import (
    balances,
    logins,
    people,
    sessions,
    shares,
    tables,
    training,
)
from pitboss.rulebook.submission.tables import CURRENCIES
from pitboss.table.postings import Posting

MAX_REMOVALS: Final = 100  # in one transaction, which others wait for
GUEST_MS: Final = 24 * 3600 * 1000  # a guest's account is at least this old
_GUEST: Final = people.c.password.is_(None) & (people.c.role == "player")


def tidy(house: House) -> None:
    """Does all of it once."""
    remove_ended_sessions(house)
    with house.store.begin() as tx:
        remove_old_logins(tx, house.clock())
    lapse_expired(house)
    remove_old_guests(house)


def remove_ended_sessions(house: House) -> list[str]:
    """Deletes the sessions that time has ended; returns the hashes of their tokens."""
    at = house.clock()
    too_old = (sessions.c.created < at - SESSION_MS) & (people.c.role != DEVICE)
    unused = _GUEST & (sessions.c.seen < at - GUEST_IDLE_MS)
    query = sa.select(sessions.c.token).join(people, people.c.id == sessions.c.person)
    query = query.where(too_old | unused | people.c.closed).limit(MAX_REMOVALS)
    with house.store.read() as tx:
        tokens = [row.token for row in tx.execute(query)]
    if tokens:
        with house.store.begin() as tx:
            tx.execute(sa.delete(sessions).where(sessions.c.token.in_(tokens)))
        send_ends(house.notices, tokens)
    return tokens


def remove_old_guests(house: House) -> list[str]:
    """Removes guests who have no session, no seat and no real money; returns their names.

    Their practice chips go back to where they came from, in one entry of the house's log. Whoever
    ever had chips at an unreadable table stays, because nobody knows who sits there.
    """
    guests = _old_guests(house)
    if not guests:
        return []
    with house.store.read() as tx:
        rows = tx.execute(sa.select(tables.c.id, tables.c.closed)).all()
    lives = {live.row.id: live.table for live in house.live_tables()}
    seated = {seat.player for table in lives.values() for seat in table.seats.values()}
    unreadable = {row.id: not (row.closed or row.id in lives) for row in rows}
    candidates = [name for name in guests if name not in seated]
    for start in range(0, len(candidates), MAX_REMOVALS):
        some = {name: guests[name] for name in candidates[start : start + MAX_REMOVALS]}
        if names := _remove(house, some, unreadable):
            return names
    return []


def _old_guests(house: House) -> dict[str, str]:
    """The ids of the old guests without a session by name, the oldest first."""
    without_session = people.c.id.not_in(sa.select(sessions.c.person))
    old = _GUEST & (people.c.created < house.clock() - GUEST_MS) & without_session
    query = sa.select(people.c.id, people.c.name).where(old).order_by(people.c.created)
    with house.store.read() as tx:
        return {row.name: row.id for row in tx.execute(query)}


def _remove(house: House, guests: dict[str, str], unreadable: dict[str, bool]) -> list[str]:
    """Removes those of the guests, ids by name, who hold nothing; returns their names."""
    at = house.clock()
    with house.store.begin() as tx:
        log.lock_stream(tx, log.HOUSE_STREAM)  # before any account, as every payment does
        holders = _holders(tx, list(guests), unreadable)
        names = [name for name in guests if name not in holders]
        if not names:
            return []
        moves = []
        for name in names:
            chips = wallet("practice", name)
            moves.append(Posting(chips, issue("practice"), balance(tx, chips, lock=True)))
        body = {"names": names, "cents": sum(move.cents for move in moves)}
        note(tx, house, "GuestsRemoved", body, tuple(move for move in moves if move.cents), at)
        _delete(tx, [guests[name] for name in names], names)
    return names


def _holders(tx: sa.Connection, names: list[str], unreadable: dict[str, bool]) -> set[str]:
    """The guests with chips at a table or real money. At an unreadable table, all of them may be
    at stake, so an empty account counts too.
    """
    accounts = {wallet("real", name): (name, False) for name in names}
    for currency in CURRENCIES:
        for stream, counts in unreadable.items():
            accounts |= {f"{currency}/chips/{stream}/{name}": (name, counts) for name in names}
    result, keys = set[str](), list(accounts)
    for start in range(0, len(keys), 500):
        some = balances.c.account.in_(keys[start : start + 500])
        rows: Any = tx.execute(sa.select(balances.c.account, balances.c.cents).where(some))
        for row in rows:
            name, counts = accounts[row.account]
            if row.cents or counts:
                result.add(name)
    return result


def _delete(tx: sa.Connection, ids: list[str], names: list[str]) -> None:
    tx.execute(sa.delete(sessions).where(sessions.c.person.in_(ids)))
    tx.execute(sa.delete(logins).where(logins.c.person.in_(ids)))
    tx.execute(sa.delete(training).where(training.c.player.in_(names)))
    tx.execute(sa.delete(shares).where(shares.c.player.in_(names)))
    tx.execute(sa.delete(people).where(people.c.id.in_(ids)))
