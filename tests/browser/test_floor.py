"""The floor console: approvals, corrections, awards and abandoned seats, live."""

from playwright.sync_api import expect

from browser.axe import no_violations
from browser.house import Server
from browser.staff import (
    TABLET,
    open_the_table,
    opened,
    press,
    robot_stakes,
    settled_round,
    waits_for,
)
from browser.visits import Visits
from pitboss.table import commands as c
from pitboss.table.dealing import begin_dealing, pending_targets
from pitboss.table.duties import due


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
