"""Sweeps of a side wager: what it pays changes no play, so that its rows are counted once.

The slow twin is `prices.price.price` of each table by itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.odds.game import PricedGame, meter_amounts, net
from pitboss.odds.prices.counted import rounds_of
from pitboss.odds.prices.price import Bets, default_stake, has_box, wager_valuer
from pitboss.odds.sweep.tables import RowRange, SweptTable
from pitboss.rulebook.paytable import Pays, Push, To


def side_tables(
    game: PricedGame,
    wager: str,
    ranges: Sequence[RowRange],
    choices: Iterator[tuple[int, ...]],
    letters: Mapping[str, str],
) -> Iterator[SweptTable]:
    """Each table of a side wager, in units of its stake; meters are at their reset amounts."""
    declared, every = game.wager(wager), game.first_letters() | dict(letters)
    meters = meter_amounts(game, every[wager], None) if declared.progressive else {}
    stake = default_stake(game, wager, every)
    rounds = rounds_of(game, every, box=has_box(game, wager))
    read = wager_valuer(game, rounds, wager, stake, Bets({}, every, meters)).readers[wager]
    counts: Counter[int] = Counter()  # deals by row, −1 for none
    table = game.table(wager, every[wager])
    for cell in rounds.cells:
        lost = rounds.courses[cell[0]].folded and not declared.survives_fold
        row = None if lost else read(cell)
        counts[-1 if row is None else table.rows.index(row)] += cell[-1]
    places = [_place(each, [row.name for row in table.rows]) for each in ranges]
    for odds in choices:
        pays: list[Pays | None] = [row.pays for row in table.rows]
        for place, paid in zip(places, odds, strict=True):
            pays[place] = To(paid)
        pays.append(None)
        nets = {at: net(pays[at], stake, declared.collected, meters) for at in counts}
        first, second = (
            Fraction(sum(nets[at] ** power * n for at, n in counts.items()), rounds.deals)
            for power in (1, 2)
        )
        hits = sum(n for at, n in counts.items() if at >= 0 and not isinstance(pays[at], Push))
        yield SweptTable(
            odds,
            -first / stake,
            (second - first * first) / stake**2,
            Fraction(hits, rounds.deals),
            Fraction(1),
        )


def _place(each: RowRange, names: Sequence[str]) -> int:
    words = " ".join(each.change.row.lower().split())
    return next(at for at, name in enumerate(names) if name.lower() == words)
