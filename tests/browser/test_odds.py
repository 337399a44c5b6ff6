"""The odds pages: figures as counted, sliders that answer at once, hands asked, cards to print.

The suite opens the sheets of two games and the cards of the other two, `./pit soak long` all; what
the pages are sent is compared for every game in tests/web/test_odds.py.
"""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.visits import Visits
from kit.tiers import tier
from pitboss.odds import price
from pitboss.odds.game import priced_game
from pitboss.odds.prices.progressive import progressive_price
from pitboss.odds.rule_lists.price import pocket_card
from pitboss.odds.strategy.advice import advise
from pitboss.rulebook import GAMES


def sheet(page: Page) -> None:
    expect(page.locator(".sheet table").first).to_be_visible()
    expect(page.locator(".sheet[data-state=stale]")).to_have_count(0)


def is_linear(page: Page, counts: dict[Fraction, int]) -> bool:
    """Whether the first picture's bars stand and rise as results and their chances do."""
    bars = page.locator(".sheet svg.bars").first.locator("rect.bar")
    boxes: list[list[float]] = bars.evaluate_all(
        "(all) => all.map((one) => [one.x, one.height].map((side) => side.baseVal.value))"
    )
    near = sorted(counts)[: len(boxes) - 1]  # the last bar may stand for all the rare ones
    assert len(near) > 3
    left, step = boxes[0][0], (boxes[len(near) - 1][0] - boxes[0][0]) / (near[-1] - near[0])
    scale = max(height for _, height in boxes) / max(counts.values())
    return all(
        abs(x - left - step * (net - near[0])) < 0.5
        and abs(height - max(1.5, scale * counts[net])) < 0.5
        for net, (x, height) in zip(near, boxes, strict=False)
    )


@pytest.mark.parametrize("game", tier(["mississippi-stud", "double-draw"], list(GAMES)))
def test_a_par_sheet_in_the_browser(visit: Visits, game: str) -> None:
    rules = priced_game(game)
    letters = {key: rules.letters(key)[-1] for key in rules.wager_keys()}
    chosen = ",".join(f"{key}:{letter}" for key, letter in letters.items())
    page = visit(f"/odds/{game}?letters={chosen}&seats=1")
    sheet(page)
    rows = page.locator(".sheet table").first.locator("tbody tr")
    expect(rows).to_have_count(len(rules.wager_keys()))
    for place, key in enumerate(rules.wager_keys()):
        figures = price(game, key, rules.letters(key)[-1])
        expect(rows.nth(place)).to_contain_text(f"{float(figures.house_edge) * 100:.3f}%")
    # One of them whole: every row of its paytable with its count.
    base = price(game, "base", letters["base"])
    detail = page.locator(".sheet .panel").first
    for outcome in base.outcomes:
        expect(detail).to_contain_text(f"{outcome.combinations:,}")
    expect(detail).to_contain_text(f"{base.total:,}")
    expect(page.locator(".sheet svg.bars").first).to_be_visible()
    assert is_linear(page, base.distribution)
    axes = page.locator(".sheet svg.bars .unit")
    expect(axes.first).to_have_text("Net, units")
    expect(axes.last).to_have_text("Net, dollars")
    # Before it the fan of a session, with what it says in words and in a table.
    expect(page.locator("svg.fan .half-band")).to_be_attached()
    expect(page.locator(".fan-panel h2")).to_have_text(
        re.compile(r"^100 rounds at \$5: \d+% end ahead$")
    )
    fan = page.locator("svg.fan")
    assert fan.get_attribute("aria-label") == page.locator(".fan-panel .lead").inner_text()
    above = page.locator(".fan-panel, .sheet").evaluate_all(
        "(all) => all.map((one) => one.className.includes('fan-panel'))"
    )
    assert above[0]  # it comes first
    costs = page.get_by_role("table", name="What each wager costs").locator("tbody tr")
    optional = [wager for wager in GAMES[game].wagers if wager.optional]
    expect(costs).to_have_count(1 + len(optional))
    losses = [float(base.house_edge) * 500]
    losses += [
        float(price(game, one.key, letters[one.key]).house_edge) * 100
        for one in optional
        if one.progressive
    ]
    for row, loss in zip((costs.first, costs.last), losses, strict=False):
        stake = "$5" if loss is losses[0] else "$1"
        expect(row).to_contain_text(f"{loss:.0f} ¢ of {stake}")
    no_violations(page)
    page.get_by_label("Length of the session").fill("4")
    expect(page.locator(".fan-panel h2")).to_have_text(re.compile("^500 rounds .* end ahead$"))
    wide = fan.get_attribute("viewBox") or ""
    page.set_viewport_size({"width": 700, "height": 800})
    expect(fan).not_to_have_attribute("viewBox", wide)
    page.emulate_media(media="print")
    expect(fan.locator(".wide-band")).to_have_css("fill", re.compile("fan-hatch"))


def test_sliders_answer_at_once_and_exactly(visit: Visits) -> None:
    game = "mississippi-stud"
    page = visit(f"/odds/{game}?letters=progressive:B&seats=6#meters")
    major = page.get_by_label("Major meter, dollars")
    expect(major).to_be_visible()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for seats, cents in ((6, 500_000), (2, 7_654_321), (1, 100_000)):
        page.get_by_role("slider", name="Seats in play").fill(str(seats))
        major.fill(f"{cents / 100:.2f}")
        figures = progressive_price(
            priced_game(game), "B", seats=seats, meters={"major": cents, "minor": 25_000}
        )
        edge = figures.house_edge
        # The page has the lines already, so its figures wait for no answer.
        verdict = page.locator(".verdict").text_content() or ""
        assert f"{abs(float(edge)) * 100:.3f}%" in verdict, (verdict, float(edge))
        assert ("player" in verdict) == (edge < 0)
        exactly = page.locator(".verdict + p").text_content() or ""
        assert Fraction(exactly.split()[-1]) == edge
        even = next(m.break_even for m in figures.meters if m.meter == "major")
        assert even is not None
        rows = page.get_by_role("region", name="Edge by seats in play").locator("tbody tr")
        expect(rows.nth(seats - 1)).to_contain_text(f"{float(edge) * 100:.3f}%")
        expect(rows.nth(seats - 1)).to_contain_text(f"${round(even) / 100:,.2f}")
    expect(page).to_have_url(re.compile("meters=major:100000"))
    # What is no straight line comes from the house, once the hand rests.
    expect(page.get_by_role("heading", name="Played for both wagers")).to_be_visible()
    assert any("/meter?" in url for url in requests) and any("/both?" in url for url in requests)
    no_violations(page)


def test_letters_of_a_table_of_this_house(visit: Visits) -> None:
    page = visit("/odds/mississippi-stud?table=big-river")
    expect(page.get_by_label("Same as table")).to_have_value("big-river")
    expect(page.get_by_label("Progressive, table")).to_have_value("D")
    page.get_by_label("Progressive, table").select_option("A")
    expect(page.get_by_label("Same as table")).to_have_value("big-river")
    expect(page).to_have_url(re.compile("progressive:A"))


def test_every_hand_and_one_of_them(visit: Visits) -> None:
    page = visit("/odds/mississippi-stud#strategy")
    expect(page.get_by_text("169 classes, 1,326 hands")).to_be_visible()
    page.get_by_label("With these ranks").fill("AK")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 classes, 16 hands")).to_be_visible()
    no_violations(page)
    page.get_by_role("button", name=re.compile("^Every act with")).first.click()
    best = page.locator(".pill.good")
    expect(best).to_have_count(1)
    row = page.locator("tr", has=best)
    expect(row).to_contain_text("bet 1")


def test_a_hand_by_keyboard_alone(visit: Visits) -> None:
    page = visit("/odds/let-it-ride#hand")
    first = page.get_by_role("button", name="ace of spades")
    first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # ten of spades
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")  # nine of spades
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # four of diamonds
    expect(page.get_by_label("Or type them")).to_have_value("Ts 9s 4d")
    advice = advise("let-it-ride", "Ts 9s 4d")
    for option in advice.options:
        row = page.locator("tr", has=page.get_by_role("rowheader", name=option.act))
        expect(row).to_contain_text(f"{abs(float(option.value)):.6f}")
        expect(row).to_contain_text(str(abs(option.value)))
    expect(page.get_by_role("status").filter(has_text="best: withdraw")).to_be_attached()
    no_violations(page)


def test_a_second_draw_with_discards(visit: Visits) -> None:
    page = visit("/odds/double-draw#hand")
    page.get_by_label("Decision").select_option("second-draw")
    page.get_by_label("Or type them").fill("as 2s 7d jk 8d")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Choose cards for: You have discarded").click()
    page.get_by_role("button", name="three of clubs").click()
    page.get_by_role("button", name="four of diamonds").click()
    best = advise("double-draw", "As 2s 7d JK 8d", dead="3c 4d").best
    row = page.locator("tr", has=page.locator(".pill.good")).first
    expect(row).to_contain_text(f"{abs(float(best.value)):.6f}")
    no_violations(page)


@pytest.mark.parametrize("game", tier(["let-it-ride", "235-stud"], list(GAMES)))
def test_a_pocket_card_fits_a_pocket(visit: Visits, game: str) -> None:
    page = visit(f"/odds/{game}/card")
    card = pocket_card(priced_game(game))
    sides = page.locator(".side")
    expect(sides).to_have_count(len(card.lists) + bool(card.legend))
    for side, each in zip(sides.all(), card.lists, strict=False):
        expect(side.locator("li")).to_have_count(len(each.rules))
    no_violations(page)
    page.emulate_media(media="print")
    for side in sides.all():
        box = side.bounding_box()
        assert box is not None
        # 105 × 74 mm at 96 pixels an inch, and nothing that does not fit on it.
        assert round(box["width"] * 25.4 / 96) == 105 and round(box["height"] * 25.4 / 96) == 74
        assert side.evaluate("(it) => it.scrollHeight <= it.clientHeight + 1")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator(".no-print").first).to_be_hidden()


def test_odds_on_a_phone(visit: Visits) -> None:
    page = visit("/odds/235-stud", phone=True, settings={"theme": "dark"})
    sheet(page)
    for part in ("PAR sheet", "Meters and seats", "Every hand", "One hand"):
        page.get_by_role("tab", name=part).click()
        page.wait_for_load_state("networkidle")
        no_violations(page)
        big_enough(page)
        no_sideways(page)
    # On paper it is light, with its title and every bar, losses too, and without what is pressed.
    page.get_by_role("tab", name="PAR sheet").click()
    page.emulate_media(media="print")
    expect(page.locator(".sheet .bar.lost").first).to_be_visible()
    expect(page.locator(".sheet .bar.won").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("tab").first).to_be_hidden()
    ink = page.locator(".sheet th").first.evaluate("(it) => getComputedStyle(it).color")
    assert max(map(int, re.findall(r"\d+", ink))) < 128, ink


def test_figures_to_take_away(visit: Visits) -> None:
    page = visit("/odds/let-it-ride")
    sheet(page)
    links = page.locator(".downloads a")
    for kind in ("JSON", "CSV"):
        assert links.filter(has_text=kind).count() >= 4
    with page.expect_download() as got:
        links.filter(has_text="CSV").first.click()
    assert got.value.suggested_filename == "let-it-ride-sheet.csv"


def test_a_row_edited_on_the_page_is_solved_again(visit: Visits) -> None:
    """The same fraction as in Python, the decisions that change, and back to what is published."""
    page = visit("/odds/mississippi-stud#whatIf")
    straight = page.get_by_label("straight", exact=True)
    expect(straight).to_have_value("4 to 1")
    changed = priced_game("mississippi-stud").with_pays({"straight": "5 to 1"})
    assert price(changed).house_edge == Fraction(671, 17850)
    straight.fill("5 to 1")
    expect(page.get_by_text("671/17850")).to_be_visible()
    expect(page.get_by_text("Own rules, not of a published document.")).to_be_visible()
    expect(page.get_by_role("heading", name="Decisions that change")).to_be_visible()
    expect(page.get_by_text("3rd Street: bet 1×")).to_be_visible()  # not the key of the spot
    no_violations(page)
    straight.fill("5 too 1")
    expect(page.get_by_text("is not a payment")).to_be_visible()
    page.get_by_role("button", name="As in the rules").click()
    expect(straight).to_have_value("4 to 1")
    expect(page.get_by_text("No decision changes.")).to_be_visible()
