"""Searches for a short ordered rule list, of which the first rule that fits applies.

A candidate is a rule with the situations it fits and its loss in each. The search grows a list by
the best insertion anywhere. After each rule it replaces every rule by the best one for its place,
until nothing improves. All sums are whole numbers, so ties and gains are exact.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Final

import msgspec
import numpy as np

from pitboss.odds.arrays import Bools, Integers, Ints
from pitboss.odds.compiler import kernel

SPARE: Final = 2  # a list grows this much longer than requested, and is shortened again
PURE: Final = 50  # a pure rule loses at most one part in this many
BEAM: Final = 3  # insertions that the search follows up
MAX_BEAM: Final = 24  # the same in an exchange, where the candidates are few
WORK: Final = 4_000_000  # entries examined in one exchange


class Candidates(msgspec.Struct, frozen=True, eq=False):
    """Rules to choose from, one after another in flat arrays.

    Situations that the same rules fit are one group: no list can tell them apart, so their losses
    are added up beforehand.
    """

    groups: int
    bounds: Ints  # [rule] → its part of the next two arrays
    fits: Integers  # groups
    losses: Ints  # what the rule loses there
    burden: (
        Ints  # [rule]: the least gain that is worth remembering a rule for, in the unit of losses
    )

    def part(self, rule: int) -> tuple[Integers, Ints]:
        at = slice(self.bounds[rule], self.bounds[rule + 1])
        return self.fits[at], self.losses[at]


def gather(masks: Bools, rules: Sequence[tuple[int, Ints]], burden: Sequence[int]) -> Candidates:
    """Builds candidates from conditions [condition, situation] and rules (condition, losses)."""
    rows = np.ascontiguousarray(np.packbits(masks.T, axis=1))
    signs = rows.view([("", rows.dtype, rows.shape[1])]).reshape(-1)
    _, first, group = np.unique(signs, return_index=True, return_inverse=True)
    where = [np.flatnonzero(mask[first]).astype(np.int32) for mask in masks]
    fits, losses = [], []
    for condition, lost in rules:
        sums = np.zeros(len(first), np.int64)
        np.add.at(sums, group, np.where(masks[condition], lost, 0))
        fits.append(where[condition])
        losses.append(sums[where[condition]])
    return Candidates(
        len(first),
        np.cumsum([0, *map(len, fits)]),
        np.concatenate(fits),
        np.concatenate(losses),
        np.array(burden, np.int64),
    )


@kernel
def insertions(
    bounds: Ints, fits: Integers, losses: Ints, caught: Ints, now: Ints, places: int, out: Ints
) -> None:
    """Sets out[rule, place] to the change in total loss if the rule is inserted before that place.

    `caught[g]` is the place of the rule that decides a group and `now[g]` its loss there.
    """
    for rule in range(len(bounds) - 1):
        row = out[rule]
        row[:] = 0
        for i in range(bounds[rule], bounds[rule + 1]):
            g = fits[i]
            row[caught[g]] += losses[i] - now[g]
        for place in range(places - 1, -1, -1):
            row[place] += row[place + 1]


class Search:
    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.beam = min(MAX_BEAM, max(BEAM, WORK // len(candidates.fits)))
        self.everywhere = np.flatnonzero(np.diff(candidates.bounds) == candidates.groups)
        self.barred = self.everywhere  # rules that may not be inserted

    def decide(self, rules: Sequence[int]) -> tuple[Ints, Ints]:
        """[group] → the place of the rule that decides it, and the loss there."""
        caught = np.full(self.candidates.groups, len(rules), np.int64)
        now = np.zeros(self.candidates.groups, np.int64)
        for place in range(len(rules) - 1, -1, -1):
            fits, losses = self.candidates.part(rules[place])
            caught[fits] = place
            now[fits] = losses
        return caught, now

    def loss(self, rules: Sequence[int]) -> int:
        return int(self.decide(rules)[1].sum())

    def total(self, rules: Sequence[int]) -> int:
        """The objective: the loss, plus the effort of remembering the rules."""
        return self.loss(rules) + int(self.candidates.burden[list(rules)].sum())

    def _insertions(self, rules: list[int], count: int = 1) -> list[list[int]]:
        """The best lists with one rule more, the best first."""
        c = self.candidates
        caught, now = self.decide(rules)
        out = np.empty((len(c.bounds) - 1, len(rules) + 1), np.int64)
        insertions(c.bounds, c.fits, c.losses, caught, now, len(rules), out)
        # Nothing is inserted after the last rule, and no other rule fits everywhere: it would be
        # the last one in disguise, and every start would end in the same list.
        merit = out[:, : len(rules)] + c.burden[:, None]
        merit[self.barred] = np.iinfo(np.int64).max
        merit = merit.reshape(-1)
        count = min(count, len(merit))
        lowest = np.argpartition(merit, count - 1)[:count]
        places = (divmod(int(at), len(rules)) for at in lowest[np.argsort(merit[lowest])])
        return [[*rules[:place], rule, *rules[place:]] for rule, place in places]

    def grow(self, max_rules: int) -> list[list[int]]:
        """The best list of each length, as long as one more rule is worth remembering.

        Growth starts from every possible last rule, because the default that is best by itself can
        be wrong for the whole list. It runs twice, once with rules that are seldom wrong, because
        a rule that is right on balance can displace several better ones.
        """
        best: dict[int, list[int]] = {}
        for last in self.everywhere.tolist():
            for pure in (True, False):
                self.barred = self._impure(last) if pure else self.everywhere
                rules = [last]
                self._keep(best, rules)
                while len(rules) < max_rules + SPARE:
                    longer = self._longer(rules)
                    if len(rules) > 1 and self.total(longer) >= self.total(rules):
                        break
                    rules = longer
                    self._keep(best, rules)
                self.barred = self.everywhere
                while len(rules) > 2:
                    self._keep(best, rules := self._shorter(rules))
        for length in sorted(best):
            self._keep(best, self._shake(self._polish(best[length])))
        lists = [best[length] for length in sorted(best) if length <= max_rules]
        return [
            rules
            for at, rules in enumerate(lists)
            if all(self.total(rules) < self.total(shorter) for shorter in lists[:at])
        ]

    def _impure(self, last: int) -> Ints:
        """Rules that lose more than a small part of the last rule's loss in the same situations."""
        c, at = self.candidates, self.candidates.bounds[:-1]
        own = np.add.reduceat(c.losses, at)
        instead = np.add.reduceat(self.decide([last])[1][c.fits], at)
        barred = own * PURE > instead
        barred[self.everywhere] = True
        return np.flatnonzero(barred)

    def _longer(self, rules: list[int]) -> list[int]:
        one_more = [self._polish(longer) for longer in self._insertions(rules, BEAM)]
        two_for_one = [self._exchange(rules, [at]) for at in range(len(rules) - 1)]
        return self._polish(min([*one_more, *two_for_one], key=self.total))

    def _shorter(self, rules: list[int]) -> list[int]:
        without = (rules[:at] + rules[at + 1 :] for at in range(len(rules) - 1))
        return self._polish(min(without, key=self.total))

    def _keep(self, best: dict[int, list[int]], rules: list[int]) -> None:
        other = best.get(len(rules))
        if other is None or self.total(rules) < self.total(other):
            best[len(rules)] = rules

    def _exchange(self, rules: list[int], out: Collection[int]) -> list[int]:
        """Replaces some rules by two: each promising first rule with its best second."""
        rest = [rule for place, rule in enumerate(rules) if place not in out]
        firsts = self._insertions(rest, self.beam)
        return min((self._insertions(first)[0] for first in firsts), key=self.total)

    def _polish(self, rules: list[int]) -> list[int]:
        """Replaces each rule but the last by the best one, until nothing improves."""
        best = self.total(rules)
        place, unchanged = 0, 0
        while unchanged < len(rules) - 1:
            other = self._insertions(rules[:place] + rules[place + 1 :])[0]
            total = self.total(other)
            if total < best:
                rules, best, unchanged = other, total, 0
            else:
                unchanged += 1
            place = (place + 1) % (len(rules) - 1)
        return rules

    def _shake(self, rules: list[int]) -> list[int]:
        """Replaces every two rules at once, which finds what single replacements cannot."""
        best = self.total(rules)
        pairs = list(combinations(range(len(rules) - 1), 2))
        at = 0
        while at < len(pairs):
            other = self._exchange(rules, pairs[at])
            at += 1
            if self.total(other) < best:
                rules, at = self._polish(other), 0
                best = self.total(rules)
        return rules

    def in_order(self, rules: list[int], rank: Callable[[int], tuple[int, int]]) -> list[int]:
        """The same list, the rules of the highest rank first wherever the order is free: where two
        neighbours ask for the same act (the first part of the rank) or decide nothing in common.
        """
        for _ in rules:
            for at in range(len(rules) - 2):
                one, other = rules[at : at + 2]
                if rank(one) < rank(other):
                    caught, _ = self.decide(rules)
                    shared = np.intersect1d(
                        self.candidates.part(one)[0], self.candidates.part(other)[0]
                    )
                    if rank(one)[0] == rank(other)[0] or not (caught[shared] == at).any():
                        rules = [*rules[:at], other, one, *rules[at + 2 :]]
        return rules
