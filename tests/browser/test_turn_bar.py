"""A player who looks around while a table waits: the bar on every page, and a table that closes."""

import re

from playwright.sync_api import expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits
from pitboss.house.people.cage import FIRST_NAMES


def test_a_turn_is_told_on_every_page(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", name="Open Range", deciding=120)
    page = visit(f"/table/{table}")
    felt = Felt(page)
    felt.sit()
    felt.stake({"bet-1": 500})
    felt.bet()
    felt.ready()
    felt.my_turn()
    expect(page.locator(".turn-bar")).to_be_hidden()
    for path in ("/rules/let-it-ride", "/trainer", "/"):
        page.goto(path)
        bar = page.locator(".turn-bar")
        expect(bar).to_contain_text(re.compile(r"Your turn at Open Range, \d+ s left"))
    no_violations(page)
    bar.get_by_role("link", name="Back to your seat").click()
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    felt.act("withdraw")


def test_a_guest_has_a_name(visit: Visits, server: Server) -> None:
    table = server.table("let-it-ride")
    page = visit(f"/table/{table}")
    Felt(page).sit()
    account = server.state(table).seats[1].player
    first = account.split("_")[1]
    assert first in FIRST_NAMES
    expect(page.locator(".who")).to_have_text(f"{first.capitalize()} (guest)")


def test_a_table_that_closes_tells_those_who_sit_there(visit: Visits, server: Server) -> None:
    table = server.table("let-it-ride", name="Last Light")
    page = visit(f"/table/{table}")
    felt = Felt(page)
    felt.sit()
    boss = visit("/admin#tables", role="administrator")
    boss.get_by_role("button", name="Close table Last Light").click()
    boss.get_by_role("button", name="Close after this round").click()
    expect(page.locator(".stopped")).to_contain_text("closes after this round")
    server.until(table, lambda state: not state.seats)
    expect(page.locator(".stopped")).to_contain_text("This table is closed")


def test_back_follows_the_parts_of_the_administration(visit: Visits) -> None:
    page = visit("/admin#tables", role="administrator")
    chosen = page.locator("[role=tab][aria-selected=true]")
    expect(chosen).to_have_text("Tables")
    page.get_by_role("tab", name="People").click()
    expect(page).to_have_url(re.compile("#people$"))
    page.go_back()
    expect(chosen).to_have_text("Tables")
    page.evaluate("location.hash = 'log'")
    expect(chosen).to_have_text("Log")


def test_the_welcome_page_without_its_token_asks_for_nothing(visit: Visits) -> None:
    page = visit("/welcome")
    expect(page.get_by_role("heading")).to_have_text("The first administrator")
    expect(page.get_by_text("Open that whole link")).to_be_visible()
    expect(page.locator("form, input")).to_have_count(0)
    no_violations(page)
