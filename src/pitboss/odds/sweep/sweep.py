"""Every paytable in a range, each with its exact edge, deviation and hit frequency.

>>> rows = [parse_range("straight=4..5")]
>>> [str(each.edge) for each in sweep(priced_game("mississippi-stud"), rows)]
['53223/1082900', '671/17850']
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Final

from pitboss.odds.game import PricedGame, fixed_rows, letters_of
from pitboss.odds.sweep.tables import BadSweep, RowRange, SweptTable
from pitboss.rulebook.paytable import To

MAX_TABLES: Final = 1_000_000
CHUNK: Final = 128  # tables that are solved together


def tables_in(ranges: Sequence[RowRange]) -> int:
    return prod(len(each.odds) for each in ranges)


def sweep(
    game: PricedGame, ranges: Sequence[RowRange], letters: Mapping[str, str] | None = None
) -> Iterator[SweptTable]:
    """Every table of the ranges, the last range moving first."""
    if not ranges:
        raise BadSweep("no row is swept", what_to_do="name one, as in flush=5..8")
    if len({(each.change.wager, each.change.row) for each in ranges}) < len(ranges):
        raise BadSweep("a row is named twice")
    if tables_in(ranges) > MAX_TABLES:
        raise BadSweep(
            f"the ranges hold {tables_in(ranges):,} tables",
            what_to_do=f"narrow them to at most {MAX_TABLES:,}",
        )
    chosen = letters_of(game, letters)
    side = side_wager(game, ranges)
    if side:
        letter = (letters or {}).get(side, next(iter(game.tables[side])))
        game.table(side, letter)  # refuses a letter that does not exist
        chosen |= {side: letter}
    # Refuses rows that the game does not have before anything is solved.
    changed_game(game, ranges, [each.odds[0] for each in ranges], chosen)
    choices = product(*(each.odds for each in ranges))
    if side:
        from pitboss.odds.sweep.side import side_tables

        return side_tables(game, side, ranges, choices, chosen)
    if game.draws:
        return (_one_by_one(game, ranges, odds, chosen) for odds in choices)
    return _stud_tables(game, ranges, choices, chosen)


def side_wager(game: PricedGame, ranges: Sequence[RowRange]) -> str:
    """The side wager whose rows are swept; empty for the base game."""
    wagers = dict.fromkeys(
        game.source_with(each.change.row, each.change.wager, "") for each in ranges
    )
    sides = [wager for wager in wagers if wager not in game.base_wagers()]
    if sides and len(wagers) > 1:
        raise BadSweep(
            f"the rows are of several wagers: {', '.join(wagers)}",
            what_to_do="sweep the base game or one side wager at a time",
        )
    return sides[0] if sides else ""


def one_table(game: PricedGame, letters: Mapping[str, str]) -> SweptTable:
    """The figures of the unchanged game; for a stud, faster than a whole price."""
    tables = (game.table(wager, letter) for wager, letter in letters.items())
    if game.draws or any(fixed_rows(table) for table in tables):
        return _one_by_one(game, (), (), letters)
    (table,) = _stud_tables(game, (), iter([()]), letters)
    return table


def changed_game(
    game: PricedGame, ranges: Sequence[RowRange], odds: Sequence[int], letters: Mapping[str, str]
) -> PricedGame:
    """The game with one choice of odds in the tables that are played."""
    for each, paid in zip(ranges, odds, strict=True):
        row, wager = each.change.row, game.source_with(each.change.row, each.change.wager, "")
        game = game.with_pays({row: To(paid)}, wager=wager, letter=letters[wager])
    return game


def _stud_tables(
    game: PricedGame,
    ranges: Sequence[RowRange],
    choices: Iterator[tuple[int, ...]],
    letters: Mapping[str, str],
) -> Iterator[SweptTable]:
    from pitboss.odds.sweep.stud import StudSweep

    solver = StudSweep(game, ranges, letters)
    while chunk := list(islice(choices, CHUNK)):
        yield from solver.price(chunk)


def _one_by_one(
    game: PricedGame, ranges: Sequence[RowRange], odds: tuple[int, ...], letters: Mapping[str, str]
) -> SweptTable:
    """A draw game takes seconds for each table."""
    from pitboss.odds.prices.price import price

    changed = changed_game(game, ranges, odds, letters)
    figures = price(changed, paytable=letters[game.lettered("base")])
    return SweptTable(
        odds,
        figures.house_edge,
        figures.moments.variance,
        figures.hit_frequency,
        figures.average_wager,
        {(each.stage, each.choice): each.frequency for each in figures.decisions},
    )
