"""The bodies of requests: read whole, up to a limit, and decoded as the record of an address."""

import functools
from typing import Any, Final

import msgspec
from litestar.types import Receive

from pitboss.web.errors import ClientLeft, HttpRefusal, TooLarge

MAX_BODY_BYTES: Final = 64 * 1024


class BadBody(HttpRefusal):
    def __init__(self, sentence: str) -> None:
        super().__init__(400, "BAD_REQUEST", sentence, "see /api/openapi.json for the format")


def unparsable() -> BadBody:
    return BadBody("the request cannot be parsed")


async def read_whole(receive: Receive) -> bytes:
    """The body of a request, whose length the client may not have announced."""
    parts: list[bytes] = []
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        parts.append(message.get("body", b""))
        if sum(map(len, parts)) > MAX_BODY_BYTES:
            raise TooLarge
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read_body(body: bytes, kind: Any) -> Any:
    """A request's JSON as the record that its address takes.

    A number is an integer and nothing else: Litestar itself would take 1.0 and "5" for one, too.
    """
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        sentence = f"the request does not match this address's schema: {error}"
        raise BadBody(sentence[:400]) from error
    except msgspec.DecodeError as error:
        raise unparsable() from error
