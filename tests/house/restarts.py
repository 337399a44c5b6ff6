"""A PostgreSQL server that stops and starts while a house uses it."""

import pwd
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from house.postgres import BINARIES, running_server


class Restarts:
    """Stops and starts the server of a URL, which must be our own."""

    def __init__(self, url: str) -> None:
        self.url = url
        engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"))
        with engine.connect() as connection:
            self.data = Path(str(connection.exec_driver_sql("SHOW data_directory").scalar()))
        engine.dispose()
        # What it was started with: the first word is the program itself.
        options = shlex.split((self.data / "postmaster.opts").read_text())[1:]
        self.options = shlex.join(options)

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        self._control("-m", how, "stop")

    def start(self) -> None:
        self._control("-o", self.options, "-l", str(self.data.parent / "log"), "start")

    def _control(self, *words: str) -> None:
        owner = pwd.getpwuid(self.data.stat().st_uid).pw_name
        user = None if pwd.getpwuid(Path("/proc/self").stat().st_uid).pw_name == owner else owner
        subprocess.run(
            [str(BINARIES / "pg_ctl"), "-D", str(self.data), "-w", *words],
            check=True,
            user=user,
            stdout=subprocess.DEVNULL,
            cwd=self.data.parent,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )


@contextmanager
def restartable() -> Iterator[Restarts]:
    """A server of our own, even where the tests are lent another."""
    with running_server(max_connections="60") as url:
        restarts = Restarts(url)
        try:
            yield restarts
        finally:
            if not (restarts.data / "postmaster.pid").exists():
                restarts.start()
