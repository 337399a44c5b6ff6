"""The whole game with rows that pay something else, beside the rulebook's own table."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from pitboss.house.pricing.questions import DrawWhatIfQuestion, WhatIfQuestion
from pitboss.odds.changes import parse_change
from pitboss.odds.figures import exact
from pitboss.odds.game import PricedGame
from pitboss.odds.sweep.sweep import one_table
from pitboss.odds.sweep.tables import SweptTable

CACHED: Final = 64


def what_if(game: PricedGame, question: WhatIfQuestion | DrawWhatIfQuestion) -> dict[str, Any]:
    letters = game.base_letters(question.letter)
    game.table(game.lettered("base"), question.letter)  # refuses a letter that is not there
    changed = game.with_changes([parse_change(text) for text in question.changes])
    before, after = _table(game, question.letter), _table(changed, question.letter)
    stages = {**before.decisions, **after.decisions}
    return {
        "game": game.game.key,
        "fingerprint": changed.fingerprint,
        "paytable": question.letter,
        "own_rules": changed.mark,
        "rows": [
            {
                "wager": wager,
                "name": game.wager(wager).name,
                "row": row.name,
                "published": str(row.pays),
                "pays": str(other.pays),
            }
            for wager, letter in letters.items()
            for row, other in zip(
                game.table(wager, letter).rows, changed.table(wager, letter).rows, strict=True
            )
        ],
        "published": _figures(before),
        "changed": _figures(after),
        "decisions": [
            {
                "stage": stage,
                "choice": choice,
                "published": exact(before.decisions.get((stage, choice), Fraction(0))),
                "changed": exact(after.decisions.get((stage, choice), Fraction(0))),
            }
            for stage, choice in stages
            if before.decisions.get((stage, choice)) != after.decisions.get((stage, choice))
        ],
    }


@lru_cache(CACHED)
def _table(game: PricedGame, letter: str) -> SweptTable:
    return one_table(game, game.base_letters(letter))


def _figures(table: SweptTable) -> dict[str, Any]:
    return {
        "house_edge": exact(table.edge),
        "element_of_risk": exact(table.element_of_risk),
        "average_wager": exact(table.average_wager),
        "standard_deviation": {
            "decimal": float(table.deviation),
            "squared": str(table.variance),
        },
        "hit_frequency": exact(table.hit_frequency),
    }
