"""A lost connection shows at once, is restored, and neither repeats nor loses an act."""

from playwright.sync_api import Route, expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Felt, agrees
from browser.visits import Visits


def in_mid_round(server: Server, visit: Visits) -> tuple[str, Felt]:
    table = server.table("mississippi-stud")
    server.rig(table, "1: 8c 3d | community: 8h Kd 4s")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.stake({"ante": 500, "three-card-bonus": 100})
    felt.bet()
    felt.ready()
    felt.act("bet 1")
    expect(felt.spot("third-street")).to_have_attribute("data-stake", "500")
    felt.my_turn()
    return table, felt


def test_sockets_that_drop_come_back_and_the_round_goes_on(server: Server, visit: Visits) -> None:
    table, felt = in_mid_round(server, visit)
    with felt.page.expect_websocket() as again:
        server.drop(table)
    assert "/live?after=" in again.value.url  # only missed events are sent again
    felt.act("bet 1")
    felt.act("bet 1")
    felt.over(1)
    agrees(server, table, 1, felt.page)


def test_a_network_that_goes_and_comes(server: Server, visit: Visits) -> None:
    table, felt = in_mid_round(server, visit)
    visit.forgive(felt.page, "ERR_INTERNET_DISCONNECTED")
    visit.forgive(felt.page, "WebSocket connection")
    lost = felt.page.locator(".lost")
    expect(lost).to_be_hidden()
    felt.page.context.set_offline(True)
    server.drop(table)  # what the network did not cut by itself
    expect(lost).to_be_visible()
    no_violations(felt.page)
    # Requested while the house is unreachable: it is queued, and done once.
    felt.asked("bet", ["2"]).click()
    felt.page.context.set_offline(False)
    expect(lost).to_be_hidden()
    server.until(table, lambda state: state.community_shown >= 2)
    expect(felt.spot("fourth-street")).to_have_attribute("data-stake", "1000")
    felt.act("bet 1")
    felt.over(1)
    agrees(server, table, 1, felt.page)


def test_an_answer_that_is_lost_is_not_an_act_done_twice(server: Server, visit: Visits) -> None:
    """The house does it, the answer never arrives, the page asks again with the same id."""
    table, felt = in_mid_round(server, visit)
    visit.forgive(felt.page, "ERR_CONNECTION_RESET")
    ids: list[str] = []

    def lose_the_first(route: Route) -> None:
        ids.append((route.request.post_data_json or {})["id"])
        if len(ids) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    felt.page.route("**/commands", lose_the_first)
    with felt.page.expect_response("**/commands"):
        felt.act("bet 3")
    expect(felt.spot("fourth-street")).to_have_attribute("data-stake", "1500")
    felt.my_turn()
    felt.act("bet 1")
    felt.over(1)
    agrees(server, table, 1, felt.page)
    assert ids[0] == ids[1]
    bets = [
        entry
        for entry in server.round(table, 1)["entries"]
        if entry["kind"] == "Act" and entry["command"]["spot"] == "fourth-street"
    ]
    assert len(bets) == 1


def test_a_page_loaded_again_in_mid_round(server: Server, visit: Visits) -> None:
    table, felt = in_mid_round(server, visit)
    felt.page.reload()
    felt.my_turn()
    expect(felt.spot("third-street")).to_have_attribute("data-stake", "500")
    expect(felt.own.locator('pit-card[name="8c"]')).to_be_visible()
    felt.act("fold")
    felt.over(1)
    agrees(server, table, 1, felt.page)
