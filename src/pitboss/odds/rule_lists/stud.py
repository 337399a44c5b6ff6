"""Rule lists for the stud games: found by search, and priced exactly, whoever wrote them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import card_names
from pitboss.odds.cache import remember
from pitboss.odds.game import PricedGame
from pitboss.odds.rule_lists.stud_words import (
    ANY,
    BadRule,
    Ground,
    distinct_conditions,
    ground_of,
    legend,
)
from pitboss.odds.rule_lists.stud_words import holds as holds_in
from pitboss.odds.rule_lists.text import (
    OTHERWISE,
    BadPolicy,
    Human,
    Mistake,
    Priced,
    Rule,
    RuleList,
)
from pitboss.odds.strategy.situations import (
    Acts,
    Decision,
    Letters,
    best_acts,
    decisions_of,
    example,
    letters_of,
    reached,
    solved,
    tables_of,
    to_come,
    values,
)
from pitboss.odds.stud.shape import Ints
from pitboss.odds.stud.solve import Solution

MOST_RULES: Final = 10
DRAW_RULES: Final = 16  # what to hold of five cards takes more saying
SEARCH: Final = 2  # version of the vocabulary and the search: a change makes other lists
# What a rule must save to be worth remembering: two ten-thousandths of a percent of the base wager,
RULE: Final = 500_000
LETTER: Final = 100_000_000  # and each letter of it a millionth of a percent: short words win
STUD_EXACT: Final = "all decisions together, over every deal"


def human(book: PricedGame, letters: Letters | None = None, rules: int | None = None) -> Human:
    """The best lists found of at most so many rules each, the last one included.

    The search takes seconds to minutes, so the lists of the rulebook's own tables come with the
    package, and others are stored once they are found. What they cost is computed anew by a test.
    """
    chosen = letters_of(book, letters)
    rules = rules or (DRAW_RULES if book.draws else MOST_RULES)
    if found := shipped(book, chosen, rules):
        return found
    asked = (SEARCH, book.fingerprint, sorted(chosen.items()), rules)
    return remember(Human, asked, lambda: find(book, chosen, rules))


def find(book: PricedGame, letters: dict[str, str], rules: int) -> Human:
    """The search itself."""
    if book.draws:
        from pitboss.odds.rule_lists.draw import find_lists

        return find_lists(book, letters, rules)
    return _find(book, letters, rules)


class Shipped(msgspec.Struct, frozen=True):
    print: str  # of the rules the list was found for
    rules: int
    search: int
    found: Human


def shipped(book: PricedGame, letters: Letters, rules: int) -> Human | None:
    """The list that came with the package, if it was found for just these rules."""
    for each in _shipped():
        same = (each.print, each.rules, each.search) == (book.fingerprint, rules, SEARCH)
        if same and each.found.letters == dict(letters):
            return each.found
    return None


@cache
def _shipped() -> tuple[Shipped, ...]:
    data = files("pitboss.odds.rule_lists").joinpath("shipped.json")
    try:
        return msgspec.json.decode(data.read_bytes(), type=tuple[Shipped, ...])
    except FileNotFoundError:
        return ()


def _find(book: PricedGame, letters: dict[str, str], most: int) -> Human:
    solution = solved(book, letters)
    decisions = decisions_of(book.game, solution)
    lists: list[RuleList] = []
    lengths: dict[str, tuple[tuple[int, str], ...]] = {}
    acts: dict[str, Any] = {}
    for decision, counts in reached(decisions, acts):
        ground = ground_for(book, solution, decision, letters)
        rules, tried = _search(solution, decision, counts, ground, most)
        lists.append(RuleList(decision.stage.key, rules))
        lengths[decision.stage.key] = tried
        acts[decision.stage.key] = acts_by_rules(decision, ground, rules)[0]
    return price(book, letters, lists, lengths)


def ground_for(
    book: PricedGame, solution: Solution, decision: Decision, letters: Letters
) -> Ground:
    wager = solution.game.shape.wagers[decision.stage.line]
    return ground_of(decision, tables_of(book, letters)[wager])


def _search(
    solution: Solution, decision: Decision, counts: Ints, ground: Ground, most: int
) -> tuple[tuple[Rule, ...], tuple[tuple[int, str], ...]]:
    from pitboss.odds.rule_lists.search import Search, gather

    met = counts.reshape(-1)
    here = np.flatnonzero(met)  # situations that no round comes to are left out
    worth = values(solution, decision).reshape(-1, len(decision.acts))[here]
    losses = (worth.max(axis=1)[:, None] - worth) * met[here][:, None]
    texts, masks = distinct_conditions(ground, here)
    best = losses == losses.min(axis=1)[:, None]
    # An act that is best nowhere serves only as the last resort.
    rules = [
        (condition, act)
        for condition, mask in enumerate(masks)
        for act in range(len(decision.acts))
        if mask.all() or best[mask, act].any()
    ]
    unit = solution.deals * solution.money.unit
    search = Search(
        gather(
            masks,
            [(condition, losses[:, act]) for condition, act in rules],
            [burden(texts[condition], unit) for condition, _ in rules],
        )
    )
    lists = search.grow(most)
    tried = tuple((len(each), str(Fraction(search.loss(each), unit))) for each in lists)
    # The boldest acts first, then the most frequent hands.
    weight = {
        rule: (rules[rule][1], int(met[here][masks[rules[rule][0]]].sum())) for rule in lists[-1]
    }
    ordered = search.in_order(lists[-1], lambda rule: weight[rule])
    found = [Rule(texts[rules[r][0]], decision.acts[rules[r][1]]) for r in ordered]
    return (*found[:-1], Rule(OTHERWISE, found[-1].act)), tried


def burden(text: str, unit: int) -> int:
    # A range of pairs is harder to remember than one end of it.
    return unit // RULE + unit * (len(text) + 40 * (" to " in text[4:])) // LETTER


def acts_by_rules(
    decision: Decision, ground: Ground, rules: Sequence[Rule], name: str = "policy"
) -> tuple[Any, Any]:
    """[course, class] → act, and → the place of the rule that asks for it."""
    acts = np.full(ground.situations, -1, np.int64)
    places = np.full(ground.situations, -1, np.int64)
    for place, rule in enumerate(rules):
        where = f"{name}:{rule.line}" if rule.line else None
        if rule.act not in decision.acts:
            raise BadPolicy(
                f"{rule.act!r} is no act of {decision.stage.key}",
                where=where,
                what_to_do=f"choose one of {', '.join(decision.acts)}",
            )
        try:
            fits = holds_in(ground, ANY if rule.when == OTHERWISE else rule.when)
        except BadRule as error:
            raise BadPolicy(error.what, where=where, what_to_do=error.what_to_do) from None
        fits = fits & (acts < 0)
        acts[fits], places[fits] = decision.acts.index(rule.act), place
    shape = len(decision.courses), len(decision.flags)
    return acts.reshape(shape), places.reshape(shape)


def price(
    book: PricedGame,
    letters: Letters,
    lists: Sequence[RuleList],
    lengths: dict[str, tuple[tuple[int, str], ...]] | None = None,
    name: str = "policy",
) -> Human:
    """What lists give away, exactly, decision by decision and class by class."""
    solution = solved(book, letters)
    decisions = decisions_of(book.game, solution)
    by_key = lists_by_decision(lists, [d.stage.key for d in decisions], name)
    acts: dict[str, Any] = {}
    priced, words = [], []
    for decision, counts in reached(decisions, acts):
        key, rules = decision.stage.key, by_key[decision.stage.key].rules
        ground = ground_for(book, solution, decision, letters)
        acts[key], places = acts_by_rules(decision, ground, rules, name)
        mistakes = _mistakes(solution, decision, counts, acts[key])
        met = int(counts.sum())
        shares = [int(counts[places == place].sum()) for place in range(len(rules))]
        cost = sum((Fraction(m.cost) for m in mistakes), Fraction())
        priced.append(
            Priced(
                key,
                book.game.spot(key).name,
                rules,
                tuple(str(Fraction(share, met or 1)) for share in shares),
                str(cost),
                len(mistakes),
                mistakes,
                (lengths or {}).get(key, ((len(rules), str(cost)),)),
            )
        )
        words += legend([r.when for r in rules if r.when != OTHERWISE], ground)
    return Human(
        book.game.key,
        dict(letters),
        book.base_wagers()[0],
        str(-solution.expectation()),
        str(sum((Fraction(each.cost) for each in priced), Fraction())),
        STUD_EXACT,
        tuple(priced),
        tuple(dict.fromkeys(words)),
    )


def lists_by_decision(
    lists: Sequence[RuleList], decisions: Sequence[str], name: str = "policy"
) -> dict[str, RuleList]:
    found = {each.decision: each for each in lists}
    for decision in decisions:
        if decision not in found:
            raise BadPolicy(f"there is no list for {decision}", where=name)
    for decision, each in found.items():
        if decision not in decisions:
            line = min((rule.line for rule in each.rules), default=1)
            raise BadPolicy(
                f"{decision} is no decision of this game",
                where=f"{name}:{max(line - 1, 1)}",
                what_to_do=f"its decisions are {', '.join(decisions)}",
            )
    return found


def _mistakes(
    solution: Solution, decision: Decision, counts: Ints, acts: Any
) -> tuple[Mistake, ...]:
    worth = values(solution, decision)
    best = best_acts(worth)
    short = worth.max(axis=-1) - np.take_along_axis(worth, acts[..., None], axis=-1)[..., 0]
    lost = short * counts
    courses = [course.units for course in decision.courses]
    if not decision.stage.folds and (acts == acts[0]).all():
        # Nothing can be saved by giving up, so what is staked already makes no difference.
        lost, counts = lost.sum(axis=0)[None], counts.sum(axis=0)[None]
        courses = courses[:1]
    unit = solution.deals * solution.money.unit
    met = Fraction(to_come(solution, decision.stage.known), solution.deals)
    found = []
    for course, at in sorted(np.argwhere(lost > 0).tolist(), key=lambda p: -int(lost[p[0], p[1]])):
        found.append(
            Mistake(
                card_names(example(decision, at)),
                courses[course],
                decision.acts[int(acts[course, at])],
                decision.acts[int(best[course, at])],
                str(int(counts[course, at]) * met),
                str(Fraction(int(lost[course, at]), unit)),
            )
        )
    return tuple(found)


def stud_acts(
    book: PricedGame, letters: Letters, lists: Sequence[RuleList], name: str = "policy"
) -> tuple[Solution, tuple[Decision, ...], Acts]:
    """Lists as acts by class, with the solution they are held against."""
    solution = solved(book, letters)
    decisions = decisions_of(book.game, solution)
    by_key = lists_by_decision(lists, [d.stage.key for d in decisions], name)
    acts = {
        d.stage.key: acts_by_rules(
            d, ground_for(book, solution, d, letters), by_key[d.stage.key].rules, name
        )[0]
        for d in decisions
    }
    return solution, decisions, acts
