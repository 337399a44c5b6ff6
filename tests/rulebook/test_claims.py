"""What the register claims, followed to the code: the file of each clause reads it, and every word
of the vocabulary is read by something.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dev import unshown
from kit.vocabulary import RECORDS
from kit.waiting import PATIENCE
from pitboss.rulebook import GAMES, paytables, register
from pitboss.rulebook.model import CITED
from pitboss.rulebook.register import Clause

PACKAGE = Path(register.__file__).parents[1]
RULING = re.compile(r"\b[GSLMD]\d+\b")
GENERIC = {"clause", "key", "name"}  # fields that so many records have that reading one says little
# A file that imports the record, or reads the field that holds such records, means this record.
HOLDERS = {
    "Give": "order",
    "Wager": "wagers",
    "Spot": "spots",
    "Fixture": "fixtures",
    "Inscription": "inscriptions",
    "PayoutLimit": "limit",
    "Paytable": "tables",
    "Row": "row",
}
TESTS = Path(__file__).parents[1]
ROUNDS = TESTS / "rounds"
TELLING = (
    "leaving",
    "stub_hand",
    "stub_manual-shoe",
    "stub_automated-shoe",
    "wagers",
    "options",
    "forfeit",
)


@cache
def parsed(name: str) -> ast.Module:
    return ast.parse((PACKAGE / name).read_text(encoding="utf-8"))


@cache
def code_words(name: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Of a file's code, not its comments: string constants, attributes read, names imported."""
    nodes = list(ast.walk(parsed(name)))
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    attributes = {
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)
    }
    imported = {alias.name for n in nodes if isinstance(n, ast.ImportFrom) for alias in n.names}
    return frozenset(texts), frozenset(attributes), frozenset(imported)


def declared(value: Any, owner: str = "", field: str = "") -> Iterator[tuple[str, str, str]]:
    """Every citation in a declaration: (record, field, clause)."""
    if isinstance(value, msgspec.Struct):
        for each in value.__struct_fields__:
            yield from declared(getattr(value, each), type(value).__name__, each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from declared(each, owner, f"{field}:{key}" if field == "cites" else field)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from declared(each, owner, field)
    elif isinstance(value, str) and list(register.citations(value)):
        yield owner, field, value


@cache
def declarations(game: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(dict.fromkeys((*declared(GAMES[game]), *declared(paytables(game)))))


def reads(name: str, clause: Clause) -> bool:
    """Whether the file names the clause, or reads the field or key that holds it for the game.

    A clause stands for those under it, and one that only introduces items for the items.
    """
    path = PACKAGE / name
    text = path.read_text(encoding="utf-8")
    if any(_alike(c.cited, clause.id) for c in register.citations(text)):
        return True
    if path.suffix != ".py":
        return False
    texts, attributes, imported = code_words(name)
    if set(clause.see) & {ruling for text in texts for ruling in RULING.findall(text)}:
        return True
    game = register.game_of(register.path_of(clause.id)[0])
    for owner, field, cited in declarations(game.key):
        if not _alike(cited, clause.id):
            continue
        if field.startswith("cites:"):
            if field.removeprefix("cites:") in texts:
                return True
        elif field in attributes and (
            field not in GENERIC or owner in imported or HOLDERS.get(owner) in attributes
        ):
            return True
    return False


def _alike(cited: str, clause: str) -> bool:
    return register.covers(cited, clause) or register.within(cited, clause)


def test_the_file_of_each_clause_names_it_or_reads_the_rule_that_cites_it() -> None:
    idle = [
        f"{clause.id}: {clause.by}"
        for clause in unshown.clauses()
        if clause.by and not reads(clause.by, clause)
    ]
    assert idle == []


def test_a_file_that_does_something_else_is_not_evidence() -> None:
    clauses = register.clauses_of("MS")
    assert reads("table/irregular.py", clauses["MS 13.A"])
    assert not reads("table/irregular.py", clauses["MS 8.C(2)(b)"])
    assert not reads("money.py", clauses["MS 13.A"])
    assert not reads("table/progressive.py", clauses["MS 7.G"])


@pytest.mark.parametrize("document", [d for d in register.DOCUMENTS if register.procedure_share(d)])
def test_nine_tenths_of_the_procedure_are_enforced_prompted_or_recorded(document: str) -> None:
    share = register.procedure_share(document)
    assert share is not None and share.percent >= 90, share


# ── the vocabulary ────────────────────────────────────────────────────────────────────────────────


def test_each_citation_key_is_read_by_code() -> None:
    """As a constant of the code, outside the declarations and the list of the keys itself."""
    places = [path for path in PACKAGE.rglob("*.py") if "games" not in path.parts]
    words = {
        word
        for path in places
        if path.name != "model.py"
        for word in code_words(path.relative_to(PACKAGE).as_posix())[0]
    }
    assert [key for key in CITED if key not in words] == []


def test_each_field_of_the_vocabulary_is_read_by_code() -> None:
    rounds = [next((ROUNDS / key / "paytables").glob("progressive*.round"), None) for key in GAMES]
    rounds += [ROUNDS / key / "procedure" / f"{name}.round" for key in GAMES for name in TELLING]
    paths = [str(path) for path in rounds if path is not None and path.exists()]
    program = [sys.executable, "-m", "kit.vocabulary", *paths]
    done = subprocess.run(
        program, cwd=TESTS, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    fields = [f"{name}.{field}" for name, r in RECORDS.items() for field in r.__struct_fields__]
    assert [field for field in fields if field not in done.stdout.split()] == []
