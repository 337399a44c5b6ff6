"""`pitboss play` as a process: on a pseudo-terminal, key by key, and through real pipes."""

import codecs
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl

import pytest

from kit.tiers import tier
from kit.waiting import PATIENCE, heed_interrupts, wait_until
from pitboss.rulebook import GAMES

PLAY = (sys.executable, "-P", "-m", "pitboss", "play")
ESCAPES = re.compile(r"\x1b\[[?\d;]*[A-Za-z]")
CTRL_C, CTRL_D, CTRL_Z = "\x03", "\x04", "\x1a"
OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"


def _begin() -> None:
    heed_interrupts()
    ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A process on a pseudo-terminal of its own."""

    def __init__(self, argv: tuple[str, ...], columns: int, lines: int) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        names = ("COLUMNS", "LINES", "NO_COLOR")
        environment = {key: value for key, value in os.environ.items() if key not in names}
        env = {**environment, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [*PLAY, *argv],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=_begin,
        )
        self.slave = slave
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def until(self, expected: str) -> str:
        """Output since the last call, up to and including a text; keys wait for the screen."""
        start = len(self.raw)
        deadline = time.monotonic() + PATIENCE
        while expected not in ESCAPES.sub("", self.raw[start:]):
            assert time.monotonic() < deadline, f"no {expected!r} in {self.raw[start:]!r}"
            assert self._read(0.1) or self.process.poll() is None, self.raw[start:]
        while self._read(0.05):
            pass
        return ESCAPES.sub("", self.raw[start:])

    def _read(self, wait: float) -> bool:
        if not select.select([self.master], [], [], wait)[0]:
            return False
        try:
            got = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += self.decoder.decode(got)
        return bool(got)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> tuple[int, str]:
        """Exit code, and what was printed after the felt was put away."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.raw[-500:]
            self._read(0.05)
        while self._read(0.1):
            pass
        assert termios.tcgetattr(self.slave) == self.before, "the terminal is left as it was"
        after = self.raw.rpartition(CLOSED)[2]
        assert "Traceback" not in self.raw
        return self.process.returncode, ESCAPES.sub("", after).replace("\r", "")


@contextmanager
def terminal(*argv: str, columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
    shown = Terminal(argv, columns, lines)
    try:
        yield shown
    finally:
        if shown.process.poll() is None:
            shown.process.kill()
        shown.process.wait()
        os.close(shown.master)
        os.close(shown.slave)


# What is pressed, and what the screen then shows: a round of every game with all its bets.
ROUNDS = {
    "mississippi-stud": (
        8,
        [("1234", "16.00 on the layout"), ("\n", "3rd Street: you have"), ("1", "4th Street: you")]
        + [("2", "5th Street: you"), ("3", "Round 1: −11.00")],
    ),
    "235-stud": (
        30,
        [("123", "21.00 on the layout"), ("d", "3 Card Raise: you"), ("r", "5 Card Raise: you")]
        + [("R", "Round 1: +153.00")],
    ),
    "let-it-ride": (
        5,
        [("12345", "27.00 on the layout"), ("\n", "Bet 1: you have"), ("r", "Bet 2: you have")]
        + [("w", "Round 1: +9.00")],
    ),
    "double-draw": (
        34,
        [("1", "20.00 on the layout"), ("\n", "1st Draw: you"), ("b", "Discard up to 3")]
        + [("12", "draw 2"), ("21", "stand pat"), ("\n", "2nd Draw: you"), ("b", "up to 1")]
        + [("d", "Round 1: +30.00")],
    ),
}
NETS = {"mississippi-stud": "−11", "235-stud": "+153", "let-it-ride": "+9", "double-draw": "+30"}


@pytest.mark.parametrize("game", ROUNDS)
def test_a_round_is_played_by_single_keys(game: str) -> None:
    seed, keys = ROUNDS[game]
    with terminal(game, "--seed", str(seed)) as shown:
        shown.until("Bets: ")
        for pressed, expected in keys:
            shown.press(pressed)
            shown.until(expected)
        shown.press("q")
        code, after = shown.end()
    assert code == 0
    assert f"In all: {NETS[game]}.00" in after.splitlines()
    assert f"You played 1 round of {GAMES[game].name}." in after
    assert OPENED in shown.raw


def test_the_last_round_is_seen_before_the_felt_goes() -> None:
    with terminal("double-draw", "--seed", "34", "--rounds", "1") as shown:
        shown.until("Bets: ")
        shown.press("1df")
        screen = shown.until("That was the last round.")
        assert "Round 1: −20.00" in screen
        shown.press("\n")
        code, after = shown.end()
    assert (code, "In all: −20.00" in after) == (0, True)


def test_stakes_and_what_they_brought_stay_on_the_felt_after_a_validated_award() -> None:
    with terminal("235-stud", "--seed", "30") as shown:
        shown.until("Bets: ")
        shown.press("123drr")
        screen = shown.until("Round 1: +153.00")
    frame = screen[screen.rindex("235 Stud Poker   round 1") :]
    assert frame.count("(5.00)") == 4 and frame.count("[5.00]") == 2
    assert "major 10,000.15   minor 1,000.08" in frame
    assert "The floorperson validates the award (235 11.D(5)(c))." in frame


def test_the_felt_fits_the_smallest_screen_and_shows_cards_spots_and_meters() -> None:
    with terminal("mississippi-stud", "--seed", "8") as shown:
        shown.until("Bets: ")
        shown.press("1234d")
        screen = shown.until("3rd Street: you have")
    frame = screen[screen.rindex("Mississippi Stud   round 1") - 1 :].replace("\r", "")
    rows = frame.split("\n")
    assert len(rows) == 24
    assert max(map(len, rows)) <= 80
    assert "mega 25,000.00   major 1,000.00   minor 250.00" in rows[1]
    assert "│6    ││K    │" in rows[4] and "│  ♦  ││  ♣  │" in rows[5]
    assert rows[4].count("░░░░░") == 7  # three community cards and four in the box, face down
    assert "(5.00)" in frame and "(1.00)" in frame and "[    ]" in frame


def test_a_key_that_is_none_of_the_choices_is_said_so() -> None:
    with terminal("double-draw", "--seed", "1") as shown:
        shown.until("Bets: ")
        shown.press("k")
        shown.until("k is not one of the choices.")
        for odd in ("\x1b[A", "\x1bOP", "é", "\x01"):  # arrow, F1, two bytes, Ctrl-A
            shown.press("k")
            shown.until("k is not one of the choices.")
            shown.press(odd)
            shown.until("is not one of the choices.")
        shown.press(CTRL_D)
        code, after = shown.end()
    assert code == 0
    assert "The input has ended." in after and "You played 0 rounds" in after


@pytest.mark.parametrize("ending", [CTRL_C, CTRL_D])
def test_ctrl_c_and_ctrl_d_end_cleanly_at_every_prompt(ending: str) -> None:
    """In the suite one ends every other prompt, the other the rest; in `./pit soak long` both
    end each.
    """
    seed, keys = ROUNDS["double-draw"]
    asides = [("?", "to return"), ("/", "Which clause?"), ("$", "Buy in for how much?")]
    middles = [keys[:place] for place in range(len(keys) + 1)]
    middles += [[aside] for aside in asides] + [[*keys[:2], ("q", "Leave in the middle")]]
    for pressed in middles[tier(int(ending == CTRL_D), 0) :: tier(2, 1)]:
        with terminal("double-draw", "--seed", str(seed)) as shown:
            shown.until("Bets: ")
            for key, expected in pressed:
                shown.press(key)
                shown.until(expected)
            shown.press(ending)
            code, after = shown.end()
        assert code == (130 if ending == CTRL_C else 0), pressed
        assert "In all: " in after
        in_a_round = 2 <= len(pressed) <= len(keys) - 1
        assert ("is interrupted midway" in after) == in_a_round, pressed


@pytest.mark.parametrize("ending", [CTRL_C, CTRL_D, "q"])
def test_the_game_is_asked_for_and_need_not_be_given(ending: str) -> None:
    with terminal() as shown:
        shown.until("Which game?")
        shown.press(ending)
        code, after = shown.end()
    assert code == (130 if ending == CTRL_C else 0)
    assert after.strip() == "No round was played."
    with terminal("--seed", "3") as shown:
        shown.until("Which game?")
        shown.press("3")
        shown.until("Let It Ride Poker   round 1")
        shown.press("q")
        assert shown.end()[0] == 0


def test_termination_and_suspension_give_the_terminal_back() -> None:
    with terminal("double-draw", "--seed", "1") as shown:
        shown.until("Bets: ")
        shown.process.send_signal(signal.SIGTERM)
        code, after = shown.end()
        assert (code, "In all: 0.00" in after) == (0, True)
    with terminal("double-draw", "--seed", "1") as shown:
        shown.until("Bets: ")
        shown.press(CTRL_Z)
        wait_until(lambda: shown._read(0.05) or shown.raw.endswith(CLOSED))
        wait_until(lambda: termios.tcgetattr(shown.slave) == shown.before)
        shown.process.send_signal(signal.SIGCONT)
        shown.until("Bets: ")
        shown.press("q")
        assert shown.end()[0] == 0


def test_the_screen_may_change_its_size() -> None:
    with terminal("mississippi-stud", "--seed", "1") as shown:
        shown.until("Bets: ")
        for columns, lines in ((200, 60), (40, 10), (3, 2), (80, 24)):
            ioctl(shown.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            time.sleep(0.4)
        shown.press("1d")
        shown.until("3rd Street: you have")
        shown.press(CTRL_D)
        assert shown.end()[0] == 0


def test_a_small_or_dumb_terminal_is_played_in_words() -> None:
    with terminal("double-draw", columns=39) as shown:
        shown.until("q: leave the table.")
        shown.press("q\n")
        assert shown.end()[0] == 0
        assert OPENED not in shown.raw and "40 columns and 24 lines" in shown.raw


@pytest.mark.parametrize("columns", [79, 60, 40])
@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_terminal_has_small_cards_and_a_list_of_spots(game: str, columns: int) -> None:
    """Nothing is cut: every spot's name and stake, every card and every choice is there."""
    with terminal(game, "--seed", "8", columns=columns) as shown:
        shown.until("Bets: ")
        shown.press("1d")
        screen = shown.until("1 ")  # the first act's key
        while shown._read(0.5):
            pass
        screen = ESCAPES.sub("", shown.raw)
    frame = screen[screen.rindex(f"{GAMES[game].name}   round 1") - 1 :].replace("\r", "")
    rows = frame.split("\n")
    assert len(rows) <= 24
    assert max(map(len, rows)) <= columns
    assert "your cards" in frame and "│" not in frame
    for spot in GAMES[game].spots:
        if spot.required:
            line = next(row for row in rows if spot.name in row)
            assert re.search(r"\d+\.00", line), line
    assert re.search(r"\b1 \w+", frame) and re.search(r"\b2 \w+", frame)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_act_is_1_in_every_game(game: str) -> None:
    """As on the page; letters still work."""
    with terminal(game, "--seed", "3") as shown:
        shown.until("Bets: ")
        shown.press("1d")
        shown.until("you have")
        shown.press("1")
        shown.until("you")  # the next question, or what the player has
        shown.press(CTRL_D)
        code, after = shown.end()
    assert code == 0 and "You played" in after


@pytest.mark.parametrize("game", GAMES)
def test_any_keys_at_all_end_with_a_summary(game: str) -> None:
    rng = random.Random(game)
    with terminal(game, "--seed", "2", "--bankroll", "60") as shown:
        shown.until("Bets: ")
        for _ in range(tier(2, 4)):
            shown.press("".join(rng.choices("123451234ddrrruxcbbbfwfp?/$k\n\n\n \x1b\x7f", k=60)))
            while shown._read(0.3):
                pass
        shown.press("\x1b" + CTRL_D)
        code, after = shown.end()
    assert code == 0
    assert "You played" in after and "In all: " in after


def run(*argv: str, script: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PLAY, *argv], input=script, capture_output=True, timeout=PATIENCE)


def test_a_pipe_gets_words_alone() -> None:
    done = run("let-it-ride", "--seed", "5", script=b"1\n\xff\xfe\n\nr\nw\n")
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert "\x1b" not in text and "│" not in text
    assert "Round 1: +10.00. Chips 510.00, in all +10.00." in text.splitlines()


def test_without_a_seed_the_cards_differ() -> None:
    script = b"1\nd\nf\n"
    dealt = {
        re.search(r"Your cards: .*", run("double-draw", script=script).stdout.decode())
        for _ in range(2)
    }
    assert len({match[0] for match in dealt if match}) == 2


def test_what_cannot_be_played_is_one_line() -> None:
    for argv, expected in (
        (("nosuch",), b"there is no game 'nosuch'"),
        (("double-draw", "--bankroll", "lots"), b"'lots' is not an amount"),
        (("double-draw", "--bankroll", "0.50"), b"--bankroll: 0.50 is not a valid bankroll"),
        (("double-draw", "--bankroll", "0"), b"--bankroll: 0.00 is not a valid bankroll"),
        (("double-draw", "--paytable", "base=Q"), b"--paytable: base has no table 'Q'"),
        (("double-draw", "--rounds", "0"), b"--rounds"),
    ):
        done = run(*argv)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), argv
        assert expected in done.stderr


def test_a_terminal_that_knows_only_ascii_loses_no_minus_sign() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    argv = [*PLAY, "mississippi-stud", "--seed", "8", "--rounds", "1"]
    done = subprocess.run(argv, input=b"1\nd\nf\n", capture_output=True, env=env, timeout=PATIENCE)
    assert done.returncode == 0
    assert b"Ante: folded, MS 11.B(2): -5.00" in done.stdout.splitlines()


def test_playing_in_words_loads_neither_rich_nor_numba() -> None:
    program = (
        "import sys\nfrom pitboss import cli\n"
        "try:\n    cli.main(['play', 'let-it-ride'])\n"
        "except SystemExit as stop:\n    assert stop.code == 0\n"
        "assert not {'rich', 'numba', 'numpy'} & set(sys.modules)\n"
    )
    argv = [sys.executable, "-P", "-c", program]
    done = subprocess.run(argv, input=b"q\n", capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
