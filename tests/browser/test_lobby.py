"""The lobby as a visitor meets it, the rule pages, and the proof of a round.

The suite runs axe over two games' rules and one page on a phone, `./pit soak long` over all.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.visits import Visits
from kit.premises import PASSWORD
from kit.tiers import tier
from pitboss.cards import Card, card_name
from pitboss.house.fairness import rederive, seed_hash
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.table import commands as c


def test_every_game_with_its_tables_and_their_terms(server: Server, visit: Visits) -> None:
    page = visit("/")
    rows = server.house.table_rows()
    for game in GAMES.values():
        card = page.locator(f'.game[data-game="{game.key}"]')
        expect(card.get_by_role("heading", name=game.name)).to_be_visible()
        expect(card.locator(".aim")).not_to_be_empty()
        expect(card.locator(".fan pit-card")).to_have_count(game.hole)
        first = next(row.id for row in rows if row.game == game.key)
        for link, part in (("How to play", ""), ("Paytables", "#paytables")):
            address = card.get_by_role("link", name=re.compile(link)).get_attribute("href")
            assert address == f"/rules/{game.key}?table={first}{part}"
        odds = card.get_by_role("link", name=re.compile("Odds"))
        assert odds.get_attribute("href") == f"/odds/{game.key}?table={first}"
    for row in rows:
        there = page.locator(f'.game[data-game="{row.game}"] [data-table="{row.id}"]')
        expect(there).to_contain_text(f"${row.choices.minimum // 100:,} to")
        expect(there.locator(".dot")).to_have_count(GAMES[row.game].seats)
        expect(there).to_contain_text("On average you lose")
    # 3.5 % of $5 at Let It Ride, table A: the edge of the sheet in the smallest bet's cents.
    loss = page.locator('[data-table="open-range"]')
    expect(loss).to_contain_text("18 ¢ of each $5")
    no_violations(page)


def test_a_table_without_its_dealer_says_so_and_stands_last(server: Server, visit: Visits) -> None:
    server.table("let-it-ride", name="A First Table", mode="dealer")
    page = visit("/")
    card = page.locator('.game[data-game="let-it-ride"]')
    last = card.locator(".table-row").last
    expect(last).to_contain_text("A First Table")
    expect(last).to_contain_text("No dealer yet. Play this game at Open Range.")


def test_ones_own_table_leads_back_and_invites(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", name="Zebra")
    page = visit(f"/table/{table}")
    page.locator('[data-seat="2"] [data-do="sit"]').click()
    server.until(table, lambda state: 2 in state.seats)
    page.goto("/")
    there = page.locator(f'[data-table="{table}"]')
    back = there.get_by_role("link", name="Back to your seat at Zebra")
    expect(back).to_have_attribute("href", f"/table/{table}")
    expect(page.locator(".table-row").nth(0)).to_be_visible()
    there.get_by_role("button", name="Invite friends to Zebra").click()
    expect(page.locator("dialog input")).to_have_value(re.compile(f"/table/{table}\\?sit=1$"))


def test_one_click_and_a_guest_sits(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    page = visit("/")
    page.locator(f'[data-table="{table}"]').get_by_role(
        "link", name=re.compile("^Sit down")
    ).click()
    expect(page).to_have_url(re.compile(f"/table/{table}"))
    state = server.until(
        table, lambda state: 1 in state.seats and state.chips(state.seats[1].player) > 0
    )
    assert state.seats[1].player
    # A reload sits nobody again.
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    page.reload()
    expect(page.locator("[data-seated=true]")).to_be_visible()
    assert list(server.state(table).seats) == [1]


def test_a_stopped_house_says_so_in_the_lobby_and_at_the_table(
    server: Server, visit: Visits
) -> None:
    table = server.table("let-it-ride")
    lobby, felt = visit("/"), visit(f"/table/{table}")
    expect(felt.locator("main")).to_be_visible()
    server.house.program = ["cards.py was changed"]
    try:
        for page in (lobby, felt):
            notice = page.get_by_text("The house is stopped because its program files differ")
            expect(notice).to_be_visible()
            expect(notice).to_contain_text("cards.py was changed")
    finally:
        server.house.program = []
    for page in (lobby, felt):
        expect(page.get_by_text("The house is stopped")).to_be_hidden()


def test_staff_go_to_their_work_and_never_sit(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", mode="dealer")
    server.person("dealer", "lou")
    page = visit("/login?to=/")
    form = page.locator("form.login").first
    form.get_by_label("Name").fill("lou")
    form.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/dealer$"))
    page.goto("/")
    tile = page.locator(f'[data-table="{table}"]')
    expect(tile.get_by_role("link", name=re.compile("console"))).to_have_attribute(
        "href", f"/dealer/{table}"
    )
    expect(page.get_by_role("link", name=re.compile("^Sit down"))).to_have_count(0)
    no_violations(page)


def test_seats_and_meters_move_by_themselves(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    page = visit("/", motion=True)
    there = page.locator(f'[data-table="{table}"]')
    expect(there.locator(".dot[data-state=taken]")).to_have_count(0)
    link = there.get_by_role("link", name=re.compile("^Sit down"))
    link.focus()
    robot = server.robot(table, 3)
    expect(there.locator(".dot[data-state=taken]")).to_have_count(1)
    before = server.house.meter_cents(table)
    meters = page.locator(f'.game[data-game="{server.house.live(table).row.game}"] .meters')
    shown = meters.text_content()
    # Every progressive wager feeds the meters.
    spots = server.state(table).rules.spots
    progressive = next(key for key, spot in spots.items() if key.startswith("progressive"))
    least = {key: server.state(table).rules.limits(spot)[0] for key, spot in spots.items()}
    required = {key: least[key] for key, spot in spots.items() if spot.required}
    robot.bet(**{key.replace("-", "_"): int(c) for key, c in required.items()},
              **{progressive.replace("-", "_"): int(least[progressive])})  # fmt: skip
    server.until(table, lambda state: state.phase == "play")
    while server.state(table).phase == "play":
        server.finish_turns(table)
    assert server.house.meter_cents(table) != before
    expect(meters).not_to_have_text(shown or "")
    # The focus stays where it was: tiles are not built again.
    expect(link).to_be_focused()


def test_a_full_table_is_watched_and_real_money_wants_an_account(
    server: Server, visit: Visits
) -> None:
    full = server.table("double-draw")
    for seat in range(1, GAMES["double-draw"].seats + 1):
        server.robot(full, seat)
    real = server.table("235-stud", currency="real", mode="dealer")
    page = visit("/")
    there = page.locator(f'[data-table="{full}"]')
    expect(there).to_contain_text("all 6 taken")
    expect(there.get_by_role("link", name=re.compile("every seat is taken"))).to_be_visible()
    there = page.locator(f'[data-table="{real}"]')
    expect(there).to_contain_text("Real money")
    expect(there).to_contain_text("No dealer yet")
    expect(there.get_by_role("link", name="Log in to sit")).to_be_visible()


def test_a_lost_house_is_told(server: Server, visit: Visits) -> None:
    page = visit("/")
    expect(page.locator(".game").first).to_be_visible()
    visit.forgive(page, "Failed to load resource")
    page.context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_be_hidden()


# Of the other two, test_pages.py looks over the one, and the test of a phone below the other.
AXE = tier(("let-it-ride", "double-draw"), tuple(GAMES))


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_every_game(visit: Visits, game: str) -> None:
    page = visit(f"/rules/{game}")
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[game].name)
    expect(page.locator("#round li")).to_have_count(len(GAMES[game].play))
    expect(page.locator("[data-edges]:not([hidden])").first).to_contain_text("%")
    assert page.locator(".paytable th.here").count() > 0
    if game in AXE:
        no_violations(page)


def test_a_clause_is_a_link_to_its_words(visit: Visits) -> None:
    page = visit("/rules/let-it-ride")
    first = page.locator("#round a.clause").first
    cited = first.text_content() or ""
    first.click()
    clause = page.locator("#clauses details[open]")
    expect(clause).to_contain_text(cited)
    page.get_by_label("Search clauses").fill("royal")
    expect(page.locator("#clauses [role=status]")).to_contain_text("found")
    assert page.locator("#clauses tbody tr").count() > 0


def test_rules_fairness_and_odds_on_a_phone(visit: Visits) -> None:
    """The others of these are among the pages of test_pages.py."""
    for path in tier(("/rules/235-stud",), ("/rules/235-stud", "/fairness", "/odds")):
        page = visit(path, phone=True, settings={"theme": "dark"})
        expect(page.locator("h2").first).to_be_visible()
        no_violations(page)
        big_enough(page)
        no_sideways(page)


def test_a_round_is_proved_in_the_browser(server: Server, visit: Visits) -> None:
    table = server.table("235-stud")
    page = visit("/fairness", role="player", name="prover")
    expect(page.get_by_text("no finished rounds")).to_be_visible()
    promised = page.evaluate(f"fetch('/api/tables/{table}/fairness').then((a) => a.json())")
    play(server, table, "prover")
    page.goto(f"/fairness?table={table}&round={promised['round']}")
    expect(page.locator(".notice.good")).to_contain_text("Everything holds")
    expect(page.get_by_text("the one this browser noted")).to_be_visible()
    seed = server.round(table, promised["round"])["seed"]
    assert seed["commitment"] == promised["commitment"]
    # The browser's own derivation, against ours.
    expect(page.locator(".deck").first.locator("pit-card")).to_have_count(52)
    names = page.locator(".deck").first.locator("pit-card").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('name'))"
    )  # fmt: skip
    order = rederive(bytes.fromhex(seed["revealed"]), 1, seed["player_seeds"], 52)
    assert names == [card_name(Card(place)) for place in order]
    no_violations(page)
    page.get_by_label("Revealed seed").fill(seed["revealed"])
    page.get_by_label("Commitment, 64").fill(seed_hash(bytes(32)))
    page.get_by_role("button", name="Derive the deck").click()
    expect(page.get_by_text("✗ does not hold")).to_be_visible()
    page.get_by_label("Commitment, 64").fill(seed["commitment"])
    page.get_by_role("button", name="Derive the deck").click()
    expect(page.locator("form").get_by_text("✓ holds")).to_be_visible()


def reversed_deck(proof: dict[str, Any]) -> dict[str, Any]:
    return {**proof, "decks": [proof["decks"][0][::-1], *proof["decks"][1:]]}


def another_seed(proof: dict[str, Any]) -> dict[str, Any]:
    return {**proof, "seed": proof["seed"][::-1]}


def answering(forge: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=forge(route.fetch().json()))


def test_a_forged_record_does_not_hold(server: Server, visit: Visits) -> None:
    """Another deck than the seed gives, and another seed than was promised."""
    table = server.table("235-stud")
    play(server, table, "doubter")
    page = visit("/", role="player", name="doubter")
    for forge, wrong in ((reversed_deck, 1), (another_seed, 2)):
        page.route(f"**/api/fairness/{table}/1", answering(forge))
        page.goto(f"/fairness?table={table}&round=1")
        expect(page.locator(".notice.bad")).to_contain_text("does not hold")
        expect(page.get_by_text("✗ does not hold")).to_have_count(wrong)
        page.unroute_all()


def play(server: Server, table: str, name: str) -> None:
    """A round by a player of that name, to its end."""
    server.person("player", name)
    by = c.Actor("player", name)
    server.act(table, c.Sit(by=by, seat=1, player=name))
    server.act(table, c.BuyIn(by=by, seat=1, cents=Cents(500_00)))
    server.until(table, lambda state: state.phase == "bets" and state.cards != "")
    robot = server.robot(table, 2)
    robot.place()
    stakes = {
        key: server.state(table).rules.limits(spot)[0]
        for key, spot in server.state(table).rules.spots.items()
        if spot.required
    }
    server.act(table, c.Bet(by=by, seat=1, stakes=stakes))
    robot.ready()  # only now: bets close once everybody who has bet is ready
    server.house.declare_ready(table, by.name)
    number = server.state(table).round
    server.until(table, lambda state: state.phase == "play")
    while server.state(table).round == number and server.state(table).phase == "play":
        server.finish_turns(table)
    server.until(table, lambda state: state.round > number)
