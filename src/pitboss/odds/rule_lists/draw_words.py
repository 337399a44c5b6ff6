"""Words for what to hold of five cards: each names cards to keep, the rest are discarded.

A joker is counted with the cards that it completes, and as an ace among cards of one rank. Where
a hand has several such holdings the one of the highest ranks is meant; of draws to a straight the
one that fits most straights.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import ACE, RANK_NAMES, RANKS
from pitboss.odds.draw.model import CATEGORIES
from pitboss.odds.rule_lists.stud_words import BadRule, plural, windows
from pitboss.rankings import JOKER_FIVE_CARD, NOTHING

ANY: Final = "any hand"
HAND: Final = 5


class Holdings(msgspec.Struct, frozen=True, eq=False):
    """Every set of cards that can be kept of every class of hands: arrays [kept, class]."""

    kept: tuple[int, ...]  # masks over a class's cards
    size: Any  # [kept]
    jokers: Any
    suited: Any
    runs: Any  # straights that the ranks fit, 0 where two are equal
    royal: Any  # none below the ten
    largest: Any  # cards of one rank
    second: Any
    rank: Any  # of the largest group
    aces: Any  # an ace or a joker among them
    order: Any  # a number that is greater for higher ranks
    own: Any  # [class]: category of the five cards

    @property
    def classes(self) -> int:
        return len(self.own)


def holdings(deck: Any, least: int) -> Holdings:
    """What can be kept when at least so many cards must be."""
    hands = deck.tables.hands.astype(np.int64)
    natural = deck.ranks * deck.suits
    joker = hands >= natural
    cards = np.array(deck.cards, np.int64)
    ranks = np.where(joker, ACE, cards[hands] >> 2)
    suits = np.where(joker, 0, 1 << (cards[hands] & 3))
    bits = np.where(joker, 0, 1 << ranks)
    masks = tuple(m for m in range(32) if m.bit_count() >= least)
    found: dict[str, list[Any]] = {
        key: []
        for key in (
            "jokers",
            "suited",
            "runs",
            "royal",
            "largest",
            "second",
            "rank",
            "aces",
            "order",
        )
    }
    for mask in masks:
        places = [i for i in range(HAND) if mask >> i & 1]
        for key, column in _features(ranks, suits, bits, joker, places).items():
            found[key].append(column)
    size = np.array([mask.bit_count() for mask in masks])
    arrays = {key: np.array(columns) for key, columns in found.items()}
    return Holdings(masks, size, own=deck.tables.own, **arrays)


def _features(ranks: Any, suits: Any, bits: Any, joker: Any, places: list[int]) -> dict[str, Any]:
    held = ranks[:, places]
    union = np.bitwise_or.reduce(bits[:, places], axis=1)
    colours = np.bitwise_or.reduce(suits[:, places], axis=1)
    naturals = len(places) - joker[:, places].sum(axis=1)
    distinct = np.bitwise_count(union) == naturals
    runs = np.zeros(len(ranks), np.int8)
    for run in windows(HAND, JOKER_FIVE_CARD.ace_low):
        window = sum(1 << rank for rank in run)
        runs += (union & window) == union
    counts = np.zeros((len(ranks), ACE + 1), np.int8)
    for column in held.T:
        counts[np.arange(len(ranks)), column] += 1
    # The larger group first, of equals the higher rank.
    weight = counts.astype(np.int64) * 16 + np.arange(ACE + 1)
    ordered = np.sort(weight, axis=1)
    order = np.zeros(len(ranks), np.int64)
    for column in np.sort(held, axis=1).T[::-1]:
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

_RANK: Final = {
    said.lower(): rank
    for rank in range(ACE + 1)
    for said in (plural(rank), RANK_NAMES[rank], RANKS[rank])
}
_R: Final = "(" + "|".join(sorted(_RANK, key=len, reverse=True)) + ")"
_MADE: Final = tuple(name for name in CATEGORIES if name != NOTHING)
_AND: Final = "(?: and (an ace|one more|two more))?"
_SHAPES: Final = "straight flush|straight|flush|royal flush"
_WORDS: Final = (
    ("made", re.compile(f"({'|'.join(_MADE)}) or better")),
    ("group", re.compile(f"(pair of|three|four) {_R} or better{_AND}")),
    ("group", re.compile(f"(any pair|three of a kind|four of a kind)(){_AND}")),
    ("two", re.compile("the two pairs")),
    ("draw", re.compile(rf"([2-4]) to a ({_SHAPES})(?: in (\d) runs?)?")),
    ("joker", re.compile(r"with (a|two) jokers?")),
)


def kept_by(h: Holdings, text: str) -> Any:
    """[class] → place in `h.kept` of the cards that a description holds, −1 where it fits none."""
    fits = np.ones((len(h.kept), h.classes), bool)
    for part in text.split(","):
        fits &= _fits(h, " ".join(part.lower().split()))
    # Among draws to a straight the one that more runs complete, then the higher.
    ranked = h.order + (h.runs.astype(np.int64) << 40) if "straight" in text else h.order
    order = np.where(fits, ranked, -1)
    best = order.argmax(axis=0)
    return np.where(order.max(axis=0) >= 0, best, -1)


def _fits(h: Holdings, text: str) -> Any:
    size = h.size[:, None]
    for kind, pattern in _WORDS:
        said = pattern.fullmatch(text)
        if said is None:
            continue
        if kind == "made":
            return (size == HAND) & (h.own <= CATEGORIES.index(said[1]))
        if kind == "group":
            cards = 3 if "three" in said[1] else 4 if "four" in said[1] else 2
            more = {None: 0, "two more": 2}.get(said[3], 1)
            fits = (size == cards + more) & (h.largest == cards) & (h.rank >= _RANK.get(said[2], 0))
            fits &= h.second <= 1
            return fits & (h.rank < ACE) & h.aces if said[3] == "an ace" else fits
        if kind == "two":
            return (size == 4) & (h.largest == 2) & (h.second == 2)
        if kind == "joker":
            return h.jokers >= (2 if said[1] == "two" else 1)
        fits = size == int(said[1])
        if said[2] == "royal flush":
            return fits & h.royal & h.suited
        if said[2] != "straight":
            fits = fits & h.suited
        return fits & (h.runs >= int(said[3] or 1)) if said[2] != "flush" else fits
    raise BadRule(
        f"{text!r} is not a description of cards to hold",
        what_to_do="docs/strategy.md lists the words, such as '4 to a flush'",
    )


def descriptions(least: int) -> Iterator[str]:
    """Everything the search may say of holdings of at least so many cards."""
    yield from (f"{name} or better" for name in _MADE)
    yield "the two pairs"
    for n in range(least, HAND):
        for extra in ("", ", with a joker", ", with two jokers"):
            yield f"{n} to a royal flush{extra}"
            yield f"{n} to a flush{extra}"
            for shape in ("straight flush", "straight"):
                yield f"{n} to a {shape}{extra}"
                for runs in range(2, HAND - n + 3):
                    yield f"{n} to a {shape} in {runs} runs{extra}"
    groups = (("four", "four of a kind", 4), ("three", "three of a kind", 3))
    for group, all_ranks, size in (*groups, ("pair of", "any pair", 2)):
        told = [all_ranks, *(f"{group} {plural(r)} or better" for r in range(1, ACE + 1))]
        for more, text in enumerate(("", " and one more", " and two more")):
            if least <= size + more < HAND:
                yield from (each + text for each in told)
                if more == 1:
                    yield from (f"{each} and an ace" for each in told[:-1])
