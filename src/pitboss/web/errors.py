"""The one error body of the whole API: a name, a sentence, a clause, and what to do."""

import logging
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from pitboss.errors import PitbossError
from pitboss.house.storage.failures import RETRY_SECONDS, StoreUnavailable, unavailable
from pitboss.table.refusals import Refusal

_log = logging.getLogger("pitboss")


class ErrorDetail(msgspec.Struct, frozen=True):
    name: str  # in capitals
    sentence: str
    clause: str = ""
    what_to_do: str = ""


class ErrorBody(msgspec.Struct, frozen=True):
    error: ErrorDetail


class HttpRefusal(HTTPException):
    """A request refused before it reaches its address."""

    def __init__(self, status: int, name: str, sentence: str, what_to_do: str = "") -> None:
        super().__init__(status_code=status, detail=sentence)
        self.error_detail = ErrorDetail(name, sentence, what_to_do=what_to_do)


class TooLarge(HttpRefusal):
    def __init__(self) -> None:
        super().__init__(413, "TOO_LARGE", "the request is too large", "send less")


class ClientLeft(HttpRefusal):
    """Nobody reads this answer; the metrics and the log have it."""

    def __init__(self) -> None:
        super().__init__(400, "CLIENT_LEFT", "a client left before its request was complete")


# Names that are neither a class of errors nor a reason of the table: status and meaning of each.
HTTP_CODES: Final = (
    (400, "BAD_REQUEST", "The request cannot be parsed, or does not match the address's schema."),
    (400, "CLIENT_LEFT", "The client left before its request was complete; nobody reads this."),
    (401, "LOCKED", "The session is locked: enter the password again."),
    (401, "NOT_LOGGED_IN", "No session, or one that has ended."),
    (403, "BAD_CSRF", "A request with a cookie and without the token of /api/me."),
    (403, "HOSTILE_ORIGIN", "A request from another site's page."),
    (403, "NOT_YOUR_ROLE", "An address that is not for this person's role."),
    (404, "NOT_FOUND", "There is nothing at this address."),
    (405, "BAD_METHOD", "The address has other methods, which the Allow header names."),
    (408, "TOO_SLOW", "The request did not arrive in time."),
    (413, "TOO_LARGE", "The request is too large."),
    (415, "BAD_MEDIA_TYPE", "The body is not JSON."),
    (421, "WRONG_HOST", "The house is not served under this name."),
    (429, "TOO_MANY", "Too many requests or sockets from this address: wait."),
    (431, "TOO_LARGE", "The request's headers are too large."),
    (500, "INTERNAL", "Internal error; nothing was done."),
)
# Of Litestar's own refusals: the name, and what to do.
_REFUSED: Final = {
    400: ("BAD_REQUEST", "see /api/openapi.json for the format"),
    404: ("NOT_FOUND", "see /api/openapi.json for the addresses"),
    405: ("BAD_METHOD", "see the Allow header"),
    415: ("BAD_MEDIA_TYPE", "send application/json"),
}
INTERNAL: Final = ErrorDetail("INTERNAL", "internal error; nothing was done")


def refusal(reply: Refusal) -> Response[Any]:
    """An error body in place of the address's own answer."""
    return Response(ErrorBody(refusal_detail(reply)), status_code=409)


def refusal_detail(reply: Refusal) -> ErrorDetail:
    return ErrorDetail(reply.reason.name, str(reply), reply.clause)


def detail_of(error: PitbossError) -> ErrorDetail:
    name, what_to_do = code_of(type(error)), error.what_to_do or ""
    return ErrorDetail(name, error.what, error.clause or "", what_to_do)


def code_of(kind: type[PitbossError]) -> str:
    """`NoSuchTable` is NO_SUCH_TABLE."""
    if kind is PitbossError:
        return "REFUSED"
    return "".join(f"_{ch}" if ch.isupper() else ch for ch in kind.__name__).upper().strip("_")


class ErrorAnswer(NamedTuple):
    """What a client learns of an error."""

    status: int
    detail: ErrorDetail
    headers: dict[str, str] | None = None


def answer_to(error: Exception) -> ErrorAnswer:
    """The answer to any error; hides an unexpected one from the client, and logs it."""
    match error:
        case PitbossError():
            return _answer_refused(error)
        case HTTPException() if error.status_code < 500:
            return _answer_http(error)
        case RecursionError():
            return ErrorAnswer(400, ErrorDetail("BAD_REQUEST", "the request is nested too deeply"))
        case UnicodeError():
            return ErrorAnswer(400, ErrorDetail("BAD_REQUEST", "the request is not UTF-8"))
    if (away := unavailable(error)) is not None:
        return _answer_refused(away)
    _log.error("unexpected error", exc_info=error)
    return ErrorAnswer(500, INTERNAL)


def on_error(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    status, detail, headers = answer_to(error)
    return Response(
        ErrorBody(detail), status_code=status, headers=headers, media_type="application/json"
    )


def _answer_refused(error: PitbossError) -> ErrorAnswer:
    if isinstance(error, StoreUnavailable):
        _log.error("a request was refused", exc_info=error)
    wait: int | None = getattr(error, "retry_after", None)  # seconds
    if wait is None and error.status == 503:
        wait = RETRY_SECONDS
    headers = {"retry-after": str(wait)} if wait is not None else None
    return ErrorAnswer(error.status, detail_of(error), headers)


def _answer_http(error: HTTPException) -> ErrorAnswer:
    status = error.status_code
    if isinstance(error, ClientLeft):
        _log.info("%s", error.detail)
    if isinstance(error, HttpRefusal):
        return ErrorAnswer(status, error.error_detail)
    sentence = str(error.detail)
    if isinstance(error, ValidationException):
        sentence = f"the request does not match this address's schema{_where(error)}"
    elif status == 400:
        sentence = "the request cannot be parsed"
    name, what_to_do = _REFUSED.get(status, ("ERROR", ""))
    return ErrorAnswer(status, ErrorDetail(name, sentence, "", what_to_do), error.headers)


def _where(error: ValidationException) -> str:
    """The first violation that the parser reports."""
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else None
    if not isinstance(first, dict):
        return ""
    place = f" ({first['key']})" if first.get("key") else ""
    return f": {first.get('message', '')}{place}"[:300]
