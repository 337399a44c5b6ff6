"""Whole games in a submission: declared there, named by file, or joined by `--rules`."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli import cli
from pitboss.rulebook import MARK
from pitboss.rulebook.own import BadRules, read_rules
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import check, check_bytes, example, joined

ROOT = Path(__file__).parents[2]
RIVER = ROOT / "examples" / "river-stud.toml"
PAIR = ROOT / "examples" / "let-it-pair.toml"
BY_FILE = """
[games.river-stud]
rules = "river-stud.toml"
minimum = 5
maximum = 50
chips = [1, 5]
wagers = { base = "half-pay" }
dealing = { method = "hand", shuffler = true }

[[tables]]
name = "Bend"
game = "river-stud"
"""


@pytest.mark.parametrize("path", [RIVER, PAIR])
def test_a_house_with_the_file_s_games_reads_back_as_the_same_rules(path: Path) -> None:
    book, key = read_rules(path), path.stem
    text = joined(example(), book)
    checked = check(text)
    assert (checked.violations, checked.warnings) == ((), ())
    assert checked.submission is not None
    choices = checked.submission.games[key]
    assert choices.own == book.own[key]
    assert Rules(choices).is_own
    assert [t.name for t in checked.submission.tables if t.game == key] == [book.games[key].name]
    assert joined(text, book) == text, "joined once is enough"


def test_a_submission_names_a_file_beside_it() -> None:
    text = example() + BY_FILE
    checked = check_bytes(text.encode(), folder=RIVER.parent)
    assert checked.submission is not None
    assert Rules(checked.submission.games["river-stud"]).tables["base"].letter == "half-pay"
    # A page reads no files, and says what to write instead.
    refused = check(text).violations
    assert [(v.key, text.splitlines()[v.line - 1]) for v in refused] == [
        ("games.river-stud.rules", 'rules = "river-stud.toml"')
    ]
    with pytest.raises(BadRules, match="cannot be read"):
        check_bytes(text.encode(), folder=ROOT)
    with pytest.raises(BadRules, match="brings no game river-stud"):
        check_bytes(
            text.replace("river-stud.toml", "let-it-pair.toml").encode(), folder=PAIR.parent
        )


def test_a_game_declared_twice_otherwise_is_refused() -> None:
    text = joined(example(), read_rules(RIVER)).replace("13 to 2", "7 to 1")
    with pytest.raises(BadRules, match="otherwise than the rules file"):
        joined(text, read_rules(RIVER))


@pytest.mark.parametrize(
    ("line", "other", "key", "what"),
    [
        ("hole = 2", "hole = 0", "rules.hole", "0 hole"),
        ('deck = "french-52"', 'deck = "tarot"', "rules.deck", "tarot"),
        ('"flush"                   = "6 to 1"', '"flsh" = "6 to 1"', "paytables.base.A.flsh", ""),
    ],
)
def test_a_bad_game_is_refused_at_its_line(line: str, other: str, key: str, what: str) -> None:
    text = joined(example(), read_rules(RIVER))
    assert line in text
    first = check(text.replace(line, other)).violations[0]
    assert first.key == f"games.river-stud.{key}"
    assert what in first.what
    assert first.line > len(example().splitlines())


def test_real_chips_need_the_house_s_word() -> None:
    text = joined(example(), read_rules(RIVER)) + 'currency = "real"\n'
    text = text.replace('game = "river-stud"\n', 'game = "river-stud"\ncurrency = "real"\n')
    text = text.removesuffix('currency = "real"\n')
    assert [MARK in v.what for v in check(text).violations] == [True]
    allowed = text.replace("[house]\n", "[house]\nown_rules_for_real_chips = true\n")
    assert check(allowed).violations == ()


def test_the_commands_take_a_rules_file(tmp_path: Path) -> None:
    run = CliRunner().invoke
    house = tmp_path / "house.toml"
    house.write_text(example() + BY_FILE, encoding="utf-8")
    (tmp_path / "river-stud.toml").write_text(RIVER.read_text(encoding="utf-8"), encoding="utf-8")
    assert "River Stud A" in run(cli, ["check", "--rules", str(RIVER)]).output
    assert "River Stud half-pay" in run(cli, ["check", str(house)]).output
    part = run(cli, ["game", "show", str(RIVER), "--submission"]).output
    assert check(f"{example()}\n{part}").submission is not None
    written = run(cli, ["game", "show", str(RIVER), "--toml"]).output
    assert "[games.river-stud]" in written
