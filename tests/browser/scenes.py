"""What `./pit pictures` photographs: every page, in states worth looking at, in a seeded house."""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from browser.house import Robot, Server
from browser.played import rounds
from browser.playing import Felt
from browser.test_settlement import DRIVER
from browser.visits import Visits
from kit.waiting import PATIENCE_MS
from pitboss.house.live_table import HOUSE
from pitboss.house.people import approvals
from pitboss.money import Cents
from pitboss.table import commands as c

SECONDS = 120  # of a clock that is to be seen and not to run out
NAMES = {
    "235-stud": "Three Primes",
    "double-draw": "Second Chance",
    "let-it-ride": "Open Range",
    "mississippi-stud": "Big River",
}
DECKS = {
    "235-stud": "2: Kc 8d 2h | 3: Ac Ad Ah | 5: 9c 4d 7s | community: As 5c",
    "double-draw": "2: 2c 5d 8h Js Kc | 3: Tc Td 4h 5s JK | 5: 9h Qh 7h 6s 2d | next: 6d 7s 9c Th",
    "let-it-ride": "2: 2s 7c 9d | 3: Qs Qc 4d | 5: Ah Kh Jh | community: Qh 6c | box: 2d 7h 3h",
    "mississippi-stud": "2: 2c 7d | 3: Js 9h | 5: Ah Kd | community: Jd 9s 4c | box: 2s 7c Jh 3h",
}
SIDES = {
    "235-stud": {"two-card": 500, "winem-all": 200, "progressive": 100},
    "double-draw": {"ante": 2500},
    "let-it-ride": {"bet-1": 1000, "five-card-bonus": 100, "three-card-bonus": 500}
    | {"six-card-bonus": 200, "progressive": 100},
    "mississippi-stud": {"ante": 1000, "three-card-bonus": 500, "six-card-bonus": 200}
    | {"progressive": 100},
}
GOES_ON = {"235-stud": "raise", "double-draw": "bet", "let-it-ride": "ride"}


class Scene(NamedTuple):
    name: str
    folder: str  # of static/: which page it shows
    open: Callable[[Server, Visits], Page]


def _others(server: Server, table: str) -> list[Robot]:
    """Two more at the table, their least bets down."""
    robots = [server.robot(table, seat) for seat in (2, 5)]
    for robot in robots:
        robot.place()
    return robots


def _play(game: str, stage: str) -> Callable[[Server, Visits], Page]:
    def opened(server: Server, visit: Visits) -> Page:
        table = server.table(game, name=NAMES[game], betting=SECONDS, deciding=SECONDS)
        if stage != "betting":
            server.rig(table, DECKS[game])
        others = _others(server, table)
        # Somebody of its own: a seat at another table would call from there.
        name = f"nora_{table.rpartition('-')[2]}"
        page = visit(f"/table/{table}", role="player", name=name)
        felt = Felt(page, seat=3)
        felt.sit()
        felt.stake(SIDES[game])
        if stage == "betting":
            return page
        felt.bet()
        felt.ready()
        for robot in others:
            robot.ready()
        # Seats act in order: those before this one, then this one.
        while server.until(table, lambda state: state.turn).turn != 3:
            server.act(table, c.PlayOn(by=HOUSE, seat=server.state(table).turn))
        felt.my_turn()
        if stage == "deciding":
            return page
        while server.until(table, lambda s: s.turn or s.phase == "bets").phase != "bets":
            state = server.state(table)
            turn, draws = state.turn, hasattr(state.game_step, "up_to")
            if turn == 3 and not draws:
                expect(felt.act_button(GOES_ON.get(game, "bet"), [])).to_be_visible()
                felt.act_button(GOES_ON.get(game, "bet"), []).click()
                was = (state.step, 3)
                server.until(table, lambda s, was=was: (s.step, s.turn) != was or s.phase == "bets")
            else:
                server.act(table, c.PlayOn(by=HOUSE, seat=turn))
        felt.over(1)
        return page

    return opened


def lobby(server: Server, visit: Visits) -> Page:
    for table, seats in (("three-primes", (1, 4)), ("big-river", (2, 3, 6)), ("open-range", (5,))):
        for seat in seats:
            if seat not in server.state(table).seats:
                server.robot(table, seat)
    return visit("/")


def award(server: Server, visit: Visits) -> Page:
    """A royal flush on the progressive, seen by who gets the envy."""
    table = server.table("mississippi-stud", name="Big River", deciding=SECONDS)
    server.rig(table, "2: Ad Kd | 3: 8s 5c | community: Qd Jd Td")
    holder = server.robot(table, 2)
    holder.place(ante=500, progressive=100)
    page = visit(f"/table/{table}")
    felt = Felt(page, seat=3)
    felt.sit()
    felt.stake({"ante": 500, "progressive": 100})
    felt.bet()
    felt.ready()
    holder.ready()
    for _ in range(3):
        holder.choose("bet")
        felt.act("bet 1")
    felt.over(1)
    return page


def void(server: Server, visit: Visits) -> Page:
    page = _play("mississippi-stud", "deciding")(server, visit)
    server.void(page.url.rpartition("/")[2])
    expect(page.locator("[data-phase=void]")).to_be_visible()
    return page


def lost(server: Server, visit: Visits) -> Page:
    page = _play("let-it-ride", "deciding")(server, visit)
    visit.forgive(page, "")
    page.context.set_offline(True)
    server.drop(page.url.rpartition("/")[2])
    expect(page.locator(".lost")).to_be_visible()
    return page


def hint(server: Server, visit: Visits) -> Page:
    table = server.table("mississippi-stud", name="Big River", deciding=SECONDS)
    server.rig(table, "1: Js 9h | community: Jd 9s 4c")
    page = visit(f"/table/{table}", settings={"help": "coach"})
    felt = Felt(page)
    felt.sit()
    felt.stake({"ante": 1000})
    felt.bet()
    felt.ready()
    felt.act("bet 1")
    felt.my_turn()
    # The coach's word on the last decision comes first; the first of a game takes its time.
    expect(page.locator(".dock .advice")).to_contain_text("Bet", timeout=PATIENCE_MS)
    page.locator('[data-do="hint"]').click()
    expect(page.locator(".dock .advice[data-state=best]")).to_be_visible(timeout=PATIENCE_MS)
    return page


def played(server: Server, visit: Visits) -> str:
    """A player with rounds behind them; the name."""
    name = "nora"
    if name not in server.staff_names:
        table = server.table("let-it-ride", name="Open Range")
        page = visit(f"/table/{table}", role="player", name=name)
        page.locator('[data-seat="4"] [data-do="sit"]').click()
        page.wait_for_selector("[data-betting=true]")
        page.evaluate(DRIVER, {"rounds": 12, "seed": 7})
        page.close()
    return name


def as_player(path: str, ready: str) -> Callable[[Server, Visits], Page]:
    def opened(server: Server, visit: Visits) -> Page:
        page = visit(path, role="player", name=played(server, visit))
        expect(page.locator(ready).first).to_be_visible(timeout=PATIENCE_MS)
        return page

    return opened


def dealt(server: Server) -> str:
    """A dealer's table in the middle of a round, real chips; one for all scenes."""
    there = [row.id for row in server.house.table_rows() if row.name == "The Salon"]
    if there:
        return there[0]
    table = server.table("mississippi-stud", name="The Salon", mode="dealer", currency="real")
    robots = [server.robot(table, seat) for seat in (1, 3, 6)]
    server.open(table)
    server.rig(table, "1: Js 9h | 3: 2c 7d | 6: Ah Kd | community: Jd 9s 4c")
    for robot in robots:
        robot.place()
    server.act(table, c.NoMoreBets(by=c.Actor("house", "house")))
    for command in (c.Shuffle, c.Deal):
        server.act(table, command(by=DEALER))
    robots[0].choose("bet", 3)
    robots[1].choose("fold")
    robots[2].choose("bet", 1)
    return table


DEALER = c.Actor("dealer", "the_dealer")


def dealer_list(server: Server, visit: Visits) -> Page:
    dealt(server)
    return visit("/dealer", role="dealer")


def dealer(server: Server, visit: Visits) -> Page:
    table = dealt(server)
    page = visit(f"/dealer/{table}", role="dealer")
    expect(page.locator("pit-card").first).to_be_visible()
    return page


def floor(server: Server, visit: Visits) -> Page:
    """Work is waiting: a fill to approve, an award to look at, a seat that went silent."""
    table = dealt(server)
    asks = server.person("dealer")
    fill = c.Fill(by=c.Actor("dealer", asks.name), cents=Cents(50_000_00))
    approvals.request_approval(server.house, asks, table, fill)
    waits = server.table(
        "let-it-ride", name="High Plains", currency="real", awards_and_voids="floorperson"
    )
    server.rig(waits, "2: Ad Kd Qd | community: Jd Td")
    robot = server.robot(waits, 2)
    robot.bet(bet_1=500, bet_2=500, bet_3=500, progressive=100)
    robot.choose("ride")
    robot.choose("ride")
    server.until(waits, lambda state: state.pending)
    return visit("/floor", role="floorperson")


def floor_hours(server: Server, visit: Visits) -> Page:
    """The floor's charts, after some rounds at four tables."""
    for game in NAMES:
        rounds(server, game, 4)
    page = visit("/floor", role="floorperson")
    page.locator(".hours").scroll_into_view_if_needed()
    expect(page.locator(".hours svg").first).to_be_visible(timeout=PATIENCE_MS)
    page.locator("main > :not(.hours)").evaluate_all(
        "(parts) => parts.forEach((one) => one.style.setProperty('display', 'none', 'important'))"
    )
    return page


def wall(server: Server, visit: Visits) -> Page:
    """Every table, some with people, one whose dealer is late."""
    dealt(server)
    lobby(server, visit).close()
    server.house.live(dealt(server)).since -= 200_000
    page = visit("/wall", size=(1920, 1080))
    expect(page.locator("[data-state=calls]").first).to_be_visible()
    return page


def sign(game: str) -> Callable[[Server, Visits], Page]:
    """The sign on a screen, with meters that have grown."""

    def opened(server: Server, visit: Visits) -> Page:
        table = server.table(game, name=NAMES[game], currency="real")
        page = visit(f"/sign/{table}", size=(1920, 1080))
        expect(page.locator("main[data-live=true]")).to_be_visible()
        return page

    return opened


def papers(part: str) -> Callable[[Server, Visits], Page]:
    """Slips that wait for a printer, and tables whose limits a submission changes."""

    def opened(server: Server, visit: Visits) -> Page:
        dealt(server)
        page = visit(f"/papers#{part}", role="floorperson")
        expect(page.locator("main [role=tabpanel]:visible table").first).to_be_visible()
        return page

    return opened


def audited(path: str, role: Any) -> Callable[[Server, Visits], Page]:
    def opened(server: Server, visit: Visits) -> Page:
        played(server, visit)
        return visit(path, role=role)

    return opened


def statistics(server: Server, visit: Visits) -> Page:
    """Four tables with some rounds each."""
    for game in NAMES:
        rounds(server, game, 4)
    page = visit("/statistics", role="floorperson")
    expect(page.locator("svg.against")).to_be_visible(timeout=PATIENCE_MS)
    return page


def plain(path: str, ready: str = "main h1") -> Callable[[Server, Visits], Page]:
    """Open to anyone; `ready` once what it is for has been counted."""

    def opened(server: Server, visit: Visits) -> Page:
        page = visit(path)
        expect(page.locator(ready).first).to_be_visible(timeout=PATIENCE_MS)
        return page

    return opened


def one_hand(server: Server, visit: Visits) -> Page:
    page = visit("/odds/mississippi-stud#hand")
    page.get_by_label("Or type them").fill("Js 9h")
    page.keyboard.press("Enter")
    expect(page.locator("main table:visible").first).to_be_visible(timeout=PATIENCE_MS)
    return page


def drill(server: Server, visit: Visits) -> Page:
    page = visit("/drill", role="dealer")
    page.locator("form button.main").first.click()
    expect(page.locator("pit-card").first).to_be_visible()
    return page


def keys(server: Server, visit: Visits) -> Page:
    page = visit(f"/table/{server.table('235-stud', name='Three Primes')}")
    expect(page.locator('[data-do="sit"]').first).to_be_visible()
    page.keyboard.press("?")
    return page


def settings(server: Server, visit: Visits) -> Page:
    page = visit("/")
    page.get_by_role("button", name="Settings").click()
    return page


SCENES = (
    Scene("lobby", "lobby", lobby),
    Scene("lobby-settings", "lobby", settings),
    Scene("login", "login", plain("/login")),
    *(
        Scene(f"table-{game}-{stage}", "table", _play(game, stage))
        for game in NAMES
        for stage in ("betting", "deciding", "settled")
    ),
    Scene("table-award", "table", award),
    Scene("table-void", "table", void),
    Scene("table-lost", "table", lost),
    Scene("table-keys", "table", keys),
    Scene("table-coach", "table", hint),
    Scene("session", "session", as_player("/session", "main svg, main table")),
    Scene("trainer", "trainer", as_player("/trainer", "main pit-card")),
    Scene("rounds", "rounds", as_player("/rounds", "main table, main li")),
    Scene("floor", "floor", floor),
    Scene("floor-hours", "floor", floor_hours),
    Scene("wall", "wall", wall),
    Scene("dealer-list", "dealer", dealer_list),
    Scene("dealer", "dealer", dealer),
    Scene("drill", "drill", drill),
    Scene("statistics", "statistics", statistics),
    *(Scene(f"papers-{part}", "papers", papers(part)) for part in ("slips", "drawn")),
    *(Scene(f"sign-{game}", "sign", sign(game)) for game in NAMES),
    Scene("auditor", "auditor", audited("/auditor", "auditor")),
    Scene("admin", "admin", audited("/admin", "administrator")),
    Scene("odds", "odds", plain("/odds")),
    *(
        Scene(f"odds-{part}", "odds", plain(f"/odds/mississippi-stud#{part}", ready))
        for part, ready in (
            ("sheet", "main table:visible"),
            ("meters", "main input[type=range]:visible"),
            ("strategy", "main table:visible"),
        )
    ),
    Scene("odds-hand", "odds", one_hand),
    Scene(
        "odds-card", "odds", plain("/odds/let-it-ride/card", "main pit-card, main table, main ol")
    ),
    Scene("rules", "rules", plain("/rules/mississippi-stud")),
    Scene("fairness", "fairness", plain("/fairness")),
)
