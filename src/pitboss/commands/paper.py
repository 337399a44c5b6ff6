"""`pitboss paper`: what a house lays on a table, posts beside it and hands out."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from pitboss.commands.check import as_text
from pitboss.commands.common import (
    BadOption,
    count_of,
    echo_json,
    existing_house,
    rules_option,
    writing,
)
from pitboss.errors import PitbossError
from pitboss.rulebook import PUBLISHED, Rulebook, submission
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Checked, Submission

if TYPE_CHECKING:
    from pitboss.house.service import House

FILING: Final = "filing"
BOOKS: Final = ("slips", "statistics")  # drawn from a house's books, not from a submission
REPORT: Final = "report"
NOTICE: Final = "notice"  # of changed limits; not among "all", because it needs an hour
KINDS: Final = (
    *("layout", "sign", "rule-card", "strategy-card", "procedure-card"),
    *(REPORT, FILING, NOTICE),
)
COPIES: Final = ("public", "filing")
_DAY: Final = timedelta(days=1)
LONG_READING: Final = 2_000  # from this many rounds on, progress is shown


def book_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of papers from the books."""
    for option in reversed(
        (
            click.option("--db", "url", metavar="URL", help="The database of the books."),
            click.option("--data", type=click.Path(path_type=Path), help="Its directory of keys."),
            click.option("--from", "start", metavar="DATE", help="First day of the books, UTC."),
            click.option("--to", "end", metavar="DATE", help="Last day of the books, UTC."),
            click.option("--number", metavar="NO", help="One slip, as in F2026-0001."),
            click.option("--by", help="Statistics by table, game, shift, day, month or year."),
            click.option("--slip", metavar="KIND", help="One kind of slip, as in fill."),
        )
    ):
        command = option(command)
    return command


def _writer(out: Path, files: list[str], as_json: bool) -> Callable[[str, bytes], None]:
    """Writes a paper into a directory, adds its path to `files` and, without JSON, prints it."""

    def write(name: str, content: bytes) -> None:
        path = out / name
        path.write_bytes(content)
        files.append(str(path))
        if not as_json:
            click.echo(f"wrote {path}")

    return write


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, *BOOKS, "all"]))
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--table", default="", metavar="NAME", help="One table only, with its name.")
@click.option("--game", default="", help="One game only.")
@click.option(
    "--copy",
    default="public",
    type=click.Choice(COPIES),
    help="The filing copy prints clauses and the rules' fingerprint.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An earlier submission; the filing lists what differs, a notice has its limits.",
)
@click.option("--at", metavar="TIME", help="The hour of a notice, UTC, as in '2026-11-18 14:00'.")
@click.option(
    "--rounds",
    default="",
    metavar="N",
    help="Rounds that the report's simulation deals, as in 1e6; none if left out.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("paper"),
    help="The directory to write to; paper if left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the written files as JSON.")
@rules_option
@book_options
def command(
    kind: str,
    file: Path | None,
    table: str,
    game: str,
    copy: Literal["public", "filing"],
    against: Path | None,
    at: str | None,
    rounds: str,
    out: Path,
    as_json: bool,
    book: Rulebook,
    **books: Any,
) -> None:
    """Draw the papers of the house in FILE, a rules submission; the default house if left out.

    \b
    pitboss check --example > house.toml
    pitboss paper all house.toml --out paper
    pitboss paper sign house.toml --table "Big River" --copy filing
    pitboss paper report house.toml --game let-it-ride --rounds 1e6
    pitboss paper filing house.toml --against last-year.toml
    pitboss paper notice house.toml --against last-year.toml --at "2026-11-18 14:00"
    pitboss paper slips --data DIR --from 2026-11-01
    pitboss paper statistics --data DIR --from 2026-11-01 --to 2026-11-30 --by table
    """
    if kind in BOOKS:
        draw_books(kind, file, table, game, out, as_json=as_json, **books)
        return
    example = submission.example().encode()
    checked = _check(file, book) if file else submission.check_bytes(example, book)
    house = _valid(file, checked)
    earlier = _valid(against, _check(against)) if against else None
    games = [*_games(house, table, game)]
    dealt = count_of(rounds) if rounds else 0
    # typst and the odds are loaded here, not when the command line lists its commands.
    from pitboss.paper.catalogue import PAPERS, Order, filing

    files: list[str] = []
    write = _writer(out, files, as_json)

    with writing(f"to {out}"):
        out.mkdir(parents=True, exist_ok=True)
        if kind == NOTICE:
            _notices(house, earlier, table, at, copy, write)
        for rules, of_table in games:
            order = Order(house, rules, of_table, copy, dealt)
            stem = _stem(of_table or rules.game.key)
            for each in PAPERS if kind == "all" else PAPERS.keys() & {kind}:
                for name, draw in PAPERS[each].items():
                    write(f"{stem}-{name}", draw(order))
        if kind in ("all", FILING):
            write("filing.pdf", filing(house, checked.warnings, earlier))
    if as_json:
        echo_json({"house": house.house, "copy": copy, "files": files})


def _notices(
    house: Submission,
    earlier: Submission | None,
    table: str,
    at: str | None,
    copy: Literal["public", "filing"],
    write: Callable[[str, bytes], None],
) -> None:
    """A notice for every table whose limits change, or for one of them."""
    from pitboss.house.floor.limits import AHEAD_MS
    from pitboss.paper.notice import changed_limits, limit_notice
    from pitboss.paper.setting import notice_pdf

    if earlier is None or at is None:
        raise BadOption(
            "a notice needs the limits until then and its hour",
            what_to_do="--against EARLIER.toml --at '2026-11-18 14:00'",
        )
    try:
        hour = datetime.strptime(at, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    except ValueError as error:
        what_to_do = "as in '2026-11-18 14:00'"
        raise BadOption(f"--at: {at!r} is not a time", what_to_do=what_to_do) from error
    if hour - datetime.now(UTC) < timedelta(milliseconds=AHEAD_MS):
        raise BadOption(
            f"{at} is less than 30 minutes ahead",
            what_to_do="COMAR 36.05.03.21C: name a later hour",
        )
    changes = [
        (name, rules, new)
        for name, rules, new in changed_limits(earlier, house)
        if table.casefold() in ("", name.casefold())
    ]
    if not changes:
        raise BadOption("no table's limits differ", what_to_do="compare the two submissions")
    for name, rules, new in changes:
        milliseconds = int(hour.timestamp() * 1000)
        notice = limit_notice(rules, house.operator, name, new, milliseconds, look=house.look)
        write(f"{_stem(name)}-notice.pdf", notice_pdf(notice, copy))


def _check(file: Path, book: Rulebook = PUBLISHED) -> Checked:
    try:
        return submission.check_bytes(file.read_bytes(), book, file.parent)
    except OSError as error:
        raise BadOption(
            f"cannot read {file}: {error.strerror}",
            what_to_do="pitboss check --example prints a submission to start from",
        ) from error


def _valid(file: Path | None, checked: Checked) -> Submission:
    if checked.submission is None:
        raise PitbossError(
            "\n".join(as_text(str(file), checked)),
            what_to_do="a paper is drawn from a valid submission only",
        )
    return checked.submission


def _games(house: Submission, table: str, game: str) -> Iterator[tuple[Rules, str]]:
    """The rules of each game asked for, with the name of the table if it is one's."""
    if table:
        tables = [t for t in house.tables if t.name.casefold() == table.casefold()]
        if not tables:
            names = ", ".join(t.name for t in house.tables) or "none"
            raise BadOption(f"there is no table {table!r}", what_to_do=f"its tables: {names}")
        yield Rules(house.games[tables[0].game]), tables[0].name
        return
    key = game.replace("_", "-").lower()
    if key and key not in house.games:
        raise BadOption(
            f"no game {game!r} is offered", what_to_do=f"offered: {', '.join(house.games)}"
        )
    for each in [key] if key else house.games:
        yield Rules(house.games[each]), ""


def _stem(name: str) -> str:
    """The beginning of a file's name."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


# ── papers of the books ───────────────────────────────────────────────────────────────────────────


def draw_books(
    kind: str,
    file: Path | None,
    table: str,
    game: str,
    out: Path,
    *,
    as_json: bool,
    url: str | None,
    data: Path | None,
    start: str | None,
    end: str | None,
    number: str | None,
    slip: str | None,
    by: str | None,
) -> None:
    if file is not None:
        raise BadOption(
            f"{kind} are drawn from a house's books, not from {file}",
            what_to_do="name the books with --db or --data",
        )
    house = existing_house(data, url)
    files: list[str] = []
    write = _writer(out, files, as_json)

    with contextlib.closing(house.store), writing(f"to {out}"):
        out.mkdir(parents=True, exist_ok=True)
        period = (_time(start, "--from"), _time(end, "--to", _DAY))
        if kind == "statistics":
            record = _statistics(house, table, game, by or "table", period, write)
        else:
            record = _slips(house, table, number, slip, period, write)
    if as_json:
        echo_json({**record, "files": files})


def _time(text: str | None, option: str, more: timedelta = timedelta()) -> int | None:
    """The milliseconds of a day's start; with `more`, of the last moment before its end."""
    if text is None:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) + more
    except ValueError as error:
        raise BadOption(
            f"{option}: {text!r} is not a date", what_to_do="as in 2026-11-17"
        ) from error
    return int(day.timestamp() * 1000) - bool(more)


def _slips(
    house: "House",
    table: str,
    number: str | None,
    slip: str | None,
    period: tuple[int | None, int | None],
    write: Callable[[str, bytes], None],
) -> dict[str, Any]:
    from pitboss.house.books.printing import register
    from pitboss.house.books.register import KINDS, SlipFilter
    from pitboss.house.books.slips import read_slip
    from pitboss.paper.slips import slip_pdf
    from pitboss.web.api.slips import operator_of

    if slip is not None and slip not in KINDS:
        raise BadOption(
            f"there is no slip {slip!r}", what_to_do=f"choose one of {', '.join(KINDS)}"
        )
    since, until = period
    where = SlipFilter(
        table=_table_id(house, table) if table else None,
        kind=slip,
        number=number,
        since=since,
        until=until,
    )
    lines = register(house, where)
    operator = operator_of(house)
    for each in reversed(lines):
        line = each.slip
        content = slip_pdf(read_slip(house, line.table, line.number), operator)
        write(f"{line.table}-{line.number}.pdf", content)
    return {"slips": lines}


def _statistics(
    house: "House",
    table: str,
    game: str,
    by: str,
    period: tuple[int | None, int | None],
    write: Callable[[str, bytes], None],
) -> dict[str, Any]:
    from pitboss.house.books.statistics import GROUPINGS, statistics
    from pitboss.paper.statistics import statistics_csv, statistics_pdf, statistics_xlsx
    from pitboss.web.api.slips import operator_of

    grouping = next((each for each in GROUPINGS if each == by), None)
    if grouping is None:
        raise BadOption(
            f"--by: {by!r} is not a grouping", what_to_do=f"choose one of {', '.join(GROUPINGS)}"
        )
    start, end = period
    if start is None:
        raise BadOption("statistics need a period", what_to_do="name its first day with --from")
    last = house.clock() if end is None else end
    only = _table_id(house, table) if table else ""
    key = game.replace("_", "-").lower()
    record = statistics(house, start, last + 1, grouping, only, key, _print_progress)
    write("statistics.pdf", statistics_pdf(record, operator_of(house)))
    write("statistics.xlsx", statistics_xlsx(record))
    write("statistics.csv", statistics_csv(record))
    return {"statistics": record}


def _print_progress(read: int, rounds: int) -> None:
    """Shows on a terminal how far a long read has come."""
    if rounds >= LONG_READING and sys.stderr.isatty():
        click.echo(f"\r{read:,} of {rounds:,} rounds read", err=True, nl=read == rounds)


def _table_id(house: "House", name: str) -> str:
    rows = house.table_rows()
    for row in rows:
        if name.casefold() in (row.id.casefold(), row.name.casefold()):
            return row.id
    names = ", ".join(row.name for row in rows) or "none"
    raise BadOption(f"there is no table {name!r}", what_to_do=f"its tables: {names}")
