"""The server's log, plain or as JSON.

An outage of the database is one line, not a traceback for every request.
"""

import logging
import time
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from pitboss.house.storage.failures import unavailable
from pitboss.web.observer import REQUEST

LogFormat = Literal["plain", "json"]

REPEAT_SECONDS: Final = 60.0  # between two lines while an outage lasts

_log = logging.getLogger("pitboss")


class OutageFilter(logging.Filter):
    """Lets one line about an outage through at a time; `end` writes that the outage is over."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 0  # including those not written
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


class JsonFormatter(logging.Formatter):
    """One JSON object per line, for programs; with the request that it is about, if any."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up(log_format: LogFormat = "plain") -> None:
    """Writes this process's log to its standard error; as JSON with a line for each request."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if log_format == "json" else PlainFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    requests = logging.getLogger("pitboss.requests")
    requests.setLevel(logging.INFO if log_format == "json" else logging.WARNING)
