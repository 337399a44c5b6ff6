"""List the clause numbers of the five source documents, down to the lowest item.

    python dev/clause_numbers.py SEEDS                    one clause id a line
    python dev/clause_numbers.py SEEDS --write            record in tests/data/clause_numbers.txt
    python dev/clause_numbers.py SEEDS --check FILE.toml  compare with a clauses file (exit 0, 1)
    python dev/clause_numbers.py SEEDS --only MS,235      list or check these documents only

The numbering is read from the text alone, so that the clause index is measured against something
other than itself. Rows of a paytable are not clauses: the table's own number is the lowest item.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

SEEDS = {
    "235": "000_*.txt",
    "235H": "003_*.txt",
    "DD": "001_*.txt",
    "LIR": "002_*.txt",
    "MS": "004_*.txt",
}
RECORD = Path(__file__).resolve().parent.parent / "tests" / "data" / "clause_numbers.txt"

# A chapter of the standard rules; the contents page has a tab and a page number as well.
CHAPTER = re.compile(r"Chapter (\d+) [-–] ([^\t]+)$")
# A COMAR regulation. A wrapped line may begin with ".11 of this chapter", hence the capital.
REGULATION = re.compile(r"\.(\d\d) ([A-Z].*)$")
SECTION = re.compile(r"([A-Z])\.\s+(\S.*)$")
# An item never begins in lower case: a wrapped reference, "(d)." or "(b) and", does not match.
ITEM = re.compile(r"\((\d+|[a-z]+)\)\s+([^a-z\s].*)$")
STEP = re.compile(r"(\d+)\.\s+(\S.*)$")
SUBSTEP = re.compile(r"([a-z])\.\s+(\S.*)$")
HEADER = re.compile(r"Maryland State Lottery and Gaming Control Agency$|Standard Rules - ")
# "For a Flush the payout is 8 to 1", "For a Royal Flush, $1,000", and the slip "payout shall is".
ROW = re.compile(r"For .*?(the payout (shall )?is\b|, \\?\$\s?\d)")

ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
# Items nest as (1), (a), (i), and once more (1) under MS 12.C(3)(b).
KINDS = ("digit", "letter", "roman", "digit")


class Clause(NamedTuple):
    number: str
    text: str


def value(mark: str, kind: str) -> int | None:
    """The position of a mark in a list of the given kind, or None if it cannot belong to one."""
    if kind == "digit":
        return int(mark) if mark.isdigit() else None
    if kind == "roman":
        return ROMAN.get(mark)
    return ord(mark) - 96 if len(mark) == 1 and mark.isalpha() else None


def place(mark: str, open_items: list[str], last_text: str) -> int:
    """How deep an item belongs, given the items open above it.

    A list that the mark continues wins over one that it would start. Where it could continue two,
    as (4) after MS 12.C(3)(b)(iv)(3), the full stop before it says that the inner list has ended.
    """
    continues = [
        depth
        for depth, before in enumerate(open_items)
        if value(mark, KINDS[depth]) == (value(before, KINDS[depth]) or 0) + 1
    ]
    if continues:
        return continues[0] if last_text.rstrip().endswith(".") else continues[-1]
    deeper = len(open_items)
    if deeper < len(KINDS) and value(mark, KINDS[deeper]) == 1:
        return deeper
    # Neither a next item nor a first one: the document skipped or repeated a number.
    same_kind = [d for d in range(deeper) if value(mark, KINDS[d]) is not None]
    if not same_kind:
        raise ValueError(f"({mark}) has no place after {open_items}: {last_text!r}")
    return same_kind[-1]


def lines(path: Path) -> list[str]:
    """Non-empty lines without page headers, list dashes and emphasis."""
    body = []
    for raw in path.read_text(encoding="utf-8").splitlines():
        line = re.sub(r"^(- )?\**", "", raw.strip()).rstrip("* ")
        if line and not HEADER.match(line):
            body.append(line)
    return body


class Reader:
    """Gathers the clauses of one document; a number that comes twice is given `bis`."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.numbers: set[str] = set()
        self.chapter = ""
        self.section = ""
        self.items: list[str] = []  # plain marks, for placing the next item
        self.shown: list[str] = []  # the same marks as numbered, with bis
        self.last_text = ""

    def add(self, number: str, text: str) -> str:
        while number in self.numbers:
            number += "bis"
        self.numbers.add(number)
        self.clauses.append(Clause(number, text))
        self.last_text = text
        return number

    def wrap(self, line: str) -> None:
        self.last_text += " " + line
        if self.clauses and not ROW.match(self.last_text):
            number, text = self.clauses[-1]
            self.clauses[-1] = Clause(number, f"{text} {line}")

    def open_chapter(self, number: str, title: str) -> None:
        self.chapter = self.add(number, title)
        self.section, self.items, self.shown = "", [], []

    def open_section(self, letter: str, text: str, join: str) -> None:
        self.section = self.add(f"{self.chapter}{join}{letter}", text)
        self.items, self.shown = [], []

    def open_item(self, mark: str, text: str) -> None:
        depth = place(mark, self.items, self.last_text)
        del self.items[depth:], self.shown[depth:]
        self.items.append(mark)
        if ROW.match(text):
            self.shown.append(f"({mark})")
            self.last_text = text
            return
        above = self.section + "".join(self.shown)
        number = self.add(f"{above}({mark})", text)
        self.shown.append(number.removeprefix(above))


def read_regulation(path: Path) -> list[Clause]:
    """The three sets of standard rules and COMAR regulations: chapters, sections, items."""
    reader = Reader()
    for line in lines(path):
        if match := CHAPTER.match(line):
            reader.open_chapter(match[1], match[2])
        elif match := REGULATION.match(line):
            reader.open_chapter(f".{match[1]}", match[2])
        elif not reader.chapter:
            continue  # cover sheet, contents, and Double Draw's form, which has lettered lines too
        elif match := SECTION.match(line):
            reader.open_section(match[1], match[2], "" if reader.chapter.startswith(".") else ".")
        elif reader.section and (match := ITEM.match(line)):
            reader.open_item(match[1], match[2])
        else:
            reader.wrap(line)
    return reader.clauses


def read_steps(path: Path) -> list[Clause]:
    """The operator's rules of play: numbered steps, some lettered, then unnumbered paytables."""
    reader = Reader()
    for line in lines(path):
        if line.startswith("#"):
            if reader.clauses:
                break
        elif match := STEP.match(line):
            reader.open_chapter(match[1], match[2])
        elif reader.chapter and (match := SUBSTEP.match(line)):
            reader.open_section(match[1], match[2], ".")
        elif reader.chapter:
            reader.wrap(line)
    return reader.clauses


def seed_path(seeds: Path, code: str) -> Path:
    files = sorted(seeds.glob(SEEDS[code]))
    if len(files) != 1:
        raise SystemExit(f"{code}: expected one file {SEEDS[code]} in {seeds}, found {len(files)}")
    return files[0]


def read(seeds: Path, code: str) -> list[Clause]:
    path = seed_path(seeds, code)
    return read_steps(path) if code == "235H" else read_regulation(path)


def record(seeds: Path, numbers: dict[str, list[str]]) -> str:
    head = [
        "# The clause numbers of the source documents, read by dev/clause_numbers.py.",
        "# Paytable rows are not listed; a number that a document uses twice is marked bis.",
    ]
    for code, its_own in numbers.items():
        path = seed_path(seeds, code)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        head.append(f"# {code:<5}{len(its_own):>4} clauses  {path.name}  sha256 {digest}")
    head.append(f"# total{sum(map(len, numbers.values())):>4}")
    listed = [f"{code} {number}" for code, its_own in numbers.items() for number in its_own]
    return "\n".join(head + listed) + "\n"


def compare(numbers: dict[str, list[str]], clauses_file: Path) -> int:
    """Print what is missing from the clauses file, what is extra, and what is out of order."""
    tables = tomllib.loads(clauses_file.read_text(encoding="utf-8"))
    faults = 0
    for code, expected in numbers.items():
        have = list(tables.get(code, {}))
        missing = [n for n in expected if n not in have]
        extra = [n for n in have if n not in expected]
        for word, which in (("missing", missing), ("extra", extra)):
            for number in which:
                print(f"{word}: {code} {number}")
        if not missing and not extra and have != expected:
            at = next(i for i, (a, b) in enumerate(zip(expected, have, strict=True)) if a != b)
            print(f"out of order: {code} {have[at]} stands where {expected[at]} belongs")
            faults += 1
        faults += len(missing) + len(extra)
        print(f"{code}: {len(expected)} clauses, {len(missing)} missing, {len(extra)} extra")
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Clause numbers of the source documents.")
    parser.add_argument("seeds", type=Path, help="folder of the source documents")
    parser.add_argument("--write", action="store_true", help=f"record them in {RECORD.name}")
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with this clauses file")
    parser.add_argument("--only", default=",".join(SEEDS), help="document codes, with commas")
    options = parser.parse_args()
    codes = options.only.split(",")
    if unknown := [c for c in codes if c not in SEEDS]:
        parser.error(f"unknown document {', '.join(unknown)}; known: {', '.join(SEEDS)}")
    if options.write and codes != list(SEEDS):
        parser.error("--write records every document; leave out --only")
    numbers = {code: [c.number for c in read(options.seeds, code)] for code in codes}
    if options.write:
        RECORD.write_text(record(options.seeds, numbers), encoding="utf-8")
    if options.check:
        return compare(numbers, options.check)
    if not options.write:
        for code, its_own in numbers.items():
            for number in its_own:
                print(f"{code} {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
