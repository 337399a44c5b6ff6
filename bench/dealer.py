"""How many keys a dealer presses in a round of physical cards: six seats, every wager, cards too.

Counted from "no more bets" to the last payment, through the page's own handlers in a real Chromium:
cards typed by rank and suit, cards tapped one by one on the screen, and cards that a reading shoe
has entered. Players have no screens; all of them go on at every choice, and no award comes up.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final, Literal

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from bench._arguments import parse
from browser.chromium import FLAGS, MISSING, executable
from browser.house import Server, serving
from browser.staff import IDLE, chip_counts
from browser.visits import Visits
from kit.play import opening
from pitboss.cards import Card, card_name
from pitboss.house.live_table import HOUSE
from pitboss.rulebook.model import Exchange, RevealStep
from pitboss.table import commands as c
from pitboss.table.dealing import pending_targets, unturned
from pitboss.table.duties import due
from pitboss.table.settling import next_hand, settling_seats, unread_slots

Way = Literal["typed", "tapped", "shoe"]
WAYS: Final[tuple[Way, ...]] = ("typed", "tapped", "shoe")
GAMES: Final = ("let-it-ride", "mississippi-stud", "235-stud", "double-draw")
# The most keys of a round, by game; "" is any other game.
LIMITS: Final[dict[Way, dict[str, int]]] = {
    "typed": {"": 55, "double-draw": 85},
    "tapped": {"": 40, "double-draw": 51},
    "shoe": {"": 15, "double-draw": 50},
}
SEATS: Final = 6
DRAWS: Final = ("230132", "101011")  # cards that each seat exchanges, of two draws
DEALER: Final = c.Actor("dealer", "the_dealer")
SHOE: Final = c.Actor("device", "shoe")


def limit(way: Way, game: str) -> int:
    return LIMITS[way].get(game, LIMITS[way][""])


class Keys:
    """A dealer's fingers: presses keys, or taps what is on the screen, and counts."""

    def __init__(self, page: Page, way: Way) -> None:
        self.page, self.way, self.count = page, way, 0

    def press(self, keys: str) -> None:
        for key in keys:
            self.count += 1
            if self.way == "tapped":
                self.page.locator(f'[data-press="{key}"]').click()
            else:
                self.page.keyboard.press("Space" if key == " " else key)

    def card(self, card: Card) -> None:
        name = card_name(card)
        if self.way == "typed":
            self.press("x" if name == "JK" else name.lower())
        else:
            self.count += 1
            self.page.locator(f'[data-card="{name}"]').click()

    def wait(self, seq: int) -> None:
        """Until the house has answered and the page shows it."""
        self.page.wait_for_function(IDLE, arg=seq)


class Round:
    """One round at a table of physical cards, as its dealer runs it by the keys."""

    def __init__(self, server: Server, table: str, page: Page, way: Way, rng: Random) -> None:
        self.server, self.table, self.way = server, table, way
        self.keys = Keys(page, way)
        self.deck = list(self.state.rules.game.cards)
        rng.shuffle(self.deck)
        self.draws = iter(DRAWS)
        self.discards: Iterator[str] = iter(())

    @property
    def state(self) -> Any:
        return self.server.state(self.table)

    @property
    def seq(self) -> int:
        return self.server.house.live(self.table).seq

    def play(self) -> int:
        """Plays from "no more bets" to the last payment; returns the number of keys it took."""
        number = self.state.round
        while self.state.round == number:
            waits = due(self.state)
            assert waits is not None
            seq = self.seq
            self.step(waits.what)
            self.keys.wait(0)
            assert self.seq > seq, (waits, self.trouble())
            self.keys.wait(self.seq)
        return self.keys.count

    def trouble(self) -> str:
        return self.keys.page.locator(".desk").inner_text()

    def step(self, what: str) -> None:
        state = self.state
        match what:
            case "no more bets":
                self.keys.press("n" + (chip_counts(state) if state.phase == "bets" else ""))
            case "deal" if self.way == "shoe":
                cards = tuple(self.deck.pop() for _ in pending_targets(state))
                self.server.act(self.table, c.Deal(by=SHOE, cards=cards))
            case "deal":
                self.keys.press("d")
            case "decide":
                self.keys.press("a")
            case "discard":
                self.discard()
            case "reveal":
                self.turn_cards(self.faces_of_step())
            case "show hand":
                self.turn_cards(len(unread_slots(state, next_hand(state))))
            case "settle":
                self.settle()
            case _:
                raise AssertionError(what)

    def discard(self) -> None:
        assert isinstance(self.state.game_step, Exchange)
        if len(self.state.asked) == SEATS:
            self.discards = iter(next(self.draws))
        self.keys.press(next(self.discards))

    def faces_of_step(self) -> int:
        state, step = self.state, self.state.game_step
        assert isinstance(step, RevealStep)
        if step.what == "slot":
            numbers = unturned(state, step.slot)
            return sum(state.seats[n].hole[step.slot] < 0 for n in numbers)
        if step.what == "box":
            return sum(card < 0 for card in state.box)
        first = state.community_shown
        return sum(card < 0 for card in state.community[first : first + step.cards])

    def turn_cards(self, count: int) -> None:
        if not count:
            self.keys.press(" ")
        if len(self.deck) < count:  # a draw makes the house forget what a shoe has read
            out = self.state.cards_out()
            self.deck = [card for card in self.state.rules.game.cards if card not in out]
        for _ in range(count):
            self.keys.card(self.deck.pop())

    def settle(self) -> None:
        """The next hand's first card settles the seat before; the last seat takes a Space."""
        state = self.state
        ahead = [n for n in settling_seats(state) if n != state.turned and unread_slots(state, n)]
        if state.turned and ahead:
            self.turn_cards(len(unread_slots(state, ahead[0])))
        else:
            self.keys.press(" ")


def open_table(server: Server, game: str, way: Way) -> str:
    """A table of physical cards, ready for wagers."""
    choices = server.choices[game]
    if way == "shoe":
        shoe: dict[str, Any] = {"method": "automated-shoe", "variant": "", "reads": True}
        choices = msgspec.structs.replace(choices, **shoe)
    table = server.table(game, mode="dealer", cards="physical", choices=choices)
    for seat in range(1, SEATS + 1):
        server.act(table, c.Sit(by=DEALER, seat=seat, player=f"seat-{seat}"))
    for command in opening(HOUSE):
        server.act(table, command)
    ready_cards(server, table)
    return table


def ready_cards(server: Server, table: str) -> None:
    while (waits := due(server.state(table))) and waits.what in ("shuffle", "cut"):
        if waits.what == "cut":
            server.act(table, c.Cut(by=HOUSE, depth=20))
        else:
            server.act(table, c.Shuffle(by=HOUSE))


def place_bets(server: Server, table: str, page: Page) -> None:
    """Six patrons without a screen, every wager: a seat, a chip, all side wagers."""
    rules = server.state(table).rules
    least = max(rules.limits(spot)[0] for spot in rules.spots.values() if spot.required)
    sides = [spot for spot in rules.spots.values() if not (spot.required or spot.multiples)]
    chip = next(n for n, cents in enumerate(rules.choices.chips) if cents >= least)
    for seat in range(1, SEATS + 1):
        for key in f"{seat}{'qwert'[chip]}{'b' * bool(sides)}":
            page.keyboard.press(key)
        page.wait_for_function(IDLE, arg=0)
    state = server.state(table)
    assert len(state.wagering()) == SEATS, page.locator(".desk").inner_text()
    # Every wager that opens a round: Double Draw has no side wager, its bonus is required.
    opening_spots = {key for key, spot in rules.spots.items() if not spot.multiples}
    assert all({*seat.stakes} == opening_spots for seat in state.seats.values())
    page.wait_for_function(IDLE, arg=server.house.live(table).seq)


def measure(server: Server, visit: Visits, game: str, way: Way) -> int:
    table = open_table(server, game, way)
    page = visit(f"/dealer/{table}", role="dealer", size=(1024, 768))
    page.wait_for_selector(".desk[data-mode=bets]")
    place_bets(server, table, page)
    return Round(server, table, page, way, Random(f"{game} {way} without awards")).play()


def measure_all(browser: Browser, server: Server) -> bool:
    good = True
    for game in GAMES:
        for way in WAYS:
            visits = Visits(server, browser)
            keys, most = measure(server, visits, game, way), limit(way, game)
            visits.close()
            over = "" if keys <= most else "   OVER IT"
            good = good and keys <= most
            print(f"{game:<18} {way:<7} {keys:>3} keys   limit {most}{over}", flush=True)
    return good


def main() -> int:
    parse("dealer", __doc__)
    program = executable()
    if not program:
        print(MISSING)
        return 1
    with sync_playwright() as playwright, serving() as server:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        good = measure_all(browser, server)
        browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
