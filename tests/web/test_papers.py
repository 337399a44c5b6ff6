"""Papers over the API: those of the current submission, the same as the command line draws."""

import asyncio

from pitboss.paper.catalogue import PAPERS, Order, filing
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house
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
                order = Order(rules, house.operator, copy=copy, look=house.look)
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
