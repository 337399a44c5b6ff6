"""The console: questions and messages to a player, and their plain form.

The plain form is for screen readers and pipes: no colours, no drawing, a sentence or answer a line.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

from pitboss.rulebook.rules import Rules
from pitboss.table.view import View

ENTER: Final = "\n"
EXIT: Final = {"interrupted": 130}  # 128 + SIGINT, as shells count it; any other end is 0

How = Literal["quit", "rounds", "end of input", "interrupted"]


class Left(Exception):
    """The player leaves, by choice or at the end of input."""

    def __init__(self, how: How) -> None:
        super().__init__(how)
        self.how: How = how


class MenuItem(NamedTuple):
    """A possible answer: by its key, or in a line by its key or one of its names."""

    key: str
    label: str
    names: tuple[str, ...] = ()
    aside: bool = False  # not part of the game; listed last
    takes: str = ""  # a value that may follow it in a line
    standing: bool = False  # at every prompt of its kind, so not repeated each time
    at_length: str = ""  # a longer label, where there is room
    on_felt: bool = False  # shown on the felt, so not at the foot of the screen

    def says(self, text: str) -> tuple[int, str] | None:
        """The length of this item's name in the line, and the rest of the line."""
        for name in sorted((self.key, *self.names), key=len, reverse=True):
            if text == name or text.startswith(f"{name} "):
                return len(name), text[len(name) :].strip()
        return None


class Answer(NamedTuple):
    key: str
    rest: str = ""


class Scene(NamedTuple):
    """Everything that the felt shows."""

    rules: Rules
    view: View
    meters: Mapping[str, int]
    chips: int
    net: int
    round: int
    outcomes: dict[str, int]  # spot → won or lost
    keys: dict[str, str]  # spot → the key that bets on it
    limits: dict[str, str]  # spot → least and most, while bets are open
    marked: frozenset[int] | None  # slots to be discarded; None when none may be


class Console(Protocol):
    plain: bool

    def say(self, text: str) -> None:
        """Shows the player a sentence."""

    def ask(self, scene: Scene | None, question: str, options: Sequence[MenuItem]) -> Answer:
        """Asks until the player chooses one of the options. Raises Left at the end of input."""

    def line(self, scene: Scene | None, question: str) -> str:
        """Reads a line of text; empty if the player cancels."""

    def read(self, title: str, lines: Sequence[str]) -> None:
        """Shows a text, page by page where the screen is small."""

    def close(self) -> None:
        """Restores the screen; later messages are printed."""


class Plain:
    plain = True

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            # Continue despite bytes that are not text, or a terminal without a minus sign.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._ascii = "utf" not in (sys.stdout.encoding or "utf-8").lower()
        self._explained: set[tuple[str, str]] = set()

    def say(self, text: str) -> None:
        print(text.translate(_PLAINER) if self._ascii else text, flush=True)

    def ask(self, scene: Scene | None, question: str, options: Sequence[MenuItem]) -> Answer:
        self.say(question)
        self._explain(options, all_of_them=False)
        while True:
            text = self._next_line().casefold()
            if not text and any(option.key == ENTER for option in options):
                return Answer(ENTER)
            matches = [(match, o) for o in options if o.key != ENTER and (match := o.says(text))]
            if matches:
                (_, rest), option = max(matches, key=lambda pair: pair[0][0])
                return Answer(option.key, rest)
            if text:
                self.say(f"“{text[:40]}” is not one of the choices.")
            self._explain(options, all_of_them=True)

    def _explain(self, options: Sequence[MenuItem], *, all_of_them: bool) -> None:
        """Explains a standing option once, and again after an invalid answer."""
        entered = [option.label for option in options if option.key == ENTER]
        for option in options:
            explained = (option.key, option.label) in self._explained
            if option.key == ENTER or (explained and option.standing and not all_of_them):
                continue
            self._explained.add((option.key, option.label))
            key = f"{option.key} or an empty line" if option.label in entered else option.key
            takes = f" (or {option.key} {option.takes})" if option.takes else ""
            self.say(f"{key}: {option.at_length or option.label}{takes}.")

    def _next_line(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise Left("end of input")
        return line.strip()

    def line(self, scene: Scene | None, question: str) -> str:
        self.say(question)
        return self._next_line()

    def read(self, title: str, lines: Sequence[str]) -> None:
        for text in (f"{title}.", *lines):
            if text.strip():
                self.say(text.strip())

    def close(self) -> None:
        pass


_PLAINER: Final = str.maketrans({"−": "-", "×": "x", "“": '"', "”": '"', "–": "-", "≥": ">="})
