"""The felt on a terminal, with answers by key. The terminal is always restored."""

import os
import select
import shutil
import signal
import sys
import termios
import textwrap
import tty
from collections.abc import Sequence
from itertools import accumulate
from types import FrameType
from typing import Final

from pitboss.terminal import felt
from pitboss.terminal.console import ENTER, Answer, Left, MenuItem, Scene
from pitboss.terminal.styled import StyledLine

END_OF_INPUT: Final = "\x04"  # Ctrl-D
ESCAPE: Final = "\x1b"
BACKSPACE: Final = ("\x7f", "\x08")
OPEN: Final = "\x1b[?1049h\x1b[?25l"  # the alternate screen, no cursor
CLOSE: Final = "\x1b[?25h\x1b[?1049l"
TALLEST: Final = 32
ROOMY: Final = 28  # lines with one to spare between cards and spots
MAX_TYPED: Final = 60  # of a typed line


class Screen:
    plain = False

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._messages: list[str] = []
        self._open = False
        self._stale = False  # the screen must be drawn again
        self._unread = b""
        self._saved = termios.tcgetattr(self._input)
        self._handlers = {
            number: signal.signal(number, handler)
            for number, handler in (
                (signal.SIGTSTP, self._suspend),
                (signal.SIGTERM, self._stopped),
                (signal.SIGHUP, self._stopped),
            )
        }
        self._enter()

    # ── the terminal ──────────────────────────────────────────────────────────────────────────────

    def _enter(self) -> None:
        tty.setcbreak(self._input)
        self._write(OPEN)
        self._open = True

    def _leave(self) -> None:
        if self._open:
            self._open = False
            self._write(CLOSE)
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._saved)

    def close(self) -> None:
        self._leave()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z restores the shell's terminal; `fg` draws the felt again."""
        self._leave()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._enter()
        self._stale = True

    @staticmethod
    def _stopped(number: int, frame: FrameType | None) -> None:
        raise Left("end of input")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    # ── keys ──────────────────────────────────────────────────────────────────────────────────────

    def _key(self) -> str:
        """Reads one key; an empty string if the screen must be drawn again first."""
        size = shutil.get_terminal_size()
        while not self._waiting(0.25):
            if self._stale or shutil.get_terminal_size() != size:
                self._stale = False
                return ""
        first = self._byte()
        if first in (b"", END_OF_INPUT.encode()):
            raise Left("end of input")
        if first == ESCAPE.encode():
            self._swallow_sequence()
            return ESCAPE
        for _ in range((first >= b"\xc0") + (first >= b"\xe0") + (first >= b"\xf0")):
            first += self._byte()
        return first.decode(errors="replace").replace("\r", ENTER)

    def _waiting(self, seconds: float) -> bool:
        return bool(self._unread or select.select([self._input], [], [], seconds)[0])

    def _byte(self) -> bytes:
        """Reads the next byte; none if the terminal is gone."""
        if self._unread:
            byte, self._unread = self._unread, b""
            return byte
        try:
            return os.read(self._input, 1)
        except OSError:
            return b""

    def _swallow_sequence(self) -> None:
        """Skips the bytes of arrow and function keys, which are not answers."""
        if not self._waiting(0.02):
            return
        kind = self._byte()
        if kind == b"O":
            if self._waiting(0.02):
                self._byte()
        elif kind == b"[":
            while self._waiting(0.02) and not b"@" <= self._byte() <= b"~":
                pass
        else:
            self._unread = kind

    # ── drawing ───────────────────────────────────────────────────────────────────────────────────

    def _draw(self, lines: Sequence[StyledLine], foot: Sequence[StyledLine]) -> None:
        """Draws the foot on the last rows; nothing is wider or taller than the screen."""
        columns, height = shutil.get_terminal_size().columns, _size()[1]
        room = max(0, height - len(foot))
        body = [*lines[:room], *(StyledLine() for _ in range(room - len(lines))), *foot]
        drawn = []
        for line in body[-height:]:
            line.truncate(columns)
            drawn.append(line.render())
        self._write("\x1b[H" + "\x1b[K\n".join(drawn) + "\x1b[K\x1b[J")

    def _felt(self, scene: Scene | None, foot: Sequence[StyledLine]) -> None:
        width, height = _size()
        lines = felt.draw(scene, width, roomy=height >= ROOMY) if scene else [StyledLine()]
        room = max(1, height - len(lines) - len(foot))
        texts = [part for text in self._messages for part in _lines(text, width)]
        lines += [_message(text) for text in texts[-room:]]
        margin = (shutil.get_terminal_size().columns - width) // 2
        for line in (*lines, *foot):
            line.pad_left(margin)
        self._draw(lines, foot)

    def say(self, text: str) -> None:
        if not self._open:
            print(text, flush=True)
            return
        self._messages.append(text)

    # ── asking ────────────────────────────────────────────────────────────────────────────────────

    def ask(self, scene: Scene | None, question: str, options: Sequence[MenuItem]) -> Answer:
        letters = {name: o for o in options for name in o.names if len(name) == 1}
        keys = letters | {option.key: option for option in options}
        prompt = question
        while True:
            if scene is None:
                self._menu(prompt, options)
            else:
                foot = self._foot(prompt, options)
                self._page_through(scene, len(foot))
                self._felt(scene, foot)
            key = self._key().casefold()
            if chosen := keys.get(key):
                if not chosen.aside:
                    self._messages = []  # earlier messages are out of date now
                return Answer(chosen.key)
            if key:
                shown = key if key.isprintable() and not key.isspace() else "That key"
                prompt = f"{shown} is not one of the choices."

    def _menu(self, question: str, options: Sequence[MenuItem]) -> None:
        """Shows a question before there is a felt, with one choice a line."""
        width, _ = _size()
        parts = [StyledLine(f"   {part}", "bold") for part in _lines(question, width - 3)]
        lines = [StyledLine(), *parts, StyledLine()]
        for option in options:
            lines += [StyledLine("   ").append_line(_item(option, options)), StyledLine()]
        self._draw(lines, [])

    def _page_through(self, scene: Scene, foot: int) -> None:
        """Shows messages page by page where they do not fit above the question."""
        while True:
            width, height = _size()
            drawn = len(felt.draw(scene, width, roomy=height >= ROOMY))
            room = max(1, height - drawn - foot)
            taken = list(accumulate(len(_lines(text, width)) for text in self._messages))
            fitting = sum(lines <= room for lines in taken) or 1
            if fitting >= len(self._messages):
                return
            later, self._messages = self._messages[fitting:], self._messages[:fitting]
            self._felt(scene, [StyledLine(), StyledLine(" Any key for the rest", "bold")])
            answered = self._key()
            self._messages = later if answered else [*self._messages, *later]

    def _foot(self, question: str, options: Sequence[MenuItem]) -> list[StyledLine]:
        width, _ = _size()
        rows = [StyledLine(f" {part}", "bold") for part in _lines(question, width)]
        rows.append(StyledLine(" "))
        for option in sorted(options, key=lambda option: option.aside):
            if option.on_felt or option.key == ENTER:
                continue
            item = _item(option, options)
            if rows[-1].columns + item.columns > width:
                rows.append(StyledLine(" "))
            rows[-1].append_line(item).append("  ")
        return rows

    def line(self, scene: Scene | None, question: str) -> str:
        text = ""
        while True:
            foot = [StyledLine.assemble((f" {question}", "bold"), text, ("▏", "bold"))]
            self._felt(scene, [*foot, StyledLine(" Enter to go on, Esc to go back", "dim")])
            key = self._key()
            if key == ENTER:
                return text.strip()
            if key == ESCAPE:
                return ""
            if key in BACKSPACE:
                text = text[:-1]
            elif key.isprintable() and len(text) < MAX_TYPED:
                text += key

    def read(self, title: str, lines: Sequence[str]) -> None:
        place = 0
        while True:
            width, height = _size()
            body = _wrapped(lines, width - 2)
            room = max(1, height - 4)
            page = [StyledLine(f" {title}", "bold underline"), *body[place : place + room]]
            more = place + room < len(body)
            hint = "Space for more, b for back, any other key to return"
            foot = _lines(hint if more or place else "Any key to return", width)
            self._draw(page, [StyledLine(), *(StyledLine(f" {part}", "dim") for part in foot)])
            key = self._key().casefold()
            if key == " " and more:
                place += room
            elif key == "b" and place:
                place = max(0, place - room)
            elif key:
                return


def _size() -> tuple[int, int]:
    """The part of the screen in use: more would separate the question from the felt."""
    columns, lines = shutil.get_terminal_size()
    return min(columns, felt.WIDEST), min(lines, TALLEST)


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width - 2) or [""]


def _item(option: MenuItem, options: Sequence[MenuItem]) -> StyledLine:
    """An item's key and label; the key is Enter where Enter selects the item too."""
    entered = any(o.key == ENTER and o.label == option.label for o in options)
    return StyledLine.assemble(
        ("Enter" if entered else option.key, "reverse bold"), f" {option.label}"
    )


def _message(text: str) -> StyledLine:
    """Highlights money: green when won, red when lost."""
    line = StyledLine(f" {text}")
    line.highlight(r"\+[\d,]+\.\d\d", "bold green")
    line.highlight(r"−[\d,]+\.\d\d", "red")
    return line


def _wrapped(lines: Sequence[str], width: int) -> list[StyledLine]:
    wrapped = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        parts = textwrap.wrap(
            line,
            width,
            replace_whitespace=False,
            drop_whitespace=True,
            subsequent_indent=" " * (indent + 2),
        )
        wrapped += [StyledLine(f" {part}") for part in parts or [""]]
    return wrapped
