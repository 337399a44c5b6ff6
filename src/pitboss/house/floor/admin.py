"""Administration: facts about the house, accounts and sessions; every change is logged."""

import hashlib
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.house.audit.program import MANIFEST, PACKAGE
from pitboss.house.floor.tables import read_submission, table_money
from pitboss.house.ledger import wallet
from pitboss.house.people import passwords
from pitboss.house.people.approvals import lapse_requests_of
from pitboss.house.people.notes import note
from pitboss.house.people.persons import DEVICE, STAFF, Person, Role, person_row, set_password
from pitboss.house.people.sessions import close_sessions, send_ends
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.migration import stored_version
from pitboss.house.storage.schema.tables import (
    balances,
    checkpoints,
    entries,
    people,
    rounds,
    sessions,
    submissions,
    tables,
)
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission.tables import CURRENCIES, Settings

CHIPS: Final = "PracticeChips"
TOKEN_LETTERS: Final = 16  # of a session's hash, by which servers tell each other of its sockets


class BadChange(PitbossError):
    """A change to an account that cannot be made."""


class GameOffered(msgspec.Struct, frozen=True):
    game: str
    title: str
    fingerprint: str  # of its rules in the newest submission


class Checkpoint(msgspec.Struct, frozen=True):
    number: int
    at: int


class AboutHouse(msgspec.Struct, frozen=True):
    house: str
    operator: str
    version: str
    manifest: str  # SHA-256 of the list of the program's files
    program: list[str]  # how the program's files differ from the manifest
    database: Literal["sqlite", "postgresql"]
    schema_version: str
    public_key: str  # verifies the signatures of checkpoints
    checkpoint: Checkpoint | None
    opened: int
    submission: int
    games: list[GameOffered]
    tables: int
    rounds: int
    accounts: dict[str, int]  # by role; guests apart
    cage: dict[str, int]  # by currency


class TableRecord(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str
    title: str
    currency: str
    mode: str
    link: str
    rules: str
    current: bool  # under the newest submission's rules
    closed: bool
    taken: int
    seats: int
    round: int
    settings: Settings
    inventory: int
    win: int


class Account(msgspec.Struct, frozen=True):
    name: str
    role: Role
    guest: bool
    closed: bool
    locked_until: int
    created: int
    sessions: int
    last_use: int  # of a session; 0: none
    sockets: int  # tables that are being watched now
    wallets: dict[str, int]
    table: str = ""  # of a device


class People(msgspec.Struct, frozen=True):
    """`next` is the name after which the following page begins; empty at the end."""

    people: list[Account]
    next: str


class HouseNote(msgspec.Struct, frozen=True):
    seq: int
    at: int
    kind: str
    body: dict[str, Any]


def about(house: House) -> AboutHouse:
    with house.store.read() as tx:
        submission = read_submission(tx)
        revision = stored_version(tx)
        last = tx.execute(sa.select(checkpoints).order_by(checkpoints.c.number.desc())).first()
        cage = {f"{kind}/cage": kind for kind in CURRENCIES}
        query = sa.select(balances).where(balances.c.account.in_(cage))
        offered = submission.games if submission else {}
        return AboutHouse(
            house=submission.house if submission else "",
            operator=submission.operator if submission else "",
            version=__version__,
            manifest=hashlib.sha256((PACKAGE / MANIFEST).read_bytes()).hexdigest(),
            program=house.program,
            database="sqlite" if house.store.is_sqlite else "postgresql",
            schema_version=str(revision),
            public_key=house.keys.public.hex(),
            checkpoint=Checkpoint(last.number, last.at) if last else None,
            opened=house.memory.opened,
            submission=_count(tx, submissions),
            games=[
                GameOffered(key, rules.game.name, rules.fingerprint)
                for key, rules in ((key, Rules(choices)) for key, choices in offered.items())
            ],
            tables=_count(tx, tables),
            rounds=_count(tx, rounds),
            accounts=_accounts(tx),
            cage=dict.fromkeys(CURRENCIES, 0)
            | {cage[row.account]: row.cents for row in tx.execute(query)},
        )


def _count(tx: sa.Connection, table: sa.Table) -> int:
    return tx.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def _accounts(tx: sa.Connection) -> dict[str, int]:
    guest = people.c.password.is_(None) & (people.c.role != DEVICE)
    kind = sa.case((guest, "guest"), else_=people.c.role).label("kind")
    query = sa.select(kind, sa.func.count()).where(~people.c.closed).group_by(sa.text("kind"))
    return {row[0]: row[1] for row in tx.execute(query)}


def table_records(house: House) -> list[TableRecord]:
    """Every table by name, open ones first."""
    with house.store.read() as tx:
        rows = list(tx.execute(sa.select(tables).order_by(tables.c.closed, tables.c.name)))
        submission = read_submission(tx)
    records = []
    for stored in rows:
        live = house.live_or_none(stored.id)
        if live is None:
            continue
        row, rules, money = live.row, live.table.rules, table_money(house, stored.id)
        records.append(
            TableRecord(
                id=row.id,
                name=row.name,
                game=row.game,
                title=rules.game.name,
                currency=row.currency,
                mode=row.mode,
                link=row.link,
                rules=rules.short,
                current=submission is not None and submission.games.get(row.game) == row.choices,
                closed=bool(stored.closed),
                taken=len(live.table.seats),
                seats=rules.game.seats,
                round=live.table.round,
                settings=row.settings,
                inventory=money["inventory"],
                win=money["win"],
            )
        )
    return records


def accounts(
    house: House,
    watching: dict[str, int],
    *,
    role: Role | None = None,
    named: str = "",
    guests: bool = False,
    here: bool = False,
    after: str = "",
    limit: int = 50,
) -> People:
    """Accounts by name.

    `watching` counts each session's sockets by its token's hash: by all of it for this server's
    sockets, by its first letters for those of the others.
    """
    query = sa.select(people).where(people.c.name > after).order_by(people.c.name)
    if role is not None:
        query = query.where(people.c.role == role)
    if named:
        query = query.where(sa.func.lower(people.c.name).startswith(named.lower(), autoescape=True))
    if not guests:
        query = query.where(people.c.password.is_not(None) | (people.c.role == DEVICE))
    if here:
        query = query.where(people.c.id.in_(sa.select(sessions.c.person)))
    with house.store.read() as tx:
        rows = tx.execute(query.limit(limit + 1)).all()
        page = rows[:limit]
        open_now = _sessions(tx, [row.id for row in page], watching)
        names = [row.name for row in page]
        wallets = {wallet(kind, name): (name, kind) for name in names for kind in CURRENCIES}
        cents: dict[tuple[str, str], int] = {}
        for row in tx.execute(sa.select(balances).where(balances.c.account.in_(wallets))):
            cents[wallets[row.account]] = row.cents
    page_of_people = [
        Account(
            name=row.name,
            role=row.role,
            guest=row.password is None and row.role != DEVICE,
            closed=bool(row.closed),
            locked_until=row.locked_until,
            created=row.created,
            sessions=open_now.get(row.id, (0, 0, 0))[0],
            last_use=open_now.get(row.id, (0, 0, 0))[1],
            sockets=open_now.get(row.id, (0, 0, 0))[2],
            wallets={kind: cents.get((row.name, kind), 0) for kind in CURRENCIES},
            table=row.device_table,
        )
        for row in page
    ]
    return People(page_of_people, names[-1] if len(rows) > limit else "")


def _sessions(
    tx: sa.Connection, ids: list[str], watching: dict[str, int]
) -> dict[str, tuple[int, int, int]]:
    """Each person's sessions, time of last use, and sockets."""
    use: dict[str, tuple[int, int, int]] = {}
    query = sa.select(sessions.c.person, sessions.c.seen, sessions.c.token)
    for row in tx.execute(query.where(sessions.c.person.in_(ids))):
        count, last, sockets = use.get(row.person, (0, 0, 0))
        sockets += watching.get(row.token, 0) + watching.get(row.token[:TOKEN_LETTERS], 0)
        use[row.person] = (count + 1, max(last, row.seen), sockets)
    return use


def _staff_row(tx: sa.Connection, name: str) -> sa.Row[Any]:
    row = person_row(tx, name, lock=True)
    if row is None or row.closed:
        raise BadChange(f"there is no person {name!r}")
    return row


def give_role(house: House, by: Person, name: str, role: Role) -> None:
    """Changes a staff member's role and ends their sessions, so that it applies now.

    A player's account stays a player's: players and staff are separate.
    """
    at = house.clock()
    with house.store.begin() as tx:
        row = _staff_row(tx, name)
        if row.role not in STAFF or role not in STAFF:
            why = "a player's account cannot become a staff account, nor the reverse"
            raise BadChange(why, what_to_do="hire the person under another name")
        if row.id == by.id:
            why = "you cannot change your own role"
            raise BadChange(why, what_to_do="ask another administrator")
        tx.execute(sa.update(people).where(people.c.id == row.id).values(role=role))
        body = {"name": row.name, "role": role, "was": row.role, "by": by.name}
        note(tx, house, "Hired", body, (), at)
        lapse_requests_of(tx, house, row.name)
        tokens = close_sessions(tx, row.id)
    send_ends(house.notices, tokens)


def give_password(house: House, by: Person, name: str, password: str) -> None:
    """Sets a new password for someone who forgot theirs or is locked out; ends their sessions.

    It is temporary: its owner must change it before approving anything.
    """
    hashed, at = passwords.hash_soon(password).result(), house.clock()
    with house.store.begin() as tx:
        row = _staff_row(tx, name)
        if row.password is None:
            raise BadChange("guests and devices have no password")
        set_password(tx, row.id, hashed, temporary=row.id != by.id)
        note(tx, house, "PasswordGiven", {"name": row.name, "by": by.name}, (), at)
        tokens = close_sessions(tx, row.id)
    send_ends(house.notices, tokens)


def note_table_change(house: House, kind: str, table: str, by: Person) -> None:
    """Logs who opened or closed a table: the table's own log says only that it happened."""
    with house.store.begin() as tx:
        note(tx, house, kind, {"table": table, "by": by.name}, (), house.clock())


def house_log(
    house: House, before: int | None, limit: int, *, chips: bool = False
) -> list[HouseNote]:
    """The house's own log, newest first; issues of practice chips only with `chips`."""
    query = (
        sa.select(entries)
        .where(entries.c.stream == log.HOUSE_STREAM)
        .order_by(entries.c.seq.desc())
    )
    if before is not None:
        query = query.where(entries.c.seq < before)
    if not chips:
        query = query.where(entries.c.kind != CHIPS)
    notes = []
    with house.store.read() as tx:
        for row in tx.execute(query.limit(limit)):
            body = log.open_body(house.keys, log.Entry(**row._mapping))
            note_body = {key: value for key, value in body.note.items() if key != "moves"}
            notes.append(HouseNote(row.seq, row.at, row.kind, note_body))
    return notes
