"""Pictures of every paper for docs/pictures/: the example house's, slips and statistics."""

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from browser.paper_house import a_day, slips
from pitboss.paper.catalogue import PAPERS, Order, filing
from pitboss.paper.notice import limit_notice
from pitboss.paper.setting import notice_pdf
from pitboss.paper.slips import slip_pdf
from pitboss.paper.statistics import statistics_pdf
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

GAME = "mississippi-stud"  # of the papers that are alike in every game
WIDTH = 1000
NEW_LIMITS, HOUR_MS = (25_00, 500_00), 1_800_000_000_000
# Of each game: what one looks like says little about the others.
OF_EACH_GAME = ("layout-a3.pdf", "wall-sign.pdf")
MOST_BYTES = 120_000
# The same drawing at another size, or another page of the same sign.
LEFT_OUT = ("layout.pdf", "layout-a4.pdf", "layout-letter.pdf", *OF_EACH_GAME)


def papers() -> Iterator[tuple[str, bytes]]:
    """Every paper as PDF by the name of its picture; layouts and signs of each game."""
    house = default_house()
    for key, choices in house.games.items():
        order = Order(house, Rules(choices))
        yield f"layout-{key}", PAPERS["layout"]["layout-a3.pdf"](order)
        yield f"sign-{key}", PAPERS["sign"]["wall-sign.pdf"](order)
    rules = Rules(house.games[GAME])
    for files in PAPERS.values():
        for name, draw in files.items():
            if name.endswith(".pdf") and name not in LEFT_OUT:
                yield name.removesuffix(".pdf"), draw(Order(house, rules))
    yield "filing", filing(house)
    notice = limit_notice(rules, house.operator, "Big River", NEW_LIMITS, HOUR_MS, look=house.look)
    yield "change-of-limits", notice_pdf(notice)
    with slips() as books:
        for kind, (slip, printing) in books.items():
            yield f"slip-{kind}", slip_pdf(slip, house.operator, printing)
    yield "statistics", statistics_pdf(a_day(), house.operator)


def photograph_papers(place: Path) -> Iterator[Path]:
    """The first page of each paper, wide enough to be read."""
    for old in place.glob("paper-*.webp"):
        old.unlink()
    for name, pdf in papers():
        page = pypdfium2.PdfDocument(pdf)[0]
        picture: Image.Image = page.render(scale=WIDTH / page.get_width()).to_pil()
        file = place / f"paper-{name}.webp"
        for quality in (80, 65, 50, 35):
            picture.convert("RGB").save(file, quality=quality, method=6)
            if file.stat().st_size < MOST_BYTES:
                break
        yield file
