"""The OpenAPI description, with the roles of each address and every error it can answer."""

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from pitboss import __version__
from pitboss.house.writing.replies import Done
from pitboss.web.api import models
from pitboss.web.description.error_codes import error_codes
from pitboss.web.errors import ErrorBody
from pitboss.web.guard import ANYONE
from pitboss.web.push.moments import Update

_WHY: Final = {
    400: "The request does not match the schema, or asks for something impossible",
    401: "No session, a locked console, or a wrong login",
    403: "Wrong role, cross-origin request, or an act that needs a second person",
    404: "There is no such table, round or approval",
    409: "The rules refuse it now; the clause says why",
    413: "The request is too large",
    429: "Too many requests from this address",
    500: "Internal error; nothing was done",
    503: "The database is unavailable or full: retry later, with the same id",
}
_ERROR_CONTENT: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}}


def describe_api(handlers: Sequence[Any]) -> dict[str, Any]:
    """Described by a second application, so that the first has none of Litestar's pages."""
    config = OpenAPIConfig(
        "Pitboss", __version__, render_plugins=[JsonRenderPlugin()], use_handler_docstrings=True
    )
    app = Litestar(list(handlers), openapi_config=config, logging_config=None)
    description: dict[str, Any] = copy.deepcopy(app.openapi_schema.to_schema())
    described = {
        (route.path_format, method.lower()): handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        for method in getattr(handler, "http_methods", ())
    }
    functions = {at: _function(handler) for at, handler in described.items()}
    names = _operation_ids(functions)
    # msgspec describes its own constraints more exactly than Litestar does.
    records = [one for one in vars(models).values() if isinstance(one, type)]
    kinds = [one for one in records if issubclass(one, msgspec.Struct)]
    _, shapes = msgspec.json.schema_components(
        [*kinds, Update, Done, ErrorBody], ref_template="#/components/schemas/{name}"
    )
    components = description.setdefault("components", {})
    components.setdefault("schemas", {}).update(shapes)
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "pitboss"},
    }
    components["schemas"]["ErrorDetail"]["properties"]["name"]["description"] = (
        "The code, in capitals; x-errors lists them all."
    )
    description["x-errors"] = msgspec.to_builtins(error_codes())
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            _add_rule(operation, path, described[path, method].opt)
            operation["operationId"] = names[path, method]
            operation["tags"] = [_tag(functions[path, method])]
    return description


def _function(handler: Any) -> Any:
    """The handler's own function; each application wraps it once more to run it in a thread."""
    function = handler.fn
    while not hasattr(function, "__name__"):
        function = function.func
    return function


def _operation_ids(functions: dict[tuple[str, str], Any]) -> dict[tuple[str, str], str]:
    """Each operation by its function's name; with its module's where two have the same."""
    names = {at: function.__name__ for at, function in functions.items()}
    twice = {name for name, count in Counter(names.values()).items() if count > 1}
    return {
        at: f"{_tag(functions[at])}_{name}" if name in twice else name for at, name in names.items()
    }


def _tag(function: Any) -> str:
    """The part of the API that an operation belongs to: the module of its function."""
    return str(function.__module__).rpartition(".")[2]


def _add_rule(operation: dict[str, Any], path: str, opt: dict[str, Any]) -> None:
    roles = opt.get("roles", ())
    operation["x-roles"] = list(roles)
    operation["security"] = [{"token": []}, {"cookie": []}] if roles != ANYONE else []
    answers = operation["responses"]
    asks = bool(operation.get("requestBody") or operation.get("parameters"))
    codes = {400} if asks else set()
    codes |= {401, 403} if roles != ANYONE or opt.get("opens_session") else set()
    codes |= {404} if "{" in path or operation.get("parameters") else set()
    codes |= {404, 409} if operation.get("requestBody") or opt.get("refuses") else set()
    if path.endswith("/close"):
        codes.add(409)
    if kinds := opt.get("kinds"):  # media types other than JSON
        answers["200"]["content"] = {kind: {"schema": {}} for kind in kinds}
    for code in sorted(codes | {413, 429, 500, 503}):
        answers[str(code)] = {"description": _WHY[code], "content": _ERROR_CONTENT}
    if path == "/ready":
        answers["503"]["content"] = answers["200"]["content"]
