"""A table as a server holds it: its state, the end of its log, its waits, its snapshots."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.edition import edition_start
from pitboss.house.storage import log
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import tables
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission.tables import Currency, Mode, Settings
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import due
from pitboss.table.engine import fold, start
from pitboss.table.equipment import usual_rack_deck
from pitboss.table.state import Table, dealing_plan

HOUSE: Final = c.Actor("house", "house")
SETTINGS_CHANGED: Final = "SettingsChanged"  # an entry's kind
SEED_NOTES: Final = ("SeedRevealed", "SeedCommitted")  # entries that follow a command's own
PLAYER_SEED: Final = "PlayerSeed"  # an entry's kind, for a player's own seed
TABLE_TAKEN: Final = "TableTaken"  # an entry's kind, for a closed table
GRACE_SECONDS: Final = 8  # that a table waits for a player without a connection


class Forbidden(PitbossError):
    """Something that this person's role may never do, or not at this table."""

    status = 403


class TableRow(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str
    currency: Currency
    mode: Mode
    link: str
    choices: Choices
    settings: Settings

    def check_dealer(self, role: str) -> None:
        """Refuses a dealer or a device at a table where the house itself deals."""
        if role in ("dealer", "device") and self.mode != "dealer":
            raise Forbidden(
                "the house deals at this table itself", what_to_do="go to a dealer's table"
            )

    @property
    def reserves(self) -> bool:
        """Whether voids wait for a person although the house deals; real awards always do."""
        by_person = self.settings.awards_and_voids == "floorperson"
        return by_person and self.mode == "self-dealt" and self.currency == "real"


class Seed(msgspec.Struct, frozen=True):
    """A round's seed as the database has it until it is revealed."""

    round: int
    sealed: bytes
    player_seeds: tuple[str, ...] = ()
    shuffles: int = 0


class RoundEvents:
    """A round's events so far. Later versions share one list: an addition copies nothing."""

    __slots__ = ("_count", "_items")

    def __init__(self, items: list[e.Event] | None = None) -> None:
        self._items = [] if items is None else items
        self._count = len(self._items)

    def plus(self, events: Sequence[e.Event]) -> "RoundEvents":
        items = self._items
        if len(items) != self._count:  # a decision that was never written went on from here
            items = items[: self._count]
        items += events
        return RoundEvents(items)

    def __iter__(self) -> Iterator[e.Event]:
        return itertools.islice(self._items, self._count)


class LiveTable(msgspec.Struct):
    """`since` is when the present wait began, in milliseconds."""

    row: TableRow
    table: Table
    seq: int
    hash: bytes
    round_began: int = 0
    since: int = 0
    waiting: str = ""
    acted: dict[int, int] = {}  # seat → time of its player's last act
    events: RoundEvents = msgspec.field(default_factory=RoundEvents)  # of the present round
    seeds: "tuple[Seed, ...] | None" = None  # those not revealed yet; None if not read
    closed: bool = False  # the table was taken away
    news: tuple[e.Event, ...] = ()  # of the last entry
    ready: set[int] = set()  # seats that need no more time to bet; a restart forgets them
    stop_notice: str = ""  # why the house starts no new round
    absent: dict[str, int] = {}  # players without a connection → since when, in milliseconds

    @property
    def deadline(self) -> int | None:
        """When the present wait ends, in milliseconds: the countdown that players see."""
        table, settings = self.table, self.row.settings
        if self.row.mode != "self-dealt":
            return None
        if table.phase == "bets":
            runs = table.wagering() and not self.stop_notice
            return self.since + settings.betting * 1000 if runs else None
        return self._decision_deadline() if table.turn else None

    def _decision_deadline(self) -> int:
        """With practice chips, the others wait only a moment for a player without a connection."""
        table, whole = self.table, self.since + self.row.settings.deciding * 1000
        player = table.seats[table.turn].player
        since = self.absent.get(player)
        waiting = any(seat.player != player and seat.stakes for seat in table.seats.values())
        if since is None or not waiting or self.row.currency != "practice":
            return whole
        return min(whole, max(self.since, since) + GRACE_SECONDS * 1000)


def append_note(
    batch: Batch, live: LiveTable, kind: str, note: dict[str, Any], at: int, number: int = 0
) -> None:
    """Logs something other than a command, under the present round or round `number`."""
    entry = log.new_entry(live.row.id, live.seq + 1, at, HOUSE, kind, number or live.table.round)
    append_entry(batch, live, entry, log.Body(note=note))


def append_entry(batch: Batch, live: LiveTable, entry: log.Entry, body: log.Body) -> None:
    """Adds an entry at the end of the table's log."""
    entry = log.append(batch, live.hash, entry, body)
    batch.move_end(live.row.id, live.seq, entry.seq)
    live.seq, live.hash = entry.seq, entry.hash


# Snapshots

_FIELDS: Final = tuple(
    field
    for field in Table.__struct_fields__
    if field not in ("rules", "dealing", "plan", "touched")
)


class _Snapshot(msgspec.Struct):
    method: str
    variant: str
    state: dict[str, Any]


def freeze(table: Table) -> bytes:
    """A state as bytes, without the rules, which the table's choices determine."""
    state = {field: getattr(table, field) for field in _FIELDS}
    snapshot = _Snapshot(table.dealing.method, table.dealing.variant, state)
    return msgspec.json.encode(msgspec.to_builtins(snapshot, str_keys=True), order="deterministic")


def thaw(rules: Rules, raw: bytes) -> Table:
    snapshot = _read_snapshot(raw)
    dealing = rules.game.dealing(snapshot.method, snapshot.variant)
    assert dealing is not None
    table = Table(rules, dealing, **snapshot.state)
    if "rack_deck" not in snapshot.state:
        table.rack_deck = usual_rack_deck(table)
    if table.cards != "in play":
        return table
    plan = dealing_plan(dealing, rules.deals_box, table.wagering())
    return msgspec.structs.replace(table, plan=plan)


def _read_snapshot(raw: bytes) -> _Snapshot:
    """Also reads a snapshot written before a field was added (which takes its default) or removed.

    Snapshots are taken between rounds, when no decision is open and nothing is in escrow.
    """
    snapshot = msgspec.json.decode(raw, type=_Snapshot)
    snapshot.state = _typed(snapshot.state)
    return snapshot


def has_every_field(raw: bytes) -> bool:
    """Whether a snapshot says everything that this program remembers of a table."""
    return {*_FIELDS} <= msgspec.json.decode(raw, type=_Snapshot).state.keys()


def _typed(state: dict[str, Any]) -> dict[str, Any]:
    return {
        field: msgspec.convert(state[field], _TYPES[field], strict=False)
        for field in _FIELDS
        if field in state
    }


def same_state(stored: bytes | None, folded: bytes) -> bool:
    """Whether a stored snapshot is the one that a fold of the log gives.

    The stored one may be missing, or come from an older program and lack newer fields.
    """
    if stored is None or stored == folded:
        return stored is not None
    try:
        older, newer = (msgspec.json.decode(raw, type=_Snapshot) for raw in (stored, folded))
        _take_new_fields(older.state, newer.state)
        return _without_rules(older) == _without_rules(newer)
    except (msgspec.DecodeError, AttributeError):
        return False


def _take_new_fields(older: dict[str, Any], newer: dict[str, Any]) -> None:
    """Adds to an older program's state what only a newer one writes, of the table and its seats."""
    seats = newer.get("seats", {})
    for name, seat in older.get("seats", {}).items():
        older["seats"][name] = {**seats.get(name, {}), **seat}
    for field, value in newer.items():
        older.setdefault(field, value)


def _without_rules(snapshot: _Snapshot) -> tuple[str, str, Table]:
    nothing: Any = None
    return snapshot.method, snapshot.variant, Table(nothing, nothing, **_typed(snapshot.state))


_TYPES: Final[dict[str, Any]] = {
    field.name: field.type for field in msgspec.structs.fields(Table) if field.name in _FIELDS
}


# Loading


def read_row(row: sa.Row[Any]) -> TableRow:
    choices = msgspec.json.decode(row.choices, type=Choices)
    settings = msgspec.json.decode(row.settings, type=Settings)
    return TableRow(row.id, row.name, row.game, row.currency, row.mode, row.link, choices, settings)


def load(tx: sa.Connection, keys: Keys, table_id: str) -> LiveTable | None:
    """Loads a table from its last snapshot and the entries since.

    If the snapshot is of an earlier edition, or lacks a field that this program remembers, the
    table is loaded from the first entry.
    """
    row = tx.execute(sa.select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        return None
    about = read_row(row)
    rules = Rules(about.choices)
    state, seq = start(rules), 0
    if row.snapshot is not None and row.snapshot_seq >= edition_start(tx, keys, table_id):
        raw = keys.unseal(row.snapshot, f"{table_id} snapshot {row.snapshot_seq}")
        if has_every_field(raw):
            state, seq = thaw(rules, raw), row.snapshot_seq
    live = LiveTable(about, state, seq, log.GENESIS, closed=bool(row.closed))
    if seq:
        last = next(log.read(tx, table_id, seq - 1, seq))
        live.hash, live.round_began = last.hash, last.at
        live.waiting, live.since = _wait(about, state), last.at
    # Up to the row's own end: another server may have written since the row was read.
    live = deque((live, *catch_up(tx, keys, live, row.seq)), maxlen=1).pop()
    if live.seq != row.seq:
        raise log.broken(f"{table_id}: the log ends at {live.seq}, the table's row says {row.seq}")
    return live


def catch_up(
    tx: sa.Connection, keys: Keys, live: LiveTable, upto: int | None = None
) -> Iterator[LiveTable]:
    """The table after each command or note that this server has not read yet."""
    return read_on(keys, live, log.read(tx, live.row.id, live.seq, upto))


def read_on(keys: Keys, live: LiveTable, entries: Iterable[log.Entry]) -> Iterator[LiveTable]:
    """The table after each command or note of its next entries.

    A command's entry and the notes on seeds that follow it are one step, as they are at the server
    that wrote them: every server gives a table's events under the same numbers.
    """
    last: LiveTable | None = None
    for entry in entries:
        log.check_link(live.seq, live.hash, entry)
        before, body = live.table, log.open_body(keys, entry)
        goes_on = last is not None and entry.kind in SEED_NOTES
        if last is not None and not goes_on:
            yield last
        seeds = None if _moves_seeds(entry, body) else live.seeds
        live = msgspec.structs.replace(live, seq=entry.seq, hash=entry.hash, seeds=seeds)
        live.news = live.news if goes_on else body.events
        if body.events:
            live.table = fold(live.table, body.events)
            live.events = live.events.plus(body.events)
            track_waits(live, before, entry.at, body.events)
        if entry.kind == SETTINGS_CHANGED:
            settings = msgspec.convert(body.note["settings"], Settings)
            live.row = msgspec.structs.replace(live.row, settings=settings)
        live.closed = live.closed or entry.kind == TABLE_TAKEN
        last = live
    if last is not None:
        yield last


def _moves_seeds(entry: log.Entry, body: log.Body) -> bool:
    """Whether the rows of the table's seeds changed with this entry."""
    return entry.kind in (*SEED_NOTES, PLAYER_SEED) or bool(log.deck_order(body.command))


def track_waits(live: LiveTable, before: Table, at: int, events: Sequence[e.Event]) -> None:
    """Notes when the round and the present wait began and each seat acted, in the log's time."""
    own = {event.seat for event in events if isinstance(event, _OWN) and not _by_house(event)}
    if own:
        live.acted = {**live.acted, **dict.fromkeys(own, at)}
        players = {live.table.seats[seat].player for seat in own if seat in live.table.seats}
        live.absent = {name: gone for name, gone in live.absent.items() if name not in players}
    if live.table.round != before.round or not live.table.wagering():
        live.round_began = at
        live.ready = set()
    if live.table.round != before.round:
        live.events = RoundEvents()
    waiting = _wait(live.row, live.table)
    if waiting != live.waiting:
        live.waiting, live.since = waiting, at


def moved_waits(live: LiveTable, by: int) -> LiveTable:
    """The table after the house's clock was set by that many milliseconds."""
    return msgspec.structs.replace(
        live,
        round_began=live.round_began + by,
        since=live.since + by,
        acted={seat: at + by for seat, at in live.acted.items()},
        absent={player: at + by for player, at in live.absent.items()},
    )


_OWN: Final = (e.Seated, e.BoughtIn, e.WagerPlaced, e.Decided, e.Discarded)


def _by_house(event: e.Event) -> bool:
    """Whether the house took back a silent player's wager or played the seat on."""
    return getattr(event, "by_house", isinstance(event, e.WagerPlaced) and not event.cents)


def _wait(row: TableRow, table: Table) -> str:
    if row.mode == "dealer":  # each duty is a wait of its own
        duty = due(table)
        return f"{table.round} {duty.what} {duty.seat} {duty.deck}" if duty else ""
    return f"{table.round} {table.phase} {table.step} {table.turn} {bool(table.wagering())}"
