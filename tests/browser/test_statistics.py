"""Statistics on a page: figures of the books, a chart in words too, papers, filters by keyboard."""

import csv
import io
import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Robot, Server
from browser.played import rounds
from browser.test_languages import OVERFLOWING
from browser.visits import Visits
from kit.waiting import PATIENCE_MS, wait_until
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
    # On a wall too the letters have their size: nothing scales the picture.
    page.set_viewport_size({"width": 1920, "height": 1080})
    scale = "(svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    wait_until(lambda: page.locator("svg.against").evaluate(scale) > 0.98)
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


def test_the_floor_s_last_hours(
    visit: Visits, server: Server, ride: tuple[str, list[Robot]]
) -> None:
    """Result against theory with its band, rounds, drop and hold by hour: the books' own figures,
    each chart with its finding in a sentence and its numbers in a table, whole on paper too.
    """
    table, _ = ride
    page = visit(f"/floor?table={table}", role="floorperson", size=(1366, 768))
    hours = page.locator(".hours")
    hours.scroll_into_view_if_needed()
    expect(hours.get_by_label("Table")).to_have_value(table)
    expect(hours.locator("svg")).to_have_count(4, timeout=PATIENCE_MS)
    money = table_money(server.house, table)
    row = hours.locator("tbody tr")
    hours.get_by_text("As a table").click()
    expect(row.last.locator("td").first).to_be_visible()
    cells = [row.nth(n).locator("td").all_inner_texts() for n in range(row.count())]
    whole = [float(one.replace(",", "").replace("−", "-")) for _, _, one, *_ in cells]
    assert round(sum(whole) * 100) == money["win"]
    assert sum(int(rounds) for rounds, *_ in cells) == 3
    finding = hours.locator(".finding").first
    expect(finding).to_contain_text("theory for the rounds as played is")
    assert hours.locator("svg").first.get_attribute("aria-label") == finding.inner_text()
    expect(hours.locator("polygon.course-band")).to_have_count(1)
    no_violations(page)
    # The picture follows the window, and paper gets hatching and the numbers.
    wide = hours.locator("svg").first.get_attribute("viewBox")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(hours.locator("svg").first).not_to_have_attribute("viewBox", str(wide))
    no_sideways(page)
    assert not page.evaluate(OVERFLOWING)
    hours.get_by_text("As a table").click()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    # The narrow window may still redraw the picture: wait for the polygon that stays.
    band = hours.locator("polygon.course-band")
    expect(band).to_have_css("fill", re.compile("course-hatch"), timeout=PATIENCE_MS)
    expect(row.last.locator("td").first).to_be_visible()


FRAMES = "() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 50))"
WALL = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const faults = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".quiet") || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (parseFloat(getComputedStyle(parent).fontSize) < 11.99) faults.push(`small: ${node.data}`);
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`outside: ${node.data}`);
  }
  for (const card of document.querySelectorAll(".table")) {
    const edge = card.getBoundingClientRect();
    for (const part of card.children)
      if (part.textContent && part.getBoundingClientRect().bottom > edge.bottom + 1)
        faults.push(`cut off: ${part.textContent}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("locale", ["en-US", "es-MX"])
def test_the_wall_shows_every_table_at_once(server: Server, visit: Visits, locale: str) -> None:
    table = server.table("mississippi-stud", name="A Table With A Long Name", mode="dealer")
    server.robot(table, 2)
    server.house.live(table).since -= 3_600_000  # nobody has come to deal
    page = visit("/wall", size=(1920, 1080), locale=locale)
    mine = page.locator(f'[data-table="{table}"]')
    expect(mine).to_have_attribute("data-state", "calls")
    expect(mine.locator(".places [data-state=taken]")).to_have_count(1)
    expect(mine.locator(".lamp dd").first).to_contain_text("25,000")
    expect(page.locator(".calls [data-what=dealer]")).to_contain_text("A Table With A Long Name")
    for size in ((1920, 1080), (3840, 2160), (1366, 768)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("article.table")).to_have_count(len(server.house.table_rows()))
        page.evaluate(FRAMES)
        assert page.evaluate(WALL) == [], size
    no_violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    no_sideways(page)


def test_the_page_is_for_those_who_keep_the_books(visit: Visits) -> None:
    page = visit("/statistics", role="dealer")
    expect(page.get_by_text("This page is for:")).to_be_visible()
    assert page.request.get("/api/statistics?since=0&until=1").status == 403
