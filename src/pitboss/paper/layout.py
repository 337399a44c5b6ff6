"""The layout of a table as one house offers a game: every area where the dealer and the players
find it, in millimetres.

The seats lie on an arc across from the dealer (235 2.A, 235 2.A(2), DD .02A, DD .02A(2), LIR .02A,
LIR .02A(2), MS 2.A), the rack is at the dealer's side (235 2.F, DD .02E, LIR .02F, MS 2.D(2)). The
rows of a seat follow from the declaration: cards farthest out, then the bets before the deal, then
the bets that decisions add, then the side wagers. A wager that is not offered has no area.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, degrees, radians, sin
from typing import Final

import msgspec

from pitboss.paper.areas import Area, Kind, Place, at_seat, seat_angle
from pitboss.paper.felt_names import community_names, felt_name
from pitboss.paper.letters import CAP_HEIGHT, text_width
from pitboss.paper.panels import Panel, panels_of
from pitboss.paper.sign import limits, payout_tables
from pitboss.rulebook import MARK
from pitboss.rulebook.model import Game, Spot
from pitboss.rulebook.rules import Rules

# ── sizes, all in millimetres ─────────────────────────────────────────────────────────────────────

TABLE_RADIUS: Final = 990  # a half circle of 6.5 × 3.25 feet
ARM_REST: Final = 150
FELT_RADIUS: Final = TABLE_RADIUS - ARM_REST
BET: Final = 55  # across a spot for a required bet
SIDE_BET: Final = 46  # across any other spot
CARD_ROW: Final = 775
FIRST_ROW: Final = 690
ROW_STEP: Final = 65
PITCHES: Final = {1: 0, 2: 84, 3: 70, 4: 64}  # spots in a row → distance between neighbours
CARD: Final = (69.5, 94.9)  # a poker card with 3 mm to each side
HAND: Final = (110, 92)  # two or three cards, overlapping
WIDE_HAND: Final = (190, 92)  # five cards, spread
SPLIT_HAND: Final = (80, 66)  # the first cards, and the card that is dealt by itself
DISCARDS: Final = (110, 60)
TRAY: Final = (500, 200)
TRAY_TOP: Final = 15
COMMUNITY_TOP: Final = 227
BOX_TOP: Final = 326
RACK: Final = (110, 90)
SHOE: Final = (130, 300)  # its mouth to the players
SHUFFLER: Final = (168, 292)
DROP_BOX: Final = (120, 34)  # the places of their slots
TIP_BOX: Final = (90, 34)

NAME_SIZE: Final = 40  # of the game's name
NAME_RADIUS: Final = 518  # of the circle that it stands on
OPERATOR_SIZE: Final = 22
OPERATOR_RADIUS: Final = 476
LIMIT_SIZE: Final = 11.0  # of the words that a sign could say instead
LIMIT_RADIUS: Final = 455.5
LOGO: Final = 34  # across
LETTER_SPACING: Final = 0.06  # font sizes
LETTERS_PER_PIECE: Final = 2  # of curved words, where gaps are measured


class CurvedText(msgspec.Struct, frozen=True):
    """Words on a circle around the origin, read from outside."""

    text: str
    size: float
    radius: float  # of the line the letters stand on
    clause: str

    @property
    def width(self) -> float:
        return text_width(self.text, self.size, LETTER_SPACING)


class TableLayout(msgspec.Struct, frozen=True):
    game: str
    operator: str
    method: str
    seats: int
    areas: tuple[Area, ...]
    curved: tuple[CurvedText, ...]  # the game, the operator, and what else is inscribed
    panels: tuple[Panel, ...] = ()

    def every_area(self) -> tuple[Area, ...]:
        """The areas, the payouts, the curved words as short pieces, and the places of a logo."""
        words = (piece for text in self.curved for piece in pieces(text))
        payouts = (panel.area for panel in self.panels)
        return (*self.areas, *payouts, *words, *logo_places(self.curved[0]))


@lru_cache(64)
def layout_of(rules: Rules, operator: str, *, odds: bool = False) -> TableLayout:
    """With `odds` the felt shows payouts, multiples and the payout limit; else a sign does, as the
    documents allow. The felt explains the joker in either case.
    """
    game = rules.game
    areas = [*_dealer_side(rules)]
    for seat in range(1, game.seats + 1):
        areas += _seat(rules, seat)
    inscriptions = {inscription.what: inscription for inscription in game.inscriptions}
    inscription = inscriptions.get("operator")
    words = f"{operator} · {MARK}" if rules.is_own else operator
    size = _fitting_size(words, OPERATOR_SIZE, OPERATOR_RADIUS)
    curved = (
        CurvedText(game.name.upper(), NAME_SIZE, NAME_RADIUS, ""),
        CurvedText(words, size, OPERATOR_RADIUS, inscription.clause if inscription else ""),
        *_inscribed(rules, odds=odds),
    )
    plain = TableLayout(game.name, operator, rules.choices.method, game.seats, tuple(areas), curved)
    if not odds:
        return plain
    panels = panels_of([*payout_tables(rules)], plain.every_area())
    return msgspec.structs.replace(plain, panels=panels)


def _inscribed(rules: Rules, *, odds: bool) -> Iterator[CurvedText]:
    """One line of what the documents let the felt or a sign say."""
    joker = {mark.clause for mark in rules.game.inscriptions if mark.what == "joker"}
    items = [item for item in limits(rules) if odds or joker & {*item.clauses}]
    if items:
        text = " · ".join(item.text for item in items)
        size = _fitting_size(text, LIMIT_SIZE, LIMIT_RADIUS)
        yield CurvedText(text, size, LIMIT_RADIUS, items[0].clauses[0] if items[0].clauses else "")


def pieces(text: CurvedText) -> Iterator[Area]:
    """Short rectangles that together cover the words."""
    height = text.size * CAP_HEIGHT
    middle = text.radius - height / 2
    done = 0.0
    for start in range(0, len(text.text), LETTERS_PER_PIECE):
        width = text_width(text.text[start : start + LETTERS_PER_PIECE], text.size, LETTER_SPACING)
        along = done + width / 2 - text.width / 2  # from the middle, rightward on the page
        angle = along / text.radius
        yield Area(
            f"words.{text.text}.{start}",
            "words",
            "",
            Place(middle * sin(angle), middle * cos(angle)),
            width,
            height,
            -degrees(angle),
        )
        done += width


def logo_places(text: CurvedText) -> Iterator[Area]:
    """A square before the words and one after them."""
    radius = text.radius - text.size * CAP_HEIGHT / 2
    angle = (text.width / 2 + LOGO) / text.radius
    for side, name in ((-1, "before"), (1, "after")):
        place = Place(radius * sin(side * angle), radius * cos(angle))
        turn = -degrees(side * angle)
        yield Area(f"logo-{name}", "words", "", place, LOGO, LOGO, turn)


def _fitting_size(text: str, size: float, radius: float) -> float:
    """The size at which a text fits into a third of the half circle that it stands on."""
    room = radius * radians(72)
    width = text_width(text, size, LETTER_SPACING)
    return size if width <= room else size * room / width


# ── the dealer's side ─────────────────────────────────────────────────────────────────────────────


def _dealer_side(rules: Rules) -> Iterator[Area]:
    game, cites = rules.game, rules.game.cites
    yield _box("tray", "equipment", "Chip tray", 0, TRAY_TOP, TRAY)
    yield _box("rack", "equipment", "Discard rack", -320, 15, RACK, cites["discard-rack"])
    yield _box("drop-box", "equipment", "Drop box", -450, 15, DROP_BOX, cites["drop-box"])
    yield _box("tip-box", "equipment", "Tip box", 640, 15, TIP_BOX, cites["drop-box"])
    match rules.choices.method:
        case "manual-shoe":
            yield _box("shoe", "equipment", "Shoe", 331, 10, SHOE, cites["shoe.place"])
        case "automated-shoe":
            clause = rules.dealing.requires
            yield _box("shoe", "equipment", "Automated shoe", 350, 10, SHUFFLER, clause)
        case "hand":
            clause = rules.dealing.requires
            yield _box("shuffler", "equipment", "Shuffler", 350, 10, SHUFFLER, clause)
    yield from _community(rules)
    if rules.deals_box:
        label = rules.label(rules.wagers[game.box_for])
        size = (69 * game.box + 6, 96)
        yield _box("box", "box", label, 0, BOX_TOP, size, _fixture_clause(game, "box"))


def _community(rules: Rules) -> Iterator[Area]:
    """The community cards by their streets, where the felt must name them."""
    clause = _fixture_clause(rules.game, "community")
    names = community_names(rules)
    for place in range(rules.game.community):
        x = 72.0 * (place - (rules.game.community - 1) / 2)  # players read the names left to right
        name = names[place] or "Community"
        yield _box(f"community-{place + 1}", "community", name, x, COMMUNITY_TOP, CARD, clause)


def _box(
    key: str,
    kind: Kind,
    name: str,
    x: float,
    top: float,
    size: tuple[float, float],
    clause: str = "",
) -> Area:
    return Area(key, kind, name, Place(x, top + size[1] / 2), *size, clause=clause)


def _fixture_clause(game: Game, what: str) -> str:
    return next((fixture.clause for fixture in game.fixtures if fixture.what == what), "")


# ── a seat ────────────────────────────────────────────────────────────────────────────────────────


def _seat(rules: Rules, seat: int) -> Iterator[Area]:
    game = rules.game
    angle = seat_angle(seat, game.seats)
    fixtures = {fixture.what: fixture.clause for fixture in game.fixtures}

    def place(
        key: str,
        kind: Kind,
        name: str,
        across: float,
        row: float,
        size: tuple[float, float],
        clause: str,
    ) -> Area:
        centre = at_seat(angle, across, row)
        return Area(
            f"seat-{seat}.{key}", kind, name, centre, *size, -angle, clause=clause, seat=seat
        )

    if "third-card" in fixtures:
        first, third = SPLIT_HAND
        left = (first + third + 6) / 2
        yield place("cards", "cards", "Cards", left - first / 2, CARD_ROW, (first, 92), "")
        clause = fixtures["third-card"]
        yield place("third", "cards", "3rd card", third / 2 - left, CARD_ROW, (third, 92), clause)
    else:
        size = WIDE_HAND if game.draws else HAND
        yield place("cards", "cards", "Cards", 0, CARD_ROW, size, fixtures.get("cards", ""))
    row = float(FIRST_ROW)
    if "discards" in fixtures:
        yield place("discards", "discards", "Discards", 0, row, DISCARDS, fixtures["discards"])
        row -= ROW_STEP + 5
    for spots in _rows(rules):
        for spot, across in spots:
            across_spot = BET if spot.required or spot.multiples else SIDE_BET
            square = (across_spot, across_spot)
            clause = rules.wagers[spot.wager].area
            area = place(spot.key, "spot", felt_name(rules, spot), across, row, square, clause)
            yield msgspec.structs.replace(area, shape="circle")
        row -= ROW_STEP


def _rows(rules: Rules) -> Iterator[list[tuple[Spot, float]]]:
    """The spots of a seat row by row from the player inward, each with its place across.

    The first spot of a row is farthest to the player's left, which is the dealer's right.
    """
    spots = list(rules.spots.values())
    required = [spot for spot in spots if spot.required]
    added = [spot for spot in spots if spot.multiples]
    side = [spot for spot in spots if not spot.required and not spot.multiples]
    if rules.game.draws:  # the discards take the first row, so all bets share the second
        required, added = [s for s in spots if s.required or s.multiples], []
    yield _spread(required)
    if len({spot.of for spot in added}) > 1:  # each raise before the bet that it raises
        places = {spot.key: across for spot, across in _spread(required)}
        yield [(spot, places[spot.of]) for spot in added]
    elif added:
        yield _spread(added)
    own = [spot for spot in side if not rules.wagers[spot.wager].progressive]
    progressive = [spot for spot in side if rules.wagers[spot.wager].progressive]
    together = len(side) <= 3
    yield from (_spread(row) for row in ([side] if together else [own, progressive]) if row)


def _spread(spots: Sequence[Spot]) -> list[tuple[Spot, float]]:
    pitch = PITCHES[len(spots)]
    middle = (len(spots) - 1) / 2
    return [(spot, pitch * (place - middle)) for place, spot in enumerate(spots)]
