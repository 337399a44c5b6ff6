"""A hand that its player shares: made, opened by a stranger, proved there, and revoked.

The rules are read on a phone in the suite, and in `./pit soak long` in a wide window too.
"""

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits
from kit.tiers import tier

DECK = "1: Js 9h | community: Jd 9s 4c"


def played(server: Server, visit: Visits, deck: str = DECK) -> tuple[Page, str]:
    """A guest's page after one round of Mississippi Stud; two pair, unless the deck is left to
    chance.
    """
    table = server.table("mississippi-stud")
    if deck:
        server.rig(table, deck)
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    for what in ("bet 1", "bet 1", "bet 3"):
        felt.act(what)
    felt.over(1)
    return felt.page, table


def test_a_hand_is_shared_and_revoked(server: Server, visit: Visits) -> None:
    page, table = played(server, visit)
    page.goto(f"/rounds#{table}/1")
    page.locator('[data-do="share"]').click()
    page.get_by_role("button", name="Make a link").click()
    address = page.get_by_label("Link to this hand").input_value()
    no_violations(page)

    reader = visit(address)
    # The deck of this round was arranged: no seed gives it, and the page says so.
    expect(reader.locator('[data-proved="false"]')).to_be_visible()
    decisions = reader.locator(".decisions section")
    expect(decisions).to_have_count(3)
    expect(decisions.first.locator("tbody tr")).to_have_count(4)
    expect(reader.locator("h1")).to_contain_text("two pair")
    expect(reader.locator("main")).to_contain_text("+$60.00")
    name = page.evaluate("() => fetch('/api/me').then((answer) => answer.json())")["name"]
    assert name not in reader.content()
    reader.get_by_role("button", name="Back").click()
    reader.get_by_role("button", name="Next").click()
    expect(reader.locator(".hand-felt .middle pit-card").nth(2)).to_have_attribute("name", "4c")
    no_violations(reader)
    no_sideways(reader)
    big_enough(reader)

    page.locator('[data-do="unshare"]').click()
    expect(page.locator('[data-do="share"]')).to_be_visible()
    reader.reload()
    expect(reader.get_by_text("This link leads nowhere")).to_be_visible()


def test_the_shuffle_is_proved_in_the_readers_browser(server: Server, visit: Visits) -> None:
    page, table = played(server, visit, deck="")
    token = page.evaluate(
        """async (path) => {
          const me = await (await fetch("/api/here")).json();
          const headers = { "X-CSRF": me.csrf };
          return (await (await fetch(path, { method: "POST", headers })).json()).token;
        }""",
        f"/api/rounds/{table}/1/share",
    )
    reader = visit(f"/hand/{token}")
    expect(reader.locator('[data-proved="true"]')).to_be_visible()


@pytest.mark.parametrize("phone", tier([True], [False, True]))
def test_rules_begin_with_an_example_and_end_with_clauses(
    server: Server, visit: Visits, phone: bool
) -> None:
    page = visit("/rules/let-it-ride", phone=phone)
    expect(page.locator("#example .hand-felt")).to_be_visible()
    parts = page.locator("main > section.part").evaluate_all("(all) => all.map((one) => one.id)")
    assert parts[:2] == ["example", "ranking"]
    assert parts[-2:] == ["clauses", "rulings"]
    expect(page.locator("#ranking details").first.locator("li")).to_have_count(9)
    expect(page.locator("#ranking li").first).to_contain_text("royal flush")
    page.locator("#example").get_by_role("button", name="Back").click()
    expect(page.locator("#example .said")).to_contain_text("Step 8 of 9")
    no_violations(page)
    no_sideways(page)


# The marks of a result whose fourth and fifth rounds alone are unusual, with the places of a line.
LINE_OUTSIDE = """async (result) => {
  const { resultCourse } = await import("/static/session/course.js");
  const cents = (amount) => ({ cents: amount });
  const round = (won) => ({
    counted: true, result: won, expected: cents(-20), variance: 250_000, luck: cents(0),
    mistakes: cents(0),
  });
  const rounds = [0, 0, 0, result, 0, -result].map(round);
  const chart = resultCourse(rounds);
  document.body.append(chart);
  await new Promise((done) => { setTimeout(done, 200); });
  const marks = [...chart.querySelectorAll(".course-bad, .course-outside")];
  chart.remove();
  return marks.map((mark) => [
    mark.getAttribute("class"),
    String((mark.getAttribute("points") ?? "").match(/[^ ,]+/g)?.length ?? ""),
  ]);
}"""


def test_my_play_has_a_band_and_follows_the_window(server: Server, visit: Visits) -> None:
    page, _ = played(server, visit)
    page.goto("/session")
    chart = page.locator("svg.course").first
    expect(chart).to_be_visible()
    expect(page.locator(".course-band").first).to_be_attached()
    ticks = chart.locator("text.middle").all_text_contents()
    assert ticks == ["0", "1", "Rounds"]
    wide = chart.evaluate("(svg) => svg.viewBox.baseVal.width")
    page.set_viewport_size({"width": 600, "height": 800})
    expect(chart).not_to_have_attribute("viewBox", f"0 0 {wide} 360")
    label = chart.get_attribute("aria-label") or ""
    assert "give or take" in label
    page.get_by_text("As a table").first.click()
    expect(page.locator("details[open] table").first).to_be_visible()
    no_violations(page)
    # Outside its band the line has another colour, and words say so; inside it has not.
    for result, marks in ((50_000, [["course-bad", "4"], ["course-outside", ""]]), (400, [])):
        assert page.evaluate(LINE_OUTSIDE, result) == marks
