"""PDF/UA: every paper is tagged and titled, with its fonts inside, for readers of any kind."""

from pathlib import Path

import pytest
import typst

from kit.accessible import faults
from pitboss.paper.catalogue import PAPERS, Order, filing
from pitboss.paper.notice import limit_notice
from pitboss.paper.setting import notice_pdf
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

NAMES = [
    name
    for kind, files in PAPERS.items()
    for name in files
    if name.endswith(".pdf") and kind != "report"
]


def order(game: str) -> Order:
    house = default_house()
    return Order(house, Rules(house.games[game]), copy="filing")


@pytest.mark.parametrize("game", GAMES)
def test_every_paper_of_a_game_passes_the_checks_of_pdf_ua(game: str) -> None:
    for kind, files in PAPERS.items():
        for name, draw in files.items():
            if name in NAMES and kind != "report":
                assert not faults(draw(order(game))), name


def test_the_filing_the_report_and_a_notice_pass_too() -> None:
    house = default_house()
    rules = Rules(house.games["let-it-ride"])
    assert not faults(filing(house))
    assert not faults(PAPERS["report"]["report.pdf"](order("let-it-ride")))
    notice = limit_notice(rules, house.operator, "Big River", (25_00, 500_00), 1_800_000_000_000)
    assert not faults(notice_pdf(notice))


def test_what_typst_accepts_and_a_reader_misses_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.typ"
    text = '#set document(title: "x", date: none)\n= x\n#table(columns: 1, {})'
    reports = []
    for head in ("table.header[a], [b]", "[a], [b]"):
        page.write_text(text.format(head))
        reports.append(faults(typst.compile(page, pdf_standards=["ua-1"])))
    assert reports == [[], ["a table has no head"]]
    page.write_text("no more than words")
    plain = faults(typst.compile(page))
    assert plain == ["the metadata do not name PDF/UA", "the document has no title"]
