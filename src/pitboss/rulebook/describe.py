"""A game in words: what its declaration says, for the terminal and the rule pages alike."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, assert_never

from pitboss.money import format_short
from pitboss.rankings import RANKINGS
from pitboss.rulebook.model import (
    CardSlots,
    Dealing,
    Decide,
    Exchange,
    Game,
    RevealStep,
    SettleStep,
    Spot,
    Step,
    Wager,
)
from pitboss.rulebook.paytable import Paytable

METHOD_NAMES: Final = {
    "manual-shoe": "From a manual shoe",
    "hand": "From the hand",
    "automated-shoe": "From an automated shoe",
}
ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


class Line(NamedTuple):
    text: str
    clauses: tuple[str, ...]


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(number: int, noun: str = "card") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def deck(game: Game) -> str:
    jokers = len(game.cards) - 52
    return f"{len(game.cards)} cards" + (f", {jokers} of them jokers" if jokers else "")


# ── the felt ──────────────────────────────────────────────────────────────────────────────────────


def felt(game: Game) -> list[str]:
    """The layout from the dealer's side down to one seat, at most 78 columns."""
    top = ["discard rack"]
    if game.community:
        top.append("community " + _card_places(game.community))
    if game.box:
        top.append("Six Card box " + _card_places(game.box))
    seats = [f"seat {n}" for n in range(game.seats, 0, -1)]
    main = [spot for spot in game.spots if not game.wager(spot.wager).optional]
    side = [spot for spot in game.spots if game.wager(spot.wager).optional]
    lines = [
        "dealer",
        "   ".join(top),
        "   ".join(seats),
        "",
        *(["  ".join(map(_spot_mark, side))] if side else []),
        "  ".join(map(_spot_mark, main)),
        "cards " + _card_places(game.hole, game.hidden),
    ]
    width = 72
    edge = "─" * (width + 2)
    body = [f"│ {line.center(width).rstrip():<{width}} │" for line in lines]
    body[3] = "├" + "one seat".center(width + 2, "╌") + "┤"
    return [f"╭{edge}╮", *body, f"╰{edge}╯"]


def _card_places(number: int, hidden: Sequence[int] = ()) -> str:
    """`▯` where a card lies that its player may see, `▮` where one lies unseen."""
    return " ".join("▮" if n in hidden else "▯" for n in range(number))


def _spot_mark(spot: Spot) -> str:
    """`(…)` a spot bet before the deal, `[…]` one that a decision fills."""
    return f"[{spot.name}]" if spot.multiples else f"({spot.name})"


# ── spots and wagers ──────────────────────────────────────────────────────────────────────────────


def spot_terms(game: Game, spot: Spot) -> str:
    """When and how much may be bet on a spot."""
    if spot.multiples:
        sizes = listed([f"{n}×" for n in spot.multiples], "or")
        return f"by decision, {sizes} the {game.spot(spot.of).name} stake"
    if spot.equal_to:
        return f"required, equal to {game.spot(spot.equal_to).name}"
    if spot.required:
        return "required, within the table's limits"
    terms = "optional"
    if stakes := stakes_of(game, game.wager(spot.wager)):
        terms += f", {stakes}"
    if spot.needs:
        needs = listed([game.spot(key).name for key in spot.needs])
        offered = any(game.wager(game.spot(key).wager).optional for key in spot.needs)
        terms += f"; needs {needs}" + (", where offered" if offered else "")
    return terms


def stakes_of(game: Game, wager: Wager) -> str:
    if wager.progressive and game.progressive is not None:
        stakes = listed([format_short(cents) for cents in game.progressive.stakes], "or")
        return f"{stakes} as the house chooses"
    return listed([format_short(cents) for cents in wager.stakes], "or")


def wager_terms(game: Game, wager: Wager) -> str:
    """What a wager is decided on and what becomes of its stake."""
    if wager.wins_with:
        together = listed([game.wager(key).name for key in wager.wins_with])
        terms = [f"wins when {together} all win"]
    else:
        terms = [f"paid on {cards_words(game, game.hands[wager.on])}"]
    if wager.pays_as:
        terms.append(f"at the odds of {game.wager(wager.pays_as).name}")
    if wager.collected:
        how = "puts a lammer for its stake" if wager.lammer else "collects its stake"
        terms.append(f"the dealer {how} at “no more bets”, so its odds include the stake")
    if wager.survives_fold:
        terms.append("survives a fold")
    return "; ".join(terms)


def cards_words(game: Game, cards: CardSlots) -> str:
    parts = []
    if cards.hole:
        whole = len(cards.hole) == game.hole
        parts.append(f"the player's {'' if whole else 'first '}{counted(len(cards.hole))}")
    if cards.community:
        parts.append(f"the {counted(len(cards.community), 'community card')}")
    if cards.box:
        parts.append(f"the {counted(len(cards.box))} in the Six Card box")
    return listed(parts)


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def dealing_name(dealing: Dealing) -> str:
    return f"{METHOD_NAMES[dealing.method]}, {dealing.variant.replace('-', ' ')}"


# ── play ──────────────────────────────────────────────────────────────────────────────────────────


def step_line(game: Game, step: Step) -> Line:
    match step:
        case Decide():
            return _decide_line(game, step)
        case Exchange():
            each, most = _each_seat(game, step), counted(step.up_to)
            sentence = (
                f"{each} discards up to {most}; the dealer puts the discards in the rack "
                "and then gives each seat in turn as many from the stub."
            )
            return Line(sentence, (step.clause, step.collected, step.replaced))
        case RevealStep():
            return Line(_reveal_words(game, step), (step.clause,))
        case SettleStep():
            sentence = (
                f"The dealer turns up and settles the hands seat by seat, {step.direction}: "
                f"{listed([wager.name for wager in game.wagers])}."
            )
            return Line(sentence, (step.clause, step.shown))
    assert_never(step)


def _decide_line(game: Game, step: Decide) -> Line:
    spot = game.spot(step.spot)
    match step.accept:
        case "bet" | "raise":
            sizes = listed([f"{n}×" for n in spot.multiples], "or")
            accept = f"{step.accept}s {sizes} its {game.spot(spot.of).name} stake on {spot.name}"
        case "ride":
            accept = f"lets {spot.name} ride"
        case _:
            assert_never(step.accept)
    match step.decline:
        case "check":
            decline = "checks"
        case "withdraw":
            decline = f"takes {spot.name} back"
        case "fold":
            wagers = listed([wager.name for wager in game.wagers if wager.survives_fold])
            decline = "folds" + (f" (keeping {wagers})" if wagers else "")
        case _:
            assert_never(step.decline)
    clauses = (step.clause, step.declined, step.closes, step.keeps)
    sentence = f"{_each_seat(game, step)} {accept}, or {decline}."
    return Line(sentence, tuple(filter(None, clauses)))


def _each_seat(game: Game, step: Step) -> str:
    earlier = game.play[: game.play.index(step)]
    folds = any(isinstance(e, Decide) and e.decline == "fold" for e in earlier)
    return f"In turn from the dealer's left, each seat{' still in' if folds else ''}"


def _reveal_words(game: Game, step: RevealStep) -> str:
    match step.what:
        case "community":
            turn = _community_turns(game, step)
            cards, places = _cards(step.cards), listed([ORDINALS[n] for n in turn])
            return f"The dealer turns up the {places} community {cards}."
        case "box":
            return f"The dealer turns up the {counted(step.cards)} of the Six Card box, if dealt."
        case "slot":
            return f"The dealer turns up the {ORDINALS[step.slot]} card of every seat; it stays up."
    assert_never(step.what)


def _cards(number: int) -> str:
    return "card" if number == 1 else "cards"


def _community_turns(game: Game, step: RevealStep) -> range:
    """Which community cards this reveal turns: those after what earlier reveals turned."""
    before = 0
    for earlier in game.play:
        if earlier is step:
            break
        if isinstance(earlier, RevealStep) and earlier.what == "community":
            before += earlier.cards
    return range(before, before + step.cards)


# ── tables and limits ─────────────────────────────────────────────────────────────────────────────


class Matrix(NamedTuple):
    """The tables of one wager side by side: a column for each letter, a row for each hand."""

    title: str
    letters: tuple[str, ...]
    clauses: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()


def matrices(game: Game, tables: dict[str, dict[str, Paytable]]) -> list[Matrix]:
    """In the order of the game's wagers, envy last."""
    order = [wager.key for wager in game.wagers]
    keys = sorted(tables, key=lambda key: order.index(key) if key in order else len(order))
    return [matrix(game, key, alike) for key in keys for alike in _alike(tables[key])]


def _alike(letters: dict[str, Paytable]) -> Iterable[dict[str, Paytable]]:
    """Tables paid on hands of different sizes do not stand side by side."""
    groups: dict[str, dict[str, Paytable]] = {}
    for letter, table in letters.items():
        groups.setdefault(table.ranking, {})[letter] = table
    return groups.values()


def matrix(game: Game, wager: str, letters: dict[str, Paytable]) -> Matrix:
    tables = tuple(letters.values())
    pays = [{row.name: str(row.pays) for row in table.rows} for table in tables]
    rows = [(name, tuple(column.get(name, "–") for column in pays)) for name in _row_names(tables)]
    by_meters = sorted(tables, key=lambda table: len(table.meters), reverse=True)
    for meter in dict.fromkeys(name for table in by_meters for name in table.meters):
        least = (table.meters.get(meter) for table in tables)
        words = tuple("–" if cents is None else f"≥ {format_short(cents)}" for cents in least)
        rows.append((f"{meter} starts, resets at", words))
    return Matrix(
        wager_name(game, wager),
        tuple(letters),
        tuple(table.clause for table in tables),
        tuple(rows),
        _table_notes(game, wager, tables),
    )


def wager_name(game: Game, wager: str) -> str:
    if wager.startswith("envy-"):
        return f"Envy, ${wager.removeprefix('envy-')} progressive"
    return game.wager(wager).name


def _row_names(tables: Sequence[Paytable]) -> list[str]:
    """Every row of the tables once, the highest hand first."""
    ranking = RANKINGS.get(tables[0].ranking)
    places = {c.name: n for n, c in enumerate(ranking.categories)} if ranking else {}
    rows = {row.name: row for table in tables for row in table.rows}
    return sorted(rows, key=lambda name: places.get(rows[name].category, 0))


def _table_notes(game: Game, wager: str, tables: Sequence[Paytable]) -> tuple[str, ...]:
    notes = []
    for cards in dict.fromkeys(table.cards for table in tables if table.cards):
        notes.append(f"Paid on {cards_words(game, game.hands[cards])}.")
    if not wager.startswith("envy-") and any(c.pays_as == wager for c in game.wagers):
        raises = listed([c.name for c in game.wagers if c.pays_as == wager])
        notes.append(f"{raises} is paid by the same table.")
    return tuple(notes)


def limit_line(game: Game) -> Line:
    wagers = listed([game.wager(key).name for key in game.limit.wagers])
    bound = "otherwise nothing limits it"
    if game.limit.floor is not None:
        bound = f"the limit is at most the greater of {format_short(game.limit.floor)} "
        bound += "and the most that one hand could win at the table minimum"
    sentence = f"The house may limit what one hand wins on {wagers}; {bound}."
    return Line(sentence, (game.limit.clause,))


def boxes_words(game: Game) -> str:
    if game.boxes is None:
        return f"as the house says, {game.boxes_default} unless it says otherwise"
    return str(game.boxes)
