"""A client that a generator wrote from the API's description plays a round of each game.

The description and the client's code come from a served house; what the generator cannot express
it says in a warning, and there must be none.
"""

import contextlib
import importlib
import json
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kit import premises
from kit.house_process import HouseProcess
from kit.waiting import PATIENCE
from pitboss.rulebook import GAMES

# Papers are bytes to a program, whatever their kind.
CONFIG = {
    "content_type_overrides": dict.fromkeys(
        ("application/pdf", "image/svg+xml"), "application/octet-stream"
    ),
    "post_hooks": [],
}
PACKAGE = "generated_client"


@pytest.fixture(scope="module")
def house() -> Iterator[HouseProcess]:
    with premises.directory("generated") as place:
        served = HouseProcess(place)
        try:
            yield served
        finally:
            served.stop()


@pytest.fixture(scope="module")
def description(house: HouseProcess) -> Any:
    with urllib.request.urlopen(f"{house.url}/api/openapi.json", timeout=PATIENCE) as reply:
        return json.load(reply)


@pytest.fixture(scope="module")
def generated(description: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    place = tmp_path_factory.mktemp("generated")
    (place / "openapi.json").write_text(json.dumps(description))
    (place / "config.json").write_text(json.dumps(CONFIG))
    words = ("generate", "--path", "openapi.json", "--config", "config.json", "--meta", "none")
    program = Path(sys.executable).with_name("openapi-python-client")
    done = subprocess.run(
        [program, *words, "--output-path", PACKAGE],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "arning" not in done.stdout + done.stderr, done.stdout
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(place))
        yield importlib.import_module(PACKAGE)


class GeneratedSeat:
    """A guest's seat, with nothing but the generated functions and records."""

    def __init__(self, package: ModuleType, url: str, table: str) -> None:
        self.package, self.table, self.models = (
            package,
            table,
            importlib.import_module(f"{PACKAGE}.models"),
        )
        self.anyone = package.Client(base_url=url, timeout=PATIENCE)
        session = self.call("accounts", "guest", self.anyone)
        self.client = package.AuthenticatedClient(url, session.token, timeout=PATIENCE)
        body = self.models.SeatRequest(cents=200_00)
        self.seat = self.call("tables", "take_seat", self.client, table, body=body).seat

    def close(self) -> None:
        for client in (self.anyone, self.client):
            client.get_httpx_client().close()

    def call(self, tag: str, name: str, client: Any, *path: str, **fields: Any) -> Any:
        module = importlib.import_module(f"{PACKAGE}.api.{tag}.{name}")
        reply = module.sync_detailed(*path, client=client, **fields)
        assert reply.status_code in (200, 201), reply.content
        return reply.parsed

    def command(self, kind: str, **fields: Any) -> Any:
        """Through the route that plays."""
        tag = getattr(self.models, f"{kind}Type")(kind)
        command = getattr(self.models, kind)(type_=tag, seat=self.seat, **fields)
        body = self.models.CommandRequest(id=uuid.uuid4().hex, command=command)
        return self.call("tables", "ask", self.client, self.table, body=body)

    def look(self, after: int | None = None) -> Any:
        fields = {} if after is None else {"after": after}
        return self.call("tables", "table_view", self.client, self.table, **fields)

    def play_round(self, required: list[str]) -> list[str]:
        """Bets the least on what a round requires and takes the first choice; its commands."""
        update, kinds = self.look(), []
        first = update.view.round_
        while update.view.round_ == first:
            view = update.view
            own = next(row for row in view.seats if row.seat == self.seat)
            if view.discards is not None:
                self.command("Discard", cards=[])
                kinds.append("Discard")
            elif view.choices:
                choice = view.choices[0]
                act = self.models.ActAct(choice.act)
                self.command("Act", act=act, multiple=choice.multiple, spot=choice.spot)
                kinds.append("Act")
            elif view.bets and not own.stakes.additional_properties:
                least = {spot.spot: spot.least for spot in view.bets if spot.spot in required}
                self.command("Bet", stakes=self.models.BetStakes.from_dict(least))
                self.call("tables", "tables_ready", self.client, self.table)
                kinds.append("Bet")
            update = self.look(after=update.seq)
        return kinds


TABLES = {
    "235-stud": "three-primes",
    "double-draw": "second-chance",
    "let-it-ride": "open-range",
    "mississippi-stud": "big-river",
}


def test_its_client_plays_a_round_of_each_game(house: HouseProcess, generated: ModuleType) -> None:
    assert set(TABLES) == set(GAMES)
    for key, table in TABLES.items():
        with contextlib.closing(GeneratedSeat(generated, house.url, table)) as seat:
            kinds = seat.play_round([spot.key for spot in GAMES[key].spots if spot.required])
            assert kinds[0] == "Bet", key
            assert ("Discard" in kinds) == GAMES[key].draws
            assert "Act" in kinds, key
            seat.command("Leave")


def test_a_refusal_is_its_record_of_errors(house: HouseProcess, generated: ModuleType) -> None:
    with contextlib.closing(GeneratedSeat(generated, house.url, "big-river")) as seat:
        ask = importlib.import_module(f"{PACKAGE}.api.tables.ask")
        act = seat.models.Act(type_=seat.models.ActType.ACT, seat=9, act=seat.models.ActAct.FOLD)
        body = seat.models.CommandRequest(id="no-such-seat", command=act)
        reply = ask.sync_detailed("big-river", client=seat.client, body=body)
        assert reply.status_code == 409
        assert isinstance(reply.parsed, seat.models.ErrorBody)
        assert reply.parsed.error.name == "NO_SUCH_SEAT"


def test_titles_and_operations_are_unique_and_every_name_is_its_own(description: Any) -> None:
    assert description["openapi"].startswith("3.1.")
    schemas = description["components"]["schemas"]
    titles = [schema["title"] for schema in schemas.values() if "title" in schema]
    assert len(titles) == len(set(titles)) > 250
    assert all(schema.get("title", name) == name for name, schema in schemas.items())
    operations = [one for path in description["paths"].values() for one in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names)) > 100
    assert all(name.isidentifier() and name.islower() for name in names)
    assert all(operation["description"] and operation["tags"] for operation in operations)
