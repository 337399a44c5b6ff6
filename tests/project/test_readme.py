"""What the README shows is what happens."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

from kit.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "CHANGELOG.md")


def test_the_examples_of_the_readme() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert attempted > 0
    assert failed == 0


def test_the_commands_of_the_readme_work() -> None:
    text = (ROOT / "README.md").read_text()
    lines = re.findall(r"^    \./pit run (\S.*?)(?:\s+#.*)?$", text, re.MULTILINE)
    assert len(lines) > 1
    for line in lines:
        argv = [part.strip('"') for part in re.findall(r'"[^"]*"|\S+', line)]
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pitboss", *argv],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, (line, done.stderr)


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
            assert (ROOT / target).exists(), f"{page} links to {target}"


def test_every_file_the_pages_name_exists() -> None:
    """Paths in backquotes: from the top, or as the pages shorten them, from src/pitboss."""
    for page in PAGES:
        text = (ROOT / page).read_text()
        for name in re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|toml|txt|in))`", text):
            found = (ROOT / name).exists() or (ROOT / "src" / "pitboss" / name).exists()
            assert found, f"{page} names {name}"
