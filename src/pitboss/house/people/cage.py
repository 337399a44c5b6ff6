"""The cage: accounts, sessions and chips. What happens at no table is logged in its own stream.

Tokens and passwords are stored only as hashes.
"""

import hashlib
import re
import secrets
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance, issue, post, wallet
from pitboss.house.live_table import HOUSE
from pitboss.house.service import House, earlier_reply, store_reply
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import people, sessions
from pitboss.money import Cents, format_cents
from pitboss.rulebook.submission.tables import CURRENCIES
from pitboss.table.postings import Posting

PersonRole = Literal["player", "dealer", "floorperson", "auditor", "administrator"]
Role = PersonRole | Literal["device"]
ROLES: Final[tuple[PersonRole, ...]] = (
    "player",
    "dealer",
    "floorperson",
    "auditor",
    "administrator",
)
DEVICE: Final[Role] = "device"  # the role of a shoe's or shuffler's account: no person, no password
STAFF: Final = ("dealer", "floorperson", "auditor", "administrator")

MAX_FAILURES: Final = 5
PRACTICE_CHIPS: Final = Cents(1_000_00)
LOCK_MS: Final = 15 * 60 * 1000
SESSION_MS: Final = 30 * 24 * 3600 * 1000
STAFF_IDLE_MS: Final = 10 * 60 * 1000  # a staff console locks itself after this
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,23}")
RESERVED: Final = ("house", "nobody", DEVICE, *ROLES)
MIN_PASSWORD: Final = 10
SEEN_EVERY_MS: Final = 30_000  # the resolution of a session's time of last use

_HASHER: Final = PasswordHasher()
# Verified when the name is unknown, so that a wrong name takes as long as a wrong password does.
_DECOY: Final = _HASHER.hash(secrets.token_hex(16))


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    role: Role
    guest: bool = False
    table: str = ""  # the one table of a device


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


class InsufficientFunds(PitbossError):
    """A wallet with less than the payment needs."""

    status = 409


def add_person(
    tx: sa.Connection, name: str, role: Role, password: str | None, at: int, table: str = ""
) -> Person:
    if NAME.fullmatch(name) is None or name.lower() in RESERVED:
        raise BadAccount(
            f"{name!r} cannot be a name",
            what_to_do="use 2 to 24 letters, digits and _, starting with a letter",
        )
    hashed = None if password is None else _hash_password(password)
    log.lock_stream(tx, "people")  # otherwise two servers could admit one name in two spellings
    if person_row(tx, name) is not None:
        raise BadAccount(f"the name {name!r} is taken", what_to_do="choose another")
    guest = password is None and role != DEVICE
    person = Person(secrets.token_hex(12), name, role, guest, table)
    row = {"id": person.id, "name": name, "role": role, "password": hashed, "created": at}
    tx.execute(sa.insert(people).values(**row, device_table=table))
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


def person_row(tx: sa.Connection, name: str, *, lock: bool = False) -> sa.Row[Any] | None:
    """The person of that name in any spelling, whose account may be closed."""
    query = sa.select(people).where(sa.func.lower(people.c.name) == name.lower())
    return tx.execute(query.with_for_update() if lock else query).first()


def find_person(tx: sa.Connection, name: str) -> Person | None:
    row = person_row(tx, name)
    if row is None or row.closed:
        return None
    return _person(row.id, row)


def _person(person_id: str, row: Any) -> Person:
    guest = row.password is None and row.role != DEVICE
    return Person(person_id, row.name, row.role, guest, row.device_table)


def check_login(tx: sa.Connection, name: str, password: str, at: int) -> Person | None:
    """The person, or None; counts failures, which lock the account for a while."""
    row = person_row(tx, name, lock=True)
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
    row = {"token": session.token, "person": person.id, "csrf": csrf, "created": at, "seen": at}
    tx.execute(sa.insert(sessions).values(**row))
    return token, session


def close_sessions(tx: sa.Connection, person_id: str) -> list[str]:
    """Ends all of a person's sessions; returns their token hashes, to close their sockets."""
    query = sa.select(sessions.c.token).where(sessions.c.person == person_id)
    tokens = [row.token for row in tx.execute(query)]
    tx.execute(sa.delete(sessions).where(sessions.c.person == person_id))
    return tokens


def note(
    tx: sa.Connection,
    house: House,
    kind: str,
    body: dict[str, Any],
    moves: tuple[Posting, ...],
    at: int,
) -> int:
    """Logs what happened at no table, with the money it moved; returns the entry's number."""
    log.lock_stream(tx, log.HOUSE_STREAM)
    seq, last = log.head(tx, log.HOUSE_STREAM)
    entry = log.new_entry(log.HOUSE_STREAM, seq + 1, at, HOUSE, kind, 0)
    log.append(tx, house.keys, last, entry, log.Body(note={**body, "moves": moves}))
    post(tx, log.HOUSE_STREAM, seq + 1, moves)
    return seq + 1


_OF_PERSON: Final = ("name", "role", "password", "closed", "device_table")


class CashReply(msgspec.Struct, frozen=True):
    """The entry in the house's log, and the wallet after it."""

    table: str
    seq: int
    held: Cents


class Cage:
    def __init__(self, house: House) -> None:
        self.house, self.store, self.clock = house, house.store, house.clock

    def welcome_guest(self) -> tuple[str, Session]:
        """Opens a guest's account with practice chips."""
        return self.register(f"guest_{secrets.token_hex(4)}", None)

    def register(self, name: str, password: str | None) -> tuple[str, Session]:
        at = self.clock()
        with self.store.begin() as tx:
            person = add_person(tx, name, "player", password, at)
            self._issue(tx, person, PRACTICE_CHIPS, at)
            return open_session(tx, person, at)

    def hire(self, by: Person, name: str, role: Role, password: str) -> Person:
        at = self.clock()
        with self.store.begin() as tx:
            person = add_person(tx, name, role, password, at)
            note(tx, self.house, "Hired", {"name": name, "role": role, "by": by.name}, (), at)
            return person

    def add_device(self, by: Person, name: str, table: str) -> tuple[Person, str]:
        """Opens the account of a table's shoe or shuffler; returns the token it sends.

        For an account that exists it ends the sessions and returns a new token.
        """
        at = self.clock()
        with self.store.begin() as tx:
            person = find_person(tx, name)
            if person is None:
                person = add_person(tx, name, DEVICE, None, at, table)
            elif (person.role, person.table) != (DEVICE, table):
                raise BadAccount(f"the name {name!r} is taken", what_to_do="choose another")
            body = {"name": person.name, "role": DEVICE, "table": table, "by": by.name}
            note(tx, self.house, "Hired", body, (), at)
            close_sessions(tx, person.id)
            return person, open_session(tx, person, at)[0]

    def log_in(self, name: str, password: str) -> tuple[str, Session]:
        at = self.clock()
        with self.store.begin() as tx:
            person = check_login(tx, name, password, at)
            opened = open_session(tx, person, at) if person else None
        # Outside the transaction, so that the count of failures is committed.
        if opened is None:
            raise WrongLogin()
        return opened

    def find(self, token: str) -> Session | None:
        at = self.clock()
        query = (
            sa.select(sessions, *(people.c[name] for name in _OF_PERSON))
            .join(people, people.c.id == sessions.c.person)
            .where(sessions.c.token == token_hash(token))
        )
        with self.store.read() as tx:
            row = tx.execute(query).first()
        if row is None or row.closed:
            return None
        if at - row.created > SESSION_MS and row.role != DEVICE:
            return None
        idle = row.role in STAFF and at - row.seen > STAFF_IDLE_MS
        return Session(_person(row.person, row), row.token, row.csrf, bool(row.locked) or idle)

    def touch(self, session: Session) -> None:
        changed = {"seen": self.clock()} if not session.locked else {"locked": True}
        update = sa.update(sessions).where(sessions.c.token == session.token)
        with self.store.begin() as tx:
            tx.execute(update.values(**changed))

    def unlock(self, session: Session, password: str) -> bool:
        at = self.clock()
        with self.store.begin() as tx:
            person = check_login(tx, session.person.name, password, at)
            if person is None or person.id != session.person.id:
                return False
            update = sa.update(sessions).where(sessions.c.token == session.token)
            tx.execute(update.values(locked=False, seen=at))
            return True

    def log_out(self, session: Session) -> None:
        with self.store.begin() as tx:
            tx.execute(sa.delete(sessions).where(sessions.c.token == session.token))

    def revoke(self, by: Person, name: str, *, close: bool) -> list[str]:
        """Ends a person's sessions, and with `close` the account; returns the sessions."""
        at = self.clock()
        with self.store.begin() as tx:
            person = find_person(tx, name)
            if person is None:
                raise PitbossError(f"there is no person {name!r}")
            if close:
                tx.execute(sa.update(people).where(people.c.id == person.id).values(closed=True))
            note(tx, self.house, "Revoked", {"name": name, "closed": close, "by": by.name}, (), at)
            return close_sessions(tx, person.id)

    def top_up(self, person: Person) -> Cents:
        """Tops up practice chips to the first amount; returns the wallet."""
        at = self.clock()
        with self.store.begin() as tx:
            log.lock_stream(tx, log.HOUSE_STREAM)  # before any account, as every payment does
            cents = balance(tx, wallet("practice", person.name), lock=True)
            if cents < PRACTICE_CHIPS:
                self._issue(tx, person, Cents(PRACTICE_CHIPS - cents), at)
            return Cents(max(cents, PRACTICE_CHIPS))

    def cash(self, by: Person, name: str, cents: int, command_id: str = "") -> Cents:
        """Pays real money in, or out when negative; returns the wallet after it.

        With an id, a retry pays nothing again.
        """
        at, key = self.clock(), f"{by.name}:{command_id}"
        digest = hashlib.sha256(f"cash {name.lower()} {cents}".encode()).hexdigest()
        with self.store.begin() as tx:
            log.lock_stream(tx, log.HOUSE_STREAM)
            person = find_person(tx, name)
            if person is None or not cents:
                raise InsufficientFunds(
                    f"there is no person {name!r} to pay" if cents else "nothing to pay"
                )
            name = person.name  # in the spelling of the books
            retry = (key, log.HOUSE_STREAM, digest, CashReply)
            if command_id and (earlier := earlier_reply(tx, *retry)):
                return earlier.held
            before = balance(tx, wallet("real", name), lock=True)
            if before + cents < 0:
                raise InsufficientFunds(
                    f"{name} has {format_cents(before)}", what_to_do="pay out no more than that"
                )
            move = Posting(issue("real"), wallet("real", name), cents)
            body = {"name": name, "cents": cents, "by": by.name, "id": command_id}
            seq = note(tx, self.house, "Cash", body, (move,), at)
            paid = CashReply(log.HOUSE_STREAM, seq, Cents(before + cents))
            if command_id:
                store_reply(tx, key, log.HOUSE_STREAM, seq, digest, paid)
            return paid.held

    def wallets(self, person: Person) -> dict[str, Cents]:
        with self.store.read() as tx:
            return {kind: Cents(balance(tx, wallet(kind, person.name))) for kind in CURRENCIES}

    def _issue(self, tx: sa.Connection, person: Person, cents: Cents, at: int) -> None:
        move = Posting(issue("practice"), wallet("practice", person.name), cents)
        note(tx, self.house, "PracticeChips", {"name": person.name, "cents": cents}, (move,), at)
