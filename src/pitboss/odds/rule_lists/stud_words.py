"""The words of a rule list: descriptions of the known cards, as text and as a test of every class.

Every word has one spelling, so a list reads back the same whether the search or a person wrote it.
A rank is high, middle or low at a table if a pair of it wins, pushes or loses.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import ACE, RANK_NAMES, RANKS, Card
from pitboss.odds.arrays import Bools, Integers, Ints
from pitboss.odds.rule_lists.text import BadRule
from pitboss.odds.strategy.situations import StudDecision
from pitboss.rankings import RANKINGS, Ranking, evaluate
from pitboss.rulebook.paytable import Paytable, To

LOW, MIDDLE, HIGH = range(3)
ANY: Final = "any hand"


class SituationTable(msgspec.Struct, frozen=True, eq=False):
    """The situations of one decision, as the words describe them: arrays by situation."""

    depth: int
    line: int  # cards of the hand that is bet on
    tiers: tuple[int, ...]  # by rank: LOW, MIDDLE or HIGH
    ranks: Integers  # [situation, card], ascending
    suited: Bools
    runs: Ints  # straights of `line` cards that hold all the ranks
    staked: Ints  # units on the layout
    cuts: tuple[int, ...]  # numbers of units worth testing for

    @property
    def situations(self) -> int:
        return len(self.suited)

    def count(self, *tiers: int) -> Ints:
        """Cards whose rank is in one of these tiers."""
        counts: Ints = np.isin(np.array(self.tiers)[self.ranks], tiers).sum(axis=1)
        return counts

    @property
    def points(self) -> Ints:
        return self.count(MIDDLE) + 2 * self.count(HIGH)

    def of_a_kind(self) -> tuple[Ints, Ints, Ints]:
        """The largest group, its rank, and the number of pairs or larger groups."""
        counts = np.zeros((self.situations, 13), np.int64)
        for column in self.ranks.T:
            counts[np.arange(self.situations), column] += 1
        largest: Ints = counts.max(axis=1)
        rank = 12 - (counts[:, ::-1] == largest[:, None]).argmax(axis=1)
        return largest, rank, (counts >= 2).sum(axis=1)


def tiers_of(paytable: Paytable) -> tuple[int, ...]:
    """The tier of each rank, by what a pair of it pays."""
    ranking = RANKINGS[paytable.ranking]
    others = (0, 5, 14, 19, 28)  # no pair, run or suit among any of them and a pair
    tiers = []
    for rank in range(13):
        spare = [Card(c) for c in others if c >> 2 != rank][: ranking.cards - 2]
        row = paytable.row_for(evaluate(ranking, (Card(4 * rank), Card(4 * rank + 1), *spare)))
        tiers.append(LOW if row is None else HIGH if isinstance(row.pays, To) else MIDDLE)
    return tuple(tiers)


@cache
def windows(line: int, ace_low: bool) -> tuple[frozenset[int], ...]:
    """The ranks of every straight of `line` cards."""
    runs = [frozenset(range(top - line + 1, top + 1)) for top in range(line - 1, ACE + 1)]
    return (frozenset({ACE, *range(line - 1)}), *runs) if ace_low else tuple(runs)


def situation_table(decision: StudDecision, paytable: Paytable) -> SituationTable:
    """The situations of a decision, course by course."""
    ranking, courses = RANKINGS[paytable.ranking], decision.courses
    fits = _runs(decision.ranks, ranking)
    staked = np.repeat([course.units for course in courses], len(decision.flags))
    return SituationTable(
        decision.stage.depth,
        decision.stage.line,
        tiers_of(paytable),
        np.tile(np.sort(decision.ranks, axis=1), (len(courses), 1)),
        np.tile(decision.flags == 1, len(courses)),
        np.tile(fits, len(courses)),
        staked,
        tuple(sorted(set(staked.tolist())))[1:] if decision.stage.folds else (),
    )


def _runs(ranks: Integers, ranking: Ranking) -> Ints:
    masks = (1 << ranks).sum(axis=1)
    whole = [len(set(row)) == len(row) for row in ranks.tolist()]
    count = np.zeros(len(ranks), np.int64)
    for run in windows(ranking.cards, ranking.ace_low):
        mask = sum(1 << rank for rank in run)
        count += (masks & mask) == masks
    return np.where(whole, count, 0)


def plural(rank: int) -> str:
    return f"{RANK_NAMES[rank]}s"


# ── words ─────────────────────────────────────────────────────────────────────────────────────────
# Each is a pattern of text, with R for a rank and N for a number, and its test of the situations.

Test = Callable[[SituationTable, tuple[int, ...]], Bools]


def _at_least_group(size: int, groups: int) -> Test:
    def test(table: SituationTable, _: tuple[int, ...]) -> Bools:
        largest, _rank, several = table.of_a_kind()
        return (largest >= size) | (several >= groups)

    return test


def _pair_or_better(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    largest, rank, several = table.of_a_kind()
    pair: Bools = (largest == 2) & (rank >= numbers[0])
    return (largest >= 3) | (several >= 2) | pair


def _pair_between(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    largest, rank, several = table.of_a_kind()
    pair: Bools = (largest == 2) & (several == 1)
    return pair & (rank >= numbers[0]) & (rank <= numbers[1])


def _all_known(table: SituationTable, number: int) -> None:
    if number != table.depth:
        raise BadRule(f"{table.depth} cards are known at this decision, not {number}")


def _flush(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    _all_known(table, numbers[0])
    return table.suited


def _straight(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    _all_known(table, numbers[0])
    return table.runs >= (numbers[1] if len(numbers) > 1 else 1)


def _straight_flush(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    return _straight(table, numbers) & table.suited


def _royal(table: SituationTable, numbers: tuple[int, ...]) -> Bools:
    _all_known(table, numbers[0])
    return (table.runs >= 1) & table.suited & (table.ranks[:, 0] > ACE - table.line)


WORDS: Final[tuple[tuple[str, Test], ...]] = (
    (ANY, lambda t, n: np.ones(t.situations, bool)),
    ("four of a kind", _at_least_group(4, 99)),
    ("three of a kind or better", _at_least_group(3, 99)),
    ("two pair or better", _at_least_group(3, 2)),
    ("any pair or better", lambda t, n: _pair_or_better(t, (0,))),
    ("pair of R or better", _pair_or_better),
    ("pair of R to R", _pair_between),
    ("pair of R", lambda t, n: _pair_between(t, (n[0], n[0]))),
    ("N to a royal flush", _royal),
    ("N to a straight flush in N runs", _straight_flush),
    ("N to a straight flush", _straight_flush),
    ("N to a straight in N runs", _straight),
    ("N to a straight", _straight),
    ("N to a flush", _flush),
    ("N high cards", lambda t, n: t.count(HIGH) >= n[0]),
    ("N high or middle cards", lambda t, n: t.count(HIGH, MIDDLE) >= n[0]),
    ("N middle cards", lambda t, n: t.count(MIDDLE) >= n[0]),
    ("N points", lambda t, n: t.points >= n[0]),
    ("top card R", lambda t, n: t.ranks[:, -1] >= n[0]),
    ("no card below R", lambda t, n: t.ranks[:, 0] >= n[0]),
    ("N staked", lambda t, n: t.staked >= n[0]),
)
# An explanation, its tier, and the parts of words that need it.
LEGEND: Final = (
    ("high cards: a pair of them wins", HIGH, ("high", "points")),
    ("middle cards: a pair of them pushes", MIDDLE, ("middle", "points")),
    ("points: 2 for a high card, 1 for a middle card", None, ("points",)),
    (
        "runs: how many different straights the cards fit (6-7-8 fits 3, 6-7-9 2, 6-7-10 1)",
        *(None, ("runs",)),
    ),
    (
        "staked: units on the layout before this decision, the first bet included",
        *(None, ("staked",)),
    ),
)


def _pattern(word: str) -> re.Pattern[str]:
    parts = re.split(r"\b([RN])\b", word)
    ranks = "|".join([*(plural(r) for r in range(13)), *RANK_NAMES, *RANKS])
    groups = {"N": r"(\d{1,2})", "R": f"({ranks})"}
    text = "".join(groups.get(part, re.escape(part).replace(r"\ ", r"\s+")) for part in parts)
    # One point, one card, one run.
    return re.compile(re.sub(r"(point|card|run)s\b", r"\1s?", text), re.IGNORECASE)


PATTERNS: Final = tuple((_pattern(word), word, test) for word, test in WORDS)
RANK_NAMED: Final = {
    spelled.lower(): rank
    for rank in range(13)
    for spelled in (plural(rank), RANK_NAMES[rank], RANKS[rank])
}


def read_word(text: str) -> tuple[str, tuple[int, ...], Test]:
    """A word of the vocabulary with its numbers."""
    for pattern, word, test in PATTERNS:
        if match := pattern.fullmatch(text.strip()):
            numbers = tuple(
                RANK_NAMED[group.lower()] if kind == "R" else int(group)
                for kind, group in zip(re.findall(r"\b[RN]\b", word), match.groups(), strict=True)
            )
            return word, numbers, test
    raise BadRule(
        f"{text.strip()!r} is not a description of a hand",
        what_to_do="docs/strategy.md lists the words, such as 'pair of 6s or better'",
    )


def matches(table: SituationTable, text: str) -> Bools:
    """The situations in which a condition holds: all of its words, separated by commas."""
    mask = np.ones(table.situations, bool)
    for part in text.split(","):
        _, numbers, test = read_word(part)
        mask &= test(table, numbers)
    return mask


# ── every condition worth trying ──────────────────────────────────────────────────────────────────


def conditions(table: SituationTable) -> Iterator[tuple[str, ...]]:
    """Conditions a person can apply: a shape of the hand, up to two qualities, the stake."""
    k = table.depth
    runs = range(2, table.line - k + 2)
    pairs = [("two pair or better",), ("three of a kind or better",), ("four of a kind",)]
    pairs.append(("any pair or better",))
    for r in range(13):
        pairs.append((f"pair of {plural(r)} or better",))
        pairs += [(f"pair of {plural(r)} to {plural(s)}",) for s in range(r + 1, 13)]
    shapes: list[tuple[str, ...]] = [
        (),
        (f"{k} to a flush",),
        (f"{k} to a straight",),
        (f"{k} to a straight flush",),
        (f"{k} to a royal flush",),
    ]
    for n in runs:
        shapes += [(f"{k} to a straight in {n} runs",), (f"{k} to a straight flush in {n} runs",)]
    counts: list[tuple[str, ...]] = [(f"{n} high {_cards(n)}",) for n in range(1, k + 1)]
    if MIDDLE in table.tiers:
        counts += [(f"{n} high or middle {_cards(n)}",) for n in range(1, k + 1)]
        counts += [(f"{n} point" + "s" * (n > 1),) for n in range(1, 2 * k + 1)]
        counts += [(f"{n} middle {_cards(n)}",) for n in range(1, k + 1)]
    lowest: list[tuple[str, ...]] = [(f"no card below {RANK_NAMES[r]}",) for r in range(1, 12)]
    highest: list[tuple[str, ...]] = [(f"top card {RANK_NAMES[r]}",) for r in range(4, 13)]
    qualities = [(), *counts, *lowest, *highest]
    qualities += [a + b for a, b in product(counts, (*lowest, *highest))]
    stakes: list[tuple[str, ...]] = [(), *((f"{n} staked",) for n in table.cuts)]
    yield (ANY,)
    for pair, stake in product(pairs, stakes):
        yield (*pair, *stake)
    for shape, quality, stake in product(shapes, qualities, stakes):
        if words := shape + quality + stake:
            yield words


def _cards(n: int) -> str:
    return "card" if n == 1 else "cards"


def distinct_conditions(table: SituationTable, here: Ints) -> tuple[list[str], Bools]:
    """The shortest text for each distinct set of the situations `here`, and [condition, here]."""
    tests: dict[str, Bools] = {}
    distinct: set[bytes] = set()
    texts: list[str] = []
    masks = []
    for words in sorted(conditions(table), key=_simplicity):
        mask = np.ones(len(here), bool)
        for word in words:
            if word not in tests:
                tests[word] = matches(table, word)[here]
            mask &= tests[word]
        key = np.packbits(mask).tobytes()
        if mask.any() and key not in distinct:
            distinct.add(key)
            texts.append(", ".join(words))
            masks.append(mask)
    return texts, np.array(masks)


def _simplicity(words: Sequence[str]) -> tuple[int, bool, int]:
    """A sort key: few words first, then "or better" before a range, then the shortest."""
    return len(words), words != (ANY,) and " to " in words[0][4:], sum(map(len, words))


def legend(texts: Sequence[str], table: SituationTable) -> list[str]:
    """Explanations of the words in these rules, for this table."""
    used = {read_word(part)[0] for text in texts for part in text.split(",")}
    lines = []
    for meaning, tier, tags in LEGEND:
        if any(tag in each for each in used for tag in tags):
            ranks = [r for r in range(13) if table.tiers[r] == tier]
            span = f" ({RANK_NAMES[ranks[0]]} to {RANK_NAMES[ranks[-1]]})" if ranks else ""
            lines.append(meaning + span)
    return lines
