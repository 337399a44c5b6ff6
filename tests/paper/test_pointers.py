"""Clauses that ask for something seen or written point at papers that show it.

What a filing copy cites is read back from the text of its PDF, for the example house, the least
that a house may offer, and all of it under every method.
"""

import re
from functools import cache

import pypdfium2
import pytest

from paper.houses import Offer, offers
from pitboss.paper.cards import irregularity_guide, procedure_card, rule_card
from pitboss.paper.catalogue import GUIDE, LEAFLET, PAPERS
from pitboss.paper.content import Paper
from pitboss.paper.filing import filing_of
from pitboss.paper.measures import measure_sheet
from pitboss.paper.notice import out_of_order
from pitboss.paper.setting import notice_pdf, paper_pdf
from pitboss.paper.sign import sign_of
from pitboss.rulebook import GAMES, register
from pitboss.rulebook.model import Game
from pitboss.rulebook.submission import default_house

CHAPTERS = ("2", "11", "12", "13")
PRINTED = re.compile(
    r"\b(layout|signs?|inscri\w*|marked|posted|papers|documentation)\b", re.IGNORECASE
)
# "One sign of it": a gesture of the player.
GESTURES = {"LIR .11B(1)(a)(i)", "LIR .11C(1)(a)(i)"}
BOOKS = {"slips"}  # tests/house/test_slips.py reads what slips cite
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def cited_in(pdf: bytes) -> set[str]:
    pages = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_bounded() for page in pages)
    words = " ".join(text.replace("\u00a0", " ").split())
    return {citation.cited for citation in register.citations(words)}


def filed(*papers: Paper) -> set[str]:
    return set().union(*(cited_in(paper_pdf(paper, LEAFLET, "filing")) for paper in papers))


@cache
def citations(name: str) -> dict[str, set[str]]:
    """What each kind of paper of an offer cites."""
    offer = next(each for each in offers() if each.name == name)
    rules, operator = offer.rules, offer.operator
    failed = cited_in(notice_pdf(out_of_order(rules, operator), "filing"))
    return {
        "layout": filed(measure_sheet(offer.layout(), rules)),
        "sign": filed(sign_of(rules, operator)) | failed,
        "rule-card": filed(rule_card(rules, operator)),
        "procedure-card": filed(
            procedure_card(rules, operator), irregularity_guide(rules, operator)
        ),
    }


@cache
def of_the_filing() -> set[str]:
    return filed(filing_of(default_house()))


def is_shown(clause: str, cited: set[str]) -> bool:
    """By itself, by the clause above it, or by what is below it."""
    path = register.path_of(clause)
    return any(
        register.covers(one, clause) or register.path_of(one)[: len(path)] == path for one in cited
    )


def clauses_of(game: Game) -> list[register.Clause]:
    return [c for document in game.documents for c in register.clauses_of(document).values()]


def chapter(clause: register.Clause) -> str:
    return register.path_of(clause.id)[1].lstrip(".0")


@each_game
def test_every_pointer_leads_to_a_paper_that_cites_the_clause(game: Game) -> None:
    whole: dict[str, set[str]] = {"filing": of_the_filing()}
    for offer in offers():
        if offer.rules.game is game:
            for kind, cited in citations(offer.name).items():
                whole.setdefault(kind, set()).update(cited)
    pointers = [(c.id, kind) for c in clauses_of(game) for kind in c.paper if kind not in BOOKS]
    assert len(pointers) > 30
    assert {kind for _, kind in pointers} <= {*PAPERS, "filing"}
    assert [pair for pair in pointers if not is_shown(pair[0], whole[pair[1]])] == []
    assert not is_shown(f"{game.code} 99.Z", set().union(*whole.values()))


@each_game
def test_every_clause_about_something_seen_or_written_has_a_pointer(game: Game) -> None:
    missing = [
        clause.id
        for clause in clauses_of(game)
        if clause.status != "chapter" and not clause.paper and clause.id not in GESTURES
        if chapter(clause) == "2" or (chapter(clause) in CHAPTERS and PRINTED.search(clause.says))
    ]
    assert missing == []


@pytest.mark.parametrize("offer", offers(), ids=lambda offer: offer.name)
def test_every_house_cites_what_its_layout_and_signs_must_show(offer: Offer) -> None:
    rules, cited = offer.rules, citations(offer.name)
    for mark in rules.game.inscriptions:
        assert is_shown(mark.clause, cited["layout"] | cited["sign"]), mark.what
    for wager in rules.wagers.values():
        assert wager.area in cited["layout"]
    for wager in rules.game.wagers:
        unused = wager.area not in {each.area for each in rules.wagers.values()}
        if unused:  # a wager that is not offered has no area, and nothing cites one
            assert wager.area not in cited["layout"] | cited["sign"], wager.key
    assert {rules.game.cite("seats"), rules.game.cite("layout")} <= cited["layout"]


@pytest.mark.parametrize("offer", offers(), ids=lambda offer: offer.name)
def test_the_guide_has_every_irregularity_of_the_document_on_one_page(offer: Offer) -> None:
    guide = irregularity_guide(offer.rules, offer.operator)
    pdf = paper_pdf(guide, GUIDE, "filing")
    assert len(pypdfium2.PdfDocument(pdf)) == 1
    cited = cited_in(pdf)
    for clause in clauses_of(offer.rules.game):
        if chapter(clause) == "13" and clause.status != "chapter":
            assert is_shown(clause.id, cited), clause.id
