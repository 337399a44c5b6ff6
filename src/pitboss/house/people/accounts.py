"""People, passwords and sessions. Tokens and passwords are stored only as hashes."""

import hashlib
import re
import secrets
from typing import Final, Literal

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import PitbossError
from pitboss.house.storage.log import lock_stream
from pitboss.house.storage.schema.tables import people, sessions

Role = Literal["player", "dealer", "floorperson", "auditor", "administrator"]
ROLES: Final[tuple[Role, ...]] = ("player", "dealer", "floorperson", "auditor", "administrator")
STAFF: Final = ("dealer", "floorperson", "auditor", "administrator")

MAX_FAILURES: Final = 5
LOCK_MS: Final = 15 * 60 * 1000
SESSION_MS: Final = 30 * 24 * 3600 * 1000
STAFF_IDLE_MS: Final = 10 * 60 * 1000  # a staff console locks itself after this
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,23}")
RESERVED: Final = ("dealer", "floorperson", "house", "nobody", "player", "auditor", "administrator")
MIN_PASSWORD: Final = 10

_HASHER: Final = PasswordHasher()
# Verified when the name is unknown, so that a wrong name takes as long as a wrong password does.
_DECOY: Final = _HASHER.hash(secrets.token_hex(16))


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: Role
    guest: bool = False


class Session(msgspec.Struct, frozen=True):
    person: Person
    token: str  # its hash
    csrf: str
    locked: bool


class BadAccount(PitbossError):
    """An invalid or unavailable name, or an invalid password."""


class WrongLogin(PitbossError):
    """The same error for a wrong name, a wrong password and a locked account."""

    status = 401

    def __init__(self, what: str = "the name or the password is wrong", **more: str | None) -> None:
        super().__init__(what, **more)


def add_person(tx: sa.Connection, name: str, role: Role, password: str | None, at: int) -> Person:
    if NAME.fullmatch(name) is None or name.lower() in RESERVED:
        raise BadAccount(
            f"{name!r} cannot be a name",
            what_to_do="use 2 to 24 letters, digits and _, starting with a letter",
        )
    hashed = None if password is None else _hash_password(password)
    lock_stream(tx, "people")  # otherwise two servers could admit one name in two spellings
    taken = sa.select(people.c.id).where(sa.func.lower(people.c.name) == name.lower())
    if tx.execute(taken).first():
        raise BadAccount(f"the name {name!r} is taken", what_to_do="choose another")
    person = Person(secrets.token_hex(12), name, role, password is None)
    tx.execute(
        sa.insert(people).values(
            id=person.id,
            name=name,
            role=role,
            password=hashed,
            created=at,
        )
    )
    return person


def _hash_password(password: str) -> str:
    if not MIN_PASSWORD <= len(password) <= 200:
        raise BadAccount(
            "the password is too short or too long",
            what_to_do=f"use {MIN_PASSWORD} to 200 characters",
        )
    return _HASHER.hash(password)


def set_password(tx: sa.Connection, person_id: str, password: str) -> None:
    """Sets a new password and forgets failures with the old one."""
    changed = {"password": _hash_password(password), "failures": 0, "locked_until": 0}
    tx.execute(sa.update(people).where(people.c.id == person_id).values(**changed))


def guest_name() -> str:
    return f"guest_{secrets.token_hex(4)}"


def check_login(tx: sa.Connection, name: str, password: str, at: int) -> Person | None:
    """The person, or None; counts failures, which lock the account for a while."""
    row = tx.execute(
        sa.select(people).where(sa.func.lower(people.c.name) == name.lower()).with_for_update()
    ).first()
    usable = row is not None and row.password is not None and not row.closed
    matches = _verifies(row.password if row is not None and usable else _DECOY, password)
    if row is None or not usable or row.locked_until > at:
        return None
    if not matches:
        failures = row.failures + 1
        until = at + LOCK_MS if failures % MAX_FAILURES == 0 else 0
        changed = {"failures": failures, "locked_until": until}
        tx.execute(sa.update(people).where(people.c.id == row.id).values(**changed))
        return None
    tx.execute(sa.update(people).where(people.c.id == row.id).values(failures=0, locked_until=0))
    return Person(row.id, row.name, row.role)


def _verifies(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def open_session(tx: sa.Connection, person: Person, at: int) -> tuple[str, Session]:
    """The token, returned only here, and the session it opens."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    session = Session(person, token_hash(token), csrf, False)
    tx.execute(
        sa.insert(sessions).values(
            token=session.token, person=person.id, csrf=csrf, created=at, seen=at
        )
    )
    return token, session


def find_session(tx: sa.Connection, token: str, at: int) -> Session | None:
    query = (
        sa.select(sessions, people.c.name, people.c.role, people.c.password, people.c.closed)
        .join(people, people.c.id == sessions.c.person)
        .where(sessions.c.token == token_hash(token))
    )
    row = tx.execute(query).first()
    if row is None or row.closed or at - row.created > SESSION_MS:
        return None
    idle = row.role in STAFF and at - row.seen > STAFF_IDLE_MS
    person = Person(row.person, row.name, row.role, row.password is None)
    return Session(person, row.token, row.csrf, bool(row.locked) or idle)


def touch_session(tx: sa.Connection, session: Session, at: int) -> None:
    changed = {"seen": at} if not session.locked else {"locked": True}
    tx.execute(sa.update(sessions).where(sessions.c.token == session.token).values(**changed))


def unlock_session(tx: sa.Connection, session: Session, password: str, at: int) -> bool:
    person = check_login(tx, session.person.name, password, at)
    if person is None or person.id != session.person.id:
        return False
    unlocked = sa.update(sessions).where(sessions.c.token == session.token)
    tx.execute(unlocked.values(locked=False, seen=at))
    return True


def close_sessions(tx: sa.Connection, person_id: str) -> list[str]:
    """Ends all of a person's sessions; returns their token hashes, to close their sockets."""
    query = sa.select(sessions.c.token).where(sessions.c.person == person_id)
    tokens = [row.token for row in tx.execute(query)]
    tx.execute(sa.delete(sessions).where(sessions.c.person == person_id))
    return tokens


def close_session(tx: sa.Connection, session: Session) -> None:
    tx.execute(sa.delete(sessions).where(sessions.c.token == session.token))


def find_person(tx: sa.Connection, name: str) -> Person | None:
    query = sa.select(people).where(sa.func.lower(people.c.name) == name.lower())
    row = tx.execute(query).first()
    if row is None or row.closed:
        return None
    return Person(row.id, row.name, row.role, row.password is None)
