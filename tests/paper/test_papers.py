"""Signs and cards: they say what the table pays by, and the filing copy by which clause."""

import pypdfium2
import pytest

from paper.houses import Offer, drawn_offers, offers
from pitboss.money import format_short
from pitboss.odds.game import priced_rules
from pitboss.odds.rule_lists.price import pocket_card
from pitboss.paper.cards import procedure_card, rule_card
from pitboss.paper.catalogue import LEAFLET, PLACARD, POCKET_CARD, WALL_SIGN
from pitboss.paper.content import Copy, Page, Paper
from pitboss.paper.felt_names import felt_words
from pitboss.paper.filing import differences, filing_of
from pitboss.paper.report.content import percent as percent_of
from pitboss.paper.report.figures import GameFigures
from pitboss.paper.setting import Overfull, paper_pdf
from pitboss.paper.sign import sign_of
from pitboss.paper.strategy import strategy_card
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import check, default_house, example

each_offer = pytest.mark.parametrize("offer", drawn_offers(), ids=lambda offer: offer.name)


def text_of(pdf: bytes) -> tuple[int, str]:
    """The number of pages, and their words with single spaces."""
    document = pypdfium2.PdfDocument(pdf)
    words = " ".join(page.get_textpage().get_text_bounded() for page in document)
    return len(document), " ".join(words.replace("\u00a0", " ").split())


def set_paper(paper: Paper, page: Page, copy: Copy = "public") -> tuple[int, str]:
    return text_of(paper_pdf(paper, page, copy, "0123456789abcdef"))


@each_offer
@pytest.mark.parametrize("page", [PLACARD, WALL_SIGN], ids=["A5", "A3"])
def test_a_sign_has_every_payout_of_the_table_on_one_page(offer: Offer, page: Page) -> None:
    """What the felt leaves out stands here: shows DD .02B(7)."""
    rules = offer.rules
    pages, text = set_paper(sign_of(rules, offer.operator), page)
    assert pages == 1
    assert rules.game.name in text
    assert offer.operator in text
    tables = [rules.tables[key] for key in rules.wagers]
    for table in (*tables, *([rules.envy] if rules.envy else [])):
        for row in table.rows:
            printed = f"{row.name[:1].upper()}{row.name[1:]} {row.pays}"
            # A long name takes two lines, and the payout stands beside the first.
            assert printed in text or (row.name.split()[-1] in text and str(row.pays) in text)
    assert format_short(rules.choices.minimum) in text
    assert format_short(rules.choices.maximum) in text
    limit = rules.payout_limit
    assert ("No payout limit" in text) == (limit is None)
    if limit is not None:
        assert f"Payout limit {format_short(limit)} a hand" in text
    for meter in rules.choices.meters:
        assert f"resets to {format_short(meter.reset)}" in text


def test_a_wager_that_is_not_offered_is_on_no_sign() -> None:
    for offer in offers():
        _, text = set_paper(sign_of(offer.rules, "Operator"), PLACARD)
        for wager in offer.rules.game.wagers:
            if wager.optional and wager.key not in offer.rules.wagers:
                assert wager.name not in text, (offer.name, wager.name)


@each_offer
def test_only_the_filing_copy_cites_clauses(offer: Offer) -> None:
    sign = sign_of(offer.rules, offer.operator)
    clauses = [clause for table in sign.tables for clause in table.clauses]
    _, filing = set_paper(sign, WALL_SIGN, "filing")
    _, public = set_paper(sign, WALL_SIGN)
    assert clauses
    for clause in clauses:
        assert clause in filing
        assert clause not in public
    assert "0123456789abcdef" in filing
    assert "0123456789abcdef" not in public


@each_offer
def test_the_procedure_card_has_every_step_of_the_method_with_its_clause(offer: Offer) -> None:
    card = procedure_card(offer.rules, offer.operator)
    _, text = set_paper(card, LEAFLET, "filing")
    for clause in (
        offer.rules.dealing.announce,
        offer.rules.dealing.stub,
        *(give.clause for give in offer.rules.dealing.order),
        *(step.clause for step in offer.rules.game.play),
    ):
        assert clause in text, clause


@each_offer
def test_the_rule_card_names_every_wager_and_how_it_may_be_bet(offer: Offer) -> None:
    _, text = set_paper(rule_card(offer.rules, offer.operator), LEAFLET)
    for wager in offer.rules.wagers.values():
        assert offer.rules.label(wager) in text


@pytest.mark.parametrize("key", default_house().games)
def test_the_strategy_card_has_every_rule_of_the_shipped_lists(key: str) -> None:
    rules = Rules(default_house().games[key])
    card = pocket_card(priced_rules(rules), rules.choices.tables)
    pages, text = set_paper(strategy_card(rules, card, "Operator"), POCKET_CARD)
    assert pages == 1
    for each in card.lists:
        assert felt_words(rules, each.name) in text
        for rule in each.rules:
            assert f"{rule.when}: {rule.act}" in text
    assert f"{float(card.edge):.4%}".replace("%", " %") in text


def test_the_same_input_gives_the_same_bytes() -> None:
    offer = offers()[0]
    for page in (PLACARD, LEAFLET):
        sign = sign_of(offer.rules, offer.operator)
        assert paper_pdf(sign, page) == paper_pdf(sign, page)


def test_a_page_too_small_for_its_sign_is_refused() -> None:
    stamp = Page(30, 40, 8.0, 2, 4, True)
    with pytest.raises(Overfull, match="does not fit 30 × 40 mm"):
        paper_pdf(sign_of(offers()[0].rules, "Operator"), stamp)


def test_markup_in_a_name_is_only_text() -> None:
    offer = offers()[0]
    _, text = set_paper(sign_of(offer.rules, '#panic("no") *&* $x$'), PLACARD)
    assert '#panic("no") *&* $x$' in text


def test_the_filing_states_every_choice_with_its_clause_and_what_differs() -> None:
    house = default_house()
    paper = filing_of(house)
    _, text = set_paper(paper, LEAFLET, "filing")
    for choices in house.games.values():
        rules = Rules(choices)
        assert rules.fingerprint[:20] in text.replace(" ", "")
        for wager in rules.wagers.values():
            if not wager.pays_as:
                table = rules.tables[wager.key]
                assert f"{rules.label(wager)} paytable: {table.letter} {table.clause}" in text
        for option in rules.game.options:
            assert option.ruling in text, option
        for ruling in GameFigures(rules).rulings:
            edges = (percent_of(ruling.edge), percent_of(ruling.alternative))
            assert f"{edges[0]}, otherwise {edges[1]}" in text, ruling
    assert text.count("(changes no odds of a wager offered)") == 5
    for approval in house.approvals.values():
        assert f"{approval.reference}, {approval.date}" in text
    assert len(paper.drawings) == len(house.games)
    other = check(example().replace('minimum = "10.00"', 'minimum = "15.00"')).submission
    assert other is not None
    changes = [*differences(house, other)]
    assert [change.text for change in changes] == [
        "Double Draw Poker, base wager: $10 to $300 → $15 to $300",
        *(change.text for change in changes if "fingerprint" in change.text),
    ]
    assert len(changes) == 2
    assert not [*differences(house, house)]


def test_a_missing_approval_is_named_in_the_filing() -> None:
    text = example()
    start = text.index("[approvals.tip_box]")
    checked = check(text[:start] + text[text.index("[cage]") :])
    assert checked.submission is not None
    _, filing = set_paper(filing_of(checked.submission, checked.warnings), LEAFLET, "filing")
    for warning in checked.warnings:
        assert warning.what in filing
