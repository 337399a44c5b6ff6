"""The Litestar application: routes, guard, error shape, limits, the self-dealt tables' clock."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Litestar, Response, Router, get
from litestar.datastructures import ResponseHeader, State
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.house.desk import Desk
from pitboss.house.selfdeal import tick
from pitboss.house.service import House
from pitboss.web.door import ANYONE, guard
from pitboss.web.errors import on_any_error, on_http_error, on_pitboss_error
from pitboss.web.felt import FELT_ROUTES
from pitboss.web.hub import Hub
from pitboss.web.pages import PAGES
from pitboss.web.routes import ROUTES
from pitboss.web.staff import STAFF_ROUTES

MOST_BODY: Final = 64 * 1024
TICK_SECONDS: Final = 0.2
REQUESTS_A_SECOND: Final = 100
HEADERS: Final = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)

_log = logging.getLogger("pitboss")


def build(house: House, *, ticking: bool = True) -> Litestar:
    hub = Hub()
    house.listeners.append(hub.happened)

    @contextlib.asynccontextmanager
    async def alive(_: Litestar) -> AsyncIterator[None]:
        hub.loop = asyncio.get_running_loop()
        running = asyncio.create_task(_clock(house)) if ticking else None
        try:
            yield
        finally:
            if running is not None:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running

    return Litestar(
        route_handlers=[*ROUTES, *STAFF_ROUTES, *FELT_ROUTES, *PAGES, metrics],
        state=State({"house": house, "desk": Desk(house), "hub": hub}),
        guards=[guard],
        lifespan=[alive],
        exception_handlers={
            PitbossError: on_pitboss_error,
            HTTPException: on_http_error,
            Exception: on_any_error,
        },
        request_max_body_size=MOST_BODY,
        response_headers=[ResponseHeader(name=name, value=value) for name, value in HEADERS],
        middleware=[RateLimitConfig(("second", REQUESTS_A_SECOND), exclude=["/health"]).middleware],
        openapi_config=OpenAPIConfig(
            title="Pitboss",
            version=__version__,
            openapi_router=Router("/api", route_handlers=[], opt={"roles": ANYONE}),
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
    )


async def _clock(house: House) -> None:
    """Every table's duties, again and again; one table's trouble does not stop the others."""
    while True:
        rows = await asyncio.to_thread(house.table_rows)
        for row in rows:
            if row.mode != "self-dealt":
                continue
            try:
                await asyncio.to_thread(tick, house, row.id)
            except Exception:
                _log.exception("table %s could not go on by itself", row.id)
        await asyncio.sleep(TICK_SECONDS)


@get("/metrics", roles=ANYONE, media_type="text/plain", sync_to_thread=True)
def metrics(state: State) -> Response[str]:
    """Prometheus text."""
    house: House = state.house
    lines = ["# TYPE pitboss_round gauge", "# TYPE pitboss_entries counter"]
    lines += ["# TYPE pitboss_seats_taken gauge", "# TYPE pitboss_meter_cents gauge"]
    for row in house.table_rows():
        live = house.live(row.id)
        label = f'{{table="{row.id}",game="{row.game}"}}'
        lines.append(f"pitboss_round{label} {live.table.round}")
        lines.append(f"pitboss_entries{label} {live.seq}")
        lines.append(f"pitboss_seats_taken{label} {len(live.table.seats)}")
        for name, cents in house.meter_cents(row.id).items():
            meter = f'{{link="{row.link}",meter="{name}"}}'
            lines.append(f"pitboss_meter_cents{meter} {cents}")
    return Response("\n".join(dict.fromkeys(lines)) + "\n", media_type="text/plain")


def routes_without_rules(app: Litestar) -> list[str]:
    """Addresses whose handlers name no roles; there must be none."""
    lacking: set[str] = set()
    for route in app.routes:
        handlers: Any = getattr(route, "route_handlers", None) or [
            getattr(route, "route_handler", None)
        ]
        for handler in handlers:
            # Litestar answers OPTIONS by itself, with the methods of the address and no more.
            methods = set(getattr(handler, "http_methods", ()))
            if handler is not None and methods != {"OPTIONS"} and "roles" not in handler.opt:
                lacking.add(route.path)
    return sorted(lacking)
