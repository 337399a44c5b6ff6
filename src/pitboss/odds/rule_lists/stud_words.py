"""Words for a rule list: what can be said about known cards, as text and as a test of every class.

Every word has one spelling, so a list that was found can be read back, and one that a person wrote
is understood the same. Ranks are told apart by what a pair of them pays at this table: high when it
wins, middle when it pushes, low when it loses.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import ACE, RANK_NAMES, RANKS, Card
from pitboss.errors import PitbossError
from pitboss.odds.strategy.situations import Decision
from pitboss.rankings import RANKINGS, Ranking, evaluate
from pitboss.rulebook.paytable import Paytable, To

LOW, MIDDLE, HIGH = range(3)
ANY: Final = "any hand"


class BadRule(PitbossError):
    """A rule that says something this decision has no word for."""


class Ground(msgspec.Struct, frozen=True, eq=False):
    """What can be asked of the situations of one decision: arrays by situation."""

    known: int
    line: int  # cards of the hand that is bet on
    tiers: tuple[int, ...]  # by rank: LOW, MIDDLE or HIGH
    ranks: Any  # [situation, known], ascending
    suited: Any
    runs: Any  # straights of `line` cards that hold all the ranks
    staked: Any  # units on the layout
    cuts: tuple[int, ...]  # numbers of units worth asking for

    @property
    def situations(self) -> int:
        return len(self.suited)

    def count(self, *tiers: int) -> Any:
        held = np.isin(np.array(self.tiers)[self.ranks], tiers)
        return held.sum(axis=1)

    @property
    def points(self) -> Any:
        return self.count(MIDDLE) + 2 * self.count(HIGH)

    def of_a_kind(self) -> tuple[Any, Any, Any]:
        """The largest group, its rank, and the number of pairs or larger groups."""
        table = np.zeros((self.situations, 13), np.int64)
        for column in self.ranks.T:
            table[np.arange(self.situations), column] += 1
        largest = table.max(axis=1)
        rank = 12 - (table[:, ::-1] == largest[:, None]).argmax(axis=1)
        return largest, rank, (table >= 2).sum(axis=1)


def tiers_of(table: Paytable) -> tuple[int, ...]:
    """What a pair of each rank does at a table."""
    ranking = RANKINGS[table.ranking]
    others = (0, 5, 14, 19, 28)  # no pair, run or suit among any of them and a pair
    found = []
    for rank in range(13):
        spare = [Card(c) for c in others if c >> 2 != rank][: ranking.cards - 2]
        row = table.row_for(evaluate(ranking, (Card(4 * rank), Card(4 * rank + 1), *spare)))
        found.append(LOW if row is None else HIGH if isinstance(row.pays, To) else MIDDLE)
    return tuple(found)


@cache
def windows(line: int, ace_low: bool) -> tuple[frozenset[int], ...]:
    """The ranks of every straight of so many cards."""
    runs = [frozenset(range(top - line + 1, top + 1)) for top in range(line - 1, ACE + 1)]
    return (frozenset({ACE, *range(line - 1)}), *runs) if ace_low else tuple(runs)


def ground_of(decision: Decision, table: Paytable, *, by_stake: bool = True) -> Ground:
    """The situations of a decision, course by course; or its classes alone."""
    ranking = RANKINGS[table.ranking]
    courses = decision.courses if by_stake else decision.courses[:1]
    fits = _runs(decision.ranks, ranking)
    staked = np.repeat([course.units for course in courses], len(decision.flags))
    return Ground(
        decision.stage.known,
        decision.stage.line,
        tiers_of(table),
        np.tile(np.sort(decision.ranks, axis=1), (len(courses), 1)),
        np.tile(decision.flags == 1, len(courses)),
        np.tile(fits, len(courses)),
        staked,
        tuple(sorted(set(staked.tolist())))[1:] if decision.stage.folds else (),
    )


def _runs(ranks: Any, ranking: Ranking) -> Any:
    masks = (1 << ranks).sum(axis=1)
    whole = [len(set(row)) == len(row) for row in ranks.tolist()]
    found = np.zeros(len(ranks), np.int64)
    for run in windows(ranking.cards, ranking.ace_low):
        mask = sum(1 << rank for rank in run)
        found += (masks & mask) == masks
    return np.where(whole, found, 0)


def plural(rank: int) -> str:
    return f"{RANK_NAMES[rank]}s"


# ── words ─────────────────────────────────────────────────────────────────────────────────────────
# Each is a pattern of text, with R for a rank and N for a number, and what it asks of a ground.

Asks = Callable[[Ground, tuple[int, ...]], Any]


def _at_least_group(size: int, groups: int) -> Asks:
    def asks(ground: Ground, _: tuple[int, ...]) -> Any:
        largest, _, several = ground.of_a_kind()
        return (largest >= size) | (several >= groups)

    return asks


def _pair_or_better(ground: Ground, said: tuple[int, ...]) -> Any:
    largest, rank, several = ground.of_a_kind()
    return (largest >= 3) | (several >= 2) | ((largest == 2) & (rank >= said[0]))


def _pair_between(ground: Ground, said: tuple[int, ...]) -> Any:
    largest, rank, several = ground.of_a_kind()
    return (largest == 2) & (several == 1) & (rank >= said[0]) & (rank <= said[1])


def _all_known(ground: Ground, said: int) -> None:
    if said != ground.known:
        raise BadRule(f"{ground.known} cards are known at this decision, not {said}")


def _flush(ground: Ground, said: tuple[int, ...]) -> Any:
    _all_known(ground, said[0])
    return ground.suited


def _straight(ground: Ground, said: tuple[int, ...]) -> Any:
    _all_known(ground, said[0])
    return ground.runs >= (said[1] if len(said) > 1 else 1)


def _straight_flush(ground: Ground, said: tuple[int, ...]) -> Any:
    return _straight(ground, said) & ground.suited


def _royal(ground: Ground, said: tuple[int, ...]) -> Any:
    _all_known(ground, said[0])
    return (ground.runs >= 1) & ground.suited & (ground.ranks[:, 0] > ACE - ground.line)


WORDS: Final[tuple[tuple[str, Asks], ...]] = (
    (ANY, lambda g, said: np.ones(g.situations, bool)),
    ("four of a kind", _at_least_group(4, 99)),
    ("three of a kind or better", _at_least_group(3, 99)),
    ("two pair or better", _at_least_group(3, 2)),
    ("any pair or better", lambda g, said: _pair_or_better(g, (0,))),
    ("pair of R or better", _pair_or_better),
    ("pair of R to R", _pair_between),
    ("pair of R", lambda g, said: _pair_between(g, (said[0], said[0]))),
    ("N to a royal flush", _royal),
    ("N to a straight flush in N runs", _straight_flush),
    ("N to a straight flush", _straight_flush),
    ("N to a straight in N runs", _straight),
    ("N to a straight", _straight),
    ("N to a flush", _flush),
    ("N high cards", lambda g, said: g.count(HIGH) >= said[0]),
    ("N high or middle cards", lambda g, said: g.count(HIGH, MIDDLE) >= said[0]),
    ("N middle cards", lambda g, said: g.count(MIDDLE) >= said[0]),
    ("N points", lambda g, said: g.points >= said[0]),
    ("top card R", lambda g, said: g.ranks[:, -1] >= said[0]),
    ("no card below R", lambda g, said: g.ranks[:, 0] >= said[0]),
    ("N staked", lambda g, said: g.staked >= said[0]),
)
LEGEND: Final = (
    ("N high cards", "high cards: a pair of them wins"),
    ("N high or middle cards", "middle cards: a pair of them pushes"),
    ("N points", "points: 2 for a high card, 1 for a middle card"),
    (
        "N to a straight in N runs",
        "runs: how many different straights the cards fit (6-7-8 fits 3, 6-7-9 2, 6-7-10 1)",
    ),
    ("N staked", "staked: units on the layout before this decision, the first bet included"),
)


_TAGS: Final = {
    "N high cards": ("high", "points"),
    "N high or middle cards": ("middle", "points"),
    "N points": ("points",),
    "N to a straight in N runs": ("runs",),
    "N staked": ("staked",),
}


def _pattern(word: str) -> re.Pattern[str]:
    parts = re.split(r"\b([RN])\b", word)
    ranks = "|".join([*(plural(r) for r in range(13)), *RANK_NAMES, *RANKS])
    said = {"N": r"(\d{1,2})", "R": f"({ranks})"}
    text = "".join(said.get(part, re.escape(part).replace(r"\ ", r"\s+")) for part in parts)
    # One point, one card, one run.
    return re.compile(re.sub(r"(point|card|run)s\b", r"\1s?", text), re.IGNORECASE)


PATTERNS: Final = tuple((_pattern(word), word, asks) for word, asks in WORDS)
_RANK_SAID: Final = {
    spelled.lower(): rank
    for rank in range(13)
    for spelled in (plural(rank), RANK_NAMES[rank], RANKS[rank])
}


def read_word(text: str) -> tuple[str, tuple[int, ...], Asks]:
    """A word of the vocabulary with its numbers."""
    for pattern, word, asks in PATTERNS:
        if match := pattern.fullmatch(text.strip()):
            said = tuple(
                _RANK_SAID[group.lower()] if kind == "R" else int(group)
                for kind, group in zip(re.findall(r"\b[RN]\b", word), match.groups(), strict=True)
            )
            return word, said, asks
    raise BadRule(
        f"{text.strip()!r} is not a description of a hand",
        what_to_do="docs/strategy.md lists the words, such as 'pair of 6s or better'",
    )


def holds(ground: Ground, text: str) -> Any:
    """Where a whole condition holds: words with commas between them, all of which must."""
    found = np.ones(ground.situations, bool)
    for part in text.split(","):
        _, said, asks = read_word(part)
        found &= asks(ground, said)
    return found


# ── every condition worth trying ──────────────────────────────────────────────────────────────────


def conditions(ground: Ground) -> Iterator[tuple[str, ...]]:
    """Conditions a person can apply: a shape of the hand, up to two qualities, the stake."""
    k = ground.known
    runs = range(2, ground.line - k + 2)
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
    counted: list[tuple[str, ...]] = [(f"{n} high {_cards(n)}",) for n in range(1, k + 1)]
    if MIDDLE in ground.tiers:
        counted += [(f"{n} high or middle {_cards(n)}",) for n in range(1, k + 1)]
        counted += [(f"{n} point" + "s" * (n > 1),) for n in range(1, 2 * k + 1)]
        counted += [(f"{n} middle {_cards(n)}",) for n in range(1, k + 1)]
    lowest: list[tuple[str, ...]] = [(f"no card below {RANK_NAMES[r]}",) for r in range(1, 12)]
    highest: list[tuple[str, ...]] = [(f"top card {RANK_NAMES[r]}",) for r in range(4, 13)]
    qualities = [(), *counted, *lowest, *highest]
    qualities += [a + b for a, b in product(counted, (*lowest, *highest))]
    stakes: list[tuple[str, ...]] = [(), *((f"{n} staked",) for n in ground.cuts)]
    yield (ANY,)
    for made, stake in product(pairs, stakes):
        yield (*made, *stake)
    for shape, quality, stake in product(shapes, qualities, stakes):
        if said := shape + quality + stake:
            yield said


def _cards(n: int) -> str:
    return "card" if n == 1 else "cards"


def distinct_conditions(ground: Ground, here: Any) -> tuple[list[str], Any]:
    """The shortest text for each different set of the situations `here`, and [condition, here]."""
    words: dict[str, Any] = {}
    seen: dict[bytes, int] = {}
    texts: list[str] = []
    masks = []
    for said in sorted(conditions(ground), key=_simplicity):
        mask = np.ones(len(here), bool)
        for word in said:
            if word not in words:
                words[word] = holds(ground, word)[here]
            mask &= words[word]
        key = np.packbits(mask).tobytes()
        if mask.any() and key not in seen:
            seen[key] = len(texts)
            texts.append(", ".join(said))
            masks.append(mask)
    return texts, np.array(masks)


def _simplicity(said: Sequence[str]) -> tuple[int, bool, int]:
    """Few words first; of equals "or better" before a range, then the shortest."""
    return len(said), said != (ANY,) and " to " in said[0][4:], sum(map(len, said))


def legend(texts: Sequence[str], ground: Ground) -> list[str]:
    """What the words of these rules mean at this table."""
    used = {read_word(part)[0] for text in texts for part in text.split(",")}
    said = []
    for word, meaning in LEGEND:
        if any(tag in each for each in used for tag in _TAGS[word]):
            tier = {"N high cards": HIGH, "N high or middle cards": MIDDLE}.get(word)
            ranks = [r for r in range(13) if ground.tiers[r] == tier]
            span = f" ({RANK_NAMES[ranks[0]]} to {RANK_NAMES[ranks[-1]]})" if ranks else ""
            said.append(meaning + span)
    return said
