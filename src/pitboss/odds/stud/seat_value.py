"""Values of a seat's decisions at its own bets: a stud game solved in cents.

A value covers what the decision can change: the base wagers; wagers that a fold forfeits, a
progressive at its meters; and, where the payout limit could be reached, the other wagers under it.
A choice that the seat's chips cannot pay for is barred.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.arrays import Ints
from pitboss.odds.game import award
from pitboss.odds.stud.classes import whole_deck_sizes
from pitboss.odds.stud.shape import class_cards, members
from pitboss.odds.stud.solve import PATHS, Path, Payoffs, Solution, Stud, payoffs_of, solve, stud_of
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook.model import Decide, Wager
from pitboss.rulebook.paytable import Paytable, Push, Row, Share, payment_terms
from pitboss.rulebook.rules import Rules

UNAFFORDABLE: Final = -(10**13)  # cents; sums of it stay below 2**63
CACHED_SOLUTIONS: Final = 24  # of some hundred kilobytes each
FIVE: Final = 5

Stakes = tuple[tuple[str, int], ...]  # (wager, cents)


class SeatBets(msgspec.Struct, frozen=True):
    """The bets of one seat that its decisions can win or lose, in cents."""

    base: int
    forfeited: Stakes = ()  # lost by a fold, with the base
    limited: Stakes = ()  # under the payout limit with the base
    meters: tuple[tuple[str, int], ...] = ()
    limit: int | None = None  # only where it could be reached
    chips: int | None = None  # for all decisions of the round; only where they could run short
    boxed: tuple[str, ...] = ()  # under the limit, but on cards of the Six Card box


def seat_bets(
    rules: Rules, stakes: Mapping[str, int], meters: Mapping[str, int], chips: int | None = None
) -> SeatBets:
    """Reads a seat: `stakes` by spot, `chips` those that are not on the layout."""
    game = rules.game
    base = max(stakes.get(spot.key, 0) for spot in rules.required)
    decisions = [step for step in game.play if isinstance(step, Decide)]
    folds = any(step.decline == "fold" for step in decisions)
    side = [
        (rules.wagers[spot.wager], stakes[spot.key])
        for spot in rules.spots.values()
        if rules.wagers[spot.wager].optional and stakes.get(spot.key)
    ]
    forfeited = tuple((w.key, cents) for w, cents in side if folds and not w.survives_fold)
    limit, limited, boxed = _binding_limit(rules, base, side)
    spots = [rules.spots[step.spot] for step in decisions if rules.spots[step.spot].multiples]
    paid = sum(stakes.get(spot.key, 0) for spot in spots)
    dearest = base * sum(max(spot.multiples) for spot in spots)
    short = chips is not None and chips + paid < dearest
    return SeatBets(
        base,
        forfeited,
        limited,
        tuple(sorted(meters.items())) if forfeited else (),
        limit,
        chips + paid if short and chips is not None else None,
        boxed,
    )


def _binding_limit(
    rules: Rules, base: int, side: Sequence[tuple[Wager, int]]
) -> tuple[int | None, Stakes, tuple[str, ...]]:
    """The payout limit if these bets could reach it, the wagers under it, and those on the box.

    Rulings G13, G14.
    """
    limit, game = rules.payout_limit, rules.game
    if limit is None:
        return None, (), ()
    capped = [(w, cents) for w, cents in side if w.key in game.limit.wagers]
    most = sum(
        _highest_win(rules.tables[spot.wager], base * max(spot.multiples, default=1), False)
        for spot in rules.spots.values()
        if spot.required or spot.multiples
    )
    most += sum(_highest_win(rules.tables[w.key], cents, w.collected) for w, cents in capped)
    if most <= limit:
        return None, (), ()
    boxed = [w.key for w, _ in capped if game.hands[w.on].box]
    return limit, tuple((w.key, c) for w, c in capped if w.key not in boxed), tuple(boxed)


def _highest_win(table: Paytable, stake: int, collected: bool) -> int:
    return max(_winnings(row, stake, collected) for row in table.rows)


def _winnings(row: Row | None, stake: int, collected: bool = False) -> int:
    """Winnings without the stake, which the amount of a collected wager contains (ruling G2)."""
    if row is None or isinstance(row.pays, Share):
        return 0
    return payment_terms(row.pays, collected).amount(stake) - stake * collected


def _stake_result(row: Row | None, stake: int) -> int:
    """The stake itself: 0 where the wager wins."""
    return 0 if row is not None else -stake


# ── solutions ─────────────────────────────────────────────────────────────────────────────────────


class _SmallResult(msgspec.Struct, frozen=True):
    """The result of wagers on fewer than five cards, once those cards are known."""

    winnings: int = 0
    all_won: bool = True


@cache
def seat_stud(rules: Rules) -> Stud:
    """The game with the kinds of hand that a seat's bets can be paid on."""
    wagers = [
        w for w in rules.wagers.values() if not w.wins_with and not rules.game.hands[w.on].box
    ]
    tables = [rules.tables[w.key] for w in wagers]
    five = [t for t in tables if RANKINGS[t.ranking].size == FIVE]
    base = {spot.wager for spot in rules.spots.values() if spot.required}
    few = [rules.tables[w.key] for w in wagers if w.key in base and rules.tables[w.key] not in five]
    return stud_of(rules.game, [*five, *few])


@lru_cache(CACHED_SOLUTIONS)
def solution(
    rules: Rules, bets: SeatBets, dead: tuple[Card, ...], small: _SmallResult | None = None
) -> Solution:
    """Optimal play with these bets; `small` counts towards the limit with wagers on five cards."""
    stud = seat_stud(rules)
    tables = {wager: rules.tables[wager] for wager in stud.shape.wagers.values()}
    now = payoffs_of(stud, tables, unit=bets.base).now
    if bets.limit is not None:
        now = {k: np.zeros_like(table) for k, table in now.items()}
    final = _final_results(rules, stud, bets, small or _SmallResult())
    return solve(stud, Payoffs(1, now, final), dead=dead)


def _final_results(rules: Rules, stud: Stud, bets: SeatBets, small: _SmallResult) -> Ints:
    """[path, kind of five-card hand] → cents."""
    axis = stud.axes[FIVE]
    rows = axis.rows_of(rules.tables[stud.shape.wagers[FIVE]])
    final = np.zeros((PATHS, len(axis.labels)), np.int64)
    forfeitable = [_forfeitable_result(rules, stud, bets, kind) for kind in range(len(rows))]
    side = [_side_result(rules, stud, bets, small, kind) for kind in range(len(rows))]
    lost = sum(cents for _, cents in bets.forfeited)
    for path, course in stud.courses.items():
        stake = bets.base * course.units[FIVE]
        added = _units_added(rules, stud, course.path) * bets.base
        if bets.chips is not None and added > bets.chips:
            final[path] = UNAFFORDABLE
        elif course.folded:
            final[path] = -stake - lost
        else:
            for kind, row in enumerate(rows):
                own = sum(_winnings(row, bets.base * units) for units in course.spots[FIVE])
                winnings = small.winnings + own + side[kind][0]
                if bets.limit is not None:
                    winnings = min(winnings, bets.limit)
                result = winnings + _stake_result(row, stake)
                final[path, kind] = result + side[kind][1] + forfeitable[kind]
    return final


def _units_added(rules: Rules, stud: Stud, path: Path) -> int:
    """Units that a course's decisions add; what they may take back is staked from the outset."""
    return sum(
        stage.units[path.digit(stage.depth)]
        for stage in stud.shape.stages
        if rules.spots[stage.key].multiples
    )


def _forfeitable_result(rules: Rules, stud: Stud, bets: SeatBets, kind: int) -> int:
    """Net result of wagers that a fold would have lost: collected, and outside the limit."""
    meters, total = dict(bets.meters), 0
    for key, stake in bets.forfeited:
        row = stud.axes[FIVE].rows_of(rules.tables[key])[kind]
        total += award(row.pays if row else None, stake, meters) - stake
    return total


def _side_result(
    rules: Rules, stud: Stud, bets: SeatBets, small: _SmallResult, kind: int
) -> tuple[int, int]:
    """Winnings, and result of the stakes, of side wagers under the limit on five cards."""
    winnings = stakes = 0
    axis = stud.axes[FIVE]
    for key, stake in bets.limited:
        wager, table = rules.wagers[key], rules.tables[key]
        if wager.wins_with:
            base = axis.rows_of(rules.tables[stud.shape.wagers[FIVE]])[kind]
            wins = small.all_won and base is not None and not isinstance(base.pays, Push)
            row = table.rows[0] if wins else None
        elif table.key in axis.rows:
            row = axis.rows_of(table)[kind]
        else:
            continue
        winnings += _winnings(row, stake, wager.collected)
        stakes += _stake_result(row, stake)
    return winnings, stakes


# ── values of a decision ──────────────────────────────────────────────────────────────────────────


def choice_worths(
    rules: Rules,
    bets: SeatBets,
    at: int,
    cards: tuple[Card, ...],
    dead: tuple[Card, ...],
    earlier: Sequence[int],
) -> list[Fraction]:
    """The value of each choice of decision number `at` in cents, the declining one first.

    `cards` are the known ones in the game's order, `dead` others known to be gone, `earlier` the
    choices made before.
    """
    path = Path(0)
    for stage, choice in zip(seat_stud(rules).shape.stages, earlier, strict=False):
        path = path.extend(stage.depth, choice)
    return _worths_after(rules, bets, at, cards, tuple(sorted(dead)), path)


def _worths_after(
    rules: Rules,
    bets: SeatBets,
    at: int,
    cards: tuple[Card, ...],
    dead: tuple[Card, ...],
    path: Path,
) -> list[Fraction]:
    stud = seat_stud(rules)
    depth = stud.shape.stages[at].depth
    later = [path.extend(depth, choice) for choice in range(stud.choices[depth][path])]
    if len(cards) > depth:
        # A card that was turned up too early is known at the earlier decisions too.
        return [max(_worths_after(rules, bets, at + 1, cards, dead, to)) for to in later]
    if bets.limit is None:
        return solution(rules, bets, dead).choice_worths(path, cards)
    # Under a limit that could be reached, wagers on fewer cards affect those on five.
    if len(cards) >= _cards_of_small_wagers(rules, bets):
        small, stakes = _settle_small_wagers(rules, bets, cards, path)
        worths = solution(rules, bets, dead, small).choice_worths(path, cards)
        return [value + stakes for value in worths]
    # 235 12.K: the third card decides a wager, and the choice made now is part of its stake.
    assert stud.shape.stages[at + 1].depth == depth + 1, "a card comes between these decisions"
    unseen = [c for c in rules.game.cards if c not in cards and c not in dead]
    values = []
    for to in later:
        best = (max(_worths_after(rules, bets, at + 1, (*cards, c), dead, to)) for c in unseen)
        values.append(sum(best, Fraction()) / len(unseen))
    return values


def _small_wagers(rules: Rules, bets: SeatBets) -> list[tuple[Wager, tuple[int, ...], int]]:
    """Wagers on fewer than five cards under the limit, with the places of their cards and their
    stake, which is 0 for a base wager: there it depends on the course.
    """
    shape = seat_stud(rules).shape
    base = [(rules.wagers[key], 0) for size, key in shape.wagers.items() if size < FIVE]
    side = [(rules.wagers[key], cents) for key, cents in bets.limited]
    wagers = []
    for wager, cents in (*base, *side):
        hand = rules.game.hands[wager.on]
        where = [("hole", s) for s in hand.hole] + [("community", s) for s in hand.community]
        if not wager.wins_with and len(where) < FIVE:
            wagers.append((wager, tuple(shape.order.index(place) for place in where), cents))
    return wagers


def _cards_of_small_wagers(rules: Rules, bets: SeatBets) -> int:
    """The number of known cards that settles all of them."""
    return max((max(places) + 1 for _, places, _ in _small_wagers(rules, bets)), default=0)


def _settle_small_wagers(
    rules: Rules, bets: SeatBets, cards: tuple[Card, ...], path: Path
) -> tuple[_SmallResult, int]:
    """Their winnings on these cards, and the result of their stakes."""
    stud = seat_stud(rules)
    winnings = stakes = 0
    all_won = True
    for wager, places, cents in _small_wagers(rules, bets):
        table = rules.tables[wager.key]
        row = table.row_for(evaluate(RANKINGS[table.ranking], tuple(cards[p] for p in places)))
        spots: Sequence[int] = (cents,)
        if not cents:
            course = stud.courses[_first_course(stud, path)]
            spots = [bets.base * units for units in course.spots[len(places)]]
            all_won = all_won and row is not None and not isinstance(row.pays, Push)
        winnings += sum(_winnings(row, stake, wager.collected) for stake in spots)
        stakes += _stake_result(row, sum(spots))
    return _SmallResult(winnings, all_won), stakes


def _first_course(stud: Stud, path: Path) -> int:
    """A whole course that begins with this path, which fixes the stakes on small hands."""
    if path in stud.courses:
        return path
    return min(p for p in stud.courses if Path(p).before(4) == path.before(4))


@lru_cache(1024)
def value_at_start(rules: Rules, bets: SeatBets) -> Fraction:
    """The result of a round in cents under best play, before a card is dealt."""
    if bets.limit is None or not _small_wagers(rules, bets):
        return solution(rules, bets, ()).expectation()
    depth = seat_stud(rules).shape.stages[0].depth
    total = Fraction()
    sizes = whole_deck_sizes(depth, suits=4)
    for flag, multiset in np.argwhere(sizes).tolist():
        cards = class_cards(members(depth)[multiset].tolist(), flag)
        assert cards is not None
        worth = max(choice_worths(rules, bets, 0, cards, (), ()))
        total += int(sizes[flag, multiset]) * worth
    return total / comb(len(rules.game.cards), depth)
