"""Rule lists as text, which a search or a person writes and a simulation follows.

    game mississippi-stud
    decision third-street
      pair of 2s or better: bet 3
      2 points: bet 1
      otherwise: fold

The first rule of a decision that fits applies; the last is `otherwise`. Everything after a # is a
remark. Each decision of the game has its list, in any order.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.errors import PitbossError

OTHERWISE: Final = "otherwise"
MAX_LENGTH: Final = 10_000  # characters of a line


class BadPolicy(PitbossError):
    """A policy file that cannot be followed; the line is named."""


class BadRule(PitbossError):
    """A rule with a word or an act that this decision does not have."""


class Rule(msgspec.Struct, frozen=True):
    when: str
    act: str
    line: int = 0  # of the file it came from

    def __str__(self) -> str:
        return f"{self.when}: {self.act}"


class RuleList(msgspec.Struct, frozen=True):
    decision: str
    rules: tuple[Rule, ...]


class MisplayedClass(msgspec.Struct, frozen=True):
    """A class of hands that a list does not play in the best way."""

    cards: str  # one hand of the class
    staked: int  # units on the layout
    does: str
    best: str
    chance: str  # that a round reaches it, as a fraction
    cost: str  # in units of the base wager a round, as a fraction


class PricedList(msgspec.Struct, frozen=True):
    """A list with its cost; fractions are text, so that they stay exact in JSON."""

    decision: str
    name: str
    rules: tuple[Rule, ...]
    shares: tuple[str, ...]  # of the rounds that reach this decision, by rule
    cost: str
    wrong: int  # classes of hands that it misplays
    mistakes: tuple[MisplayedClass, ...]  # the most expensive of them, the worst first
    lengths: tuple[tuple[int, str], ...]  # (rules, cost) of every list the search kept


class PocketCard(msgspec.Struct, frozen=True):
    """The rule lists of a game, and their cost together against optimal play."""

    game: str
    letters: dict[str, str]
    unit: str
    optimal: str  # house edge per unit, as a fraction
    cost: str  # the loss that the lists add to it
    exact: str  # the assumptions behind the cost
    lists: tuple[PricedList, ...]
    legend: tuple[str, ...]

    @property
    def edge(self) -> Fraction:
        return Fraction(self.optimal) + Fraction(self.cost)


def write(game: str, lists: Sequence[RuleList | PricedList], remarks: Sequence[str] = ()) -> str:
    """The text form, which `read` understands."""
    lines = [*(f"# {remark}" for remark in remarks), f"game {game}"]
    for each in lists:
        lines += ["", f"decision {each.decision}"]
        lines += [f"  {rule}" for rule in each.rules]
    return "\n".join(lines) + "\n"


_HEAD: Final = re.compile(r"(game|decision)\s+(\S+)", re.IGNORECASE)


def read(text: str, name: str = "policy") -> tuple[str, tuple[RuleList, ...]]:
    """Parses the game and its lists; every fault names its line."""
    game = ""
    lists: dict[str, list[Rule]] = {}
    current: list[Rule] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line, where = raw.partition("#")[0].strip(), f"{name}:{number}"
        if not line:
            continue
        if len(line) > MAX_LENGTH:
            raise BadPolicy("the line is too long for a rule", where=where)
        if head := _HEAD.fullmatch(line):
            word, key = head[1].lower(), head[2].lower().replace("_", "-")
            if word == "game":
                if game:
                    raise BadPolicy("the game is named twice", where=where)
                game = key
            elif key in lists:
                raise BadPolicy(f"there are two lists for {key}", where=where)
            else:
                current = lists[key] = []
            continue
        when, colon, act = line.rpartition(":")
        if not colon or not when.strip() or not act.strip():
            raise BadPolicy(
                f"{line!r} is not a rule", where=where, what_to_do="write `description: act`"
            )
        if current is None:
            raise BadPolicy("a rule before the first decision", where=where)
        if current and current[-1].when == OTHERWISE:
            raise BadPolicy("no rule can follow `otherwise`", where=where)
        current.append(Rule(" ".join(when.lower().split()), " ".join(act.lower().split()), number))
    if not game:
        raise BadPolicy("no line says which game", where=name, what_to_do="begin with `game KEY`")
    for decision, rules in lists.items():
        if not rules or rules[-1].when != OTHERWISE:
            line_of = rules[-1].line if rules else 1
            raise BadPolicy(
                f"the list for {decision} does not end with `otherwise`", where=f"{name}:{line_of}"
            )
    return game, tuple(RuleList(decision, tuple(rules)) for decision, rules in lists.items())
