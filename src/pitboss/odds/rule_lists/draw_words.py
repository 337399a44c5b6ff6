"""The words of a draw game's rules: each describes cards to keep; the rest are discarded.

A joker counts with the cards that it completes, and as an ace among cards of one rank. Where a
hand has several such holdings, the words mean the one with the highest ranks; among draws to a
straight, the one that fits the most straights.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import ACE, FRENCH_52
from pitboss.odds.arrays import Bools, Integers, Ints
from pitboss.odds.draw.model import CATEGORIES
from pitboss.odds.rule_lists.stud_words import RANK_NAMED, plural, windows
from pitboss.odds.rule_lists.text import BadRule
from pitboss.rankings import JOKER_FIVE_CARD, NOTHING

HAND: Final = 5


class Holdings(msgspec.Struct, frozen=True, eq=False):
    """Every set of cards that can be kept of every class of hands: arrays [mask, class]."""

    masks: tuple[int, ...]  # over a class's cards: those kept
    size: Ints  # [mask]
    jokers: Integers
    suited: Bools
    runs: Integers  # straights that the ranks fit, 0 where two are equal
    royal: Bools  # none below the ten
    largest: Integers  # cards of one rank
    second: Integers
    rank: Integers  # of the largest group
    aces: Bools  # an ace or a joker among them
    order: Ints  # a number that is greater for higher ranks
    own: Integers  # [class]: category of the five cards

    @property
    def classes(self) -> int:
        return len(self.own)


def holdings(cards: Ints, own: Integers, min_cards: int) -> Holdings:
    """The sets of at least `min_cards` cards that can be kept of hands [class, 5]."""
    joker = cards > FRENCH_52[-1]
    ranks = np.where(joker, ACE, cards >> 2)
    suits = np.where(joker, 0, 1 << (cards & 3))
    bits = np.where(joker, 0, 1 << ranks)
    masks = tuple(m for m in range(32) if m.bit_count() >= min_cards)
    features = [
        _features(ranks, suits, bits, joker, [i for i in range(HAND) if mask >> i & 1])
        for mask in masks
    ]
    size = np.array([mask.bit_count() for mask in masks])
    arrays = {key: np.array([each[key] for each in features]) for key in features[0]}
    return Holdings(masks, size, own=own, **arrays)


def _features(
    ranks: Ints, suits: Ints, bits: Ints, joker: Bools, places: list[int]
) -> dict[str, Integers | Bools]:
    rest = ranks[:, places]
    union = np.bitwise_or.reduce(bits[:, places], axis=1)
    colours = np.bitwise_or.reduce(suits[:, places], axis=1)
    naturals = len(places) - joker[:, places].sum(axis=1)
    distinct = np.bitwise_count(union) == naturals
    runs = np.zeros(len(ranks), np.int8)
    for run in windows(HAND, JOKER_FIVE_CARD.ace_low):
        window = sum(1 << rank for rank in run)
        runs += (union & window) == union
    counts = np.zeros((len(ranks), ACE + 1), np.int8)
    for column in rest.T:
        counts[np.arange(len(ranks)), column] += 1
    # The larger group first, of equals the higher rank.
    weight = counts.astype(np.int64) * 16 + np.arange(ACE + 1)
    ordered = np.sort(weight, axis=1)
    order = np.zeros(len(ranks), np.int64)
    for column in np.sort(rest, axis=1).T[::-1]:
        order = order * 16 + column
    return {
        "jokers": joker[:, places].sum(axis=1).astype(np.int8),
        "suited": (colours & (colours - 1)) == 0,
        "runs": np.where(distinct, runs, 0).astype(np.int8),
        "royal": distinct & ((union & ~(31 << (ACE - 4))) == 0),
        "largest": (ordered[:, -1] >> 4).astype(np.int8),
        "second": (ordered[:, -2] >> 4).astype(np.int8),
        "rank": (ordered[:, -1] & 15).astype(np.int8),
        "aces": counts[:, ACE] > 0,
        "order": order * 4 + joker[:, places].sum(axis=1),
    }


# ── words ─────────────────────────────────────────────────────────────────────────────────────────

_R: Final = "(" + "|".join(sorted(RANK_NAMED, key=len, reverse=True)) + ")"
_CATEGORIES: Final = tuple(name for name in CATEGORIES if name != NOTHING)
_AND: Final = "(?: and (an ace|one more|two more))?"
_SHAPES: Final = "straight flush|straight|flush|royal flush"


def cards_held(h: Holdings, text: str) -> Ints:
    """[class] → place in `h.masks` of the cards that a description holds, −1 where none fits."""
    fits = np.ones((len(h.masks), h.classes), bool)
    for part in text.split(","):
        fits &= _fits(h, " ".join(part.lower().split()))
    # Among draws to a straight, prefer the one that more runs complete, then the higher one.
    ranked = h.order + (h.runs.astype(np.int64) << 40) if "straight" in text else h.order
    order = np.where(fits, ranked, -1)
    best = order.argmax(axis=0)
    return np.where(order.max(axis=0) >= 0, best, -1)


def _fits(h: Holdings, text: str) -> Bools:
    for test, pattern in _WORDS:
        if match := pattern.fullmatch(text):
            return test(h, match)
    raise BadRule(
        f"{text!r} is not a description of cards to hold",
        what_to_do="docs/strategy.md lists the words, such as '4 to a flush'",
    )


def _category(h: Holdings, match: re.Match[str]) -> Bools:
    whole: Bools = h.size[:, None] == HAND
    return whole & (h.own <= CATEGORIES.index(match[1]))


def _group(h: Holdings, match: re.Match[str]) -> Bools:
    cards = 3 if "three" in match[1] else 4 if "four" in match[1] else 2
    more = {None: 0, "two more": 2}.get(match[3], 1)
    size: Bools = h.size[:, None] == cards + more
    same_rank: Bools = (
        (h.largest == cards) & (h.second <= 1) & (h.rank >= RANK_NAMED.get(match[2], 0))
    )
    fits = size & same_rank
    return fits & (h.rank < ACE) & h.aces if match[3] == "an ace" else fits


def _two_pairs(h: Holdings, _: re.Match[str]) -> Bools:
    pairs: Bools = (h.largest == 2) & (h.second == 2) & (h.size[:, None] == 4)
    return pairs


def _draw(h: Holdings, match: re.Match[str]) -> Bools:
    fits: Bools = h.size[:, None] == int(match[1])
    if match[2] == "royal flush":
        return fits & h.royal & h.suited
    if match[2] != "straight":
        fits = fits & h.suited
    return fits & (h.runs >= int(match[3] or 1)) if match[2] != "flush" else fits


def _jokers(h: Holdings, match: re.Match[str]) -> Bools:
    return h.jokers >= (2 if match[1] == "two" else 1)


_WORDS: Final = (
    (_category, re.compile(f"({'|'.join(_CATEGORIES)}) or better")),
    (_group, re.compile(f"(pair of|three|four) {_R} or better{_AND}")),
    (_group, re.compile(f"(any pair|three of a kind|four of a kind)(){_AND}")),
    (_two_pairs, re.compile("the two pairs")),
    (_draw, re.compile(rf"([2-4]) to a ({_SHAPES})(?: in (\d) runs?)?")),
    (_jokers, re.compile(r"with (a|two) jokers?")),
)


def descriptions(min_cards: int) -> Iterator[str]:
    """Every description of at least `min_cards` cards that the search may use."""
    yield from (f"{name} or better" for name in _CATEGORIES)
    yield "the two pairs"
    for n in range(min_cards, HAND):
        for extra in ("", ", with a joker", ", with two jokers"):
            yield f"{n} to a royal flush{extra}"
            yield f"{n} to a flush{extra}"
            for shape in ("straight flush", "straight"):
                yield f"{n} to a {shape}{extra}"
                for runs in range(2, HAND - n + 3):
                    yield f"{n} to a {shape} in {runs} runs{extra}"
    groups = (("four", "four of a kind", 4), ("three", "three of a kind", 3))
    for group, all_ranks, size in (*groups, ("pair of", "any pair", 2)):
        names = [all_ranks, *(f"{group} {plural(r)} or better" for r in range(1, ACE + 1))]
        for more, text in enumerate(("", " and one more", " and two more")):
            if min_cards <= size + more < HAND:
                yield from (each + text for each in names)
                if more == 1:
                    yield from (f"{each} and an ace" for each in names[:-1])
