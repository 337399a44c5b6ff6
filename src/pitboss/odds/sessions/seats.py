"""The covariance of two seats' results in one round, and from it the spread of a whole table.

Seats are exchangeable, so the variance of n seats is n Var + n (n − 1) Cov, with one covariance.
In a stud game it is exact: for each ordered community the results of all hands are summed, and the
pairs of hands without a common card follow from sums over the hands with one or two given cards.
Hands of the Six Card box and draw games cannot be enumerated in this way; a draw game is dealt
instead.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, perm, sqrt
from typing import Final

import msgspec
import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.cache import remember
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.prices.price import Bets, Valuer, rounds_of
from pitboss.odds.sessions.one_round import OneRound, round_bets
from pitboss.odds.stud.rounds import stud_game, stud_payoffs
from pitboss.odds.stud.shape import DECIDED_AT, steps
from pitboss.odds.stud.solve import PATHS, Solution, solve

BATCHES: Final = 40
BATCH_ROUNDS: Final = 25_000
SEED: Final = 235


class SeatCovariance(msgspec.Struct, frozen=True):
    """The covariance of two seats with the same bets, in square cents."""

    exact: str  # a fraction, "" where rounds were dealt
    estimate: float
    error: float  # one standard error, 0 where exact
    rounds: int  # communities enumerated up to suits, or rounds dealt
    seed: int | None = None

    def table_variance(self, variance: Fraction, seats: int) -> float:
        """The variance of `seats` seats together."""
        covariance = float(Fraction(self.exact)) if self.exact else self.estimate
        return seats * float(variance) + seats * (seats - 1) * covariance


def seat_covariance(game: PricedGame, bets: OneRound) -> SeatCovariance | None:
    """None where it is neither enumerated nor dealt: the Six Card Bonus is in the round."""
    boxed = any(game.game.hands[game.wager(key).on].box for key in bets.stakes if key != WHOLE_GAME)
    if boxed:
        return None
    question = (game.fingerprint, "seats", tuple(sorted(bets.stakes.items())), bets.ties)
    settings = (tuple(sorted(bets.letters.items())), tuple(sorted(bets.meters.items())))
    compute = dealt_covariance if game.draws else _enumerated
    return remember(SeatCovariance, (*question, *settings), lambda: compute(game, bets))


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


def _enumerated(game: PricedGame, bets: OneRound) -> SeatCovariance:
    base = {wager: bets.letters[wager] for wager in game.base_wagers()}
    stud = stud_game(game)
    payoffs = stud_payoffs(game, base, stake=bets.stakes[WHOLE_GAME])
    solution = solve(stud, payoffs, play_ties=bets.ties == "play")
    results = _results(game, bets)
    order = stud.shape.order
    own = [at for at, (where, _) in enumerate(order) if where == "hole"]
    shared = [at for at in range(5) if at not in own]
    total, squares, cases, weights = 0, 0, 0, 0
    turns = _turns(solution)
    arrangements = list(_arrangements(solution, own))
    sets = np.array(list(combinations(range(52 - len(shared)), len(own))))
    for community, weight in _communities(len(shared), turns):
        rest = np.array([card for card in range(52) if card not in community])
        hands = rest[sets]
        sums = np.zeros(len(hands), np.int64)
        cards = np.empty((len(hands), 5), np.int64)
        cards[:, shared] = community
        for places in arrangements:
            for at, place in zip(own, places, strict=True):
                cards[:, at] = hands[:, place]
            sums += _values(solution, results, cards)
        total += weight * int(sums.sum())
        squares += weight * disjoint_sum(hands, sums)
        weights += weight
        cases += 1
    ways = len(arrangements)
    left = 52 - len(shared)
    hands_left = comb(left, len(own))
    mean = Fraction(total, weights * hands_left * ways)
    pairs = weights * hands_left * comb(left - len(own), len(own)) * ways**2
    assert weights == perm(52, len(shared))
    step = bets.step
    assert mean * step == bets.moments.mean, "the seats' results disagree with the count"
    covariance = (Fraction(squares, pairs) - mean * mean) * step * step
    text = f"{covariance.numerator}/{covariance.denominator}"
    return SeatCovariance(text, float(covariance), 0.0, cases)


def disjoint_sum(hands: Ints, values: Ints) -> int:
    """Σ values[a] × values[b] over all ordered pairs of hands without a common card."""
    size = hands.shape[1]
    # Inclusion and exclusion over the sets of cards that two hands have in common.
    total: int = int(values.sum()) ** 2 + (-1) ** size * int((values * values).sum())
    for shared in range(1, size):
        sums = np.zeros(52**shared, np.int64)
        for places in combinations(range(size), shared):
            key = sum((hands[:, p] * 52**i for i, p in enumerate(places)), np.zeros(1, np.int64))
            np.add.at(sums, key, values)
        total += (-1) ** shared * sum(int(each) ** 2 for each in sums[sums != 0])
    return total


def _results(game: PricedGame, bets: OneRound) -> Ints:
    """[path, two-, three-, five-card kind] → net result in steps of the round."""
    stud, letters = stud_game(game), game.first_letters() | bets.letters
    rounds = rounds_of(game, letters, ties=bets.ties, box=False, stake=bets.stakes[WHOLE_GAME])
    sizes = [len(stud.axes[k].labels) for k in (2, 3, 5)]
    paths = sorted(course.path for course in stud.courses.values())
    every = tuple(
        (course, *kinds, 1)
        for course in range(len(paths))
        for kinds in product(*(range(size) for size in sizes))
    )
    _, own = round_bets(game, bets.stakes, bets.letters, bets.meters or None)
    layout = msgspec.structs.replace(rounds, cells=every)
    valuer = Valuer(game, layout, Bets(own.stakes, letters, own.meters))
    results = np.zeros((PATHS, *sizes), np.int64)
    for cell, result in valuer.results():
        results[(paths[cell[0]], *cell[1:-1])] = result.net
    # Some kinds of hand cannot meet, and their results need not be multiples of the step.
    return results // bets.step


def _values(solution: Solution, results: Ints, cards: Ints) -> Ints:
    """The results of hands with these five cards in the order in which they become known."""
    stud = solution.game
    flags, policy = solution.flags(), solution.policy
    acts = {k: policy[k][flags].astype(np.int64) for k in DECIDED_AT}
    ranks, suits = cards >> 2, cards & 3
    sets = [ranks[:, 0]]
    flag = [suits[:, 0] + 1]
    for k in range(1, 5):
        sets.append(steps(k)[sets[-1], ranks[:, k]].astype(np.int64))
        flag.append(np.where(suits[:, k] == suits[:, 0], flag[-1], 0))
    first = acts[2][flag[1], sets[1]] & 3
    prefix = first + 4 * (acts[3][flag[2], sets[2]] >> (2 * first) & 3)
    path = prefix + 16 * (acts[4][flag[3], sets[3]] >> (2 * prefix) & 3)
    two = stud.axes[2].kinds[flag[1], sets[1]]
    five = stud.axes[5].kinds[flag[4], sets[4]]
    start = stud.shape.three
    three = np.zeros(len(cards), np.int64)
    if start >= 0:
        low, middle, high = (ranks[:, start + i] for i in range(3))
        ranks_of = steps(2)[steps(1)[low, middle], high]
        one_suit = (suits[:, start : start + 3] == suits[:, start : start + 1]).all(axis=1)
        three = stud.axes[3].kinds[np.where(one_suit, suits[:, start] + 1, 0), ranks_of]
    value: Ints = results[path, two, three, five]
    return value


def _turns(solution: Solution) -> list[tuple[int, ...]]:
    """Permutations of suits that no table of the game tells apart."""
    kinds = [solution.game.axes[k].kinds for k in (2, 3, 5)]
    return [
        turn
        for turn in permutations(range(4))
        if all((k[s + 1] == k[t + 1]).all() for k in kinds for s, t in enumerate(turn))
    ]


def _arrangements(solution: Solution, own: list[int]) -> Iterator[tuple[int, ...]]:
    """Orders of a hand that make a difference: cards before the first decision are a set."""
    depth = solution.game.shape.stages[0].depth
    first = [at for at in own if at < depth]
    three = solution.game.shape.three
    for order in permutations(range(len(own))):
        early = order[: len(first)]
        if three > 0 or list(early) == sorted(early):
            yield order


def _communities(cards: int, turns: list[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ordered communities up to these permutations of suits, each with its number."""
    weights: dict[tuple[int, ...], int] = {}
    for community in permutations(range(52), cards):
        least = min(tuple(c - (c & 3) + turn[c & 3] for c in community) for turn in turns)
        weights[least] = weights.get(least, 0) + 1
    return iter(weights.items())


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def dealt_covariance(game: PricedGame, bets: OneRound) -> SeatCovariance:
    """Two seats dealt many times; the error is that of the batches' own covariances."""
    from pitboss.odds.simulation.job import job_of
    from pitboss.odds.simulation.run import engine_for

    engine = engine_for(job_of(game, bets.letters, seats=2, seed=SEED))
    unit = bets.stakes[WHOLE_GAME] / engine.parts
    mean = float(bets.moments.mean)
    estimates = []
    for number in range(BATCHES):
        batch = engine.batch(number, BATCH_ROUNDS)
        # (x + y)² − x² − y² = 2xy: the counts have the squares of single seats.
        single = int((batch.counts * engine.worth.astype(np.int64) ** 2).sum())
        products = (batch.squares - single) / 2 / BATCH_ROUNDS * unit**2
        estimates.append(products - mean * batch.total / BATCH_ROUNDS * unit + mean**2)
    middle = sum(estimates) / BATCHES
    spread = sum((each - middle) ** 2 for each in estimates) / (BATCHES - 1)
    dealt = BATCHES * BATCH_ROUNDS
    return SeatCovariance("", middle, sqrt(spread / BATCHES), dealt, SEED)
