"""The cage: accounts, chips and sessions. What happens at no table is logged in its own stream."""

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance, issue, post, wallet
from pitboss.house.live_table import HOUSE
from pitboss.house.people.accounts import (
    Person,
    Role,
    Session,
    WrongLogin,
    add_person,
    check_login,
    close_session,
    close_sessions,
    find_person,
    find_session,
    guest_name,
    open_session,
    touch_session,
    unlock_session,
)
from pitboss.house.service import CommandIdReused, House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import commands, people
from pitboss.money import Cents, format_cents
from pitboss.rulebook.submission.tables import CURRENCIES
from pitboss.table.postings import Posting

PRACTICE_CHIPS: Final = Cents(1_000_00)
SEEN_EVERY_MS: Final = 30_000  # the resolution of a session's time of last use


class InsufficientFunds(PitbossError):
    """A wallet with less than the payment needs."""

    status = 409


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
        at = self.clock()
        with self.store.begin() as tx:
            person = add_person(tx, guest_name(), "player", None, at)
            self._issue(tx, person, PRACTICE_CHIPS, at)
            return open_session(tx, person, at)

    def register(self, name: str, password: str) -> tuple[str, Session]:
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
        with self.store.read() as tx:
            return find_session(tx, token, at)

    def touch(self, session: Session) -> None:
        with self.store.begin() as tx:
            touch_session(tx, session, self.clock())

    def unlock(self, session: Session, password: str) -> bool:
        with self.store.begin() as tx:
            return unlock_session(tx, session, password, self.clock())

    def log_out(self, session: Session) -> None:
        with self.store.begin() as tx:
            close_session(tx, session)

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
            earlier = tx.execute(sa.select(commands).where(commands.c.id == key)).first()
            if command_id and earlier is not None:
                if earlier.asked != digest:
                    raise CommandIdReused("this command id was used for another command")
                return msgspec.json.decode(earlier.reply, type=CashReply).held
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
                row = {"id": key, "stream": log.HOUSE_STREAM, "seq": seq, "asked": digest}
                reply = msgspec.json.encode(paid)
                tx.execute(sa.insert(commands).values(**row, reply=reply))
            return paid.held

    def wallets(self, person: Person) -> dict[str, Cents]:
        with self.store.read() as tx:
            return {kind: Cents(balance(tx, wallet(kind, person.name))) for kind in CURRENCIES}

    def _issue(self, tx: sa.Connection, person: Person, cents: Cents, at: int) -> None:
        move = Posting(issue("practice"), wallet("practice", person.name), cents)
        note(tx, self.house, "PracticeChips", {"name": person.name, "cents": cents}, (move,), at)
