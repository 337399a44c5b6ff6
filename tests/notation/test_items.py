"""Every item of a real table has a golden round, in each game and each way of dealing."""

from collections import defaultdict
from functools import cache

import pytest

from notation.acts import METHODS, RESHUFFLING, acts
from notation.items import ITEMS, Item
from notation.test_rounds import ROUNDS, name, replay_file
from pitboss.rulebook import GAMES

Cell = tuple[str, str, str]  # item, game, way of dealing


@cache
def matrix() -> dict[Cell, list[str]]:
    """Which rounds tell an item."""
    cells: defaultdict[Cell, list[str]] = defaultdict(list)
    for path in ROUNDS:
        game = replay_file(path).table.rules.game.key
        for act in acts(replay_file(path)):
            for item in ITEMS:
                if item.tells(act):
                    methods = [act.method] + [RESHUFFLING] * act.reshuffling
                    for method in methods:
                        cells[item.name, game, method].append(name(path))
    return {cell: list(dict.fromkeys(paths)) for cell, paths in cells.items()}


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.name)
def test_an_item_is_told_in_each_game_and_way_of_dealing(item: Item) -> None:
    missing = [
        f"{game.key} {method}"
        for game in GAMES.values()
        for method in METHODS
        if item.where.fits(game, method) and (item.name, game.key, method) not in matrix()
    ]
    assert missing == []


def test_a_missing_round_leaves_a_cell_empty() -> None:
    """The rounds that tell of a forfeit from the hand are the only ones that do."""
    alone = matrix()["a ground past its time", "mississippi-stud", "hand"]
    assert alone == ["mississippi-stud/procedure/forfeits_hand.round"]
    assert ("a ground past its time", "let-it-ride", "hand") not in matrix()
