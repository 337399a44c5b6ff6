"""The triangle clause ↔ code ↔ golden round or test: what cites a clause, and what shows it.

    python dev/unshown.py            how many clauses lack a citation in code, or a round or test
    python dev/unshown.py --write    record them, and which round or test shows which clause

tests/data/uncited_clauses.txt   enforced or recorded, but nothing in src/pitboss cites it yet
tests/data/unshown_clauses.txt   enforced or recorded, but no golden round or test shows it yet
src/pitboss/rulebook/data/shown.tsv   what `pitboss rules` tells about a clause
Both lists may only shrink.

A golden round shows a clause by a line with `shows MS 11.H(2)`, a test by the same words in its
docstring or a comment. A citation stands for its clause and everything under it, but a chapter
stands for nothing. A clause that only introduces items is cited, or shown, when all of them are.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pitboss.rulebook import register
from pitboss.rulebook.register import AND, CitationSpan, Clause

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
UNCITED = DATA / "uncited_clauses.txt"
UNSHOWN = DATA / "unshown_clauses.txt"
SHOWN = ROOT / "src" / "pitboss" / "rulebook" / "data" / "shown.tsv"

WHY = {
    UNCITED: "# Clauses enforced or recorded that no line of src/pitboss cites. Only ever shrinks.",
    UNSHOWN: "# Clauses enforced or recorded that no round or test shows. Only ever shrinks.",
}


def clauses() -> list[Clause]:
    return [c for document in register.DOCUMENTS for c in register.clauses_of(document).values()]


def cited_in_code() -> set[str]:
    return {c.cited for _, text in register.source_files() for c in register.citations(text)}


def shows(text: str) -> Iterator[CitationSpan]:
    """The citations that follow the word `shows`, up to the first text that is not one."""
    for word in re.finditer(r"\bshows\s+", text):
        end = word.end()
        for citation in register.citations(text[end : end + 1000]):
            gap = text[end : word.end() + citation.start]
            if AND.sub("", gap).strip() not in ("", citation.cited.partition(" ")[0]):
                break
            end = word.end() + citation.end
            yield CitationSpan(citation.cited, word.end() + citation.start, end)


def shown_in(root: Path = ROOT) -> dict[str, set[str]]:
    """Citation → the rounds and tests that say they show it."""
    places: dict[str, set[str]] = {}
    for path in [*root.glob("tests/**/*.round"), *root.glob("tests/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        for citation in shows(text):
            where = path.relative_to(root).as_posix()
            if path.suffix == ".py":
                where += _test_around(text, citation.start)
            places.setdefault(citation.cited, set()).add(where)
    return places


def _test_around(text: str, place: int) -> str:
    """`::name` of the test whose docstring or body this is in."""
    before = re.findall(r"^def (test_\w+)", text[:place], re.MULTILINE)
    return f"::{before[-1]}" if before else ""


def missing(citations: Iterable[str]) -> list[str]:
    """The clauses enforced or recorded that no citation stands for, in the documents' order."""
    cited = set(citations)
    by_id = {clause.id: clause for clause in clauses()}

    def covered(clause: Clause) -> bool:
        if any(above in cited for above in _upwards(clause.id)):
            return True
        under = register.children(clause.id)
        in_code = [c for c in under if c.by]
        return bool(in_code) and all(map(covered, in_code))

    # A row of a paytable stands for its table.
    rows = {c for c in cited if c not in by_id}
    cited |= {next((c for c in _upwards(row) if c in by_id), row) for row in rows}
    return [c.id for c in by_id.values() if c.by and not covered(c)]


def _upwards(cited: str) -> Iterator[str]:
    """A clause and what is above it, down to the section."""
    yield cited
    pieces = re.findall(r"\(\w+\)(?:bis)?$", cited)
    while pieces:
        cited = cited.removesuffix(pieces[0])
        yield cited
        pieces = re.findall(r"\(\w+\)(?:bis)?$", cited)


def recorded(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


def shown_text(shown: dict[str, set[str]]) -> str:
    rows = sorted((cited, where) for cited, places in shown.items() for where in places)
    return "".join(f"{cited}\t{where}\n" for cited, where in rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="What cites and what shows each clause.")
    parser.add_argument("--write", action="store_true", help="record it")
    write: bool = parser.parse_args(argv).write
    shown = shown_in()
    lists = {UNCITED: missing(cited_in_code()), UNSHOWN: missing(shown)}
    grown = False
    for path, now in lists.items():
        new = [cited for cited in now if cited not in recorded(path)] if path.exists() else []
        print(f"{path.name}: {len(now)}" + (f", new: {', '.join(new)}" if new else ""))
        grown = grown or bool(new)
    if grown:
        print("these lists only shrink: cite or show what is new")
        return 1
    if write:
        for path, now in lists.items():
            path.write_text("\n".join([WHY[path], *now]) + "\n", encoding="utf-8")
        SHOWN.write_text(shown_text(shown), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
