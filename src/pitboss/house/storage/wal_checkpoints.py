"""Moves SQLite's write-ahead log into the file, in a thread of its own.

Left to itself SQLite does this inside a COMMIT, which then takes up to half a second. Here most
pages move while commands go on. Only a log that has grown long is emptied under the write lock,
after its pages have moved: what is left takes a few milliseconds.
"""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Final

PERIOD_SECONDS: Final = 5.0
LONG_PAGES: Final = 4_000  # a longer log is emptied; SQLite would append to it for ever
BUSY_MS: Final = 20  # for a transaction to end, or a reader; less than a command's patience

_log: Final = logging.getLogger("pitboss")


class WalCheckpoints:
    def __init__(self, path: Path, period: float = PERIOD_SECONDS) -> None:
        self.url, self.period = f"{path.absolute().as_uri()}?mode=rw", period
        self.long_pages = LONG_PAGES
        self._wal, self._moved_at = path.with_name(f"{path.name}-wal"), 0  # its last change
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        was_well = True
        while not self._stop.wait(self.period):
            try:
                self.checkpoint()
                was_well = True
            except sqlite3.Error as error:
                if was_well:  # one line per trouble; SQLite tries again in a commit
                    _log.warning("the database's log could not be moved into its file: %s", error)
                was_well = False

    def checkpoint(self) -> None:
        """Moves what can be moved while others write, and empties a long log."""
        changed_at = self._wal.stat().st_mtime_ns if self._wal.exists() else -1
        if changed_at == self._moved_at:
            return
        with closing(sqlite3.connect(self.url, isolation_level=None, uri=True)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
            _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages > self.long_pages:
                connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        self._moved_at = changed_at
