"""Several people and several tabs: an award's envy on another screen, agreement, a second table."""

import re

from playwright.sync_api import Page, expect

from browser.house import Server
from browser.laid_out import laid_out
from browser.playing import Felt, agrees, shown
from browser.visits import Visits

ROYAL = "1: Ad Kd | 3: 8s 5c | community: Qd Jd Td"


def meters(page: Page) -> dict[str, int]:
    amounts: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-meter]")]
          .map((meter) => [meter.dataset.meter, Number(meter.dataset.cents)]))"""
    )
    return amounts


def test_a_progressive_award_and_its_envy_on_another_browser(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    server.rig(table, ROYAL)
    holder, other = Felt(visit(f"/table/{table}")), Felt(visit(f"/table/{table}"), seat=3)
    watcher = visit(f"/table/{table}", role="auditor")
    for felt in (holder, other):
        felt.sit()
        felt.stake({"ante": 500, "progressive": 100})
        felt.bet()
    stood = meters(holder.page)
    assert stood == meters(other.page) == meters(watcher)
    assert stood["mega"] == 2_500_000
    holder.ready()
    other.ready()
    for _ in range(3):
        holder.act("bet 1")
        other.act("bet 1")
    holder.over(1)
    other.over(1)
    won = agrees(server, table, 1, holder.page)
    # All of the meter, which both wagers fed by a tenth, and the stake is not returned.
    assert won[1, "progressive"] == 2_500_000 + 20 - 100
    assert won[3, "envy"] == 100_000
    assert agrees(server, table, 1, other.page, seat=3) == won == shown(watcher)
    envy = other.page.locator('[data-seat="3"] [data-result="envy"]')
    expect(envy).to_contain_text("1,000.00")
    expect(envy).to_have_attribute("title", "royal flush at seat 1, MS 12.C(6)(d)(i)")
    # Thousands on neighbouring spots, and an award waiting to be read, on every screen.
    for felt in (holder, other):
        laid_out(felt.page)
    # The meter begins again, everywhere.
    for page in (holder.page, other.page, watcher):
        expect(page.locator('[data-meter="mega"]')).to_have_attribute("data-cents", "1000000")


def test_linked_meters_tick_at_another_table(server: Server, visit: Visits) -> None:
    first = server.table("let-it-ride", link="two-tables")
    second = server.table("let-it-ride", link="two-tables")
    page = visit(f"/table/{second}")
    before = page.locator('[data-meter="meter"]')
    expect(before).to_have_attribute("data-cents", "1000000")
    robot = server.robot(first, 1)
    robot.bet(bet_1=500, bet_2=500, bet_3=500, progressive=100)
    robot.choose("ride")
    robot.choose("ride")
    server.until(first, lambda state: state.round == 2)
    # An eighth of a dollar.
    expect(before).to_have_attribute("data-cents", "1000012")


def test_two_tabs_of_one_player_agree(server: Server, visit: Visits) -> None:
    table = server.table("235-stud")
    server.rig(table, "1: Ac 2d 3h | community: 4s 5c")
    context = visit.context()
    pages = [context.new_page(), context.new_page()]
    one, two = (Felt(page) for page in pages)
    pages[0].goto(f"/table/{table}")
    one.sit()
    pages[1].goto(f"/table/{table}")
    two.seated()
    # One bets; the other sees it and continues from there.
    one.stake({"two-card": 500})
    one.bet()
    expect(two.spot("two-card")).to_have_attribute("data-stake", "500")
    two.put("winem-all", 100)
    two.bet()
    expect(one.spot("winem-all")).to_have_attribute("data-stake", "100")
    two.ready()
    one.act("raise")
    # Until the other tab has seen it, its button still asks about the first decision.
    expect(two.spot("three-card-raise")).to_have_attribute("data-stake", re.compile("[1-9]"))
    two.act("raise")
    one.over(1)
    two.over(1)
    assert agrees(server, table, 1, one.page) == agrees(server, table, 1, two.page)


def test_an_act_in_both_tabs_is_done_once(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    context = visit.context()
    pages = [context.new_page(), context.new_page()]
    one, two = (Felt(page) for page in pages)
    pages[0].goto(f"/table/{table}")
    one.sit()
    pages[1].goto(f"/table/{table}")
    two.seated()
    one.stake({"ante": 500})
    one.bet()
    one.ready()
    for felt in (one, two):
        expect(felt.act_button("bet", ["3"])).to_be_visible()
    # Both are asked for before either is done.
    with server.house.lock(table):
        for felt in (one, two):
            with felt.page.expect_request("**/commands"):
                felt.act_button("bet", ["3"]).click()
    server.until(table, lambda state: state.community_shown == 1)
    assert server.state(table).seats[1].stakes["third-street"].cents == 1500
    for felt in (one, two):
        expect(felt.spot("third-street")).to_have_attribute("data-stake", "1500")
        felt.my_turn()


def test_a_second_table_of_the_same_player(server: Server, visit: Visits) -> None:
    first, second = server.table("mississippi-stud"), server.table("let-it-ride")
    server.rig(first, "1: 8c 3d | community: 8h Kd 4s")
    server.rig(second, "2: Ts Tc 4d | community: Th 6c")
    context = visit.context()
    pages = [context.new_page(), context.new_page()]
    pages[0].goto(f"/table/{first}")
    stud = Felt(pages[0])
    stud.sit()
    stud.stake({"ante": 500})
    stud.bet()
    stud.ready()
    stud.my_turn()
    pages[1].goto(f"/table/{second}")
    ride = Felt(pages[1], seat=2)
    ride.sit()
    ride.stake({"bet-1": 500})
    ride.bet()
    ride.ready()
    ride.act("ride")
    stud.act("bet 1")
    ride.act("ride")
    ride.over(1)
    stud.act("bet 1")
    stud.act("bet 1")
    stud.over(1)
    agrees(server, first, 1, stud.page)
    agrees(server, second, 1, ride.page, seat=2)
    seats = [server.state(first).seats[1].player, server.state(second).seats[2].player]
    assert seats[0] == seats[1]


def test_a_player_on_two_boxes(server: Server, visit: Visits) -> None:
    table = server.table("235-stud")
    felt = Felt(visit(f"/table/{table}"), seat=2)
    felt.sit()
    felt.page.locator('[data-seat="3"] [data-do="sit"]').click()
    third = felt.page.locator('.front [data-seat="3"]')
    expect(third).to_be_visible()
    felt.do("rebet").click()
    expect(third.locator('[data-spot="two-card"]')).to_have_attribute("data-stake", "500")
    felt.ready()
    for _ in range(4):
        turn = server.until(table, lambda state: state.turn).turn
        expect(felt.root).to_have_attribute("data-turn", str(turn))
        felt.act_button("check", []).click()
        server.until(table, lambda state, was=turn: state.turn != was or state.phase == "bets")
    felt.over(1)
    record = server.round(table, 1)
    results = shown(felt.page)
    assert {seat for seat, _ in results} == {2, 3}
    assert sum(results.values()) == sum(row["net"] for row in record["seats"])
