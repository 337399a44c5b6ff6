"""Pocket cards: searches for rule lists, reads those in the package, and prices them exactly."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.odds.arrays import Ints
from pitboss.odds.cache import remember
from pitboss.odds.game import Letters, PricedGame, letters_of
from pitboss.odds.rule_lists.text import (
    OTHERWISE,
    BadPolicy,
    PocketCard,
    PricedList,
    Rule,
    RuleList,
)
from pitboss.rulebook.model import Decide

if TYPE_CHECKING:
    from pitboss.odds.rule_lists.decision import ListDecision

MAX_RULES: Final = 10
MAX_DRAW_RULES: Final = 16  # because holdings of five cards take more rules
SEARCH_VERSION: Final = (
    2  # of the vocabulary and the search; raise it when a change finds other lists
)
# What a rule must save to be worth remembering: two ten-thousandths of a percent of the base wager,
RULE: Final = 500_000
LETTER: Final = 100_000_000  # and each letter of it a millionth of a percent: short words win

Lengths = tuple[tuple[int, str], ...]  # (rules, cost) of each list that a search kept


def pocket_card(
    game: PricedGame, letters: Letters | None = None, rules: int | None = None
) -> PocketCard:
    """The best lists of at most so many rules each, counting the last one.

    The search takes seconds to minutes, so the lists for the rulebook's own tables come with the
    package, and others are cached. A test computes the cost of the shipped ones again.
    """
    chosen = letters_of(game, letters)
    rules = rules or (MAX_DRAW_RULES if game.draws else MAX_RULES)
    if card := shipped(game, chosen, rules):
        return card
    key = (SEARCH_VERSION, game.fingerprint, sorted(chosen.items()), rules)
    return remember(PocketCard, key, lambda: find(game, chosen, rules), lambda: _check(game))


def _check(game: PricedGame) -> None:
    """Refuses a game that the exact solver does not cover, before a search is announced."""
    if not game.draws:
        from pitboss.odds.stud.shape import shape_of

        shape_of(game.game)


class ShippedCard(msgspec.Struct, frozen=True):
    fingerprint: str  # of the rules that the lists were searched for
    rules: int
    search: int
    card: PocketCard


def shipped(game: PricedGame, letters: Letters, rules: int) -> PocketCard | None:
    """The card that came with the package, if it was made for exactly these rules."""
    key = game.fingerprint, rules, SEARCH_VERSION
    for each in shipped_cards():
        if (each.fingerprint, each.rules, each.search) == key and each.card.letters == dict(
            letters
        ):
            return each.card
    return None


@cache
def shipped_cards() -> tuple[ShippedCard, ...]:
    data = files("pitboss.odds.rule_lists").joinpath("shipped.json")
    try:
        return msgspec.json.decode(data.read_bytes(), type=tuple[ShippedCard, ...])
    except FileNotFoundError:
        return ()


def decisions(
    game: PricedGame, letters: Letters, acts: dict[str, Ints]
) -> "Iterator[ListDecision]":
    """Each decision in turn. The caller adds its acts to `acts` before asking for the next one,
    which they may lead to.
    """
    if game.draws:
        from pitboss.odds.rule_lists.draw import draw_decisions

        return draw_decisions(game, letters, acts)
    from pitboss.odds.rule_lists.stud import stud_decisions

    return stud_decisions(game, letters, acts)


def listed_acts(game: PricedGame, letters: Letters, lists: Sequence[RuleList]) -> dict[str, Ints]:
    """The acts that lists ask for, by decision: [situation] → act."""
    by_key = _by_decision(game, lists)
    acts: dict[str, Ints] = {}
    for decision in decisions(game, letters, acts):
        acts[decision.key] = decision.follow(by_key[decision.key])[0]
    return acts


def price(
    game: PricedGame,
    letters: Letters,
    lists: Sequence[RuleList],
    lengths: dict[str, Lengths] | None = None,
) -> PocketCard:
    """Computes the exact cost of lists, by decision and by class of hands."""
    by_key = _by_decision(game, lists)
    acts: dict[str, Ints] = {}
    priced: list[PricedList] = []
    legend: list[str] = []
    for decision in decisions(game, letters, acts):
        key, rules = decision.key, by_key[decision.key]
        acts[key], places = decision.follow(rules)
        lost = int(decision.losses[range(decision.situations), acts[key]].sum())
        cost = str(decision.floor + Fraction(lost, decision.unit))
        wrong, classes = decision.misplayed(acts[key])
        priced.append(
            PricedList(
                key,
                game.game.spot(key).name,
                rules,
                _shares(decision.counts, places, len(rules)),
                cost,
                wrong,
                classes,
                (lengths or {}).get(key, ((len(rules), cost),)),
            )
        )
        legend += decision.legend(rules)
    return PocketCard(
        game.game.key,
        dict(letters),
        game.base_wagers()[0],
        str(-decision.expectation),
        str(sum((Fraction(each.cost) for each in priced), Fraction())),
        decision.basis,
        tuple(priced),
        tuple(dict.fromkeys(legend)),
    )


def _shares(counts: Ints, places: Ints, rules: int) -> tuple[str, ...]:
    total = int(counts.sum()) or 1
    by_rule = (int(counts[places == place].sum()) for place in range(rules))
    return tuple(str(Fraction(count, total)) for count in by_rule)


def _by_decision(game: PricedGame, lists: Sequence[RuleList]) -> dict[str, tuple[Rule, ...]]:
    keys = [step.spot for step in game.game.play if isinstance(step, Decide)]
    by_key = {each.decision: each.rules for each in lists}
    for key in keys:
        if key not in by_key:
            raise BadPolicy(f"there is no list for {key}", where="policy")
    for key, rules in by_key.items():
        if key not in keys:
            line = min((rule.line for rule in rules), default=1)
            raise BadPolicy(
                f"{key} is not a decision of this game",
                where=f"policy:{max(line - 1, 1)}",
                what_to_do=f"its decisions are {', '.join(keys)}",
            )
    return by_key


def find(game: PricedGame, letters: dict[str, str], max_rules: int) -> PocketCard:
    """Searches for the best lists."""
    lists: list[RuleList] = []
    lengths: dict[str, Lengths] = {}
    acts: dict[str, Ints] = {}
    for decision in decisions(game, letters, acts):
        rules, lengths[decision.key] = _search(decision, max_rules)
        lists.append(RuleList(decision.key, rules))
        acts[decision.key] = decision.follow(rules)[0]
    return price(game, letters, lists, lengths)


def _search(decision: "ListDecision", max_rules: int) -> tuple[tuple[Rule, ...], Lengths]:
    from pitboss.odds.rule_lists.search import Search, gather

    choices, unit = decision.choices(), decision.unit
    burdens = [_burden(rule.when, unit) for rule in choices.rules]
    search = Search(gather(choices.masks, choices.losses, burdens))
    lists = search.grow(max_rules)
    best = search.in_order(lists[-1], choices.rank) if choices.rank else lists[-1]
    *rules, last = (choices.rules[rule] for rule in best)
    return (*rules, Rule(OTHERWISE, last.act)), tuple(
        (len(each), str(decision.floor + Fraction(search.loss(each), unit))) for each in lists
    )


def _burden(text: str, unit: int) -> int:
    # A range of pairs is harder to remember than one end of it.
    return unit // RULE + unit * (len(text) + 40 * (" to " in text[4:])) // LETTER
