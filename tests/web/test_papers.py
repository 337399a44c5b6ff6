"""Papers over the API: those of the current submission, the same as the command line draws."""

import asyncio

import pypdfium2

from pitboss.paper.catalogue import PAPERS, Order, filing
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house, example
from web.asgi import Place, running


def test_every_paper_of_the_house_is_drawn_from_its_submission(place: Place) -> None:
    house = default_house()
    names = [name for kind, files in PAPERS.items() if kind != "report" for name in files]

    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            rows = (await boss.get("/api/papers")).json
            assert [row["game"] for row in rows] == [*house.games]
            assert all(row["papers"] == names for row in rows)
            rules = Rules(house.games["double-draw"])
            for copy in ("public", "filing"):
                reply = await boss.get(f"/api/papers/double-draw/placard.pdf?copy={copy}")
                order = Order(house, rules, copy=copy)
                assert reply.body == PAPERS["sign"]["placard.pdf"](order)
                assert reply.header("content-type") == "application/pdf"
            drawing = await boss.get("/api/papers/double-draw/layout.svg")
            assert drawing.header("content-type") == "image/svg+xml"
            assert (await boss.get("/api/papers/filing")).body == filing(house)

    asyncio.run(play())


def test_a_paper_that_does_not_exist_is_refused_with_where_to_look(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            for path in ("double-draw/menu.pdf", "bridge/placard.pdf"):
                reply = await boss.get(f"/api/papers/{path}")
                assert reply.status == 404
                assert "/api/papers lists them" in reply.body.decode()

    asyncio.run(play())


def test_a_change_of_limits_is_announced_half_an_hour_ahead(place: Place) -> None:
    """The newest submission has other limits than an open table; the floor announces the hour."""
    hour_ms = 3_600_000
    dearer = example().replace('minimum = "10.00"', 'minimum = "25.00"')

    async def play() -> None:
        async with running(place):
            boss, floor = await place.staff("administrator"), await place.staff("floorperson")
            assert (await floor.get("/api/limits")).json == []
            assert (await boss.post("/api/submission", {"text": dearer, "after": 0})).status == 201
            changes = (await floor.get("/api/limits")).json
            assert {change["game"] for change in changes} == {"double-draw"}
            change = changes[0]
            assert (change["minimum"], change["new_minimum"]) == (1000, 2500)
            assert change["notice"] is None
            table = change["table"]
            assert (await floor.get(f"/api/limits/{table}/notice")).status == 409
            felt = (await floor.get(f"/api/tables/{table}/felt")).json
            soon = {"hour": felt["now"] + hour_ms // 2 - 60_000}
            refusal = await floor.post(f"/api/limits/{table}", soon)
            assert refusal.status == 409
            assert "at least 30 minutes ahead" in refusal.body.decode()
            reply = await floor.post(f"/api/limits/{table}", {"hour": felt["now"] + hour_ms})
            assert reply.status == 201
            (notice,) = (await boss.get(f"/api/tables/{table}/limits")).json
            assert notice == reply.json
            pdf = (await boss.get(f"/api/limits/{table}/notice")).body
            text = " ".join(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded().split())
            for words in ("Change of limits", "Minimum $25", "Until then: minimum $10"):
                assert words in text
            assert f"Announced by {notice['by']}" in text
            unknown = await floor.post("/api/limits/nowhere", {"hour": felt["now"] + hour_ms})
            assert "submit the new limits first" in unknown.body.decode()

    asyncio.run(play())
