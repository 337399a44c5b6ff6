"""The WebSocket's description is true: every kind of event fits it as a client is shown it, so do
golden rounds and the messages of a real socket, and every reason to close is in its table."""

import asyncio
import json
import re
import types
import typing
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from pitboss.notation.replay import replay
from pitboss.table import events as e
from pitboss.table.view import SHOWN, view, witness
from pitboss.web.description.asyncapi import CLOSE_CODES, describe_socket, event_name
from pitboss.web.push.moments import Update
from web.asgi import Place, Socket, opened, running

ROOT = Path(__file__).resolve().parent.parent.parent
ROUNDS = sorted((ROOT / "tests" / "rounds").rglob("*.round"))


@pytest.fixture(scope="module")
def description() -> Any:
    return json.loads(msgspec.json.encode(describe_socket()))


def validator(description: Any, name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def test_every_reference_leads_somewhere(description: Any) -> None:
    refs = set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(description)))
    assert len(refs) > 50
    for ref in refs:
        place = description
        for part in ref.removeprefix("#/").split("/"):
            place = place[part]
    for operation in description["operations"].values():
        assert operation["action"] in ("send", "receive")
    titles = [one["title"] for one in description["components"]["schemas"].values()]
    assert len(titles) == len(set(titles))


def some_value(hint: Any) -> Any:
    """A value of a field's type."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return some(hint)
    if isinstance(hint, types.UnionType) or origin is typing.Union:
        return some_value(parts[0])
    if origin is typing.Literal:
        return parts[0]
    if origin is tuple:
        return tuple(some_value(part) for part in parts if part is not ...)
    if origin is dict:
        return {some_value(parts[0]): some_value(parts[1])}
    base = getattr(hint, "__supertype__", hint)
    return {int: 7, str: "text", bool: True, Fraction: Fraction(1, 3)}[base]


def some(kind: type[msgspec.Struct]) -> Any:
    """A record with a value in every field."""
    hints = typing.get_type_hints(kind)
    fields = {field.name: some_value(hints[field.name]) for field in msgspec.structs.fields(kind)}
    return kind(**fields)


def test_every_kind_of_event_fits(description: Any) -> None:
    table = replay(ROUNDS[0].read_text(encoding="utf-8")).table
    for kind in SHOWN:
        check = validator(description, event_name(kind))
        for player in (None, "ann"):
            check.validate(json.loads(msgspec.json.encode(witness(table, some(kind), player))))


def test_what_golden_rounds_show_fits(description: Any) -> None:
    """To a watcher and to each player."""
    update = validator(description, "Update")
    kinds: set[type[e.Event]] = set()
    for path in ROUNDS[:: len(ROUNDS) // 12]:
        script = replay(path.read_text(encoding="utf-8"))
        table, kinds = script.table, kinds | {type(event) for event in script.events}
        for player in (None, *{seat.player for seat in table.seats.values()}):
            events = [witness(table, event, player) for event in script.events]
            message = Update(1, events, view(table, "watcher", 0), None)
            update.validate(json.loads(msgspec.json.encode(message)))
    assert len(kinds) > 10


def test_a_card_that_is_described_wrongly_is_found(description: Any) -> None:
    event = validator(description, event_name(e.CardDealt))
    event.validate({"type": "CardDealt", "place": "seat 1", "slot": 0, "card": "Qh", "clause": ""})
    for wrong in ({"card": 12}, {"order": [1, 2]}, {"type": "Paid"}):
        good = {"type": "CardDealt", "place": "seat 1", "slot": 0, "card": "Qh", "clause": ""}
        with pytest.raises(jsonschema_rs.ValidationError):
            event.validate(good | wrong)


def test_the_messages_of_a_socket_fit(directory: Path, description: Any) -> None:
    update, error = validator(description, "Update"), validator(description, "ErrorBody")

    async def play(place: Place) -> tuple[Socket, Socket]:
        async with running(place):
            guest = await place.guest()
            live = await Socket(guest).open("/api/tables/big-river/live")
            await live.until(lambda: bool(live.messages))
            seat = await guest.post("/api/tables/big-river/seat", {"cents": 100_00})
            assert seat.status == 200, seat.body
            await live.reached(place.house.live("big-river").seq)
            nowhere = await Socket(guest).open("/api/tables/no-such-table/live")
            await nowhere.ended()
            await live.close()
        return live, nowhere

    with opened(directory) as place:
        live, nowhere = asyncio.run(play(place))
    assert any(json.loads(message)["events"] for message in live.messages)
    for message in live.messages:
        update.validate(json.loads(message))
    (only,) = nowhere.messages
    error.validate(json.loads(only))
    assert nowhere.closed is not None and nowhere.closed[0] == 4404


def test_every_reason_to_close_is_described() -> None:
    """Codes of the house stand in constants, each in the table."""
    codes = {str(code) for code, _ in CLOSE_CODES}
    web = ROOT / "src" / "pitboss" / "web"
    for path in web.rglob("*.py"):
        numbers = set(re.findall(r"\b(4[04][0-9][0-9]|10[01][0-9])\b", path.read_text()))
        assert numbers - {"4000", "1000", "4096", "1024"} <= codes, path
