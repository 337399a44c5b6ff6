"""Failed log-ins, counted by account and network, so that strangers lock nobody out.

A network is what the web takes for one client: an IPv4 address, or an IPv6 /64. It is familiar to
an account that logged in from it within `FAMILIAR_MS`. Three bounds hold at once:

1. A network that fails `MAX_FAILURES` times is refused for that account for `LOCK_MS`. Other
   networks are not affected, so the account's owner still gets in from elsewhere.
2. A strange network is refused twice as long each time, up to a day: it tries some 40 passwords on
   the first day and 5 on each day after. A familiar one, where the owner may have forgotten the
   password, always waits `LOCK_MS`.
3. Against guessing from many networks, an account takes `MAX_STRANGE_FAILURES` from all strange
   networks together in `WINDOW_MS`; then it refuses strange networks until the window ends, and
   still admits its owner from a familiar one.

A refused attempt is verified all the same and gets the same answer as a wrong password, so it
tells nothing; it is not counted, so it prolongs nothing. A success forgets the failures of its own
network only: the owner's visits give guessers nothing.
"""

from typing import Any, Final

import sqlalchemy as sa

from pitboss.house.storage.schema.tables import logins, people

MAX_FAILURES: Final = 5
LOCK_MS: Final = 15 * 60 * 1000
MAX_LOCK_MS: Final = 24 * 3600 * 1000
MAX_STRANGE_FAILURES: Final = 50
WINDOW_MS: Final = 3600 * 1000
FAMILIAR_MS: Final = 90 * 24 * 3600 * 1000
_MAX_NETWORK: Final = 60  # characters


def is_refused(tx: sa.Connection, person: Any, network: str, at: int) -> bool:
    """Whether an account refuses log-ins from a network now. `person` is the account's row."""
    row = _login(tx, person.id, network)
    if row is not None and row.locked_until > at:
        return True
    return bool(person.locked_until > at and not _is_familiar(row, at))


def count_failure(tx: sa.Connection, person: Any, network: str, at: int) -> None:
    """Counts a wrong password. The caller has locked the account's row."""
    row = _login(tx, person.id, network)
    familiar = _is_familiar(row, at)
    failures = 1 if row is None else row.failures + 1
    until = 0
    if failures % MAX_FAILURES == 0:
        times = 1 if familiar else 2 ** min(failures // MAX_FAILURES - 1, 10)
        until = at + min(LOCK_MS * times, MAX_LOCK_MS)
    _store(tx, person.id, network, row, failures=failures, locked_until=until, at=at)
    if not familiar:
        _count_strange(tx, person, at)


def _count_strange(tx: sa.Connection, person: Any, at: int) -> None:
    since, failures = person.failures_since, person.failures + 1
    if not since <= at < since + WINDOW_MS:
        since, failures = at, 1
    until = since + WINDOW_MS if failures >= MAX_STRANGE_FAILURES else 0
    changed = {"failures": failures, "failures_since": since, "locked_until": until}
    tx.execute(sa.update(people).where(people.c.id == person.id).values(**changed))


def count_success(tx: sa.Connection, person_id: str, network: str, at: int) -> None:
    """Makes the network familiar and forgets its failures."""
    row = _login(tx, person_id, network)
    _store(tx, person_id, network, row, failures=0, locked_until=0, succeeded=at, at=at)


def forget_failures(tx: sa.Connection, person_id: str) -> None:
    """Admits every network again, as for a new password."""
    mine = logins.c.person == person_id
    tx.execute(sa.update(logins).where(mine).values(failures=0, locked_until=0))
    changed = {"failures": 0, "failures_since": 0, "locked_until": 0}
    tx.execute(sa.update(people).where(people.c.id == person_id).values(**changed))


def remove_old_logins(tx: sa.Connection, at: int) -> None:
    """Removes networks that are no longer familiar and not refused."""
    old = (logins.c.succeeded < at - FAMILIAR_MS) & (logins.c.at < at - MAX_LOCK_MS)
    tx.execute(sa.delete(logins).where(old & (logins.c.locked_until < at)))


def _of(person_id: str, network: str) -> sa.ColumnElement[bool]:
    return (logins.c.person == person_id) & (logins.c.network == network[:_MAX_NETWORK])


def _login(tx: sa.Connection, person_id: str, network: str) -> sa.Row[Any] | None:
    return tx.execute(sa.select(logins).where(_of(person_id, network))).first()


def _is_familiar(row: Any, at: int) -> bool:
    return row is not None and bool(row.succeeded) and at - row.succeeded <= FAMILIAR_MS


def _store(tx: sa.Connection, person_id: str, network: str, row: Any, **values: int) -> None:
    if row is None:
        key = {"person": person_id, "network": network[:_MAX_NETWORK]}
        tx.execute(sa.insert(logins).values(**key, **values))
    else:
        tx.execute(sa.update(logins).where(_of(person_id, network)).values(**values))
