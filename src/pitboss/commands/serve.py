"""`pitboss serve`: the house on a port."""

import contextlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook.submission import Submission


def _read(path: Path) -> "Submission":
    from pitboss.rulebook.submission import check_bytes

    try:
        checked = check_bytes(path.read_bytes())
    except OSError as error:
        raise PitbossError(error.strerror or str(error), where=str(path)) from error
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


@click.command("serve")
@click.option(
    "--db", "url", metavar="URL", help="sqlite:///FILE or postgresql://…; default SQLite."
)
@click.option("--house", "house_file", type=click.Path(path_type=Path), help="Rules submission.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory for keys and database.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8235, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--behind-proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy whose X-Forwarded-For and -Proto are believed; nobody's if left out.",
)
def command(
    url: str | None,
    house_file: Path | None,
    data: Path | None,
    host: str,
    port: int,
    proxies: tuple[str, ...],
) -> int:
    """Run the house: all four games, guests with practice chips, one page address."""
    import socket

    import uvicorn

    from pitboss.commands.house import data_directory
    from pitboss.house.audit.checkpoints import Keeper
    from pitboss.house.floor.submissions import keep
    from pitboss.house.service import HOUSE, wall_clock
    from pitboss.house.setup import invite_administrator, open_house
    from pitboss.web.app import build

    submission = _read(house_file) if house_file else None
    directory = data or data_directory()
    # By its protocol's name: only so does asyncio send small answers without waiting (TCP_NODELAY).
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise PitbossError(
            f"cannot listen on {host}:{port}: {error.strerror}", what_to_do="choose another --port"
        ) from error
    house = open_house(directory, url, wall_clock, submission)
    if house_file:
        keep(house, HOUSE.name, house_file.read_text(encoding="utf-8-sig"))
    address = f"http://{host}:{listener.getsockname()[1]}/"
    click.echo(f"Pitboss is open at {address}")
    if token := invite_administrator(house):
        click.echo(f"First administrator, once: {address}welcome?token={token}")
    sys.stdout.flush()
    config = uvicorn.Config(
        build(house),
        log_level="warning",
        ws_max_size=64 * 1024,
        # Else whoever sits on this machine could give any address, and be counted under it.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    # uvicorn gives a signal on when it has shut down: both kinds end here, and in good order.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Keeper(house) as keeper, contextlib.suppress(KeyboardInterrupt):
        if wrong := keeper.house.program:
            click.echo(f"pitboss: no round is opened: {wrong[0]} ({len(wrong)} files)", err=True)
        uvicorn.Server(config).run(sockets=[listener])
    house.store.close()
    return 0
