"""Persons and devices with an account: names, roles, and their rows in the database."""

import re
import secrets
from typing import Any, Final, Literal, get_args

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.people.logins import forget_failures
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import people

PersonRole = Literal["player", "dealer", "floorperson", "auditor", "administrator"]
Role = PersonRole | Literal["device"]
ROLES: Final[tuple[PersonRole, ...]] = get_args(PersonRole)
DEVICE: Final[Role] = "device"  # the role of a shoe's or shuffler's account: no person, no password
STAFF: Final = ("dealer", "floorperson", "auditor", "administrator")
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,23}")
RESERVED: Final = ("house", "nobody", DEVICE, *ROLES)


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: Role
    guest: bool = False
    table: str = ""  # the one table of a device
    temporary: bool = False  # somebody else set the password


class BadAccount(PitbossError):
    """An invalid or unavailable name, or an invalid password."""


def check_name(name: str) -> None:
    if NAME.fullmatch(name) is None or name.lower() in RESERVED:
        raise BadAccount(
            f"{name!r} cannot be a name",
            what_to_do="use 2 to 24 letters, digits and _, starting with a letter",
        )


def add_person(
    tx: sa.Connection,
    name: str,
    role: Role,
    hashed: str | None,
    at: int,
    table: str = "",
    *,
    temporary: bool = False,
) -> Person:
    """`hashed` is the password's hash; `temporary` if somebody else chose the password."""
    check_name(name)
    log.lock_stream(tx, "people")  # otherwise two servers could admit one name in two spellings
    if person_row(tx, name) is not None:
        raise BadAccount(f"the name {name!r} is taken", what_to_do="choose another")
    guest = hashed is None and role != DEVICE
    person = Person(secrets.token_hex(12), name, role, guest, table, temporary)
    row = {"id": person.id, "name": name, "role": role, "password": hashed, "created": at}
    tx.execute(sa.insert(people).values(**row, device_table=table, temporary=temporary))
    return person


def person_row(tx: sa.Connection, name: str, *, lock: bool = False) -> sa.Row[Any] | None:
    """The person of that name in any spelling, whose account may be closed."""
    query = sa.select(people).where(sa.func.lower(people.c.name) == name.lower())
    return tx.execute(query.with_for_update() if lock else query).first()


def find_person(tx: sa.Connection, name: str) -> Person | None:
    row = person_row(tx, name)
    if row is None or row.closed:
        return None
    return person_of(row.id, row)


def person_of(person_id: str, row: Any) -> Person:
    guest = row.password is None and row.role != DEVICE
    return Person(person_id, row.name, row.role, guest, row.device_table, bool(row.temporary))


def set_password(tx: sa.Connection, person_id: str, hashed: str, *, temporary: bool) -> None:
    """Sets a password by its hash and admits every network again; see `add_person`."""
    changed = {"password": hashed, "temporary": temporary}
    tx.execute(sa.update(people).where(people.c.id == person_id).values(**changed))
    forget_failures(tx, person_id)
