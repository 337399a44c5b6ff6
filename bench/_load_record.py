"""The figures of the load benches, and the files that keep them for docs/reliability.md.

A row is recorded by itself, with the commit, date and machine of its own run: rows can be measured
one after another, whenever the machine is quiet.
"""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

RESULTS: Final = Path(__file__).resolve().parent.parent / "tests/soak/results"
RECORDS: Final = {name: RESULTS / f"bench-{name}.json" for name in ("house", "web")}


class Figure(NamedTuple):
    """One measured number and its limit; `least` tells which side of the limit is right."""

    database: str
    row: str
    name: str
    value: float
    unit: str
    limit: float | None = None
    least: bool = False

    @property
    def passes(self) -> bool:
        if self.limit is None:
            return True
        return self.value >= self.limit if self.least else self.value <= self.limit


def line(figure: Figure) -> str:
    digits = 3 if figure.value < 10 else 1 if figure.value < 1000 else 0
    text = f"{figure.database:<11} {figure.row:<7} {figure.name:<24}"
    text += f" {figure.value:>10,.{digits}f} {figure.unit:<4}"
    if figure.limit is None:
        return text.rstrip()
    sign = "≥" if figure.least else "≤"
    return f"{text} {sign} {figure.limit:<6g} {'passes' if figure.passes else 'FAILS'}"


def machine() -> str:
    """What the figures were measured on; beside other work, the load says so."""
    load = f"load {os.getloadavg()[0]:.0f}"
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} cores, {platform.machine()}, {python}, {load}"


def row_record(
    database: str, row: str, commit: str, void: str, figures: list[Figure]
) -> dict[str, Any]:
    return {
        "database": database,
        "row": row,
        "machine": machine(),
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit,
        "void": void,
        "figures": [figure._asdict() | {"passes": figure.passes} for figure in figures],
    }


def write(path: Path, records: list[dict[str, Any]], order: tuple[str, ...]) -> None:
    """Replaces the rows that were measured, and leaves the others as they are."""
    rows = {}
    if path.exists():
        rows = {(r["database"], r["row"]): r for r in json.loads(path.read_text())["loads"]}
    rows |= {(record["database"], record["row"]): record for record in records}
    ranked = sorted(rows.values(), key=lambda r: (r["database"] != "sqlite", order.index(r["row"])))
    path.write_text(json.dumps({"loads": ranked}, indent=1) + "\n")
