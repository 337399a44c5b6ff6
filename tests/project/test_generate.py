"""dev/generate.py notices a file that is not what the rulebook says, and mends it when asked."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from dev import generate


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "docs" / "page.md"

    def one_page(root: Path, check: bool) -> Iterable[Path]:
        return generate.write(root / "docs" / "page.md", "right\n", check)

    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "GENERATORS", (one_page,))
    return path


def test_a_missing_file_fails_the_check_and_is_written(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate.main(["--check"]) == 1
    assert not page.exists()
    assert capsys.readouterr().out.startswith("docs/page.md: out of date\n")
    assert generate.main([]) == 0
    assert page.read_text() == "right\n"
    assert capsys.readouterr().out == "docs/page.md: written\n"
    assert generate.main(["--check"]) == 0


def test_a_file_changed_by_hand_fails_the_check(page: Path) -> None:
    generate.main([])
    page.write_text("wrong\n")
    assert generate.main(["--check"]) == 1
    assert page.read_text() == "wrong\n"


def test_a_generator_that_has_gone_missing_fails_the_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(root: Path, check: bool) -> Iterable[Path]:
        raise ModuleNotFoundError("No module named 'dev.rule_pages'")

    monkeypatch.setattr(generate, "GENERATORS", (gone,))
    assert generate.main(["--check"]) == 1
    assert "gone: cannot be generated: No module named" in capsys.readouterr().out
