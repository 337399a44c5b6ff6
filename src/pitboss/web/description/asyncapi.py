"""The AsyncAPI description: every message of a table's WebSocket, and why the house closes one."""

from typing import Any, Final

import msgspec

from pitboss import __version__
from pitboss.table import events as e
from pitboss.table.view import SHOWN
from pitboss.web.errors import ErrorBody
from pitboss.web.push.hub import CLOSING, SESSION_ENDED, SESSION_LOCKED, TOO_SLOW
from pitboss.web.push.moments import Update
from pitboss.web.push.socket import MAX_MESSAGES, TOO_MANY_MESSAGES
from pitboss.web.rate_limits import NO_SUCH_HOST, TOO_MANY_SOCKETS

ADDRESS: Final = "/api/tables/{table}/live"
_REF: Final = "#/components/schemas/{name}"
_CARD: Final = {"type": ["string", "null"], "description": "`Qh`, `JK`, or a sign for face down"}
_CARDS: Final = {"type": "array", "items": {"type": "string"}}
_REFUSED: Final = (4400, "4000 plus the status of an error, whose body is the last message")
CLOSE_CODES: Final = (
    CLOSING,
    _REFUSED,
    SESSION_ENDED,
    TOO_SLOW,
    NO_SUCH_HOST,
    SESSION_LOCKED,
    TOO_MANY_MESSAGES,
    TOO_MANY_SOCKETS,
)


def event_name(kind: type[e.Event]) -> str:
    """Some events and commands have the same name, and a description has room for one of each."""
    return f"{kind.__name__}Event"


def _event_schemas() -> dict[str, Any]:
    kinds = [*SHOWN]
    named = {kind.__name__: kind for kind in kinds}
    _, shapes = msgspec.json.schema_components(kinds, ref_template=_REF)
    schemas: dict[str, Any] = {}
    for name, shape in _renamed(shapes, named).items():
        if (kind := named.get(name)) is None:
            schemas[name] = shape
            continue
        fields = shape["properties"]
        fields |= {key: _CARD for key in ("card",) if key in fields}
        fields |= {key: _CARDS for key in ("cards",) if fields.get(key, {}).get("type") == "array"}
        if (shown := SHOWN[kind]) is not None:
            fields = {key: fields[key] for key in ("type", *shown)}
        schemas[event_name(kind)] = {
            **shape,
            "title": event_name(kind),
            "properties": fields,
            "required": [*fields],
            "additionalProperties": False,
        }
    return schemas


def _renamed(schema: Any, named: dict[str, type[e.Event]]) -> Any:
    """A schema whose references lead to the events' own names."""
    if isinstance(schema, list):
        return [_renamed(one, named) for one in schema]
    if not isinstance(schema, dict):
        return schema
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name in named:
        return {"$ref": _REF.format(name=event_name(named[name]))}
    return {key: _renamed(one, named) for key, one in schema.items()}


def _schemas() -> dict[str, Any]:
    _, shapes = msgspec.json.schema_components([Update, ErrorBody], ref_template=_REF)
    schemas = {**_event_schemas(), **shapes}
    refs = [{"$ref": _REF.format(name=event_name(kind))} for kind in SHOWN]
    schemas["Event"] = {"title": "Event", "description": "`type` says which.", "oneOf": refs}
    schemas["Update"]["properties"]["events"]["items"] = {"$ref": _REF.format(name="Event")}
    return schemas


def _message(name: str, title: str, summary: str, payload: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "title": title, "summary": summary, "payload": payload}


def describe_socket() -> dict[str, Any]:
    """AsyncAPI 3.0, from the house's side: it sends updates and receives signs of life."""
    messages = {
        "update": _message(
            "update",
            "Update",
            "The table's latest events as this client may see them, and its view after them. The "
            "first one after connecting has the current table, with what came after `after`. If "
            "some of that is no longer stored, it has no events and `anew` is true.",
            {"$ref": _REF.format(name="Update")},
        ),
        "error": _message(
            "error",
            "Error",
            "Why the house refuses this socket, which then closes with 4000 plus the status.",
            {"$ref": _REF.format(name="ErrorBody")},
        ),
        "sign": _message(
            "sign",
            "Sign of life",
            f"Any text. Its content is ignored, and {MAX_MESSAGES} are allowed: commands go over "
            "HTTP.",
            {"type": "string"},
        ),
    }
    channel = {"$ref": "#/channels/table"}
    refs = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    at = {name: {"$ref": f"#/channels/table/messages/{name}"} for name in messages}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Pitboss",
            "version": __version__,
            "description": "Tables as they happen. Everything else is in /api/openapi.json.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": ADDRESS,
                "description": "One table. Authorise with the token as a bearer, or the cookie; "
                "without either, or with a locked session, the socket shows what a watcher sees.",
                "parameters": {"table": {"description": "the id of a table, from /api/tables"}},
                "messages": refs,
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "properties": {
                                "after": {
                                    "type": "integer",
                                    "minimum": 0,
                                    "description": "the last `seq` that the client has seen",
                                }
                            },
                        },
                        "bindingVersion": "0.1.0",
                    }
                },
            }
        },
        "operations": {
            "sendUpdate": {"action": "send", "channel": channel, "messages": [at["update"]]},
            "sendError": {"action": "send", "channel": channel, "messages": [at["error"]]},
            "receiveSign": {"action": "receive", "channel": channel, "messages": [at["sign"]]},
        },
        "components": {"messages": messages, "schemas": _schemas()},
        "x-close-codes": [{"code": code, "meaning": text} for code, text in CLOSE_CODES],
    }
