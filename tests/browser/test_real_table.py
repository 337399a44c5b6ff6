"""A dealer and a floorperson run a table of physical cards by keyboard only, for players without a
screen: what is due has the keys, what goes wrong is put right, and the audit finds nothing.

In the suite something else goes wrong at each table, and the round that is played after it is
played to its end; in `./pit soak long` everything goes wrong at each, in ten rounds.
"""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from bench.dealer import Round, place_bets
from browser.axe import no_violations
from browser.house import Server
from browser.staff import TABLET
from browser.visits import Visits
from kit.tiers import tier
from kit.waiting import wait_until
from pitboss.cards import card_name, is_joker, parse_card
from pitboss.house.audit.audit import audit
from pitboss.table import commands as c
from pitboss.table.duties import also_due, due
from pitboss.table.equipment import counting_shuffle
from pitboss.table.settling import settling_seats

ROUNDS = tier(0, 10)  # at least: the round that is played when the trouble is over is finished
SIMPLE = ("receive", "inspect", "spread", "view", "wash", "cut", "load")
STRAY = ("y", "%", "v")


class Shift(Round):
    """Both consoles of one table, and whatever comes up at it."""

    def __init__(self, server: Server, visit: Visits, game: str) -> None:
        table = server.table(game, mode="dealer", cards="physical")
        for seat in range(1, 7):
            patron = c.Sit(by=c.Actor("dealer", "the_dealer"), seat=seat, player=f"seat-{seat}")
            server.act(table, patron)
        dealer = visit(f"/dealer/{table}", role="dealer", size=TABLET)
        self.floor = visit(f"/floor?table={table}", role="floorperson", size=TABLET)
        super().__init__(server, table, dealer, "typed", Random(f"real table {game}"))
        self.visit, self.dealer, self.rng = visit, dealer, Random(game)
        self.strays = 0

    def new_deck(self, *taken: str) -> None:
        """The cards of the next round, in a new order; some are left for the test to name."""
        gone = {parse_card(name) for name in taken}
        self.deck = [card for card in self.state.rules.game.cards if card not in gone]
        self.rng.shuffle(self.deck)
        self.draws = iter(("230132", "101011"))

    def step(self, what: str) -> None:
        self.press_stray()
        other = also_due(self.state)
        match what:
            case "decide" if other and other.what == "store":
                counts = counting_shuffle(self.state, by_device=True)
                self.keys.press(f"s{self.state.size if counts else ''}")
            case "verify":
                waits = due(self.state)
                deck = "" if waits is None or waits.deck is None else str(waits.deck)
                self.on_floor("I have verified it", f'[data-key$="verify {deck}"]')
            case "bet" if self.state.seats[1].last:
                self.keys.press("l")
            case "bet":
                place_bets(self.server, self.table, self.dealer)
            case "shuffle" if counting_shuffle(self.state, by_device=True):
                self.keys.press(str(self.state.size))
            case "count stub":
                self.keys.press(f"{self.state.remaining:02d}")
            case "validate":
                self.validate()
            case "complete the papers":
                self.on_floor(f"The papers of seat {self.state.papers[0]} are complete")
                self.confirm(self.floor)
            case _ if what in (*SIMPLE, "shuffle"):
                self.keys.press(" ")
            case _:
                super().step(what)

    def press_stray(self) -> None:
        """A key that means nothing now is ignored, with a red edge; the next duty stays."""
        if self.rng.random() < 0.15:
            seq = self.seq
            self.dealer.keyboard.press(self.rng.choice(STRAY))
            self.keys.wait(0)
            expect(self.dealer.locator(".desk [role=alert]")).to_be_visible()
            assert self.seq == seq
            self.strays += 1

    def on_floor(self, name: str, also: str = "") -> None:
        """A button of the floor's page, by the keyboard."""
        here = f'.need button[data-key*="{self.table} "]{also}, .close-up button'
        button = self.floor.locator(here).filter(has_text=name).first
        expect(button).to_be_visible()
        button.focus()
        self.floor.keyboard.press("Enter")

    def confirm(self, page: Page) -> None:
        """The dialog's main button, by the keyboard."""
        main = page.locator("dialog[open] button.main")
        expect(main).to_be_enabled()
        main.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_have_count(0)

    def validate(self) -> None:
        self.on_floor(f"Validate the award at seat {self.state.pending}")
        box = self.floor.locator("dialog[open]")
        for place, cards in self.state.lying().items():
            box.locator(f"[data-want='counts {place}']").focus()
            self.floor.keyboard.type(str(cards))
        lamp = box.locator("[data-want=lamp]")
        if lamp.count():
            lamp.focus()
            self.floor.keyboard.press("Space")
        self.confirm(self.floor)

    def read_again(self, seat: int, hand: list[str], reason: str) -> None:
        """The floorperson gives a reason; dealer and floorperson read the hand, each alone."""
        self.floor.locator("dialog[open] [data-want=reason]").focus()
        self.floor.keyboard.type(reason)
        self.confirm(self.floor)
        self.server.until(self.table, lambda state: state.reopened == seat)
        self.keys.wait(self.seq)
        keys = "".join(hand).lower()
        self.dealer.keyboard.type(keys)
        self.server.until(self.table, lambda state: "dealer" in state.readings)
        reading = self.visit(f"/dealer/{self.table}", role="floorperson", size=TABLET)
        expect(reading.locator(".desk")).to_contain_text("read the hand for yourself")
        reading.keyboard.type(keys)
        self.server.until(self.table, lambda state: not state.reopened)
        self.keys.wait(self.seq)

    def until(self, *what: str) -> None:
        """Does what is due until the table waits for one of these."""
        while self.due() not in what:
            self.until_one()

    def due(self) -> str:
        waits = due(self.state)
        return waits.what if waits else ""

    def finish(self, rounds: int) -> None:
        while self.state.round <= rounds:
            number = self.state.round
            while self.state.round == number:
                self.until_one()
            self.new_deck()

    def until_one(self) -> None:
        seq, what = self.seq, self.due()
        self.keys.wait(seq)  # the page shows what is due: else a key would be dropped
        self.step(what)
        self.keys.wait(0)
        wait_until(lambda: self.seq > seq, lambda: (what, self.trouble()))
        self.keys.wait(self.seq)


def defective_deck(shift: Shift) -> None:
    """Found at the inspection; a floorperson takes it, and new decks come."""
    shift.until("inspect")
    button = shift.dealer.get_by_role("button", name="The red deck is defective", exact=True)
    button.focus()
    shift.dealer.keyboard.press("Enter")
    shift.dealer.locator("[data-want=what]").focus()
    shift.dealer.keyboard.type("the seven of spades has a nick")
    shift.dealer.keyboard.press("Tab")
    shift.dealer.keyboard.type("the_floorperson")
    shift.confirm(shift.dealer)
    shift.server.until(shift.table, lambda state: state.cards == "closed")
    shift.keys.wait(shift.seq)


def directed_shuffle(shift: Shift) -> None:
    """A floorperson directs it and says why; only the dealer's shuffle is due then."""
    shift.until("bet")
    shift.on_floor("Direct a shuffle")
    shift.floor.locator("dialog[open] [data-want=reason]").focus()
    shift.floor.keyboard.type("a card lay on the floor")
    shift.confirm(shift.floor)
    shift.server.until(shift.table, lambda state: state.direction)
    shift.keys.wait(shift.seq)
    assert shift.due() == "shuffle"


def misdeal_at_settlement(shift: Shift) -> None:
    """One hand is settled, the next holds a card too many: the floorperson upholds the report, and
    every wager goes back.
    """
    shift.until("settle")
    chips = dict(shift.state.balances)
    shift.until_one()
    number, seat = shift.state.round, shift.state.turned
    shift.keys.press(f"!{seat}6")
    shift.server.until(shift.table, lambda state: state.report is not None)
    shift.on_floor("Uphold the report")
    shift.confirm(shift.floor)
    shift.server.until(shift.table, lambda state: state.round == number + 1)
    shift.keys.wait(shift.seq)
    assert chips and shift.server.round(shift.table, number)["outcome"] == "void"
    shift.new_deck()


ROYAL = ("Ts", "Js", "Qs", "As", "Ks")


def refused_award(shift: Shift) -> None:
    """A royal flush that was read wrongly: both read the hand again, and it is none.

    235 Stud turns third cards up before it: the queen lies at the seat that is settled first.
    """
    shift.new_deck(*ROYAL, "Kd")
    shift.until("reveal")
    middle, rest = len(shift.state.community), list(ROYAL)
    if shift.state.game_step.what == "slot":
        rest.remove("Qs")
        others = [shift.deck.pop() for _ in shift.state.seats][1:]
        shift.deck += [parse_card("Qs"), *others]
        shift.until_one()
        assert shift.state.seats[settling_seats(shift.state)[0]].hole[2] == parse_card("Qs")
        shift.until("reveal")
    shift.deck += [parse_card(name) for name in reversed(rest[:middle])]
    shift.until("show hand")
    shift.deck += [parse_card(name) for name in reversed(rest[middle:])]
    shift.until("validate")
    seat = shift.state.pending
    no_violations(shift.floor)
    shift.on_floor(f"Refuse the award at seat {seat}")
    # It asks once more, with a reason; nothing is refused by the press alone.
    expect(shift.floor.locator("dialog[open] button.main")).to_be_disabled()
    assert shift.state.pending == seat and not shift.state.reopened
    shift.read_again(seat, [*rest[middle:-1], "Kd"], "the king is of diamonds")


def reopened_payment(shift: Shift) -> None:
    """Double Draw has no award that a floorperson validates: its document knows no progressive
    wager, and nobody but the dealer looks at a payment. A floorperson who does not agree with one
    reopens the seat that was settled last, and both read its hand again.
    """
    assert shift.state.rules.game.progressive is None
    shift.until("show hand")
    shift.deck.sort(key=is_joker, reverse=True)  # cards that one key names lie at the end
    shift.until("settle")
    seat = shift.state.turned
    shift.keys.press(" ")
    shift.server.until(shift.table, lambda state: state.settled == (seat,))
    hand = [card_name(card) for card in shift.state.seats[seat].hole]
    shift.on_floor("Reopen the settlement")
    shift.read_again(seat, [*hand[:-1], card_name(shift.deck.pop())], "the last card is another")


EVERY = (defective_deck, directed_shuffle, misdeal_at_settlement, refused_award)
# What goes wrong at each table; in the long form everything does, one thing after another.
TROUBLES: dict[str, tuple[Callable[[Shift], None], ...]] = {
    "let-it-ride": tier((defective_deck,), EVERY),
    "double-draw": tier((directed_shuffle,), (*EVERY[:-1], reopened_payment)),
    "235-stud": tier((refused_award,), EVERY),
    "mississippi-stud": tier((misdeal_at_settlement,), EVERY),
}


@pytest.mark.parametrize("game", TROUBLES)
def test_a_real_table_by_keyboard(server: Server, visit: Visits, game: str) -> None:
    shift = Shift(server, visit, game)
    for trouble in TROUBLES[game]:
        trouble(shift)
    shift.finish(max(ROUNDS, shift.state.round))
    assert shift.strays
    faults = [line for lines in audit(server.house).values() for line in lines]
    assert not [line for line in faults if shift.table in line]
