"""The payout drill in a browser: a layout is settled by hand and graded by the house.

The suite settles two games, dark on a phone; `./pit soak long` all four, and light too. What is due
is compared for every game in tests/house/test_drill.py.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.visits import Visits
from kit.tiers import tier
from pitboss.house.coach.drill import Grade, grade
from pitboss.rulebook import GAMES


class Cage:
    """A drill's page, and the house's own view of the drill on it."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server, self.page = server, page
        self.bytes: list[str] = []
        self.question: dict[str, Any] = {}
        page.on("response", self._heard)

    def _heard(self, response: Any) -> None:
        if response.url.endswith("/api/drill") and response.request.method == "POST":
            self.question = response.json()

    def deal(self, game: str, level: str) -> Grade:
        self.page.get_by_label("Game").select_option(game)
        self.page.get_by_label("Difficulty").select_option(level)
        with self.page.expect_response("**/api/drill"):
            self.page.locator("form button.main").click()
        expect(self.page.locator(".sheet")).to_be_visible()
        return grade(self.server.house, self.question["drill"], ())

    def say(self, seat: int, name: str, what: str, cents: int) -> None:
        row = self.page.get_by_role("group", name=f"{name or 'Envy'}, seat {seat}", exact=True)
        if what == "pay":
            row.locator("input").fill(f"{cents / 100:.2f}")
        else:
            row.locator(f"[data-what={what}]").click()


@pytest.mark.parametrize("game", tier(["let-it-ride", "double-draw"], list(GAMES)))
def test_a_layout_settled_without_a_fault(server: Server, visit: Visits, game: str) -> None:
    page = visit("/drill")
    desk = Cage(server, page)
    due = desk.deal(game, "sides")
    no_violations(page)
    for spot in due.spots:
        desk.say(spot.seat, spot.name, spot.what, spot.cents)
    expect(page.locator(".foot .left")).to_have_text("Every spot is answered.")
    page.get_by_role("button", name="Compare with the house").click()
    expect(page.locator(".notice.good")).to_have_text("All correct, in the right order.")
    expect(page.locator(".spot[data-state=right]")).to_have_count(due.of)
    no_violations(page)
    expect(page.locator("text=1 round ·")).to_be_visible()


def test_faults_are_shown_where_they_are(server: Server, visit: Visits) -> None:
    """By keys alone: a wrong amount, a spot left out, and the wrong end of the table."""
    page = visit("/drill")
    desk = Cage(server, page)
    due = desk.deal("mississippi-stud", "everything")
    while len(due.seats_due) < 2 or not any(spot.what == "pay" for spot in due.spots[1:]):
        due = desk.deal("mississippi-stud", "everything")
    wrong = next(spot for spot in due.spots[1:] if spot.what == "pay")
    for spot in reversed(due.spots[1:]):
        more = 100 if spot is wrong else 0
        desk.say(spot.seat, spot.name, spot.what, spot.cents + more)
    page.locator("h1").click()
    page.keyboard.press("e")
    expect(page.locator(".notice.warn")).to_have_text(f"{due.of - 2} of {due.of} spots right")
    expect(page.locator(".spot[data-state=wrong]")).to_have_count(2)
    fault = page.get_by_role("group", name=f"{wrong.name}, seat {wrong.seat}", exact=True)
    expect(fault.locator(".verdict")).to_contain_text(f"pay {wrong.cents / 100:,.2f}")
    expect(fault.locator(".verdict")).to_contain_text(wrong.clause)
    expect(page.locator("li", has_text="The order of seats is").first).to_be_visible()
    no_violations(page)
    page.reload()
    expect(page.locator("text=1 round ·")).to_be_visible()  # kept in this browser


@pytest.mark.parametrize("theme", tier(["dark"], ["light", "dark"]))
def test_a_drill_on_a_phone(server: Server, visit: Visits, theme: str) -> None:
    page = visit("/drill", phone=True, settings={"theme": theme, "deck": "four"})
    desk = Cage(server, page)
    desk.deal("235-stud", "everything")
    no_violations(page)
    big_enough(page)
    no_sideways(page)
