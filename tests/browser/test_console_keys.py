"""The consoles by keyboard: patrons' chips, reports about cards, a reopened seat, a second person,
and the order in which Tab visits what can be used.
"""

import itertools
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.dealer import Round, open_table, place_bets
from browser.house import Server
from browser.staff import TABLET, caught_up, press
from browser.visits import Visits
from pitboss.table.duties import due

# What Tab should visit, in the order of the page; and where the focus is now.
CONTROLS = """() => {
  const usable = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, "
    + "[tabindex='0']";
  window.controls = [...document.querySelectorAll(usable)]
    .filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest("details:not([open])") || one.matches("summary"));
  return window.controls.map((one) => one.textContent.trim() || one.tagName);
}"""
FOCUS = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const part = one.closest("section, header, nav, .desk");
  return {
    place: window.controls.indexOf(one),
    body: one === document.body,
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
    left: box.left,
    right: box.right,
    part: part ? [...document.querySelectorAll("*")].indexOf(part) : -1,
  };
}"""


def tab_through(page: Page) -> list[dict[str, Any]]:
    """Presses Tab from the top of the page to its end; returns the elements visited."""
    page.evaluate("() => { document.activeElement.blur(); getSelection().removeAllRanges(); }")
    names: list[str] = page.evaluate(CONTROLS)
    stops: list[dict[str, Any]] = []
    for _ in range(2 * len(names) + 2):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["body"] or (stops and stop["place"] == stops[0]["place"]):
            break
        stops.append(stop)
    visited = [stop["place"] for stop in stops]
    assert sorted(visited) == list(range(len(names))), ([names[n] for n in visited], names)
    return stops


@pytest.mark.parametrize("path", ["/dealer/{table}", "/floor?table={table}"])
def test_tab_visits_every_control_in_reading_order(
    server: Server, visit: Visits, path: str
) -> None:
    """None is lost, none holds the focus, and within a part it goes down or to the next column."""
    table = open_table(server, "let-it-ride", "typed")
    role: Any = "dealer" if path.startswith("/dealer") else "floorperson"
    page = visit(path.format(table=table), role=role, size=TABLET)
    expect(page.locator(".desk[data-mode=bets], .close-up .seat-list").first).to_be_visible()
    stops = tab_through(page)
    assert len(stops) > 10
    assert [stop["place"] for stop in stops] == sorted(stop["place"] for stop in stops)
    for before, after in itertools.pairwise(stops):
        if before["part"] == after["part"] and before["part"] >= 0:
            next_column = after["left"] >= before["right"]
            assert after["bottom"] > before["top"] or next_column, (before, after)


def round_of(server: Server, visit: Visits, game: str) -> tuple[Round, Page]:
    """A round with wagers from six patrons, and its dealer's page."""
    table = open_table(server, game, "typed")
    page = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    page.wait_for_selector(".desk[data-mode=bets]")
    place_bets(server, table, page)
    return Round(server, table, page, "typed", Random("keys of the consoles")), page


def until(round_: Round, *what: str) -> None:
    while (waits := due(round_.state)) and waits.what not in what:
        seq = round_.seq
        round_.step(waits.what)
        round_.keys.wait(seq + 1)
        round_.keys.wait(round_.seq)


def test_a_patron_buys_in_and_leaves(server: Server, visit: Visits) -> None:
    table = open_table(server, "let-it-ride", "typed")
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    caught_up(server, table, dealer)
    dealer.keyboard.type("2i")
    amount = dealer.locator("dialog[open] [data-want=cents]")
    amount.focus()
    dealer.keyboard.type("75")
    dealer.keyboard.press("Enter")
    state = server.until(table, lambda state: state.chips("seat-2"))
    assert (state.chips("seat-2"), state.balances["drop"]) == (75_00, 75_00)
    caught_up(server, table, dealer)
    dealer.keyboard.press("x")
    server.until(table, lambda state: 2 not in state.seats)


def test_a_card_that_cannot_be_there(server: Server, visit: Visits) -> None:
    """By the dealer's keys; the floorperson upholds it, the round is void and the deck goes."""
    game, dealer = round_of(server, visit, "mississippi-stud")
    until(game, "reveal")
    dealer.keyboard.type("ks")
    server.until(game.table, lambda state: state.community_shown == 1)
    caught_up(server, game.table, dealer)
    dealer.keyboard.type("!3")
    expect(dealer.locator(".desk")).to_contain_text("how many cards lie there")
    dealer.keyboard.press("f")
    expect(dealer.locator(".desk")).to_contain_text("which card cannot be there")
    dealer.keyboard.type("ks")
    state = server.until(game.table, lambda state: state.report)
    assert state.report.place == "seat 3"
    floor = visit(f"/floor?table={game.table}", role="floorperson", size=TABLET)
    press(floor, "Uphold the report")
    main = floor.locator("dialog[open] button.main")
    expect(main).to_be_enabled()
    main.focus()
    floor.keyboard.press("Enter")
    state = server.until(game.table, lambda state: state.round == 2)
    assert state.absent


def test_a_settled_seat_is_reopened_and_a_seat_abandoned_by_two(
    server: Server, visit: Visits
) -> None:
    """The floorperson's own keys; once every card is up, an abandonment is only requested."""
    game, _ = round_of(server, visit, "let-it-ride")
    until(game, "settle")
    game.keys.press(" ")
    server.until(game.table, lambda state: state.settled)
    floor = visit(f"/floor?table={game.table}", role="floorperson", size=TABLET)
    row = floor.locator(".seat-list li", has_text="Seat 1")
    row.get_by_role("button", name="Abandoned").click()
    box = floor.locator("dialog[open]")
    expect(box).to_contain_text("Another floorperson must confirm it")
    box.get_by_label("Reason").fill("walked away")
    press(floor, "Do it")
    expect(floor.locator(".need", has_text="another floorperson decides")).to_be_visible()
    other = visit("/floor", role="floorperson", name="second_floor")
    need = other.locator(".need", has=other.get_by_role("button", name="Approve")).last
    need.get_by_role("button", name="Approve").click()
    server.until(game.table, lambda state: state.seats[1].dropped)
    page = visit(f"/dealer/{game.table}", role="floorperson", size=TABLET)
    caught_up(server, game.table, page)
    page.keyboard.press("o")
    page.locator("dialog[open] [data-want=reason]").focus()
    page.keyboard.type("a seven was read as a ten")
    page.keyboard.press("Enter")
    server.until(game.table, lambda state: state.reopened)
