"""The choices for questions about a game's odds: wagers, letters, meters and decisions."""

from fractions import Fraction
from typing import Any

from pitboss.cards import card_name
from pitboss.odds.figures import exact
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game
from pitboss.odds.prices.progressive import forfeits
from pitboss.odds.rule_lists.price import shipped_cards
from pitboss.rulebook.model import Decide, Exchange, Game, Reveal


def menu(game_key: str) -> dict[str, Any]:
    game = priced_game(game_key)
    model = game.game
    return {
        "game": model.key,
        "name": model.name,
        "fingerprint": game.fingerprint,
        "deck": [card_name(card) for card in model.cards],
        "seats": model.seats,
        "unit": model.spots[0].name,  # of the whole game's figures
        "wagers": [_wager(game, key) for key in game.wager_keys()],
        "base": list(game.base_wagers()),  # whose letters affect decisions
        "decisions": decisions(model),
        "progressive": _progressive(game),
    }


def _wager(game: PricedGame, key: str) -> dict[str, Any]:
    whole = key == WHOLE_GAME
    declared = None if whole else game.wager(key)
    return {
        "wager": key,
        "name": game.game.name if declared is None else declared.name,
        "letters": list(game.letters(key)),
        "lettered": _letter_source(game, key),
        "whole": whole,
        "required": whole or key in game.base_wagers(),
        "optional": declared is not None and declared.optional,
        "progressive": declared is not None and declared.progressive,
        "stakes_cents": list(declared.stakes) if declared is not None else [],
    }


def _letter_source(game: PricedGame, key: str) -> str:
    """The wager of this menu whose letter is also this one's."""
    return WHOLE_GAME if key == WHOLE_GAME or key in game.base_wagers() else game.lettered(key)


def decisions(game: Game) -> list[dict[str, Any]]:
    """Decisions in the order of play, with the number of cards the player knows at each. In a draw
    game the second also depends on the discards.
    """
    cards = game.hole - len(game.hidden)
    rows: list[dict[str, Any]] = []
    exchanged = 0
    for step in game.play:
        match step:
            case Reveal(what="community" | "slot"):
                cards += step.cards
            case Exchange():
                exchanged += step.up_to
            case Decide():
                rows.append(
                    {
                        "decision": step.spot,
                        "name": game.spot(step.spot).name,
                        "cards": cards,
                        "discarded": exchanged,  # at most
                        "acts": [step.decline, step.accept],
                        "multiples": list(game.spot(step.spot).multiples),
                        "clause": step.clause,
                    }
                )
    return rows


def _progressive(game: PricedGame) -> dict[str, Any] | None:
    rules, wager = game.game.progressive, game.game.progressive_wager
    if rules is None or wager is None:
        return None
    return {
        "wager": wager.key,
        "stakes_cents": list(rules.stakes),
        "meters": {letter: dict(table.meters) for letter, table in game.tables[wager.key].items()},
        "forfeited_by_fold": forfeits(game),
    }


def shipped_edge(game_key: str, letters: dict[str, str]) -> dict[str, Any] | None:
    """The whole game's edge under optimal play if it ships with the package: a lobby does not wait
    for a solution.
    """
    game = priced_game(game_key)
    base = {key: letters[key] for key in game.base_wagers()}
    for each in shipped_cards():
        if each.fingerprint == game.fingerprint and each.card.letters == base:
            unit = game.game.spots[0].name
            return {"unit": unit, "house_edge": exact(Fraction(each.card.optimal))}
    return None
