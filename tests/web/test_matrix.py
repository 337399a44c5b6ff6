"""Every address × every kind of asker × every state of a table.

What is expected stands in literal tables. An address that has no row fails.
"""

import asyncio
from typing import Any, Final

import pytest
from litestar import Litestar

from kit.premises import PASSWORD
from pitboss.web.pages import PAGES
from web.asgi import Answer, Client, Place, Socket, shape_is_right
from web.everybody import STATES, everybody

_ALL: Final = "anyone guest player dealer floorperson auditor administrator locked revoked"
_HERE: Final = "guest player dealer floorperson auditor administrator"
_PLAYERS: Final = "guest player"
_BOSS: Final = "administrator"

# Who is let in. All others are answered 401 (no session, or a locked console) or 403 (another
# role), and nothing is done.
LET_IN: Final[dict[tuple[str, str], str]] = {
    **{("GET", address): _ALL for address in PAGES},  # shells: what they show is asked for
    ("GET", "/health"): _ALL,
    ("GET", "/live"): _ALL,
    ("GET", "/ready"): _ALL,
    ("GET", "/metrics"): "floorperson auditor administrator",
    ("GET", "/welcome"): _ALL,
    ("GET", "/static/{path}"): _ALL,
    ("GET", "/text/{name}"): _ALL,
    ("GET", "/api/here"): _ALL,
    ("GET", "/api"): _ALL,
    ("GET", "/api/asyncapi.json"): _ALL,
    ("GET", "/api/openapi.json"): _ALL,
    ("GET", "/api/tables"): _ALL,
    ("GET", "/api/tables/{table}"): _ALL,
    ("GET", "/api/tables/{table}/felt"): _ALL,
    ("GET", "/api/tables/{table}/ranking"): _ALL,
    ("GET", "/api/tables/{table}/limits"): _ALL,
    ("GET", "/api/tables/{table}/fairness"): _ALL,
    ("GET", "/api/games"): _ALL,
    ("GET", "/api/rules/{game}"): _ALL,
    ("GET", "/api/odds/{game}"): _ALL,
    ("GET", "/api/odds/{game}/overview"): _ALL,
    ("GET", "/api/odds/{game}/sheet"): _ALL,
    ("GET", "/api/odds/{game}/what-if"): _ALL,
    ("GET", "/api/odds/{game}/lines"): _ALL,
    ("GET", "/api/odds/{game}/meter"): _ALL,
    ("GET", "/api/odds/{game}/both"): _ALL,
    ("GET", "/api/odds/{game}/limit"): _ALL,
    ("GET", "/api/odds/{game}/hand"): _ALL,
    ("GET", "/api/odds/{game}/classes"): _ALL,
    ("GET", "/api/odds/{game}/card"): _ALL,
    ("GET", "/api/odds/{game}/sessions"): _ALL,
    ("GET", "/api/odds/{game}/fan"): _ALL,
    ("WEBSOCKET", "/api/tables/{table}/live"): _ALL,
    ("POST", "/api/guest"): _ALL,
    ("POST", "/api/register"): _ALL,
    ("POST", "/api/login"): _ALL,
    ("POST", "/api/first-administrator"): _ALL,
    ("POST", "/api/welcome"): _ALL,
    ("POST", "/api/unlock"): f"{_HERE} locked",
    ("GET", "/api/me"): f"{_HERE} locked",
    ("POST", "/api/chips"): _PLAYERS,
    ("GET", "/api/seats"): _PLAYERS,
    ("GET", "/api/tables/{table}/holding"): _HERE,
    ("POST", "/api/tables/{table}/commands"): _HERE,
    ("POST", "/api/tables/{table}/commands/list"): _HERE,
    ("POST", "/api/tables/{table}/ready"): _PLAYERS,
    ("POST", "/api/tables/{table}/seat"): _PLAYERS,
    ("POST", "/api/tables/{table}/rebet"): _PLAYERS,
    ("POST", "/api/tables/{table}/seed"): _PLAYERS,
    ("POST", "/api/tables/{table}/reactions"): _PLAYERS,
    ("GET", "/api/rounds"): _HERE,
    ("GET", "/api/rounds/{table}/{number}"): _HERE,
    ("GET", "/api/rounds/{table}/{number}/text"): _HERE,
    ("GET", "/api/fairness/{table}/{number}"): _HERE,
    ("GET", "/api/rounds/{table}/{number}/fairness"): "floorperson auditor administrator",
    ("GET", "/api/search/rounds"): _HERE,
    ("GET", "/api/search/export"): _HERE,
    ("GET", "/api/search/forms"): _HERE,
    ("GET", "/api/search/terms"): "auditor administrator",
    ("GET", "/api/rounds/{table}/{number}/steps"): _HERE,
    ("GET", "/api/rounds/{table}/{number}/proof"): "floorperson auditor administrator",
    ("GET", "/api/audit/run"): "auditor",
    ("POST", "/api/audit/run"): "auditor",
    ("GET", "/api/approvals"): "administrator floorperson",
    ("GET", "/api/floor"): "floorperson",
    ("GET", "/api/wall"): _ALL,
    ("GET", "/api/tables/{table}/console"): "dealer floorperson",
    ("GET", "/api/tables/{table}/payments"): "dealer floorperson",
    ("POST", "/api/tables/{table}/preview"): "dealer floorperson",
    ("GET", "/api/tables/{table}/hint"): _PLAYERS,
    ("GET", "/api/tables/{table}/coach"): _PLAYERS,
    ("GET", "/api/me/session"): _PLAYERS,
    ("POST", "/api/rounds/{table}/{number}/share"): _PLAYERS,
    ("POST", "/api/rounds/{table}/{number}/unshare"): _PLAYERS,
    ("GET", "/api/shares"): _PLAYERS,
    ("GET", "/api/hands/{token}"): _ALL,
    ("GET", "/hand/{token}"): _ALL,
    ("GET", "/hand/{token}/{name}"): _ALL,
    ("GET", "/api/rules/{game}/example"): _ALL,
    ("GET", "/api/lessons/{game}"): _ALL,
    ("GET", "/service-worker.js"): _ALL,
    ("GET", "/manifest.webmanifest"): _ALL,
    ("GET", "/api/trainer"): _HERE,
    ("GET", "/api/trainer/{game}/{stage}"): _HERE,
    ("POST", "/api/trainer/{game}/{stage}/hand"): _HERE,
    ("POST", "/api/trainer/{game}/{stage}/answer"): _HERE,
    ("GET", "/api/drill"): _HERE,
    ("POST", "/api/drill"): _HERE,
    ("POST", "/api/drill/answers"): _HERE,
    ("POST", "/api/approvals"): "dealer floorperson",
    ("POST", "/api/approvals/{number}"): "administrator floorperson",
    ("GET", "/api/tables/{table}/money"): "floorperson auditor administrator",
    ("POST", "/api/cash"): "floorperson administrator",
    ("POST", "/api/cash/approvals"): "floorperson administrator",
    ("POST", "/api/cage"): _BOSS,
    ("POST", "/api/cage/approvals"): _BOSS,
    ("POST", "/api/password"): _HERE,
    ("GET", "/api/audit"): "auditor",
    ("GET", "/api/house"): "auditor administrator",
    ("GET", "/api/house/log"): "auditor administrator",
    ("GET", "/api/house/tables"): "auditor administrator",
    ("GET", "/api/papers"): "floorperson auditor administrator",
    ("GET", "/api/papers/filing"): "auditor administrator",
    ("GET", "/api/papers/{game}/{name}"): "floorperson auditor administrator",
    ("GET", "/api/limits"): "floorperson auditor administrator",
    ("POST", "/api/limits/{table}"): "floorperson",
    ("GET", "/api/limits/{table}/notice"): "floorperson auditor administrator",
    ("GET", "/api/slips"): "floorperson auditor administrator",
    ("GET", "/api/slips/{table}/{number}"): "floorperson auditor administrator",
    ("POST", "/api/slips/{table}/{number}/print"): "floorperson auditor administrator",
    ("GET", "/api/statistics"): "floorperson auditor administrator",
    ("GET", "/api/statistics/papers/{form}"): "floorperson auditor administrator",
    ("GET", "/api/submission"): "auditor administrator",
    ("GET", "/api/submissions"): "auditor administrator",
    ("GET", "/api/submissions/{number}"): "auditor administrator",
    ("POST", "/api/submission"): _BOSS,
    ("POST", "/api/submission/check"): _BOSS,
    ("GET", "/api/people"): _BOSS,
    ("POST", "/api/people/role"): _BOSS,
    ("POST", "/api/people/password"): _BOSS,
    ("POST", "/api/people"): _BOSS,
    ("POST", "/api/people/revoke"): _BOSS,
    ("POST", "/api/people/reopen"): _BOSS,
    ("POST", "/api/devices"): _BOSS,
    ("GET", "/api/shifts"): "floorperson administrator",
    ("POST", "/api/shifts"): _BOSS,
    ("POST", "/api/tables"): _BOSS,
    ("POST", "/api/tables/{table}/settings"): _BOSS,
    ("POST", "/api/tables/{table}/close"): _BOSS,
    ("POST", "/api/tables/{table}/close-after-round"): _BOSS,
    ("POST", "/api/logout"): f"{_HERE} locked",  # last: the session is gone with it
}
# What is sent, and what those who are let in may be answered.
_BODIES: Final[dict[str, Any]] = {
    "/api/register": {"name": "house", "password": PASSWORD},
    "/api/login": {"name": "Nobody", "password": PASSWORD},
    "/api/first-administrator": {"token": "x", "name": "Boss", "password": PASSWORD},
    "/api/unlock": {"password": "wrong password"},
    "/api/limits/{table}": {"hour": 0},
    "/api/tables/{table}/commands": {"id": "m", "command": {"type": "ReportJam", "device": "shoe"}},
    "/api/tables/{table}/commands/list": {
        "id": "l",
        "commands": [{"type": "ReportJam", "device": "shoe"}],
    },
    "/api/devices": {"name": "house", "table": "three-primes"},
    "/api/shifts": {"name": "Nobody", "tables": ["three-primes"], "until": 0},
    "/api/tables/{table}/preview": {"command": {"type": "ReportJam", "device": "shoe"}},
    "/api/drill": {"game": "let-it-ride", "level": "required"},
    "/api/drill/answers": {"drill": "x", "answers": []},
    "/api/trainer/{game}/{stage}/answer": {"id": "a", "act": "ride"},
    "/api/tables/{table}/seed": {"seed": ""},
    "/api/tables/{table}/reactions": {"sign": "hello"},
    "/api/approvals": {"table": "none", "command": {"type": "Fill", "cents": 100}},
    "/api/approvals/{number}": {"approve": False},
    "/api/cash": {"name": "Nobody", "cents": 1},
    "/api/cash/approvals": {"name": "Nobody", "cents": 0},
    "/api/cage": {"currency": "real", "cents": 0},
    "/api/cage/approvals": {"currency": "real", "cents": 0},
    "/api/password": {"password": "x", "new": PASSWORD},
    "/api/people/reopen": {"name": "Nobody"},
    "/api/people": {"name": "house", "role": "dealer", "password": PASSWORD},
    "/api/people/revoke": {"name": "Nobody"},
    "/api/people/role": {"name": "Nobody", "role": "dealer"},
    "/api/people/password": {"name": "Nobody", "password": PASSWORD},
    "/api/submission/check": {"text": "x"},
    "/api/submission": {"text": "x", "after": 0},
    "/api/tables/{table}/settings": {"betting": 25},
    "/api/tables/{table}/rebet": {},
    "/api/tables/{table}/seat": {"cents": 50},  # less than a chip
    "/api/tables": {
        "id": "three-primes",
        "name": "Again",
        "game": "let-it-ride",
        "currency": "real",
        "mode": "dealer",
    },
}
_ANSWERS: Final[dict[str, tuple[int, ...]]] = {
    "/ready": (200, 503),  # nobody deals here, so a table in play is late
    "/static/{path}": (200,),
    "/text/{name}": (200,),
    "/api/guest": (201,),
    "/api/register": (400,),
    "/api/login": (401,),
    "/api/first-administrator": (403,),
    "/api/welcome": (400,),
    "/api/unlock": (401,),
    "/api/tables/{table}/commands": (403, 409),
    "/api/tables/{table}/commands/list": (200, 403),
    "/api/devices": (403,),  # the house deals there itself
    "POST /api/shifts": (409,),
    "/api/limits/{table}": (409,),  # no change of limits waits
    "/api/limits/{table}/notice": (409,),
    "/api/tables/{table}/seat": (409,),
    "/api/tables/{table}/rebet": (409,),  # nobody here sits
    "/api/tables/{table}/preview": (403, 409),  # a dealer has no part in a self-dealt table
    "/api/tables/{table}/console": (200, 403),
    "/api/tables/{table}/payments": (200, 403),
    "/api/drill/answers": (400,),
    "/api/trainer/{game}/{stage}/answer": (409,),  # no hand was asked for
    "/api/tables/{table}/hint": (409,),  # nobody here is asked to decide
    "/api/tables/{table}/seed": (403,),  # nobody here sits
    "/api/tables/{table}/reactions": (403,),
    "/api/papers/{game}/{name}": (404,),
    "/api/slips/{table}/{number}": (404,),
    "/api/slips/{table}/{number}/print": (404,),
    "/api/statistics": (400,),  # no period is named
    "/api/statistics/papers/{form}": (400,),
    "/api/odds/{game}/what-if": (400,),  # no row is changed
    "/api/rounds/{table}/{number}": (404,),
    "/api/fairness/{table}/{number}": (404,),
    # An answer, or that it is being computed; 400 where nothing is said of what is asked for.
    **dict.fromkeys(("/api/odds/{game}/" + it for it in ("overview", "sheet")), (200, 202)),
    **dict.fromkeys(("/api/odds/{game}/" + it for it in ("lines", "classes", "card")), (200, 202)),
    **dict.fromkeys(
        ("/api/odds/{game}/" + it for it in ("meter", "both", "limit", "hand", "sessions", "fan")),
        (400,),
    ),
    "/api/rounds/{table}/{number}/text": (404,),
    "/api/rounds/{table}/{number}/share": (404,),
    "/api/hands/{token}": (404,),
    "/hand/{token}/{name}": (400, 404),
    "/api/rounds/{table}/{number}/fairness": (404,),
    "/api/rounds/{table}/{number}/steps": (404,),
    "/api/rounds/{table}/{number}/proof": (404,),
    "POST /api/audit/run": (201,),
    "POST /api/approvals": (404,),
    "/api/approvals/{number}": (404,),
    "POST /api/cash": (409,),
    "/api/cash/approvals": (409,),
    "/api/cage": (409,),
    "/api/cage/approvals": (409,),
    "/api/password": (401,),
    "POST /api/people": (400,),
    "/api/people/revoke": (400,),
    "/api/people/reopen": (400,),
    "/api/people/role": (400,),
    "/api/people/password": (400,),
    "POST /api/submission": (409,),
    "/api/submissions/{number}": (404,),
    "POST /api/tables": (409,),
    "/api/tables/{table}/close": (200, 409),
    "/api/tables/{table}/close-after-round": (200,),
}


def addresses(place: Place) -> set[tuple[str, str]]:
    rows = set()
    for route in place.app.routes:
        path = getattr(route, "path_format", route.path)
        handlers = getattr(route, "route_handlers", None)
        for handler in handlers or ():
            rows |= {(method, path) for method in handler.http_methods if method != "OPTIONS"}
        if handlers is None:
            rows.add(("WEBSOCKET", path))
    return rows


def routes_without_rules(app: Litestar) -> list[str]:
    """Addresses whose handlers name no roles; there must be none."""
    paths: set[str] = set()
    for route in app.routes:
        handlers: Any = getattr(route, "route_handlers", None) or [
            getattr(route, "route_handler", None)
        ]
        for handler in handlers:
            # Litestar answers OPTIONS itself, with the methods of the address and nothing else.
            methods = set(getattr(handler, "http_methods", ()))
            if handler is not None and methods != {"OPTIONS"} and "roles" not in handler.opt:
                paths.add(route.path)
    return sorted(paths)


def test_every_address_has_a_row(place: Place) -> None:
    assert addresses(place) == set(LET_IN)
    assert routes_without_rules(place.app) == []


async def bring(place: Place, player: Client, table: str, state: str) -> None:
    """The table into a state, by a player of its own."""
    if state == "empty":
        return
    await player.do(table, "Sit", seat=1, player=player.name)
    await player.do(table, "BuyIn", seat=1, cents=50_000)
    await asyncio.to_thread(place.house.tick, table)
    view = await player.view(table)
    stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
    await player.do(table, "Bet", seat=1, stakes=stakes)
    if state == "playing":
        await player.post(f"/api/tables/{table}/ready")
        await asyncio.to_thread(place.house.tick, table)
        assert (await player.view(table))["phase"] == "play"


def expected(method: str, path: str) -> tuple[int, ...]:
    return _ANSWERS.get(f"{method} {path}", _ANSWERS.get(path, (200,)))


async def one(client: Client, method: str, path: str, table: str) -> Answer:
    filled = path.replace("{table}", table).replace("{number}", "7").replace("{game}", "235-stud")
    filled = filled.replace("{path}", "base/style.css").replace("{name}", "base.js")
    filled = filled.replace("{stage}", "three-card-raise").replace("{token}", "n" * 22)
    body = _BODIES.get(path) if method == "POST" else None
    return await client.send(method, filled, body)


TABLES = {"empty": "three-primes", "betting": "second-chance", "playing": "big-river"}


@pytest.mark.parametrize("state", STATES)
def test_addresses(place: Place, state: str) -> None:
    async def play() -> None:
        async with everybody(place) as people:
            sitting = await place.guest()
            table = TABLES[state]
            await bring(place, sitting, table, state)
            for (method, path), allowed in LET_IN.items():
                if path == "/api/logout" or path.startswith("/api/tables/{table}/close"):
                    continue
                for name, client in people.items():
                    place.clock.at += 500
                    before = place.house.live(table).seq
                    if method == "WEBSOCKET":
                        socket = await Socket(client).open(path.replace("{table}", table))
                        await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
                        await socket.close()
                        continue
                    answer = await one(client, method, path, table)
                    context = (state, name, method, path, answer)
                    if name in allowed.split():
                        assert answer.status in expected(method, path), context
                    else:
                        gone = name in ("anyone", "locked", "revoked")
                        assert answer.status == (401 if gone else 403), context
                        wrong = "LOCKED" if name == "locked" else "NOT_LOGGED_IN"
                        assert answer.error == (wrong if gone else "NOT_YOUR_ROLE"), context
                    if answer.status >= 400 and path not in ("/api/welcome", "/ready"):
                        shape_is_right(answer)
                        assert place.house.live(table).seq == before, context

    asyncio.run(play())


def test_closing_a_table_and_logging_out(place: Place) -> None:
    async def play() -> None:
        async with everybody(place) as people:
            sitting = await place.guest()
            await bring(place, sitting, "second-chance", "betting")
            for name, client in people.items():
                if name == "administrator":
                    continue
                answer = await client.post("/api/tables/three-primes/close")
                gone = name in ("anyone", "locked", "revoked")
                assert answer.status == (401 if gone else 403), (name, answer)
            boss = people["administrator"]
            busy = await boss.post("/api/tables/second-chance/close")
            assert (busy.status, busy.error) == (409, "BAD_TABLE")
            assert (await boss.post("/api/tables/three-primes/close")).status == 200
            assert "three-primes" not in {row["id"] for row in (await boss.get("/api/tables")).json}
            sit = await sitting.ask("three-primes", "Sit", seat=1, player=sitting.name)
            assert (sit.status, sit.error) == (409, "TABLE_CLOSED")
            for name, client in people.items():
                there = name in LET_IN["POST", "/api/logout"].split()
                assert (await client.post("/api/logout")).status == (200 if there else 401), name
                assert (await client.get("/api/me")).status == 401

    asyncio.run(play())
