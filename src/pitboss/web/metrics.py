"""Metrics in Prometheus' text format, and the health check."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.datastructures import State

from pitboss.house.live_table import LiveTable
from pitboss.house.people import approvals
from pitboss.house.service import House
from pitboss.web.api.models import Health
from pitboss.web.guard import ANYONE
from pitboss.web.lobby import Lobby
from pitboss.web.push.hub import Hub

MEDIA_TYPE: Final = "text/plain; version=0.0.4"  # Litestar adds the charset


class MetricFamily(NamedTuple):
    name: str
    kind: str  # counter or gauge
    about: str
    samples: list[tuple[dict[str, str], int]]


# For each table: name, kind, help text, and how to read it off the table.
_TABLES: Final[tuple[tuple[str, str, str, Callable[[LiveTable], int]], ...]] = (
    ("pitboss_rounds_total", "counter", "Finished rounds.", lambda t: t.table.round - 1),
    ("pitboss_entries_total", "counter", "Entries of the table's log.", lambda t: t.seq),
    ("pitboss_seats_taken", "gauge", "Occupied seats.", lambda t: len(t.table.seats)),
    ("pitboss_award_waits", "gauge", "1 while an award waits.", lambda t: int(t.table.pending > 0)),
)


def families(house: House, hub: Hub) -> Iterator[MetricFamily]:
    tables = house.live_tables()
    for name, kind, about, read in _TABLES:
        yield MetricFamily(name, kind, about, [(_labels(live), read(live)) for live in tables])
    meters = {live.row.link: live.row.id for live in tables if live.row.choices.meters}
    amounts = [
        ({"link": link, "meter": name}, cents)
        for link, table in sorted(meters.items())
        for name, cents in house.meter_cents(table).items()
    ]
    about = "The amount a progressive meter shows."
    yield MetricFamily("pitboss_meter_cents", "gauge", about, amounts)
    pending = len(approvals.pending_approvals(house))
    for name, about, value in (
        ("pitboss_watchers", "Clients that watch a table now.", len(hub.watchers)),
        ("pitboss_approvals", "Acts that wait for a second person.", pending),
        ("pitboss_program_faults", "Files that differ from the manifest.", len(house.program)),
    ):
        yield MetricFamily(name, "gauge", about, [({}, value)])


def _labels(live: LiveTable) -> dict[str, str]:
    row = live.row
    return {"table": row.id, "game": row.game, "currency": row.currency, "mode": row.mode}


def as_text(metrics: Iterator[MetricFamily]) -> str:
    """Labels are ids and keys, so nothing in them needs escaping."""
    lines: list[str] = []
    for name, kind, about, samples in metrics:
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        for labels, value in samples:
            pairs = ",".join(f'{key}="{label}"' for key, label in labels.items())
            lines.append(f"{name}{{{pairs}}} {value}" if pairs else f"{name} {value}")
    return "\n".join(lines) + "\n"


@get("/metrics", roles=ANYONE, media_type=MEDIA_TYPE, sync_to_thread=True)
def metrics(state: State) -> Response[str]:
    """Metrics in Prometheus' text format."""
    return Response(as_text(families(state.house, state.hub)), media_type=MEDIA_TYPE)


@get("/health", roles=ANYONE)
async def health(state: State) -> Health:
    """Whether the house answers, and whether it starts rounds."""
    lobby: Lobby = state.lobby
    await lobby.read()
    return Health(not state.house.program, lobby.tables)
