"""Rate limits and presence that several servers share."""

import asyncio
from types import SimpleNamespace
from typing import Any

from pitboss.house.floor.admin import TOKEN_LETTERS
from pitboss.house.notices import Notices
from pitboss.house.people.persons import Person
from pitboss.house.people.sessions import Session
from pitboss.web.push.hub import Hub, Watcher
from pitboss.web.push.moments import audience_of
from pitboss.web.rate_limits import ALL, LOGIN, MAX_SOCKETS, RateLimiter
from pitboss.web.shared_limits import SHARE_SECONDS, SharedLimits

HERE = "192.0.2.7"


class Servers:
    """Servers whose messages arrive at once, under one clock."""

    def __init__(self, count: int) -> None:
        self.now = 0.0
        self.messages: list[tuple[int, str]] = []
        self.limits = [
            SharedLimits(RateLimiter(lambda: self.now), Hub(), Notices()) for _ in range(count)
        ]
        for number, limits in enumerate(self.limits):
            limits.notices.relay = lambda _, text, number=number: self.messages.append(
                (number, text)
            )

    async def share(self) -> None:
        for limits in self.limits:
            limits.share()
        messages, self.messages = self.messages, []
        for sender, text in messages:
            for number, limits in enumerate(self.limits):
                if number != sender:
                    limits.notices.deliver("rates", text)
        await asyncio.sleep(0)

    async def flood(self, seconds: float, method: str, path: str) -> int:
        """Requests as fast as they are admitted, everywhere; how many were."""
        count = 0
        for _ in range(int(seconds / SHARE_SECONDS)):
            for limits in self.limits:
                while limits.limiter.admits(HERE, method, path):
                    count += 1
            await self.share()
            self.now += SHARE_SECONDS
        return count


def on_loop(count: int, act: Any) -> Any:
    async def run() -> Any:
        servers = Servers(count)
        tasks = [asyncio.create_task(limits.run()) for limits in servers.limits]
        await asyncio.sleep(0)
        try:
            return await act(servers)
        finally:
            for task in tasks:
                task.cancel()

    return asyncio.run(run())


def test_three_servers_keep_to_the_limit_of_one() -> None:
    seconds = 60.0
    one = on_loop(1, lambda servers: servers.flood(seconds, "GET", "/api/tables"))
    three = on_loop(3, lambda servers: servers.flood(seconds, "GET", "/api/tables"))
    assert one >= ALL.per_minute * seconds / 60
    # Only the first quarter second is each server's own.
    assert one <= three <= one + 3 * ALL.burst


def test_attempts_at_passwords_count_together() -> None:
    one = on_loop(1, lambda servers: servers.flood(600.0, "POST", "/api/login"))
    three = on_loop(3, lambda servers: servers.flood(600.0, "POST", "/api/login"))
    assert one <= three <= one + 3 * LOGIN.burst


def test_other_addresses_are_not_counted() -> None:
    async def act(servers: Servers) -> None:
        await servers.flood(1.0, "POST", "/api/login")
        assert not servers.limits[1].limiter.admits(HERE, "POST", "/api/login")
        assert servers.limits[1].limiter.admits("192.0.2.8", "POST", "/api/login")

    on_loop(2, act)


def test_a_few_requests_cost_no_message() -> None:
    async def act(servers: Servers) -> None:
        for _ in range(3):
            assert servers.limits[0].limiter.admits(HERE, "GET", "/")
        servers.limits[0].share()
        assert not servers.messages
        for _ in range(3):
            assert servers.limits[0].limiter.admits(HERE, "GET", "/")
        servers.limits[0].share()
        assert len(servers.messages) == 1

    on_loop(2, act)


def test_nonsense_from_another_server_changes_nothing() -> None:
    async def act(servers: Servers) -> None:
        limits = servers.limits[0]
        limits.on_notice("[[")
        await asyncio.sleep(0)
        limits.take_reports([b"", b"{", b'{"addresses": {"192.0.2.7": 1}}'])
        assert limits.limiter.sockets_elsewhere == {HERE: 1}

    on_loop(1, act)


def test_sockets_of_other_servers_count() -> None:
    first, second = (SharedLimits(RateLimiter(), Hub(), Notices()) for _ in range(2))
    first.limiter.count_socket(HERE, MAX_SOCKETS - 1)
    second.limiter.count_socket(HERE, 1)
    assert first.limiter.has_room(HERE)
    first.take_reports([second.report()])
    assert not first.limiter.has_room(HERE)
    first.take_reports([])
    assert first.limiter.has_room(HERE)


def test_presence_is_that_of_all_servers() -> None:
    async def act(servers: Servers) -> None:
        first, second = servers.limits
        session = Session(Person("1", "dee", "dealer"), "a" * 64, "csrf", False)
        row: Any = SimpleNamespace(id="big-river")
        watchers = [Watcher(row, each, audience_of(each)) for each in (session, session, None)]
        for watcher in watchers:
            second.hub.add(watcher)
        first.take_reports([second.report()])
        assert first.hub.elsewhere == {session.token[:TOKEN_LETTERS]: 2}
        second.hub.remove(watchers[0])
        first.take_reports([second.report()])
        assert first.hub.elsewhere == {session.token[:TOKEN_LETTERS]: 1}
        first.take_reports([])
        assert first.hub.elsewhere == {}

    on_loop(2, act)
