"""The floor console: approvals, corrections, awards and abandoned seats, live."""

from playwright.sync_api import Page, expect

from browser.axe import no_violations
from browser.house import BOSS, Server
from browser.playing import Felt, agrees
from browser.staff import (
    TABLET,
    HeldPress,
    button,
    caught_up,
    counted_bets,
    decided_in,
    open_the_table,
    opened,
    press,
    robot_stakes,
    seated,
    settled_round,
    shuffled,
    waits_for,
)
from browser.visits import Visits
from pitboss.house.floor.candidates import faces_due
from pitboss.house.people.cash import Bankroll
from pitboss.table import commands as c
from pitboss.table.duties import due

# Parts of a payment's row that print over each other.
OVERLAPS = """(rows) => rows.flatMap((row) => {
  const boxes = [...row.children].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [part.textContent, range.getBoundingClientRect()];
  });
  return boxes.flatMap(([a, one], place) => boxes.slice(place + 1)
    .filter(([, two]) => one.right > two.left + 1 && two.right > one.left + 1
      && one.bottom > two.top + 3 && two.bottom > one.top + 3)
    .map(([b]) => `${a} over ${b}`));
})"""


def test_a_fill_takes_two(server: Server, visit: Visits) -> None:
    table, dealer, floor = opened(server, visit, "let-it-ride")
    inventory = server.state(table).balances["inventory"]
    # A table with a device: the fill stands among the acts, not folded away with the device's.
    assert server.state(table).rules.choices.shuffler
    fill = button(dealer, "Request a fill or credit")
    assert not fill.evaluate("(button) => button.closest('details')")
    chips = Bankroll(server.house.live(table).row.currency, 250_000)
    server.desk.perform_alone(BOSS, chips, "")
    press(dealer, "Request a fill or credit")
    dealer.get_by_label("Dollars").fill("2500")
    press(dealer, "Request it")
    need = floor.locator(".need", has_text="a fill of 2,500.00")
    expect(need).to_be_visible()
    need.get_by_role("button", name="Approve").click()
    expect(need).to_have_count(0)
    assert server.state(table).balances["inventory"] == inventory + 250_000
    # One's own wish waits for another.
    floor.get_by_label("Dollars").fill("-100")
    press(floor, "Request it")
    own = floor.locator(".need", has_text="a credit of 100.00")
    expect(own).to_contain_text("another floorperson decides")
    expect(own.get_by_role("button")).to_have_count(0)
    other = visit("/floor", role="floorperson", name="second_floor")
    other.locator(".need", has_text="a credit of 100.00").get_by_role(
        "button", name="Refuse"
    ).click()
    expect(own).to_have_count(0)
    assert server.state(table).balances["inventory"] == inventory + 250_000
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
    box.get_by_role("button", name="Request it").click()
    expect(floor.locator(".need", has_text="a correction of +7.50")).to_be_visible()
    other = visit("/floor", role="floorperson", name="second_floor")
    need = other.locator(".need", has_text=f"+7.50 for {robot.name}, round 1")
    expect(need).to_contain_text("The camera shows a straight")
    need.get_by_role("button", name="Approve").click()
    expect(need).to_have_count(0)
    assert server.state(table).chips(robot.name) == chips + 750
    expect(other.locator("text=Payment corrected").first).to_be_visible()


def closed_bets(server: Server, table: str, dealer: Page) -> None:
    """No more bets, a count for each collected wager, and the deal."""
    counted_bets(server, table, dealer)
    expect(dealer.locator(".desk")).to_have_attribute("data-mode", "deal")
    dealer.keyboard.press("d")
    server.until(table, lambda state: state.phase != "dealing")
    caught_up(server, table, dealer)


def dealt_until(
    server: Server, table: str, dealer: Page, felt: Felt, what: str, faces: tuple[str, ...] = ()
) -> None:
    """The dealer does what is due and the player decides, until the table waits for `what`; cards
    that are turned up have these faces, in order.
    """
    cards = iter(faces)
    for _ in range(30):
        waiting = due(server.state(table))
        assert waiting is not None
        if waiting.what == what:
            return
        if waiting.role == "player":
            decided_in(server, table, felt)
            continue
        seq = server.house.live(table).seq
        caught_up(server, table, dealer)
        if waiting.what == "shuffle":
            shuffled(server, table, dealer)
        elif unread := faces_due(server.state(table)):
            expect(dealer.locator(".desk")).to_have_attribute("data-mode", "cards")
            dealer.keyboard.type("".join(next(cards) for _ in unread))
        else:
            dealer.locator(".next button.main").click()
        server.until(table, lambda _, was=seq: server.house.live(table).seq > was)
    raise AssertionError(f"nothing comes to {what}")


def voided(server: Server, table: str, dealer: Page, felt: Felt) -> None:
    """The next round goes wrong; what would come of it is read before it is said."""
    chips = server.state(table).chips(server.state(table).seats[1].player)
    dealt_until(server, table, dealer, felt, "bet")
    felt.do("rebet").click()
    closed_bets(server, table, dealer)
    felt.my_turn()
    press(dealer, "A place has the wrong number of cards")
    box = dealer.locator("dialog[open]")
    expect(box).to_contain_text("The round would be void")
    expect(box).to_contain_text("Seat 1: 6.00 back")
    press(dealer, "Report it")
    expect(felt.page.locator("[data-phase=void]")).to_be_visible()
    expect(felt.page.locator(".dock .state")).to_contain_text("MS 13.")
    assert agrees(server, table, 2, felt.page) == {(1, "ante"): 0, (1, "progressive"): 0}
    expect(felt.page.locator("[data-chips]")).to_have_attribute("data-chips", str(chips))
    expect(dealer.locator("#payments")).to_contain_text("Void: every wager goes back")


def test_an_award_and_a_void_before_the_player(server: Server, visit: Visits) -> None:
    """Cards read by a dealer, decisions in the player's page, an award looked at on the floor: the
    hand is shown, the amount is the meter's, and each page is told at once. Then a void.
    """
    table, dealer, floor = opened(server, visit, "mississippi-stud", cards="physical")
    felt = seated(visit, table)
    open_the_table(dealer, floor, felt)
    shuffled(server, table, dealer)
    felt.seated()
    felt.stake({"ante": 500, "progressive": 100})
    felt.bet()
    closed_bets(server, table, dealer)
    middle, box_cards = ("Qs", "Js", "Ts"), ("2c", "3c", "4d", "9h")[: len(server.state(table).box)]
    royal = (*middle, *box_cards, "As", "Ks")
    dealt_until(server, table, dealer, felt, "validate", royal)
    need = floor.locator(".need.award")
    expect(need).to_contain_text("royal flush")
    expect(need.locator("pit-card")).to_have_count(5)
    expect(felt.page.locator(".dock .state")).to_contain_text("a supervisor checks the hand")
    no_violations(floor)
    # The dealer waits meanwhile, which is no payment that somebody could correct.
    expect(dealer.locator(".move-row .do", has_text="Wait for the floor")).to_have_count(1)
    press(floor, "Correct a payment")
    box = floor.locator("dialog[open]")
    expect(box.get_by_label("Why")).to_be_visible()
    expect(box.locator("option", has_text="Wait for the floor")).to_have_count(0)
    press(floor, "Not now")
    meter = max(server.house.meter_cents(table).values())
    expect(need).to_contain_text(f"{meter / 100:,.2f}")
    press(floor, "Validate the award at seat 1")
    box = floor.locator("dialog[open]")
    # The number of cards at every place is the floorperson's own count.
    expect(button(floor, "Do it")).to_be_disabled()
    for place, cards in server.state(table).lying().items():
        box.locator(f"[data-want='counts {place}']").fill(str(cards))
    if box.locator("[data-want=lamp]").count():
        box.locator("[data-want=lamp]").check()
    press(floor, "Do it")
    expect(floor.locator(".need.award")).to_have_count(0)
    expect(dealer.locator(".move-row .do", has_text="Wait for the floor")).to_have_count(0)
    press(floor, "The papers of seat 1 are complete")
    press(floor, "Do it")
    waits_for(dealer, "Settle")
    press(dealer, "Settle")
    felt.over(1)
    expect(dealer.locator(".move-row.award .do")).to_contain_text("from the meter")
    # The dealer pays with the cards in sight, though the next round has begun.
    shown = dealer.locator(".payments .paying .shown-cards pit-card")
    expect(shown).to_have_count(2)
    assert shown.evaluate_all("(cards) => cards.map((one) => one.getAttribute('name'))") == [
        "As",
        "Ks",
    ]
    assert dealer.locator(".move-row label").evaluate_all(OVERLAPS) == []
    results = agrees(server, table, 1, felt.page)
    assert results[1, "progressive"] == meter - 100
    voided(server, table, dealer, felt)
    expect(floor.locator("td .pill.bad", has_text="void").first).to_be_visible()
    no_violations(felt.page)


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
    box.get_by_label("Reason").fill("walked away")
    expect(box).to_contain_text("Seat 1: loses")
    press(floor, "Do it")
    server.until(table, lambda state: state.seats[1].dropped == "abandoned")
    expect(floor.locator("text=Seat abandoned").first).to_be_visible()
    tile = floor.locator(".tile", has=floor.locator(f"[data-key='look {table}']"))
    expect(tile.locator(".pill.bad")).to_have_text("Seat 1 abandoned")
    expect(dealer.locator(".seat", has_text="Seat 1")).to_contain_text("abandoned")
    no_violations(floor)


def test_the_floor_keeps_focus_while_it_updates(server: Server, visit: Visits) -> None:
    """Polled each second: what has the focus, and what is open, stays as it was."""
    table, _, floor = opened(server, visit, "let-it-ride")
    look = floor.locator(f"[data-key='look {table}']")
    look.focus()
    robot = server.robot(table, 3)
    expect(floor.locator(".tile", has=look).locator(".places [data-state~=taken]")).to_have_count(1)
    expect(look).to_be_focused()
    robot.act(c.Leave(by=robot.by, seat=3))
    expect(floor.locator(".tile", has=look).locator(".places [data-state~=taken]")).to_have_count(0)
    expect(look).to_be_focused()


def test_a_press_outlives_a_redraw(server: Server, visit: Visits) -> None:
    """A table changes between the two halves of a click: the button is drawn anew only after it."""
    table, dealer, floor = opened(server, visit, "let-it-ride")
    robots = []
    near = floor.locator(".close-up")
    look = floor.locator(f"[data-key='look {table}']")
    taken = floor.locator(".tile", has=look).locator(".places [data-state~=taken]")
    press(floor, "Back to all tables")
    expect(near).to_be_hidden()
    grip = HeldPress(floor, "/api/floor")
    grip.press(look, lambda: robots.append(server.robot(table, 2)))
    expect(near).to_be_visible()
    expect(taken).to_have_count(1)
    # The desk of the dealer as well: a seat is taken while a key of it is under the finger.
    receive = dealer.locator('.desk [data-press=" "]')
    grip = HeldPress(dealer, "/console")
    grip.press(receive, lambda: robots.append(server.robot(table, 3)))
    server.until(table, lambda state: state.cards != "closed")
    expect(dealer.locator(".seats .seat")).to_have_count(2)
