"""The sizes of files hold, scripts and sheets included, and the checker would notice otherwise."""

from pathlib import Path

import pytest

from dev import check_sizes, check_web

LONG_FILE = "x\n" * (check_sizes.FILE_LINES + 1)
WIDE_LINE = "/* fine */\n" + "x" * (check_sizes.COLUMNS + 1)


def test_the_source_obeys() -> None:
    assert check_sizes.faults() == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (LONG_FILE, "1: 401 lines; split it before it passes 400"),
        (WIDE_LINE, "2: 101 columns; 100 at most"),
        ("// TO" + "DO later", "1: TO" + "DO means unfinished work"),
    ],
)
@pytest.mark.parametrize("name", ["page.js", "style.css"])
def test_a_planted_fault_is_found(tmp_path: Path, name: str, text: str, fault: str) -> None:
    folder = tmp_path / "src" / "static"
    folder.mkdir(parents=True)
    (folder / name).write_text(text)
    assert check_sizes.faults(tmp_path) == [f"src/static/{name}:{fault}"]


def test_what_is_allowed_passes() -> None:
    lines = "\n".join(["×" * check_sizes.COLUMNS] * check_sizes.FILE_LINES)
    assert list(check_sizes.faults_in_sheet(lines)) == []


def test_installed_packages_are_not_looked_at(tmp_path: Path) -> None:
    package = tmp_path / "dev" / "web_tools" / "node_modules" / "some"
    package.mkdir(parents=True)
    (package / "index.js").write_text(WIDE_LINE)
    assert check_sizes.faults(tmp_path) == []


def test_every_script_and_sheet_is_formatted() -> None:
    files = check_web.web_files(".js", ".css")
    assert {"src/pitboss/web/static/base/style.css", "tests/browser/driver.js"} <= set(files)
    assert not [name for name in files if "node_modules" in name]


def test_the_lock_names_hashes_and_no_registry() -> None:
    lock = (check_web.TOOLS / "package-lock.json").read_text(encoding="utf-8")
    assert lock.count('"integrity": "sha512-') == lock.count('"node_modules/')
    assert '"resolved"' not in lock


def test_without_node_the_check_fails_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert check_web.main(["format"]) == 1
    assert "NO NODE: the scripts and style sheets of the pages cannot be checked" in (
        capsys.readouterr().out
    )
