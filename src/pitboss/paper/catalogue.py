"""Every paper of a house by name, each drawn by itself. typst is loaded when a paper is set."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.odds.game import letters_of, priced_rules
from pitboss.odds.rule_lists.price import MAX_DRAW_RULES, MAX_RULES, pocket_card, shipped
from pitboss.odds.rule_lists.text import PocketCard
from pitboss.paper.cards import irregularity_guide, procedure_card, rule_card
from pitboss.paper.content import Copy, Page, Paper
from pitboss.paper.dimension_sheets import SHEET, DimensionSheet, seat_sheet, table_sheet
from pitboss.paper.filing import filing_of
from pitboss.paper.layout import TableLayout, layout_of
from pitboss.paper.layout_svg import alt_text, drawing_size, layout_svg
from pitboss.paper.measures import approval_words, measure_sheet
from pitboss.paper.notice import out_of_order
from pitboss.paper.sign import sign_of
from pitboss.paper.strategy import strategy_card
from pitboss.rulebook import MARK
from pitboss.rulebook.describe import dealing_name
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission, Violation

if TYPE_CHECKING:
    from pitboss.paper.report.content import MathReport
    from pitboss.paper.report.figures import GameFigures
    from pitboss.paper.report.simulation import Counts

PLACARD: Final = Page(148, 210, 8.0, 2, 9, True)  # A5
WALL_SIGN: Final = Page(297, 420, 20.0, 2, 18, True)  # A3
POCKET_CARD: Final = Page(105, 148, 7.0, 1, 7, True)  # A6
GUIDE: Final = Page(210, 297, 12.0, 1, 15, True)  # A4, read at arm's length
SHEET_MARGINS: Final = 20  # left and right of a fitted drawing together
LEAFLET: Final = Page(210, 297, 9.0, 2, 15, False)  # A4


class Order(msgspec.Struct, frozen=True):
    """An order for the papers of one table or, without a table's name, of all tables alike."""

    house: Submission
    rules: Rules
    table: str = ""
    copy: Copy = "public"
    rounds: int = 0  # dealt for the report's simulation

    def layout(self) -> TableLayout:
        odds = self.rules.game.key in self.house.felt_odds
        return layout_of(self.rules, self.house.operator, odds=odds)


def _svg(order: Order) -> bytes:
    layout = order.layout()
    return layout_svg(layout, order.house.look, title=f"{layout.game}, layout").encode()


def _drawing(width: float, height: float) -> Callable[[Order], bytes]:
    """The layout on a sheet of this size; with a caption where it is not at full size."""

    def draw(order: Order) -> bytes:
        from pitboss.paper.setting import drawing_pdf

        layout, house = order.layout(), order.house
        title = f"{layout.game}, layout"
        svg = layout_svg(layout, house.look, title=title)
        caption: tuple[str, ...] = ()
        if (width, height) != drawing_size():
            scale = drawing_size()[0] / (width - SHEET_MARGINS)
            caption = (
                layout.game,
                house.operator,
                *([f"table {order.table}"] if order.table else []),
                f"{layout.seats} seats",
                dealing_name(order.rules.dealing),
                f"scale 1 : {scale:.2f}",
                approval_words(house.approvals.get("layout")),
            )
        return drawing_pdf(svg, alt_text(layout), title, width, height, caption, house.look.ink)

    return draw


def _dimensions(write: Callable[[TableLayout], DimensionSheet]) -> Callable[[Order], bytes]:
    """A dimensioned drawing on A3, for the manufacturer."""

    def draw(order: Order) -> bytes:
        from pitboss.paper.setting import drawing_pdf

        layout = order.layout()
        sheet = write(layout)
        title = f"{layout.game}, dimensions of {sheet.name}"
        caption = (
            title,
            order.house.operator,
            *([f"table {order.table}"] if order.table else []),
            "millimetres",
            f"scale 1 : {sheet.scale:g}",
            approval_words(order.house.approvals.get("layout")),
        )
        texts = ", ".join(dict.fromkeys(label.text for label in sheet.drawing.labels))
        alt = f"Drawing with dimension lines in millimetres: {texts}."
        return drawing_pdf(sheet.svg(title), alt, title, *SHEET, caption, order.house.look.ink)

    return draw


def _paper(
    page: Page, write: Callable[[Order], Paper], copy: Copy | None = None
) -> Callable[[Order], bytes]:
    """A paper on a page: the copy that the order asks for, unless `copy` fixes it."""

    def draw(order: Order) -> bytes:
        from pitboss.paper.setting import paper_pdf

        paper = write(order)
        if order.rules.is_own:
            foot = " · ".join(filter(None, (paper.foot, MARK)))
            paper = msgspec.structs.replace(paper, foot=foot)
        return paper_pdf(paper, page, copy or order.copy, order.rules.short, order.house.look)

    return draw


def _measures(order: Order) -> Paper:
    return measure_sheet(order.layout(), order.rules, order.house.approvals.get("layout"))


def _out_of_order(order: Order) -> bytes:
    from pitboss.paper.setting import notice_pdf

    return notice_pdf(out_of_order(order.rules, order.house.operator, order.house.look), order.copy)


def _sign(order: Order) -> Paper:
    return sign_of(order.rules, order.house.operator, order.table)


def _strategy(order: Order) -> Paper:
    return strategy_card(order.rules, _card(order.rules), order.house.operator)


def _card(rules: Rules) -> PocketCard:
    priced = priced_rules(rules)
    return pocket_card(priced, letters_of(priced, rules.choices.tables))


def _is_shipped(rules: Rules) -> bool:
    """Whether the pocket card comes with the package; else it must be searched for."""
    priced = priced_rules(rules)
    most = MAX_DRAW_RULES if priced.draws else MAX_RULES
    return shipped(priced, letters_of(priced, rules.choices.tables), most) is not None


def _report(order: Order) -> "tuple[GameFigures, MathReport, Counts | None]":
    from pitboss.paper.report.chapters import report_of
    from pitboss.paper.report.figures import GameFigures
    from pitboss.paper.report.simulation import simulated

    figures = GameFigures(order.rules)
    counts = simulated(order.rules, order.rounds) if order.rounds else None
    card = _card(order.rules) if _is_shipped(order.rules) else None
    return figures, report_of(figures, order.house.operator, counts, card), counts


def _report_pdf(order: Order) -> bytes:
    from pitboss.paper.setting import report_pdf

    return report_pdf(_report(order)[1])


def _report_workbook(order: Order) -> bytes:
    from pitboss.paper.report.workbook import workbook_of

    return workbook_of(*_report(order))


# By kind, then by the file's name. Dealers and inspectors need the clauses of a procedure, and a
# manufacturer those of an area, so these papers always have them.
PAPERS: Final[dict[str, dict[str, Callable[[Order], bytes]]]] = {
    "layout": {
        "layout.svg": _svg,
        "layout.pdf": _drawing(*drawing_size()),
        "layout-a3.pdf": _drawing(420, 297),
        "layout-a4.pdf": _drawing(297, 210),
        "layout-letter.pdf": _drawing(279.4, 215.9),
        "layout-dimensions.pdf": _dimensions(table_sheet),
        "layout-seat.pdf": _dimensions(seat_sheet),
        "layout-measures.pdf": _paper(LEAFLET, _measures, "filing"),
    },
    "sign": {
        "placard.pdf": _paper(PLACARD, _sign),
        "wall-sign.pdf": _paper(WALL_SIGN, _sign),
        "out-of-order.pdf": _out_of_order,
    },
    "rule-card": {"rule-card.pdf": _paper(LEAFLET, lambda o: rule_card(o.rules, o.house.operator))},
    "strategy-card": {"strategy-card.pdf": _paper(POCKET_CARD, _strategy)},
    "procedure-card": {
        "procedure-card.pdf": _paper(
            LEAFLET, lambda o: procedure_card(o.rules, o.house.operator), "filing"
        ),
        "irregularities.pdf": _paper(
            GUIDE, lambda o: irregularity_guide(o.rules, o.house.operator), "filing"
        ),
    },
    "report": {"report.pdf": _report_pdf, "report.xlsx": _report_workbook},
}


def ready_papers(rules: Rules) -> dict[str, Callable[[Order], bytes]]:
    """The papers that are drawn without delay: not the report, whose figures may have to be solved,
    and not a strategy that must be searched for first.
    """
    waits = {"report"} | (set() if _is_shipped(rules) else {"strategy-card"})
    return {
        name: draw
        for kind, files in PAPERS.items()
        if kind not in waits
        for name, draw in files.items()
    }


def filing(
    house: Submission, warnings: Sequence[Violation] = (), earlier: Submission | None = None
) -> bytes:
    """The one paper of the whole house, always with clauses."""
    from pitboss.paper.setting import paper_pdf

    return paper_pdf(filing_of(house, warnings, earlier), LEAFLET, "filing", look=house.look)
