"""`pitboss check`: finds every violation in a rules submission, with its line and clause."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from pitboss.commands.common import rules_option
from pitboss.commands.views.blocks import Span, columns, styled
from pitboss.errors import PitbossError
from pitboss.money import format_short
from pitboss.rulebook import MARK, PUBLISHED, Rulebook, submission
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import Checked, Submission, Violation
from pitboss.rulebook.submission.approvals import SUBJECTS
from pitboss.rulebook.submission.tables import OpenTable
from pitboss.rulebook.toml.values import percent

RULING = re.compile(r"[GSLMD]\d+")
COLUMN = 100  # citations stand no further right, unless the message is longer


class NoSuchFile(PitbossError):
    """A file that cannot be read at all."""


@click.command()
@click.argument("file", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option(
    "--example", is_flag=True, help="Print a complete, commented, valid file: the default house."
)
@rules_option
@click.pass_context
def command(
    ctx: click.Context, file: str | None, as_json: bool, example: bool, book: Rulebook
) -> None:
    """Check an operator's choices in FILE (TOML; - for standard input) against the rules.

    \b
    pitboss check --example > house.toml
    pitboss check house.toml
    pitboss check --rules river-stud.toml

    With --rules, the house offers the file's games too; without FILE, it is the default house.
    Exit code 0 when all is allowed, 1 when something is not.
    """
    if example:
        if file is not None or as_json:
            raise click.UsageError("--example goes alone", ctx)
        click.echo(submission.example(), nl=False)
        return
    if file is None and book is PUBLISHED:
        raise click.UsageError("which file? --example prints one to start from", ctx)
    if file is None:
        name, data, folder = "the default house", submission.example().encode(), None
    else:
        name = "standard input" if file == "-" else _printable(file)
        data, folder = _bytes_of(file), Path(file).parent
    checked = submission.check_bytes(data, book, folder)
    if as_json:
        click.echo(as_record(name, checked))
    else:
        click.echo("\n".join(as_text(name, checked)))
    if checked.submission is None:
        ctx.exit(1)


def _bytes_of(file: str) -> bytes:
    """Reads no more than it takes to see that a file is too large."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(submission.MAX_BYTES + 1)
        with open(file, "rb") as opened:
            return opened.read(submission.MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "cannot be opened"
        raise NoSuchFile(
            why[:1].lower() + why[1:],
            where=_printable(file),
            what_to_do="pitboss check --example prints a file to start from",
        ) from error


def _printable(file: str) -> str:
    """A file's name as one line can show it, whatever bytes it is made of."""
    name = click.format_filename(file)
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def as_record(name: str, checked: Checked) -> str:
    record = {
        "file": name,
        "valid": checked.submission is not None,
        "violations": checked.violations,
        "warnings": checked.warnings,
        "submission": checked.submission,
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=2).decode()


# ── for people ────────────────────────────────────────────────────────────────────────────────────


def as_text(name: str, checked: Checked) -> list[str]:
    """Each message in the order of the file; then the verdict."""
    messages = [(violation, False) for violation in checked.violations]
    messages += [(warning, True) for warning in checked.warnings]
    messages.sort(key=lambda each: each[0].line)
    rows = [_row(name, *each) for each in messages]
    lines = columns(rows, stretch=1) if sys.stdout.isatty() else _line_each(rows)
    counts = [_count(checked.violations, "violation")] if checked.violations else []
    counts += [_count(checked.warnings, "warning")] if checked.warnings else []
    if checked.submission is None:
        return [*lines, f"{name}: {styled(' and '.join(counts), 'bold')}"]
    valid = styled(" with ".join(["valid", *counts]), "felt")
    return [*lines, f"{name}: {valid}", "", *_overview(checked.submission)]


def _count(items: Sequence[object], what: str) -> str:
    return f"{len(items)} {what}{'s' * (len(items) != 1)}"


def _row(name: str, violation: Violation, is_warning: bool) -> tuple[Span, list[Span], Span]:
    """`file:line:`, the message, the citation."""
    place = f"{name}:{violation.line}:" if violation.line else f"{name}:"
    message = [Span(f"{violation.what}; {violation.allowed}")]
    if violation.key:
        message.insert(0, Span(f"{violation.key}:", "name"))
    if is_warning:
        message.insert(0, Span("warning:", "warning"))
    citation = (
        f"ruling {violation.clause}" if RULING.fullmatch(violation.clause) else violation.clause
    )
    return Span(place, "bold", whole=True), message, Span(citation, "ruling", whole=True)


def _line_each(rows: list[tuple[Span, list[Span], Span]]) -> list[str]:
    """One line each, as compilers write them: nothing wrapped, citations in a column."""
    texts = [" ".join(span.text for span in (place, *message)) for place, message, _ in rows]
    column = max((len(text) for text in texts if len(text) <= COLUMN), default=0)
    return [
        f"{text:{column}}   {cited.text}".rstrip()
        for text, (_, _, cited) in zip(texts, rows, strict=True)
    ]


def _overview(house: Submission) -> list[str]:
    """The summary that a manager reads first: games, limits and paytables."""
    rows: list[list[str | Span]] = []
    for key, choices in house.games.items():
        rules = Rules(choices)
        letters = [f"{rules.label(rules.wagers[w])} {x}" for w, x in choices.tables.items()]
        cap = rules.payout_limit
        tables = [table for table in house.tables if table.game == key]
        first = True
        for label, text in (
            ("bets", f"{format_short(choices.minimum)} to {format_short(choices.maximum)}"),
            ("paytables", ", ".join(letters)),
            ("rules", MARK if rules.is_own else ""),
            ("meters", _meters(choices)),
            ("payout limit", format_short(cap) if cap is not None else "none"),
            ("dealing", _dealing(choices)),
            ("tables", ", ".join(_table(table) for table in tables) or "none"),
            ("clock", "; ".join(_clocks(tables))),
            ("left to people", _left_to_people(tables)),
        ):
            if text:
                rows.append([Span(rules.game.name, "heading") if first else "", label, text])
                first = False
    title = styled(house.house, "bold") + f", operated by {house.operator}"
    return [title, *_approvals(house), *columns(rows)]


def _approvals(house: Submission) -> list[str]:
    """What the Commission has approved, with its references."""
    named = (
        f"{SUBJECTS[key].about} ({approval.reference}, {approval.date})"
        for key, approval in house.approvals.items()
    )
    rows: list[list[str | Span]] = [["approved" if not n else "", s] for n, s in enumerate(named)]
    return columns(rows)


def _table(table: OpenTable) -> str:
    """With its differences from a table where anyone can sit down at once."""
    cards = table.settings.cards == "physical"
    features = {
        "real chips": table.currency == "real",
        "a dealer with physical cards": cards,
        "a dealer": table.mode == "dealer" and not cards,
        "meters of its own": table.own_meters,
    }
    differences = [what for what, so in features.items() if so]
    return f"{table.name} ({', '.join(differences)})" if differences else table.name


def _clocks(tables: Sequence[OpenTable]) -> list[str]:
    """Of the tables that deal themselves, each clock once."""
    tables_by_clock: dict[tuple[int, int], list[str]] = {}
    for table in tables:
        if table.mode == "self-dealt":
            clock = (table.settings.betting, table.settings.deciding)
            tables_by_clock.setdefault(clock, []).append(table.name)
    return [
        f"{betting} seconds to bet, {deciding} to decide"
        + (f" ({', '.join(names)})" if len(tables_by_clock) > 1 else "")
        for (betting, deciding), names in tables_by_clock.items()
    ]


def _left_to_people(tables: Sequence[OpenTable]) -> str:
    names = [
        table.name
        for table in tables
        if (table.mode, table.currency) == ("self-dealt", "real")
        and table.settings.awards_and_voids == "floorperson"
    ]
    return f"awards and voids at {', '.join(names)}" if names else ""


def _meters(choices: Choices) -> str:
    stake = format_short(choices.progressive_stake)
    return "; ".join(
        f"{terms.meter} takes {percent(terms.rate)} of each {stake}, starts from "
        f"{format_short(terms.initial)}, resets to {format_short(terms.reset)}"
        for terms in choices.meters
    )


def _dealing(choices: Choices) -> str:
    devices = {
        "shuffler that counts": choices.shuffler and choices.shuffler_counts,
        "shuffler": choices.shuffler and not choices.shuffler_counts,
        "reshuffles by itself": choices.device_reshuffles,
    }
    decks = "two decks" if choices.decks == 2 else "one deck"
    method = f"{choices.method} ({choices.variant})"
    return ", ".join([method, decks, *(name for name, used in devices.items() if used)])
