"""Sessions, and their cache: a request's session comes from memory, without the database.

A session's end is sent as a notice, which empties the cache of every server. In case a notice is
missed, one query a beat renews all entries in use that are older than `RENEWAL_SECONDS` on a
database that several servers share (`sort_out`, `read`), so that no request waits for it. A beat
may be late: after `MAX_AGE_SECONDS` an entry is not trusted, and a request reads the database.

Idle limits: a staff console locks after ten minutes; a player's session locks after thirty (GLI-19
2.5: no wager and no payment until the player has been authenticated again); a guest, who has no
password, keeps the session until the guest's idle limit ends it. A device's has no limit.
"""

import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.house.notices import Notices
from pitboss.house.people.persons import DEVICE, STAFF, Person, person_of
from pitboss.house.storage.database import Store
from pitboss.house.storage.schema.tables import people, sessions

SESSION_MS: Final = 30 * 24 * 3600 * 1000
STAFF_IDLE_MS: Final = 10 * 60 * 1000
PLAYER_IDLE_MS: Final = 30 * 60 * 1000
GUEST_IDLE_MS: Final = 7 * 24 * 3600 * 1000  # as long as the cookie
GUEST_USE_MS: Final = 10 * 60 * 1000  # between two written uses of a guest
MAX_AGE_SECONDS: Final = 5.0
RENEWAL_SECONDS: Final = 1.0
MAX_AGE_ALONE_SECONDS: Final = 60.0  # of an SQLite file, which has one server
MAX_CACHED: Final = 20_000
MAX_USES: Final = 25  # written in one transaction
USES_REST_SECONDS: Final = 0.01  # between two of those, in which commands are written
_IN_USE_SECONDS: Final = 5.0
_OF_PERSON: Final = ("name", "role", "password", "closed", "device_table", "temporary")


class Session(msgspec.Struct, frozen=True):
    person: Person
    token: str  # its hash
    csrf: str
    locked: bool


class _Entry(msgspec.Struct):
    """A session as the database has it, the time of that reading, and its last use."""

    session: Session
    created: int
    stored_use: int  # the last one in the database
    last_use: int
    read_at: float
    last_recall: float


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def open_session(tx: sa.Connection, person: Person, at: int) -> tuple[str, Session]:
    """The token, returned only here, and the session it opens."""
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
    session = Session(person, token_hash(token), csrf, False)
    row = {"token": session.token, "person": person.id, "csrf": csrf, "created": at, "seen": at}
    tx.execute(sa.insert(sessions).values(**row))
    return token, session


def close_sessions(tx: sa.Connection, person_id: str, but: str = "") -> list[str]:
    """Ends a person's sessions; returns their token hashes, for the notices after the commit."""
    mine = (sessions.c.person == person_id) & (sessions.c.token != but)
    tokens = [row.token for row in tx.execute(sa.select(sessions.c.token).where(mine))]
    tx.execute(sa.delete(sessions).where(mine))
    return tokens


def send_ends(notices: Notices, tokens: Iterable[str]) -> None:
    """Tells every server that sessions have ended. Call it after the commit."""
    for token in tokens:
        notices.send("session-ended", token)


def lock_after(person: Person) -> int | None:
    """How long an unused session stays unlocked, in milliseconds; None if it never locks."""
    if person.role in STAFF:
        return STAFF_IDLE_MS
    return None if person.guest or person.role == DEVICE else PLAYER_IDLE_MS


class SessionCache:
    """The sessions that this server has read. Every method may be called in any thread."""

    def __init__(self, store: Store, clock: Callable[[], int], notices: Notices) -> None:
        self.store, self.clock = store, clock
        self.max_age, self.renewal = MAX_AGE_SECONDS, RENEWAL_SECONDS
        if store.is_sqlite:
            self.max_age, self.renewal = MAX_AGE_ALONE_SECONDS, MAX_AGE_ALONE_SECONDS / 2
        self._entries: dict[str, _Entry] = {}  # by the token's hash
        self._uses: dict[str, int] = {}  # when each was last used, to be written
        self._notices = 0  # how many have come, to detect one that came during a reading
        self._guard = threading.Lock()
        notices.listen("session-ended", self._forget)
        notices.listen("person-changed", self._forget_person)

    def recall(self, token: str) -> Session | None:
        """An open session from memory; None says only that the database must be asked."""
        entry = self._entries.get(token_hash(token))
        now = time.monotonic()
        if entry is None or now - entry.read_at > self.max_age:
            return None
        entry.last_recall = now
        # Another server may have seen a use, so only the database says that one is idle.
        session = _judge(entry, self.clock())
        return None if session is None or session.locked else session

    def find(self, token: str) -> Session | None:
        """The session of a token, which may be locked; reads the database if memory lacks it."""
        digest = token_hash(token)
        return self.recall(token) or self.read([digest]).get(digest)

    def read(self, digests: list[str]) -> dict[str, Session]:
        """Reads sessions by the hashes of their tokens; those that have ended are left out."""
        notices, now = self._notices, time.monotonic()
        # A use that is written meanwhile is in neither the rows read here nor memory afterwards.
        uses = {digest: self._uses.get(digest, 0) for digest in digests}
        query = sa.select(sessions, *(people.c[name] for name in _OF_PERSON)).join(
            people, people.c.id == sessions.c.person
        )
        with self.store.read() as tx:
            rows = list(tx.execute(query.where(sessions.c.token.in_(digests))))
        at, result = self.clock(), dict[str, Session]()
        with self._guard:
            for row in rows:
                last_use = max(row.seen, uses[row.token], self._uses.get(row.token, 0))
                person = person_of(row.person, row)
                session = Session(person, row.token, row.csrf, bool(row.locked))
                entry = _Entry(session, row.created, row.seen, last_use, now, now)
                judged = None if row.closed else _judge(entry, at)
                if judged is None:
                    continue
                result[row.token] = judged
                if self._notices == notices:
                    self._store(row.token, entry)
            for digest in digests:
                if digest not in result:
                    self._entries.pop(digest, None)
        return result

    def _store(self, digest: str, entry: _Entry) -> None:
        old = self._entries.pop(digest, None)
        if old is not None:
            entry.last_recall = old.last_recall
        elif len(self._entries) >= MAX_CACHED:
            self._entries.pop(next(iter(self._entries)))
        self._entries[digest] = entry

    def use(self, session: Session) -> None:
        """Records a person's use in memory; `write_uses` makes it durable.

        A guest's session never locks, so its uses are written now and then only.
        """
        at = self.clock()
        with self._guard:
            entry = self._entries.get(session.token)
            if entry is not None:
                entry.last_use = max(entry.last_use, at)
                if session.person.guest and 0 <= at - entry.stored_use < GUEST_USE_MS:
                    return
            self._uses[session.token] = at

    def write_uses(self) -> None:
        """Writes all uses since the last time, in transactions too short to delay a command."""
        with self._guard:
            uses = sorted(self._uses.items())  # so that two servers lock rows in one order
        for start in range(0, len(uses), MAX_USES):
            if start:
                time.sleep(USES_REST_SECONDS)
            self._write_uses(uses[start : start + MAX_USES])

    def _write_uses(self, uses: list[tuple[str, int]]) -> None:
        update = (
            sa.update(sessions)
            .where(sessions.c.token == sa.bindparam("digest"), sessions.c.seen < sa.bindparam("at"))
            .values(seen=sa.bindparam("at"))
        )
        with self.store.begin() as tx:
            tx.execute(update, [{"digest": name, "at": at} for name, at in uses])
        with self._guard:
            for digest, at in uses:
                if self._uses.get(digest) == at:
                    del self._uses[digest]
                if (entry := self._entries.get(digest)) is not None:
                    entry.stored_use = at

    def sort_out(self, watched: Iterable[str]) -> tuple[dict[str, Session], list[str]]:
        """The watched sessions that memory knows to be open, and what must be read anew.

        `watched` are the sessions of open sockets. Those that memory lacks or takes for idle are
        read again, and so is every entry in use that grows old.
        """
        now, at = time.monotonic(), self.clock()
        with self._guard:
            entries = dict(self._entries)
        result: dict[str, Session] = {}
        stale = {
            digest
            for digest, entry in entries.items()
            if now - entry.last_recall < _IN_USE_SECONDS and now - entry.read_at > self.renewal
        }
        for digest in watched:
            entry = entries.get(digest)
            session = _judge(entry, at) if entry is not None else None
            fresh = entry is not None and now - entry.read_at <= self.renewal
            if session is not None and fresh and not session.locked:
                result[digest] = session
            else:
                stale.add(digest)
        return result, sorted(stale)

    def move(self, by: int) -> None:
        """Keeps every session as old and as idle as it was when the house's clock is set."""
        with self._guard:
            self._notices += 1  # a reading under way has the time from before
            for entry in self._entries.values():
                entry.created, entry.last_use = entry.created + by, entry.last_use + by
            self._uses = {digest: at + by for digest, at in self._uses.items()}

    def _forget(self, digest: str) -> None:
        with self._guard:
            self._notices += 1
            self._entries.pop(digest, None)
            self._uses.pop(digest, None)

    def _forget_person(self, name: str) -> None:
        with self._guard:
            self._notices += 1
            for digest, entry in list(self._entries.items()):
                if entry.session.person.name == name:
                    del self._entries[digest]


def _judge(entry: _Entry, at: int) -> Session | None:
    """The session at a time: as it is, locked by its idle limit, or ended."""
    session, person = entry.session, entry.session.person
    if person.role != DEVICE and at - entry.created > SESSION_MS:
        return None
    idle, lock = at - entry.last_use, lock_after(person)
    if person.guest and idle > GUEST_IDLE_MS:
        return None
    if session.locked or lock is None or idle <= lock:
        return session
    return msgspec.structs.replace(session, locked=True)
