"""Five tasks of somebody who is here for the first time, each done in at most three clicks."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits

MAX_CLICKS = 3
NOTHING = {"guided": None, "atOnce": None}  # in the browser's storage


class Newcomer:
    """Clicks, and counts every click and every choice from a list."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def choose(self, what: Locator, option: str) -> None:
        self.clicks += 1
        what.select_option(option)

    def done(self) -> None:
        assert 0 < self.clicks <= MAX_CLICKS, f"{self.clicks} clicks"


def first_round(server: Server, visit: Visits) -> tuple[Felt, Newcomer]:
    """From the lobby into the first decision of a round; two clicks."""
    table = server.table("mississippi-stud", deciding=120)
    server.rig(table, "1: 2c 7d | community: 9h Js 4c")
    page = visit("/", store=NOTHING)
    newcomer = Newcomer(page)
    row = page.locator(f'[data-table="{table}"]')
    newcomer.click(row.get_by_role("link", name=re.compile("^Sit down")))
    felt = Felt(page)
    felt.seated()
    newcomer.click(felt.do("rebet"))
    felt.my_turn()
    return felt, newcomer


def test_sit_and_play_a_round_and_see_why_it_was_lost(server: Server, visit: Visits) -> None:
    felt, newcomer = first_round(server, visit)
    newcomer.click(felt.act_button("fold", []))
    felt.over(1)
    expect(felt.page.locator(".dock").get_by_text(re.compile(r"^You lost \$\d+"))).to_be_visible()
    newcomer.done()
    # Why: beside the hand at once, and in words with its clause in the panel.
    curious = Newcomer(felt.page)
    curious.click(felt.page.get_by_role("tab", name="Round"))
    expect(felt.page.get_by_role("tabpanel")).to_contain_text(
        "Ante: Lost $5.00, folded, MS 11.B(2)"
    )
    curious.done()


def test_ask_for_a_hint(server: Server, visit: Visits) -> None:
    felt, _ = first_round(server, visit)
    newcomer = Newcomer(felt.page)
    newcomer.click(felt.page.get_by_role("tab", name="Help"))
    help_mode = felt.page.get_by_role("tabpanel").get_by_role("combobox").first
    newcomer.choose(help_mode, "hint")
    newcomer.click(felt.page.locator('[data-do="hint"]'))
    advice = felt.page.locator(".dock .advice[data-state=best]")
    expect(advice).to_contain_text("better than")
    expect(advice).to_be_visible()
    newcomer.done()


def test_add_a_side_bet(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud", deciding=120)
    page = visit(f"/table/{table}?sit=1", store=NOTHING)
    felt = Felt(page)
    felt.seated()
    newcomer = Newcomer(page)
    newcomer.click(felt.spot("ante"))
    newcomer.click(felt.spot("three-card-bonus"))
    newcomer.click(felt.do("bet"))
    state = server.until(table, lambda now: now.seats[1].stakes)
    assert state.seats[1].stakes["three-card-bonus"].cents > 0
    newcomer.done()


def test_find_what_a_flush_pays(visit: Visits) -> None:
    page = visit("/", store=NOTHING)
    newcomer = Newcomer(page)
    card = page.locator('.game[data-game="mississippi-stud"]')
    newcomer.click(card.get_by_role("link", name=re.compile("Paytables")))
    row = page.get_by_role("row").filter(has_text=re.compile("^flush", re.IGNORECASE)).first
    expect(row).to_contain_text("6 to 1")
    expect(row).to_be_in_viewport()
    newcomer.done()
