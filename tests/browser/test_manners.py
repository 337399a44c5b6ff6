"""A felt for newcomers: a first hand with bubbles, a warning, a deal at once, an invitation."""

from playwright.sync_api import expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits
from kit.waiting import wait_until


def test_a_first_hand_with_three_bubbles(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}", store={"guided": False}))
    page = felt.page
    expect(page.locator(".welcome")).to_contain_text("Two cards of yours, three on the table")
    bubble = page.locator(".bubble")
    expect(bubble).to_be_hidden()
    felt.sit()
    expect(page.locator(".welcome")).to_be_hidden()
    expect(bubble).to_have_attribute("data-step", "bet")
    expect(bubble).to_be_visible()
    no_violations(page)
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    expect(bubble).to_have_attribute("data-step", "decide")
    expect(bubble).to_be_visible()
    felt.act("fold")
    expect(bubble).to_have_attribute("data-step", "result")
    expect(bubble).to_be_visible()
    page.locator('[data-do="guide-next"]').click()
    expect(bubble).to_be_hidden()
    page.reload()
    expect(felt.spot("ante")).to_be_visible()
    expect(bubble).to_be_hidden()


def test_one_key_ends_the_bubbles_for_good(server: Server, visit: Visits) -> None:
    table = server.table("double-draw")
    felt = Felt(visit(f"/table/{table}", store={"guided": False}))
    felt.sit()
    bubble = felt.page.locator(".bubble")
    expect(bubble).to_be_visible()
    felt.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    felt.page.reload()
    felt.seated()
    expect(bubble).to_be_hidden()


def test_alone_a_bet_deals_and_in_company_it_waits(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}", store={"atOnce": None}))
    felt.sit()
    felt.stake({"ante": 500})
    expect(felt.do("bet")).to_contain_text("Deal $5")
    felt.bet()
    felt.my_turn()
    server.robot(table, 4)
    felt.act("fold")
    felt.over(1)
    felt.do("rebet").click()
    expect(felt.do("ready")).to_be_visible()


def test_a_warning_before_a_mistake(server: Server, visit: Visits) -> None:
    """Eight three of two suits: a bet costs $1.95 more than a fold, and a fold nothing."""
    table = server.table("mississippi-stud")
    wait_until(lambda: server.app.state.coach.ready(server.state(table).rules))
    server.rig(table, "1: 8c 3s | community: 2d 7h Kc")
    felt = Felt(visit(f"/table/{table}", settings={"warn": "on"}))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    page, box = felt.page, felt.page.locator("dialog[open]")
    felt.act("bet 1")
    expect(box).to_contain_text("That costs $1.95 on average.")
    no_violations(page)
    box.get_by_role("button", name="Choose again").click()
    felt.my_turn()
    assert server.state(table).turn == 1
    felt.act("bet 1")
    box.get_by_role("button", name="Do it anyway").click()
    expect(felt.spot("third-street")).to_have_attribute("data-stake", "500")
    felt.act("fold")
    felt.over(1)
    expect(box).to_have_count(0)


def test_an_invitation_seats_whoever_follows_it(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    context = visit.context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    host = context.new_page()
    host.goto(f"/table/{table}?sit=1")
    Felt(host).seated()
    host.locator('[data-do="invite"]').click()
    expect(host.locator(".dock .news")).to_contain_text("is copied")
    link: str = host.evaluate("() => navigator.clipboard.readText()")
    guest = visit(link)
    expect(guest.locator(".front .seat.own")).to_have_count(1)
    # Names, not account numbers.
    name = host.locator('.arc [data-player^="guest_"] .player')
    expect(name).to_have_count(1)
    assert (name.text_content() or "").isalpha()
    colours = host.locator(".arc .number").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one.closest('.seat'))"
        ".getPropertyValue('--seat-colour'))"
    )
    assert len(set(colours)) == len(colours)


def test_a_reaction_is_seen_by_the_others_unless_they_prefer_not(
    server: Server, visit: Visits
) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}"), seat=2)
    watcher = visit(f"/table/{table}", phone=True)
    quiet = visit(f"/table/{table}", settings={"reactions": "off"})
    expect(felt.page.locator(".reactions")).to_be_hidden()
    felt.sit()
    felt.page.get_by_role("tab", name="Round").click()
    buttons = felt.page.locator(".reactions button")
    expect(buttons).to_have_count(6)
    no_violations(felt.page)
    buttons.filter(has_text="Nice hand!").click()
    for page in (felt.page, watcher):
        expect(page.locator('[data-seat="2"] .reaction')).to_have_text("Nice hand!")
    expect(quiet.locator('[data-seat="2"] .player')).not_to_have_text("Free")
    expect(quiet.locator(".reaction")).to_have_count(0)
    for _ in range(3):
        buttons.filter(has_text="Wow!").click()
    expect(felt.page.locator(".dock .trouble")).to_contain_text("you have reacted 3 times just now")
    expect(felt.page.locator(".reaction")).to_have_count(0)  # it does not stay
