"""Pictures of every paper for docs/pictures/: the example house's, and slips of a house at play."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from browser.house import Server
from browser.scenes import dealt
from pitboss.house.books.printing import register
from pitboss.house.books.register import SlipFilter
from pitboss.house.books.slips import read_slip
from pitboss.paper.catalogue import PAPERS, filing, order_of
from pitboss.paper.notice import limit_notice
from pitboss.paper.setting import notice_pdf
from pitboss.paper.slips import slip_pdf
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

GAME = "mississippi-stud"  # of the papers that are alike in every game
WIDTH = 1000
NEW_LIMITS, HOUR_MS = (25_00, 500_00), 1_800_000_000_000


def papers(server: Server) -> Iterator[tuple[str, bytes]]:
    """Every paper as PDF by the name of its picture; layouts of each game."""
    house = default_house()
    for key, choices in house.games.items():
        draw = PAPERS["layout"]["layout-a3.pdf"]
        yield f"layout-{key}", draw(order_of(house, Rules(choices)))
    rules = Rules(house.games[GAME])
    for kind, files in PAPERS.items():
        for name, draw in files.items():
            if name.endswith(".pdf") and (kind != "layout" or "measures" in name):
                yield name.removesuffix(".pdf"), draw(order_of(house, rules))
    yield "filing", filing(house)
    notice = limit_notice(rules, house.operator, "Big River", NEW_LIMITS, HOUR_MS, look=house.look)
    yield "change-of-limits", notice_pdf(notice)
    table = dealt(server)
    for kind in ("fill", "deck", "opening"):
        slip = register(server.house, SlipFilter(table=table, kind=kind))[-1].slip
        yield f"slip-{kind}", slip_pdf(read_slip(server.house, table, slip.number), house.operator)


def photograph_papers(server: Server, place: Path) -> Iterator[Path]:
    """The first page of each paper, wide enough to be read."""
    for name, pdf in papers(server):
        page = pypdfium2.PdfDocument(pdf)[0]
        picture: Image.Image = page.render(scale=WIDTH / page.get_width()).to_pil()
        file = place / f"paper-{name}.webp"
        picture.convert("RGB").save(file, quality=80, method=6)
        yield file
