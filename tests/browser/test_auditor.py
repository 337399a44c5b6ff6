"""The auditor looks back: a search, a round seen as others saw it, a proof, files, the books.

Of two seats the suite sees the round with the second one's eyes, `./pit soak long` with both.
"""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Robot, Server
from browser.played import rounds
from browser.visits import Visits
from kit.tiers import tier
from pitboss.house.audit.checkpoints import make_checkpoint
from pitboss.house.history.rounds import as_text, rebuild
from pitboss.table import events as e
from pitboss.table.engine import evolve
from pitboss.table.view import view

TEXT = Path(__file__).parents[2] / "src/pitboss/web/static/text/en/rounds.js"
Played = tuple[str, list[Robot]]


@pytest.fixture(scope="module")
def stud(server: Server) -> Played:
    played = rounds(server, "mississippi-stud", 3, void=True)
    make_checkpoint(server.house)
    return played


@pytest.fixture(scope="module")
def ride(server: Server) -> Played:
    return rounds(server, "let-it-ride", 2)


def result_links(page: Page) -> list[str]:
    return [str(link.get_attribute("href")) for link in page.locator("a.open").all()]


def find(page: Page, table: str) -> None:
    """Search the rounds of one table; the slips have a form of their own."""
    form = page.get_by_role("search", name="Find rounds")
    form.get_by_label("Table", exact=True).select_option(table)
    form.get_by_role("button", name="Find").click()


def test_a_search_narrows_what_is_found(
    visit: Visits, server: Server, stud: Played, ride: Played
) -> None:
    page = visit("/auditor", role="auditor")
    expect(page.locator("a.open").first).to_be_visible()
    every = result_links(page)
    table, robots = stud
    assert {f"#{table}/{n}" for n in (1, 2, 3)} <= set(every)
    find(page, table)
    expect(page.locator("a.open")).to_have_count(3)
    assert result_links(page) == [f"#{table}/{n}" for n in (3, 2, 1)]
    page.get_by_label("Outcome").select_option("void")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("a.open")).to_have_count(1)
    # The address holds the search: opened again it is the same.
    again = visit(page.url.removeprefix(page.url.split("/auditor")[0]), role="auditor")
    expect(again.locator("a.open")).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Player").fill(robots[1].name.upper())
    page.get_by_label("Clause").fill("ms 11")
    page.get_by_label("At most").fill("-0.01")
    page.get_by_role("button", name="Find").click()
    records = [server.round(table, number) for number in (3, 2, 1)]
    lost = [
        f"#{table}/{record['round']}"
        for record in records
        for seat in record["seats"]
        if seat["player"] == robots[1].name and seat["net"] < 0
    ]
    expect(page.locator("a.open")).to_have_count(len(lost))
    assert result_links(page) == lost
    page.get_by_label("At least").fill("a lot")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("Write amounts like")).to_be_visible()
    no_violations(page)


def shown(page: Page) -> dict[str, list[str]]:
    """The cards on the felt, by place."""
    cards: dict[str, Any] = page.locator(".replay-felt").evaluate(
        """(felt) => Object.fromEntries([...felt.querySelectorAll(".seat, .middle")].map((place) =>
          [place.querySelector(".label").textContent,
           [...place.querySelectorAll("pit-card")].map((card) => card.getAttribute("name"))]))"""
    )
    return cards


@pytest.mark.parametrize("viewer", tier(["auditor", "seat-2"], ["auditor", "seat-1", "seat-2"]))
def test_a_round_is_stepped_through_as_each_saw_it(
    visit: Visits, server: Server, ride: Played, viewer: str
) -> None:
    table, _ = ride
    page = visit(f"/auditor#{table}/1", role="auditor")
    page.get_by_label("Viewed as").select_option(viewer)
    states = [rebuild(server.house, table, 1)[0][0]]
    for state, _, body in rebuild(server.house, table, 1):
        for event in body.events:
            state = evolve(state, event)
            states.append(state)
    expect(page.locator(".step-list li")).to_have_count(len(states) - 1)
    seat = int(viewer[5:]) if viewer.startswith("seat") else 0
    for at, state in enumerate(states):
        if at:
            page.keyboard.press("ArrowRight")
        own_view = view(glimpse(state), "player", seat) if seat else view(glimpse(state), "auditor")
        due = {f"Seat {one.seat}: {one.player}": list(one.cards) for one in own_view.seats}
        if own_view.community:
            due["Community cards"] = list(own_view.community)
        if own_view.box:
            due["Six Card box"] = list(own_view.box)
        assert shown(page) == due, at
    page.keyboard.press("Home")
    expect(page.locator(".where strong")).to_have_text("Before the first step")
    page.keyboard.press("End")
    expect(page.locator("[aria-current=step]")).to_contain_text("Round 1 is over")
    page.get_by_role("button", name="One step back").click()
    no_violations(page)


def glimpse(state: Any) -> Any:
    """A state in the midst of a command offers nothing: only what lies there is compared."""
    return msgspec.structs.replace(state, phase="settling")


def test_a_round_is_proved_and_taken_away(
    visit: Visits, server: Server, stud: Played, tmp_path: Path
) -> None:
    table, _ = stud
    page = visit(f"/auditor#{table}/2", role="auditor")
    page.get_by_role("tab", name="Proof").click()
    page.get_by_role("button", name="Check this round").click()
    expect(page.get_by_text("Everything agrees.")).to_have_count(2)  # shown, and said aloud
    no_violations(page)
    page.get_by_role("tab", name="Text").click()
    text = as_text(server.house, table, 2, None)
    expect(page.locator("pre")).to_have_text(text)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download .round").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == f"{table}-2.round" and file.read_text() == text
    page.get_by_role("link", name="Back to the search").click()
    find(page, table)
    expect(page.locator("a.open")).to_have_count(3)
    with page.expect_download() as got:
        page.get_by_role("link", name=".round files").click()
    got.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.namelist() == [f"{table}-{n}.round" for n in (1, 2, 3)]
    with page.expect_download() as got:
        page.get_by_role("link", name="JSON lines").click()
    got.value.save_as(tmp_path / "all.jsonl")
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    assert [json.loads(line)["round"] for line in lines] == [1, 2, 3]


def test_the_books_are_audited_in_place(visit: Visits, stud: Played) -> None:
    page = visit("/auditor", role="auditor")

    def remark(route: Route) -> None:
        answer = route.fetch()
        old = "3 entries of an earlier edition: folded, not decided again"
        route.fulfill(response=answer, json={**answer.json(), "remarks": [old]})

    page.route("**/api/audit/run", remark)
    page.get_by_role("tab", name="The books").click()
    page.get_by_role("button", name="Run the audit").click()
    expect(page.get_by_text("3 entries of an earlier edition")).to_be_visible()
    expect(page.get_by_role("row", name="Signed checkpoints")).to_be_visible()
    expect(page.locator(".tabs .notice.good")).to_have_text("No problems found.")
    no_violations(page)
    page.get_by_role("tab", name="The house's log").click()
    expect(page.get_by_text("hired as auditor").first).to_be_visible()
    no_violations(page)


def test_on_a_phone(visit: Visits, stud: Played) -> None:
    table, _ = stud
    page = visit("/auditor", role="auditor", phone=True)
    # The rounds come first; the form opens, and folds again once it has found.
    expect(page.locator("a.open").first).to_be_in_viewport()
    page.locator(".ask > summary").click()
    find(page, table)
    expect(page.locator("a.open")).to_have_count(3)
    expect(page.locator(".ask > summary")).to_be_focused()
    expect(page.locator(".asks")).to_have_text(table)
    expect(page.get_by_role("button", name="Find")).to_be_hidden()
    for _ in (1, 2):
        no_sideways(page)
        big_enough(page)
        no_violations(page)
        page.goto(f"/auditor#{table}/3")
        expect(page.locator(".replay-felt")).to_be_visible()


def test_players_see_their_own_rounds_again(visit: Visits, stud: Played) -> None:
    table, robots = stud
    page = visit("/rounds", role="player", name=robots[0].name)
    expect(page.locator(".round-row")).to_have_count(3)
    no_violations(page)
    page.get_by_role("link", name=f"Open round 2 of {table}").click()
    expect(page.locator(".step-list li").first).to_be_visible()
    expect(page.get_by_role("tab", name="Proof")).to_have_count(0)
    expect(page.get_by_label("Viewed as")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    own = shown(page)[f"Seat 1: {robots[0].name}"]
    assert own and "??" not in own
    no_violations(page)
    page.get_by_role("link", name="Back to the list").click()
    expect(page.locator(".round-row")).to_have_count(3)
    other = visit(f"/rounds#{table}/2", role="player", name="somebody_else")
    expect(other.get_by_text("You have not played a round yet")).to_be_visible()
    nobody = visit("/rounds", phone=True)
    expect(nobody.get_by_text("You have not played a round yet")).to_be_visible()
    no_sideways(nobody)
    no_violations(nobody)


def test_the_page_is_for_auditors(visit: Visits, stud: Played) -> None:
    page = visit("/auditor", role="dealer")
    expect(page.get_by_text("This page is for: auditor.")).to_be_visible()
    expect(page.locator("a.open")).to_have_count(0)
    no_violations(page)


def test_every_event_has_its_words() -> None:
    events_text = TEXT.read_text(encoding="utf-8").partition("events: {")[2]
    named = set(re.findall(r"^    (\w+): \(", events_text, re.MULTILINE))
    assert named == {kind.__name__ for kind in e.ALL_EVENTS}
