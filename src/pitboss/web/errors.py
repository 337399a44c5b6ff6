"""The one error body of the whole API: a name, a sentence, a clause, and what to do."""

import logging
from typing import Any, Final

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
    """A request refused by the guard or by the rate limits."""

    def __init__(self, status: int, name: str, sentence: str, what_to_do: str = "") -> None:
        super().__init__(status_code=status, detail=sentence)
        self.error_detail = ErrorDetail(name, sentence, what_to_do=what_to_do)


_NAMES: Final = {
    400: "BAD_REQUEST",
    404: "NOT_FOUND",
    405: "BAD_METHOD",
    413: "TOO_LARGE",
    415: "BAD_MEDIA_TYPE",
}
_WHAT_TO_DO: Final = {
    400: "see /api/openapi.json for the format",
    404: "see /api/openapi.json for the addresses",
    405: "see the Allow header",
    413: "send less",
    415: "send application/json",
}


INTERNAL: Final = ErrorDetail("INTERNAL", "internal error; nothing was done")


def refusal(reply: Refusal) -> Response[Any]:
    """An error body in place of the address's own answer."""
    return Response(ErrorBody(refusal_detail(reply)), status_code=409)


def refusal_detail(reply: Refusal) -> ErrorDetail:
    return ErrorDetail(reply.reason.name, str(reply), reply.clause)


def detail_of(error: PitbossError) -> ErrorDetail:
    name = "".join(f"_{ch}" if ch.isupper() else ch for ch in type(error).__name__).upper()
    if type(error) is PitbossError:
        name = "REFUSED"
    return ErrorDetail(name.strip("_"), error.what, error.clause or "", error.what_to_do or "")


def on_pitboss_error(_: Request[Any, Any, Any], error: PitbossError) -> Response[ErrorBody]:
    if isinstance(error, StoreUnavailable):
        _log.error("a request was refused", exc_info=error)
    wait: int | None = getattr(error, "retry_after", None)  # seconds
    if wait is None and error.status == 503:
        wait = RETRY_SECONDS
    headers = {"Retry-After": str(wait)} if wait is not None else None
    return _answer(error.status, detail_of(error), headers)


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    status = error.status_code
    if isinstance(error, HttpRefusal):
        return _answer(status, error.error_detail)
    if status >= 500:
        return on_any_error(_, error)
    sentence = str(error.detail)
    if isinstance(error, ValidationException):
        sentence = f"the request does not match this address's schema{_where(error)}"
    elif status == 400:
        sentence = "the request cannot be parsed"
    elif status == 413:
        sentence = "the request is too large"
    detail = ErrorDetail(_NAMES.get(status, "ERROR"), sentence, "", _WHAT_TO_DO.get(status, ""))
    return _answer(status, detail, error.headers)


def _where(error: ValidationException) -> str:
    """The first violation that the parser reports."""
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else None
    if not isinstance(first, dict):
        return ""
    place = f" ({first['key']})" if first.get("key") else ""
    return f": {first.get('message', '')}{place}"[:300]


def on_deep_body(_: Request[Any, Any, Any], error: RecursionError) -> Response[ErrorBody]:
    return _answer(400, ErrorDetail("BAD_REQUEST", "the request is nested too deeply"))


def on_bad_text(_: Request[Any, Any, Any], error: UnicodeError) -> Response[ErrorBody]:
    return _answer(400, ErrorDetail("BAD_REQUEST", "the request is not UTF-8"))


def on_any_error(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Hides an unexpected error from the client; the log has it."""
    if (away := unavailable(error)) is not None:
        return on_pitboss_error(request, away)
    _log.error("unexpected error", exc_info=error)
    return _answer(500, INTERNAL)


def _answer(
    status: int, detail: ErrorDetail, headers: dict[str, str] | None = None
) -> Response[ErrorBody]:
    return Response(
        ErrorBody(detail), status_code=status, headers=headers, media_type="application/json"
    )
