"""A number in a request is an integer: nothing else is taken for one, at any address."""

import asyncio
import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect as info

from kit.premises import directory
from kit.tiers import tier
from pitboss.web.api.models import CashMovement
from pitboss.web.bodies import BadBody, read_body
from web.asgi import Place, opened, shape_is_right

IMPOSTORS = ("1.0", '"5"', "true", "1e3", "1E2", "5.0", "-1.0", '"1"', "0.0", '""', "[5]", "null")


@pytest.fixture(scope="module")
def house() -> Iterator[Place]:
    with directory("web") as path, opened(path) as place:
        yield place


def bodies(place: Place) -> Iterator[tuple[str, Any]]:
    """Every address that takes a record, and the record."""
    for route in place.app.routes:
        for handler in getattr(route, "route_handlers", ()):
            field = getattr(handler, "parsed_data_field", None)
            if field is not None:
                yield route.path, field.annotation


def numbers(kind: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The places of all integers in a record, each with a type and an example of the whole."""
    match kind:
        case info.IntType():
            yield path, 1
        case info.StructType(fields=fields, tag=tag, tag_field=tag_field):
            base = {field.encode_name: example(field.type) for field in fields if field.required}
            if tag_field:
                base[tag_field] = tag
            for field in fields:
                for place, value in numbers(field.type):
                    whole = copy.deepcopy(base)
                    whole[field.encode_name] = value
                    yield (field.encode_name, *place), whole
        case info.UnionType(types=kinds):
            if not any(isinstance(one, info.StrType) for one in kinds):
                for one in kinds:
                    yield from numbers(one)
        case info.VarTupleType(item_type=item) | info.ListType(item_type=item):
            for place, value in numbers(item):
                yield (0, *place), [value]
        case info.DictType(value_type=item):
            for place, value in numbers(item):
                yield ("key", *place), {"key": value}


def example(kind: Any) -> Any:
    """A value that such a field may have."""
    match kind:
        case info.IntType(ge=least):
            return max(least or 0, 1)
        case info.StrType():
            return "abc"
        case info.BoolType():
            return True
        case info.LiteralType(values=values):
            return values[0]
        case info.StructType(fields=fields, tag=tag, tag_field=tag_field):
            base = {field.encode_name: example(field.type) for field in fields if field.required}
            return base | ({tag_field: tag} if tag_field else {})
        case info.UnionType(types=kinds):
            return example(kinds[0])
        case info.VarTupleType(item_type=item) | info.ListType(item_type=item):
            return [example(item)]
        case info.DictType():
            return {}
    return None


def put(whole: Any, place: tuple[Any, ...], text: str) -> bytes:
    """The record as JSON with a text of our own at a place."""
    mark = "the place of a number"
    inner = whole
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = mark
    return json.dumps(whole).replace(json.dumps(mark), text).encode()


def test_no_address_takes_anything_else_for_an_integer(house: Place) -> None:
    places = 0
    for path, kind in bodies(house):
        for place, whole in numbers(info.type_info(kind)):
            places += 1
            for text in IMPOSTORS:
                if text == "null":
                    continue  # some numbers may be left out
                raw = put(copy.deepcopy(whole), place, text)
                with pytest.raises(BadBody, match="Expected"):
                    print(path, place, raw, read_body(raw, kind))
    assert places > 60, "it looks at the numbers of every command"


AMOUNTS = ("/api/tables/big-river/seat", "/api/tables/big-river/commands", "/api/cash")


def test_the_addresses_of_money_refuse_with_a_sentence(house: Place) -> None:
    async def story() -> None:
        player, cashier = await house.guest(), await house.staff("administrator")
        command = '{"id": "a", "command": {"type": "BuyIn", "seat": 1, "cents": %s}}'
        forms = {
            AMOUNTS[0]: (player, '{"cents": %s}'),
            AMOUNTS[1]: (player, command),
            AMOUNTS[2]: (cashier, '{"name": "ann", "cents": %s}'),
        }
        for path, (client, form) in forms.items():
            for text in IMPOSTORS:
                answer = await client.send("POST", path, raw=(form % text).encode())
                assert answer.status == 400, (path, text, answer)
                shape_is_right(answer)
                assert "Expected `int`" in answer.json["error"]["sentence"], answer

    asyncio.run(story())


@settings(max_examples=tier(100, 5_000), deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False) | st.text() | st.booleans())
def test_nothing_but_an_integer_is_an_amount(value: object) -> None:
    body = json.dumps({"name": "ann", "cents": value}).encode()
    with pytest.raises(BadBody):
        read_body(body, CashMovement)


@settings(max_examples=tier(100, 5_000), deadline=None)
@given(st.integers())
def test_an_integer_is_itself(value: int) -> None:
    body = json.dumps({"name": "ann", "cents": value}).encode()
    if abs(value) <= 10**12:
        assert read_body(body, CashMovement).cents == value
    else:
        with pytest.raises(BadBody):
            read_body(body, CashMovement)
