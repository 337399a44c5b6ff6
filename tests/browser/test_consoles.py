"""A dealer and a floorperson run a table together, each at a console of their own."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.visits import Visits
from pitboss.cards import card_name
from pitboss.rulebook.model import Exchange
from pitboss.table import commands as c
from pitboss.table.dealing import begin_dealing, pending_targets
from pitboss.table.duties import due
from pitboss.table.view import choices

TABLET = (1024, 768)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def press(page: Page, name: str) -> None:
    button(page, name).first.click()


def waits_for(page: Page, words: str) -> None:
    expect(page.locator(".duty")).to_have_text(words)


def opened(server: Server, visit: Visits, game: str, **more: Any) -> tuple[str, Page, Page]:
    """A dealer table with a dealer's and a floorperson's page open on it."""
    table = server.table(game, mode="dealer", **more)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    floor = visit(f"/floor?table={table}", role="floorperson", size=TABLET)
    return table, dealer, floor


def until_decided(server: Server, table: str) -> None:
    """Whoever is asked accepts, at the least price; who draws stands pat."""
    while seat := (state := server.state(table)).turn:
        player = c.Actor("player", state.seats[seat].player)
        if isinstance(state.game_step, Exchange):
            server.act(table, c.Discard(by=player, seat=seat))
            continue
        first = choices(state, seat)[0]
        act: Any = first.act
        server.act(table, c.Act(by=player, seat=seat, act=act, multiple=first.multiple))


def open_the_table(dealer: Page, floor: Page, robot: Any) -> None:
    """Receive, inspect, verify, spread, view, wash: each person's part in its turn."""
    waits_for(dealer, "Receive the cards")
    dealer.keyboard.press("n")
    waits_for(dealer, "Inspect the cards")
    press(dealer, "Inspect the cards")
    waits_for(dealer, "Verify the inspection")
    expect(dealer.locator(".next button")).to_have_count(0)
    press(floor, "I have verified it")
    waits_for(dealer, "Spread the cards face up")
    press(dealer, "Spread face up")
    waits_for(dealer, "A player looks the cards over")
    robot.act(c.Perform(by=robot.by, duty="view"))
    waits_for(dealer, "Wash and stack the cards")
    press(dealer, "Wash and stack")
    waits_for(dealer, "Shuffle")


@pytest.mark.parametrize("game", ["let-it-ride", "double-draw", "235-stud", "mississippi-stud"])
def test_dealer_and_floorperson_run_a_table(server: Server, visit: Visits, game: str) -> None:
    """From closed to settled by what the consoles offer; the payments shown are the record's."""
    table, dealer, floor = opened(server, visit, game)
    robot = server.robot(table, 2)
    open_the_table(dealer, floor, robot)
    press(dealer, "Shuffle by the device")
    if "cut" in dealer.locator(".duty").inner_text().lower():
        press(dealer, "Cut")
    robot.place()
    waits_for(dealer, "Announce “no more bets”")
    no_violations(dealer)
    press(dealer, "No more bets")
    server.until(table, lambda state: state.phase != "bets")
    for _ in range(40):
        state = server.state(table)
        if state.round == 2:
            break
        waiting = due(state)
        assert waiting is not None
        if waiting.role == "player":
            until_decided(server, table)
            continue
        label = {
            "deal": "Deal",
            "reveal": "Turn the cards up",
            "count stub": "Count the stub",
            "settle": "Settle",
            "cut": "Cut",
            "shuffle": "Shuffle by the device",
        }[waiting.what]
        expect(button(dealer, label).first).to_be_visible()
        seq = server.house.live(table).seq
        press(dealer, label)
        server.until(table, lambda _, was=seq: server.house.live(table).seq > was)
    record = server.round(table, 1)
    events = [event for entry in record["entries"] for event in entry["events"]]
    expect(dealer.locator("#payments h2")).to_have_text("Payments of round 1")
    lost = [e for e in events if e["type"] == "Lost" and e["reason"] != "folded"]
    paid = [e for e in events if e["type"] == "Paid"]
    rows = dealer.locator(".move-row .do")
    assert lost or paid
    expect(rows).to_have_count(len(lost) + len(paid))
    shown = rows.all_inner_texts()
    taken = sum(money(text) for text in shown if text.startswith("Take"))
    given = sum(money(text) for text in shown if text.startswith("Pay"))
    assert taken == sum(e["cents"] for e in lost) and given == sum(e["won"] for e in paid)
    no_violations(dealer)
    big_enough(dealer)


def money(text: str) -> int:
    found = re.search(r"([\d,]+)\.(\d\d)", text)
    assert found, text
    return int(found[1].replace(",", "")) * 100 + int(found[2])


def dealt_to(server: Server, table: str) -> Any:
    """A table of physical cards, wagers closed: the dealer is to read cards."""
    robot = server.robot(table, 1)
    house = c.Actor("house", "house")
    dealer = c.Actor("dealer", "Dee")
    server.act(table, c.ReceiveCards(by=dealer))
    for duty in ("inspect", "verify", "spread", "view", "wash"):
        named: Any = duty
        server.act(table, c.Perform(by=house, duty=named))
    server.act(table, c.Shuffle(by=dealer))
    if server.state(table).cards == "shuffled":
        server.act(table, c.Cut(by=dealer, depth=20))
    robot.place()
    server.act(table, c.NoMoreBets(by=dealer))
    return robot


def test_cards_are_read_by_keys_scanner_and_touch(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", mode="dealer", cards="physical")
    dealt_to(server, table)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    reader = dealer.locator(".reader input")
    expect(reader).to_be_focused()
    places = pending_targets(begin_dealing(server.state(table)))
    # Keys, then a scanner's text, then fingers; nothing is entered until it is sent.
    dealer.keyboard.type("q h")
    dealer.keyboard.type("Tc")
    expect(dealer.locator(".queue li")).to_have_count(2)
    dealer.keyboard.press("Backspace")
    expect(dealer.locator(".queue li")).to_have_count(1)
    dealer.keyboard.type("qh")
    expect(dealer.locator(".reader [role=alert]")).to_contain_text(
        "queen of hearts was read already"
    )
    dealer.locator("[data-rank='7']").click()
    dealer.locator("[data-suit='s']").click()
    expect(dealer.locator(".queue li")).to_have_count(2)
    assert server.state(table).dealt == 0
    no_violations(dealer)
    big_enough(dealer)
    press(dealer, "Enter 2 cards")
    state = server.until(table, lambda state: state.dealt == 2)
    found = [card_name(card) for card in sorted(state.seen())]
    assert sorted(found) == ["7s", "Qh"]
    expect(dealer.locator(".whither")).to_contain_text("Next card goes to")
    # The rest at once, as a scanner would send it; a card that is out already is refused.
    dealer.locator(".reader input").fill("Qh")
    press(dealer, "Enter 1 card")
    expect(dealer.locator(".reader [role=alert]")).to_contain_text("Qh is not in the stub")
    dealer.locator(".reader input").press("Backspace")
    rest = ["As", "Ks", "Js", "9d", "8d", "6d", "5d", "4c", "3c", "2c"][: len(places) - 2]
    dealer.keyboard.insert_text(" ".join(rest))
    dealer.keyboard.press("Enter")
    server.until(table, lambda state: state.phase == "play")
    expect(dealer.locator(".reader")).to_be_hidden()


def test_a_consequence_is_seen_before_it_is_confirmed(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", mode="dealer", cards="physical")
    robot = dealt_to(server, table)
    chips = server.state(table).chips(robot.name)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    places = pending_targets(begin_dealing(server.state(table)))
    cards = tuple(server.state(table).rules.game.cards[: len(places)])
    server.act(table, c.Deal(by=c.Actor("dealer", "Dee"), cards=cards))
    press(dealer, "A place has the wrong number of cards")
    box = dealer.locator("dialog[open]")
    expect(box).to_contain_text("The round would be void")
    state = server.state(table)
    staked = sum(stake.cents for stake in state.seats[1].stakes.values())
    expect(box).to_contain_text(f"Seat 1: {staked / 100:.2f} back")
    no_violations(dealer)
    press(dealer, "Not now")
    expect(box).to_have_count(0)
    assert server.state(table) == state
    # Something milder: the card is shown, the round goes on.
    press(dealer, "A player’s card was exposed")
    expect(box).to_contain_text("The round would go on")
    expect(box.locator("pit-card")).to_have_count(0)
    press(dealer, "Not now")
    press(dealer, "A place has the wrong number of cards")
    expect(box).to_contain_text("The round would be void")
    press(dealer, "Report it")
    server.until(table, lambda state: state.round == 2)
    assert server.state(table).chips(robot.name) == chips + staked
    expect(dealer.locator("#payments")).to_contain_text("Void: every wager goes back")


def test_a_fill_takes_two(server: Server, visit: Visits) -> None:
    table, dealer, floor = opened(server, visit, "let-it-ride")
    held = server.state(table).balances["inventory"]
    dealer.locator("summary").first.click()
    press(dealer, "Ask for a fill or credit")
    dealer.get_by_label("Dollars").fill("2500")
    press(dealer, "Ask for it")
    need = floor.locator(".need", has_text="a fill of 2,500.00")
    expect(need).to_be_visible()
    need.get_by_role("button", name="Approve").click()
    expect(need).to_have_count(0)
    assert server.state(table).balances["inventory"] == held + 250_000
    # One's own wish waits for another.
    floor.get_by_label("Dollars").fill("-100")
    press(floor, "Ask for it")
    own = floor.locator(".need", has_text="a credit of 100.00")
    expect(own).to_contain_text("another floorperson decides")
    expect(own.get_by_role("button")).to_have_count(0)
    other = visit("/floor", role="floorperson", name="second_floor")
    other.locator(".need", has_text="a credit of 100.00").get_by_role(
        "button", name="Refuse"
    ).click()
    expect(own).to_have_count(0)
    assert server.state(table).balances["inventory"] == held + 250_000
    expect(floor.locator("text=refused").first).to_be_visible()
    no_violations(floor)


def settled_round(server: Server, table: str) -> Any:
    """A round of one seat, played to its end."""
    robot = server.robot(table, 1)
    house = c.Actor("house", "house")
    server.act(table, c.ReceiveCards(by=house, prepared=True))
    for _ in range(40):
        state = server.state(table)
        waiting = due(state)
        if state.round == 2 or waiting is None:
            break
        if waiting.role == "player" and waiting.what != "bet":
            until_decided(server, table)
            continue
        if waiting.what == "bet":
            robot.place()
            continue
        simple: dict[str, c.Command] = {
            "cut": c.Cut(by=house, depth=26),
            "no more bets": c.NoMoreBets(by=house),
            "deal": c.Deal(by=house),
            "reveal": c.Reveal(by=house),
            "count stub": c.CountStub(by=house, stub=state.remaining),
            "settle": c.Settle(by=house),
        }
        server.act(table, simple[waiting.what])
    return robot


def test_a_payment_is_put_right_by_two(server: Server, visit: Visits) -> None:
    """The record names the payment, one floorperson asks, another approves; ruling G44."""
    table = server.table("let-it-ride", mode="dealer")
    robot = settled_round(server, table)
    chips = server.state(table).chips(robot.name)
    floor = visit(f"/floor?table={table}", role="floorperson", size=TABLET)
    press(floor, "Correct a payment")
    box = floor.locator("dialog[open]")
    expect(box.get_by_label("Payment")).to_contain_text(f"Seat 1 {robot.name}")
    no_violations(floor)
    box.get_by_label("Dollars").fill("7.50")
    box.get_by_label("Why").fill("The camera shows a straight")
    box.get_by_role("button", name="Ask for it").click()
    expect(floor.locator(".need", has_text="a correction of +7.50")).to_be_visible()
    other = visit("/floor", role="floorperson", name="second_floor")
    need = other.locator(".need", has_text=f"+7.50 for {robot.name}, round 1")
    expect(need).to_contain_text("The camera shows a straight")
    need.get_by_role("button", name="Approve").click()
    expect(need).to_have_count(0)
    assert server.state(table).chips(robot.name) == chips + 750
    expect(other.locator("text=Payment corrected").first).to_be_visible()


def test_an_award_is_looked_at_on_the_floor(server: Server, visit: Visits) -> None:
    """The hand is shown, the amount is the meter's, and the console that asked is told at once."""
    table, dealer, floor = opened(server, visit, "mississippi-stud", cards="physical")
    robot = server.robot(table, 1)
    open_the_table(dealer, floor, robot)
    press(dealer, "Shuffle by the device")
    robot.place(ante=500, progressive=100)
    press(dealer, "No more bets")
    state = server.until(table, lambda state: state.phase == "dealing")
    royal = ["As", "Ks", "Qs", "Js", "Ts"]
    others = ["2c", "3c", "4d", "5d", "7h", "8h", "9h", "2d", "3d", "4h"]
    places = pending_targets(begin_dealing(state))
    read = [
        royal.pop() if to.place in ("seat 1", "community") and royal else others.pop()
        for to in places
    ]
    expect(dealer.locator(".reader input")).to_be_focused()
    dealer.keyboard.insert_text(" ".join(read))
    dealer.keyboard.press("Enter")
    for _ in range(20):
        waiting = due(server.until(table, lambda state: state.phase != "dealing"))
        assert waiting is not None
        if waiting.what == "validate":
            break
        seq = server.house.live(table).seq
        if waiting.role == "player":
            robot.choose("bet")
        else:
            dealer.locator(".next button.main").click()
        server.until(table, lambda _, was=seq: server.house.live(table).seq > was)
    need = floor.locator(".need.award")
    expect(need).to_contain_text("royal flush")
    expect(need.locator("pit-card")).to_have_count(5)
    no_violations(floor)
    meter = max(server.house.meter_cents(table).values())
    expect(need).to_contain_text(f"{meter / 100:,.2f}")
    before = server.state(table).chips(robot.name)
    press(floor, "The hand is right: pay it")
    expect(need).to_have_count(0)
    assert server.state(table).chips(robot.name) >= before + meter
    waits_for(dealer, "Settle")


def test_an_abandoned_seat(server: Server, visit: Visits) -> None:
    table, dealer, floor = opened(server, visit, "let-it-ride")
    for seat in (1, 2):
        robot = server.robot(table, seat)
    house = c.Actor("house", "house")
    server.act(table, c.ReceiveCards(by=house, prepared=True))
    if server.state(table).cards == "shuffled":
        server.act(table, c.Cut(by=house, depth=26))
    server.act(table, c.Bet(by=house, seat=1, stakes=robot_stakes(server, table)))
    robot.place()
    server.act(table, c.NoMoreBets(by=house))
    server.act(table, c.Deal(by=house))
    row = floor.locator(".seat-list li", has_text="Seat 1")
    row.get_by_role("button", name="Play on").click()
    box = floor.locator("dialog[open]")
    expect(box).to_contain_text("The round would go on")
    press(floor, "Do it")
    server.until(table, lambda state: state.turn == 2)
    row.get_by_role("button", name="Abandoned").click()
    expect(box).to_contain_text("Seat 1: loses")
    press(floor, "Do it")
    server.until(table, lambda state: state.seats[1].dropped == "abandoned")
    expect(floor.locator("text=Seat abandoned").first).to_be_visible()
    expect(dealer.locator(".seat", has_text="Seat 1")).to_contain_text("abandoned")
    no_violations(floor)


def robot_stakes(server: Server, table: str) -> Any:
    rules = server.state(table).rules
    return {
        key: rules.limits(spot)[0]
        for key, spot in rules.spots.items()
        if spot.required and not spot.multiples
    }


@pytest.mark.parametrize("path", ["/dealer", "/floor"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_consoles_are_for_everybody(server: Server, visit: Visits, path: str, theme: str) -> None:
    server.table("double-draw", mode="dealer")
    page = visit(path, role="floorperson", phone=True, settings={"theme": theme})
    expect(page.locator("main .panel").first).to_be_visible()
    no_violations(page)
    big_enough(page)
    no_sideways(page)


def test_strangers_are_asked_to_log_in(visit: Visits) -> None:
    for path in ("/dealer", "/floor"):
        page = visit(path)
        expect(page.get_by_label("Password")).to_be_visible()
        expect(page.locator(".tiles, .choose")).to_have_count(0)
        no_violations(page)


def test_the_floor_keeps_focus_while_it_updates(server: Server, visit: Visits) -> None:
    """Polled each second: what has the focus, and what is open, stays as it was."""
    table, _, floor = opened(server, visit, "let-it-ride")
    look = floor.locator(f"[data-key='look {table}']")
    look.focus()
    robot = server.robot(table, 3)
    expect(floor.locator(".tile", has=look).locator(".places .taken")).to_have_count(1)
    expect(look).to_be_focused()
    robot.act(c.Leave(by=robot.by, seat=3))
    expect(floor.locator(".tile", has=look).locator(".places .taken")).to_have_count(0)
    expect(look).to_be_focused()
