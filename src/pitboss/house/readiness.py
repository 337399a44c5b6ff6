"""Whether a house can do its work now: write durably, open seals, read its tables, be on time."""

from typing import Final

import sqlalchemy as sa

from pitboss.house.selfdeal import next_command
from pitboss.house.service import House
from pitboss.house.storage.failures import unavailable
from pitboss.house.storage.house_key import fingerprint
from pitboss.house.storage.keys import BadSeal, Keys
from pitboss.house.storage.log import lock_stream
from pitboss.house.storage.schema.tables import meta, seeds

LAST_WRITE: Final = "last write"  # a key of meta
MAX_LATE_MS: Final = 2_000
CHECKS: Final = ("write", "key", "tables", "clock")
# In the order of the primary key, because seeds are never removed: any other reads all of them.
NEWEST_SEED: Final = sa.select(seeds).order_by(seeds.c.stream.desc(), seeds.c.round.desc()).limit(1)


def examine(house: House) -> dict[str, str]:
    """What is wrong, by check; empty where nothing is."""
    try:
        write(house)
        with house.store.read() as tx:
            ours = fingerprint(tx) == house.keys.fingerprint and _opens_seals(tx, house.keys)
        unreadable = house.unreadable()
        late = lateness(house)
    except Exception as error:
        away = unavailable(error)
        if away is None:
            raise
        return dict.fromkeys(CHECKS, "") | {"write": away.what}
    return {
        "write": "",
        "key": "" if ours else "it is not the key of this database's house",
        "tables": f"{len(unreadable)} cannot be read" if unreadable else "",
        "clock": f"{late / 1000:.1f} seconds late" if late > MAX_LATE_MS else "",
    }


def _opens_seals(tx: sa.Connection, keys: Keys) -> bool:
    """Whether the key opens the last table's newest seed; every table has one."""
    row = tx.execute(NEWEST_SEED).first()
    try:
        return row is None or bool(keys.unseal(row.sealed, f"{row.stream} seed {row.round}"))
    except BadSeal:
        return False


def write(house: House) -> None:
    """Makes a durable write of no consequence."""
    with house.store.begin() as tx:
        lock_stream(tx, LAST_WRITE)  # otherwise two servers could both make the row
        changed = tx.execute(
            sa.update(meta).where(meta.c.key == LAST_WRITE).values(value=str(house.clock()))
        )
        if not changed.rowcount:
            tx.execute(sa.insert(meta).values(key=LAST_WRITE, value=str(house.clock())))


def lateness(house: House) -> int:
    """By how many milliseconds the most overdue duty of a self-dealt table is late."""
    now = house.clock()
    late = [
        now - live.deadline
        for live in house.live_tables()
        if live.deadline is not None and next_command(live, now) is not None
    ]
    return max(0, *late) if late else 0
