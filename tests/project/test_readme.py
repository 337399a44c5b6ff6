"""What the project's pages show is what happens, and what they name exists."""

import doctest
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kit.waiting import PATIENCE
from pitboss import GAMES, cli

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = (
    *("README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md"))),
)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_of_a_page_do_what_it_says(page: str) -> None:
    failed, attempted = doctest.testfile(str(ROOT / page), module_relative=False)
    assert attempted > 10
    assert failed == 0


def blocks(page: str) -> list[str]:
    indented = re.findall(r"(?:^    .*\n|^\n)+", (ROOT / page).read_text(), re.MULTILINE)
    return [textwrap.dedent(block).strip() for block in indented]


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_of_the_readme_plays_any_game(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = next(block for block in blocks("README.md") if "pitboss.Table(sys.argv" in block)
    assert len([line for line in bot.splitlines() if line]) <= 15
    assert bot in (ROOT / "examples" / "bot.py").read_text()
    shorter = bot.replace("<= 10", "<= 2")  # the first hint prepares the game; two rounds will do
    monkeypatch.setattr(sys, "argv", ["bot.py", game])
    exec(shorter, {"__name__": "__main__"})
    lines = capsys.readouterr().out
    assert re.fullmatch(r"Round 1: \S+\nRound 2: \S+\n[\d.]+ of 1000.00 in chips.\n", lines)


def test_the_commands_of_the_readme_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, which has its modules loaded, but for the session in the terminal."""
    monkeypatch.chdir(tmp_path)  # some write files where they stand
    text = (ROOT / "README.md").read_text()
    lines = re.findall(r"^    \./pit run (\S.*?)(?:\s+#.*)?$", text, re.MULTILINE)
    assert len(lines) > 1
    for line in lines:
        argv = [part.strip('"') for part in re.findall(r'"[^"]*"|\S+', line)]
        if argv[0] == "play":
            program = [sys.executable, "-P", "-m", "pitboss", *argv]
            silence = subprocess.DEVNULL
            done = subprocess.run(program, capture_output=True, timeout=PATIENCE, stdin=silence)
            assert done.returncode == 0, (line, done.stderr)
            continue
        with pytest.raises(SystemExit) as stop:
            cli.main(argv)
        assert stop.value.code == 0, (line, capsys.readouterr().err)


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_every_file_the_pages_name_exists() -> None:
    """Paths in backquotes: from the top, or as the pages shorten them, from src/pitboss."""
    for page in PAGES:
        text = (ROOT / page).read_text()
        for name in re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|toml|txt|in))`", text):
            exists = (ROOT / name).exists() or (ROOT / "src" / "pitboss" / name).exists()
            assert exists, f"{page} names {name}"


def test_the_answers_to_where_is_it_done_are_true() -> None:
    """Each row names a file, from src/pitboss, and something that stands in it."""
    rows = re.findall(r"^\| (.+\?) \| `([^`]+)` \| `([^`]+)` \|", contributing(), re.MULTILINE)
    assert len(rows) >= 10
    for question, name, thing in rows:
        path = ROOT / "src" / "pitboss" / name
        assert path.is_file(), f"{question} {name} does not exist"
        assert thing in path.read_text(encoding="utf-8"), f"{question} {name} has no {thing!r}"


def contributing() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
