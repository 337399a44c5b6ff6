"""The register: every clause of the documents, what becomes of it, and the rulings that bear on it.

A citation is a document's code and its own numbering: `MS 11.H(1)`, `LIR .12B(3)(h)`,
`235 11.B(1)bis(a)`, `235H 6.a`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.rulebook import GAMES, paytables, read_data
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable

DOCUMENTS: Final = {
    "235": "Standard rules, 235 Stud Poker",
    "235H": "An operator's rules of play, 235 Stud Poker",
    "DD": "COMAR 36.05.19, Double Draw Poker",
    "LIR": "COMAR 36.05.18, Let It Ride Poker",
    "MS": "Standard rules, Mississippi Stud",
}

Status = Literal["chapter", "enforced", "recorded", "documented"]
# Each status of a clause, in the words that people read.
STATUSES: Final[dict[Status, str]] = {
    "enforced": "enforced",
    "recorded": "prompted or recorded",
    "documented": "documented",
}
# Chapters about cards, procedure, wagers and money: the rest are words, furniture and rankings.
PROCEDURE: Final = (3, 4, 5, 7, 8, 9, 10, 11, 12, 13)


class Clause(msgspec.Struct, frozen=True):
    id: str  # "MS 11.H(1)"
    says: str  # of a chapter, its title
    status: Status
    by: str = ""  # the file that enforces or records it
    how: str = ""  # what the file does about it; of a documented clause, where it is stated
    see: tuple[str, ...] = ()  # rulings that decide what it means, or bear on it
    paper: tuple[str, ...] = ()  # kinds of `pitboss paper` that show it


class ChapterShare(msgspec.Struct, frozen=True):
    """How many clauses of a chapter, or of several, have each status."""

    title: str
    counts: dict[Status, int]

    @property
    def clauses(self) -> int:
        return sum(self.counts.values())

    @property
    def percent(self) -> int:
        """Of the clauses, those enforced, prompted or recorded; rounded down."""
        return 100 * (self.clauses - self.counts["documented"]) // self.clauses


class Ruling(msgspec.Struct, frozen=True):
    id: str
    games: tuple[str, ...]
    clauses: tuple[str, ...]
    question: str
    ruling: str
    option: str = ""  # the key of the submission that chooses the alternative
    option_games: tuple[str, ...] = ()  # whose submission has that key, where not all of `games`
    default: Any = None
    alternative: str = ""
    changes: str = ""  # what the alternative changes


class UnknownClause(PitbossError):
    """Text that names no clause of the documents."""


# ── reading the files ─────────────────────────────────────────────────────────────────────────────


@cache
def _sections() -> dict[str, str]:
    """The text of clauses.toml by document, so that only what is asked for is parsed."""
    parts = re.split(r'^\["?(\w+)"?\]$', read_data("clauses.toml"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@cache
def clauses_of(document: str) -> dict[str, Clause]:
    """Every clause of a document by its id, in the document's order."""
    entries: dict[str, dict[str, Any]] = tomllib.loads(_sections()[document])
    return {
        f"{document} {number}": _clause(f"{document} {number}", entry)
        for number, entry in entries.items()
    }


def _clause(cited: str, entry: dict[str, Any]) -> Clause:
    see, how = tuple(entry.get("see", ())), entry.get("how", "")
    if "title" in entry:
        return Clause(cited, entry["title"], "chapter", see=see)
    (status,) = (name for name in STATUSES if name in entry)
    paper = tuple(entry.get("paper", ()))
    if status == "documented":
        return Clause(cited, entry["says"], status, how=entry[status], see=see, paper=paper)
    return Clause(cited, entry["says"], status, entry[status], how, see, paper)


@cache
def rulings() -> dict[str, Ruling]:
    entries: dict[str, dict[str, Any]] = tomllib.loads(read_data("rulings.toml"))
    return {key: msgspec.convert({"id": key, **entry}, Ruling) for key, entry in entries.items()}


def rulings_of(game: Game) -> dict[str, Ruling]:
    return {key: ruling for key, ruling in rulings().items() if game.key in ruling.games}


@cache
def shown() -> dict[str, tuple[str, ...]]:
    """Citation → the golden rounds and tests that show it (written by dev/unshown.py)."""
    places_of: dict[str, list[str]] = {}
    for line in read_data("shown.tsv").splitlines():
        cited, _, where = line.partition("\t")
        places_of.setdefault(cited, []).append(where)
    return {cited: tuple(places) for cited, places in places_of.items()}


# ── shares ────────────────────────────────────────────────────────────────────────────────────────


def shares(document: str) -> list[ChapterShare]:
    """Of each chapter of a document; a document without chapters is one."""
    groups: dict[str, list[Clause]] = {}
    title = f"{document} {DOCUMENTS[document]}"
    for clause in clauses_of(document).values():
        if clause.status == "chapter":
            title = f"{clause.id} {clause.says}"
        else:
            groups.setdefault(title, []).append(clause)
    return [_share(title, clauses) for title, clauses in groups.items()]


def procedure_share(document: str) -> ChapterShare | None:
    """Of the chapters on cards, procedure, wagers and money together."""
    chapters = {str(n) for n in PROCEDURE} | {f".{n:02}" for n in PROCEDURE}
    clauses = [
        clause
        for clause in clauses_of(document).values()
        if clause.status != "chapter" and path_of(clause.id)[1] in chapters
    ]
    has_chapters = any(clause.status == "chapter" for clause in clauses_of(document).values())
    return _share("chapters 3–5 and 7–13", clauses) if has_chapters else None


def _share(title: str, clauses: Sequence[Clause]) -> ChapterShare:
    return ChapterShare(
        title, {status: sum(c.status == status for c in clauses) for status in STATUSES}
    )


# ── citations ─────────────────────────────────────────────────────────────────────────────────────

_PARTS: Final = re.compile(r"\.?\d+|[A-Za-z]|\(\w+\)(?:bis)?")


@cache
def path_of(cited: str) -> tuple[str, ...]:
    """`MS 11.H(1)` → ("MS", "11", "H", "(1)")."""
    document, _, number = cited.partition(" ")
    return document, *_PARTS.findall(number)


def within(cited: str, ancestor: str) -> bool:
    """Is this clause the other one, or under it?"""
    above = path_of(ancestor)
    return path_of(cited)[: len(above)] == above


def covers(citation: str, cited: str) -> bool:
    """Whether the citation is this clause or one above it; a whole chapter covers only itself."""
    return citation == cited or (len(path_of(citation)) > 2 and within(cited, citation))


def children(cited: str) -> list[Clause]:
    depth = len(path_of(cited)) + 1
    document = path_of(cited)[0]
    return [
        c
        for c in clauses_of(document).values()
        if len(path_of(c.id)) == depth and within(c.id, cited)
    ]


_ITEMS: Final = r"(?:\((?:\d{1,2}|[a-z]{1,4})\)(?:bis)?)*"
_STANDARD: Final = rf"\d{{1,2}}\.[A-Z]{_ITEMS}"
_COMAR: Final = rf"\.\d\d[A-Z]{_ITEMS}"
_NUMBERS: Final = {
    code: re.compile(number)
    for code, number in (
        *(("235", _STANDARD), ("MS", _STANDARD), ("DD", _COMAR), ("LIR", _COMAR)),
        ("235H", r"\d{1,2}(?:\.?[a-z]\b)?"),
    )
}
_CODE: Final = re.compile(r"(?<![\w.-])(235H?|DD|LIR|MS)\s")
AND: Final = re.compile(r",\s+(?:and\s+)?(?:#\s*)?|\s+and\s+(?:#\s*)?")


class CitationSpan(NamedTuple):
    cited: str
    start: int
    end: int


def citations(text: str) -> Iterator[CitationSpan]:
    """Every citation in a text. `LIR .01B(1), .01B(4)` are two: the second keeps the document.

    A bare chapter is not a citation: it is too vague.
    """
    for code in _CODE.finditer(text):
        document, start = code[1], code.end()
        number = _NUMBERS[document].match(text, start)
        while number is not None:
            # Some people write `235H 11a` for 235H 11.a.
            clause = re.sub(r"^(\d+)([a-z])$", r"\1.\2", number[0])
            yield CitationSpan(f"{document} {clause}", start, number.end())
            # The operator's rules number their steps with bare numbers, which may be any figures.
            more = None if document == "235H" else AND.match(text, number.end())
            number = _NUMBERS[document].match(text, more.end()) if more else None


# ── looking up ────────────────────────────────────────────────────────────────────────────────────


def game_of(document: str) -> Game:
    return next(game for game in GAMES.values() if document in game.documents)


def find_clause(text: str, game: Game | None = None) -> Clause:
    """The clause a person means: `ms 11.h(1)`, `MS 11.H (1)`, or `11.H(1)` where the game is known.

    A row of a paytable is found too, though the register lists only its table.
    """
    squeezed = _squeeze(text)
    for document in _candidates(squeezed, game):
        number = squeezed.removeprefix(document.lower())
        spelling = _spellings(document).get(number)
        if spelling is not None:
            return clauses_of(document)[spelling]
        if row := _row_clause(document, number):
            return row
    raise UnknownClause(f"there is no clause {text!r}", what_to_do=_suggest(squeezed, game))


def find_table(cited: str) -> Paytable | None:
    """The paytable that a clause is, or is a row of."""
    tables = _tables_of(path_of(cited)[0])
    return next((t for t in tables if cited in (t.clause, *(row.clause for row in t.rows))), None)


def _tables_of(document: str) -> Iterator[Paytable]:
    for letters in paytables(game_of(document).key).values():
        yield from letters.values()


def rulings_on(clause: Clause) -> list[Ruling]:
    """The rulings that the clause points to, and those that name it or a clause above it."""
    return [
        ruling
        for ruling in rulings().values()
        if ruling.id in clause.see or any(covers(cited, clause.id) for cited in ruling.clauses)
    ]


def cited_in_code(cited: str) -> list[str]:
    """`file:line` of each place in the package that cites a clause, one above or one under it."""
    places = []
    for name, text in source_files():
        if cited.partition(" ")[0] in text:
            places += [
                f"{name}:{text.count(chr(10), 0, citation.start) + 1}"
                for citation in citations(text)
                if covers(citation.cited, cited) or within(citation.cited, cited)
            ]
    return list(dict.fromkeys(places))


_NO_RULES: Final = {"commands", "rulebook/register.py"}


def source_files() -> Iterator[tuple[str, str]]:
    """The package's own code, and the paytables, which are code in all but syntax.

    The register and the commands are left out: they discuss citations but obey no rule.
    """
    places: list[tuple[str, Traversable]] = [("", files("pitboss"))]
    while places:
        prefix, folder = places.pop()
        for entry in sorted(folder.iterdir(), key=lambda e: e.name):
            if prefix + entry.name in _NO_RULES:
                continue
            if entry.is_dir():
                places.append((f"{prefix}{entry.name}/", entry))
            elif entry.name.endswith(".py") or entry.name == "paytables.toml":
                yield prefix + entry.name, entry.read_text(encoding="utf-8")


def shown_by(cited: str) -> list[str]:
    """The golden rounds and tests that show a clause, or one under it."""
    places = (
        place
        for citation, where in shown().items()
        if covers(citation, cited) or within(citation, cited)
        for place in where
    )
    return list(dict.fromkeys(places))


def _squeeze(text: str) -> str:
    return re.sub(r"[\s.]", "", text).lower()


def _candidates(squeezed: str, game: Game | None) -> tuple[str, ...]:
    """The documents a citation may belong to: the one it names, else the game's own."""
    # `235H 5` before `235 …`: if two codes fit, the longer one is meant.
    named = [
        code
        for code in sorted(DOCUMENTS, key=len, reverse=True)
        if squeezed.startswith(code.lower())
    ]
    if named and (game is None or named[0] in game.documents):
        return (named[0],)
    return game.documents if game is not None else ()


@cache
def _spellings(document: str) -> dict[str, str]:
    return {_squeeze(cited.partition(" ")[2]): cited for cited in clauses_of(document)}


def _row_clause(document: str, number: str) -> Clause | None:
    for table in _tables_of(document):
        for row in table.rows:
            code, _, rest = row.clause.partition(" ")
            if code == document and _squeeze(rest) == number:
                says, file = f"{row.name}: {row.pays}", "rulebook/data/paytables.toml"
                see = clauses_of(document)[table.clause].see
                return Clause(row.clause, says, "enforced", file, see=see)
    return None


def _suggest(squeezed: str, game: Game | None) -> str:
    documents = _candidates(squeezed, game)
    if not documents:
        return f"begin with one of {', '.join(DOCUMENTS)}, as in MS 11.H(1)"
    document = documents[0]
    number = squeezed.removeprefix(document.lower())
    while number:
        number = number[:-1]
        if clause := _spellings(document).get(number):
            under = children(clause)
            return f"{clause} has {under[0].id} to {under[-1].id}" if under else f"try {clause}"
    first, *_, last = clauses_of(document)
    return f"{document} has clauses from {first} to {last}"
