"""`pitboss paper`: what a house lays on a table, posts beside it and hands out."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, Literal, NamedTuple

import click

from pitboss.commands.check import as_text
from pitboss.commands.common import BadOption, echo_json
from pitboss.errors import PitbossError
from pitboss.rulebook import submission
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Checked, Submission, Violation
from pitboss.rulebook.submission.tables import OpenTable

KINDS: Final = ("layout", "sign", "rule-card", "strategy-card", "procedure-card", "filing")
Copy = Literal["public", "filing"]
# The layout fitted to a page in millimetres, beside the one at full size.
FITTED: Final = (
    ("layout-a3", 420.0, 297.0),
    ("layout-a4", 297.0, 210.0),
    ("layout-letter", 279.4, 215.9),
)
COPIES: Final[tuple[Copy, ...]] = ("public", "filing")


class PaperFile(NamedTuple):
    """A file of a paper before it is written."""

    name: str
    content: bytes


class Order(NamedTuple):
    """One game of a house, and the table whose paper it is; none: of every table alike."""

    house: Submission
    rules: Rules
    table: OpenTable | None
    copy: Copy

    @property
    def stem(self) -> str:
        name = self.table.name if self.table else self.rules.game.key
        return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, "all"]))
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
    help="An earlier submission; the filing lists what differs.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("paper"),
    help="The directory to write to; paper if left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the written files as JSON.")
def command(
    kind: str,
    file: Path | None,
    table: str,
    game: str,
    copy: Copy,
    against: Path | None,
    out: Path,
    as_json: bool,
) -> None:
    """Draw the papers of the house in FILE, a rules submission; the default house if left out.

    \b
    pitboss check --example > house.toml
    pitboss paper all house.toml --out paper
    pitboss paper sign house.toml --table "Big River" --copy filing
    pitboss paper filing house.toml --against last-year.toml
    """
    checked = _check(file) if file else submission.check(submission.example())
    house = _valid(file, checked)
    earlier = _valid(against, _check(against)) if against else None
    orders = [*_orders(house, table, game, copy)]
    kinds = KINDS if kind == "all" else (kind,)
    papers = [DRAWERS[each](order) for order in orders for each in kinds if each in DRAWERS]
    if "filing" in kinds:
        papers.append(_filing(house, checked.warnings, earlier))
    files: list[str] = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for paper in chain.from_iterable(papers):
            path = out / paper.name
            path.write_bytes(paper.content)
            files.append(str(path))
            if not as_json:
                click.echo(f"wrote {path}")
    except OSError as error:
        raise BadOption(f"cannot write to {out}: {error.strerror}") from error
    if as_json:
        echo_json({"house": house.house, "copy": copy, "files": files})


def _check(file: Path) -> Checked:
    try:
        return submission.check_bytes(file.read_bytes())
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


def _orders(house: Submission, table: str, game: str, copy: Copy) -> Iterator[Order]:
    if table:
        tables = [t for t in house.tables if t.name.casefold() == table.casefold()]
        if not tables:
            names = ", ".join(t.name for t in house.tables) or "none"
            raise BadOption(f"there is no table {table!r}", what_to_do=f"its tables: {names}")
        yield Order(house, Rules(house.games[tables[0].game]), tables[0], copy)
        return
    key = game.replace("_", "-").lower()
    if key and key not in house.games:
        raise BadOption(
            f"no game {game!r} is offered", what_to_do=f"offered: {', '.join(house.games)}"
        )
    for each in [key] if key else house.games:
        yield Order(house, Rules(house.games[each]), None, copy)


# ── drawing ───────────────────────────────────────────────────────────────────────────────────────
# typst is loaded when a paper is set, not when the command line lists its commands.


def _layout(order: Order) -> Iterator[PaperFile]:
    from pitboss.paper.layout import layout_of
    from pitboss.paper.layout_svg import alt_text, drawing_size, layout_svg
    from pitboss.paper.measures import measure_sheet
    from pitboss.paper.setting import LEAFLET, drawing_pdf, paper_pdf

    layout = layout_of(order.rules, order.house.operator)
    title = f"{layout.game}, layout"
    svg = layout_svg(layout, title=title)
    yield PaperFile(f"{order.stem}-layout.svg", svg.encode())
    alt = alt_text(layout)
    for name, width, height in (("layout", *drawing_size()), *FITTED):
        pdf = drawing_pdf(svg, alt, title, width, height)
        yield PaperFile(f"{order.stem}-{name}.pdf", pdf)
    sheet = paper_pdf(measure_sheet(layout), LEAFLET, "filing", order.rules.short)
    yield PaperFile(f"{order.stem}-layout-measures.pdf", sheet)


def _sign(order: Order) -> Iterator[PaperFile]:
    from pitboss.paper.setting import PLACARD, WALL_SIGN, paper_pdf
    from pitboss.paper.sign import sign_of

    sign = sign_of(order.rules, order.house.operator, order.table.name if order.table else "")
    for name, page in (("placard", PLACARD), ("wall-sign", WALL_SIGN)):
        pdf = paper_pdf(sign, page, order.copy, order.rules.short)
        yield PaperFile(f"{order.stem}-{name}.pdf", pdf)


def _rule_card(order: Order) -> Iterator[PaperFile]:
    from pitboss.paper.cards import rule_card
    from pitboss.paper.setting import LEAFLET, paper_pdf

    card = rule_card(order.rules, order.house.operator)
    yield PaperFile(
        f"{order.stem}-rule-card.pdf", paper_pdf(card, LEAFLET, order.copy, order.rules.short)
    )


def _strategy_card(order: Order) -> Iterator[PaperFile]:
    from pitboss.odds.game import letters_of, priced_rules
    from pitboss.odds.rule_lists.price import pocket_card
    from pitboss.paper.setting import POCKET_CARD, paper_pdf
    from pitboss.paper.strategy import strategy_card

    priced = priced_rules(order.rules)
    card = pocket_card(priced, letters_of(priced, order.rules.choices.tables), None)
    paper = strategy_card(order.rules, card, order.house.operator)
    pdf = paper_pdf(paper, POCKET_CARD, order.copy, order.rules.short)
    yield PaperFile(f"{order.stem}-strategy-card.pdf", pdf)


def _procedure_card(order: Order) -> Iterator[PaperFile]:
    """Dealers and inspectors both need the clauses, so every copy of it prints them."""
    from pitboss.paper.cards import procedure_card
    from pitboss.paper.setting import LEAFLET, paper_pdf

    card = procedure_card(order.rules, order.house.operator)
    pdf = paper_pdf(card, LEAFLET, "filing", order.rules.short)
    yield PaperFile(f"{order.stem}-procedure-card.pdf", pdf)


def _filing(
    house: Submission, warnings: Sequence[Violation], earlier: Submission | None
) -> Iterator[PaperFile]:
    """One paper for the whole house, always with clauses."""
    from pitboss.paper.filing import filing_of
    from pitboss.paper.setting import LEAFLET, paper_pdf

    yield PaperFile("filing.pdf", paper_pdf(filing_of(house, warnings, earlier), LEAFLET, "filing"))


DRAWERS: Final[dict[str, Callable[[Order], Iterator[PaperFile]]]] = {
    "layout": _layout,
    "sign": _sign,
    "rule-card": _rule_card,
    "strategy-card": _strategy_card,
    "procedure-card": _procedure_card,
}
