"""Advice as JSON: every figure is a fraction and the nearest decimal."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cards import card_names
from pitboss.odds.game import PricedGame

if TYPE_CHECKING:
    from pitboss.odds.strategy.advice import Advice


def number(value: Fraction) -> dict[str, Any]:
    return {"fraction": str(value), "decimal": float(value)}


def advice_record(game: PricedGame, advice: "Advice", stake: int) -> dict[str, Any]:
    ties = [option.act for option in advice.ties]
    others = [option.cost for option in advice.options if option.cost]
    return {
        "game": advice.game,
        "fingerprint": game.fingerprint,
        "paytables": advice.letters,
        "decision": advice.decision,
        "cards": card_names(advice.cards),
        "dead": card_names(advice.dead),
        "earlier": list(advice.bets),
        "staked": advice.staked,
        "unit": f"one {game.base_wagers()[0]} stake",
        "stake_cents": stake,
        "best": advice.best.act,
        "ties": ties if len(ties) > 1 else [],
        "second_best_costs": number(min(others)) if others else None,
        "options": [
            {
                "act": option.act,
                "value": number(option.value),
                "cost": number(option.cost),
                "value_cents": float(option.value * stake),
                "cost_cents": float(option.cost * stake),
            }
            for option in advice.options
        ],
    }
