"""The panels beside the felt: sign, log, fairness. Motion never makes anybody wait.

The suite moves at one speed, `./pit soak long` at all three.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Felt, agrees
from browser.visits import PHONE, Visits
from kit.tiers import tier
from pitboss.rulebook import GAMES


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def one_round(server: Server, table: str, felt: Felt) -> None:
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    felt.act("fold")
    felt.over(1)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_sign_has_every_row_of_every_paytable(server: Server, visit: Visits, game: str) -> None:
    table = server.table(game)
    page = visit(f"/table/{table}")
    rows = page.locator("aside .paytable tbody tr")
    expect(rows.first).to_be_visible()
    page.locator("aside details").evaluate_all("(all) => all.forEach((box) => { box.open = true })")
    # Clauses are one press away; the hands have pictures; the house's logo is on the cloth.
    expect(rows.first.locator(".clause")).to_be_hidden()
    page.locator('[data-do="clauses"]').click()
    expect(rows.first.locator(".clause")).to_be_visible()
    best = page.locator("aside .ranking li").first
    expect(best.locator("pit-card")).not_to_have_count(0)
    expect(page.locator(".letters .logo")).to_have_count(2)
    felt: dict[str, Any] = page.evaluate(
        "(table) => fetch(`/api/tables/${table}/felt`).then((answer) => answer.json())", table
    )
    posted = [wager for wager in felt["wagers"] if not wager["pays_as"]]
    paytable_rows = [row for wager in posted for row in wager["rows"]] + felt["envy"]
    shown = [line.split("\t") for line in rows.all_inner_texts()]
    # A row begins with a capital letter; the rest is as the rulebook writes it.
    hands = [row["hand"][0].upper() + row["hand"][1:] for row in paytable_rows]
    assert shown == [
        [hand, row["pays"], row["clause"]] for hand, row in zip(hands, paytable_rows, strict=True)
    ]
    signs = page.locator("aside .signs").inner_text()
    for mark in felt["inscriptions"]:
        assert mark["clause"] in signs or mark["what"] in ("odds", "streets")
        if mark["what"] == "limit":  # where the house has set none, that is said
            assert ("No payout limit" in signs) == (mark["cents"] is None)
    for name in filter(None, felt["community_names"]):
        expect(page.locator(".community .slot-name", has_text=name)).to_be_visible()


def test_staff_read_the_clauses_without_a_press(server: Server, visit: Visits) -> None:
    page = visit(f"/table/{server.table('let-it-ride')}", role="floorperson")
    expect(page.locator("aside .paytable tbody tr .clause").first).to_be_visible()


def test_a_round_is_checked_in_the_page_itself(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}"))
    page = felt.page
    felt.sit()
    tab(page, "Proof")
    promised = page.locator("[data-commitment]").inner_text()
    page.get_by_label("Add your own seed").fill("seven of clubs")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Added: seven of clubs")).to_be_visible()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    felt.act("fold")
    felt.over(1)
    record = server.round(table, 1)
    assert record["seed"]["commitment"] == promised
    page.locator('[data-do="verify"]').click()
    expect(page.get_by_text("Round 1 was dealt as committed.")).to_be_visible()
    expect(page.locator("aside.beside").get_by_text(record["seed"]["revealed"])).to_be_visible()
    expect(page.locator("aside.beside").get_by_text("seven of clubs").last).to_be_visible()
    no_violations(page)


@pytest.mark.parametrize("what", ["seed", "deck"])
def test_a_shuffle_that_was_not_promised_is_found_out(
    server: Server, visit: Visits, what: str
) -> None:
    """A house that reveals another seed, or deals another deck than the seed gives."""
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}"))
    one_round(server, table, felt)

    def other(route: Route) -> None:
        record = json.loads(route.fetch().text())
        if what == "seed":
            seed = record["seed"]
            seed["revealed"] = ("0" if seed["revealed"][0] != "0" else "1") + seed["revealed"][1:]
        else:
            shuffles = [
                event
                for entry in record["entries"]
                for event in entry["events"]
                if event["type"] == "CardsShuffled"
            ]
            order = shuffles[0]["order"]
            order[10], order[11] = order[11], order[10]
        route.fulfill(json=record)

    felt.page.route(f"**/api/rounds/{table}/1", other)
    tab(felt.page, "Proof")
    felt.page.locator('[data-do="verify"]').click()
    expect(felt.page.get_by_text("Round 1 does not check out")).to_be_visible()


def test_the_log_tells_the_round_with_its_clauses(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    server.rig(table, "1: 8c 3d | community: 8h Kd 4s")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    for _ in range(3):
        felt.act("bet 1")
    felt.over(1)
    tab(felt.page, "Round")
    log = felt.page.locator("aside .log")
    for words in ("No more bets. MS 10.A(2)(a)", "eight of hearts. MS 11.C", "pair of 8s, push"):
        expect(log).to_contain_text(words)


def test_on_a_phone_the_sign_comes_over_the_table_and_goes(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    page = visit(f"/table/{table}", phone=True)
    expect(page.locator("aside.beside")).to_be_hidden()
    page.locator(".open-panel").tap()
    expect(page.locator("aside.beside")).to_be_visible()
    assert page.locator("aside.beside").bounding_box() == {
        "x": 0,
        "y": 0,
        "width": PHONE[0],
        "height": PHONE[1],
    }
    no_violations(page)
    page.keyboard.press("Escape")
    expect(page.locator("aside.beside")).to_be_hidden()
    page.locator('[data-seat="2"] [data-do="sit"]').tap()
    Felt(page, seat=2).seated()


# Notes the spots in the order of their results, and the chips that leave for the tray or come from
# it; time passes slowly for the page, which else leaves motions out on a busy machine.
NOTES = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 100;
  window.results = [];
  window.chips = [];
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target.dataset.result && !results.includes(target.dataset.spot))
        results.push(target.dataset.spot);
  }).observe(document.querySelector(".front"), { subtree: true, attributeFilter: ["data-result"] });
  new MutationObserver((changes) => {
    for (const ghost of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!ghost.matches?.("pit-chips.ghost")) continue;
      const frames = ghost.getAnimations()[0].effect.getKeyframes();
      chips.push(frames[0].transform === "none" ? "to the tray" : "from the tray");
    }
  }).observe(document.body, { childList: true });
}"""


@pytest.mark.parametrize("speed", tier(["normal"], ["slow", "normal", "fast"]))
def test_motion_ends_where_no_motion_does(server: Server, visit: Visits, speed: str) -> None:
    """Cards fly and chips move, in the order of the settlement; at the end the felt agrees with the
    record. The win is 12 times the stake, which is no banner's.
    """
    table = server.table("mississippi-stud")
    server.rig(table, "1: 9h 8c | community: Td Jd Qd | box: 2s 7c 4d 3h")
    felt = Felt(visit(f"/table/{table}", motion=True, settings={"speed": speed}))
    felt.sit()
    felt.stake({"ante": 500, "three-card-bonus": 600, "six-card-bonus": 100, "progressive": 100})
    felt.bet()
    felt.ready()
    for place in range(3):
        if place == 2:
            felt.page.evaluate(NOTES)
        felt.act("bet 1")
    felt.over(1)
    results = agrees(server, table, 1, felt.page)
    assert results[1, "three-card-bonus"] == 24_000
    expect(felt.page.locator(".ghost")).to_have_count(0)
    expect(felt.page.locator(".ribbon")).to_be_hidden()
    entries = server.round(table, 1)["entries"]
    events = [event for entry in entries for event in entry["events"]]
    settled = [event for event in events if event["type"] in ("Lost", "Paid")]
    assert felt.page.evaluate("results") == [event["spot"] for event in settled]
    moves = [
        "to the tray" if event["type"] == "Lost" else "from the tray"
        for event in settled
        if event["type"] == "Paid" or event["held"]
    ]
    assert felt.page.evaluate("chips") == moves and len(set(moves)) == 2


PAUSES_ARE_ENDLESS = """() => {
  const real = window.setTimeout;
  window.setTimeout = (done, pause = 0) => real(done, pause > 50 ? pause * 100_000 : pause);
}"""


def test_who_has_seen_enough_hurries_the_settlement(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}", motion=True, settings={"speed": "slow"}))
    felt.sit()
    felt.stake({"ante": 500, "three-card-bonus": 600, "six-card-bonus": 600, "progressive": 100})
    felt.bet()
    felt.ready()
    page = felt.page
    for _ in range(3):
        felt.act("bet 1")
    expect(page.locator("[data-result]").first).to_be_visible()
    # From here on only a hurried settlement comes to its end: a pause would last for hours.
    page.evaluate(PAUSES_ARE_ENDLESS)
    page.keyboard.press("Escape")
    felt.over(1)
    agrees(server, table, 1, page)
