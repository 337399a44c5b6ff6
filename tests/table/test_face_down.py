"""Cards that lie face down: the same deck known and unknown gives the same money, and a void at any
moment leaves books and meters as they were before the bets.
"""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kit.houses import random_choices, shuffled
from kit.play import random_stakes
from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Exchange, RevealStep
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table.dealing import pending_targets, unturned
from pitboss.table.engine import start, step
from pitboss.table.refusals import Refusal
from pitboss.table.settling import next_hand, settling_seats, unread_slots
from pitboss.table.state import Table

HOUSE = c.Actor("house", "house")
FLOOR = c.Actor("floorperson", "flo")
DEALER = c.Actor("dealer", "dee")


def do(table: Table, command: c.Command) -> Table:
    answer = step(table, command)
    assert not isinstance(answer, Refusal), (command, str(answer))
    return answer[0]


def opened(rules: Rules, rng: Random) -> Table:
    table = start(rules)
    table = do(table, c.Fill(by=HOUSE, cents=10**11))
    for seat in range(1, rng.randint(1, rules.game.seats) + 1):
        player = f"p{seat}"
        table = do(table, c.Sit(by=HOUSE, seat=seat, player=player))
        table = do(table, c.BuyIn(by=HOUSE, seat=seat, cents=Cents(10**9)))
    table = do(table, c.ReceiveCards(by=HOUSE))
    for duty in ("inspect", "verify", "spread", "view", "wash"):
        name: Any = duty
        table = do(table, c.Perform(by=HOUSE, duty=name))
    return table


class Twins:
    """One deck at two tables: the house knows its order at the first, nobody at the second."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rng = rng
        self.open = self.down = opened(rules, rng)
        self.before = self.down

    def both(self, command: c.Command) -> None:
        self.open, self.down = do(self.open, command), do(self.down, command)

    def begin(self) -> None:
        """Bets, a shuffle and the deal."""
        self.before = self.down
        for seat in self.open.seats:
            stakes = random_stakes(self.rng, self.open.rules, often=0.7)
            self.both(c.Bet(by=HOUSE, seat=seat, stakes=stakes))
        self.both(c.NoMoreBets(by=HOUSE))
        order = shuffled(self.rng, self.open.size, stack=0.8)
        device = self.open.rules.choices.shuffler
        if self.open.cards in ("stacked", "used"):
            self.open = do(self.open, c.Shuffle(by=HOUSE, order=order, device=device))
            self.down = do(self.down, c.Shuffle(by=HOUSE, device=device))
        if self.open.cards == "shuffled":
            self.both(c.Cut(by=HOUSE, depth=20))
        self.both(c.Deal(by=HOUSE))

    def turn(self) -> bool:
        """One step of the play at both tables; False when settlement is next."""
        table, now = self.open, self.open.game_step
        if table.phase == "counting":
            self.both(c.CountStub(by=HOUSE, stub=table.remaining))
        elif isinstance(now, RevealStep):
            self.open = do(table, c.Reveal(by=HOUSE))
            self.down = do(self.down, c.Reveal(by=DEALER, cards=self.faces(now)))
        elif isinstance(now, Decide):
            options: list[Any] = [now.accept, now.accept, now.decline]
            act = self.rng.choice(options)
            times = self.rng.choice(table.rules.spots[now.spot].multiples or (1,))
            self.both(c.Act(by=HOUSE, seat=table.turn, act=act, multiple=times))
        elif isinstance(now, Exchange) and table.turn:
            slots = tuple(self.rng.sample(range(5), self.rng.randint(0, now.up_to)))
            self.open = do(table, c.Discard(by=HOUSE, seat=table.turn, slots=slots))
            number = len(slots)
            self.down = do(self.down, c.Discard(by=HOUSE, seat=table.turn, number=number))
        elif isinstance(now, Exchange):
            assert pending_targets(self.open) and pending_targets(self.down)
            self.both(c.Deal(by=HOUSE))
        else:
            return False
        return True

    def faces(self, now: RevealStep) -> tuple[Card, ...]:
        table = self.open
        before = self.down
        if now.what == "community":
            return table.community[before.community_shown : before.community_shown + now.cards]
        if now.what == "box":
            return table.box
        return tuple(table.seats[n].hole[now.slot] for n in unturned(before, now.slot))

    def settle_open(self) -> None:
        number = self.open.round
        while self.open.round == number:
            if self.open.pending:
                award = c.ValidateAward(by=HOUSE, seat=self.open.pending)
                self.open = do(self.open, award)
            else:
                self.open = do(self.open, c.Settle(by=HOUSE))

    def settle_down(self, hands: dict[int, tuple[Card, ...]], stop: int = 10**9) -> None:
        """Hand by hand; stops after so many commands."""
        number = self.down.round
        for _ in range(stop):
            if self.down.round != number:
                return
            self.down = do(self.down, self.next_settling(hands))

    def next_settling(self, hands: dict[int, tuple[Card, ...]]) -> c.Command:
        table = self.down
        if table.pending:
            return c.ValidateAward(by=FLOOR, seat=table.pending, counts=table.lying(), lamp=True)
        if table.papers and not settling_seats(table):
            return c.CompletePapers(by=FLOOR, seat=table.papers[0])
        seat = next_hand(table)
        if seat and not table.turned:
            hand, slots = hands[seat], unread_slots(table, seat)
            named = [card for card in hand if card not in table.seats[seat].hole]
            assert len(named) == len(slots)
            return c.ShowHand(by=DEALER, seat=seat, cards=tuple(named))
        return c.Settle(by=DEALER, seat=table.turned)


def play(game: str, number: int) -> Twins:
    rng = Random(f"face down {game} {number}")
    return Twins(Rules(random_choices(rng, GAMES[game])), rng)


ROUNDS = 25


@pytest.mark.parametrize("game", GAMES)
def test_one_deck_known_and_face_down_gives_the_same_money(game: str) -> None:
    for number in range(ROUNDS):
        twins = play(game, number)
        for _ in range(3):
            twins.begin()
            while twins.turn():
                pass
            hands = {n: seat.hole for n, seat in twins.open.seats.items()}
            twins.settle_open()
            twins.settle_down(hands)
            assert twins.open.balances == twins.down.balances
            assert twins.open.meters == twins.down.meters


@pytest.mark.parametrize("game", GAMES)
def test_a_void_at_any_moment_leaves_books_and_meters_as_they_were(game: str) -> None:
    moments = 0
    for number in range(ROUNDS):
        twins = play(game, number)
        twins.begin()
        while twins.turn():
            pass
        hands = {n: seat.hole for n, seat in twins.open.seats.items()}
        for stop in range(30):
            down = twins.down
            twins.settle_down(hands, stop)
            ended, table = twins.down.round != down.round, twins.down
            twins.down = down
            if ended:
                break
            lying = table.lying()
            if not lying:
                continue
            report = c.ReportWrongNumber(by=FLOOR, place=next(iter(lying)), cards=9)
            after = do(table, report)
            assert {n: v for n, v in after.balances.items() if v} == {
                n: v for n, v in twins.before.balances.items() if v
            }
            assert after.meters == twins.before.meters
            assert not any(seat.stakes for seat in after.seats.values())
            moments += 1
    assert moments > ROUNDS, "settlements have several moments"


@pytest.mark.parametrize("game", GAMES)
def test_the_rack_holds_every_hand_in_its_order(game: str) -> None:
    """Discards, folded hands, the stub and settled hands, each as one packet."""
    twins = play(game, 1)
    twins.begin()
    while twins.turn():
        pass
    hands = {n: seat.hole for n, seat in twins.open.seats.items()}
    number, orders = twins.down.round, []
    while twins.down.round == number:
        orders.append([packet.of for packet in twins.down.rack])
        twins.settle_down(hands, 1)
    for before, after in pairwise(orders):
        assert after[: len(before)] == before, "what lies in the rack stays where it is"
    assert "stub" in orders[-1]
    if game in ("235-stud", "mississippi-stud"):
        assert any(of.startswith("seat ") for of in orders[-1])
