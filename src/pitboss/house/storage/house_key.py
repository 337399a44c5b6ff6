"""The key belongs to the house: the database has its fingerprint from the first start.

A key is made only for an empty database. A start with another key would deal on, seal what nobody
can open later, and sign checkpoints that no audit accepts; so it is refused before all else.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import KEY_FILE, BadSeal, Keys, make_keys, read_keys
from pitboss.house.storage.schema.tables import checkpoints, entries, meta, people, seeds, tables

FINGERPRINT: Final = "house key"  # a key of meta
_LOCK: Final = 237  # of PostgreSQL: servers that start together take turns
_SAMPLES: Final = 10  # of each kind, in a database that has no fingerprint yet


class WrongKey(PitbossError):
    """A key that is not this house's, or none where the house has one."""


def open_keys(store: Store, directory: Path) -> Keys:
    """The house's keys, verified; made if database and directory have none."""
    with store.read() as tx:
        keys = read_keys(directory)
        if keys is not None and fingerprint(tx) == keys.fingerprint:
            return keys
    with store.begin() as tx:
        if not store.is_sqlite:
            tx.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        # Read again under the lock: another server may have made the house meanwhile.
        keys = read_keys(directory)
        if keys is None and not _is_filled(tx):
            keys = make_keys(directory)
        keys = _verify(tx, directory, keys)
        if fingerprint(tx) is None:
            tx.execute(sa.insert(meta).values(key=FINGERPRINT, value=keys.fingerprint))
        return keys


def refuse_wrong_key(store: Store, directory: Path) -> None:
    """Refuses a key that is not this house's before anything is written, its schema included."""
    with store.read() as tx:
        keys = read_keys(directory)
        if sa.inspect(tx).has_table(tables.name) and (keys is not None or _is_filled(tx)):
            _verify(tx, directory, keys)


def verified_keys(store: Store, directory: Path) -> Keys:
    """The keys of a house that exists; writes nothing, and needs no schema of this program."""
    with store.read() as tx:
        return _verify(tx, directory, read_keys(directory))


def _verify(tx: sa.Connection, directory: Path, keys: Keys | None) -> Keys:
    if keys is None:
        raise _missing(directory)
    stored = fingerprint(tx)
    if stored != keys.fingerprint and (stored is not None or not _opens(tx, keys)):
        raise _wrong(directory)
    return keys


def fingerprint(tx: sa.Connection) -> str | None:
    """The fingerprint of the house's key; None in a database of an older program."""
    if not sa.inspect(tx).has_table(meta.name):
        return None
    value = tx.execute(sa.select(meta.c.value).where(meta.c.key == FINGERPRINT)).scalar()
    return None if value is None else str(value)


def _is_filled(tx: sa.Connection) -> bool:
    return fingerprint(tx) is not None or any(
        tx.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None
        for table in (tables, entries, people, checkpoints)
    )


def _opens(tx: sa.Connection, keys: Keys) -> bool:
    """Whether the key opens what an older program sealed or signed; true if it did neither."""
    if not sa.inspect(tx).has_table(seeds.name):
        return True
    results = list(_trials(tx, keys))
    return any(results) or not results


def _trials(tx: sa.Connection, keys: Keys) -> Iterator[bool]:
    newest = sa.select(checkpoints).order_by(checkpoints.c.number.desc()).limit(_SAMPLES)
    for row in tx.execute(newest).all():
        yield keys.verify(row.signature, row.body)
    for row in tx.execute(sa.select(seeds).order_by(seeds.c.round.desc()).limit(_SAMPLES)).all():
        yield _unseals(keys, row.sealed, f"{row.stream} seed {row.round}")
    hidden = sa.select(entries).where(entries.c.sealed).limit(_SAMPLES)
    for row in tx.execute(hidden).all():
        yield _unseals(keys, row.body, f"{row.stream}/{row.seq}")


def _unseals(keys: Keys, sealed: bytes, context: str) -> bool:
    try:
        keys.unseal(sealed, context)
    except (BadSeal, TypeError):
        return False
    return True


def _missing(directory: Path) -> WrongKey:
    return WrongKey(
        f"{directory / KEY_FILE} is missing, and this database is useless without it",
        what_to_do=f"put that house's own {KEY_FILE} there, from its backup, and start again",
    )


def _wrong(directory: Path) -> WrongKey:
    return WrongKey(
        f"{directory / KEY_FILE} is not the key of this database's house",
        what_to_do=f"put this house's own {KEY_FILE} there, or name another --data or --db",
    )
