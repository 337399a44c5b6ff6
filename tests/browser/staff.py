"""What dealers and floorpersons do at their consoles, step by step."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from browser.house import Server
from browser.playing import Felt
from browser.visits import Visits
from kit.play import least_stakes, next_command, opening
from kit.waiting import wait_until
from pitboss.rulebook.model import Exchange
from pitboss.table import commands as c
from pitboss.table.duties import due
from pitboss.table.equipment import counting_shuffle
from pitboss.table.view import choices

TABLET = (1024, 768)
# The dealer's page has taken every key and shows the table at this entry of its log, or a later.
IDLE = """(seq) => {
  const desk = document.querySelector(".desk");
  return desk?.dataset.busy === "no" && Number(desk.dataset.seq) >= seq;
}"""


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def press(page: Page, name: str) -> None:
    button(page, name).first.click()


class HeldPress:
    """Presses a button, and lets go of it only when the page has heard of a change that redraws it.
    The page's own clock stands still meanwhile, so that nothing depends on how fast this goes.
    """

    def __init__(self, page: Page, path: str) -> None:
        """`path` is what the page asks of the house to show it, if it has no socket."""
        self.page, self.path = page, path
        self.open_requests: set[Request] = set()
        self.ended, self.messages = 0, 0
        page.on("request", self._begin)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)  # one that the reload cuts off
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.clock.install()
        page.reload()

    def _begin(self, request: Request) -> None:
        if self.path in request.url:
            self.open_requests.add(request)

    def _end(self, request: Request) -> None:
        if request in self.open_requests:  # none that began before the listening
            self.open_requests.remove(request)
            self.ended += 1

    def _hear(self, _: object) -> None:
        self.messages += 1

    def _wait(self, ready: Callable[[], bool]) -> None:
        def looks() -> bool:
            self.page.evaluate("0")  # hears what the browser has to say
            return ready()

        wait_until(looks)

    def press(self, target: Locator, change: Callable[[], object]) -> None:
        page = self.page
        expect(target).to_be_visible()
        target.scroll_into_view_if_needed()
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 5)
        self._wait(lambda: not self.open_requests)
        box = target.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        before = self.ended + self.messages
        change()
        page.clock.run_for(1100)  # pages that poll do it each second
        self._wait(lambda: self.ended + self.messages > before and not self.open_requests)
        page.mouse.up()
        page.clock.resume()


def waits_for(page: Page, words: str) -> None:
    expect(page.locator(".duty")).to_have_text(words)


def caught_up(server: Server, table: str, dealer: Page) -> None:
    """Waits until the dealer's page shows the table as it is: a key pressed sooner would be meant
    for what the page showed before.
    """
    dealer.wait_for_function(IDLE, arg=server.house.live(table).seq)


def seated(visit: Visits, table: str, *, seat: int = 1) -> Felt:
    """A player's own page, a guest with chips at a dealer's table that may not be open yet."""
    felt = Felt(visit(f"/table/{table}"), seat=seat)
    felt.own.locator('[data-do="sit"]').click()
    expect(felt.root).to_have_attribute("data-seated", "true")
    expect(felt.page.locator("[data-chips]")).not_to_have_attribute("data-chips", "0")
    return felt


def opened(server: Server, visit: Visits, game: str, **more: Any) -> tuple[str, Page, Page]:
    """A dealer table with a dealer's and a floorperson's page open on it."""
    table = server.table(game, mode="dealer", **more)
    dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
    floor = visit(f"/floor?table={table}", role="floorperson", size=TABLET)
    return table, dealer, floor


def until_decided(server: Server, table: str) -> None:
    """Every seat accepts at the lowest price; in a draw game it stands pat."""
    while seat := (state := server.state(table)).turn:
        player = c.Actor("player", state.seats[seat].player)
        if isinstance(state.game_step, Exchange):
            server.act(table, c.Discard(by=player, seat=seat))
            continue
        first = choices(state, seat)[0]
        act: Any = first.act
        server.act(table, c.Act(by=player, seat=seat, act=act, multiple=first.multiple))


def decided_in(server: Server, table: str, felt: Felt) -> None:
    """Takes the first choice on the player's page each time; in a draw game stands pat."""
    while (waits := due(server.state(table))) and waits.role == "player":
        felt.my_turn()
        seq = server.house.live(table).seq
        felt.page.locator('button[data-act]:not([aria-disabled="true"])').first.click()
        server.until(table, lambda _, was=seq: server.house.live(table).seq > was)


def open_the_table(dealer: Page, floor: Page, felt: Felt) -> None:
    """Receive, inspect, verify, spread, view, wash: each person's part in its turn."""
    expect(felt.do("view")).to_have_count(0)
    waits_for(dealer, "Receive the cards")
    dealer.keyboard.press("n")
    waits_for(dealer, "Inspect the cards")
    press(dealer, "Inspect the cards")
    waits_for(dealer, "Verify the inspection")
    expect(dealer.locator(".next button:visible")).to_have_count(0)
    press(floor, "I have verified it")
    waits_for(dealer, "Spread the cards face up")
    press(dealer, "Spread face up")
    waits_for(dealer, "A player views the cards")
    expect(dealer.locator(".whose")).to_contain_text("Waiting for: Players")
    expect(dealer.locator(".next")).not_to_contain_text("Your duty")
    felt.do("view").click()
    waits_for(dealer, "Wash and stack the cards")
    press(dealer, "Wash and stack")
    waits_for(dealer, "Shuffle")


def counted_bets(server: Server, table: str, dealer: Page) -> None:
    """No more bets, once a wager is down, and a count for each collected wager."""
    state = server.until(table, lambda state: state.wagering())
    caught_up(server, table, dealer)
    press(dealer, "No more bets")
    dealer.keyboard.type(chip_counts(state))
    server.until(table, lambda state: state.phase != "bets")
    caught_up(server, table, dealer)


def chip_counts(state: Any) -> str:
    """A digit for each wager whose chips are collected: as many as seats have bet on it."""
    rules = state.rules
    collected = [key for key, wager in rules.wagers.items() if wager.collected]
    spots = {spot.wager: spot.key for spot in rules.spots.values()}
    seats = state.seats.values()
    return "".join(str(sum(spots[key] in seat.stakes for seat in seats)) for key in collected)


def shuffled(server: Server, table: str, dealer: Page) -> None:
    """By the device; where it counts the cards, with its count."""
    caught_up(server, table, dealer)
    state = server.state(table)
    if state.physical and counting_shuffle(state, by_device=True):
        expect(dealer.locator(".desk")).to_have_attribute("data-mode", "number")
        dealer.keyboard.type(str(state.size))
    else:
        press(dealer, "Shuffle by device")


def money(text: str) -> int:
    match = re.search(r"([\d,]+)\.(\d\d)", text)
    assert match, text
    return int(match[1].replace(",", "")) * 100 + int(match[2])


def dealt_to(server: Server, table: str) -> Any:
    """A table of physical cards, wagers closed: the dealer is to read cards."""
    robot = server.robot(table, 1)
    house = c.Actor("house", "house")
    dealer = c.Actor("dealer", "Dee")
    server.act(table, c.ReceiveCards(by=house))
    for command in opening(house, receive=False):
        server.act(table, command)
    server.act(table, c.Shuffle(by=house))
    if server.state(table).cards == "shuffled":
        server.act(table, c.Cut(by=dealer, depth=20))
    robot.place()
    server.act(table, c.NoMoreBets(by=house))
    return robot


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
        server.act(table, next_command(state, house))
    return robot


def robot_stakes(server: Server, table: str) -> Any:
    return least_stakes(server.state(table).rules, side=False)


# The words of the payments whose boxes meet, and those that leave their row.
OVERPRINTS = """() => {
  const words = [...document.querySelectorAll(
    "#payments h3, #payments pit-card, .move-row input, .move-row span, .move-row b",
  )].filter((one) => one.getClientRects().length && !one.querySelector("span"));
  // Of the words themselves: they may be wider than their element.
  const box = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return (one.matches("span, b, h3") ? range : one).getBoundingClientRect();
  };
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const name = (one) => one.textContent || one.id || one.outerHTML;
  const met = words.flatMap((one, place) => words.slice(place + 1)
    .filter((other) => meet(box(one), box(other))).map((other) => [one, other].map(name)));
  const out = words.filter((one) => box(one).right > box(one.closest("li, #payments")).right + 1);
  return { count: words.length, wrong: [...met, ...out.map(name)] };
}"""


def payments_apart(page: Page) -> None:
    """Hand, spot, sum, chips and reason of every payment stand beside one another."""
    before = page.viewport_size
    for width, height in (TABLET, (1024, 600), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        shown = page.evaluate(OVERPRINTS)
        assert shown["count"] and not shown["wrong"], (width, shown)
    assert before is not None
    page.set_viewport_size(before)
