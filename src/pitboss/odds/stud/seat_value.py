"""What a seat's decisions are worth at its own stakes: a stud game solved in cents.

Counted is what a decision can change: the base wagers; wagers that a fold forfeits, a progressive
at its meters; and, where the payout limit could be reached, the other wagers under it. A choice
that the seat's chips cannot pay for is no choice.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.payouts import award
from pitboss.odds.strategy.advice import choice_worths
from pitboss.odds.stud.shape import FLAGS, MIXED, Stage, class_cards, members
from pitboss.odds.stud.solve import PATHS, Money, Solution, Stud, money_of, solve, stud_of
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook.model import Decide, Wager
from pitboss.rulebook.paytable import Fixed, For, Paytable, Push, Row, To
from pitboss.rulebook.rules import Rules

BARRED: Final = -(10**13)  # cents: a course that cannot be paid for; sums of it stay below 2**63
KEPT: Final = 24  # solutions, of some hundred kilobytes each
FIVE: Final = 5

Placed = tuple[tuple[str, int], ...]  # (wager, cents)


class Purse(msgspec.Struct, frozen=True):
    """What one seat has at stake that its decisions can change. Sums are in cents."""

    base: int
    forfeited: Placed = ()  # lost by a fold beside the base
    beside: Placed = ()  # under the payout limit with the base
    meters: tuple[tuple[str, int], ...] = ()
    limit: int | None = None  # only where it could be reached
    chips: int | None = None  # for all decisions of the round; only where they could run short
    left_out: tuple[str, ...] = ()  # under the limit, but on cards of the Six Card box


def purse_of(
    rules: Rules, stakes: Mapping[str, int], meters: Mapping[str, int], chips: int | None = None
) -> Purse:
    """`stakes` by spot, as they lie; `chips` are those not on the layout."""
    game = rules.game
    base = max(stakes.get(spot.key, 0) for spot in rules.required)
    asked = [step for step in game.play if isinstance(step, Decide)]
    folds = any(step.decline == "fold" for step in asked)
    side = [
        (rules.wagers[spot.wager], stakes[spot.key])
        for spot in rules.spots.values()
        if rules.wagers[spot.wager].optional and stakes.get(spot.key)
    ]
    forfeited = tuple((w.key, cents) for w, cents in side if folds and not w.survives_fold)
    limit, beside, left_out = _limit(rules, base, side)
    filled = [rules.spots[step.spot] for step in asked if rules.spots[step.spot].multiples]
    paid = sum(stakes.get(spot.key, 0) for spot in filled)
    dearest = base * sum(max(spot.multiples) for spot in filled)
    short = chips is not None and chips + paid < dearest
    return Purse(
        base,
        forfeited,
        beside,
        tuple(sorted(meters.items())) if forfeited else (),
        limit,
        chips + paid if short and chips is not None else None,
        left_out,
    )


def _limit(
    rules: Rules, base: int, side: Sequence[tuple[Wager, int]]
) -> tuple[int | None, Placed, tuple[str, ...]]:
    """Rulings G13, G14: of the limit, only what could matter at these stakes."""
    limit, game = rules.payout_limit, rules.game
    if limit is None:
        return None, (), ()
    capped = [(w, cents) for w, cents in side if w.key in game.limit.wagers]
    most = sum(
        base * max(spot.multiples, default=1) * _most_odds(rules.tables[spot.wager])
        for spot in rules.spots.values()
        if spot.required or spot.multiples
    )
    most += sum(_most(rules.tables[w.key], cents, w.collected) for w, cents in capped)
    if most <= limit:
        return None, (), ()
    boxed = [w.key for w, _ in capped if game.hands[w.on].box]
    return limit, tuple((w.key, c) for w, c in capped if w.key not in boxed), tuple(boxed)


def _most_odds(table: Paytable) -> int:
    return max(row.pays.odds for row in table.rows if isinstance(row.pays, To))


def _most(table: Paytable, stake: int, collected: bool) -> int:
    return max(_won(row, stake, collected) for row in table.rows)


def _won(row: Row | None, stake: int, collected: bool = False) -> int:
    """What the payout limit counts: winnings, without the stake that a collected wager's amount
    holds (ruling G2).
    """
    match row.pays if row else None:
        case To(odds) | For(odds):
            return odds * stake - stake * collected
        case Fixed(cents):
            return cents - stake * collected
    return 0


def _kept(row: Row | None, stake: int) -> int:
    """What becomes of the stake itself."""
    return 0 if row is not None else -stake


# ── solutions ─────────────────────────────────────────────────────────────────────────────────────


class _Decided(msgspec.Struct, frozen=True):
    """Wagers on fewer than five cards, all known: what they won, and whether each of them won."""

    won: int = 0
    all_won: bool = True


@cache
def stud_at(rules: Rules) -> Stud:
    """The game with the kinds of hand that a purse can ask for."""
    wagers = [w for w in rules.wagers.values() if not w.wins_with and not _boxed(rules, w)]
    tables = [rules.tables[w.key] for w in wagers]
    five = [t for t in tables if RANKINGS[t.ranking].size == FIVE]
    base = {spot.wager for spot in rules.spots.values() if spot.required}
    few = [rules.tables[w.key] for w in wagers if w.key in base and rules.tables[w.key] not in five]
    return stud_of(rules.game, [*five, *few])


def _boxed(rules: Rules, wager: Wager) -> bool:
    return bool(rules.game.hands[wager.on].box)


@lru_cache(KEPT)
def solution(
    rules: Rules, purse: Purse, dead: tuple[Card, ...], decided: _Decided | None = None
) -> Solution:
    """Optimal play with this purse. `decided`: all that hangs on fewer cards, for the limit."""
    stud = stud_at(rules)
    tables = {wager: rules.tables[wager] for wager in stud.shape.wagers.values()}
    money = money_of(stud, tables, unit=purse.base)
    now = money.now
    if purse.limit is not None:
        now = {k: np.zeros_like(table) for k, table in now.items()}
    final = _final(rules, stud, purse, decided or _Decided())
    return solve(stud, Money(1, now, final), dead=dead)


def _final(rules: Rules, stud: Stud, purse: Purse, decided: _Decided) -> Any:
    """[course, kind of five-card hand] → cents."""
    axis = stud.axes[FIVE]
    own = axis.rows_of(rules.tables[stud.shape.wagers[FIVE]])
    final = np.zeros((PATHS, len(axis.labels)), np.int64)
    extra = [_extra(rules, stud, purse, kind) for kind in range(len(axis.labels))]
    beside = [_beside(rules, stud, purse, decided, kind) for kind in range(len(axis.labels))]
    lost = sum(cents for _, cents in purse.forfeited)
    for path, course in stud.courses.items():
        stake = purse.base * course.units[FIVE]
        if purse.chips is not None and _bets(rules, stud, path) * purse.base > purse.chips:
            final[path] = BARRED
        elif course.folded:
            final[path] = -stake - lost
        else:
            for kind, row in enumerate(own):
                won = decided.won + _won(row, stake) + beside[kind][0]
                if purse.limit is not None:
                    won = min(won, purse.limit)
                final[path, kind] = won + _kept(row, stake) + beside[kind][1] + extra[kind]
    return final


def _bets(rules: Rules, stud: Stud, path: int) -> int:
    """Units that a course's decisions add; what they may take back lies there from the outset."""
    return sum(
        stage.units[path // 4 ** (stage.known - 2) % 4]
        for stage in stud.shape.stages
        if rules.spots[stage.key].multiples
    )


def _extra(rules: Rules, stud: Stud, purse: Purse, kind: int) -> int:
    """Wagers that a fold would have forfeited: collected, and no part of the limit."""
    meters, total = dict(purse.meters), 0
    for key, stake in purse.forfeited:
        row = stud.axes[FIVE].rows[rules.tables[key].key][kind]
        total += award(row.pays if row else None, stake, meters) - stake
    return total


def _beside(
    rules: Rules, stud: Stud, purse: Purse, decided: _Decided, kind: int
) -> tuple[int, int]:
    """Of the other wagers under the limit that five cards decide: winnings, and stakes' fate."""
    won = kept = 0
    axis = stud.axes[FIVE]
    for key, stake in purse.beside:
        wager, table = rules.wagers[key], rules.tables[key]
        if wager.wins_with:
            base = axis.rows[rules.tables[stud.shape.wagers[FIVE]].key][kind]
            wins = decided.all_won and base is not None and not isinstance(base.pays, Push)
            row = table.rows[0] if wins else None
        elif table.key in axis.rows:
            row = axis.rows[table.key][kind]
        else:
            continue
        won += _won(row, stake, wager.collected)
        kept += _kept(row, stake)
    return won, kept


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────


def worths(
    rules: Rules,
    purse: Purse,
    at: int,
    cards: tuple[Card, ...],
    dead: tuple[Card, ...],
    taken: Sequence[int],
) -> list[Fraction]:
    """Each choice of decision number `at`, the declining one first, in cents.

    `cards` are the known ones in the game's order, `dead` others known to be gone, `taken` the
    choices made before.
    """
    stages = stud_at(rules).shape.stages
    path = sum(4 ** (s.known - 2) * act for s, act in zip(stages, taken, strict=False))
    return _worths(rules, purse, at, cards, tuple(sorted(dead)), path)


def _worths(
    rules: Rules, purse: Purse, at: int, cards: tuple[Card, ...], dead: tuple[Card, ...], path: int
) -> list[Fraction]:
    stud = stud_at(rules)
    stage = stud.shape.stages[at]
    if len(cards) > stage.known:
        # A card turned up too early is known to the decisions before its time too.
        digit, choices = 4 ** (stage.known - 2), int(stud.choices[stage.known][path])
        onward = (path + digit * act for act in range(choices))
        return [max(_worths(rules, purse, at + 1, cards, dead, to)) for to in onward]
    if purse.limit is None:
        return choice_worths(solution(rules, purse, dead), stage, path, cards)
    return _limited(rules, purse, at, cards, dead, path)


def _limited(
    rules: Rules, purse: Purse, at: int, cards: tuple[Card, ...], dead: tuple[Card, ...], path: int
) -> list[Fraction]:
    """Under a limit that could be reached, wagers on fewer cards bear on those on five."""
    stud = stud_at(rules)
    stage = stud.shape.stages[at]
    digit = 4 ** (stage.known - 2)
    choices = range(int(stud.choices[stage.known][path]))
    if len(cards) >= _largest_small(rules, purse):
        decided, lost = _settled(rules, purse, cards, path)
        solved = solution(rules, purse, dead, decided)
        return [value + lost for value in choice_worths(solved, stage, path, cards)]
    # 235 12.K: the third card decides a wager, and the choice made now is part of its stake.
    following = stud.shape.stages[at + 1]
    assert following.known == stage.known + 1, "a card comes between these decisions"
    coming = [c for c in rules.game.cards if c not in cards and c not in dead]
    found = []
    for act in choices:
        onward = path + digit * act
        best = (max(_worths(rules, purse, at + 1, (*cards, c), dead, onward)) for c in coming)
        found.append(sum(best, Fraction()) / len(coming))
    return found


def _small(rules: Rules, purse: Purse) -> list[tuple[Wager, tuple[int, ...], int]]:
    """Wagers on fewer than five cards that count: places of their cards, and the stake of those
    beside; of a base wager the course tells it.
    """
    shape = stud_at(rules).shape
    base = [(rules.wagers[key], 0) for size, key in shape.wagers.items() if size < FIVE]
    side = [(rules.wagers[key], cents) for key, cents in purse.beside]
    found = []
    for wager, cents in (*base, *side):
        hand = rules.game.hands[wager.on]
        where = [("hole", s) for s in hand.hole] + [("community", s) for s in hand.community]
        if not wager.wins_with and len(where) < FIVE:
            found.append((wager, tuple(shape.order.index(place) for place in where), cents))
    return found


def _largest_small(rules: Rules, purse: Purse) -> int:
    return max((max(places) + 1 for _, places, _ in _small(rules, purse)), default=0)


def _settled(
    rules: Rules, purse: Purse, cards: tuple[Card, ...], path: int
) -> tuple[_Decided, int]:
    """What is won on the cards known, and what of the stakes is lost there."""
    stud = stud_at(rules)
    won = kept = 0
    all_won = True
    for wager, places, cents in _small(rules, purse):
        table = rules.tables[wager.key]
        row = table.row_for(evaluate(RANKINGS[table.ranking], tuple(cards[p] for p in places)))
        if not cents:
            units = stud.courses[_some(stud, path)].units[len(places)]
            all_won = all_won and row is not None and not isinstance(row.pays, Push)
            stake = purse.base * units
        else:
            stake = cents
        won += _won(row, stake, wager.collected)
        kept += _kept(row, stake)
    return _Decided(won, all_won), kept


def _some(stud: Stud, path: int) -> int:
    """A course that begins so: what it stakes on small hands is decided by then."""
    return path if path in stud.courses else min(p for p in stud.courses if p % 16 == path % 16)


@lru_cache(1024)
def at_start(rules: Rules, purse: Purse) -> Fraction:
    """The round's result in cents by best play, before a card is dealt."""
    if purse.limit is None or not _small(rules, purse):
        return solution(rules, purse, ()).expectation()
    first: Stage = stud_at(rules).shape.stages[0]
    total = Fraction()
    for ranks in members(first.known).tolist():
        for flag in range(FLAGS):
            cards = class_cards(ranks, flag)
            if cards is None:
                continue
            ways = _mixed(ranks) if flag == MIXED else 1
            total += ways * max(worths(rules, purse, 0, cards, (), ()))
    return total / comb(len(rules.game.cards), first.known)


def _mixed(ranks: list[int]) -> int:
    ways = 1
    for rank in set(ranks):
        ways *= comb(4, ranks.count(rank))
    return ways - 4 if len(set(ranks)) == len(ranks) else ways
