"""A house is served under its own names only."""

import asyncio
import itertools

import pytest

from pitboss.web.hosts import Hosts
from web.asgi import Place, Socket, running, shape_is_right

CASES: dict[tuple[tuple[str, ...], str], tuple[str, str]] = {
    # names, bound to: hosts served, hosts refused
    ((), "127.0.0.1"): (
        "localhost localhost:8235 LOCALHOST 127.0.0.1 127.0.0.1:80 127.1.2.3 [::1]:80 localhost.",
        "evil.test 10.0.0.1 127.0.0.1.evil.test localhost.evil.test [2001:db8::1] 0.0.0.0",
    ),
    ((), "::1"): ("localhost [::1]", "evil.test 10.0.0.1"),
    ((), "0.0.0.0"): ("10.0.0.1 10.0.0.1:80 [2001:db8::1]:80 localhost", "evil.test 10.0.0.1.evil"),
    (("Casino.example", "pit.example:8443"), "0.0.0.0"): (
        "casino.example casino.example:443 pit.example",
        "evil.test 10.0.0.1 localhost casino.example.evil.test xcasino.example",
    ),
    (("casino.example",), "127.0.0.1"): (
        "casino.example localhost 127.0.0.1",
        "10.0.0.1 evil.test",
    ),
}


@pytest.mark.parametrize(("about", "hosts"), CASES.items(), ids=str)
def test_hosts(about: tuple[tuple[str, ...], str], hosts: tuple[str, str]) -> None:
    allowed = Hosts(*about)
    for text, is_served in zip(hosts, (True, False), strict=True):
        for host in text.split():
            assert allowed.serves(host) == is_served, host
    for host in ("", " ", ":80", "[", "[]", "a:b:c:d", "\x00", "é"):
        assert not allowed.serves(host), host


def test_another_host_is_refused_with_a_sentence(place: Place) -> None:
    place.app.hosts = Hosts(["house.test"], "0.0.0.0")
    evil = {"host": "evil.test"}

    async def story() -> None:
        async with running(place):
            guest = await place.guest()
            assert (await guest.get("/api/me")).status == 200
            for method, path in itertools.product(("GET", "POST"), ("/", "/api/me", "/api/guest")):
                answer = await guest.send(method, path, headers=evil)
                assert answer.status == 421, answer
                shape_is_right(answer)
                assert answer.error == "WRONG_HOST"
                assert "'evil.test'" in answer.json["error"]["sentence"]
            for path in ("/live", "/ready", "/health"):
                assert (await guest.get(path, headers=evil)).status == 200, "a load balancer"
            socket = await Socket(guest).open("/api/tables/big-river/live", evil)
            await socket.ended()
            assert not socket.accepted and socket.closed is not None
            assert socket.closed[0] == 4421

    asyncio.run(story())
