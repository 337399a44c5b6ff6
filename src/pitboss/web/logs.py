"""The server's log: an outage of the database is one line, not a traceback for every request."""

import logging
import time
from typing import Final

from pitboss.house.storage.failures import unavailable

REPEAT_SECONDS: Final = 60.0  # between two lines while an outage lasts

_log = logging.getLogger("pitboss")


class OutageFilter(logging.Filter):
    """Lets one line of an outage through; `end` writes that it is over."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 0  # those not written, too
        self._written = float("-inf")

    @property
    def lasts(self) -> bool:
        return self.lines > 0

    def filter(self, record: logging.LogRecord) -> bool:
        away = unavailable(record.exc_info[1]) if record.exc_info else None
        if away is None:
            return True
        self.lines += 1
        now = time.monotonic()
        if now - self._written < REPEAT_SECONDS:
            return False
        self._written = now
        record.msg, record.args = f"{record.getMessage()}: {away.what}", ()
        record.exc_info = record.exc_text = None
        return True

    def end(self) -> None:
        if self.lasts:
            _log.warning("the database answers again, after %s failures", self.lines)
            self.lines, self._written = 0, float("-inf")


OUTAGE: Final = OutageFilter()


def quiet_outages() -> None:
    """Adds the filter to the log of this program, once."""
    if OUTAGE not in _log.filters:
        _log.addFilter(OUTAGE)


class PlainFormatter(logging.Formatter):
    """A line for people: when (UTC), how bad, what."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
        self.converter = time.gmtime
        self.default_msec_format = "%s.%03dZ"


def set_up() -> None:
    """Writes this process's log to its standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
