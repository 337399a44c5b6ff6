"""Classes of hands to leaf through: the whole optimal strategy, filtered and in pages."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.pricing_questions import ClassesAsked
from pitboss.odds.book import Book
from pitboss.odds.complete import Complete, complete
from pitboss.odds.figures import exact
from pitboss.odds.situations import letters_of

SORTS: Final = {
    "close": lambda row: (row.second, -row.hands),
    "dear": lambda row: (-row.second, -row.hands),
    "often": lambda row: (-row.hands, row.second),
    "worth": lambda row: (-row.value, -row.hands),
}


class BadClasses(PitbossError):
    """A decision, act or order that there is none of."""


class Row(msgspec.Struct, frozen=True, gc=False):
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


@lru_cache(maxsize=2)
def _rows(asked: Book, letters: tuple[tuple[str, str], ...]) -> tuple[Complete, dict[str, Any]]:
    head, lines = complete(asked, dict(letters))
    found: dict[str, list[Row]] = {decision: [] for decision in head.acts}
    said: dict[str, str] = {}  # one text for each act, not one for each class
    for line in lines:
        top = max(line.values)
        second = max((value for value in line.values if value < top), default=top)
        row = Row(
            line.cards, said.setdefault(line.suits, line.suits), line.hands, line.staked,
            said.setdefault(line.best, line.best), said.setdefault(line.ties, line.ties),
            top, top - second, line.denominator,
        )  # fmt: skip
        found[line.decision].append(row)
    return head, found


def page(asked: Book, question: ClassesAsked, chosen: dict[str, str]) -> dict[str, Any]:
    letters = letters_of(asked, chosen)
    head, by_decision = _rows(asked, tuple(sorted(letters.items())))
    decision = question.decision or next(iter(head.acts))
    if decision not in head.acts:
        raise BadClasses(
            f"{decision!r} is no decision to leaf through",
            what_to_do=f"choose one of {', '.join(head.acts)}",
        )
    if question.sort and question.sort not in SORTS:
        raise BadClasses(f"{question.sort!r} is no order", what_to_do=f"choose {', '.join(SORTS)}")
    rows = [row for row in by_decision[decision] if _fits(row, question)]
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
        "fingerprint": asked.print,
        "paytables": letters,
        "decision": decision,
        "decisions": list(head.acts),
        "staked": sorted({row.staked for row in by_decision[decision]}),
        "complete": not head.note,  # every decision of the game can be leafed through
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


def _fits(row: Row, question: ClassesAsked) -> bool:
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


def _discards(row: Row) -> str:
    """The places that a draw game's act names, as cards."""
    word, _, places = row.best.partition(" ")
    cards = row.cards.split()
    return " ".join(cards[int(n) - 1] for n in places.split()) if word == "discard" else ""


def _told(row: Row) -> dict[str, Any]:
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
