"""Classes of hands to leaf through: the whole optimal strategy, filtered and in pages."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.pricing.questions import ClassesQuestion
from pitboss.odds.cache import remember
from pitboss.odds.figures import exact
from pitboss.odds.game import PricedGame, letters_of
from pitboss.odds.strategy.every_hand import every_hand

FORMAT: Final = 1  # of what is kept: a change of `_gathered` raises it
SORTS: Final = {
    "close": lambda row: (row.second, -row.hands),
    "dear": lambda row: (-row.second, -row.hands),
    "often": lambda row: (-row.hands, row.second),
    "worth": lambda row: (-row.value, -row.hands),
}


class BadClasses(PitbossError):
    """A decision, act or order that there is none of."""


class HandClass(msgspec.Struct, frozen=True, gc=False):
    """A class without the worth of every act: the largest decision has 152,646 of them."""

    cards: str
    suits: str
    hands: int
    staked: int
    best: str
    ties: str
    value: int
    second: int  # what the best act that is not as good falls short
    denominator: int


class StoredClasses(msgspec.Struct, frozen=True):
    """All classes by decision, as they are kept on disk."""

    decisions: tuple[str, ...]
    complete: bool  # every decision of the game is there
    rows: dict[str, tuple[HandClass, ...]]


@lru_cache(maxsize=2)
def _leaves(asked: PricedGame, letters: tuple[tuple[str, str], ...]) -> StoredClasses:
    question = (FORMAT, asked.fingerprint, letters)
    return remember(StoredClasses, question, lambda: _gathered(asked, dict(letters)))


def _gathered(asked: PricedGame, letters: dict[str, str]) -> StoredClasses:
    head, lines = every_hand(asked, letters)
    found: dict[str, list[HandClass]] = {decision: [] for decision in head.acts}
    for line in lines:
        top = max(line.values)
        second = max((value for value in line.values if value < top), default=top)
        row = HandClass(
            line.cards, line.suits, line.hands, line.staked, line.best, line.ties,
            top, top - second, line.denominator,
        )  # fmt: skip
        found[line.decision].append(row)
    rows = {decision: tuple(rows) for decision, rows in found.items()}
    return StoredClasses(tuple(head.acts), not head.note, rows)


def page(asked: PricedGame, question: ClassesQuestion, chosen: dict[str, str]) -> dict[str, Any]:
    letters = letters_of(asked, chosen)
    leaves = _leaves(asked, tuple(sorted(letters.items())))
    decision = question.decision or leaves.decisions[0]
    if decision not in leaves.decisions:
        raise BadClasses(
            f"{decision!r} is no decision to leaf through",
            what_to_do=f"choose one of {', '.join(leaves.decisions)}",
        )
    if question.sort and question.sort not in SORTS:
        raise BadClasses(f"{question.sort!r} is no order", what_to_do=f"choose {', '.join(SORTS)}")
    rows = [row for row in leaves.rows[decision] if _fits(row, question)]
    every = sum(row.hands for row in rows)
    acts: dict[str, list[int]] = {}
    for row in rows:
        counted = acts.setdefault(_act(row.best), [0, 0])
        counted[0] += 1
        counted[1] += row.hands
    if question.sort:
        rows.sort(key=SORTS[question.sort])
    shown = rows[question.start : question.start + question.count]
    return {
        "game": asked.game.key,
        "fingerprint": asked.fingerprint,
        "paytables": letters,
        "decision": decision,
        "decisions": list(leaves.decisions),
        "staked": sorted({row.staked for row in leaves.rows[decision]}),
        "complete": leaves.complete,
        "classes": len(rows),
        "hands": every,
        "acts": [
            {"act": act, "classes": classes, "hands": hands, "share": exact(Fraction(hands, every))}
            for act, (classes, hands) in sorted(acts.items(), key=lambda item: -item[1][1])
        ],
        "start": question.start,
        "rows": [_told(row) for row in shown],
    }


def _act(best: str) -> str:
    """Which cards of a hand are discarded is its own; how many can be counted over hands."""
    word, _, places = best.partition(" ")
    return f"{word} {len(places.split())}" if word == "discard" else best


def _fits(row: HandClass, question: ClassesQuestion) -> bool:
    if question.staked is not None and row.staked != question.staked:
        return False
    if question.best and question.best not in (row.best, _act(row.best)):
        return False
    if question.suits and row.suits != question.suits:
        return False
    if not question.ranks:
        return True
    held = [card[:-1] if card != "JK" else "JK" for card in row.cards.split()]
    for rank in _ranks(question.ranks):
        if rank not in held:
            return False
        held.remove(rank)
    return True


def _ranks(text: str) -> list[str]:
    """`AAT`, `A A 10`, `jk a`: ranks in any order."""
    said = text.upper().replace("10", "T").replace("JK", "*").replace(",", " ")
    return ["JK" if ch == "*" else ch for ch in said if not ch.isspace()]


def _discards(row: HandClass) -> str:
    """The places that a draw game's act names, as cards."""
    word, _, places = row.best.partition(" ")
    cards = row.cards.split()
    return " ".join(cards[int(n) - 1] for n in places.split()) if word == "discard" else ""


def _told(row: HandClass) -> dict[str, Any]:
    return {
        "cards": row.cards,
        "suits": row.suits,
        "hands": row.hands,
        "staked": row.staked,
        "best": row.best,
        "ties": row.ties,
        "discards": _discards(row),
        "value": exact(Fraction(row.value, row.denominator)),
        "second_costs": exact(Fraction(row.second, row.denominator)),
    }
