"""Exports of finished rounds: `.round` texts, JSON lines, Parquet with one row per event."""

import io
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Final, Literal

from pitboss.errors import PitbossError
from pitboss.house.history.rounds import as_text, own_rules_file, round_record
from pitboss.house.service import House
from pitboss.rulebook import MARK

Form = Literal["round", "json", "parquet"]
FORMS: Final[tuple[Form, ...]] = ("round", "json", "parquet")
Rounds = Iterable[tuple[str, int]]
_TEXTS: Final = (
    *("table", "outcome", "rules", "mark", "role", "name"),
    *("command", "event", "player", "spot", "clause", "body"),
)
_NUMBERS: Final = ("round", "seq", "seat", "cents")
# Files in the archive carry a fixed time, so that the same rounds give the same bytes.
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


class NoParquet(PitbossError):
    """The library that writes Parquet is not installed."""


def as_zip(house: House, rounds: Rounds) -> bytes:
    """An archive with one `.round` file per round, and a rules file for each table of own rules."""
    buffer = io.BytesIO()
    with_own: set[str] = set()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, text: str) -> None:
            about = zipfile.ZipInfo(name, _LONG_AGO)
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, text)

        for table, number in rounds:
            add(f"{table}-{number}.round", as_text(house, table, number, None))
            rules = house.live(table).table.rules
            if rules.is_own and table not in with_own:
                with_own.add(table)
                add(f"{table}-rules.toml", f"# {MARK}\n\n{own_rules_file(rules)}")
    return buffer.getvalue()


def json_lines(house: House, rounds: Rounds) -> Iterable[str]:
    """One line per round."""
    for table, number in rounds:
        yield json.dumps(round_record(house, table, number, None), ensure_ascii=False) + "\n"


def write_parquet(house: House, rounds: Rounds, out: Path | IO[bytes]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise NoParquet(
            "Parquet needs pyarrow, which is not installed",
            what_to_do="install pitboss[parquet], or use --format json",
        ) from error
    columns = [pa.field(name, pa.string()) for name in _TEXTS]
    columns += [pa.field(name, pa.int64()) for name in _NUMBERS]
    columns.append(pa.field("at", pa.timestamp("ms", tz="UTC")))
    schema = pa.schema(columns)
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for table, number in rounds:
            rows = _rows(round_record(house, table, number, None))
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))


def as_parquet(house: House, rounds: Rounds) -> bytes:
    buffer = io.BytesIO()
    write_parquet(house, rounds, buffer)
    return buffer.getvalue()


def _rows(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            **{name: record[name] for name in ("table", "round", "outcome", "rules")},
            "mark": record.get("mark", ""),
            **{name: entry[name] for name in ("seq", "at")},
            **entry["by"],  # role and name
            "command": entry["kind"],
            "event": event["type"],
            **{name: event.get(name) for name in ("seat", "player", "spot", "cents", "clause")},
            "body": json.dumps(event, ensure_ascii=False),
        }
        for entry in record["entries"]
        for event in entry["events"]
    ]
