"""The API's description is true: schemathesis asks what it says may be asked, and much that it
does not, in every role; what comes back must be as described and never a failure of the server.
"""

import importlib
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode, checks
from schemathesis.specs.openapi import checks as openapi

from kit.premises import directory
from kit.tiers import tier
from kit.waiting import PATIENCE
from pitboss.house.people.persons import ROLES, add_person
from pitboss.house.people.sessions import open_session
from pitboss.web.api.commands import MAY_ASK
from pitboss.web.description.error_codes import error_codes
from web.asgi import Place, opened, shape_is_right

CODES = {(code.status, code.name) for code in error_codes()}
EXAMPLES = tier(1, 8)  # of each address


@pytest.fixture(scope="module")
def house() -> Iterator[Place]:
    # Hypothesis looks at it by name: not while a thread of the house is still loading it.
    importlib.import_module("numpy")
    with directory("web") as path, opened(path) as place:
        hours = itertools.count(0, 3600)
        place.limiter.clock = lambda: float(next(hours))  # no limits here
        with place.house.store.begin() as tx:
            for role in ROLES:
                add_person(tx, f"the_{role}", role, "correct horse", place.clock())
        yield place


@pytest.fixture(scope="module")
def api(house: Place) -> Any:
    return schemathesis.openapi.from_asgi("/api/openapi.json", house.app, timeout=PATIENCE)


def token(house: Place, role: str) -> str:
    """A new session for each request, because one of the requests logs out."""
    from pitboss.house.people.persons import find_person

    with house.house.store.begin() as tx:
        person = find_person(tx, f"the_{role}")
        if person is None:  # closed by an administrator's request
            staff_role: Any = role
            name = f"the_{role}_{len(house.people)}"
            house.people[name] = house.client()
            person = add_person(tx, name, staff_role, "correct horse", house.clock())
        return open_session(tx, person, house.clock())[0]


CHECKS = (
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
)
TABLES = ("three-primes", "second-chance", "open-range", "big-river")


class Asking:
    """One address, asked by anyone and by each role that its rule names."""

    def __init__(self, house: Place, operation: Any) -> None:
        self.house, self.operation, self.requests = house, operation, 0
        roles = operation.definition.raw["x-roles"]
        self.askers = ("anyone", *sorted({*ROLES} & {*roles} or {"player"}))

    def ask(self, case: Any, *, really: bool) -> None:
        if really and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = TABLES[self.requests % 4]
        for role in self.askers:
            has_session = role != "anyone"
            headers = {"authorization": f"Bearer {token(self.house, role)}"} if has_session else {}
            response = case.call(headers=headers, timeout=PATIENCE)
            # Too large a body is refused before it is read: schemathesis does not expect that.
            kinds = CHECKS[:-1] if response.status_code == 413 else CHECKS
            case.validate_response(response, checks=kinds)
            self.requests += 1
            if response.status_code >= 400:
                body = json.loads(response.content)
                assert set(body) == {"error"}
                assert (response.status_code, body["error"]["name"]) in CODES, body

    def all(self, mode: GenerationMode) -> int:
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=self.operation.as_strategy(generation_mode=mode))
        def run(case: Any) -> None:
            self.ask(case, really=mode is GenerationMode.POSITIVE)

        run()
        return self.requests


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_what_is_described_is_so(house: Place, api: Any, mode: GenerationMode) -> None:
    requests = 0
    for result in api.get_all_operations():
        operation = result.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
            continue  # nothing there to get wrong
        requests += Asking(house, operation).all(mode)
    assert requests > 100 * EXAMPLES


def test_the_description_says_every_rule(house: Place) -> None:
    description = house.app.state.describe()
    routes = {
        getattr(route, "path_format", "")
        for route in house.app.routes
        if any(
            handler.resolve_include_in_schema() and set(handler.http_methods) != {"OPTIONS"}
            for handler in getattr(route, "route_handlers", ())
        )
    }
    assert routes == set(description["paths"])
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            assert operation["x-roles"], (method, path)
            assert operation.get("description"), (method, path)
            for code, answer in operation["responses"].items():
                if int(code) >= 400:
                    schema = answer["content"]["application/json"]["schema"]
                    # A house that is not ready says what is wrong in the body of its readiness.
                    record = "Ready" if (path, code) == ("/ready", "503") else "ErrorBody"
                    assert schema == {"$ref": f"#/components/schemas/{record}"}
            assert {"429", "500"} <= set(operation["responses"])
            if operation["x-roles"] != ["anyone"]:
                assert {"401", "403"} <= set(operation["responses"])
    commands = description["components"]["schemas"]
    for kind in MAY_ASK:
        form = commands[kind.__name__]
        assert form["properties"]["type"] == {"enum": [kind.__name__]}
        assert not {"by", "at", "order", "meters"} & set(form["properties"])
        assert form["additionalProperties"] is False


def test_shapes_are_checked(house: Place) -> None:
    """`shape_is_right` is no rubber stamp."""
    from web.asgi import Answer

    headers = [("content-type", "application/json")]
    good = {"name": "BAD_REQUEST", "sentence": "b", "clause": "", "what_to_do": ""}
    shape_is_right(Answer(400, headers, json.dumps({"error": good}).encode()))
    for bad in (
        {"error": good, "more": 1},
        {"error": {**good, "name": "a"}},
        {"error": {**good, "name": "NOT_LISTED"}},
        {"detail": "no"},
    ):
        with pytest.raises((AssertionError, KeyError)):
            shape_is_right(Answer(400, headers, json.dumps(bad).encode()))
