"""What happened can be seen: the cards that make the hand, the row that pays, a large win, a meter.

Everything is there in a still picture; one test plays the same with motion.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits

# Counts the sounds that a page composes, instead of playing them.
SILENT = """
window.heard = 0;
class Silent {
  constructor() { window.heard += 1; this.currentTime = 0; this.sampleRate = 8000; }
  node() {
    const param = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = { frequency: param, gain: param, start() {}, stop() {}, connect: (to) => to };
    return node;
  }
  createOscillator() { return this.node(); }
  createGain() { return this.node(); }
  createBiquadFilter() { return this.node(); }
  createBufferSource() { return this.node(); }
  createBuffer(_, size) { return { getChannelData: () => new Float32Array(size) }; }
}
window.AudioContext = Silent;
"""


def dealt(server: Server, visit: Visits, game: str, deck: str, **options: Any) -> Felt:
    """At the first decision of a round with these cards, the least bet on what is required."""
    table = server.table(game)
    server.rig(table, deck)
    felt = Felt(visit(f"/table/{table}", **options))
    felt.sit()
    felt.stake({spot.key: 1000 for spot in server.state(table).rules.required})
    felt.bet()
    felt.ready()
    felt.my_turn()
    return felt


def lit(page: Page) -> list[str]:
    """The cards that are lit, by name."""
    cards: list[str] = page.locator("[data-lit] > pit-card").evaluate_all(
        "(cards) => cards.map((card) => card.getAttribute('name')).sort()"
    )
    return cards


def test_what_one_holds_and_can_still_make(server: Server, visit: Visits) -> None:
    felt = dealt(server, visit, "mississippi-stud", "1: Js Ts | community: Th Kd 4c")
    page = felt.page
    holds, makes = page.locator(".seat.own .holds"), page.locator(".seat.own .makes")
    expect(holds).to_contain_text("Nothing yet")
    expect(makes.locator("li")).to_have_count(4)
    assert lit(page) == []
    felt.act("bet 1")
    expect(holds).to_contain_text("Pair of 10s")
    expect(holds).to_contain_text("Your bets come back: push")
    # 198 of the 1,176 ways bring a second pair.
    expect(makes.locator("li").first).to_have_text("Two pair, 2 to 117%")
    assert lit(page) == ["Th", "Ts"]
    rows = page.locator(".paytable tr")
    expect(page.locator("tr[data-lit] th")).to_have_text(["pair of 6s to 10s"])
    expect(rows.filter(has_text="royal flush").first).to_have_attribute("data-never", "")
    no_violations(page)
    felt.act("bet 1")
    felt.act("bet 1")
    felt.over(1)
    assert lit(page) == ["Th", "Ts"]  # a push is paid
    expect(page.locator(".ribbon")).to_be_hidden()
    felt.put("ante", 500)
    assert lit(page) == []


def test_a_swap_shows_what_it_can_make(server: Server, visit: Visits) -> None:
    felt = dealt(server, visit, "double-draw", "1: Kc Kd 4h JK As")
    page = felt.page
    felt.act("bet 1")
    makes = page.locator(".seat.own .makes")
    expect(makes.locator("li")).to_have_count(0)
    assert lit(page) == ["As", "JK", "Kc", "Kd"]
    felt.own.locator('button[data-slot="2"]').click()
    expect(makes).to_contain_text("After this swap")
    # Two kings, three aces, a joker: of 49 cards.
    expect(makes.locator("li")).to_contain_text("Full house")
    expect(makes.locator("li b")).to_have_text("12%")


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_a_win_of_forty_times_has_a_banner(server: Server, visit: Visits, motion: bool) -> None:
    deck = "1: Qs Qd | community: Qh Qc 9s"
    settings = {"speed": "fast", "sound": "on"} if motion else {}
    felt = dealt(server, visit, "mississippi-stud", deck, motion=motion, settings=settings)
    page = felt.page
    for _ in range(3):
        felt.act("bet 1")
    felt.over(1)
    expect(page.locator(".ribbon .win-sum")).to_have_text("+$1,600")
    expect(page.locator(".ribbon .win-why")).to_have_text("Four of a kind pays 40 to 1")
    expect(page.locator(".rays")).to_have_attribute("data-on", "")
    assert lit(page) == ["Qc", "Qd", "Qh", "Qs"]
    expect(page.locator("tr[data-lit] th").first).to_have_text("four of a kind")
    expect(page.locator(".ghost")).to_have_count(0)
    no_violations(page)
    felt.put("ante", 500)
    expect(page.locator(".ribbon")).to_be_hidden()


def test_a_meter_has_a_moment_of_its_own(server: Server, visit: Visits) -> None:
    """Everybody at the table sees it: the amount, and where the meter starts again."""
    table = server.table("mississippi-stud")
    server.rig(table, "1: Ad Kd | community: Qd Jd Td")
    felt = Felt(visit(f"/table/{table}"))
    watcher = visit(f"/table/{table}", phone=True)
    felt.sit()
    felt.stake({"ante": 500, "progressive": 100})
    felt.bet()
    felt.ready()
    for _ in range(3):
        felt.act("bet 1")
    felt.over(1)
    meter = felt.results()[1, "progressive"] + 100
    for page, words in ((felt.page, "You won the mega meter"), (watcher, "won the mega meter")):
        expect(page.locator(".award")).to_contain_text(words)
        expect(page.locator(".award")).to_contain_text(f"${meter / 100:,.2f}")
        expect(page.locator(".award")).to_contain_text("The meter starts again at")
        no_violations(page)
    expect(watcher.locator(".ribbon")).to_be_hidden()
    assert "guest_" not in (watcher.locator(".felt").text_content() or "")


def test_sounds_only_when_asked_for(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    context = visit.context(motion=True, settings={"speed": "fast"})
    context.add_init_script(SILENT)
    felt = Felt(context.new_page())
    felt.page.goto(f"/table/{table}")
    felt.sit()
    felt.put("bet-1", 500)
    assert felt.page.evaluate("() => window.heard") == 0
    felt.page.locator("button.sound").click()
    felt.put("bet-1", 500)
    felt.bet()
    felt.ready()
    felt.my_turn()
    assert felt.page.evaluate("() => window.heard") == 1  # one context for all sounds
