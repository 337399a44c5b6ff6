"""Golden rounds: each is replayed from its `>` lines and must come out as it is written."""

import re
from functools import cache
from pathlib import Path

import pytest

from dev.unshown import shows
from kit.ledger import Ledger
from pitboss.notation.replay import Replay, differences, replay
from pitboss.rulebook import GAMES, paytables, register
from pitboss.table import events as e

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = sorted((ROOT / "rounds").glob("**/*.round"))
_RULING = re.compile(r"[GSLMD]\d{1,2}")


def name(path: Path) -> str:
    return path.relative_to(ROOT / "rounds").as_posix()


@cache
def replay_file(path: Path) -> Replay:
    return replay(path.read_text(encoding="utf-8"))


@cache
def all_citations() -> frozenset[str]:
    """Clauses, rows of paytables, and rulings."""
    ids = {*register.rulings()}
    for document in register.DOCUMENTS:
        ids |= set(register.clauses_of(document))
    for game in GAMES:
        for letters in paytables(game).values():
            ids |= {row.clause for table in letters.values() for row in table.rows}
    return frozenset(ids)


def head(text: str) -> str:
    """The comment a round begins with, its lines joined."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines)


def shown(text: str) -> list[str]:
    """What a round says it shows, clauses and rulings, from every comment that says so.

    A clause keeps the document of the one before it, as in `shows MS 11.B(1), 11.B(2), G12`.
    """
    citations, document = [], ""
    for comment in re.findall(r"^#.*(?:\n#.*)*", text, re.MULTILINE):
        joined = re.sub(r"\s*\n#\s*", " ", comment)
        for listing in re.findall(r"\bshows (.+?)(?=\bshows |$)", joined):
            for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", listing.strip().rstrip(".")):
                code, _, number = part.rpartition(" ")
                document = code or document
                citations.append(
                    part if code or _RULING.fullmatch(part) else f"{document} {number}"
                )
    return citations


@pytest.mark.parametrize("path", ROUNDS, ids=name)
def test_a_round_replays_to_its_own_text(path: Path) -> None:
    assert differences(path.read_text(encoding="utf-8"), replay_file(path)) == []
    assert path.read_text(encoding="utf-8") == replay_file(path).text


@pytest.mark.parametrize("path", ROUNDS, ids=name)
def test_a_round_begins_with_its_story_and_what_it_shows(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    story, word, _ = head(text).partition("shows ")
    assert re.fullmatch(r"\w.*[.!?]\s*", story), "the first line tells the story"
    assert word
    cited = shown(text)
    assert [one for one in cited if one not in all_citations()] == []
    clauses = [citation.cited for citation in shows(text)]
    assert clauses == [one for one in cited if " " in one], "rulings come after the clauses"


@pytest.mark.parametrize("path", ROUNDS, ids=name)
def test_a_round_lies_in_its_game_s_folder(path: Path) -> None:
    assert name(path).split("/")[0] == replay_file(path).table.rules.game.key


@pytest.mark.parametrize("path", ROUNDS, ids=name)
def test_a_round_leaves_nothing_owing(path: Path) -> None:
    """Debits equal credits, and between rounds no stake is left on a spot."""
    table = replay_file(path).table
    assert sum(table.books().values()) == 0
    if table.phase == "bets" and not table.wagering():
        assert not [n for account, n in table.books().items() if n and account.startswith("spot")]


# Another table moves the meters while this one settles, which the oracle cannot know.
LINKED = ("mississippi-stud/linked_meters.round",)


@pytest.mark.parametrize("path", [p for p in ROUNDS if name(p) not in LINKED], ids=name)
def test_a_round_is_settled_as_the_oracle_settles_it(path: Path) -> None:
    """Every payment and meter, by the second reading of the documents."""
    ledger = Ledger(replay_file(path).table.rules)
    for event in replay_file(path).events:
        ledger.feed(event)
    ended = [event for event in replay_file(path).events if isinstance(event, e.RoundEnded)]
    assert ledger.rounds == len(ended)


# ── planted faults ────────────────────────────────────────────────────────────────────────────────


def test_a_changed_amount_is_noticed() -> None:
    path = next(path for path in ROUNDS if "\n< " in path.read_text(encoding="utf-8"))
    text = path.read_text(encoding="utf-8")
    wrong = re.sub(r"(\n< .*?\d)(\.\d\d)", r"\g<1>9\g<2>", text, count=1)
    assert wrong != text
    assert differences(wrong, replay_file(path))


def test_what_is_shown_is_read() -> None:
    word = "sho" + "ws"
    text = f"# A fold.  {word} MS 11.H(2), 11.I(5),\n# 235H 4 and G12\n> x\n# {word} LIR .12A(1)\n"
    assert shown(text) == ["MS 11.H(2)", "MS 11.I(5)", "235H 4", "G12", "LIR .12A(1)"]
    assert "MS 99.Z" not in all_citations()
