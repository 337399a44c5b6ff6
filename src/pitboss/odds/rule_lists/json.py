"""Rule lists as JSON: every figure is a fraction and the nearest decimal."""

from fractions import Fraction
from typing import Any

import msgspec

from pitboss.odds.game import PricedGame
from pitboss.odds.rule_lists.text import PocketCard
from pitboss.odds.strategy.json import number


def card_record(game: PricedGame, card: PocketCard) -> dict[str, Any]:
    record: dict[str, Any] = msgspec.to_builtins(card)
    record["fingerprint"] = game.fingerprint
    for key in ("optimal", "cost"):
        record[key] = number(Fraction(record[key]))
    record["house_edge"] = number(card.edge)
    return record
