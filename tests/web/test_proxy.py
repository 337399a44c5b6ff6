"""Behind a reverse proxy every client counts under its own address, and nobody chooses one."""

import asyncio
from typing import Any, cast

import pytest
from click.testing import CliRunner

from pitboss.cli import cli
from pitboss.commands.serve import command as serve
from pitboss.web.rate_limits import Application, address_of
from pitboss.web.server import configure

CLIENT = "203.0.113.9"


def proxies_of(*options: str) -> tuple[str, ...]:
    """What the command line makes of its proxies."""
    values: tuple[str, ...] = serve.make_context("serve", list(options)).params["proxies"]
    return values


def address(peer: str, forwarded: str | None, *options: str, kind: str = "http") -> str:
    """Under which address the rate limits count a request that arrives from `peer`."""
    addresses: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        addresses.append(address_of(scope))

    config = configure(cast("Application", app), proxies_of(*options))
    config.load()
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope: Any = {"type": kind, "client": (peer, 1), "headers": headers, "scheme": "http"}
    none: Any = None
    asyncio.run(config.loaded_app(scope, none, none))
    (result,) = addresses
    return result


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("peer", "options"),
    [
        ("127.0.0.1", ("--proxy", "127.0.0.1")),
        ("127.0.0.1", ("--behind-proxy", "127.0.0.1")),
        ("::ffff:127.0.0.1", ("--proxy", "127.0.0.1")),
        ("10.1.2.3", ("--proxy", "10.0.0.0/8")),
        ("::ffff:10.1.2.3", ("--proxy", "10.1.9.9/8")),
        ("fd00::7", ("--proxy", "fd00::/8", "--proxy", "192.0.2.1")),
    ],
)
def test_a_named_proxy_speaks_for_its_clients(
    peer: str, options: tuple[str, ...], kind: str
) -> None:
    assert address(peer, CLIENT, *options, kind=kind) == CLIENT
    assert address(peer, "2001:db8:1:2:3::9", *options, kind=kind) == "2001:db8:1:2::/64"
    forged = f"198.51.100.1, {CLIENT}"  # the client wrote the first itself
    assert address(peer, forged, *options, kind=kind) == CLIENT
    assert address(peer, f"{CLIENT}, {peer}", *options, kind=kind) == CLIENT, "two of our own"


@pytest.mark.parametrize("options", [(), ("--proxy", "192.0.2.1"), ("--proxy", "10.0.0.0/30")])
def test_nobody_else_does(options: tuple[str, ...]) -> None:
    for peer in ("198.51.100.7", "10.0.0.9", "127.0.0.1"):
        assert address(peer, CLIENT, *options) == peer
    assert address("198.51.100.7", None, *options) == "198.51.100.7"


@pytest.mark.parametrize("value", ["localhost", "10.0.0.0/33", "*", "0.0.0.0/0", "::/0", ""])
def test_a_proxy_that_is_no_address_is_refused(value: str) -> None:
    run = CliRunner().invoke(cli, ["serve", "--proxy", value])
    assert run.exit_code == 2 and "--proxy" in run.output
