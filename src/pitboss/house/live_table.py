"""A table as a server holds it: its state and where its log stands, kept and found again."""

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import TableAccounts
from pitboss.house.storage import log
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import tables
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission.tables import Currency, Mode, Settings
from pitboss.table import events as e
from pitboss.table.engine import fold, start
from pitboss.table.state import Table, dealing_plan

SETTINGS_CHANGED: Final = "SettingsChanged"  # an entry's kind


class Forbidden(PitbossError):
    """Something that this person's role never does, or not at this table."""

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

    @property
    def place(self) -> TableAccounts:
        return TableAccounts(self.currency, self.id, self.link)

    def check_dealer(self, role: str) -> None:
        """Refuses a dealer at a table where the house itself deals."""
        if role == "dealer" and self.mode != "dealer":
            raise Forbidden("the house deals at this table itself")

    @property
    def reserves(self) -> bool:
        """Awards and voids wait for a person, though the house deals."""
        kept = self.settings.awards_and_voids == "floorperson"
        return kept and self.mode == "self-dealt" and self.currency == "real"


class LiveTable(msgspec.Struct):
    """`since` is when the table began to wait for what it waits for now: milliseconds."""

    row: TableRow
    table: Table
    seq: int
    hash: bytes
    round_began: int = 0
    since: int = 0
    waiting: str = ""
    acted: dict[int, int] = {}  # seat → when its player did something last
    ready: set[int] = set()  # seats that need no more time to bet; forgotten with a restart

    @property
    def deadline(self) -> int | None:
        """When the present wait ends, in milliseconds: the countdown that players see."""
        table, settings = self.table, self.row.settings
        if self.row.mode != "self-dealt":
            return None
        if table.phase == "bets":
            return self.since + settings.betting * 1000 if table.wagering() else None
        return self.since + settings.deciding * 1000 if table.turn else None


_KEPT: Final = tuple(
    field
    for field in Table.__struct_fields__
    if field not in ("rules", "dealing", "plan", "touched")
)


class _Kept(msgspec.Struct):
    method: str
    variant: str
    state: dict[str, Any]


def freeze(table: Table) -> bytes:
    """A state as bytes: everything but the rules, which the table's choices give again."""
    state = {field: getattr(table, field) for field in _KEPT}
    kept = _Kept(table.dealing.method, table.dealing.variant, state)
    return msgspec.json.encode(msgspec.to_builtins(kept, str_keys=True), order="deterministic")


def thaw(rules: Rules, raw: bytes) -> Table:
    kept = _read_kept(raw)
    dealing = rules.game.dealing(kept.method, kept.variant)
    assert dealing is not None
    table = Table(rules, dealing, **kept.state)
    if table.cards != "in play":
        return table
    plan = dealing_plan(dealing, rules.deals_box, table.wagering())
    return msgspec.structs.replace(table, plan=plan)


def _read_kept(raw: bytes) -> _Kept:
    """Also of a state kept before a field was added, which then has its first value, or taken away.

    States are kept between rounds, when nobody is asked and nothing is in escrow.
    """
    kept = msgspec.json.decode(raw, type=_Kept)
    kept.state = {
        field: msgspec.convert(kept.state[field], _TYPES[field], strict=False)
        for field in _KEPT
        if field in kept.state
    }
    return kept


def same_state(one: bytes | None, other: bytes) -> bool:
    """Do two frozen states say the same? One may be of an older shape, or be none at all."""
    if one is None or one == other:
        return one is not None
    try:
        return _without_rules(one) == _without_rules(other)
    except msgspec.DecodeError:
        return False


def _without_rules(raw: bytes) -> tuple[str, str, Table]:
    kept, nothing = _read_kept(raw), cast("Any", None)
    return kept.method, kept.variant, Table(nothing, nothing, **kept.state)


_TYPES: Final[dict[str, Any]] = {
    field.name: field.type for field in msgspec.structs.fields(Table) if field.name in _KEPT
}


def read_row(row: sa.Row[Any]) -> TableRow:
    return TableRow(
        row.id,
        row.name,
        row.game,
        row.currency,
        row.mode,
        row.link,
        msgspec.json.decode(row.choices, type=Choices),
        msgspec.json.decode(row.settings, type=Settings),
    )


def load(tx: sa.Connection, keys: Keys, table_id: str) -> LiveTable | None:
    """A table from its last snapshot and the entries since."""
    row = tx.execute(sa.select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        return None
    about = read_row(row)
    rules = Rules(about.choices)
    state, seq = start(rules), 0
    if row.snapshot is not None:
        state = thaw(rules, keys.unseal(row.snapshot, f"{table_id} snapshot {row.snapshot_seq}"))
        seq = row.snapshot_seq
    live = LiveTable(about, state, seq, log.GENESIS)
    if seq:
        last = next(log.read(tx, table_id, seq - 1, seq))
        live.hash, live.round_began = last.hash, last.at
        live.waiting, live.since = _waits_for(state), last.at
    catch_up(tx, keys, live)
    return live


def catch_up(tx: sa.Connection, keys: Keys, live: LiveTable) -> None:
    """Folds in what the log holds beyond what is known here: after a start, or another server."""
    for entry in log.read(tx, live.row.id, live.seq):
        before, body = live.table, log.open_body(keys, entry)
        if body.events:
            live.table = fold(live.table, body.events)
            track_waits(live, before, entry.at, body.events)
        if entry.kind == SETTINGS_CHANGED:
            settings = msgspec.convert(body.note["settings"], Settings)
            live.row = msgspec.structs.replace(live.row, settings=settings)
        live.seq, live.hash = entry.seq, entry.hash


def track_waits(live: LiveTable, before: Table, at: int, events: Sequence[e.Event]) -> None:
    """When the round began, the present wait did and each seat acted, by the times in the log."""
    own = {event.seat for event in events if isinstance(event, _OWN) and not _by_house(event)}
    if own:
        live.acted = {**live.acted, **dict.fromkeys(own, at)}
    if live.table.round != before.round or not live.table.wagering():
        live.round_began = at
        live.ready = set()
    waiting = _waits_for(live.table)
    if waiting != live.waiting:
        live.waiting, live.since = waiting, at


_OWN: Final = (e.Seated, e.BoughtIn, e.WagerPlaced, e.Decided, e.Discarded)


def _by_house(event: e.Event) -> bool:
    """A silent player's wager is taken back, and the seat played on, by the house."""
    return getattr(event, "by_house", isinstance(event, e.WagerPlaced) and not event.cents)


def _waits_for(table: Table) -> str:
    return f"{table.round} {table.phase} {table.step} {table.turn} {bool(table.wagering())}"
