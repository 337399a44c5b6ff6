"""docs/rules/<game>.md: a game as a felt, a rule card and paytables, its clauses and rulings."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pitboss.rulebook import GAMES, describe, fingerprint, paytables, procedure, register
from pitboss.rulebook.describe import Line, Matrix
from pitboss.rulebook.model import Game
from pitboss.rulebook.register import ChapterShare, Clause, Ruling, Status

MARKS: Final[dict[Status, str]] = {"enforced": "✅", "recorded": "📝", "documented": "📖"}
NOTICE: Final = "<!-- Made from the rulebook by dev/generate.py; edits here are overwritten. -->"


def write_pages(docs_dir: Path, check: bool) -> list[Path]:
    """The pages whose text differed from the rulebook; writes them unless only checking."""
    pages = {docs_dir / f"{key}.md": page(game) for key, game in GAMES.items()}
    pages[docs_dir / "README.md"] = index()
    stale = [path for path, text in pages.items() if _read(path) != text]
    if not check:
        docs_dir.mkdir(parents=True, exist_ok=True)
        for path in stale:
            path.write_text(pages[path], encoding="utf-8")
    return stale


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def index() -> str:
    head = ("game", "rules", "seats", "deck", "clauses", *MARKS.values(), "rulings")
    rows = []
    for game in GAMES.values():
        clauses = [c for c in _clauses(game) if c.status != "chapter"]
        counts = [sum(c.status == status for c in clauses) for status in MARKS]
        rows.append(
            (
                f"[{game.name}]({game.key}.md)",
                f"`{fingerprint(game.key)[:8]}`",
                str(game.seats),
                describe.deck(game),
                str(len(clauses)),
                *map(str, counts),
                str(len(register.rulings_of(game))),
            )
        )
    share_head = ("clauses", *MARKS.values(), "enforced, prompted or recorded")
    return _text(
        [
            "# The rules",
            NOTICE,
            *_table(head, rows),
            "## What becomes of a clause",
            MEANINGS,
            "Every clause names the file that does it, and the rulings that decide what it means.",
            *_table(share_head, _procedure_rows()),
        ]
    )


def _procedure_rows() -> Iterator[tuple[str, ...]]:
    """Of each document, the chapters on cards, procedure, wagers and money."""
    for document in register.DOCUMENTS:
        if share := register.procedure_share(document):
            yield _share_row(share, f"{document}, {share.title}")


def _share_row(share: ChapterShare, title: str) -> tuple[str, ...]:
    return (title, *map(str, share.counts.values()), f"{share.percent} %")


LEGEND: Final = " · ".join(
    f"{MARKS[status]} {words}" for status, words in register.STATUSES.items()
)
_MEANINGS: Final[dict[Status, str]] = {
    "enforced": "the program does it, or refuses the contrary",
    "recorded": "people do it; the program prompts for it or records who did it and when",
    "documented": "people or furniture answer for it; it is stated, and nothing is recorded",
}
MEANINGS: Final = "\n".join(
    f"- {MARKS[status]} *{register.STATUSES[status]}*: {meaning}."
    for status, meaning in _MEANINGS.items()
)


def page(game: Game) -> str:
    tables = paytables(game.key)
    return _text(
        [
            f"# {game.name}",
            NOTICE,
            _facts(game),
            "## Felt",
            "\n".join(["```text", *describe.felt(game), "```"]),
            "( ) bet before the deal · [ ] filled by a decision · ▮ unseen until turned up",
            "## Rule card",
            *_rule_card(game),
            "## Paytables",
            *(block for m in describe.matrices(game, tables) for block in _matrix(m)),
            _cited(describe.limit_line(game)),
            "## Play",
            _numbered(describe.step_line(game, step) for step in game.play),
            "## Dealing, card by card",
            *_dealings(game),
            "## Procedure",
            *_procedure(game),
            "## Clauses",
            LEGEND,
            *(block for document in game.documents for block in _shares(document)),
            *_chapters(game),
            "## Rulings",
            *(block for ruling in register.rulings_of(game).values() for block in _ruling(ruling)),
        ]
    )


def _text(blocks: Iterable[str]) -> str:
    return "\n\n".join(blocks) + "\n"


def _facts(game: Game) -> str:
    return (
        f"`{game.key}` · rules `{fingerprint(game.key)[:8]}` · {game.seats} seats · "
        f"{describe.deck(game)} · clauses cited as {describe.listed(game.documents, 'or')} · "
        f"boxes one player may bet on: {describe.boxes_words(game)}"
    )


def _rule_card(game: Game) -> Iterator[str]:
    spots = [(s.name, describe.spot_terms(game, s), s.clause) for s in game.spots]
    yield from _table(("spot", "stake", "clause"), spots)
    wagers = [
        (w.name, f"`{w.key}`", describe.wager_terms(game, w), f"{w.clause}, {w.settled}")
        for w in game.wagers
    ]
    yield from _table(("wager", "key", "terms", "made, settled"), wagers)


def _matrix(matrix: Matrix) -> Iterator[str]:
    yield f"### {matrix.title}"
    columns = zip(matrix.letters, matrix.clauses, strict=True)
    head = ("", *(f"{letter}<br>{clause}" for letter, clause in columns))
    yield from _table(head, [(name, *pays) for name, pays in matrix.rows], right=True)
    yield from matrix.notes


def _dealings(game: Game) -> Iterator[str]:
    for dealing in game.dealings:
        yield f"### {describe.dealing_name(dealing)}"
        yield _numbered(procedure.dealing_lines(game, dealing))


def _procedure(game: Game) -> Iterator[str]:
    for section in procedure.sections(game):
        yield f"### {section.title}"
        yield _numbered(section.lines)


def _numbered(lines: Iterable[Line]) -> str:
    return "\n".join(f"{n}. {_cited(line)}" for n, line in enumerate(lines, 1))


def _cited(line: Line) -> str:
    return f"{line.text} *{', '.join(line.clauses)}*"


# ── clauses and rulings ───────────────────────────────────────────────────────────────────────────


def _clauses(game: Game) -> list[Clause]:
    return [c for document in game.documents for c in register.clauses_of(document).values()]


def _shares(document: str) -> list[str]:
    rows = [_share_row(share, share.title) for share in register.shares(document)]
    if whole := register.procedure_share(document):
        rows.append(_share_row(whole, whole.title))
    return _table(("", *MARKS.values(), "✅ or 📝"), rows, right=True)


def _chapters(game: Game) -> Iterator[str]:
    for document in game.documents:
        rows: list[tuple[str, ...]] = []
        title = f"{document} · {register.DOCUMENTS[document]}"
        for clause in register.clauses_of(document).values():
            if clause.status == "chapter":
                yield from _chapter(title, rows)
                title, rows = f"{clause.id} · {clause.says}", []
            else:
                rows.append((clause.id, MARKS[clause.status], clause.says, _why(clause)))
        yield from _chapter(title, rows)


def _chapter(title: str, rows: list[tuple[str, ...]]) -> Iterator[str]:
    if rows:
        yield f"### {title}"
        yield from _table(("clause", "", "says", "how"), rows)


def _why(clause: Clause) -> str:
    by = f"`{clause.by}`" if clause.by else ""
    links = " ".join(f"[{key}](#{key.lower()})" for key in clause.see)
    return " ".join(filter(None, (by, clause.how, links)))


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield f'<a id="{ruling.id.lower()}"></a>**{ruling.id}** · *{ruling.question}*'
    yield f"{ruling.ruling} ({', '.join(ruling.clauses)})"
    if ruling.option:
        default = ruling.default
        value = str(default).lower() if isinstance(default, bool) else str(default)
        yield (
            f"- House option `{ruling.option}`, default `{value}`.\n"
            f"- Alternative: {ruling.alternative}\n- What it changes: {ruling.changes}"
        )


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], *, right: bool = False) -> list[str]:
    titles = list(head)
    rule = ["---", *(["--:" if right else "---"] * (len(titles) - 1))]
    lines = [_row(titles), "|" + "|".join(rule) + "|", *map(_row, rows)]
    return ["\n".join(lines)]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
