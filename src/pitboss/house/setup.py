"""Opens a house: prepares the database, opens its tables, invites the first administrator."""

import hashlib
import secrets
import socket
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.house.chance import Entropy, os_entropy
from pitboss.house.edition import EDITION, EDITION_BEGAN, edition_start
from pitboss.house.floor.tables import arrange, store_submission
from pitboss.house.live_table import append_note
from pitboss.house.people.logins import count_success
from pitboss.house.people.notes import note
from pitboss.house.people.persons import add_person
from pitboss.house.people.sessions import Session, open_session, token_hash
from pitboss.house.service import House
from pitboss.house.storage.copying import refuse_unfinished
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys, refuse_wrong_key
from pitboss.house.storage.integrity import begin_use
from pitboss.house.storage.schema.tables import meta, people, tables
from pitboss.house.writing.memory import Clock
from pitboss.rulebook.submission import Submission, default_house

DATABASE: Final = "house.db"
INVITATION: Final = "first administrator"
TABLES_READY: Final = "tables made"


class BadInvitation(PitbossError):
    """A one-time link that was used already, or never existed."""

    status = 403


def open_house(
    directory: Path,
    url: str | None,
    clock: Clock,
    submission: Submission | None = None,
    entropy: Entropy = os_entropy,
) -> House:
    """Opens the house of a data directory with the submission's tables.

    Without one, the first start takes the example's tables, and a later start changes nothing.
    """
    store = Store(url or str(directory / DATABASE))
    with store.closed_on_failure():
        if not store.is_sqlite:
            store.check_durability()  # first: it reports a server that does not answer
        begin_use(store)
        refuse_wrong_key(store, directory)
        store.prepare()
        refuse_unfinished(store)
        house = House(store, open_keys(store, directory), clock, entropy, directory)
        furnish(house, submission)
    return house


def furnish(house: House, submission: Submission | None) -> None:
    """Opens the submission's tables, or on a first start the example's."""
    store = house.store
    with store.alone():
        begin_edition(house)
        with store.read() as tx:
            stored = tx.execute(sa.select(meta.c.value).where(meta.c.key == TABLES_READY)).first()
        if submission is not None or not stored:
            submission = submission or default_house()
            arrange(house, submission)
            with store.begin() as tx:
                store_submission(tx, submission)
                tx.execute(sa.delete(meta).where(meta.c.key == TABLES_READY))
                tx.execute(sa.insert(meta).values(key=TABLES_READY, value=str(house.clock())))


def begin_edition(house: House) -> None:
    """Notes once in each older table's log that this program's edition of the rules begins."""
    with house.store.read() as tx:
        ends = {row.id: row.seq for row in tx.execute(sa.select(tables.c.id, tables.c.seq))}
        older = [name for name, end in ends.items() if edition_start(tx, house.keys, name) > end]
    for name in older:
        if house.live_or_none(name) is None:
            continue  # nothing is written into a log that cannot be read
        with house.transaction(name) as (batch, live):
            body = {"edition": EDITION, "version": __version__}
            append_note(batch, live, EDITION_BEGAN, body, house.clock())


def invite_administrator(house: House) -> str | None:
    """A one-time token for the first administrator; None if there is an administrator."""
    with house.store.begin() as tx:
        if tx.execute(sa.select(people.c.id).where(people.c.role == "administrator")).first():
            return None
        token = secrets.token_urlsafe(24)
        # A server's new link replaces its old one, but not those that other servers printed.
        place = hashlib.sha256(f"{socket.gethostname()} {house.outside.resolve()}".encode())
        key = f"{INVITATION} {place.hexdigest()[:16]}"
        tx.execute(sa.delete(meta).where(meta.c.key.in_((key, INVITATION))))
        tx.execute(sa.insert(meta).values(key=key, value=token_hash(token)))
        return token


def check_invitation(house: House, token: str) -> None:
    """Refuses a link that opens nothing."""
    with house.store.read() as tx:
        _claim_invitation(tx, token)


def _claim_invitation(tx: sa.Connection, token: str) -> None:
    """Nobody else uses any link until the transaction ends."""
    query = sa.select(meta.c.value).where(meta.c.key.startswith(INVITATION))
    if token_hash(token) not in tx.execute(query.with_for_update()).scalars().all():
        raise BadInvitation("this link was used already, or belongs to another house")


def accept_invitation(
    house: House, token: str, name: str, hashed: str, network: str = ""
) -> tuple[str, Session]:
    """Opens the first administrator's account, whose password has this hash; ends all links."""
    at = house.clock()
    with house.store.begin() as tx:
        _claim_invitation(tx, token)
        tx.execute(sa.delete(meta).where(meta.c.key.startswith(INVITATION)))
        person = add_person(tx, name, "administrator", hashed, at)
        count_success(tx, person.id, network, at)
        note(tx, house, "Hired", {"name": name, "role": "administrator", "by": "house"}, (), at)
        return open_session(tx, person, at)
