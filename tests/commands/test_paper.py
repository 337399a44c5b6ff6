"""`pitboss paper`: files for every game or one table, and clear refusals."""

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from kit.tiers import limit
from pitboss.commands.paper import command
from pitboss.errors import PitbossError
from pitboss.rulebook.submission import default_house, example


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(example(), encoding="utf-8")
    return file


def run(*args: str | Path) -> str:
    result = CliRunner().invoke(command, [str(arg) for arg in args], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_all_papers_of_every_game_are_written(house: Path, tmp_path: Path) -> None:
    out, began = tmp_path / "paper", time.process_time()
    record = json.loads(run("all", house, "--out", out, "--json"))
    names = {Path(file).name for file in record["files"]}
    assert names == {path.name for path in out.iterdir()}
    for game in default_house().games:
        for paper in ("layout.svg", "layout.pdf", "placard.pdf", "wall-sign.pdf", "rule-card.pdf"):
            assert f"{game}-{paper}" in names
    assert all(path.stat().st_size > 1_000 for path in out.iterdir())
    assert time.process_time() - began < limit(20), "a whole house's set"


def test_without_a_file_the_default_house_is_drawn(house: Path, tmp_path: Path) -> None:
    for out, args in (("named", [house]), ("default", [])):
        run("sign", *args, "--game", "double-draw", "--out", tmp_path / out)
    first, second = (sorted((tmp_path / out).iterdir()) for out in ("named", "default"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_one_table_has_its_name_on_its_sign(house: Path, tmp_path: Path) -> None:
    text = run("sign", house, "--table", "big river", "--out", tmp_path)
    signs = ("placard", "wall-sign", "out-of-order")
    assert text.splitlines() == [f"wrote {tmp_path / f'big-river-{sign}.pdf'}" for sign in signs]


def test_a_notice_of_changed_limits_has_its_hour_and_both_limits(
    house: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.toml"
    new.write_text(example().replace('minimum = "10.00"', 'minimum = "15.00"'), encoding="utf-8")
    hour = datetime.now(UTC) + timedelta(hours=1)
    args = ("notice", new, "--against", house, "--out", tmp_path / "out")
    lines = run(*args, "--at", f"{hour:%Y-%m-%d %H:%M}").splitlines()
    tables = [table.name for table in default_house().tables if table.game == "double-draw"]
    assert len(lines) == len(tables) > 0
    page = pypdfium2.PdfDocument(Path(lines[0].removeprefix("wrote ")))[0]
    text = " ".join(page.get_textpage().get_text_bounded().split())
    assert f"From {hour:%H:%M} UTC Minimum $15 Maximum $300" in text
    assert "Until then: minimum $10, maximum $300" in text
    assert tables[0] in text
    soon = datetime.now(UTC) + timedelta(minutes=29)
    with pytest.raises(PitbossError, match="less than 30 minutes ahead"):
        run(*args, "--at", f"{soon:%Y-%m-%d %H:%M}")
    with pytest.raises(PitbossError, match="is not a time"):
        run(*args, "--at", "noon")
    with pytest.raises(PitbossError, match="needs the limits until then"):
        run("notice", new)
    with pytest.raises(PitbossError, match="no table's limits differ"):
        run("notice", house, "--against", house, "--at", f"{hour:%Y-%m-%d %H:%M}")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--table", "Nowhere"), "there is no table 'Nowhere'"),
        (("--game", "bridge"), "no game 'bridge' is offered"),
    ],
)
def test_what_the_house_has_not_is_refused(
    house: Path, args: tuple[str, str], complaint: str
) -> None:
    with pytest.raises(PitbossError, match=complaint):
        run("sign", house, *args)


def test_a_submission_with_violations_gets_no_paper(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(example().replace('two-card = "A"', 'two-card = "Z"'), encoding="utf-8")
    with pytest.raises(PitbossError, match="two-card"):
        run("sign", file, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()
