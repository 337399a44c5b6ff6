"""Rounds settled twice: by the table engine, and by the cell that the simulator counts them into.

A house is drawn at random (letters, stakes, options, limit, meters), and `EACH` rounds are dealt in
it to one seat that decides at random. The engine gives the cents spot by spot; the pricing layer
turns the simulator's kinds of hand and course of decisions into money.
"""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

import msgspec

from kit.houses import dreamt, random_choices, shuffled
from kit.play import opening, random_stakes
from kit.stage import TableStage
from kit.stud import deal_kinds
from pitboss.cards import Card
from pitboss.money import Cents, dollars
from pitboss.odds.draw.deck import build_deck
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.prices.price import Bets, Result, Valuer, rounds_of
from pitboss.odds.rounds import Rounds
from pitboss.odds.stud.rounds import stud_game
from pitboss.odds.stud.solve import Path
from pitboss.rulebook.model import Decide, Exchange, RevealStep
from pitboss.rulebook.rules import Choices, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import pending_targets

HOUSE = c.Actor("house", "house")
SEAT, PLAYER = 1, "player"
EACH = 400  # rounds at one house
PURSE = dollars(10_000_000_000)


class RoundFacts(NamedTuple):
    """A round as the engine settled it."""

    hole: tuple[Card, ...]
    community: tuple[Card, ...]
    box: tuple[Card, ...]
    acts: tuple[tuple[str, int], ...]  # decision, choice: 0 declines
    discards: int
    nets: dict[str, int]  # by wager
    purse: int  # how much the player's chips grew
    rows: tuple[str, ...]
    cut: int  # by the payout limit


class OneSeat(TableStage):
    """One seat at a house's table."""

    def __init__(self, choices: Choices, rng: Random) -> None:
        super().__init__(choices)
        self.rng = rng
        self.stakes = random_stakes(rng, self.rules, often=0.9)
        self.meters = {m.meter: Cents(m.initial) for m in choices.meters}
        self.do(c.ReceiveCards(by=HOUSE))
        self.do(c.Sit(by=HOUSE, seat=SEAT, player=PLAYER))
        self.do(c.BuyIn(by=HOUSE, seat=SEAT, cents=PURSE))
        self.do(*opening(HOUSE, receive=False))

    def round(self) -> RoundFacts:
        rng, number = self.rng, self.table.round
        before = self.table.chips(PLAYER)
        self.do(c.Bet(by=HOUSE, seat=SEAT, stakes=self.stakes))
        self.do(c.NoMoreBets(by=HOUSE))
        size = self.table.size
        if rng.random() < 0.25:
            deck = dreamt(rng, size, pending_targets(self.table))
        else:
            deck = shuffled(rng, size, stack=0.3)
        self.do(c.Shuffle(by=HOUSE, order=deck))
        self.do(c.Deal(by=HOUSE))
        acts: list[tuple[str, int]] = []
        discards: list[int] = []
        paid = dict.fromkeys(self.stakes, 0)
        staked = dict(self.stakes)
        rows: list[str] = []
        cut = 0
        hole: tuple[Card, ...] = ()
        community: tuple[Card, ...] = ()
        box: tuple[Card, ...] = ()
        while self.table.round == number:
            table = self.table
            hole, community, box = table.seats[SEAT].hole, table.community, table.box
            for event in self.do(self._next(acts, discards)):
                match event:
                    case e.Decided(act="withdraw"):
                        staked[event.spot] = Cents(0)
                    case e.Decided() if event.cents and event.spot not in self.stakes:
                        staked[event.spot] = event.cents
                    case e.Paid():
                        paid[event.spot] = event.returned + event.won
                        cut += event.cut
                        rows.append(event.hand)
                    case e.MeterPaid():
                        paid[event.spot] = event.cents
                        rows.append(event.hand)
        nets: dict[str, int] = {}
        for key, cents in staked.items():
            wager = self.rules.spots[key].wager
            nets[wager] = nets.get(wager, 0) + paid.get(key, 0) - cents
        after = self.table.chips(PLAYER)
        if after < PURSE // 2:
            self.do(c.BuyIn(by=HOUSE, seat=SEAT, cents=PURSE))
        first = discards[0] if discards else 0
        facts = hole, community, box, tuple(acts), first, nets, after - before, tuple(rows), cut
        return RoundFacts(*facts)

    def choose(self, multiples: int, acts: list[tuple[str, int]]) -> int:
        """A choice of the decision at hand, 0 to decline; `acts` are those before."""
        choice: int = self.rng.choice((0, *range(1, multiples + 1), 1, 1))
        return choice

    def _next(self, acts: list[tuple[str, int]], discards: list[int]) -> c.Command:
        table, rng, now = self.table, self.rng, self.table.game_step
        if table.pending:
            return c.ValidateAward(by=HOUSE, seat=table.pending)
        if isinstance(now, Decide) and table.turn:
            multiples = self.rules.spots[now.spot].multiples or (1,)
            choice = self.choose(len(multiples), acts)
            acts.append((now.spot, choice))
            if not choice:
                return c.Act(by=HOUSE, seat=SEAT, act=now.decline)
            times = multiples[choice - 1]
            return c.Act(by=HOUSE, seat=SEAT, act=now.accept, multiple=times)
        if isinstance(now, Exchange):
            if not table.turn:
                return c.Deal(by=HOUSE)
            cards = tuple(rng.sample(table.seats[SEAT].hole, rng.randint(0, now.up_to)))
            discards.append(len(cards))
            return c.Discard(by=HOUSE, seat=SEAT, cards=cards)
        if isinstance(now, RevealStep):
            return c.Reveal(by=HOUSE)
        # The meters reach their intended amounts once this round's wagers have fed them.
        stake = self.stakes.get("progressive", 0)
        fed = {m.meter: stake * m.rate for m in self.rules.choices.meters}
        shown = {name: 10**6 * cents - fed[name] for name, cents in self.meters.items()}
        return c.Settle(by=HOUSE, meters=shown if table.phase == "play" else {})


def house(rules: PricedGame, rng: Random) -> Choices:
    """Anything a house may choose that bears on money, dealt the plainest way."""
    some = random_choices(rng, rules.game)
    options = dict(some.options)
    if rng.random() < 0.8:
        options.pop("payout_limit", None)  # most of its choices cut most hands
    return msgspec.structs.replace(
        plain_choices(rules.game),
        tables=some.tables,
        minimum=some.minimum,
        maximum=some.maximum,
        side_limits=some.side_limits,
        progressive_stake=some.progressive_stake,
        meters=some.meters,
        options=options,
    )


class Cells:
    """The simulator's cell of a round."""

    def __init__(self, rules: PricedGame) -> None:
        self.rules = rules
        self.rounds: Rounds = rounds_of(rules, rules.base_letters("A"))
        if rules.draws:
            self.deck = build_deck()
            self.places = {card: at for at, card in enumerate(self.deck.cards)}
        else:
            self.game = stud_game(rules)
            self.paths = {path: at for at, path in enumerate(sorted(self.game.courses))}

    def cell(self, facts: RoundFacts) -> tuple[int, ...]:
        return self._draw(facts) if self.rules.draws else self._stud(facts)

    def _stud(self, facts: RoundFacts) -> tuple[int, ...]:
        shape = self.game.shape
        where = {"hole": facts.hole, "community": facts.community}
        cards = [where[place][slot] for place, slot in shape.order]
        depth = {stage.key: stage.depth for stage in shape.stages}
        path = Path(0)
        for key, choice in facts.acts:
            path = path.extend(depth[key], choice)
        kinds = deal_kinds(self.game, cards, facts.box)
        return (self.paths[path], *kinds[: len(self.rounds.axes)], 1)

    def _draw(self, facts: RoundFacts) -> tuple[int, ...]:
        t = self.deck.tables
        hand = sorted(self.places[card] for card in facts.hole)
        four = sum(int(t.binom[card, at + 1]) for at, card in enumerate(hand[:4]))
        kind = int(t.cat4[four, hand[4]])
        folded = [choice == 0 for _, choice in facts.acts]
        if folded[0]:
            return 0, kind, 1
        return (1 if folded[1] else 2) + 2 * facts.discards, kind, 1


def compared(rules: PricedGame, seed: int) -> Iterator[tuple[Choices, RoundFacts, Result]]:
    """Rounds as the engine settled them, each with the simulator's result; never ends."""
    cells = Cells(rules)
    for number in count():
        rng = Random(f"{rules.game.key} {seed} {number}")
        choices = house(rules, rng)
        seat = OneSeat(choices, rng)
        rounds = [seat.round() for _ in range(EACH)]
        letters = {key: next(iter(tables)) for key, tables in rules.tables.items()}
        bets = Bets(
            dict(seat.stakes),
            letters | choices.tables,
            dict(seat.meters),
            {key: value for key, value in choices.options.items() if isinstance(value, bool)},
            seat.rules.payout_limit,
        )
        laid = msgspec.structs.replace(
            cells.rounds, cells=tuple(cells.cell(each) for each in rounds)
        )
        results = Valuer(rules, laid, bets).results()
        for each, (_, result) in zip(rounds, results, strict=True):
            yield choices, each, result


class Compared(NamedTuple):
    rounds: int  # whose cents were compared
    wrong: list[str]
    paid: set[str]  # hands


def differences(game: str | PricedGame, rounds: int, seed: int = 1) -> Compared:
    """Compares this number of rounds."""
    wrong: list[str] = []
    paid: set[str] = set()
    done = 0
    rules = priced_game(game) if isinstance(game, str) else game
    for choices, facts, result in compared(rules, seed):
        if done == rounds:
            break
        done += 1
        paid.update(facts.rows)
        nets = {key: net for key, net in facts.nets.items() if net or key in result.by_wager}
        if nets != result.by_wager or facts.purse != result.net:
            wrong.append(f"{choices.tables} {choices.options} {facts}: {result}")
    return Compared(done, wrong, paid)
