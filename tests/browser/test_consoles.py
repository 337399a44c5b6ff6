"""A dealer and a floorperson run a table together, each at a console of their own.

The suite runs two games here and sees each console in one theme; `./pit soak long` runs all four
and sees both themes of each.
"""

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from bench.dealer import ready_cards
from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.playing import agrees
from browser.staff import (
    TABLET,
    button,
    caught_up,
    counted_bets,
    dealt_to,
    decided_in,
    money,
    open_the_table,
    opened,
    payments_apart,
    press,
    seated,
    waits_for,
)
from browser.visits import Visits
from kit.premises import PASSWORD
from kit.tiers import tier
from pitboss.cards import card_name
from pitboss.house.people.sessions import STAFF_IDLE_MS
from pitboss.house.storage.schema.tables import sessions
from pitboss.table import commands as c
from pitboss.table.duties import due

# By touch and by keys, with a board and with draws; test_real_table.py runs all four by keys.
FEW = ["double-draw", "mississippi-stud"]


@pytest.mark.parametrize("game", tier(FEW, [*FEW, "let-it-ride", "235-stud"]))
def test_dealer_and_floorperson_run_a_table(server: Server, visit: Visits, game: str) -> None:
    """With a player in a browser of their own, from closed to settled by what the pages offer;
    what all three are shown is the record's.
    """
    table, dealer, floor = opened(server, visit, game)
    by_keys = game in ("double-draw", "235-stud")
    felt = seated(visit, table, seat=2)
    open_the_table(dealer, floor, felt)
    press(dealer, "Shuffle by device")
    state = server.until(table, lambda state: state.cards in ("shuffled", "ready"))
    if state.cards == "shuffled":
        caught_up(server, table, dealer)
        press(dealer, "Cut")
    felt.seated()
    felt.do("rebet").click()
    waits_for(dealer, "Announce “no more bets”")
    expect(felt.do("ready")).to_have_count(0)
    counted_bets(server, table, dealer)
    for _ in range(40):
        state = server.state(table)
        if state.round == 2:
            break
        waiting = due(state)
        assert waiting is not None
        if waiting.role == "player":
            decided_in(server, table, felt)
            continue
        label = {
            "deal": "Deal",
            "no more bets": "No more bets",
            "reveal": "Turn the cards up",
            "count stub": "Count the stub, face down",
            "settle": "Settle",
            "cut": "Cut",
            "shuffle": "Shuffle by device",
        }[waiting.what]
        caught_up(server, table, dealer)
        expect(button(dealer, label).first).to_be_visible()
        seq = server.house.live(table).seq
        if by_keys:
            dealer.keyboard.press("n" if waiting.what == "no more bets" else "Space")
        else:
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
    payments = sum(money(text) for text in shown if text.startswith("Pay"))
    assert taken == sum(e["cents"] for e in lost) and payments == sum(e["won"] for e in paid)
    payments_apart(dealer)
    no_violations(dealer)
    big_enough(dealer)
    felt.over(1)
    agrees(server, table, 1, felt.page, seat=2)
    assert sum(e["won"] for e in paid) - sum(e["cents"] for e in lost) == record["seats"][0]["net"]


def test_cards_are_read_by_keys_and_touch(server: Server, visit: Visits) -> None:
    """A hand is entered as it is turned up; whatever is no card is dropped, and nothing jams."""
    table = server.table("let-it-ride", mode="dealer", cards="physical")
    robot = dealt_to(server, table)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    desk = dealer.locator(".desk")
    expect(desk).to_have_attribute("data-mode", "deal")
    dealer.keyboard.press("d")
    server.until(table, lambda state: state.phase == "play")
    robot.choose("ride")
    caught_up(server, table, dealer)
    expect(desk).to_have_attribute("data-mode", "cards")
    alert = desk.get_by_role("alert")
    # A suit cannot begin a card, y is none at all; the second rank replaces the first.
    for key in ("c", "y"):
        dealer.keyboard.press(key)
        expect(alert).to_contain_text("Type a rank and then a suit")
        expect(desk).to_have_attribute("data-alarm", "on")
    dealer.keyboard.type("9kS")
    server.until(table, lambda state: state.community_shown == 1)
    assert card_name(server.state(table).community[0]) == "Ks"
    robot.choose("ride")
    caught_up(server, table, dealer)
    expect(desk).to_have_attribute("data-mode", "cards")
    # A card that lies elsewhere is refused with its place, typed or tapped.
    dealer.keyboard.type("ks")
    expect(alert).to_contain_text("The king of spades lies elsewhere: Community cards")
    expect(dealer.locator("[data-card=Ks]")).to_have_attribute("data-gone", "")
    no_violations(dealer)
    big_enough(dealer)
    dealer.locator("[data-card=Qs]").click()
    server.until(table, lambda state: state.community_shown == 2)
    expect(desk).to_contain_text("Six Card box: turn up 3 cards")
    dealer.keyboard.type("2c3c4d")
    # Escape clears the card, then the hand; `10` is a ten.
    expect(desk).to_contain_text("Seat 1: turn up 3 cards")
    dealer.keyboard.type("10h9h8")
    expect(desk.locator("pit-card")).to_have_count(2)
    dealer.keyboard.press("Escape")
    expect(desk.locator("pit-card")).to_have_count(2)
    dealer.keyboard.press("Escape")
    expect(desk.locator("pit-card")).to_have_count(0)
    dealer.keyboard.type("1h9h8h")
    state = server.until(table, lambda state: state.turned == 1)
    assert [card_name(card) for card in state.seats[1].hole] == ["Th", "9h", "8h"]
    # A misread card: Escape reopens the hand until the dealer continues.
    expect(desk).to_contain_text("Pay seat 1")
    dealer.keyboard.press("Escape")
    dealer.keyboard.type("tc9h8h")
    server.until(table, lambda state: card_name(state.seats[1].hole[0]) == "Tc")
    expect(desk).to_have_attribute("data-mode", "settle")
    dealer.keyboard.press("Space")
    server.until(table, lambda state: state.round == 2)


def test_a_consequence_is_seen_before_it_is_confirmed(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", mode="dealer", cards="physical")
    robot = dealt_to(server, table)
    chips = server.state(table).chips(robot.name)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    box = dealer.locator("dialog[open]")
    # Nothing is reported before the dealer says which card it was.
    press(dealer, "A card was found face up")
    expect(button(dealer, "Report it")).to_be_disabled()
    box.get_by_label("Which card").fill("2c")
    expect(box).to_contain_text("set aside")
    expect(button(dealer, "Report it")).to_be_enabled()
    press(dealer, "Not now")
    server.act(table, c.Deal(by=c.Actor("dealer", "Dee")))
    caught_up(server, table, dealer)
    press(dealer, "A place has the wrong number of cards")
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
    box.get_by_label("Which card").fill("2c")
    expect(box).to_contain_text("The round would go on")
    expect(box.locator("pit-card")).to_have_count(0)
    press(dealer, "Not now")
    press(dealer, "A place has the wrong number of cards")
    expect(box).to_contain_text("The round would be void")
    press(dealer, "Report it")
    server.until(table, lambda state: state.round == 2)
    assert server.state(table).chips(robot.name) == chips + staked
    expect(dealer.locator("#payments")).to_contain_text("Void: every wager goes back")


SPREAD = [("/dealer", "light"), ("/floor", "dark")]


@pytest.mark.parametrize(
    ("path", "theme"), tier(SPREAD, [*SPREAD, ("/dealer", "dark"), ("/floor", "light")])
)
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


def test_an_idle_console_locks_itself(server: Server, visit: Visits) -> None:
    """The page stays hidden until the password is typed; keys alone resume where the dealer was."""
    table = server.table("double-draw", mode="dealer")
    server.person("floorperson", "idle_ida")
    page = visit(f"/floor?table={table}", role="floorperson", name="idle_ida")
    look = page.locator(f"[data-key='look {table}']")
    expect(look).to_be_visible()
    with server.house.store.begin() as tx:
        here = sessions.c.person == server.person("floorperson", "idle_ida").id
        tx.execute(sa.update(sessions).where(here).values(seen=sessions.c.seen - STAFF_IDLE_MS - 1))
    server.house.notices.send("person-changed", "idle_ida")  # sessions come from memory
    box = page.locator("dialog[open]")
    expect(box).to_contain_text("locked")
    behind = box.evaluate("(it) => getComputedStyle(it, '::backdrop').backgroundColor")
    assert behind.startswith("rgb(")  # nothing shines through
    no_violations(page)
    page.keyboard.type("not this one")
    page.keyboard.press("Enter")
    expect(box.locator("p")).not_to_contain_text("It was idle")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)
    robot = server.robot(table, 2)
    expect(page.locator(".seat-list")).to_contain_text(robot.name)


def test_typed_keys_outlive_what_others_do(server: Server, visit: Visits) -> None:
    """While the dealer types, somebody sits, bets or takes a wager back. What was typed stays as
    long as it applies; other chips to count begin the count again, and the page says so.
    """
    table = server.table("mississippi-stud", mode="dealer", cards="physical")
    first, second = server.robot(table, 1), server.robot(table, 2)
    server.open(table)
    ready_cards(server, table)
    first.place(ante=500, progressive=100)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    desk, alert = dealer.locator(".desk"), dealer.locator(".desk [role=alert]")
    caught_up(server, table, dealer)
    press(dealer, "No more bets")
    expect(desk).to_have_attribute("data-mode", "counts")
    # An ante is no chip to count; a progressive wager is one.
    second.place(ante=500)
    caught_up(server, table, dealer)
    expect(desk).to_have_attribute("data-mode", "counts")
    expect(alert).to_have_count(0)
    second.place(progressive=100)
    caught_up(server, table, dealer)
    expect(alert).to_contain_text("Count the chips again")
    expect(desk).to_have_attribute("data-mode", "counts")
    dealer.keyboard.type("2")
    server.until(table, lambda state: state.phase == "dealing")
    caught_up(server, table, dealer)
    dealer.keyboard.press("d")
    server.until(table, lambda state: state.phase == "play")
    for street in (1, 2, 3):
        for robot in (first, second):
            robot.choose("bet")
        caught_up(server, table, dealer)
        dealer.keyboard.type(("6h", "td", "6c")[street - 1])
        server.until(table, lambda state, count=street: state.community_shown == count)
    caught_up(server, table, dealer)
    if box := server.state(table).box:
        dealer.keyboard.type("2c3c4d9h"[: 2 * len(box)])
        server.until(table, lambda state: state.box_shown)
        caught_up(server, table, dealer)
    expect(desk).to_have_attribute("data-mode", "cards")
    # Half a hand stays typed while a patron sits down, and while a report is begun and left.
    dealer.keyboard.type("asK")
    expect(desk.locator("pit-card")).to_have_count(1)
    third = server.robot(table, 3)
    caught_up(server, table, dealer)
    expect(desk.locator("pit-card")).to_have_count(1)
    dealer.keyboard.press("!")
    expect(desk).to_have_attribute("data-mode", "report")
    third.act(c.Leave(by=third.by, seat=3))
    caught_up(server, table, dealer)
    dealer.keyboard.press("Escape")
    dealer.keyboard.press("s")
    state = server.until(table, lambda state: state.turned)
    assert [card_name(card) for card in state.seats[state.turned].hole] == ["As", "Ks"]
