"""The flag of the win comes in five of a hundred honest books: whoever plays, in every game.

Given everything up to the last decision, each card that could come last was equally likely. If the
engine pays each as the law says, and the law is the same whichever came, the rank of a real book
among redealt ones is uniform, however many rounds it has: the first test deals them all.

Books by the ten thousand need rounds that cost a microsecond (kit/fast_books.py). The next tests
show that such a round is the engine's: same cards, same cents, same law of the last cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from statistics import NormalDist

import numpy as np
import pytest

from kit.driver import Driver
from kit.engine_rounds import engine_rounds
from kit.fast_books import FastGame
from kit.fast_kernels import four_number, seat_wins
from kit.quick_rounds import QuickTable
from kit.tiers import tier
from pitboss.cards import Card
from pitboss.house.books.play import Law, RoundReader
from pitboss.money import Cents
from pitboss.odds.draw.deck import build_deck
from pitboss.odds.sessions.redeal import Laws, place_among, redeal, redealt_sums
from pitboss.odds.stud.rounds import stud_game
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide
from pitboss.rulebook.rules import plain_choices
from pitboss.table import events as e

STUD = [key for key, game in GAMES.items() if not game.draws]
DRAW = [key for key, game in GAMES.items() if game.draws]
ROUNDS = tier(60, 2_000)
BOOKS = tier(400, 4_000)
SWAPPED = tier(20, 400)


fast_game = cache(FastGame)


class Felt:
    """Cards, profile and decisions of every seat of a round, from its events."""

    def __init__(self, fast: FastGame, events: Iterable[e.Event]) -> None:
        self.cards: dict[str, dict[int, int]] = {}
        self.acts: dict[int, list[e.Decided]] = {}
        self.discards: dict[int, list[e.Discarded]] = {}
        self.shown: set[int] = set()
        bets: dict[int, dict[str, Cents]] = {}
        closed = False
        for event in events:
            match event:
                case e.WagerPlaced() if not closed:
                    bets.setdefault(event.seat, {})[event.spot] = event.cents
                case e.StakeReturned():
                    bets[event.seat].pop(event.spot)
                case e.BetsClosed():
                    closed = True
                case e.CardDealt():
                    self.cards.setdefault(event.place, {})[event.slot] = event.card
                    self.shown.add(event.card)
                case e.CardSetAside():
                    self.shown.add(event.card)
                case e.Decided():
                    self.acts.setdefault(event.seat, []).append(event)
                case e.Discarded():
                    self.discards.setdefault(event.seat, []).append(event)
                case e.EntryRetracted():
                    self.acts[event.seat].pop()
                case _:
                    pass
        profiles = [fast.spots(n) for n in range(len(fast.profiles))]
        self.profile = {seat: profiles.index(own) for seat, own in bets.items() if own}


def played(fast: FastGame, key: str) -> Iterator[tuple[Felt, Law, int]]:
    """Rounds of the engine at the profiles' stakes, with what the reader of the books says."""

    def stakes(driver: Driver) -> dict[str, Cents]:
        return fast.spots(driver.rng.randrange(len(fast.profiles)))

    reader = RoundReader(fast.rules)
    for events in engine_rounds(plain_choices(GAMES[key]), "twin", ROUNDS, stakes):
        play = reader.read(events)
        if not play.undone and not any(isinstance(x, e.SeatDropped) for x in events):
            assert play.due == play.won
            yield Felt(fast, events), play.law, play.fixed


@pytest.mark.parametrize("key", GAMES)
def test_the_engine_pays_each_card_that_could_have_come_as_the_law_says(key: str) -> None:
    """A card that came last is swapped in the deck with every card that lies unseen, and the round
    is played again with the same bets and decisions.
    """
    table = QuickTable(plain_choices(GAMES[key]), f"every last card {key}")
    reader, deck = RoundReader(table.rules), {*table.rules.game.cards}
    replayed = 0
    for shuffle in islice(table.shuffles(), SWAPPED):
        order, play = shuffle.order, table.replays()
        events = play(order)
        real, (faces, drawn) = reader.read(events), cards_of(events)
        assert len(real.law) in (0, len(drawn))
        for last in drawn if real.law else ():
            results = []
            for other in (deck - faces) | {last}:
                swap = {last: other, other: last}
                book = reader.read(play(tuple(swap.get(card, card) for card in order)))
                assert (book.law, book.fixed) == (real.law, real.fixed)
                assert book.won == book.due
                results.append(book.won - book.fixed)
            if len(drawn) == 1:
                assert sorted(results) == [*real.law[0]]
            replayed += len(results)
    assert replayed > 10 * SWAPPED


def cards_of(events: Iterable[e.Event]) -> tuple[set[Card], list[Card]]:
    """The cards dealt in a round, and those that came after the last decisions: the last one of
    the community, or one for each seat that drew in the second exchange.
    """
    faces, community, awaiting = set[Card](), list[Card](), set[str]()
    drawn = list[Card]()
    for event in events:
        match event:
            case e.Discarded(stage="second-discard", slots=(_,)):
                awaiting.add(f"seat {event.seat}")
            case e.CardDealt() | e.CardSetAside():
                faces.add(event.card)
                place = getattr(event, "place", "")
                if place == "community":
                    community.append(event.card)
                elif place in awaiting:
                    drawn.append(event.card)
            case _:
                pass
    return faces, community[-1:] or drawn


@pytest.mark.parametrize("key", STUD)
def test_a_fast_round_of_a_stud_game_is_the_engines(key: str) -> None:
    fast = fast_game(key)
    shape, tables = stud_game(fast.game).shape, fast.stud
    steps = (step for step in fast.rules.game.play if isinstance(step, Decide))
    declined = {step.stage: step.decline for step in steps}
    compared = 0
    for felt, law, fixed in played(fast, key):
        community = felt.cards["community"]
        unseen = [community[max(community)], *(c for c in range(52) if c not in felt.shown)]
        by_rank, by_card = np.zeros(13, np.int64), np.zeros(53, np.int64)
        by_card[52] = -1
        for seat, profile in felt.profile.items():
            hole = felt.cards[f"seat {seat}"]
            cards = [(hole if where == "hole" else community)[slot] for where, slot in shape.order]
            base = min(fast.spots(profile)[spot.key] for spot in fast.rules.required)
            path = 0
            for act in felt.acts[seat]:
                stage = next(s for s in shape.stages if s.key == act.spot)
                choice = 0
                if act.act != declined[act.stage]:
                    choice = stage.units.index(max(1, act.cents // base))
                path += choice * 4 ** (stage.depth - 2)
            seat_wins(np.array(cards), profile, path, tables, by_rank, by_card)
        mine = sorted(int(by_rank[card >> 2] + by_card[card]) for card in unseen)
        assert mine == sorted(fixed + x for x in (law[0] if law else [0] * len(mine)))
        compared += 1
    assert compared > ROUNDS // 2


@pytest.mark.parametrize("key", DRAW)
def test_a_fast_round_of_a_draw_game_is_the_engines(key: str) -> None:
    fast = fast_game(key)
    deck = build_deck()
    number: dict[int, int] = {card: at for at, card in enumerate(deck.cards)}
    wins, binom, cat4 = fast.draw
    columns_compared = 0
    for felt, law, fixed in played(fast, key):
        certain, columns = 0, []
        unseen = [card for card in deck.cards if card not in felt.shown]
        drawn = []
        for seat, profile in felt.profile.items():
            acts = [act.act for act in felt.acts[seat]]
            thrown = felt.discards.get(seat, [])
            first = len(thrown[0].slots) if thrown else 0
            if acts[-1] == "fold":
                course = 0 if len(acts) == 1 else 1 + 2 * first
                certain += int(wins[profile, course, 0])
                continue
            hand = np.array([number[c] for _, c in sorted(felt.cards[f"seat {seat}"].items())])
            course = 2 + 2 * first
            if not thrown[1].slots:
                certain += int(wins[profile, course, cat4[four_number(hand, 4, binom), hand[4]]])
                continue
            (slot,) = thrown[1].slots
            drawn.append(deck.cards[hand[slot]])
            columns.append((profile, course, four_number(hand, slot, binom)))
        cards = [number[card] for card in [*drawn, *unseen]]
        mine = [[int(wins[p, c, cat4[four, card]]) for card in cards] for p, c, four in columns]
        assert certain == fixed
        assert sorted(zip(*mine, strict=True)) == sorted(zip(*law, strict=True))
        columns_compared += len(columns)
    assert columns_compared > ROUNDS // 2


@pytest.mark.parametrize("key", GAMES)
def test_five_in_a_hundred_honest_books_are_flagged(key: str) -> None:
    """200 rounds each, up to five seats, decisions at random; 4 standard errors around 5 percent.
    The mean rank is off where a law is wrong, long before the flag shows it.
    """
    fast = fast_game(key)
    flags, ranks = 0, []
    for number in range(BOOKS):
        test = fast.test(200, 2_026, number, 199)
        flags += test.outside
        ranks.append(test.rank)
    error = (0.05 * 0.95 / BOOKS) ** 0.5
    assert abs(flags / BOOKS - 0.05) < 4 * error
    assert abs(sum(ranks) / BOOKS - 0.5) < 4 * (1 / 12 / BOOKS) ** 0.5


@pytest.mark.parametrize("key", GAMES)
def test_a_book_tested_as_it_is_dealt_is_the_book_tested_by_its_laws(key: str) -> None:
    """The campaign's kernels against those of the product: the same real sum, and redealt sums of
    the same laws, whose quantiles differ by chance alone.
    """
    fast = fast_game(key)
    rounds, samples = 300, 4_000
    laws, fixed, actual, _ = fast.book(rounds, 7, 7)
    by_laws = place_among(redealt_sums(laws, samples, 7), rounds, Fraction(), fixed, actual)
    dealt = fast.test(rounds, 7, 7, samples)
    assert dealt.actual == by_laws.actual
    assert abs(dealt.rank - by_laws.rank) < 5 * (2 * 0.25 / samples) ** 0.5
    mean, variance = moments(laws)
    if set(laws.widths) == {1}:
        assert fixed + mean - 3 * variance**0.5 < dealt.low < fixed + mean < dealt.high


def test_deviations_of_a_normal_curve_would_mislead() -> None:
    """The interval of ±1.96 deviations on the same books of the test before."""
    fast = fast_game("let-it-ride")
    reach = NormalDist().inv_cdf(0.975)
    low = high = 0
    for number in range(BOOKS):
        laws, fixed, actual, _ = fast.book(200, 2_026, number)
        mean, variance = moments(laws)
        low += actual < fixed + mean - reach * variance**0.5
        high += actual > fixed + mean + reach * variance**0.5
    assert low + high < 0.035 * BOOKS, "the normal interval is too wide for results so skewed"
    assert low > 2 * high, "and it flags what players win, hardly ever what they lose"


def moments(laws: Laws) -> tuple[float, float]:
    means, squares = (
        np.add.reduceat(laws.values**power, laws.starts) / laws.sizes for power in (1, 2)
    )
    return float(means.sum()), float((squares - means**2).sum())


def test_cards_drawn_from_one_stub_are_redealt_without_replacement() -> None:
    """Two seats draw from three cards, one of which pays: never both. Redealt as if independent,
    as statistics once did, a sum would spread twice as far, and hardly a book would be flagged.
    """
    rng = Random(4)
    law: Law = ((-900, 100, 100), (-900, 100, 100))
    flags = 0
    for book in range(BOOKS):
        actual = 0
        for _ in range(100):
            first, second = rng.sample(range(3), 2)
            actual += law[0][first] + law[1][second]
        flags += redeal({law: 100}, 0, actual, seed=book, samples=199).outside
    apart: Law = ((-900, 100, 100),)
    wide = redeal(Counter({apart: 200}), 0, 0, seed=1, samples=1_999)
    narrow = redeal({law: 100}, 0, 0, seed=1, samples=1_999)
    assert wide.expected == narrow.expected
    assert wide.high - wide.low > 1.25 * (narrow.high - narrow.low)
    assert abs(flags / BOOKS - 0.05) < 4 * (0.05 * 0.95 / BOOKS) ** 0.5
