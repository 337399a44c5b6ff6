"""Statistics on a page: figures of the books, a chart in words too, papers, filters by keyboard."""

import csv
import io
import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Robot, Server
from browser.played import rounds
from browser.visits import Visits
from kit.waiting import PATIENCE_MS
from pitboss.house.floor.tables import table_money
from pitboss.money import format_cents


@pytest.fixture(scope="module")
def ride(server: Server) -> tuple[str, list[Robot]]:
    return rounds(server, "let-it-ride", 3)


def shown(page: Page) -> None:
    expect(page.locator("svg.against")).to_be_visible(timeout=PATIENCE_MS)


def test_the_page_shows_the_books_and_gives_its_papers(
    visit: Visits, server: Server, ride: tuple[str, list[Robot]]
) -> None:
    table, _ = ride
    page = visit("/statistics?from=2018-01-01&to=2018-01-01", role="floorperson")
    none = page.get_by_text("No round ended and no money moved in this period.")
    expect(none).to_be_visible(timeout=PATIENCE_MS)
    page.get_by_label("Period", exact=True).select_option("month")
    page.get_by_label("Table", exact=True).select_option(table)
    page.get_by_role("button", name="Show").press("Enter")
    row = page.locator("tbody tr").filter(has=page.get_by_role("rowheader"))
    expect(page.locator("svg.against .band")).to_have_count(1, timeout=PATIENCE_MS)
    money = table_money(server.house, table)
    expect(row.first).to_contain_text(format_cents(money["drop"]).lstrip("$"))
    label = str(page.locator("svg.against").get_attribute("aria-label"))
    assert re.search(r"95 of 100 between .+ and .+", label)
    no_violations(page)
    for name, start in (("PDF", b"%PDF"), ("Workbook", b"PK"), ("CSV", b"group,")):
        link = page.get_by_role("link", name=name, exact=True)
        reply = page.request.get(str(link.get_attribute("href")))
        assert reply.ok and reply.body().startswith(start)
    (line,) = csv.DictReader(io.StringIO(reply.body().decode()))
    assert (line["group"], line["rounds"], int(line["win"])) == (table, "3", money["win"])


def test_a_day_is_a_point_and_its_address_holds_the_question(
    visit: Visits, ride: tuple[str, list[Robot]]
) -> None:
    page = visit(f"/statistics?by=day&table={ride[0]}", role="auditor", phone=True)
    shown(page)
    expect(page.locator("svg.against .result")).to_have_count(1)
    assert f"table={ride[0]}" in page.url and "by=day" in page.url
    page.get_by_label("First day").fill("2020-01-01")
    page.get_by_label("Last day").fill("2019-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert").first).to_have_text("The last day is before the first.")
    big_enough(page)
    no_sideways(page)


def test_the_page_is_for_those_who_keep_the_books(visit: Visits) -> None:
    page = visit("/statistics", role="dealer")
    expect(page.get_by_text("This page is for:")).to_be_visible()
    assert page.request.get("/api/statistics?since=0&until=1").status == 403
