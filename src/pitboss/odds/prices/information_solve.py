"""Computes the value of information by solving the game with more cards known or gone."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.arrays import Ints
from pitboss.odds.draw.model import DrawPays, draw_pays
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.worth import Worth, exact_worth, sampled_worth
from pitboss.odds.stud.classes import rank_counts, whole_deck_sizes
from pitboss.odds.stud.rounds import mean_result, stud_game, stud_payoffs
from pitboss.odds.stud.shape import Stage, steps
from pitboss.odds.stud.solve import Path, Payoffs, Solution, Stud, solve

ALWAYS: Final = 10**9


def worths(game: PricedGame, letter: str, samples: int, seed: int) -> Iterator[Worth]:
    if game.draws:
        yield from _draw_worths(game, letter, samples, seed)
        return
    yield from _peeks(game, *_solved(game, letter))
    yield seats_worth(game, letter, 1, (samples, seed), ALWAYS)
    yield seats_worth(game, letter, game.game.seats - 1, (samples, seed), 0)


def _solved(game: PricedGame, letter: str) -> tuple[Stud, Payoffs, Solution]:
    stud, payoffs = stud_game(game), stud_payoffs(game, game.base_letters(letter))
    return stud, payoffs, solve(stud, payoffs)


def _peeks(game: PricedGame, stud: Stud, payoffs: Payoffs, plain: Solution) -> Iterator[Worth]:
    for place, where in enumerate(stud.shape.order):
        if where[0] == "community":
            gain = _peek(stud, payoffs, plain, place) - plain.expectation()
            which = f"community card {where[1] + 1} seen before the first decision"
            yield exact_worth(which, gain, len(game.game.cards))


def exposed_cards(game: PricedGame, letter: str, samples: int, seed: int) -> Iterator[Worth]:
    """Single cards: of the community, and one that another seat or nobody gets."""
    what = "one card of another seat or of the stub exposed"
    if game.draws:
        yield from _draw_gains(game, letter, (samples, seed), {1: what})
        return
    stud, payoffs, plain = _solved(game, letter)
    yield from _peeks(game, stud, payoffs, plain)
    yield _enumerated(stud, payoffs, plain, suit_classes(1), what)


def seats_worth(
    game: PricedGame, letter: str, seats: int, sampling: tuple[int, int], max_cases: int
) -> Worth:
    """The value of other seats' cards: enumerated in at most `max_cases` games, else sampled by
    (samples, seed).
    """
    size = game.game.hole - len(game.game.hidden)
    label = "cards" if size == game.game.hole else "first cards"
    cards = size * seats
    what = f"{seats} other seats' {label} seen ({cards} cards)"
    if seats == 1:
        what = f"another seat's {size} {label} seen"
    elif seats == game.game.seats - 1:
        what = f"all {what}"
    if game.draws:
        (worth,) = _draw_gains(game, letter, sampling, {cards: what})
        return worth
    stud, payoffs, plain = _solved(game, letter)
    # Every class has at most 24 sets of cards.
    if comb(len(game.game.cards), cards) <= 24 * max_cases:
        return _enumerated(stud, payoffs, plain, suit_classes(cards), what)
    samples, seed = sampling
    rng = random.Random(seed)
    gains = [
        _gain_without(stud, payoffs, plain, rng.sample(game.game.cards, cards))
        for _ in range(samples)
    ]
    return sampled_worth(what, gains)


# ── a community card is known from the start ──────────────────────────────────────────────────────


def _peek(stud: Stud, payoffs: Payoffs, plain: Solution, place: int) -> Fraction:
    """Expectation of a player who sees the card at `place` before the first decision."""
    if len(stud.shape.wagers) == 1:
        return _peek_one_hand(stud, payoffs, place)
    return _peek_several(stud, payoffs, plain)


def _next_card(values: Ints, depth: int) -> Ints:
    """Sums values [flag, multiset] over the next card; flag 1 is one suit."""
    step = steps(depth).astype(np.int64)
    counts = rank_counts(depth)
    mixed = ((4 - counts).clip(0) * values[0][step]).sum(axis=1)
    free = counts == 0
    suited = (free * values[1][step] + 3 * values[0][step]).sum(axis=1)
    return np.stack([mixed, suited])


def _orders(depth: int) -> int:
    """The sets of known cards, times the ordered ways to deal the rest up to the fifth."""
    return comb(52, depth) * perm(52 - depth, 5 - depth)


def _peek_one_hand(stud: Stud, payoffs: Payoffs, place: int) -> Fraction:
    """Solves a game whose wagers all depend on one five-card hand: only the known cards matter."""
    kinds = stud.axes[5].kinds[:2]

    def value(stages: Sequence[Stage], depth: int, path: Path) -> Ints:
        """Values by class of known cards, which include the extra card."""
        if stages and stages[0].depth + (stages[0].depth <= place) == depth:
            at = stages[0].depth
            choices = stud.choices[at][path.before(at)]
            options = [value(stages[1:], depth, path.extend(at, a)) for a in range(choices)]
            return np.asarray(np.maximum.reduce(options))
        if depth == 5:
            return np.asarray(payoffs.final[path][kinds])
        return _next_card(value(stages, depth + 1, path), depth)

    start = stud.shape.stages[0].depth + 1
    total = int((whole_deck_sizes(start) * value(stud.shape.stages, start, Path(0))).sum())
    return Fraction(total, _orders(start) * payoffs.unit)


def _peek_several(stud: Stud, payoffs: Payoffs, plain: Solution) -> Fraction:
    """Solves a game with wagers on several hands, whose raises are independent decisions.

    The community card is not one of the three cards; for their raise it counts as gone.
    """
    first, second = stud.shape.stages
    without = _first_gain(plain)
    with_one_gone = (solve(stud, payoffs, dead=[Card(4 * rank)]) for rank in range(13))
    gone = sum(map(_first_gain, with_one_gone), Fraction(0)) / 13
    raised = payoffs.final[Path(0).extend(second.depth, 1)] - payoffs.final[0]
    later = raised[stud.axes[5].kinds[:2]]
    gains = {}
    for depth in (second.depth, second.depth + 1):
        values = later
        for k in range(4, depth - 1, -1):
            values = _next_card(values, k)
        best = np.maximum(values, 0)
        total = int((whole_deck_sizes(depth) * best).sum())
        gains[depth] = Fraction(total, _orders(depth) * payoffs.unit)
    assert first.depth == 2
    more = gone - without + gains[second.depth + 1] - gains[second.depth]
    return plain.expectation() + more


def _first_gain(solution: Solution) -> Fraction:
    """The gain of the first decision over always declining it."""
    values = solution.values[2][0]
    gain = (values[1] - values[0]).clip(0)
    total = sum(int(g) * int(n) for g, n in zip(gain.flat, solution.sizes.flat, strict=True))
    return Fraction(total, solution.deals * solution.payoffs.unit)


# ── cards that are gone ───────────────────────────────────────────────────────────────────────────


def _gain_without(stud: Stud, payoffs: Payoffs, plain: Solution, dead: list[Card]) -> Fraction:
    """The gain of play that knows these cards are gone over play that does not."""
    solution = solve(stud, payoffs, dead=dead)
    flags = [0, *([1] * len(solution.suits))]
    assert len(plain.suits) == 1
    unaware = msgspec.structs.replace(
        solution, policy={k: plain.policy[k][flags] for k in plain.policy}
    )
    return solution.expectation() - mean_result(unaware.counts(), payoffs, solution.deals)


def _enumerated(
    stud: Stud,
    payoffs: Payoffs,
    plain: Solution,
    classes: list[tuple[tuple[Card, ...], int]],
    what: str,
) -> Worth:
    """The value of seeing cards, over every set of them up to a permutation of suits."""
    total, cases = Fraction(0), 0
    for dead, weight in classes:
        total += weight * _gain_without(stud, payoffs, plain, list(dead))
        cases += weight
    return exact_worth(what, total / cases, cases)


def suit_classes(cards: int) -> list[tuple[tuple[Card, ...], int]]:
    """Sets of cards up to a permutation of suits, each with its number of sets."""
    weights: dict[tuple[int, ...], int] = {}
    turns = list(permutations(range(4)))
    for chosen in combinations(range(52), cards):
        least = min(tuple(sorted(c - (c & 3) + turn[c & 3] for c in chosen)) for turn in turns)
        weights[least] = weights.get(least, 0) + 1
    return [(tuple(map(Card, key)), weight) for key, weight in weights.items()]


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def _draw_worths(game: PricedGame, letter: str, samples: int, seed: int) -> Iterator[Worth]:
    size, others = game.game.hole, game.game.seats - 1
    names = {
        size: f"another seat's {size} cards seen",
        size * others: f"all {others} other seats' cards seen ({size * others} cards)",
    }
    yield from _draw_gains(game, letter, (samples, seed), names)


def _draw_gains(
    game: PricedGame, letter: str, sampling: tuple[int, int], names: dict[int, str]
) -> Iterator[Worth]:
    """The value of seeing other seats' cards, by number; a sample deals the largest number."""
    from pitboss.odds.draw.solve import first_choices

    pays = draw_pays(game, game.base_letters(letter))
    size, (samples, seed) = game.game.hole, sampling
    rng = random.Random(seed)
    gains: dict[int, list[Fraction]] = {cards: [] for cards in names}
    for _ in range(samples):
        cards = rng.sample(game.game.cards, size + max(names))
        hand = cards[:size]
        plain = first_choices(hand, pays)[0]
        for number, sample in gains.items():
            gone = cards[size : size + number]
            informed = first_choices(hand, pays, gone)[0].value
            sample.append(informed - unaware_draw(hand, plain.discards, gone, pays))
    for number, what in names.items():
        yield sampled_worth(what, gains[number])


def unaware_draw(
    hand: list[Card], discards: tuple[Card, ...] | None, gone: list[Card], pays: DrawPays
) -> Fraction:
    """The result of a player who does not know that these cards are gone."""
    from pitboss.odds.draw.solve import hint_tables
    from pitboss.odds.prices.information_kernels import unaware_value

    if discards is None:
        return Fraction(pays.first_fold, pays.unit)
    deck, units, sums4 = hint_tables(pays)
    place = {card: at for at, card in enumerate(deck.cards)}
    hold = np.array(sorted(place[card] for card in hand if card not in discards), np.int64)
    dead = np.array(sorted(place[card] for card in discards), np.int64)
    live = np.array([at for card, at in place.items() if card not in (*hand, *gone)], np.int64)
    t, m = deck.tables, len(discards)
    total = unaware_value(hold, dead, live, t.binom, t.cat4, sums4, units, pays.second_fold)
    return Fraction(int(total), comb(len(live), m) * (len(live) - m) * pays.unit)
