"""Writes docs/api.md: the API's addresses, the WebSocket's messages and the errors by code."""

from typing import Any

from dev.api_types import describe
from pitboss.web.description.asyncapi import ADDRESS, describe_socket
from pitboss.web.description.error_codes import error_codes

HEAD = """# The API

Written by `dev/generate.py` from the API's own descriptions; do not edit. A running house serves
the same as a page at `/api`, as OpenAPI 3.1 at `/api/openapi.json` and, for the WebSocket, as
AsyncAPI 3.0 at `/api/asyncapi.json`.

In Python, `pitboss.client` ([python.md](python.md)) is the short way. For other languages, give
the description to a generator; the tests do so with openapi-python-client, and its client plays a
round of each game:

    openapi-python-client generate --url http://127.0.0.1:8235/api/openapi.json

`POST /api/guest` gives a token, sent as `Authorization: Bearer TOKEN`. `POST
/api/tables/{table}/seat` sits down and buys in, `POST /api/tables/{table}/commands` gives a
command (`Bet`, `Act`, `Discard` and so on, named by `type`) under an id of the client's choice: the
same id never has a second effect, so a retry is safe. `GET /api/tables/{table}?after=SEQ` waits
for news and answers with every event after that number. If some of them are no longer stored,
`anew` is true: the answer has no events, and only its view counts.
"""


def _rows(heads: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    cells = ([str(cell).replace("|", "\\|").replace("\n", " ") for cell in row] for row in lines)
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def _addresses(paths: dict[str, Any]) -> str:
    by_tag: dict[str, list[tuple[object, ...]]] = {}
    for path, operations in sorted(paths.items()):
        for method, about in sorted(operations.items()):
            who, what = ", ".join(about["x-roles"]), " ".join(about["description"].split())
            row = (f"`{method.upper()} {path}`", f"`{about['operationId']}`", who, what)
            by_tag.setdefault(about["tags"][0], []).append(row)
    heads = ("address", "operation", "who", "what")
    return "".join(f"\n### {tag}\n\n{_rows(heads, rows)}" for tag, rows in sorted(by_tag.items()))


def page() -> str:
    description, socket = describe(), describe_socket()
    messages, sides = socket["components"]["messages"], {"send": "house", "receive": "client"}
    sent: list[tuple[object, ...]] = []
    for operation in socket["operations"].values():
        name = operation["messages"][0]["$ref"].rpartition("/")[2]
        sent.append((f"`{name}`", sides[operation["action"]], messages[name]["summary"]))
    closes: list[tuple[object, ...]] = [
        (row["code"], row["meaning"]) for row in socket["x-close-codes"]
    ]
    codes: list[tuple[object, ...]] = [
        (code.status, f"`{code.name}`", code.meaning) for code in error_codes()
    ]
    return (
        HEAD
        + f"\n## Addresses\n{_addresses(description['paths'])}"
        + f"\n## The WebSocket `{ADDRESS}`\n\n{_rows(('message', 'sent by', 'what'), sent)}\n"
        + "The AsyncAPI description has the kinds of events in an update, with their fields.\n"
        + f"\n{_rows(('close code', 'meaning'), closes)}"
        + '\n## Errors by code\n\nEvery error has the body `{"error": {"name", "sentence", '
        + '"clause", "what_to_do"}}`.\n\n'
        + _rows(("status", "name", "meaning"), codes)
    )
