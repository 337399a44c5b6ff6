"""The cage: accounts, sessions and chips. Events of no table are logged in a stream of their own.

Tokens and passwords are stored only as hashes. A password is verified between two transactions:
one reads the hash, the other acts on the result if the hash is still the same.
"""

import secrets
from collections.abc import Callable
from typing import Final, TypeVar

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance, issue, wallet
from pitboss.house.people import logins, passwords
from pitboss.house.people.approvals import NeedsTwo, lapse_requests_of
from pitboss.house.people.cash import HouseAct, check_no_wallet, perform, reason_for_two
from pitboss.house.people.notes import note
from pitboss.house.people.persons import (
    DEVICE,
    STAFF,
    BadAccount,
    Person,
    Role,
    add_person,
    check_name,
    find_person,
    person_of,
    person_row,
    set_password,
)
from pitboss.house.people.sessions import (
    Session,
    SessionCache,
    close_sessions,
    open_session,
    send_ends,
)
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import people, sessions
from pitboss.money import Cents
from pitboss.rulebook.submission.tables import CURRENCIES
from pitboss.table.postings import Posting

PRACTICE_CHIPS: Final = Cents(1_000_00)
_T = TypeVar("_T")

# Of guests; short ones, so that an account's name has room for what tells two of them apart.
FIRST_NAMES: Final = (
    *("ada", "alba", "amir", "anna", "arlo", "bea", "bruno", "carl", "celia", "cora", "dana"),
    *("diego", "edda", "elia", "emil", "enzo", "eva", "felix", "fina", "gael", "gina", "hugo"),
    *("ida", "ines", "iris", "ivan", "jon", "jules", "kai", "kira", "lara", "leo", "lia", "luca"),
    *("luz", "mara", "max", "mia", "milo", "nadia", "nico", "nina", "noa", "olga", "omar", "otto"),
    *("pau", "pia", "quin", "rafa", "rita", "robin", "rosa", "ruth", "sara", "sol", "tara", "theo"),
    *("tom", "uma", "vera", "wes", "xavi", "yara", "zoe"),
)


class WrongLogin(PitbossError):
    """The same error for a wrong name, a wrong password and a locked account."""

    status = 401


class Cage:
    def __init__(self, house: House) -> None:
        self.house, self.store, self.clock = house, house.store, house.clock
        self.sessions = SessionCache(house.store, house.clock, house.notices)

    # Accounts

    def welcome_guest(self, network: str = "") -> tuple[str, Session]:
        """Opens a guest's account with practice chips; pages show the first name in it."""
        name = f"guest_{secrets.choice(FIRST_NAMES)}_{secrets.token_hex(4)}"
        return self.enroll(name, None, network)

    def enroll(self, name: str, hashed: str | None, network: str = "") -> tuple[str, Session]:
        """Opens a player's account, whose password has this hash, with practice chips."""
        at = self.clock()
        with self.store.begin() as tx:
            person = add_person(tx, name, "player", hashed, at)
            if hashed is not None:
                logins.count_success(tx, person.id, network, at)
            self._issue(tx, person, PRACTICE_CHIPS, at)
            return open_session(tx, person, at)

    def hire(self, by: Person, name: str, role: Role, password: str) -> Person:
        """Opens an account with a password that its owner must change before approving."""
        check_name(name)
        hashed, at = passwords.hash_soon(password).result(), self.clock()
        with self.store.begin() as tx:
            if role in STAFF:
                check_no_wallet(tx, name)
            person = add_person(tx, name, role, hashed, at, temporary=True)
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
            tokens = close_sessions(tx, person.id)
            token, _ = open_session(tx, person, at)
        send_ends(self.house.notices, tokens)
        return person, token

    def revoke(self, by: Person, name: str, *, close: bool) -> list[str]:
        """Ends a person's sessions, and with `close` the account; returns the sessions."""
        at = self.clock()
        with self.store.begin() as tx:
            person = find_person(tx, name)
            if person is None:
                raise PitbossError(f"there is no person {name!r}")
            if close:
                tx.execute(sa.update(people).where(people.c.id == person.id).values(closed=True))
                lapse_requests_of(tx, self.house, person.name)
            note(tx, self.house, "Revoked", {"name": name, "closed": close, "by": by.name}, (), at)
            tokens = close_sessions(tx, person.id)
        send_ends(self.house.notices, tokens)
        return tokens

    def reopen(self, by: Person, name: str) -> None:
        """Opens a closed account again, with its wallet, its role and its password."""
        at = self.clock()
        with self.store.begin() as tx:
            row = person_row(tx, name, lock=True)
            if row is None or not row.closed:
                raise PitbossError(f"there is no closed account {name!r}")
            tx.execute(sa.update(people).where(people.c.id == row.id).values(closed=False))
            note(tx, self.house, "Reopened", {"name": row.name, "by": by.name}, (), at)
        self.house.notices.send("person-changed", row.name)

    # Logging in

    def stored_hash(self, name: str) -> str:
        """What a password is verified against; for a name without a password, a decoy."""
        with self.store.read() as tx:
            row = person_row(tx, name)
        usable = row is not None and row.password is not None and not row.closed
        return str(row.password) if row is not None and usable else passwords.DECOY

    def finish_login(
        self, name: str, hashed: str, network: str, *, matches: bool
    ) -> tuple[str, Session]:
        """Opens a session after the password was verified against `hashed`."""
        at = self.clock()
        return self._act(
            name, hashed, network, lambda tx, person: open_session(tx, person, at), matches=matches
        )

    def _act(
        self,
        name: str,
        hashed: str,
        network: str,
        act: Callable[[sa.Connection, Person], _T],
        *,
        matches: bool,
    ) -> _T:
        """Counts the attempt, and acts for the person if the password was right."""
        at, result = self.clock(), None
        with self.store.begin() as tx:
            row = person_row(tx, name, lock=True)
            # An account closed, or given another password, since the hash was read is not open.
            usable = row is not None and not row.closed and row.password == hashed
            if row is not None and usable and not logins.is_refused(tx, row, network, at):
                if matches:
                    logins.count_success(tx, row.id, network, at)
                    result = (act(tx, person_of(row.id, row)),)
                else:
                    logins.count_failure(tx, row, network, at)
        # Outside the transaction, so that the count of failures is committed.
        if result is None:
            raise WrongLogin("the name or the password is wrong")
        return result[0]

    # Sessions

    def finish_unlock(self, session: Session, hashed: str, network: str, *, matches: bool) -> None:
        """Unlocks a session after the password was verified against `hashed`."""
        changed = {"locked": False, "seen": self.clock()}
        update = sa.update(sessions).where(sessions.c.token == session.token).values(**changed)
        self._act(
            session.person.name,
            hashed,
            network,
            lambda tx, person: tx.execute(update.where(sessions.c.person == person.id)),
            matches=matches,
        )

    def finish_password(
        self, session: Session, hashed: str, new: str, network: str, *, matches: bool
    ) -> None:
        """Gives a person the password with the hash `new`; the person's other sessions end."""
        at, name = self.clock(), session.person.name

        def change(tx: sa.Connection, person: Person) -> list[str]:
            set_password(tx, person.id, new, temporary=False)
            note(tx, self.house, "PasswordChanged", {"name": person.name}, (), at)
            return close_sessions(tx, person.id, but=session.token)

        tokens = self._act(name, hashed, network, change, matches=matches)
        send_ends(self.house.notices, tokens)
        self.house.notices.send("person-changed", name)

    def log_out(self, session: Session) -> None:
        with self.store.begin() as tx:
            tx.execute(sa.delete(sessions).where(sessions.c.token == session.token))
        send_ends(self.house.notices, [session.token])

    # Chips

    def top_up(self, person: Person) -> Cents:
        """Tops up practice chips to the first amount; returns the wallet."""
        at = self.clock()
        with self.store.begin() as tx:
            log.lock_stream(tx, log.HOUSE_STREAM)  # locked before any account, as in every payment
            cents = balance(tx, wallet("practice", person.name), lock=True)
            if cents < PRACTICE_CHIPS:
                self._issue(tx, person, Cents(PRACTICE_CHIPS - cents), at)
            return Cents(max(cents, PRACTICE_CHIPS))

    def perform_alone(self, by: Person, act: HouseAct, command_id: str) -> Cents:
        """Does what one person may do alone; returns the wallet or the cage after it.

        With an id, a retry moves nothing again.
        """
        with self.store.begin() as tx:
            if why := reason_for_two(tx, by, act):
                what_to_do = "ask for a second person's approval"
                raise NeedsTwo(f"this needs a second person: {why}", what_to_do=what_to_do)
            return perform(tx, self.house, by, act, command_id).held

    def wallets(self, person: Person) -> dict[str, Cents]:
        with self.store.read() as tx:
            return {kind: Cents(balance(tx, wallet(kind, person.name))) for kind in CURRENCIES}

    def _issue(self, tx: sa.Connection, person: Person, cents: Cents, at: int) -> None:
        move = Posting(issue("practice"), wallet("practice", person.name), cents)
        note(tx, self.house, "PracticeChips", {"name": person.name, "cents": cents}, (move,), at)
