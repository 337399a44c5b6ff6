"""What a Prometheus server is told, each family in one piece, as its text format wants it."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.datastructures import State

from pitboss.house.live_table import LiveTable
from pitboss.house.people import approvals
from pitboss.house.service import House
from pitboss.web.api.models import Health
from pitboss.web.guard import ANYONE
from pitboss.web.push.hub import Hub

MEDIA_TYPE: Final = "text/plain; version=0.0.4"  # Litestar adds the charset


class Family(NamedTuple):
    name: str
    kind: str  # counter or gauge
    about: str
    samples: list[tuple[dict[str, str], int]]


# By table: name, kind, what it counts, how it is read off the table.
_TABLES: Final[tuple[tuple[str, str, str, Callable[[LiveTable], int]], ...]] = (
    ("pitboss_rounds_total", "counter", "Rounds that are over.", lambda t: t.table.round - 1),
    ("pitboss_entries_total", "counter", "Entries of the table's log.", lambda t: t.seq),
    ("pitboss_seats_taken", "gauge", "Seats that are taken.", lambda t: len(t.table.seats)),
    ("pitboss_award_waits", "gauge", "1 while an award waits.", lambda t: int(t.table.pending > 0)),
)


def families(house: House, hub: Hub) -> Iterator[Family]:
    tables = [house.live(row.id) for row in house.table_rows()]
    for name, kind, about, read in _TABLES:
        yield Family(name, kind, about, [(_labels(live), read(live)) for live in tables])
    meters = {live.row.link: live.row.id for live in tables if live.row.choices.meters}
    standing = [
        ({"link": link, "meter": name}, cents)
        for link, table in sorted(meters.items())
        for name, cents in house.meter_cents(table).items()
    ]
    yield Family("pitboss_meter_cents", "gauge", "What a progressive meter shows.", standing)
    sockets = len(hub.watchers)
    yield Family("pitboss_watchers", "gauge", "Who watches a table now.", [({}, sockets)])
    waits = len(approvals.waiting(house))
    yield Family("pitboss_approvals", "gauge", "Acts that wait for a second person.", [({}, waits)])
    wrong = len(house.program)
    yield Family("pitboss_program_faults", "gauge", "Files unlike the manifest.", [({}, wrong)])


def _labels(live: LiveTable) -> dict[str, str]:
    row = live.row
    return {"table": row.id, "game": row.game, "currency": row.currency, "mode": row.mode}


def written(told: Iterator[Family]) -> str:
    """Labels here are ids and keys: nothing in them needs to be escaped."""
    lines: list[str] = []
    for name, kind, about, samples in told:
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        for labels, value in samples:
            said = ",".join(f'{key}="{one}"' for key, one in labels.items())
            lines.append(f"{name}{{{said}}} {value}" if said else f"{name} {value}")
    return "\n".join(lines) + "\n"


@get("/metrics", roles=ANYONE, media_type=MEDIA_TYPE, sync_to_thread=True)
def metrics(state: State) -> Response[str]:
    """Prometheus text."""
    return Response(written(families(state.house, state.hub)), media_type=MEDIA_TYPE)


@get("/health", roles=ANYONE, sync_to_thread=True)
def health(state: State) -> Health:
    """Whether the house answers, and starts rounds."""
    return Health(not state.house.program, len(state.house.table_rows()))
