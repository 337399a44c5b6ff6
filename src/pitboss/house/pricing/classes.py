"""The whole optimal strategy by classes of hands, filtered and in pages."""

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

FORMAT: Final = 1  # of the stored file; raise it when `_collect` changes
SORTS: Final = {
    "close": lambda row: (row.second, -row.hands),
    "dear": lambda row: (-row.second, -row.hands),
    "often": lambda row: (-row.hands, row.second),
    "worth": lambda row: (-row.value, -row.hands),
}


class BadClasses(PitbossError):
    """An unknown decision or sort order."""


class HandClass(msgspec.Struct, frozen=True, gc=False):
    """A class without the value of every act: the largest decision has 152,646 classes."""

    cards: str
    suits: str
    hands: int
    staked: int
    best: str
    ties: str
    value: int
    second: int  # the cost of the second-best act
    denominator: int


class StoredClasses(msgspec.Struct, frozen=True):
    """All classes by decision, as stored on disk."""

    decisions: tuple[str, ...]
    complete: bool  # whether every decision of the game is included
    rows: dict[str, tuple[HandClass, ...]]


@lru_cache(maxsize=2)
def _stored_classes(game: PricedGame, letters: tuple[tuple[str, str], ...]) -> StoredClasses:
    question = (FORMAT, game.fingerprint, letters)
    return remember(StoredClasses, question, lambda: _collect(game, dict(letters)))


def _collect(game: PricedGame, letters: dict[str, str]) -> StoredClasses:
    head, lines = every_hand(game, letters)
    classes: dict[str, list[HandClass]] = {decision: [] for decision in head.acts}
    for line in lines:
        top = max(line.values)
        second = max((value for value in line.values if value < top), default=top)
        row = HandClass(
            line.cards, line.suits, line.hands, line.staked, line.best, line.ties,
            top, top - second, line.denominator,
        )  # fmt: skip
        classes[line.decision].append(row)
    rows = {decision: tuple(rows) for decision, rows in classes.items()}
    return StoredClasses(tuple(head.acts), not head.note, rows)


def page(game: PricedGame, question: ClassesQuestion, chosen: dict[str, str]) -> dict[str, Any]:
    letters = letters_of(game, chosen)
    leaves = _stored_classes(game, tuple(sorted(letters.items())))
    decision = question.decision or leaves.decisions[0]
    if decision not in leaves.decisions:
        raise BadClasses(
            f"there is no decision {decision!r}",
            what_to_do=f"choose one of {', '.join(leaves.decisions)}",
        )
    if question.sort and question.sort not in SORTS:
        raise BadClasses(
            f"there is no order {question.sort!r}", what_to_do=f"choose {', '.join(SORTS)}"
        )
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
        "game": game.game.key,
        "fingerprint": game.fingerprint,
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
        "rows": [_record(row) for row in shown],
    }


def _act(best: str) -> str:
    """The act without the places of discards, which differ by hand; their number is comparable."""
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
    ranks = [card[:-1] if card != "JK" else "JK" for card in row.cards.split()]
    for rank in _ranks(question.ranks):
        if rank not in ranks:
            return False
        ranks.remove(rank)
    return True


def _ranks(text: str) -> list[str]:
    """Reads ranks in any order, such as `AAT`, `A A 10` or `jk a`."""
    letters = text.upper().replace("10", "T").replace("JK", "*").replace(",", " ")
    return ["JK" if ch == "*" else ch for ch in letters if not ch.isspace()]


def _discards(row: HandClass) -> str:
    """The cards in the places that a draw game's act names."""
    word, _, places = row.best.partition(" ")
    cards = row.cards.split()
    return " ".join(cards[int(n) - 1] for n in places.split()) if word == "discard" else ""


def _record(row: HandClass) -> dict[str, Any]:
    names = ("cards", "suits", "hands", "staked", "best", "ties")
    return {
        **{name: getattr(row, name) for name in names},
        "discards": _discards(row),
        "value": exact(Fraction(row.value, row.denominator)),
        "second_costs": exact(Fraction(row.second, row.denominator)),
    }
