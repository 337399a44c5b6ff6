"""`pitboss strategy`: what it prints, writes and refuses."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click import unstyle

from pitboss.cli import main
from pitboss.rulebook import fingerprint


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def pitboss(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))

    def run(*argv: str) -> Answer:
        with pytest.raises(SystemExit) as left:
            main(["strategy", *argv])
        captured = capsys.readouterr()
        code = left.value.code
        assert isinstance(code, int)
        return Answer(code, unstyle(captured.out), captured.err)

    return run


def test_a_hand_is_told_every_act_and_what_the_second_best_costs(pitboss: Any) -> None:
    code, out, err = pitboss("let-it-ride", "--cards", "Ts 9s 4d")
    assert (code, err) == (0, "")
    assert "withdraw  −0.581633  −57/98    best       −$5.82" in out
    assert "Best: withdraw. The second best, ride, costs 0.655612." in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_a_tie_is_named(pitboss: Any) -> None:
    assert "It makes no difference." in pitboss("let-it-ride", "--cards", "5c 6d 7h 8s").out
    out = pitboss("double-draw", "--cards", "As 2s 7d JK 8d", "--dead", "3c 4d").out
    assert "discard 7d and discard 8d and discard 2s are equally good." in out


def test_json_says_the_same_exactly(pitboss: Any) -> None:
    advice = json.loads(
        pitboss("mississippi-stud", "--cards", "Ts 9s 2c", "--bets", "3", "--json").out
    )
    assert advice["fingerprint"] == fingerprint("mississippi-stud")
    assert (advice["decision"], advice["earlier"], advice["staked"]) == (
        "fourth-street",
        ["bet 3"],
        4,
    )
    assert advice["best"] == "bet 1"
    assert advice["second_best_costs"]["fraction"] == str(4 - Fraction(723, 196))
    worth = {option["act"]: option for option in advice["options"]}
    assert worth["fold"]["value"] == {"fraction": "-4", "decimal": -4.0}
    assert worth["fold"]["value_cents"] == -4000.0
    assert worth["bet 1"]["cost"]["fraction"] == "0"


def test_another_paytable_gives_another_worth(pitboss: Any) -> None:
    plain = pitboss("let-it-ride", "--cards", "Ts Td 4d 4h", "--json").out
    other = pitboss("let-it-ride", "--cards", "Ts Td 4d 4h", "--paytable", "c", "--json").out
    named = pitboss("let-it-ride", "--cards", "Ts Td 4d 4h", "--paytable", "base=C", "--json").out
    assert plain != other == named
    assert json.loads(other)["paytables"] == {"base": "C"}


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (("let-it-ride", "--cards", "Ts Ts 4d"), "Ts is given twice"),
        (("let-it-ride", "--cards", "Ts JK 4d"), "without a joker"),
        (("let-it-ride", "--cards", "Ts 9s"), "name 3 or 4"),
        (("let-it-ride", "--cards", "Tx 9s 4d"), "'Tx' is not a card"),
        (("let-it-ride", "--dead", "Ts"), "go with --cards"),
        (("let-it-ride", "--cards", "Ts 9s 4d", "--human"), "--cards goes without --human"),
        (("let-it-ride", "--paytable", "Z"), "no table 'Z'"),
        (
            ("let-it-ride", "--paytable", "progressive=B"),
            "no decision of Let It Ride Poker depends",
        ),
        (("let-it-ride", "--paytable", "nonsense=B"), "no wager 'nonsense'"),
        (("let-it-ride", "--export", "hands.pdf"), "neither .csv nor .json"),
        (("let-it-ride", "--export", "hands.csv", "--human"), "exported as .txt"),
        (("let-it-ride", "--export", "no/such/folder.csv"), "cannot write no/such/folder.csv"),
        (("let-it-ride", "--human", "--export", "no/such/list.txt"), "cannot write no/such"),
        (("let-it-ride", "--cards", "Ts 9s 4d", "--stake", "-1"), "not an amount"),
        (("let-it-ride", "--rules", "0"), "0 rules; give 1 to 30"),
        (("five-card-stud",), "there is no game"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    pitboss: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, argv: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = pitboss(*argv)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_every_hand_is_written_as_csv_and_json(pitboss: Any, tmp_path: Path) -> None:
    table, record = tmp_path / "hands.csv", tmp_path / "hands.json"
    assert "1,651 classes of hands" in pitboss("235-stud", "--export", str(table)).out
    pitboss("235-stud", "--export", str(record))
    with table.open() as file:
        rows = list(csv.DictReader(file))
    data = json.loads(record.read_text())
    assert len(rows) == len(data["classes"]) == 169 + 2 * 741
    assert data["acts"]["five-card-raise"] == ["check", "raise"]
    for row, each in zip(rows, data["classes"], strict=True):
        assert (row["cards"], row["best"], int(row["hands"])) == (
            each["cards"],
            each["best"],
            each["hands"],
        )
        below = int(row["denominator"])
        assert Fraction(int(row[row["best"]]), below) == Fraction(each["value"]["fraction"])


def test_rules_are_shown_with_what_they_cost(pitboss: Any) -> None:
    code, out, _ = pitboss("mississippi-stud", "--human")
    assert code == 0
    assert "house edge 4.9149 %, exactly as good" in out
    assert "any pair or better" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert pitboss("mississippi-stud").out == out  # what is shown when nothing else is asked


def test_fewer_rules_show_the_hands_they_get_wrong(pitboss: Any) -> None:
    report = json.loads(pitboss("235-stud", "--rules", "2", "--json").out)
    assert Fraction(report["cost"]["fraction"]) > 0
    assert all(len(each["rules"]) <= 2 for each in report["lists"])
    assert report["lists"][0]["mistakes"][0]["best"] == "raise"
    out = pitboss("235-stud", "--rules", "2").out
    assert "hands it gets wrong" in out
    assert "1 rule " in out


def test_a_list_is_written_as_a_policy_that_can_be_read(pitboss: Any, tmp_path: Path) -> None:
    from pitboss.odds.game import letters_of, priced_game
    from pitboss.odds.rule_lists.price import price
    from pitboss.odds.rule_lists.text import read

    path = tmp_path / "list.txt"
    assert pitboss("mississippi-stud", "--human", "--export", str(path)).code == 0
    key, lists = read(path.read_text(encoding="utf-8"))
    game = priced_game(key)
    assert price(game, letters_of(game), lists).cost == "0"
