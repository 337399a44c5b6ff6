"""`./pit soak damage`: a house's files are damaged at random, and every damage must be found.

    ./pit soak damage [--count N] [--flips N] [--seed N] [--record]

A flip turns one bit of a byte in use of the SQLite file. It is found if the house's key check, a
start after a crash or the audit reports it; it is harmless if every row of every table, the schema
and every index still hold what they held (a balance of 0 says no more than none). Anything else is
a failure. Other damages are deletions, swaps, truncations and rewrites: of rows by SQL, of pages
and bytes of the file, of checkpoints and of the key. Another program cannot write some of the
tables at all: there the damage is refused. Trials are the damages that changed something; refused
and harmless ones are counted apart.
"""

import logging
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from enum import StrEnum
from functools import cached_property
from itertools import count as numbers_from
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from house.sqlite_pages import Span, used_spans
from house.stage import Stage
from kit.premises import in_memory
from pitboss.house.audit.audit import audit
from pitboss.house.audit.checkpoints import FILE, PLACE_FILE, make_checkpoint
from pitboss.house.floor.submissions import submit
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.service import House, wall_clock
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import open_keys
from pitboss.house.storage.integrity import damage
from pitboss.house.storage.keys import KEY_FILE
from pitboss.house.storage.row_sums import SUMS
from pitboss.rulebook.submission import example
from pitboss.table import commands as c
from soak._outcome import Campaign, Outcome

FLIPS: Final = 1_000
COUNT: Final = 10_000
PAGE: Final = 4096
DATABASE: Final = "house.db"
FILES: Final = (DATABASE, FILE, KEY_FILE, PLACE_FILE)

Faults = dict[str, list[str]]


class Kind(StrEnum):
    """What became of an attempt to damage the house."""

    NOTICED = "found"
    UNNOTICED = "unnoticed"  # it changed something, and nothing reported it
    HARMLESS = "harmless"
    REFUSED = "refused"


class Verdict(NamedTuple):
    kind: Kind
    what: str
    rows: tuple[str, ...] = ()  # that an unnoticed damage changed


class Refused(Exception):
    """The database did not let another program make the damage."""


class Patient:
    """A house at rest, whose files are damaged and put back again and again."""

    def __init__(self, place: Path) -> None:
        self.place = place
        _furnish(place)
        self.contents = {name: (place / name).read_bytes() for name in FILES}
        self.spans = used_spans(place / DATABASE)
        self.rows = _rows(place / DATABASE)
        assert not any(self.examine().values())

    @cached_property
    def weights(self) -> list[int]:
        return [span.length for span in self.spans]

    def heal(self) -> None:
        # New files: a connection of the trial before, not collected yet, shares SQLite's state of
        # the old ones.
        for path in self.place.iterdir():
            path.unlink()
        for name, content in self.contents.items():
            (self.place / name).write_bytes(content)

    def span(self, rng: Random) -> Span:
        return rng.choices(self.spans, self.weights)[0]

    def examine(self) -> Faults:
        """What a start with this key, and then the audit, report."""
        store = Store(str(self.place / DATABASE))
        try:
            if faults := list(damage(store)):  # the audit's first check, and that of a start
                return {"check_integrity": faults}
            store.prepare()
            house = House(store, open_keys(store, self.place), wall_clock, outside=self.place)
            return audit(house)
        except Exception as error:  # a start that fails, whatever the sentence
            return {"start": [str(error)]}
        finally:
            store.close()

    def verdict(self, what: str) -> Verdict:
        faults = self.examine()
        if any(faults.values()):
            return Verdict(Kind.NOTICED, what)
        changed = _differences(self.rows, _rows(self.place / DATABASE))
        # Another name of the place is harmless as long as no checkpoint is missing.
        changed += [name for name in (FILE, KEY_FILE) if self._is_changed(name)]
        return Verdict(Kind.UNNOTICED if changed else Kind.HARMLESS, what, tuple(changed))

    def _is_changed(self, name: str) -> bool:
        return (self.place / name).read_bytes() != self.contents[name]


def _furnish(place: Path) -> None:
    """Two games with a round behind them and one open, staff, cash, approvals, checkpoints."""
    stage = Stage(place, str(place / DATABASE))
    fay, flo = Person("1", "fay", "floorperson"), Person("2", "flo", "floorperson")
    stage.player("ann", real=50_00)
    stage.staff("fay", "floorperson")
    stage.desk.cash(Person("3", "cal", "administrator"), "ann", 10_00, "cash 1")
    for game in ("mississippi-stud", "let-it-ride"):
        table = stage.table(game)
        stage.sit(table, "ann", cents=300_00)
        stage.open(table)
        stage.house.mix_seed(table, "luck")
        stage.bet(table)
        stage.play(table)
        stage.bet(table)
        make_checkpoint(stage.house)
    fill = c.Fill(by=c.Actor("floorperson", "fay"), cents=1)
    for number in range(2):
        wish = approvals.request_approval(stage.house, fay, table, fill, f"wish {number}")
    approvals.decide_approval(stage.house, flo, wish, approve=False)
    submit(stage.house, "fay", example())
    stage.house.store.close()


def _rows(path: Path) -> list[str]:
    """Every row of every table in a form that tells types apart, and the schema."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as connection:
        schema = connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema"
        ).fetchall()
        rows = [repr(row) for row in schema]
        for kind, name, _, _ in schema:
            if kind != "table" or name == SUMS:
                continue
            names = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
            values = ", ".join(f'quote("{column}")' for column in names)
            query = f'SELECT {values} FROM "{name}"'
            if name == "balances":
                query += " WHERE cents IS NOT 0"
            rows += [f"{name} {row}" for row in connection.execute(query)]
    return rows


def _differences(before: list[str], after: list[str]) -> list[str]:
    left, right = Counter(before), Counter(after)
    return [f"- {row}" for row in left - right] + [f"+ {row}" for row in right - left]


# Damages: each changes something of the house and says what


def flip(patient: Patient, rng: Random) -> str:
    span = patient.span(rng)
    offset, bit = span.offset + rng.randrange(span.length), rng.randrange(8)
    _change(patient, offset, lambda raw: bytes([raw[0] ^ 1 << bit]), 1)
    return f"bit {bit} of byte {offset}, in {span.name}"


def rewrite_bytes(patient: Patient, rng: Random) -> str:
    span = patient.span(rng)
    offset = span.offset + rng.randrange(span.length)
    length = min(rng.randint(1, 64), span.offset + span.length - offset)
    _change(patient, offset, lambda _: rng.randbytes(length), length)
    return f"{length} bytes from {offset}, in {span.name}"


def swap_pages(patient: Patient, rng: Random) -> str:
    pages = sorted({span.offset // PAGE for span in patient.spans})
    one, other = rng.sample(pages, 2)
    raw = bytearray(patient.contents[DATABASE])
    here, there = slice(one * PAGE, (one + 1) * PAGE), slice(other * PAGE, (other + 1) * PAGE)
    raw[here], raw[there] = raw[there], raw[here]
    (patient.place / DATABASE).write_bytes(raw)
    return f"pages {one} and {other} swapped"


def truncate(patient: Patient, rng: Random) -> str:
    name = rng.choice(FILES)
    content = patient.contents[name]
    length = rng.randrange(len(content))
    (patient.place / name).write_bytes(content[:length])
    return f"{name} cut to {length} bytes"


def rewrite_file(patient: Patient, rng: Random) -> str:
    """Of the checkpoints, the key or the place; the database has damages of its own."""
    name = rng.choice(FILES[1:])
    raw = bytearray(patient.contents[name])
    at = rng.randrange(len(raw))
    raw[at] ^= 1 << rng.randrange(8)
    (patient.place / name).write_bytes(raw)
    return f"byte {at} of {name}"


def drop_checkpoint(patient: Patient, rng: Random) -> str:
    lines = patient.contents[FILE].splitlines(keepends=True)
    gone = rng.randrange(len(lines))
    (patient.place / FILE).write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    return f"checkpoint {gone + 1} removed outside"


def drop_place(patient: Patient, rng: Random) -> str:
    """The name of the place goes together with what it would show to be missing."""
    (patient.place / PLACE_FILE).unlink()
    return f"{PLACE_FILE} removed, {drop_checkpoint(patient, rng)}"


def by_sql(patient: Patient, rng: Random) -> str:
    """A row deleted, a value rewritten or swapped with another row's, by another program."""
    with closing(sqlite3.connect(patient.place / DATABASE, isolation_level=None)) as connection:
        query = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        names = [name for (name,) in connection.execute(query)]
        name = rng.choice([name for name in names if _count(connection, name)])
        statement, values = _statement(connection, name, rng)
        try:
            connection.execute(statement, values)
        except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
            raise Refused(f"{statement}: {error}") from error
    return f"{statement} {values}"


def _count(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])


def _statement(
    connection: sqlite3.Connection, name: str, rng: Random
) -> tuple[str, tuple[object, ...]]:
    about = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
    keys = [row[1] for row in about if row[5]]
    rows = connection.execute(f'SELECT {", ".join(keys)} FROM "{name}"').fetchall()
    where = " AND ".join(f'"{key}" IS ?' for key in keys)
    row, column = rng.choice(rows), rng.choice([row[1] for row in about])
    kind = rng.choice(("delete", "swap", "rewrite"))
    if kind == "delete":
        return f'DELETE FROM "{name}" WHERE {where}', row
    query = f'SELECT "{column}" FROM "{name}" WHERE {where}'
    value = connection.execute(query, row).fetchone()[0]
    if kind == "swap":
        value = connection.execute(query, rng.choice(rows)).fetchone()[0]
    else:
        value = _other(value, rng)
    return f'UPDATE "{name}" SET "{column}" = ? WHERE {where}', (value, *row)


def _other(value: object, rng: Random) -> object:
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, value + rng.randrange(1 << 32), 0))
    if isinstance(value, bytes):
        at = rng.randrange(len(value) + 1)
        return value[:at] + rng.randbytes(1) + value[at + 1 :]
    text = str(value or "")
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice("abcdefgh0123") + text[at + 1 :]


Damage = Callable[[Patient, Random], str]
DAMAGES: Final[tuple[Damage, ...]] = (
    *(flip, rewrite_bytes, swap_pages, truncate, rewrite_file, drop_checkpoint, drop_place),
    *(by_sql,) * 6,
)


def campaign(
    patient: Patient, damages: tuple[Damage, ...], count: int, seed: str
) -> Iterator[Verdict]:
    """Damages the house until `count` damages changed something; yields every verdict."""
    for number in numbers_from():
        if count == 0:
            break
        rng = Random(f"{seed} {number}")
        patient.heal()
        try:
            what = rng.choice(damages)(patient, rng)
        except Refused as refusal:
            yield Verdict(Kind.REFUSED, str(refusal))
            continue
        verdict = patient.verdict(f"{seed} {number}: {what}")
        count -= verdict.kind is not Kind.HARMLESS
        yield verdict
    patient.heal()


def _change(patient: Patient, offset: int, change: Callable[[bytes], bytes], length: int) -> None:
    raw = bytearray(patient.contents[DATABASE])
    raw[offset : offset + length] = change(bytes(raw[offset : offset + length]))
    (patient.place / DATABASE).write_bytes(raw)


def _note(outcome: Outcome, name: str, verdict: Verdict) -> None:
    key = f"{name} {verdict.kind}"
    outcome.detail[key] = outcome.detail.get(key, 0) + 1
    outcome.count += verdict.kind in (Kind.NOTICED, Kind.UNNOTICED)
    if verdict.kind is Kind.UNNOTICED:
        outcome.fail(f"unnoticed: {verdict.what}: {verdict.rows[:4]}")


def run(outcome: Outcome, flips: int, count: int) -> None:
    place = Path(tempfile.mkdtemp(prefix="pitboss-damage-", dir=in_memory()))
    try:
        patient = Patient(place)
        for name, damages, trials in (
            ("flips", (flip,), flips),
            ("others", DAMAGES, count - flips),
        ):
            for verdict in campaign(patient, damages, trials, f"{name} {outcome.seed}"):
                _note(outcome, name, verdict)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main() -> int:
    what = "bits flipped; rows, pages and files deleted, swapped, cut and rewritten"
    trials = Campaign("damage", what, count=COUNT)
    trials.parser.add_argument("--flips", type=int, default=FLIPS, help="this many of the count")
    args = trials.parse()
    logging.disable(logging.ERROR)  # every damage that is found logs a line
    run(trials.outcome, args.flips, args.count)
    return trials.finish()
