"""The Litestar application: routes, guard, error shape, limits, the self-dealt tables' clock."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from pitboss.errors import PitbossError
from pitboss.house.audit.background import BackgroundAudit
from pitboss.house.coach.service import Coach
from pitboss.house.coach.warm_up import compile_all
from pitboss.house.live_table import TableRow
from pitboss.house.people.cage import Cage
from pitboss.house.pricing.service import Pricing
from pitboss.house.selfdeal import tick
from pitboss.house.service import House
from pitboss.money import Cents
from pitboss.web.api.accounts import ACCOUNT_ROUTES
from pitboss.web.api.admin import ADMIN_ROUTES
from pitboss.web.api.coach import COACH_ROUTES
from pitboss.web.api.console import CONSOLE_ROUTES
from pitboss.web.api.drill import DRILL_ROUTES
from pitboss.web.api.odds import ODDS_ROUTES
from pitboss.web.api.openapi import DESCRIPTION_ROUTES, describe_api
from pitboss.web.api.rounds import ROUND_ROUTES
from pitboss.web.api.rules import RULES_ROUTES
from pitboss.web.api.staff import STAFF_ROUTES
from pitboss.web.api.tables import TABLE_ROUTES
from pitboss.web.errors import (
    on_any_error,
    on_bad_text,
    on_deep_body,
    on_http_error,
    on_pitboss_error,
)
from pitboss.web.guard import guard
from pitboss.web.metrics import health, metrics
from pitboss.web.pages import PAGE_ROUTES
from pitboss.web.push.hub import Hub
from pitboss.web.push.socket import LIVE_ROUTES
from pitboss.web.rate_limits import MAX_BODY, Application, RateLimiter

TICK_SECONDS: Final = 0.2

_log = logging.getLogger("pitboss")


def build(house: House, *, ticking: bool = True, limiter: RateLimiter | None = None) -> Application:
    hub = Hub()
    house.listeners.append(hub.happened)
    pricing = Pricing()

    @contextlib.asynccontextmanager
    async def alive(_: Litestar) -> AsyncIterator[None]:
        hub.loop = asyncio.get_running_loop()
        running = asyncio.create_task(_clock(house, hub)) if ticking else None
        stopped = threading.Event()
        if ticking:
            threading.Thread(target=compile_all, args=(stopped,), daemon=True).start()
        try:
            yield
        finally:
            stopped.set()
            await asyncio.to_thread(pricing.close)
            if running is not None:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running

    api = [
        *(*ACCOUNT_ROUTES, *TABLE_ROUTES, *ROUND_ROUTES, *LIVE_ROUTES),
        *(*RULES_ROUTES, *ODDS_ROUTES, *COACH_ROUTES, *DRILL_ROUTES),
        *(*CONSOLE_ROUTES, *STAFF_ROUTES, *ADMIN_ROUTES, metrics, health),
    ]
    known: dict[str, Any] = {
        "house": house,
        "cage": Cage(house),
        "hub": hub,
        "pricing": pricing,
        "auditing": BackgroundAudit(house),
        "coach": Coach(house),
        "seen": {},  # when a staff session's last use was written down
        "description": describe_api(api),
    }
    app = Application(
        route_handlers=[*api, *DESCRIPTION_ROUTES, *PAGE_ROUTES],
        state=State(known),
        guards=[guard],
        lifespan=[alive],
        exception_handlers={
            PitbossError: on_pitboss_error,
            HTTPException: on_http_error,
            RecursionError: on_deep_body,
            UnicodeError: on_bad_text,
            Exception: on_any_error,
        },
        request_max_body_size=MAX_BODY,
        openapi_config=None,
    )
    app.limiter = limiter or RateLimiter()
    return app


async def _clock(house: House, hub: Hub) -> None:
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
        await _show_meters(house, hub, rows)
        await asyncio.sleep(TICK_SECONDS)


async def _show_meters(house: House, hub: Hub, rows: list[TableRow]) -> None:
    """What other servers did to linked meters is seen within a beat of the clock."""
    watched = {watcher.row.link for watcher in hub.watchers}
    for link, table in {row.link: row.id for row in rows if row.choices.meters}.items():
        if link in watched:
            cents = await asyncio.to_thread(house.meter_cents, table)
            hub.meters_stand(link, {name: Cents(amount) for name, amount in cents.items()})


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
