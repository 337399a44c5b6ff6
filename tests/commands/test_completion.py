"""What a shell completes, and what `pitboss` says to a command that it does not have."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from kit import premises
from pitboss import GAMES
from pitboss.cli import USES, cli


def offers(*words: str, part: str = "") -> list[str]:
    shell = ShellComplete(cli, {}, "pitboss", "_PITBOSS_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), part)]


@pytest.mark.parametrize(
    "command", ["par", "play", "rules", "session", "simulate", "strategy", "sweep"]
)
def test_games_are_completed(command: str) -> None:
    assert offers(command) == list(GAMES)
    assert offers(command, part="le") == ["let-it-ride"]


def test_wagers_and_letters_are_those_of_the_game() -> None:
    assert offers("par", "let-it-ride", "--wager", part="s") == ["six-card-bonus"]
    assert offers("par", "let-it-ride", "--paytable") == ["A", "B", "C"]
    assert offers("par", "let-it-ride", "--wager", "six-card-bonus", "--paytable") == ["A", "B"]
    assert offers("play", "let-it-ride", "--paytable", part="base=") == [
        *("base=A", "base=B", "base=C")
    ]
    assert offers("par", "roulette", "--wager") == []


def test_commands_are_completed_in_the_order_of_the_help() -> None:
    assert offers() == [name for group in USES.values() for name in group]
    assert offers(part="sw") == ["sweep"]


def test_tables_are_those_of_the_house(tmp_path: Path) -> None:
    with premises.directory("completion") as place:
        premises.copy_house(place)
        assert "big-river" in offers("export", "--data", str(place))
        assert offers("verify", "--data", str(place), part="big") == ["big-river/"]
    assert offers("export", "--data", str(tmp_path)) == [], "an empty directory has no house"
