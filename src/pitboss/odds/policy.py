"""Policies for whoever deals rounds: optimal, the short lists, or a file, as tables by class.

A stud policy is a solution with its own acts put in place of the optimal ones, so `lanes`, `joint`
and `stud` take it as they take any solution. A draw policy is the first act of every class of
hands, and of every class the second act where a list is followed.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.odds.game import PricedGame
from pitboss.odds.rule_lists.stud import human, price, stud_acts
from pitboss.odds.rule_lists.text import BadPolicy, Human, RuleList, read
from pitboss.odds.strategy.situations import Acts, Decision, Letters, letters_of, solved
from pitboss.odds.stud.solve import Solution

NAMED: Final = ("optimal", "human")
LARGEST: Final = 1_000_000  # bytes of a policy file


class StudPolicy(msgspec.Struct, frozen=True, eq=False):
    name: str
    solution: Solution  # its `policy` is what is played
    cost: Fraction  # against optimal play, in units of the base wager


class DrawPolicy(msgspec.Struct, frozen=True, eq=False):
    name: str
    solution: Any  # draw.DrawSolution
    chosen: Any  # [class] → mask of discards over the class's hand, draw.FOLD to fold
    second: Any  # [class] → 0–4 draw for that card, 5 stand, 6 fold; None: what is best
    cost: Fraction

    def first_table(self) -> Any:
        """[number of five cards] → mask of discards over them, ascending, or FOLDED."""
        from pitboss.odds.simulation.draw_kernels import first_acts

        tables = self.solution.deck.tables
        return first_acts(tables.hands, tables.perms, self.chosen, tables.binom)

    def second_table(self) -> Any:
        """[number of five cards] → 0–4, 5 or 6, for a list; None where the best is worked out."""
        if self.second is None:
            return None
        from pitboss.odds.draw.second_draw import spread_acts

        tables = self.solution.deck.tables
        return spread_acts(tables.hands, tables.perms, self.second, tables.binom)


def policy(
    book: PricedGame,
    name: str = "optimal",
    letters: Letters | None = None,
    *,
    play_ties: bool = True,
) -> StudPolicy | DrawPolicy:
    """`optimal`, `human`, or the name of a file with rule lists."""
    chosen = letters_of(book, letters)
    if name not in NAMED:
        return from_lists(book, chosen, read_file(book, name), name)
    if name == "human":
        found = human(book, chosen)
        lists = [RuleList(each.decision, each.rules) for each in found.lists]
        return from_lists(book, chosen, lists, name, found)
    if book.draws:
        from pitboss.odds.rule_lists.draw import solution_of

        solution = solution_of(book, chosen)
        acts = solution.chosen("play" if play_ties else "fold")
        return DrawPolicy(name, solution, acts, None, Fraction())
    return StudPolicy(name, solved(book, chosen, play_ties=play_ties), Fraction())


def read_file(book: PricedGame, name: str) -> tuple[RuleList, ...]:
    """The lists of a file; every fault names its line."""
    path = Path(name)
    try:
        if path.stat().st_size > LARGEST:
            raise BadPolicy("the file is too large for rule lists", where=name)
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadPolicy(
            f"{name} cannot be read: {error.strerror}",
            what_to_do=f"name a file, or one of {', '.join(NAMED)}",
        ) from None
    except UnicodeDecodeError:
        raise BadPolicy("the file is not text", where=name) from None
    game, lists = read(text, name)
    if game != book.game.key:
        raise BadPolicy(f"its rules are for {game}, not for {book.game.key}", where=name)
    return lists


def from_lists(
    book: PricedGame,
    letters: Letters,
    lists: Sequence[RuleList],
    name: str,
    priced: Human | None = None,
) -> StudPolicy | DrawPolicy:
    if book.draws:
        from pitboss.odds.rule_lists import draw as draw_human

        plan = draw_human.plan(book, letters, lists, name)
        cost = Fraction((priced or draw_human.price(book, letters, lists, name=name)).cost)
        first = np.where(plan.first == draw_human.FOLD, -1, plan.first)
        return DrawPolicy(name, plan.solution, first, plan.second, cost)
    solution, decisions, acts = stud_acts(book, letters, lists, name)
    cost = Fraction((priced or price(book, letters, lists, name=name)).cost)
    return StudPolicy(name, with_acts(solution, decisions, acts), cost)


def with_acts(solution: Solution, decisions: tuple[Decision, ...], acts: Acts) -> Solution:
    """The solution with these acts in place of the best ones."""
    replaced: Mapping[int, Any] = {
        known: np.zeros_like(table) for known, table in solution.policy.items()
    }
    for decision in decisions:
        table = replaced[decision.stage.known]
        for c, course in enumerate(decision.courses):
            for prefix in course.prefixes:
                chosen = np.asarray(acts[decision.stage.key][c]).astype(table.dtype)
                table[decision.flags, decision.multisets] |= chosen << (2 * prefix)
    return msgspec.structs.replace(solution, policy=dict(replaced))
