"""Help to play well, as a player meets it: hint and coach at the table, session, trainer.

The trainer is dark in the suite, and in `./pit soak long` light too.
"""

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits
from kit.tiers import tier

DECK = "1: 8c 3s | community: 2d 7h Kc"


def at_the_table(server: Server, visit: Visits, help_: str, *, phone: bool = False) -> Felt:
    table = server.table("mississippi-stud")
    server.rig(table, DECK)
    felt = Felt(visit(f"/table/{table}", settings={"help": help_}, phone=phone))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    felt.my_turn()
    return felt


def test_off_shows_nothing(server: Server, visit: Visits) -> None:
    felt = at_the_table(server, visit, "off")
    expect(felt.page.locator(".coach-line")).to_be_hidden()
    felt.page.keyboard.press("h")
    expect(felt.page.locator(".dock .news")).to_contain_text("Help is off")
    expect(felt.page.locator(".coach-line")).to_be_hidden()


def test_a_hint_by_its_key(server: Server, visit: Visits) -> None:
    """Eight three of two suits: $5.00 less by folding, and the bets by the exact solution."""
    felt = at_the_table(server, visit, "hint")
    page = felt.page
    expect(page.locator('[data-do="hint"]')).to_be_visible()
    page.keyboard.press("h")
    advice = page.locator(".coach-line .advice")
    expect(advice).to_have_text("Fold: $1.95 better than betting 1×")
    page.get_by_role("tab", name="Help").click()
    rows = page.locator(".options tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Fold")
    expect(rows.nth(1)).to_contain_text("Bet 1×")
    expect(rows.nth(1)).to_contain_text("$1.95")
    no_violations(page)
    felt.act("bet 1")
    expect(advice).to_have_text("")  # a hint is not the coach


def test_the_coach_tells_what_a_decision_cost(server: Server, visit: Visits) -> None:
    felt = at_the_table(server, visit, "coach")
    page = felt.page
    felt.act("bet 1")
    advice = page.locator(".coach-line .advice")
    expect(advice).to_have_text("Best: Fold. Betting 1× cost $1.95.")
    # It stays beside the new question, and through a change of somebody else's.
    expect(felt.act_button("bet", ["1"])).to_be_visible()
    server.robot(felt.page.url.rpartition("/")[2], 4)
    expect(page.locator('[data-seat="4"][data-player]')).to_be_visible()
    expect(advice).to_have_text("Best: Fold. Betting 1× cost $1.95.")
    no_violations(page)
    felt.act("fold")
    expect(advice).to_have_text("Right: Fold.")
    felt.over(1)
    page.goto("/session")
    expect(page.locator(".tile").nth(4)).to_contain_text("1 of 2 right")
    expect(page.locator(".mistakes li")).to_have_count(1)
    expect(page.locator(".mistakes li")).to_contain_text("Best: Fold. Betting 1× cost $1.95.")
    expect(page.locator(".tile").nth(0)).to_contain_text("−10.00")
    no_violations(page)
    page.get_by_role("button", name="In words").click()
    expect(page.locator("pre.replay")).to_contain_text("fold")
    no_violations(page)


def test_coach_and_session_on_a_phone(server: Server, visit: Visits) -> None:
    felt = at_the_table(server, visit, "coach", phone=True)
    felt.act("fold")
    expect(felt.page.locator(".coach-line .advice")).to_have_text("Right: Fold.")
    no_sideways(felt.page)
    felt.over(1)
    page = felt.page
    page.goto("/session")
    expect(page.locator(".tile")).to_have_count(5)
    no_sideways(page)
    big_enough(page)


@pytest.mark.parametrize("theme", tier(["dark"], ["light", "dark"]))
def test_a_hand_at_the_trainer_by_keys(visit: Visits, theme: str) -> None:
    page = visit("/trainer?game=let-it-ride&stage=bet-1", settings={"theme": theme})
    answer(page, "1")
    expect(page.locator(".options tbody tr")).to_have_count(2)
    expect(page.locator(".rule")).to_contain_text("of the short list")
    no_violations(page)
    page.keyboard.press("n")
    answer(page, "2")
    expect(page.locator("dl.facts dd").first).to_have_text("2")
    no_violations(page)


def test_discards_at_the_trainer_on_a_phone(visit: Visits) -> None:
    page = visit("/trainer?game=double-draw&stage=first-discard", phone=True)
    expect(page.locator(".pick")).to_have_count(5)
    # Spots are called what the felt calls them.
    expect(page.locator(".plain-list .pill")).to_have_text(
        ["Ante $10", "Bonus $10", "1st Draw $10"]
    )
    big_enough(page)
    no_sideways(page)
    no_violations(page)
    page.locator(".pick").nth(1).click()
    page.locator(".pick").nth(3).click()
    expect(page.locator('[data-key="discard"]')).to_contain_text("Discard 2 cards")
    page.locator('[data-key="discard"]').click()
    expect(page.locator(".options tbody tr")).to_have_count(6)
    page.get_by_role("button", name="Show 20 more").click()
    expect(page.locator(".options tbody tr")).to_have_count(26)
    no_sideways(page)


def answer(page: Page, key: str) -> None:
    expect(page.locator('[data-digit="1"]')).to_be_visible()
    page.keyboard.press(key)
    expect(page.get_by_role("button", name="Next hand")).to_be_focused()


def test_the_session_of_nobody(visit: Visits) -> None:
    page = visit("/session")
    expect(page.get_by_text("Sit at a table as a guest")).to_be_visible()
    no_violations(page)
