"""`pitboss.read_rules`: the games of a rules file, each as an object that every function takes."""

from collections.abc import Iterator
from pathlib import Path

from pitboss.odds.game import PricedGame, priced_in
from pitboss.rulebook import Rulebook
from pitboss.rulebook import own as own_rules


class RulesFile:
    """The games that a file brings or adds tables to, by key; `book` is for `pitboss.replay`.

    >>> rules = pitboss.read_rules("examples/river-stud.toml")
    >>> pitboss.price(rules["river-stud"]).house_edge
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def __getitem__(self, key: str) -> PricedGame:
        return priced_in(self.book, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.book.own)

    def __len__(self) -> int:
        return len(self.book.own)

    def __repr__(self) -> str:
        return f"<RulesFile of {', '.join(self.book.own)}>"


def read_rules(path: str | Path) -> RulesFile:
    """Reads a rules file (TOML); a bad one raises `PitbossError` with the line of its mistake."""
    return RulesFile(own_rules.read_rules(path))
