"""Draws the felt: cards, spots with their stakes, meters, and results.

Felt and cards set both colours, so that they look the same on dark and light terminals.
"""

from typing import Final

from pitboss.money import format_cents, signed
from pitboss.rulebook import MARK
from pitboss.table.view import EMPTY, HIDDEN
from pitboss.terminal import words
from pitboss.terminal.console import Scene
from pitboss.terminal.styled import StyledLine

WIDEST: Final = 100
NARROW: Final = 80  # with fewer columns cards are small and spots are a list
CARD: Final = 7  # columns of a card; five rows

GREEN: Final = "#0a5c2c"
FELT: Final = f"#f4f1e4 on {GREEN}"
FAINT: Final = f"#9fc7b0 on {GREEN}"
KEY: Final = f"reverse bold #ffe27a on {GREEN}"
WON: Final = f"bold #b6ff9e on {GREEN}"
LOST: Final = f"#ffc2b3 on {GREEN}"
NOW: Final = "reverse bold #ffe27a on #14301f"  # reversed, to be visible without colours
EDGE: Final = "#8a8a8a on #fffdf5"
BACK: Final = "#2f4f9f on #dfe6fa"
# Four colours, to distinguish clubs from spades and hearts from diamonds at a glance.
INK: Final = {
    "c": "bold #1b6e2c on #fffdf5",
    "d": "bold #1f4fc4 on #fffdf5",
    "h": "bold #c4161c on #fffdf5",
    "s": "bold #16161d on #fffdf5",
    "K": "bold #7a1fa2 on #fffdf5",
}


def draw(scene: Scene, width: int, *, roomy: bool = False) -> list[StyledLine]:
    """Lines of the same width: header, cards, spots."""
    narrow = width < NARROW
    lines = [*_header(scene, width), *_meters(scene, width)]
    cards = _small_cards(scene) if narrow else _cards(scene, width, roomy=roomy)
    spots = _spot_list(scene, width) if narrow else _spots(scene, width)
    for line in (*cards, *spots):
        line.pad_right(width - line.columns)
        line.paint_below(FELT)
        lines.append(line)
    return lines


def _header(scene: Scene, width: int) -> list[StyledLine]:
    left = StyledLine.assemble((f" {scene.rules.game.name}", "bold"), f"   round {scene.round}")
    net = (signed(scene.net), "green" if scene.net > 0 else "red" if scene.net < 0 else "")
    right = StyledLine.assemble(
        "chips ", (format_cents(scene.chips), "bold"), "   in all ", net, " "
    )
    if left.columns + right.columns > width:
        return [left, StyledLine(" ").append_line(right)]
    left.pad_right(width - left.columns - right.columns)
    return [left.append_line(right)]


def _meters(scene: Scene, width: int) -> list[StyledLine]:
    """The mark of own rules; then one line for all meters, or one for each if that is too wide."""
    mark = [StyledLine(f" {MARK}")] if scene.rules.is_own else []
    if not scene.meters:
        return mark or [StyledLine("")]
    meters = [f"{name} {format_cents(cents)}" for name, cents in scene.meters.items()]
    line = StyledLine.assemble(" progressive   ", ("   ".join(meters), "bold"))
    if line.columns <= width:
        return [*mark, line]
    return [*mark, *(StyledLine(f" {meter}", "bold") for meter in meters)]


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────


def _cards(scene: Scene, width: int, *, roomy: bool) -> list[StyledLine]:
    """All cards on the felt side by side."""
    groups = _groups(scene)
    used = sum(len(cards) for _, cards in groups) * CARD
    gap = min(6, (width - used) // (len(groups) + 1))
    margin = StyledLine(" " * ((width - used - gap * (len(groups) - 1)) // 2))
    rows = [margin.copy() for _ in range(7)]
    for place, (title, cards) in enumerate(groups):
        if place:
            for row in rows:
                row.append(" " * gap)
        rows[0].append(title.center(len(cards) * CARD), FAINT)
        for card in cards:
            for row, (text, style) in zip(rows[1:6], _card(card), strict=True):
                row.append_line(_inked(text, style, card))
        if place == 0 and scene.marked is not None:
            rows[6].append_line(_captions(len(cards), scene.marked))
    return rows if roomy or scene.marked is not None else rows[:6]


def _card(name: str) -> list[tuple[str, str]]:
    if name == EMPTY:
        blank = ("│     │", FAINT)
        return [("╭╌╌╌╌╌╮", FAINT), blank, blank, blank, ("╰╌╌╌╌╌╯", FAINT)]
    if name == HIDDEN:
        back = ("│░░░░░│", BACK)
        return [("╭─────╮", BACK), back, back, back, ("╰─────╯", BACK)]
    ink = INK[name[1]]
    rank, suit = ("JOKER", "★") if name == words.JOKER_NAME else (words.face(name), "")
    suit = suit or words.SYMBOLS[name[1]]
    low = "" if len(rank) > 2 else rank
    return [
        ("╭─────╮", EDGE),
        (f"│{rank:<5}│", ink),
        (f"│{suit:^5}│", ink),
        (f"│{low:>5}│", ink),
        ("╰─────╯", EDGE),
    ]


def _inked(text: str, style: str, name: str) -> StyledLine:
    """The border of a face card stays grey whatever its suit."""
    line = StyledLine(text, style)
    if name not in (EMPTY, HIDDEN):
        line.paint(EDGE, 0, 1)
        line.paint(EDGE, len(text) - 1, len(text))
    return line


def _groups(scene: Scene) -> list[tuple[str, tuple[str, ...]]]:
    """The cards on the felt with their titles; empty places before the deal."""
    game, view = scene.rules.game, scene.view
    own = next(seat.cards for seat in view.seats if seat.yours)
    groups = [("your cards", own or (EMPTY,) * game.hole)]
    if game.community:
        groups.append(("community", view.community or (EMPTY,) * game.community))
    if scene.rules.deals_box:
        groups.append(("Six Card box", view.box or (EMPTY,) * game.box))
    return groups


def _small_cards(scene: Scene) -> list[StyledLine]:
    """A group a line, a card in four columns."""
    lines: list[StyledLine] = []
    for place, (title, cards) in enumerate(_groups(scene)):
        line = StyledLine(f" {title:<13}", FAINT)
        for card in cards:
            line.append(*_small_card(card)).append(" ")
        lines.append(line)
        if place == 0 and scene.marked is not None:
            line = StyledLine(" " * 14)
            for slot in range(len(cards)):
                if slot in scene.marked:
                    line.append(f"{slot + 1}out", NOW).append(" ")
                else:
                    line.append(" ").append(f"{slot + 1}", KEY).append("   ")
            lines.append(line)
        lines.append(StyledLine(""))
    return lines


def _small_card(name: str) -> tuple[str, str]:
    if name == EMPTY:
        return " ·· ", FAINT
    if name == HIDDEN:
        return " ░░ ", BACK
    if name == words.JOKER_NAME:
        return " ★  ", INK["K"]
    return f"{words.face(name) + words.SYMBOLS[name[1]]:^4}", INK[name[1]]


def _captions(cards: int, marked: frozenset[int]) -> StyledLine:
    line = StyledLine()
    for slot in range(cards):
        if slot in marked:
            line.append(" ")
            line.append(f"{slot + 1} out".center(CARD - 2), NOW)
            line.append(" ")
        else:
            line.append("   ")
            line.append(f"{slot + 1}", KEY)
            line.append("   ")
    return line


# ── spots ─────────────────────────────────────────────────────────────────────────────────────────


def _spots(scene: Scene, width: int) -> list[StyledLine]:
    """Name, stake and outcome of every spot: ( ) bet before the deal, [ ] filled by a decision."""
    view = scene.view
    stakes = next(seat.stakes for seat in view.seats if seat.yours)
    spot_now = view.choices[0].spot if view.choices else ""
    cells = []
    for spot in scene.rules.spots.values():
        key = scene.keys.get(spot.key, "")
        stake = format_cents(stakes[spot.key]) if spot.key in stakes else ""
        left, right = "[]" if spot.multiples else "()"
        stake_text = f"{left}{stake or '    '}{right}"
        won = scene.outcomes.get(spot.key)
        limits = "" if spot.key in stakes or scene.outcomes else scene.limits.get(spot.key, "")
        brought = limits if won is None else signed(won)
        size = max(len(spot.name) + 2 * bool(key), len(stake_text), len(brought))
        cells.append((spot, key, stake_text, won, brought, size, spot.key == spot_now))
    used = sum(cell[5] for cell in cells)
    gap = max(1, min(5, (width - 2 - used) // max(1, len(cells) - 1)))
    margin = " " * max(0, (width - used - gap * (len(cells) - 1)) // 2)
    names, held_line, outcome = StyledLine(margin), StyledLine(margin), StyledLine(margin)
    for place, (spot, key, stake_text, won, brought, size, now) in enumerate(cells):
        for line in (names, held_line, outcome):
            line.append(" " * gap if place else "")
        title = StyledLine.assemble(
            (key, KEY) if key else "", " " if key else "", (spot.name, NOW if now else "bold")
        )
        _centred(names, title, size)
        filled = spot.key in stakes
        _centred(held_line, StyledLine(stake_text, "bold" if filled else FAINT), size)
        style = FAINT if won is None else WON if won > 0 else LOST if won else "bold"
        _centred(outcome, StyledLine(brought, style), size)
    return [names, held_line, outcome]


def _spot_list(scene: Scene, width: int) -> list[StyledLine]:
    """A spot a line: its key, its name, its stake, and what it brought or may take."""
    view = scene.view
    stakes = next(seat.stakes for seat in view.seats if seat.yours)
    spot_now = view.choices[0].spot if view.choices else ""
    spots = scene.rules.spots.values()
    longest = max(len(spot.name) for spot in spots)
    lines = []
    for spot in spots:
        key = scene.keys.get(spot.key, "")
        line = StyledLine.assemble(" ", (key, KEY) if key else " ", " ")
        line.append(f"{spot.name:<{longest}}", NOW if spot.key == spot_now else "bold")
        stake = format_cents(stakes[spot.key]) if spot.key in stakes else ""
        won = scene.outcomes.get(spot.key)
        limits = "" if spot.key in stakes or scene.outcomes else scene.limits.get(spot.key, "")
        brought = limits if won is None else signed(won)
        style = FAINT if won is None else WON if won > 0 else LOST if won else "bold"
        right = StyledLine.assemble((f" {stake:>9}", "bold"), (f" {brought:>9} ", style))
        if line.columns + right.columns > width:
            lines.append(line)
            line = StyledLine("")
        line.pad_right(width - line.columns - right.columns)
        lines.append(line.append_line(right))
    return lines


def _centred(line: StyledLine, text: StyledLine, size: int) -> None:
    left = (size - text.columns) // 2
    line.append(" " * left)
    line.append_line(text)
    line.append(" " * (size - text.columns - left))
