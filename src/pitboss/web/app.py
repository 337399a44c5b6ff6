"""The Litestar application: routes, guard, errors, limits, and the clock of self-dealt tables."""

import asyncio
import contextlib
import functools
import itertools
import logging
import socket
import threading
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from pitboss.house.audit.background import BackgroundAudit
from pitboss.house.books.desk import StatisticsDesk
from pitboss.house.coach.lessons import Lessons
from pitboss.house.coach.service import Coach
from pitboss.house.coach.shared_hand import SharedHands
from pitboss.house.coach.warm_up import compile_all
from pitboss.house.floor.tables import close_emptied
from pitboss.house.floor.wall import Wall
from pitboss.house.people.cage import Cage
from pitboss.house.pools import close_pools
from pitboss.house.pricing.service import Pricing
from pitboss.house.reactions import Reactions
from pitboss.house.servers.member import Membership
from pitboss.house.service import House
from pitboss.money import Cents
from pitboss.web import offline, pages
from pitboss.web.api.desk import Desk
from pitboss.web.api.routes import API, handlers_of
from pitboss.web.bodies import MAX_BODY_BYTES
from pitboss.web.description import pages as descriptions
from pitboss.web.description.openapi import describe_api
from pitboss.web.errors import on_error
from pitboss.web.guard import guard
from pitboss.web.heartbeat import Heartbeat
from pitboss.web.lobby import Lobby
from pitboss.web.logs import quiet_outages
from pitboss.web.observer import Observer
from pitboss.web.push.hub import Hub
from pitboss.web.push.moments import current_moment
from pitboss.web.rate_limits import Application, RateLimiter
from pitboss.web.readiness import Readiness
from pitboss.web.sessions_watch import stop_watching, watch_sessions
from pitboss.web.shared_limits import SharedLimits

TICK_SECONDS: Final = 0.5
CLOSING_BEATS: Final = 2  # between two checks for tables that close once empty
METER_BEATS: Final = 2  # between two reads of the meters that several servers move

_log = logging.getLogger("pitboss")
_HANDLERS: Final[Any] = {HTTPException: on_error, Exception: on_error}


def build(house: House, *, ticking: bool = True, limiter: RateLimiter | None = None) -> Application:
    quiet_outages()
    hub = Hub(house.writer.lock)
    house.notices.listen("session-ended", hub.close_session)
    house.notices.listen("reaction", hub.on_reaction)
    hub.on_presence = house.declare_presence
    pricing, cage, counting = Pricing(), Cage(house), StatisticsDesk(house)
    heartbeat, desk = Heartbeat(house, cage, hub), Desk(house, cage, hub)
    lobby, coach, limiter = Lobby(house), Coach(house), limiter or RateLimiter()
    shared = SharedLimits(limiter, hub, house.notices)
    member = Membership(house, socket.gethostname(), shared.report, shared.take_reports)
    house.listeners.extend((hub.on_commit, lobby.on_commit))

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        hub.loop = asyncio.get_running_loop()
        counting.start()
        tasks = [asyncio.create_task(heartbeat.run())]
        shutdown = threading.Event()
        if ticking:
            await asyncio.to_thread(member.start)
            await asyncio.to_thread(house.start)
            if not member.is_alone:
                tasks.append(asyncio.create_task(shared.run()))
            tasks += map(asyncio.create_task, (_run_clock(house, hub), watch_sessions(cage, hub)))
            threading.Thread(target=compile_all, args=(shutdown,), daemon=True).start()
        try:
            yield
        finally:
            shutdown.set()
            await asyncio.gather(*map(asyncio.to_thread, (pricing.close, counting.close)))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(house.stop)
            if ticking:
                await asyncio.to_thread(member.stop)
            await stop_watching(cage)
            close_pools()

    state: dict[str, Any] = {
        "house": house,
        "cage": cage,
        "hub": hub,
        "reactions": Reactions(house),
        "desk": desk,
        "heartbeat": heartbeat,
        "lobby": lobby,
        "readiness": Readiness(house),
        "pricing": pricing,
        "auditing": BackgroundAudit(house),
        "statistics": counting,
        "wall": Wall(house),
        "coach": coach,
        "hands": SharedHands(house, coach),
        "lessons": Lessons(house, coach),
        "describe": functools.cache(lambda: describe_api(API)),  # takes half a second
    }
    app = Application(
        route_handlers=[*API, *handlers_of(descriptions, pages, offline)],
        state=State(state),
        guards=[guard],
        lifespan=[lifespan],
        exception_handlers=_HANDLERS,
        request_max_body_size=MAX_BODY_BYTES,
        openapi_config=None,
        logging_config=None,  # the command that serves sets up the log
    )
    app.limiter, app.commands, app.observer = limiter, desk.answer, Observer(house.server)
    return app


async def _run_clock(house: House, hub: Hub) -> None:
    """Shows watchers what no commit of this server reports: a stopped house, others' meters."""
    for beat in itertools.count():
        try:
            await push_stop(house, hub)
            if beat % CLOSING_BEATS == 0:
                await asyncio.to_thread(close_emptied, house)
            # A server may hear of others' commits after later ones of its own: a meter may go back
            # for a moment, until it is read again.
            rarely = house.memory.is_followed() and (house.store.is_sqlite or beat % METER_BEATS)
            if not rarely:
                await push_meters(house, hub)
        except Exception:
            _log.exception("watchers were not told of a change")
        await asyncio.sleep(TICK_SECONDS)


async def push_meters(house: House, hub: Hub) -> None:
    """Shows watchers what other servers did to linked meters."""
    rows = [watcher.row for watcher in hub.watchers]
    shown = await asyncio.to_thread(house.meters_of, rows)
    for link, cents in {row.link: shown[row.id] for row in rows if shown.get(row.id)}.items():
        hub.set_meters(link, {name: Cents(amount) for name, amount in cents.items()})


async def push_stop(house: House, hub: Hub) -> None:
    """Tells a table's watchers when house or table stops, and when it goes on."""
    for table in {watcher.row.id for watcher in hub.watchers}:
        live, latest = house.memory.get(table), hub.latest.get(table)
        if live is not None and latest is not None and latest.stopped != live.stop_notice:
            hub.repeat(table, await asyncio.to_thread(current_moment, house, table))
