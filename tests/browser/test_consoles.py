"""A dealer and a floorperson run a table together, each at a console of their own."""

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.playing import agrees
from browser.staff import (
    TABLET,
    button,
    dealt_to,
    decided_in,
    money,
    open_the_table,
    opened,
    press,
    seated,
    waits_for,
)
from browser.visits import Visits
from kit.premises import PASSWORD
from pitboss.cards import card_name
from pitboss.house.people.cage import STAFF_IDLE_MS
from pitboss.house.storage.schema.tables import sessions
from pitboss.table import commands as c
from pitboss.table.dealing import begin_dealing, pending_targets
from pitboss.table.duties import due


@pytest.mark.parametrize("game", ["let-it-ride", "double-draw", "235-stud", "mississippi-stud"])
def test_dealer_and_floorperson_run_a_table(server: Server, visit: Visits, game: str) -> None:
    """With a player in a browser of their own, from closed to settled by what the pages offer;
    what all three are shown is the record's.
    """
    table, dealer, floor = opened(server, visit, game)
    by_keys = game in ("double-draw", "235-stud")
    felt = seated(visit, table, seat=2)
    open_the_table(dealer, floor, felt)
    press(dealer, "Shuffle by device")
    if "cut" in dealer.locator(".duty").inner_text().lower():
        press(dealer, "Cut")
    felt.seated()
    felt.do("rebet").click()
    waits_for(dealer, "Announce “no more bets”")
    expect(felt.do("ready")).to_have_count(0)
    press(dealer, "No more bets")
    server.until(table, lambda state: state.phase != "bets")
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
            "reveal": "Turn the cards up",
            "count stub": "Count the stub, face down",
            "settle": "Settle",
            "cut": "Cut",
            "shuffle": "Shuffle by device",
        }[waiting.what]
        expect(button(dealer, label).first).to_be_visible()
        seq = server.house.live(table).seq
        if by_keys:
            dealer.keyboard.press("n")
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
    given = sum(money(text) for text in shown if text.startswith("Pay"))
    assert taken == sum(e["cents"] for e in lost) and given == sum(e["won"] for e in paid)
    no_violations(dealer)
    big_enough(dealer)
    felt.over(1)
    agrees(server, table, 1, felt.page, seat=2)
    assert sum(e["won"] for e in paid) - sum(e["cents"] for e in lost) == record["seats"][0]["net"]


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
        "queen of hearts has already been read"
    )
    dealer.locator("[data-rank='7']").click()
    dealer.locator("[data-suit='s']").click()
    expect(dealer.locator(".queue li")).to_have_count(2)
    assert server.state(table).dealt == 0
    no_violations(dealer)
    big_enough(dealer)
    press(dealer, "Enter 2 cards")
    state = server.until(table, lambda state: state.dealt == 2)
    found = [card_name(card) for card in sorted(state.cards_out())]
    assert sorted(found) == ["7s", "Qh"]
    expect(dealer.locator(".whither")).to_contain_text("Next card goes to")
    # The rest at once, as a scanner would send it; a card that is out already is refused.
    dealer.locator(".reader input").fill("Qh")
    press(dealer, "Enter 1 card")
    expect(dealer.locator(".reader [role=alert]")).to_contain_text("Qh is not in the stub")
    dealer.locator(".reader input").press("Backspace")
    rest = ["As", "Ks", "Js", "9d", "8d", "6d", "5d", "4c", "3c", "2c"][: len(places) - 2]
    dealer.keyboard.insert_text(" ".join([*rest, "7c"]))
    # One card more than there are places is told and left out.
    expect(dealer.locator(".reader [role=alert]")).to_contain_text("seven of clubs was not added")
    dealer.keyboard.press("Enter")
    server.until(table, lambda state: state.phase != "dealing")
    expect(dealer.locator(".reader")).to_be_hidden()


def test_a_consequence_is_seen_before_it_is_confirmed(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", mode="dealer", cards="physical")
    robot = dealt_to(server, table)
    chips = server.state(table).chips(robot.name)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    box = dealer.locator("dialog[open]")
    # Nothing is reported before it is told what: which card was it?
    press(dealer, "A card was found face up")
    expect(button(dealer, "Report it")).to_be_disabled()
    box.get_by_label("Which card").fill("2c")
    expect(box).to_contain_text("set aside")
    expect(button(dealer, "Report it")).to_be_enabled()
    press(dealer, "Not now")
    places = pending_targets(begin_dealing(server.state(table)))
    cards = tuple(server.state(table).rules.game.cards[: len(places)])
    server.act(table, c.Deal(by=c.Actor("dealer", "Dee"), cards=cards))
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
    expect(box).to_contain_text("The round would go on")
    expect(box.locator("pit-card")).to_have_count(0)
    press(dealer, "Not now")
    press(dealer, "A place has the wrong number of cards")
    expect(box).to_contain_text("The round would be void")
    press(dealer, "Report it")
    server.until(table, lambda state: state.round == 2)
    assert server.state(table).chips(robot.name) == chips + staked
    expect(dealer.locator("#payments")).to_contain_text("Void: every wager goes back")


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


def test_an_idle_console_locks_itself(server: Server, visit: Visits) -> None:
    """What was seen stays hidden behind the password; by keys alone one goes on where one was."""
    table = server.table("double-draw", mode="dealer")
    server.person("floorperson", "idle_ida")
    page = visit(f"/floor?table={table}", role="floorperson", name="idle_ida")
    look = page.locator(f"[data-key='look {table}']")
    expect(look).to_be_visible()
    with server.house.store.begin() as tx:
        here = sessions.c.person == server.person("floorperson", "idle_ida").id
        tx.execute(sa.update(sessions).where(here).values(seen=sessions.c.seen - STAFF_IDLE_MS - 1))
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
