"""One error shape for the whole API: a name, a sentence, a clause, and what to do."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from pitboss.errors import PitbossError
from pitboss.house.people import WrongLogin
from pitboss.house.service import NoSuchTable, Reused
from pitboss.table.refusals import Refusal


class Problem(msgspec.Struct, frozen=True):
    name: str  # of the refusal, in capitals
    sentence: str
    clause: str = ""
    what_to_do: str = ""


class Trouble(msgspec.Struct, frozen=True):
    error: Problem


STATUS: dict[type[PitbossError], int] = {WrongLogin: 401, NoSuchTable: 404, Reused: 409}
_NAMES = {
    400: "BAD_REQUEST",
    401: "NOT_LOGGED_IN",
    403: "NOT_YOUR_ROLE",
    404: "NOT_FOUND",
    405: "BAD_METHOD",
    413: "TOO_LARGE",
    429: "TOO_MANY",
}


def refusal(no: Refusal) -> Response[Trouble]:
    problem = Problem(no.reason.name, str(no), no.clause)
    return Response(Trouble(problem), status_code=409)


def trouble(error: PitbossError) -> Trouble:
    name = "".join(f"_{ch}" if ch.isupper() else ch for ch in type(error).__name__).upper()
    return Trouble(Problem(name.strip("_"), error.what, error.clause or "", error.what_to_do or ""))


def on_pitboss_error(_: Request[Any, Any, Any], error: PitbossError) -> Response[Trouble]:
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return Response(trouble(error), status_code=status)


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    name = _NAMES.get(error.status_code, "ERROR")
    sentence = str(error.detail)
    if isinstance(error, ValidationException):
        sentence = "the request does not have the form this address asks for"
    return Response(Trouble(Problem(name, sentence)), status_code=error.status_code)


def on_any_error(_: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """What was not foreseen: nothing of it is told, and nothing was done."""
    problem = Problem("INTERNAL", "something went wrong here; nothing was done")
    return Response(Trouble(problem), status_code=500)
