"""The payout drill over the API: set and graded by the house, the answer in no byte before."""

import asyncio
import json
from typing import Any

import pytest

from pitboss.rulebook import GAMES
from web.asgi import Client, Place


def answers(blank: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {key: spot[key] for key in ("seat", "spot", "what", "cents")} for spot in blank["spots"]
    ]


def texts(data: Any) -> list[str]:
    """Every text inside the data."""
    if isinstance(data, dict):
        return [text for value in data.values() for text in texts(value)]
    if isinstance(data, list):
        return [text for value in data for text in texts(value)]
    return [data] if isinstance(data, str) else []


async def drilled(client: Client, game: str, level: str) -> tuple[dict[str, Any], dict[str, Any]]:
    answer = await client.post("/api/drill", {"game": game, "level": level})
    assert answer.status == 200, answer.body
    sheet = answer.json
    blank = await client.post("/api/drill/answers", {"drill": sheet["drill"], "answers": []})
    assert blank.status == 200, blank.body
    return sheet, blank.json


@pytest.mark.parametrize("game", GAMES)
def test_anyone_here_may_drill(place: Place, game: str) -> None:
    async def run() -> None:
        guest = await place.guest()
        offered = (await guest.get("/api/drill")).json
        assert game in [one["game"] for one in offered["games"]]
        before = {row.id: place.house.live(row.id).seq for row in place.house.table_rows()}
        for level in offered["levels"]:
            sheet, blank = await drilled(guest, game, level)
            whole = {"drill": sheet["drill"], "answers": answers(blank)}
            best = (await guest.post("/api/drill/answers", whole)).json
            assert best["right"] == best["of"] == len(whole["answers"]) > 0
            assert best["seats_right"] and best["within_right"]
            assert all(spot["clause"] or spot["spot"] == "envy" for spot in best["spots"])
        # Nothing of it is in the books or at a table.
        assert before == {row.id: place.house.live(row.id).seq for row in place.house.table_rows()}

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_before_it_is_given(place: Place, game: str) -> None:
    """Beside the felt's own paytables there is no hand's name, no odds and no clause of a payment;
    what could be unsealed is sealed with the house's key, and differently each time.
    """

    async def run() -> None:
        guest = await place.guest()
        for number in range(20):
            place.limiter.buckets.clear()
            sheet, blank = await drilled(guest, game, ("sides", "everything")[number % 2])
            paytables = json.dumps(sheet.pop("wagers"))
            sealed = sheet.pop("drill")
            limit = (sheet.pop("limit") or {}).get("clause", "")
            shown = set(texts(sheet))
            for spot in blank["spots"]:
                assert not {spot["hand"], spot["odds"], spot["clause"]} & shown - {"", limit}
            for seat in sheet["seats"]:
                assert set(seat) == {"seat", "cards", "folded", "spots"}
                for spot in seat["spots"]:
                    assert set(spot) == {"spot", "name", "cents", "collected"}
            assert "pays" in paytables and "seed" not in sealed

    asyncio.run(run())


def test_bad_drills_are_refused(place: Place) -> None:
    async def run() -> None:
        guest = await place.guest()
        requests: list[tuple[str, Any]] = [
            ("/api/drill", {"game": "whist", "level": "sides"}),
            ("/api/drill", {"game": "let-it-ride", "level": "impossible"}),
            ("/api/drill/answers", {"drill": "AAAA", "answers": []}),
            ("/api/drill/answers", {"drill": "", "answers": []}),
            ("/api/drill/answers", {"drill": "A" * 13_000, "answers": []}),
        ]
        for path, body in requests:
            answer = await guest.post(path, body)
            assert answer.status == 400, (path, body, answer)
        sheet, blank = await drilled(guest, "let-it-ride", "sides")
        many = answers(blank) * 40
        sent = await guest.post("/api/drill/answers", {"drill": sheet["drill"], "answers": many})
        assert sent.status == 400

    asyncio.run(run())
