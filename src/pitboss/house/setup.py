"""A house on its feet: database prepared, tables made, the first administrator invited."""

import re
import secrets
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.chance import Entropy, os_entropy
from pitboss.house.desk import note
from pitboss.house.live import Settings, TableRow
from pitboss.house.people import Session, add_person, open_session, token_hash
from pitboss.house.schema.tables import meta, people
from pitboss.house.sealing import load_keys
from pitboss.house.service import Clock, House
from pitboss.house.store import Store
from pitboss.rulebook.submission import Submission, default_house

DATABASE: Final = "house.db"
INVITATION: Final = "first administrator"
MADE: Final = "tables made"


class BadInvitation(PitbossError):
    """A one-time link that was used, or never was."""


def open_house(
    directory: Path,
    url: str | None,
    clock: Clock,
    submission: Submission | None = None,
    entropy: Entropy = os_entropy,
) -> House:
    """The house of a data directory; its first start makes tables from the submission."""
    store = Store(url or str(directory / DATABASE))
    store.prepare()
    house = House(store, load_keys(directory), clock, entropy, directory)
    with store.read() as tx:
        made = tx.execute(sa.select(meta.c.value).where(meta.c.key == MADE)).first()
    if not made:
        _make_tables(house, submission or default_house())
        with store.begin() as tx:
            tx.execute(sa.insert(meta).values(key=MADE, value=str(clock())))
    return house


def _make_tables(house: House, submission: Submission) -> None:
    """Goes on where a first start was cut off."""
    used: set[str] = set()
    there = {row.id for row in house.table_rows()}
    for table in submission.tables:
        base = re.sub(r"[^a-z0-9]+", "-", table.name.lower()).strip("-")[:32] or "table"
        table_id = base
        while table_id in used:
            table_id = f"{base}-{len(used) + 1}"
        used.add(table_id)
        if table_id in there:
            house.first_fill(table_id)
            continue
        choices = submission.games[table.game]
        # Tables of one game share their meters: one submission, one set of meters.
        link = f"{table.game}-practice"
        row = TableRow(
            table_id, table.name, table.game, "practice", "self-dealt", link, choices, Settings()
        )
        house.add_table(row)


def invite_administrator(house: House) -> str | None:
    """A one-time token for the first administrator, while there is none."""
    with house.store.begin() as tx:
        if tx.execute(sa.select(people.c.id).where(people.c.role == "administrator")).first():
            return None
        token = secrets.token_urlsafe(24)
        tx.execute(sa.delete(meta).where(meta.c.key == INVITATION))
        tx.execute(sa.insert(meta).values(key=INVITATION, value=token_hash(token)))
        return token


def accept_invitation(house: House, token: str, name: str, password: str) -> tuple[str, Session]:
    """The first administrator's account; the link is spent with it."""
    at = house.clock()
    with house.store.begin() as tx:
        spent = sa.delete(meta).where(meta.c.key == INVITATION, meta.c.value == token_hash(token))
        if tx.execute(spent).rowcount != 1:
            raise BadInvitation("this link was used, or is not this house's")
        person = add_person(tx, name, "administrator", password, at)
        note(tx, house, "Hired", {"name": name, "role": "administrator", "by": "house"}, (), at)
        return open_session(tx, person, at)
