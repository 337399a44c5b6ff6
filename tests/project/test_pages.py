"""docs/rules: made from the rulebook, complete, and current."""

import re
from pathlib import Path

import pytest

from dev import rule_pages as pages
from pitboss.rulebook import GAMES, fingerprint, paytables, register
from pitboss.rulebook.model import Game

ROOT = Path(__file__).resolve().parent.parent.parent

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def test_the_committed_pages_are_current() -> None:
    """If not: python dev/generate.py"""
    assert pages.write_pages(ROOT / "docs" / "rules", check=True) == []


def test_pages_are_written_once_and_mended_when_changed(tmp_path: Path) -> None:
    docs = tmp_path / "docs" / "rules"
    names = [*(f"{key}.md" for key in GAMES), "README.md"]
    assert [path.name for path in pages.write_pages(docs, check=True)] == names
    assert not docs.exists()
    assert [path.name for path in pages.write_pages(docs, check=False)] == names
    assert pages.write_pages(docs, check=True) == []
    changed = docs / "let-it-ride.md"
    changed.write_text(changed.read_text(encoding="utf-8") + "more", encoding="utf-8")
    assert pages.write_pages(docs, check=True) == [changed]
    assert pages.write_pages(docs, check=False) == [changed]
    assert pages.write_pages(docs, check=False) == []


@every_game
def test_a_page_has_every_clause_ruling_and_figure(game: Game) -> None:
    text = pages.page(game)
    assert fingerprint(game.key)[:8] in text
    rows = dict(re.findall(r"^\| (\S+ \S+) \| (\S+) \| ", text, re.MULTILINE))
    for document in game.documents:
        for clause in register.clauses_of(document).values():
            if clause.status == "chapter":
                assert f"### {clause.id} · {clause.says}" in text
            else:
                assert rows[clause.id] == pages.MARKS[clause.status], clause.id
    for ruling in register.rulings_of(game).values():
        assert f"**{ruling.id}** · *{ruling.question}*" in text
        assert ruling.alternative in text
    for letters in paytables(game.key).values():
        for table in letters.values():
            for row in table.rows:
                assert re.search(
                    rf"^\| {re.escape(row.name)} \|.*{re.escape(str(row.pays))} ",
                    text,
                    re.MULTILINE,
                )


@every_game
def test_every_link_to_a_ruling_leads_to_it(game: Game) -> None:
    text = pages.page(game)
    targets = set(re.findall(r"\]\(#(\w+)\)", text))
    assert len(targets) > 20
    assert targets <= set(re.findall(r'<a id="(\w+)">', text))


@every_game
def test_tables_are_well_formed(game: Game) -> None:
    for block in pages.page(game).split("\n\n"):
        if block.startswith("|"):
            bars = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(bars) == 1, block


def test_the_felt_is_drawn_square() -> None:
    for game in GAMES.values():
        block = pages.page(game).split("```")[1].splitlines()[1:]
        assert len({len(line) for line in block}) == 1
        assert len(block[0]) <= 80
        for spot in game.spots:
            assert spot.name in "\n".join(block)


def test_the_index_counts_what_becomes_of_the_clauses() -> None:
    lines = [line for line in pages.index().splitlines() if line.startswith("| [")]
    assert len(lines) == len(GAMES)
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        total, *parts = map(int, cells[4:8])
        assert total == sum(parts) > 150
