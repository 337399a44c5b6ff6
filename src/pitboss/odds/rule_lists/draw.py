"""Rule lists for a draw game: what to hold, found by search and priced exactly.

The first decision is priced against optimal play of the rest. The second list looks at the five
cards alone: what it gives away by not minding the own discards is told apart from what its rules
give away beside that.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import card_names
from pitboss.odds.draw import solve as draw
from pitboss.odds.draw.model import MOST_DISCARDS, rulebook_pays
from pitboss.odds.draw.solve import DrawSolution
from pitboss.odds.game import PricedGame
from pitboss.odds.rule_lists.draw_words import HAND, Holdings, descriptions, holdings, kept_by
from pitboss.odds.rule_lists.stud_words import BadRule
from pitboss.odds.rule_lists.text import (
    OTHERWISE,
    BadPolicy,
    Human,
    Mistake,
    Priced,
    Rule,
    RuleList,
)
from pitboss.odds.strategy.situations import Letters
from pitboss.rulebook.model import Decide

FOLD: Final = 32  # acts of a first decision are masks of discards, then this
SECOND_FOLD: Final = 6  # acts of a second decision: the card drawn for, standing, folding
STAND: Final = 5
ACTS: Final = ("hold", "fold")
LISTED: Final = 200  # mistakes told one by one
EXACT: Final = (
    "both decisions, over every deal: the first list followed by optimal second decisions,"
    " then both lists together"
)


class Plan(msgspec.Struct, frozen=True, eq=False):
    """Both decisions by class of hands."""

    solution: DrawSolution
    first: Any  # [class] → mask of discards, or FOLD
    second: Any  # [class] → 0–4, STAND or SECOND_FOLD
    values: Any  # [class, second act] → result of the game's second part
    met: Any  # [class]: how often the second decision is come to
    unit: int  # of `values` and `met`: all rounds


@cache
def _solved(book: PricedGame, letter: str) -> DrawSolution:
    return draw.solve(rulebook_pays(letter, book.game.key))


@cache
def _holdings(solution: DrawSolution, least: int) -> Holdings:
    return holdings(solution.deck, least)


def solution_of(book: PricedGame, letters: Letters) -> DrawSolution:
    return _solved(book, letters[book.lettered("base")])


# ── the two decisions as losses by class ──────────────────────────────────────────────────────────


def first_losses(solution: DrawSolution) -> Any:
    """[class, act] → what it gives away, of orbit × denominator."""
    values = np.concatenate(
        [solution.values, np.full((len(solution.values), 1), solution.fold_value)], axis=1
    )
    legal = [m for m in range(32) if m.bit_count() <= MOST_DISCARDS] + [FOLD]
    best = values[:, legal].max(axis=1)
    out = np.zeros_like(values)
    out[:, legal] = (best[:, None] - values[:, legal]) * solution.deck.tables.orbit[:, None]
    return out


def second_worth(solution: DrawSolution, first: Any) -> tuple[Any, Any, int]:
    """[class, second act] → result, [class] → how often it is come to, and all rounds."""
    from pitboss.odds.draw import second_draw as kernels
    from pitboss.odds.draw.counts import count_keepers
    from pitboss.odds.draw.kernels import merge_parts

    deck, pays = solution.deck, solution.pays
    t, n = deck.tables, deck.unseen
    chosen = np.where(first == FOLD, -1, first)
    units = np.array(pays.categories, np.int64)
    out = np.zeros((len(t.hands), kernels.ACTS), np.int64)
    met = np.zeros(len(t.hands), np.int64)
    with ThreadPoolExecutor(draw.THREADS) as pool:
        for m in range(MOST_DISCARDS + 1):
            begin = draw._BEGIN[HAND - m]
            rows = np.zeros((1, *draw._shape(deck, HAND - m)), np.int64)
            if m:
                count_keepers(t, chosen, m, begin, rows[0])
                draw._sweep(pool, merge_parts, t, *deck.keepers[HAND - m], m, 1, rows)
            draw._sweep(
                pool, kernels.second_values, t, units, pays.second_fold, chosen, m, begin,
                draw._weight(n, m), rows[0], met, out,
            )  # fmt: skip
    symmetries = len(t.perms)
    assert not (out % symmetries).any() and not (met % symmetries).any()
    return out // symmetries, met // symmetries, int(t.orbit.sum()) * solution.denominator


# ── lists ─────────────────────────────────────────────────────────────────────────────────────────


def _acts_of(h: Holdings, places: Any, fold: int) -> Any:
    """[class] → act that keeps these cards."""
    kept = np.array(h.kept, np.int64)
    if fold == FOLD:
        return 31 ^ kept[places]
    thrown = 31 ^ kept
    at = [STAND if mask == 0 else mask.bit_length() - 1 for mask in thrown.tolist()]
    return np.array(at, np.int64)[places]


def acts_by_rules(
    h: Holdings, rules: Sequence[Rule], fold: int, name: str = "policy"
) -> tuple[Any, Any]:
    """[class] → act, and → the place of the rule that asks for it."""
    acts = np.full(h.classes, -1, np.int64)
    places = np.full(h.classes, -1, np.int64)
    for place, rule in enumerate(rules):
        where = f"{name}:{rule.line}" if rule.line else None
        last = rule.when == OTHERWISE
        if rule.act not in ACTS or (last and rule.act == "hold"):
            raise BadPolicy(
                f"{rule.act!r} is no act of this rule",
                where=where,
                what_to_do="write fold" if last else "write hold or fold",
            )
        try:
            kept = np.zeros(h.classes, np.int64) if last else kept_by(h, rule.when)
        except BadRule as error:
            raise BadPolicy(error.what, where=where, what_to_do=error.what_to_do) from None
        fits = (kept >= 0) & (acts < 0)
        acts[fits] = fold if rule.act == "fold" else _acts_of(h, kept[fits], fold)
        places[fits] = place
    return acts, places


def _search(
    h: Holdings, losses: Any, fold: int, least: int, most: int, unit: int
) -> tuple[tuple[Rule, ...], tuple[tuple[int, str], ...]]:
    from pitboss.odds.rule_lists.search import Search, gather
    from pitboss.odds.rule_lists.stud import burden

    here = np.flatnonzero(losses.any(axis=1))
    texts, masks, lost = [OTHERWISE], [np.ones(len(here), bool)], [losses[here, fold]]
    seen = set()
    for text in descriptions(least):
        kept = kept_by(h, text)[here]
        fits, key = kept >= 0, kept.tobytes()
        if fits.any() and key not in seen:
            seen.add(key)
            texts.append(text)
            masks.append(fits)
            lost.append(np.where(fits, losses[here, _acts_of(h, kept, fold)], 0))
    rules = list(enumerate(lost))
    search = Search(gather(np.array(masks), rules, [burden(text, unit) for text in texts]))
    lists = search.grow(most)
    tried = tuple((len(each), str(Fraction(search.loss(each), unit))) for each in lists)
    said = [Rule(texts[r], "fold" if texts[r] == OTHERWISE else "hold") for r in lists[-1]]
    return tuple(said), tried


def decisions_of_draw(book: PricedGame) -> tuple[str, str]:
    first, second = (step.spot for step in book.game.play if isinstance(step, Decide))
    return first, second


def find_lists(book: PricedGame, letters: dict[str, str], most: int) -> Human:
    solution = solution_of(book, letters)
    unit = int(solution.deck.tables.orbit.sum()) * solution.denominator
    h = _holdings(solution, HAND - MOST_DISCARDS)
    losses = first_losses(solution)
    rules, tried = _search(h, losses, FOLD, HAND - MOST_DISCARDS, most, unit)
    first = acts_by_rules(h, rules, FOLD)[0]
    worth, _, _ = second_worth(solution, first)
    h4 = _holdings(solution, HAND - 1)
    lost = worth.max(axis=1)[:, None] - worth
    rules2, tried2 = _search(h4, lost, SECOND_FOLD, HAND - 1, most, unit)
    one, two = decisions_of_draw(book)
    return price(
        book, letters, (RuleList(one, rules), RuleList(two, rules2)), {one: tried, two: tried2}
    )


def plan(
    book: PricedGame, letters: Letters, lists: Sequence[RuleList], name: str = "policy"
) -> Plan:
    from pitboss.odds.rule_lists.stud import lists_by_decision

    solution = solution_of(book, letters)
    by_key = lists_by_decision(lists, decisions_of_draw(book), name)
    one, two = (by_key[key].rules for key in decisions_of_draw(book))
    first = acts_by_rules(_holdings(solution, HAND - MOST_DISCARDS), one, FOLD, name)[0]
    second = acts_by_rules(_holdings(solution, HAND - 1), two, SECOND_FOLD, name)[0]
    return Plan(solution, first, second, *second_worth(solution, first))


def price(
    book: PricedGame,
    letters: Letters,
    lists: Sequence[RuleList],
    lengths: dict[str, tuple[tuple[int, str], ...]] | None = None,
    name: str = "policy",
) -> Human:
    """What lists give away, exactly."""
    p = plan(book, letters, lists, name)
    solution, t = p.solution, p.solution.deck.tables
    losses = first_losses(solution)
    every = np.arange(len(p.first))
    first_cost = Fraction(int(losses[every, p.first].sum()), p.unit)
    folded = int(t.orbit[p.first == FOLD].sum()) * solution.fold_value
    ends = Fraction(int(p.values[every, p.second].sum()) + folded, p.unit)
    blind = Fraction(int(p.values.max(axis=1).sum()) + folded, p.unit)
    second_cost = solution.expectation - first_cost - ends
    unminded = solution.expectation - first_cost - blind
    by_key = {each.decision: each for each in lists}
    one, two = decisions_of_draw(book)
    if lengths:
        tried = tuple((rules, str(Fraction(cost) + unminded)) for rules, cost in lengths[two])
        lengths = {**lengths, two: tried}
    h, h4 = _holdings(solution, HAND - MOST_DISCARDS), _holdings(solution, HAND - 1)
    rounds = t.orbit * solution.denominator
    best = np.where((c := solution.chosen()) < 0, FOLD, c)
    lost2 = p.values.max(axis=1) - p.values[every, p.second]
    priced = (
        _priced(
            book, one, by_key[one].rules, h, FOLD, rounds, first_cost,
            int((losses[every, p.first] > 0).sum()),
            _mistakes(p, losses[every, p.first], p.first, best, rounds, FOLD), lengths,
        ),
        _priced(
            book, two, by_key[two].rules, h4, SECOND_FOLD, p.met, second_cost,
            int((lost2 > 0).sum()),
            _mistakes(p, lost2, p.second, p.values.argmax(axis=1), p.met, SECOND_FOLD), lengths,
        ),
    )  # fmt: skip
    return Human(
        book.game.key,
        dict(letters),
        book.base_wagers()[0],
        str(-solution.expectation),
        str(first_cost + second_cost),
        EXACT,
        priced,
        (
            "runs: how many different straights the cards fit, jokers filling the gaps",
            "hold: keep just these cards, of several such holdings the one with most runs, then the"
            " highest; a joker counts as an ace among cards of one rank",
            f"not minding the own discards costs {unminded} of the cost of {two}",
        ),
    )


def _priced(
    book: PricedGame, key: str, rules: tuple[Rule, ...], h: Holdings, fold: int, met: Any,
    cost: Fraction, wrong: int, mistakes: tuple[Mistake, ...],
    lengths: dict[str, tuple[tuple[int, str], ...]] | None,
) -> Priced:  # fmt: skip
    _, places = acts_by_rules(h, rules, fold)
    total = int(met.sum())
    shares = [Fraction(int(met[places == place].sum()), total) for place in range(len(rules))]
    return Priced(
        key,
        book.game.spot(key).name,
        rules,
        tuple(map(str, shares)),
        str(cost),
        wrong,
        mistakes,
        (lengths or {}).get(key, ((len(rules), str(cost)),)),
    )


def _mistakes(p: Plan, lost: Any, acts: Any, best: Any, met: Any, fold: int) -> tuple[Mistake, ...]:
    deck = p.solution.deck
    staked = p.solution.pays.staked[0 if fold == FOLD else 1]
    found = []
    for at in np.argsort(-lost, kind="stable")[:LISTED].tolist():
        if lost[at] <= 0:
            break
        hand = deck.tables.hands[at]
        cards = [deck.cards[c] for c in hand]

        def said(act: int, cards: list[Any] = cards) -> str:
            if act == fold:
                return "fold"
            thrown = act if fold == FOLD else 0 if act == STAND else 1 << act
            kept = [card for i, card in enumerate(cards) if not thrown >> i & 1]
            return f"hold {card_names(sorted(kept, reverse=True))}"

        found.append(
            Mistake(
                card_names(sorted(cards, reverse=True)),
                staked,
                said(int(acts[at])),
                said(int(best[at])),
                str(Fraction(int(met[at]), p.unit)),
                str(Fraction(int(lost[at]), p.unit)),
            )
        )
    return tuple(found)
