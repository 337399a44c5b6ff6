"""`pitboss serve` runs the house on a port."""

import contextlib
import gc
import ipaddress
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pitboss.commands.common import rules_option
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.house.service import House
    from pitboss.rulebook import Rulebook
    from pitboss.rulebook.submission import Submission
    from pitboss.web.logs import LogFormat


def _read_submission(path: Path, book: "Rulebook") -> str:
    """A submission's text, with the rules of the book and of the files it names."""
    from pitboss.rulebook.submission import joined

    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise PitbossError(error.strerror or str(error), where=str(path)) from error
    except UnicodeDecodeError as error:
        raise PitbossError("not UTF-8", where=str(path), what_to_do="save it as UTF-8") from error
    return joined(text, book, path.parent)


def _valid(text: str, path: Path | str) -> "Submission":
    from pitboss.rulebook.submission import check_bytes

    checked = check_bytes(text.encode())
    if checked.submission is None:
        first, *others = checked.violations
        more = f" (and {len(others)} more)" if others else ""
        raise PitbossError(
            f"{first.key}: {first.what}{more}",
            where=f"{path}:{first.line}",
            clause=first.clause,
            what_to_do=f"see them all with: pitboss check {path}",
        )
    return checked.submission


def _offer_own_games(house: "House", book: "Rulebook") -> None:
    """Adds the games of a rules file to the house's newest submission, and opens their tables."""
    from pitboss.house.floor.submissions import newest_submission, submit
    from pitboss.house.live_table import HOUSE
    from pitboss.house.setup import furnish
    from pitboss.rulebook.submission import joined

    newest = newest_submission(house).text
    if not newest:  # an older program stored no text
        raise PitbossError("the house has no text to add the rules to", what_to_do="give --house")
    text = joined(newest, book)
    furnish(house, _valid(text, "the house's submission"))
    submit(house, HOUSE.name, text)


class _Edge(NamedTuple):
    """Where and for whom a process answers."""

    host: str
    names: tuple[str, ...]
    proxies: tuple[str, ...]
    metrics_port: int | None


def _read_proxies(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Checks the proxies: a misspelled one would make all its clients share one rate limit."""
    proxies: list[str] = []
    for value in values:
        try:
            network = ipaddress.ip_network(value, strict=False)
        except ValueError:
            raise click.BadParameter(
                f"{value!r} is not an address or network, such as 10.0.0.2"
            ) from None
        if not network.prefixlen:
            raise click.BadParameter(f"{value} would trust the headers of every client")
        proxies.append(str(network) if "/" in value else value)
        if isinstance(network, ipaddress.IPv4Network):  # as a dual-stack socket sees it
            proxies.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return tuple(proxies)


@click.command("serve")
@click.option(
    "--db", "url", metavar="URL", help="sqlite:///FILE or postgresql://…; default SQLite."
)
@click.option("--house", "house_file", type=click.Path(path_type=Path), help="Rules submission.")
@rules_option
@click.option("--data", type=click.Path(path_type=Path), help="Directory for keys and database.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8235, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--proxy",
    "--behind-proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    callback=_read_proxies,
    help="A proxy, or a network of them, whose X-Forwarded-For and -Proto are trusted.",
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="A name that the house is served under; requests for other hosts are refused.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    help="Serve /metrics to anyone on this port; elsewhere it is for staff.",
)
@click.option(
    "--log-format", type=click.Choice(["plain", "json"]), default="plain", show_default=True
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes that share the port; more than one needs PostgreSQL.",
)
@click.option("--worker", hidden=True, help="What the supervisor of --workers passes to a worker.")
@click.pass_context
def command(
    context: click.Context,
    url: str | None,
    house_file: Path | None,
    book: "Rulebook",
    data: Path | None,
    host: str,
    port: int,
    proxies: tuple[str, ...],
    names: tuple[str, ...],
    metrics_port: int | None,
    log_format: "LogFormat",
    workers: int,
    worker: str | None,
) -> int:
    """Run the house: all four games, practice chips for guests, one address for all pages."""
    from pitboss.commands.common import data_directory
    from pitboss.commands.workers import Inheritance, Port, Supervisor, refuse_sqlite, worker_argv
    from pitboss.house.clock import SteadyClock
    from pitboss.house.floor.submissions import submit
    from pitboss.house.live_table import HOUSE
    from pitboss.house.setup import DATABASE, invite_administrator, open_house
    from pitboss.house.storage.claims import claim
    from pitboss.house.storage.database import Store
    from pitboss.web import logs

    gc.disable()  # most objects of a start live on; the server's collector enables it again
    logs.set_up(log_format)
    directory = data or data_directory()
    edge = _Edge(host, names, proxies, metrics_port)
    if worker is not None:
        numbers = Inheritance.parse(worker)
        numbers.end_with_supervisor()
        house = open_house(directory, url, SteadyClock())
        return _serve(house, numbers.open_listener(), edge, numbers.report_ready)
    if workers > 1:
        refuse_sqlite(url)
    text = _read_submission(house_file, book) if house_file else ""
    submission = _valid(text, house_file) if house_file else None
    # Before the database is opened, which may migrate it.
    with claim(Store(url or str(directory / DATABASE))):
        listener = Port(host, port) if workers > 1 else _listen(host, port)
        port = listener.number if isinstance(listener, Port) else listener.getsockname()[1]
        house = open_house(directory, url, SteadyClock(), submission)
        if house_file:
            submit(house, HOUSE.name, text)
        elif book.own:
            _offer_own_games(house, book)
        address = f"http://{host}:{port}/"
        token = invite_administrator(house)

        def announce() -> None:
            click.echo(f"Pitboss is open at {address}")
            if token:
                click.echo(f"First administrator, once: {address}welcome?token={token}")
            sys.stdout.flush()

        if isinstance(listener, Port):
            house.store.close()
            return Supervisor(worker_argv(context), workers, listener).run(announce)
        return _serve(house, listener, edge, announce)


def _serve(
    house: "House", listener: socket.socket, edge: _Edge, announce: Callable[[], None]
) -> int:
    """Answers requests until a signal; `announce` is called once they are answered."""
    from pitboss.house.audit.checkpoints import Keeper
    from pitboss.web.app import build
    from pitboss.web.server import Server, configure, set_edge

    app = build(house)
    sockets = [listener, *set_edge(app, edge.host, edge.names, edge.metrics_port)]
    server = Server(configure(app, edge.proxies), app.state.hub, announce)
    # uvicorn raises a signal again after its shutdown, so SIGTERM ends the command as Ctrl-C does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Keeper(house), contextlib.suppress(KeyboardInterrupt):
        if house.stop_notice:
            click.echo(f"pitboss: {house.stop_notice}", err=True)
        server.run(sockets=sockets)
    house.store.close()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """Claims the port before the database is opened, so that a second server stops at once."""
    # asyncio sets TCP_NODELAY only on a socket that names its protocol.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise PitbossError(
            f"cannot listen on {host}:{port}: {error.strerror}", what_to_do="choose another --port"
        ) from error
    return listener
