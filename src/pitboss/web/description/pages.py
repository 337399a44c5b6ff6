"""Addresses of the descriptions: OpenAPI, AsyncAPI, and a page for people."""

from collections.abc import Iterable
from html import escape
from typing import Any

from litestar import Response

from pitboss.web.api.common import ApiRequest, get
from pitboss.web.description.asyncapi import ADDRESS, describe_socket
from pitboss.web.description.error_codes import error_codes
from pitboss.web.guard import ANYONE


@get("/api/openapi.json", ANYONE, include_in_schema=False)
def openapi(request: ApiRequest) -> Response[dict[str, Any]]:
    """This description."""
    return Response(request.app.state.describe())


@get("/api/asyncapi.json", ANYONE, include_in_schema=False)
def asyncapi() -> Response[dict[str, Any]]:
    """The description of the WebSocket's messages."""
    return Response(describe_socket())


def _table(name: str, title: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f'<h2 id="{name}">{escape(title)}</h2>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


@get("/api", ANYONE, media_type="text/html", include_in_schema=False)
def description_page(request: ApiRequest) -> str:
    """The description for people: every address, its roles, the socket's messages, the errors."""
    addresses = [
        (method.upper(), path, ", ".join(about["x-roles"]), about.get("description", ""))
        for path, operations in sorted(request.app.state.describe()["paths"].items())
        for method, about in sorted(operations.items())
    ]
    socket = describe_socket()
    sides = {"send": "the house", "receive": "the client"}
    messages = [
        (
            name.title(),
            sides[operation["action"]],
            socket["components"]["messages"][name]["summary"],
        )
        for operation in socket["operations"].values()
        for name in [operation["messages"][0]["$ref"].rpartition("/")[2]]
    ]
    closes = [(row["code"], row["meaning"]) for row in socket["x-close-codes"]]
    codes = [(code.status, code.name, code.meaning) for code in error_codes()]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>API · Pitboss</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/base/style.css"><main><h1>The API</h1>'
        '<p>Described for programs in <a href="/api/openapi.json">openapi.json</a> and, for the '
        'WebSocket, in <a href="/api/asyncapi.json">asyncapi.json</a>. On this page: <a '
        'href="#addresses">addresses</a>, <a href="#socket">the WebSocket</a>, <a '
        'href="#errors">errors by code</a>.</p>'
        + _table("addresses", "Addresses", ("Method", "Address", "Who", "What"), addresses)
        + _table("socket", f"The WebSocket {ADDRESS}", ("Message", "Sent by", "What"), messages)
        + _table("closing", "Why a WebSocket closes", ("Code", "Meaning"), closes)
        + _table("errors", "Errors by code", ("Status", "Name", "Meaning"), codes)
        + "</main></html>"
    )
