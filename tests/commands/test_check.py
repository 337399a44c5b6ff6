"""`pitboss check`: what it prints, and the exit code that a script goes by."""

import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click import unstyle

from pitboss.cli import main
from pitboss.rulebook.submission import MAX_BYTES, default_house, example


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "100")

    def run(*argv: str) -> Answer:
        with pytest.raises(SystemExit) as left:
            main(["check", *argv])
        captured = capsys.readouterr()
        code = left.value.code
        assert isinstance(code, int)
        return Answer(code, captured.out, captured.err)

    return run


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("house.toml")


def test_the_example_printed_is_a_valid_file(pitboss: Any, house: Path) -> None:
    printed = pitboss("--example")
    assert printed == (0, example(), "")
    house.write_text(printed.out, encoding="utf-8")
    answer = pitboss("house.toml")
    assert answer.code == 0
    assert answer.out.startswith("house.toml: valid\n")
    assert "Mississippi Stud   bets          $5 to $100\n" in answer.out
    assert "mega takes 10% of each $1, starts from $25,000" in " ".join(answer.out.split())


def test_tables_and_their_settings_are_shown(pitboss: Any, house: Path) -> None:
    text = example() + (
        '[[tables]]\nname = "Salon"\ngame = "double-draw"\ncount = 2\ncurrency = "real"\n'
        'settings = { betting = 60, awards_and_voids = "floorperson" }\n'
        '[[tables]]\nname = "Pit"\ngame = "let-it-ride"\nmode = "dealer"\nmeters = "own"\n'
    )
    house.write_text(text, encoding="utf-8")
    summary = " ".join(pitboss("house.toml").out.split())
    assert "Second Chance, Salon 1 (real chips), Salon 2 (real chips)" in summary
    assert "60 seconds to bet, 30 to decide (Salon 1, Salon 2)" in summary
    assert "left to people awards and voids at Salon 1, Salon 2" in summary
    assert "Open Range, Pit (a dealer, meters of its own)" in summary


def test_violations_read_like_a_compilers(pitboss: Any, house: Path) -> None:
    text = example().replace("adjacent_boxes = 1            #", "adjacent_boxes = 3  #")
    text = text.replace('stake = "$1"                  #', "stake = 2  #")
    stake, boxes = line_of(text, "stake = 2"), line_of(text, "adjacent_boxes = 3")
    house.write_text(text, encoding="utf-8")
    answer = pitboss("house.toml")
    assert answer == (
        1,
        f"house.toml:{stake}: games.235-stud.progressive.stake: $2 is not one of the stakes; "
        "choose $1 or $5   ruling G6\n"
        f"house.toml:{boxes}: games.mississippi-stud.adjacent_boxes: 3 boxes; only 1 is allowed"
        "               MS 7.G\n"
        "house.toml: 2 violations\n",
        "",
    )


def test_on_a_terminal_long_messages_hang_beside_their_citation(
    pitboss: Any, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = example().replace("shuffler = true\n", "", 1)
    house.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    lines = [unstyle(line) for line in pitboss("house.toml").out.splitlines()]
    line = text.splitlines().index("decks = 2") + 1
    start = f"house.toml:{line}:  games.double-draw.dealing.decks: two decks without"
    assert lines[0].startswith(start)
    assert lines[0].endswith("  DD .03B")
    assert lines[1].strip() == "shuffler = true, or decks = 1"
    assert len(lines[1]) - len(lines[1].lstrip()) == len(f"house.toml:{line}:  ")


def test_warnings_leave_the_file_valid(pitboss: Any, house: Path) -> None:
    text = example().replace('# payout_limit = "$50,000"\n', "payout_limit = 400\n")
    house.write_text(text, encoding="utf-8")
    answer = pitboss("house.toml")
    assert answer.code == 0
    line = line_of(text, "payout_limit = 400")
    assert answer.out.startswith(f"house.toml:{line}: warning: games.mississippi-stud.options.")
    assert "house.toml: valid with 1 warning\n" in answer.out
    report = json.loads(pitboss("house.toml", "--json").out)
    assert (report["valid"], report["violations"], len(report["warnings"])) == (True, [], 1)


def test_json_says_the_same(pitboss: Any, house: Path) -> None:
    text = example().replace('base = "A"  ', 'base = "Z"  ')
    house.write_text(text, encoding="utf-8")
    answer = pitboss("--json", "house.toml")
    report = json.loads(answer.out)
    assert answer.code == 1
    assert (report["file"], report["valid"], report["submission"]) == ("house.toml", False, None)
    assert report["violations"] == [
        {
            "line": line_of(text, 'base = "Z"'),
            "key": "games.let-it-ride.wagers.base",
            "what": 'there is no Let It Ride paytable "Z"',
            "clause": "LIR .12A",
            "allowed": 'choose "A", "B" or "C"',
        }
    ]
    house.write_text(example(), encoding="utf-8")
    report = json.loads(pitboss("--json", "house.toml").out)
    assert report["submission"]["house"] == default_house().house
    assert report["submission"]["games"]["double-draw"]["minimum"] == 1000


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        (b"", 1, "house: missing"),
        (b"\x7fELF\x02\x01\x01\x00\x00", 1, "not TOML"),
        (b"[house]\nname = 'x'\n\xff\xfe", 3, "byte 0xff is not UTF-8"),
        (b"[house]\nname = 'x'\nname = 'y'\n", 3, "house.name: not TOML: a key that was given bef"),
        (b"[house]\n[games]\n[house]\n", 3, "cannot declare house twice"),
        (b"[house]\nname = The House\n", 2, "text and amounts like"),
        (b"[house]\nname = 'x\n", 2, "text that does not end"),
        (b'[house]\nname = "x\n', 2, "text that does not end"),
        (b"[house]\nname\n", 2, "a key without a value"),
        (b"[games.double-draw]\nchips = [1, 5\n", 2, "a list that does not end"),
        (b"[games.double-draw]\nminimum = 5,00\n", 2, "something follows the value"),
        (b"a = " + b"[" * 5000, 1, "a line of 5,004 characters"),
        (b"a = " + b"[\n" * 5000, 21, "nested more than 20 deep"),
        (b"a = " + b"9" * 390, 1, "unknown key"),
        (b'[house]\nname = """' + b"9,999,\\\n" * 999 + b'"""', 2, "cannot be printed on a lay"),
        (b'[games.235-stud]\nminimum = """' + b"999,\\\n" * 2000 + b'999"""', 2, "is not an amo"),
        (b"tables = [" + b"{},\n" * 300 + b"]", 1, "tables: 300 of them; 200 at most"),
        (b"tables = [1]", 1, "tables[1]: 1 is not a table"),
        (b"tables = {}", 1, "tables: a table is not a table; write the lines of [[tables]]"),
        (b"games = 'all'", 1, 'games: "all" is not a table; write the lines of [games]'),
        (b"[games.let_it_ride]", 1, "did you mean let-it-ride?"),
        (b"[games.mississippi]", 1, "did you mean mississippi-stud?"),
        (b'"\\u001b[2J" = 1', 1, '"\\x1b[2J": unknown key'),
        (b"".join(b"k%d = 1\n" % n for n in range(30)), 21, "10 more unknown keys"),
    ],
)
def test_a_file_that_is_no_submission_gets_the_same_kind_of_answer(
    pitboss: Any, house: Path, data: bytes, line: int, what: str
) -> None:
    house.write_bytes(data)
    code, out, err = pitboss("house.toml")
    assert (code, err) == (1, "")
    assert any(row.startswith(f"house.toml:{line}: ") and what in row for row in out.split("\n"))
    assert "\x1b" not in out


def test_a_file_too_large_is_not_read_through(pitboss: Any, house: Path) -> None:
    house.write_bytes(b"#" * (MAX_BYTES + 1))
    assert pitboss("house.toml").out.startswith("house.toml:1: the file is larger than 1,048,576")
    answer = pitboss("/dev/zero")
    assert (answer.code, answer.err) == (1, "")


def test_windows_line_ends_and_a_byte_order_mark_are_no_fault(pitboss: Any, house: Path) -> None:
    house.write_bytes(b"\xef\xbb\xbf" + example().replace("\n", "\r\n").encode())
    assert pitboss("house.toml").code == 0
    text = example().replace('base = "A"  ', "base = 1  ")
    house.write_bytes(text.replace("\n", "\r\n").encode())
    assert pitboss("house.toml").out.startswith(f"house.toml:{line_of(text, 'base = 1')}: ")


def test_standard_input(pitboss: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"[house]\nname = 1\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert "standard input:2: house.name: 1 is not text" in pitboss("-").out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["nowhere.toml"], "pitboss: nowhere.toml: no such file or directory; pitboss check --ex"),
        (["."], "pitboss: .: is a directory; "),
        (["a\0b"], "pitboss: a\\x00b: cannot be opened; "),
        ([], "pitboss: which file? --example prints one to start from; "),
        (["--example", "house.toml"], "pitboss: --example goes alone; "),
        (["--exmple"], "pitboss: No such option"),
        (["one.toml", "two.toml"], "pitboss: Got unexpected extra argument"),
    ],
)
def test_bad_usage(pitboss: Any, house: Path, argv: list[str], says: str) -> None:
    code, out, err = pitboss(*argv)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)
