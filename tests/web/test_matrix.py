"""Every address and every command × every kind of asker × every state of a table.

What is expected stands in literal tables. An address or command that has no row fails.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from pitboss.house.people import STAFF_IDLE_MS
from pitboss.house.selfdeal import tick
from pitboss.table import commands as c
from pitboss.web.app import routes_without_rules
from pitboss.web.asked import MAY_ASK
from web.asgi import PASSWORD, Answer, Client, Place, Socket, running, shape_is_right
from web.dealing import Pit

ASKERS: Final = (
    *("anyone", "guest", "player", "dealer", "floorperson", "auditor", "administrator"),
    *("locked", "revoked"),
)
STATES: Final = ("empty", "betting", "playing")
_ALL: Final = "anyone guest player dealer floorperson auditor administrator locked revoked"
_HERE: Final = "guest player dealer floorperson auditor administrator"
_PLAYERS: Final = "guest player"
_BOSS: Final = "administrator"

# Who is let in. All others are answered 401 (no session, or a locked console) or 403 (another
# role), and nothing is done.
LET_IN: Final[dict[tuple[str, str], str]] = {
    ("GET", "/"): _ALL,
    ("GET", "/health"): _ALL,
    ("GET", "/metrics"): _ALL,
    ("GET", "/welcome"): _ALL,
    ("GET", "/static/{name}"): _ALL,
    ("GET", "/table/{table}"): _ALL,
    ("GET", "/api"): _ALL,
    ("GET", "/api/openapi.json"): _ALL,
    ("GET", "/api/tables"): _ALL,
    ("GET", "/api/tables/{table}"): _ALL,
    ("GET", "/api/tables/{table}/felt"): _ALL,
    ("GET", "/api/tables/{table}/fairness"): _ALL,
    ("WEBSOCKET", "/api/tables/{table}/live"): _ALL,
    ("POST", "/api/guest"): _ALL,
    ("POST", "/api/register"): _ALL,
    ("POST", "/api/login"): _ALL,
    ("POST", "/api/first-administrator"): _ALL,
    ("POST", "/api/welcome"): _ALL,
    ("POST", "/api/unlock"): f"{_HERE} locked",
    ("GET", "/api/me"): f"{_HERE} locked",
    ("POST", "/api/chips"): _PLAYERS,
    ("POST", "/api/tables/{table}/commands"): _HERE,
    ("POST", "/api/tables/{table}/ready"): _PLAYERS,
    ("POST", "/api/tables/{table}/seed"): _PLAYERS,
    ("GET", "/api/rounds"): _HERE,
    ("GET", "/api/rounds/{table}/{number}"): _HERE,
    ("GET", "/api/rounds/{table}/{number}/text"): _HERE,
    ("GET", "/api/rounds/{table}/{number}/fairness"): "floorperson auditor administrator",
    ("GET", "/api/approvals"): "floorperson",
    ("POST", "/api/approvals"): "dealer floorperson",
    ("POST", "/api/approvals/{number}"): "floorperson",
    ("GET", "/api/tables/{table}/money"): "floorperson auditor administrator",
    ("POST", "/api/cash"): "floorperson administrator",
    ("GET", "/api/audit"): "auditor",
    ("POST", "/api/people"): _BOSS,
    ("POST", "/api/people/revoke"): _BOSS,
    ("POST", "/api/tables"): _BOSS,
    ("POST", "/api/tables/{table}/close"): _BOSS,
    ("POST", "/api/logout"): f"{_HERE} locked",  # last: the session is gone with it
}
# What is sent, and what those who are let in may be answered.
_BODIES: Final[dict[str, Any]] = {
    "/api/register": {"name": "house", "password": PASSWORD},
    "/api/login": {"name": "Nobody", "password": PASSWORD},
    "/api/first-administrator": {"token": "x", "name": "Boss", "password": PASSWORD},
    "/api/unlock": {"password": "wrong password"},
    "/api/tables/{table}/commands": {"id": "m", "command": {"type": "ReportJam", "device": "shoe"}},
    "/api/tables/{table}/seed": {"seed": ""},
    "/api/approvals": {"table": "none", "command": {"type": "Fill", "cents": 100}},
    "/api/approvals/{number}": {"approve": False},
    "/api/cash": {"name": "Nobody", "cents": 1},
    "/api/people": {"name": "house", "role": "dealer", "password": PASSWORD},
    "/api/people/revoke": {"name": "Nobody"},
    "/api/tables": {
        "id": "table-1",
        "name": "Again",
        "game": "let-it-ride",
        "currency": "real",
        "mode": "dealer",
    },
}
_ANSWERS: Final[dict[str, tuple[int, ...]]] = {
    "/static/{name}": (200,),
    "/api/guest": (201,),
    "/api/register": (400,),
    "/api/login": (401,),
    "/api/first-administrator": (403,),
    "/api/welcome": (400,),
    "/api/unlock": (401,),
    "/api/tables/{table}/commands": (403, 409),
    "/api/tables/{table}/seed": (400,),
    "/api/rounds/{table}/{number}": (404,),
    "/api/rounds/{table}/{number}/text": (404,),
    "/api/rounds/{table}/{number}/fairness": (404,),
    "POST /api/approvals": (404,),
    "/api/approvals/{number}": (404,),
    "POST /api/cash": (409,),
    "/api/people": (400,),
    "/api/people/revoke": (400,),
    "POST /api/tables": (409,),
    "/api/tables/{table}/close": (200, 409),
}

# What each command is asked with: mostly something that cannot be.
_FIELDS: Final[dict[str, dict[str, Any]]] = {
    "Perform": {"duty": "spread"},
    "Cut": {"depth": 20},
    "ReportOutOfOrder": {"device": "shoe"},
    "MarkDevice": {"device": "shoe", "how": "covered"},
    "RestoreDevice": {"device": "shoe"},
    "ChangeMethod": {"method": "hand", "variant": "none"},
    "Sit": {"seat": 9, "player": "Nobody"},
    "Leave": {"seat": 9},
    "BuyIn": {"seat": 1, "cents": 0},
    "Fill": {"cents": 100},
    "Bet": {"seat": 1, "stakes": {"nothing": 100}},
    "RemoveWager": {"seat": 1, "spot": "ante"},
    "Act": {"seat": 1, "act": "fold"},
    "Discard": {"seat": 1},
    "CountStub": {"stub": 1},
    "ValidateAward": {"seat": 1},
    "PlayOn": {"seat": 1},
    "Abandon": {"seat": 1},
    "Forfeit": {"seat": 1},
    "ReportWrongNumber": {"place": "seat 9"},
    "ReportCardExposed": {"seat": 9},
    "ReportJam": {"device": "shoe"},
}
_ROLES: Final[dict[str, str]] = {
    "ReceiveCards": "dealer",
    "Perform": "dealer floorperson player",
    "Shuffle": "dealer floorperson",
    "Cut": "dealer",
    "ReportOutOfOrder": "dealer floorperson",
    "MarkDevice": "dealer floorperson",
    "RestoreDevice": "floorperson",
    "ChangeMethod": "floorperson",
    "Sit": "player",
    "Leave": "player",
    "BuyIn": "player",
    "Fill": "floorperson",
    "Bet": "player",
    "NoMoreBets": "dealer",
    "RemoveWager": "floorperson",
    "Deal": "dealer",
    "Act": "player",
    "Discard": "player",
    "Reveal": "dealer",
    "CountStub": "dealer",
    "Settle": "dealer",
    "ValidateAward": "floorperson",
    "PlayOn": "floorperson",
    "Abandon": "floorperson",
    "Forfeit": "floorperson",
    "ReportFaceUp": "dealer floorperson",
    "ReportDrawnInError": "dealer floorperson",
    "ReportWrongNumber": "dealer floorperson",
    "ReportCommunityExposed": "dealer floorperson",
    "ReportCardExposed": "dealer floorperson",
    "ReportJam": "dealer floorperson",
}


def addresses(place: Place) -> set[tuple[str, str]]:
    found = set()
    for route in place.app.routes:
        path = getattr(route, "path_format", route.path)
        handlers = getattr(route, "route_handlers", None)
        for handler in handlers or ():
            found |= {(method, path) for method in handler.http_methods if method != "OPTIONS"}
        if handlers is None:
            found.add(("WEBSOCKET", path))
    return found


def test_every_address_and_command_has_a_row(place: Place) -> None:
    assert addresses(place) == set(LET_IN)
    assert routes_without_rules(place.app) == []
    assert {kind.__name__: " ".join(roles) for kind, roles in MAY_ASK.items()} == _ROLES
    assert {kind.__name__ for kind in c.AnyCommand} == set(_ROLES)


@asynccontextmanager
async def everybody(place: Place) -> AsyncIterator[dict[str, Client]]:
    """One of each, each with an address of their own."""
    async with running(place):
        people = {"anyone": place.client(), "guest": await place.guest()}
        people["locked"] = await place.staff("floorperson", "locked_one")
        place.clock.now += STAFF_IDLE_MS + 1
        for role in ("dealer", "floorperson", "auditor", "administrator"):
            people[role] = await place.staff(role)
        people["player"] = await place.staff("player")
        people["revoked"] = await place.staff("administrator", "revoked_one")
        revoking = {"name": people["revoked"].name, "close": True}
        assert (await people["administrator"].post("/api/people/revoke", revoking)).status == 200
        for number, name in enumerate(ASKERS, 1):
            people[name].address = f"10.0.1.{number}"
        yield {name: people[name] for name in ASKERS}


async def bring(place: Place, player: Client, table: str, state: str) -> None:
    """The table into a state, by a player of its own."""
    if state == "empty":
        return
    await player.do(table, "Sit", seat=1, player=player.name)
    await player.do(table, "BuyIn", seat=1, cents=50_000)
    await asyncio.to_thread(tick, place.house, table)
    view = await player.view(table)
    stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
    await player.do(table, "Bet", seat=1, stakes=stakes)
    if state == "playing":
        await player.post(f"/api/tables/{table}/ready")
        await asyncio.to_thread(tick, place.house, table)
        assert (await player.view(table))["phase"] == "play"


def expected(method: str, path: str) -> tuple[int, ...]:
    return _ANSWERS.get(f"{method} {path}", _ANSWERS.get(path, (200,)))


async def one(client: Client, method: str, path: str, table: str) -> Answer:
    name = "style.css"
    filled = path.replace("{table}", table).replace("{number}", "7").replace("{name}", name)
    body = _BODIES.get(path) if method == "POST" else None
    return await client.send(method, filled, body)


def test_addresses(place: Place) -> None:
    async def play() -> None:
        async with everybody(place) as people:
            sitting = await place.guest()
            for table, state in zip(("table-1", "table-2", "table-4"), STATES, strict=True):
                await bring(place, sitting, table, state)
                for (method, path), allowed in LET_IN.items():
                    if path in ("/api/logout", "/api/tables/{table}/close"):
                        continue
                    for name, client in people.items():
                        place.clock.now += 2000
                        before = place.house.live(table).seq
                        if method == "WEBSOCKET":
                            socket = await Socket(client).open(path.replace("{table}", table))
                            await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
                            await socket.close()
                            continue
                        answer = await one(client, method, path, table)
                        told = (state, name, method, path, answer)
                        if name in allowed.split():
                            assert answer.status in expected(method, path), told
                        else:
                            gone = name in ("anyone", "locked", "revoked")
                            assert answer.status == (401 if gone else 403), told
                            wrong = "LOCKED" if name == "locked" else "NOT_LOGGED_IN"
                            assert answer.error == (wrong if gone else "NOT_YOUR_ROLE"), told
                        if answer.status >= 400 and path != "/api/welcome":
                            shape_is_right(answer)
                            assert place.house.live(table).seq == before, told

    asyncio.run(play())


def test_closing_a_table_and_logging_out(place: Place) -> None:
    async def play() -> None:
        async with everybody(place) as people:
            sitting = await place.guest()
            await bring(place, sitting, "table-2", "betting")
            for name, client in people.items():
                if name == "administrator":
                    continue
                answer = await client.post("/api/tables/table-1/close")
                gone = name in ("anyone", "locked", "revoked")
                assert answer.status == (401 if gone else 403), (name, answer)
            boss = people["administrator"]
            busy = await boss.post("/api/tables/table-2/close")
            assert (busy.status, busy.error) == (409, "BAD_TABLE")
            assert (await boss.post("/api/tables/table-1/close")).status == 200
            assert "table-1" not in {row["id"] for row in (await boss.get("/api/tables")).json}
            sit = await sitting.ask("table-1", "Sit", seat=1, player=sitting.name)
            assert (sit.status, sit.error) == (409, "TABLE_CLOSED")
            for name, client in people.items():
                there = name in LET_IN["POST", "/api/logout"].split()
                assert (await client.post("/api/logout")).status == (200 if there else 401), name
                assert (await client.get("/api/me")).status == 401

    asyncio.run(play())


# Where a role may ask: what the command of _FIELDS is answered at a dealer table that is empty, has
# bets down, has a decision waiting. "ok" is done, all else is the rules' refusal.
ANSWERED: Final[dict[str, tuple[str, str, str]]] = {
    "ReceiveCards dealer": ("ok", "ok", "IN_A_ROUND"),
    "Perform guest": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Perform player": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Perform dealer": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "IN_A_ROUND"),
    "Perform floorperson": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Shuffle dealer": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP"),
    "Shuffle floorperson": ("OUT_OF_ORDER_STEP", "ok", "OUT_OF_ORDER_STEP"),
    "Cut dealer": ("OUT_OF_ORDER_STEP", "CUT_NOT_NEEDED", "OUT_OF_ORDER_STEP"),
    "ReportOutOfOrder dealer": ("ok", "ok", "IN_A_ROUND"),
    "ReportOutOfOrder floorperson": ("ok", "ok", "IN_A_ROUND"),
    "MarkDevice dealer": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "MarkDevice floorperson": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "RestoreDevice floorperson": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "ChangeMethod floorperson": ("NO_SUCH_METHOD", "NO_SUCH_METHOD", "IN_A_ROUND"),
    "Sit guest": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Sit player": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Leave guest": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Leave player": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "BuyIn guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "BuyIn player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Bet guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Bet player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "NoMoreBets dealer": ("TABLE_CLOSED", "ok", "WAGERS_CLOSED"),
    "RemoveWager floorperson": ("CHIPS_MATCH", "CHIPS_MATCH", "CHIPS_MATCH"),
    "Deal dealer": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "NOTHING_TO_DEAL"),
    "Act guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Act player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Discard guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Discard player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Reveal dealer": ("NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL"),
    "CountStub dealer": ("NO_STUB", "NO_STUB", "ok"),
    "Settle dealer": ("NOT_SETTLING", "NOT_SETTLING", "NOT_SETTLING"),
    "ValidateAward floorperson": ("NO_AWARD", "NO_AWARD", "NO_AWARD"),
    "PlayOn floorperson": ("SEAT_OUT", "NO_DECISION", "ok"),
    "Abandon floorperson": ("NO_ROUND", "NO_ROUND", "ok"),
    "Forfeit floorperson": ("NO_ROUND", "NO_ROUND", "ok"),
    "ReportFaceUp dealer": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "NOTHING_TO_DEAL"),
    "ReportFaceUp floorperson": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "NOTHING_TO_DEAL"),
    "ReportDrawnInError dealer": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "ok"),
    "ReportDrawnInError floorperson": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "ok"),
    "ReportWrongNumber dealer": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "ReportWrongNumber floorperson": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "ReportCommunityExposed dealer": ("NO_ROUND", "NO_ROUND", "ok"),
    "ReportCommunityExposed floorperson": ("NO_ROUND", "NO_ROUND", "ok"),
    "ReportCardExposed dealer": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "ReportCardExposed floorperson": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "ReportJam dealer": ("NO_ROUND", "NO_ROUND", "NOTHING_TO_DEAL"),
    "ReportJam floorperson": ("NO_ROUND", "NO_ROUND", "NOTHING_TO_DEAL"),
}


async def table_in(pit: Pit, state: str) -> str:
    table = await pit.table("mississippi-stud", seats=() if state == "empty" else (1,))
    if state == "betting":
        await pit.until(table, "no more bets")
    elif state == "playing":
        await pit.until(table, "decide")
    return table


def test_commands_at_a_dealer_table(place: Place) -> None:
    async def play() -> None:
        async with everybody(place) as people:
            pit = Pit(place, *(people[who] for who in ("administrator", "dealer", "floorperson")))
            got: dict[str, list[str]] = {}
            for state in STATES:
                table = await table_in(pit, state)
                for kind, roles in _ROLES.items():
                    for name, client in people.items():
                        place.clock.now += 1000
                        before = place.house.live(table).seq
                        answer = await client.ask(table, kind, **_FIELDS.get(kind, {}))
                        told = (state, name, kind, answer)
                        role = "player" if name == "guest" else name
                        if name in ("anyone", "revoked"):
                            assert (answer.status, answer.error) == (401, "NOT_LOGGED_IN"), told
                        elif name == "locked":
                            assert (answer.status, answer.error) == (401, "LOCKED"), told
                        elif role not in roles.split():
                            assert (answer.status, answer.error) == (403, "NOT_YOURS"), told
                        elif kind == "Fill":
                            assert (answer.status, answer.error) == (403, "NEEDS_TWO"), told
                        elif answer.status == 200:
                            got.setdefault(f"{kind} {name}", []).append("ok")
                            table = await table_in(pit, state)
                            continue
                        else:
                            assert answer.status == 409, told
                            got.setdefault(f"{kind} {name}", []).append(answer.error)
                        shape_is_right(answer)
                        assert place.house.live(table).seq == before, told
            assert {key: tuple(said) for key, said in got.items()} == ANSWERED

    asyncio.run(play())


def test_a_dealer_leaves_self_dealt_tables_alone(place: Place) -> None:
    async def play() -> None:
        dealer = await place.staff("dealer")
        for kind, roles in _ROLES.items():
            if "dealer" in roles:
                answer = await dealer.ask("table-1", kind, **_FIELDS.get(kind, {}))
                assert (answer.status, answer.error) == (403, "NOT_YOURS"), (kind, answer)

    asyncio.run(play())
