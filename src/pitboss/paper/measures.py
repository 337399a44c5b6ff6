"""The dimensioned sheet of a layout: every area with its place and size, for the manufacturer."""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

from pitboss.paper.areas import Area, seat_angle
from pitboss.paper.content import Item, Paper, PaperSection, items
from pitboss.paper.felt_names import felt_name
from pitboss.paper.layout import ARM_REST, FELT_RADIUS, TABLE_RADIUS, TableLayout
from pitboss.rulebook import register
from pitboss.rulebook.describe import Line, listed, step_line
from pitboss.rulebook.model import Game
from pitboss.rulebook.procedure import layout_lines
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission.approvals import CommissionApproval

# Clauses that name the bets before the deal together.
BETS_TOGETHER: Final = ("235H 2",)


def measure_sheet(
    layout: TableLayout, rules: Rules, approval: CommissionApproval | None = None
) -> Paper:
    """`approval` is the Commission's approval of the layout (chapter 2)."""
    game = rules.game
    state = approval_words(approval)
    return Paper(
        kind="layout, dimensions in millimetres",
        title=layout.game,
        operator=layout.operator,
        lead=(Item(state, (game.cite("layout"),)),),
        sections=(
            PaperSection("The table", _table(layout, game)),
            PaperSection("Dealer's side", tuple(_measure(a) for a in layout.areas if not a.seat)),
            PaperSection("Each seat", tuple(_measure(a) for a in layout.areas if a.seat == 1)),
            PaperSection("Words", tuple(_words(layout))),
            *_payouts(layout),
            PaperSection("What the layout is for", items(layout_uses(rules))),
        ),
    )


def approval_words(approval: CommissionApproval | None) -> str:
    if approval is None:
        return "Layout not approved yet"
    return f"Layout approved: {approval.reference}, {approval.date}"


def _table(layout: TableLayout, game: Game) -> tuple[Item, ...]:
    angles = ", ".join(
        f"{seat_angle(seat, layout.seats):.1f}°" for seat in range(1, layout.seats + 1)
    )
    seats = game.cite("seats")
    above = seats.rpartition("(")[0] or seats  # the clause that has the dealer's side too
    return (
        Item(
            f"A half circle of radius {TABLE_RADIUS}; arm rest {ARM_REST}, felt to {FELT_RADIUS}."
        ),
        Item(
            "Places are measured from the middle of the dealer's edge, across from the players: "
            "x to the dealer's left, y to the players.",
            (above,),
        ),
        Item(
            f"{layout.seats} seats, turned about that point from straight ahead by {angles}; "
            "seat 1 is farthest to the dealer's left.",
            (seats,),
        ),
    )


def _opening_bets(rules: Rules) -> Line:
    """Which areas a player bets on before the deal."""
    spots = [spot for spot in rules.spots.values() if not spot.multiples]
    required = listed([felt_name(rules, spot) for spot in spots if spot.required])
    others = listed([felt_name(rules, spot) for spot in spots if not spot.required])
    text = f"Bets before the deal: {required}" + (f"; optional: {others}." if others else ".")
    own = (each for each in BETS_TOGETHER if register.path_of(each)[0] in rules.game.documents)
    return Line(text, tuple(own))


def _measure(area: Area) -> Item:
    across, outward = (round(size, 1) for size in (area.across, area.outward))
    size = f"⌀ {across:g}" if area.shape == "circle" else f"{across:g} × {outward:g}"
    place = f"x {area.centre.x:.0f}, y {area.centre.y:.0f}"
    if area.seat:  # places of one seat hold for all: distance from the origin, and across
        far, aside = in_seat(area)
        side = f", {abs(aside):.0f} to the dealer's {'left' if aside > 0 else 'right'}"
        place = f"{far:.0f} from the origin{side if aside else ''}"
    clauses = (area.clause,) if area.clause else ()
    return Item(f"{area.name}: {size}, {place}", clauses)


def in_seat(area: Area) -> tuple[float, float]:
    """How far out a place of a seat is, and how far across from the seat's middle line."""
    turn = radians(-area.angle)
    outward = area.centre.x * sin(turn) + area.centre.y * cos(turn)
    across = area.centre.x * cos(turn) - area.centre.y * sin(turn)
    return outward, round(across) + 0.0


def _words(layout: TableLayout) -> list[Item]:
    return [
        Item(
            f"{text.text}: letters {text.size:.0f} on a circle of {text.radius:g}",
            (text.clause,) if text.clause else (),
        )
        for text in layout.curved
    ]


def _payouts(layout: TableLayout) -> list[PaperSection]:
    """The blocks of payouts, where the felt has them."""
    if not layout.panels:
        return []
    items = []
    for panel in layout.panels:
        size = panel.lines[-1].size
        item = _measure(panel.area)
        items.append(Item(f"{item.text}, letters {size:g}", item.clauses))
    return [PaperSection("Payouts", tuple(items))]


def layout_uses(rules: Rules) -> Iterator[Line]:
    """What the document asks of the table, and how the play uses its areas."""
    game = rules.game
    offered = {wager.area for wager in rules.wagers.values()}
    left_out = {wager.area for wager in game.wagers} - offered
    if rules.progressive is None:
        left_out |= {game.cite("progressive.device"), game.cite("progressive.lockout")}
    for line in layout_lines(game):
        if not left_out & set(line.clauses):
            yield line
    yield _opening_bets(rules)
    for step in game.play:
        yield step_line(game, step)
    if rules.progressive is not None and game.progressive is not None and game.progressive.lamp:
        words = "The lamp of the progressive system is in the dealer's sight."
        yield Line(words, (game.progressive.lamp,))
