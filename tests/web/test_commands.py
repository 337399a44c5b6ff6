"""Every command × every kind of asker × every state of a table.

What is expected stands in literal tables. A command that has no row fails.
"""

import asyncio
from typing import Any, Final

from pitboss.table import commands as c
from pitboss.web.api.commands import MAY_ASK
from web.asgi import Place, shape_is_right
from web.dealing import Pit
from web.everybody import STATES, everybody

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
    "Abandon": {"seat": 1, "reason": "walked away"},
    "Forfeit": {"seat": 1, "ground": "MS 11.A(2)", "words": "a neighbour touched the cards"},
    "PlayByHand": {"seat": 1},
    "Retract": {"seat": 1},
    "Correct": {
        "round": 1,
        "seat": 1,
        "player": "Nobody",
        "spot": "ante",
        "cents": 100,
        "reason": "counted again",
    },
    "ReportDefect": {"deck": 0, "what": "a nick", "taken_by": "max"},
    "DirectShuffle": {"reason": "a card fell"},
    "ReportWrongNumber": {"place": "seat 9"},
    "ReportCardExposed": {"seat": 9},
    "ShowHand": {"seat": 1, "cards": ["As"]},
    "ReadHand": {"seat": 1, "cards": ["As"]},
    "RefuseAward": {"seat": 1, "reason": "not a flush"},
    "ReopenSeat": {"seat": 1, "reason": "read again"},
    "CompletePapers": {"seat": 1},
    "ReportForeignCard": {"place": "seat 9", "card": "JK"},
    "OverruleReport": {"reason": "counted again"},
    "CannotDeal": {"reason": "a light fell"},
    "ReportJam": {"device": "shoe"},
}
_ROLES: Final[dict[str, str]] = {
    "ReceiveCards": "dealer",
    "Perform": "dealer floorperson player",
    "ReportDefect": "dealer floorperson",
    "Shuffle": "dealer device",
    "DirectShuffle": "floorperson",
    "LoadDeck": "dealer",
    "Cut": "dealer",
    "ReportOutOfOrder": "dealer floorperson",
    "MarkDevice": "dealer floorperson",
    "RestoreDevice": "floorperson",
    "ChangeMethod": "floorperson",
    "Sit": "player dealer",
    "Leave": "player dealer",
    "BuyIn": "player dealer",
    "PlayByHand": "player",
    "Fill": "floorperson",
    "Bet": "player dealer",
    "NoMoreBets": "dealer",
    "RemoveWager": "floorperson",
    "Deal": "dealer device",
    "Act": "player dealer",
    "Discard": "player dealer",
    "Retract": "player dealer",
    "Reveal": "dealer",
    "CountStub": "dealer",
    "ShowHand": "dealer",
    "Settle": "dealer",
    "ValidateAward": "floorperson",
    "RefuseAward": "floorperson",
    "ReopenSeat": "floorperson",
    "ReadHand": "dealer floorperson",
    "CompletePapers": "floorperson",
    "ReportForeignCard": "dealer floorperson",
    "UpholdReport": "floorperson",
    "OverruleReport": "floorperson",
    "CannotDeal": "floorperson",
    "PlayOn": "floorperson",
    "Abandon": "floorperson",
    "Forfeit": "floorperson",
    "Correct": "floorperson",
    "ReportFaceUp": "dealer floorperson",
    "ReportDrawnInError": "dealer floorperson",
    "ReportWrongNumber": "dealer floorperson",
    "ReportCommunityExposed": "dealer floorperson",
    "ReportCardExposed": "dealer floorperson",
    "ReportJam": "dealer floorperson",
}
# Where a role may ask: what the command of _FIELDS is answered at a dealer table that is empty, has
# bets down, has a decision waiting. "ok" is done, all else is the rules' refusal.
ANSWERED: Final[dict[str, tuple[str, str, str]]] = {
    "ReceiveCards dealer": ("ok", "ok", "IN_A_ROUND"),
    "Perform guest": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Perform player": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Perform dealer": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "IN_A_ROUND"),
    "Perform floorperson": ("NOT_YOUR_ROLE", "NOT_YOUR_ROLE", "NOT_YOUR_ROLE"),
    "Shuffle dealer": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP"),
    "ReportDefect dealer": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP"),
    "ReportDefect floorperson": ("OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP", "OUT_OF_ORDER_STEP"),
    "DirectShuffle floorperson": ("OUT_OF_ORDER_STEP", "ok", "OUT_OF_ORDER_STEP"),
    "LoadDeck dealer": ("BAD_DECK", "BAD_DECK", "BAD_DECK"),
    "Cut dealer": ("OUT_OF_ORDER_STEP", "CUT_NOT_NEEDED", "OUT_OF_ORDER_STEP"),
    "ReportOutOfOrder dealer": ("ok", "ok", "ok"),
    "ReportOutOfOrder floorperson": ("ok", "ok", "ok"),
    "MarkDevice dealer": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "MarkDevice floorperson": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "RestoreDevice floorperson": ("DEVICE_WORKING", "DEVICE_WORKING", "DEVICE_WORKING"),
    "ChangeMethod floorperson": ("NO_SUCH_METHOD", "NO_SUCH_METHOD", "IN_A_ROUND"),
    "Sit guest": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Sit player": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Sit dealer": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Leave guest": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Leave player": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "Leave dealer": ("NO_SUCH_SEAT", "NO_SUCH_SEAT", "NO_SUCH_SEAT"),
    "BuyIn guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "BuyIn player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "BuyIn dealer": ("SEAT_EMPTY", "NOT_BY_HAND", "NOT_BY_HAND"),
    "Bet guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Bet player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Bet dealer": ("SEAT_EMPTY", "NOT_BY_HAND", "NOT_BY_HAND"),
    "NoMoreBets dealer": ("TABLE_CLOSED", "COUNT_MISSING", "WAGERS_CLOSED"),
    "RemoveWager floorperson": ("CHIPS_MATCH", "CHIPS_MATCH", "CHIPS_MATCH"),
    "Deal dealer": ("NOTHING_TO_DEAL", "NOTHING_TO_DEAL", "NOTHING_TO_DEAL"),
    "Act guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Act player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Act dealer": ("SEAT_EMPTY", "NOT_BY_HAND", "NOT_BY_HAND"),
    "Discard guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Discard player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Discard dealer": ("SEAT_EMPTY", "NOT_BY_HAND", "NOT_BY_HAND"),
    "PlayByHand guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "PlayByHand player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Retract guest": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Retract player": ("SEAT_EMPTY", "NOT_YOUR_SEAT", "NOT_YOUR_SEAT"),
    "Retract dealer": ("SEAT_EMPTY", "NOT_BY_HAND", "NOT_BY_HAND"),
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
    "ShowHand dealer": ("NOT_SETTLING", "NOT_SETTLING", "NOT_SETTLING"),
    "RefuseAward floorperson": ("NO_AWARD", "NO_AWARD", "NO_AWARD"),
    "ReopenSeat floorperson": ("NOT_SETTLING", "NOT_SETTLING", "NOT_SETTLING"),
    "ReadHand dealer": ("NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL"),
    "ReadHand floorperson": ("NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL", "NOTHING_TO_REVEAL"),
    "CompletePapers floorperson": ("NO_PAPERS", "NO_PAPERS", "NO_PAPERS"),
    "ReportForeignCard dealer": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "ReportForeignCard floorperson": ("NO_ROUND", "NO_ROUND", "NO_SUCH_SEAT"),
    "UpholdReport floorperson": ("NO_REPORT", "NO_REPORT", "NO_REPORT"),
    "OverruleReport floorperson": ("NO_REPORT", "NO_REPORT", "NO_REPORT"),
    "CannotDeal floorperson": ("NO_ROUND", "NO_ROUND", "ok"),
    "ReportJam dealer": ("NO_ROUND", "NO_ROUND", "NOTHING_TO_DEAL"),
    "ReportJam floorperson": ("NO_ROUND", "NO_ROUND", "NOTHING_TO_DEAL"),
}


def test_every_command_has_a_row() -> None:
    assert {kind.__name__: " ".join(roles) for kind, roles in MAY_ASK.items()} == _ROLES
    assert {kind.__name__ for kind in c.AnyCommand} == set(_ROLES)


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
                        place.clock.at += 1000
                        before = place.house.live(table).seq
                        answer = await client.ask(table, kind, **_FIELDS.get(kind, {}))
                        context = (state, name, kind, answer)
                        role = "player" if name == "guest" else name
                        if name in ("anyone", "revoked"):
                            assert (answer.status, answer.error) == (401, "NOT_LOGGED_IN"), context
                        elif name == "locked":
                            assert (answer.status, answer.error) == (401, "LOCKED"), context
                        elif role not in roles.split():
                            assert (answer.status, answer.error) == (403, "FORBIDDEN"), context
                        elif kind in ("Fill", "Correct"):
                            assert (answer.status, answer.error) == (403, "NEEDS_TWO"), context
                        elif answer.status == 200:
                            got.setdefault(f"{kind} {name}", []).append("ok")
                            table = await table_in(pit, state)
                            continue
                        else:
                            assert answer.status == 409, context
                            got.setdefault(f"{kind} {name}", []).append(answer.error)
                        shape_is_right(answer)
                        assert place.house.live(table).seq == before, context
            assert {key: tuple(answers) for key, answers in got.items()} == ANSWERED

    asyncio.run(play())


def test_a_dealer_leaves_self_dealt_tables_alone(place: Place) -> None:
    async def play() -> None:
        dealer = await place.staff("dealer")
        for kind, roles in _ROLES.items():
            if "dealer" in roles:
                answer = await dealer.ask("three-primes", kind, **_FIELDS.get(kind, {}))
                assert (answer.status, answer.error) == (403, "FORBIDDEN"), (kind, answer)

    asyncio.run(play())
