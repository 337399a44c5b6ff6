"""Layouts: every area that the documents ask for, where it belongs, apart from every other."""

from collections import Counter
from itertools import combinations, pairwise
from math import hypot

import msgspec
import pypdfium2
import pytest

from paper.houses import Offer, drawn_offers, offers
from pitboss.paper.areas import Area, Place, gap
from pitboss.paper.catalogue import PAPERS, Order
from pitboss.paper.dimension_sheets import dimension_sheets, rows_of_seat
from pitboss.paper.dimensions import INK, DimensionDrawing, millimetres
from pitboss.paper.layout import FELT_RADIUS, TABLE_RADIUS
from pitboss.paper.layout_svg import (
    AREA_SIZES,
    MARGIN,
    alt_text,
    drawing_size,
    layout_svg,
    lettering,
)
from pitboss.paper.letters import CAP_HEIGHT
from pitboss.paper.panels import NoRoom, panels_of
from pitboss.paper.setting import drawing_pdf
from pitboss.paper.sign import limits, payout_tables
from pitboss.rulebook.submission import default_house

LEAST_GAP = 2.0  # millimetres: the width of a line on the felt
LEAST_ODDS_HEIGHT = 4.0  # of a capital letter

each_offer = pytest.mark.parametrize("offer", drawn_offers(), ids=lambda offer: offer.name)


def far_apart(one: Area, two: Area) -> bool:
    """Whether circles around both are: true of most pairs, and cheaper than the gap."""
    reach = (hypot(one.across, one.outward) + hypot(two.across, two.outward)) / 2
    return hypot(one.centre.x - two.centre.x, one.centre.y - two.centre.y) > reach + LEAST_GAP


def line_of(piece: Area) -> str:
    return piece.key.rpartition(".")[0] or piece.key


@each_offer
def test_no_area_touches_another_or_leaves_the_felt(offer: Offer) -> None:
    areas = offer.layout().every_area()
    for one, two in combinations(areas, 2):
        if one.kind == two.kind == "words" and line_of(one) == line_of(two):
            continue  # pieces of one line of words
        if not far_apart(one, two):
            assert gap(one, two) >= LEAST_GAP, (one.key, two.key)
    for area in areas:
        for corner in area.corners():
            assert hypot(*corner) <= FELT_RADIUS, area.key
            assert corner.y >= 0, area.key


def test_a_gap_is_measured_between_outlines() -> None:
    left = Area("left", "cards", "", Place(0, 0), 10, 10)
    right = msgspec.structs.replace(left, centre=Place(15, 0))
    assert gap(left, right) == pytest.approx(5)
    assert gap(left, msgspec.structs.replace(left, centre=Place(8, 0))) == pytest.approx(-2)
    turned = msgspec.structs.replace(right, angle=45.0)
    assert gap(left, turned) == pytest.approx(10 - 50**0.5)
    assert not far_apart(left, right) and not far_apart(left, turned)
    beyond = msgspec.structs.replace(turned, centre=Place(18, 0))
    assert far_apart(left, beyond) and gap(left, beyond) > LEAST_GAP


@each_offer
def test_every_spot_offered_has_its_area_at_every_seat_and_no_other_has(offer: Offer) -> None:
    rules = offer.rules
    spots = {area.key for area in offer.layout().areas if area.kind == "spot"}
    seats = range(1, rules.game.seats + 1)
    assert spots == {f"seat-{seat}.{key}" for seat in seats for key in rules.spots}


@each_offer
def test_fixtures_and_equipment_follow_the_declaration_and_the_method(offer: Offer) -> None:
    """Seats across from the dealer; the rack at the dealer's side.

    shows 235 2.A, 235 2.A(2), 235 2.F, DD .02A, DD .02A(2), DD .02E
    shows LIR .02A, LIR .02A(2), LIR .02F, MS 2.A, MS 2.D(2)
    """
    rules, areas = offer.rules, {area.key: area for area in offer.layout().areas}
    fixtures = {fixture.what: fixture.clause for fixture in rules.game.fixtures}
    for seat in range(1, rules.game.seats + 1):
        assert f"seat-{seat}.cards" in areas
        assert (f"seat-{seat}.third" in areas) == ("third-card" in fixtures)
        assert (f"seat-{seat}.discards" in areas) == ("discards" in fixtures)
    community = [area for area in areas.values() if area.kind == "community"]
    assert len(community) == rules.game.community
    assert {area.clause for area in community} <= {fixtures.get("community", "")}
    assert ("box" in areas) == rules.deals_box
    assert ("shoe" in areas) == (rules.choices.method != "hand")
    assert ("shuffler" in areas) == (rules.choices.method == "hand")
    assert areas["tray"].centre.y < min(a.centre.y for a in areas.values() if a.kind == "cards")
    assert areas["rack"].centre.y < areas["tray"].outward
    # The boxes hang on opposite sides of the dealer.
    assert areas["drop-box"].centre.x < 0 < areas["tip-box"].centre.x
    # Community cards lie directly before the tray.
    tray = areas["tray"]
    for area in community:
        assert 0 < area.centre.y - area.outward / 2 - (tray.centre.y + tray.outward / 2) < 20


@each_offer
def test_every_name_fits_inside_its_area(offer: Offer) -> None:
    for area in offer.layout().areas:
        lines = lettering(area)
        assert " ".join(line for line, _, _ in lines) == area.name, area.key
        assert all(size in AREA_SIZES for _, _, size in lines)


@each_offer
def test_words_and_places_are_read_back_from_the_pdf(offer: Offer) -> None:
    """The text layer has the letters of each name, no more and no less, inside its area."""
    drawing = offer.layout()
    width, height = drawing_size()
    svg = layout_svg(drawing)
    pdf = drawing_pdf(svg, alt_text(drawing), "Layout", width, height)
    page = pypdfium2.PdfDocument(pdf)[0]
    if offer.name.endswith("-example"):  # the same bytes each time
        assert pdf == drawing_pdf(svg, alt_text(drawing), "Layout", width, height)
    letters = _letters(page, width)
    words = Counter(letter for letter, _ in letters)
    for text in (offer.rules.game.name.upper(), offer.operator):
        assert not Counter(text.replace(" ", "")) - words, text
    for area in drawing.areas:
        inside = Counter(letter for letter, place in letters if _contains(area, place))
        assert inside == Counter(area.name.replace(" ", "")), area.key
    for panel in drawing.panels:
        inside = Counter(letter for letter, place in letters if _contains(panel.area, place))
        printed = "".join(line.text + line.pays for line in panel.lines)
        assert inside == Counter(printed.replace(" ", "")), panel.area.key
    for line in drawing.curved[2:]:
        assert not Counter(line.text.replace(" ", "")) - words, line


@each_offer
def test_the_felt_shows_every_payout_and_limit_where_the_submission_says_so(offer: Offer) -> None:
    """And what a joker may stand for in any case, which only one game has."""
    rules, drawing = offer.rules, offer.layout()
    inscribed = " ".join(text.text for text in drawing.curved[2:])
    assert ("joker" in inscribed) == (len(rules.game.cards) > 52)
    if not offer.felt_odds:
        assert not drawing.panels
        assert "limit" not in inscribed
        return
    printed = {
        panel.area.name: [(x.text.casefold(), x.pays) for x in panel.lines if x.pays]
        for panel in drawing.panels
    }
    tables = [(t.title, t.rows) for t in payout_tables(rules)]
    assert printed == {
        title: [(hand.casefold(), pays) for hand, pays in rows] for title, rows in tables
    }
    paid = [rules.tables[w.key].rows for w in rules.wagers.values() if not w.pays_as]
    paid += [rules.envy.rows] if rules.envy else []
    assert [len(rows) for rows in printed.values()] == [len(rows) for rows in paid]
    for item in limits(rules):
        assert item.text in inscribed
    heights = {line.size * CAP_HEIGHT for panel in drawing.panels for line in panel.lines}
    assert min(heights) >= LEAST_ODDS_HEIGHT


@each_offer
def test_dimension_lines_measure_the_layout_and_no_number_touches_another(offer: Offer) -> None:
    """Every number of the two sheets, its place, and what it is the distance of."""
    layout = offer.layout()
    for sheet in dimension_sheets(layout):
        labels = sheet.drawing.labels
        boxes = [label.box() for label in labels]
        for one, two in combinations(boxes, 2):
            assert gap(one, two) >= 0.5, (offer.name, sheet.name, one.key, two.key)
        for corner in (corner for box in boxes for corner in box.corners()):
            assert sheet.left <= corner.x <= sheet.left + sheet.width, sheet.name
            assert sheet.top <= corner.y <= sheet.top + sheet.height, sheet.name
    table, seat = (Counter(x.text for x in s.drawing.labels) for s in dimension_sheets(layout))
    tray = next(area for area in layout.areas if area.key == "tray")
    outline = (2 * TABLE_RADIUS, TABLE_RADIUS, 2 * FELT_RADIUS, tray.across, tray.outward)
    for length in outline:
        assert table[millimetres(length)], length
    steps = 144 / (layout.seats - 1)
    assert table[f"{steps:.1f}°"] == layout.seats - 1 and table["18.0°"] == 2
    for radius, row in rows_of_seat(layout).items():
        assert table[f"R {millimetres(radius)}"] == 1
        assert seat[f"Row at R {millimetres(radius)}"] == 1
        for one, two in pairwise(sorted(row, key=lambda area: area.centre.x)):
            assert seat[millimetres(two.centre.x - one.centre.x - (one.across + two.across) / 2)]
        for area in row:
            assert seat[millimetres(area.across)], area.key


def test_a_chain_of_dimensions_adds_up_and_each_line_has_two_ends() -> None:
    drawing = DimensionDrawing(10.0)
    drawing.chain("x", (0, 200, 206, 209.5, 300), 0, 1)
    assert [label.text for label in drawing.labels] == ["200", "6", "3.5", "90.5"]
    assert sum(float(label.text) for label in drawing.labels) == 300
    heads = [mark for mark in drawing.marks if mark.endswith(f'Z" fill="{INK}"/>')]
    assert len(heads) == 4, "two lines are long enough for heads; the others end in bars"


@pytest.mark.parametrize("name", ["layout-dimensions.pdf", "layout-seat.pdf"])
def test_dimensions_are_read_back_from_the_pdf(name: str) -> None:
    offer = offers()[0]
    order = Order(default_house(), offer.rules)
    pdf = PAPERS["layout"][name](order)
    assert pdf == PAPERS["layout"][name](order)
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded().split()
    sheet = [*dimension_sheets(offer.layout())][name == "layout-seat.pdf"]
    words = Counter(word for label in sheet.drawing.labels for word in label.text.split())
    assert not words - Counter(text)


def test_payouts_that_find_no_room_are_refused() -> None:
    tables = [*payout_tables(offers()[0].rules)] * 5
    areas = offers()[0].layout().every_area()
    with pytest.raises(NoRoom, match="do not fit on the felt"):
        panels_of(tables, areas)


def _letters(page: pypdfium2.PdfPage, width: float) -> list[tuple[str, Place]]:
    """Every letter of a page with its middle in the layout's own millimetres."""
    text = page.get_textpage()
    millimetre = page.get_width() / width
    letters = []
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.isspace() or not letter:
            continue
        left, bottom, right, top = text.get_charbox(index)
        x = (left + right) / 2 / millimetre - width / 2
        y = (page.get_height() - (bottom + top) / 2) / millimetre - MARGIN
        letters.append((letter, Place(x, y)))
    return letters


def _contains(area: Area, place: Place) -> bool:
    if hypot(place.x - area.centre.x, place.y - area.centre.y) > area.across + area.outward:
        return False
    dot = Area("letter", "words", "", place, 0.01, 0.01)
    return gap(area, dot) < 0
