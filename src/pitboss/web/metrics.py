"""Metrics in Prometheus' text format, and the health check."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State

from pitboss.house.live_table import LiveTable
from pitboss.house.people import approvals
from pitboss.house.readiness import lateness
from pitboss.house.service import House
from pitboss.house.storage.failures import COMMITS
from pitboss.web.api.models import Health
from pitboss.web.collector import COLLECTOR
from pitboss.web.guard import ANYONE
from pitboss.web.heartbeat import Heartbeat
from pitboss.web.lobby import Lobby
from pitboss.web.observer import BUCKETS, Histogram, Observer
from pitboss.web.push.hub import Hub
from pitboss.web.rate_limits import Application

MEDIA_TYPE: Final = "text/plain; version=0.0.4"  # Litestar adds the charset
WATCHERS: Final = ("auditor", "administrator", "floorperson")


class Sample(NamedTuple):
    labels: dict[str, str]
    value: float
    suffix: str = ""  # of the family's name


class MetricFamily(NamedTuple):
    name: str
    kind: str  # counter, gauge or histogram
    about: str
    samples: list[Sample]


# For each table: name, kind, help text, and how to read it off the table.
_TABLES: Final[tuple[tuple[str, str, str, Callable[[LiveTable], int]], ...]] = (
    ("pitboss_rounds_total", "counter", "Finished rounds.", lambda t: t.table.round - 1),
    ("pitboss_entries_total", "counter", "Entries of the table's log.", lambda t: t.seq),
    ("pitboss_seats_taken", "gauge", "Occupied seats.", lambda t: len(t.table.seats)),
    ("pitboss_award_waits", "gauge", "1 while an award waits.", lambda t: int(t.table.pending > 0)),
)


def of_the_house(house: House, hub: Hub) -> Iterator[MetricFamily]:
    """What the tables and the people do. It reads the database, so call it in a thread."""
    tables = house.live_tables()
    for name, kind, about, read in _TABLES:
        samples = [Sample(_labels(live), read(live)) for live in tables]
        yield MetricFamily(name, kind, about, samples)
    shown = house.meters_of([live.row for live in tables])
    meters = {live.row.link: shown[live.row.id] for live in tables if shown.get(live.row.id)}
    amounts = [
        Sample({"link": link, "meter": name}, cents)
        for link, own in sorted(meters.items())
        for name, cents in own.items()
    ]
    about = "The amount a progressive meter shows."
    yield MetricFamily("pitboss_meter_cents", "gauge", about, amounts)
    writer, pending = house.writer, len(approvals.pending_approvals(house))
    late = "By how long the most overdue duty of a table is late."
    yield from _singles(
        ("duty_lateness_seconds", "gauge", late, lateness(house) / 1000),
        ("groups_total", "counter", "Transactions with commands.", writer.groups),
        ("commands_total", "counter", "Commands in those transactions.", writer.commands),
        ("group_max", "gauge", "Most commands in one transaction.", writer.largest),
        ("watchers", "gauge", "Clients that watch a table now.", len(hub.watchers)),
        ("approvals", "gauge", "Acts that wait for a second person.", pending),
        ("program_faults", "gauge", "Files that differ from the manifest.", len(house.program)),
    )


def of_the_server(observer: Observer, heartbeat: Heartbeat) -> Iterator[MetricFamily]:
    """How this process is doing."""
    about = "How long requests took, by method and route."
    samples: list[Sample] = []
    for (method, route), histogram in sorted(observer.latency.items()):
        samples += _buckets({"method": method, "route": route}, histogram)
    yield MetricFamily("pitboss_request_seconds", "histogram", about, samples)
    statuses = [Sample({"status": str(key)}, n) for key, n in sorted(observer.statuses.items())]
    yield MetricFamily("pitboss_responses_total", "counter", "Answers by status.", statuses)
    refusals = [Sample({"reason": key}, n) for key, n in sorted(observer.refusals.items())]
    yield MetricFamily("pitboss_refusals_total", "counter", "Refusals by reason.", refusals)
    yield from _singles(
        ("failed_commits_total", "counter", "Commits that failed.", COMMITS.failures),
        ("clock_jumps_total", "counter", "Jumps of the wall clock.", heartbeat.watch.jumps),
        ("loop_lateness_seconds", "gauge", "Lateness of the last beat.", heartbeat.lateness),
        ("loop_lateness_max_seconds", "gauge", "The latest beat so far.", heartbeat.longest),
        ("collector_pause_max_seconds", "gauge", "Longest collector pause.", COLLECTOR.longest),
        ("collector_pause_seconds_total", "counter", "All collector pauses.", COLLECTOR.total),
        ("collections_total", "counter", "Garbage collections.", COLLECTOR.collections),
        ("collector_old", "gauge", "Old objects not yet exempt.", COLLECTOR.old),
        ("memory_blocks", "gauge", "Memory blocks of Python in use.", COLLECTOR.blocks),
    )


def _singles(*rows: tuple[str, str, str, float]) -> Iterator[MetricFamily]:
    for name, kind, about, value in rows:
        yield MetricFamily(f"pitboss_{name}", kind, about, [Sample({}, value)])


def _buckets(labels: dict[str, str], histogram: Histogram) -> Iterator[Sample]:
    count = 0
    for bound, more in zip((*BUCKETS, "+Inf"), histogram.counts, strict=True):
        count += more
        yield Sample({**labels, "le": str(bound)}, count, "_bucket")
    yield Sample(labels, histogram.sum, "_sum")
    yield Sample(labels, count, "_count")


def _labels(live: LiveTable) -> dict[str, str]:
    row = live.row
    return {"table": row.id, "game": row.game, "currency": row.currency, "mode": row.mode}


def as_text(metrics: Iterable[MetricFamily]) -> str:
    """Labels are ids, keys and routes, so nothing in them needs escaping."""
    lines: list[str] = []
    for name, kind, about, samples in metrics:
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        for labels, value, suffix in samples:
            pairs = ",".join(f'{key}="{label}"' for key, label in labels.items())
            number = repr(round(value, 6))
            lines.append(f"{name}{suffix}{{{pairs}}} {number}" if pairs else f"{name} {number}")
    return "\n".join(lines) + "\n"


@get("/metrics", roles=WATCHERS, polled=True, media_type=MEDIA_TYPE)
async def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    """Metrics in Prometheus' text format; without a session at the port of `--metrics-port`."""
    state, app = request.app.state, request.app
    assert isinstance(app, Application)
    server = list(of_the_server(app.observer, state.heartbeat))
    house = await asyncio.to_thread(lambda: list(of_the_house(state.house, state.hub)))
    return Response(as_text([*house, *server]), media_type=MEDIA_TYPE)


@get("/health", roles=ANYONE)
async def health(state: State) -> Health:
    """Whether the house answers, and whether it starts rounds."""
    lobby: Lobby = state.lobby
    await lobby.read()
    return Health(not state.house.program, lobby.tables)
