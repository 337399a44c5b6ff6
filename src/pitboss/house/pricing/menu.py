"""What can be asked about a game's odds: its wagers, letters, meters and decisions."""

from fractions import Fraction
from typing import Any

from pitboss.cards import card_name
from pitboss.odds.figures import exact
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game
from pitboss.odds.prices.progressive import forfeits
from pitboss.odds.rule_lists.price import shipped_cards
from pitboss.rulebook.model import Decide, Exchange, Game, Reveal


def menu(game_key: str) -> dict[str, Any]:
    asked = priced_game(game_key)
    game = asked.game
    return {
        "game": game.key,
        "name": game.name,
        "fingerprint": asked.fingerprint,
        "deck": [card_name(card) for card in game.cards],
        "seats": game.seats,
        "unit": game.spots[0].name,  # of the whole game's figures
        "wagers": [_wager(asked, key) for key in asked.wager_keys()],
        "base": list(asked.base_wagers()),  # whose letters bear on decisions
        "decisions": decisions(game),
        "progressive": _progressive(asked),
    }


def _wager(asked: PricedGame, key: str) -> dict[str, Any]:
    whole = key == WHOLE_GAME
    declared = None if whole else asked.wager(key)
    return {
        "wager": key,
        "name": asked.game.name if declared is None else declared.name,
        "letters": list(asked.letters(key)),
        "lettered": _lettered(asked, key),
        "whole": whole,
        "required": whole or key in asked.base_wagers(),
        "optional": declared is not None and declared.optional,
        "progressive": declared is not None and declared.progressive,
        "stakes_cents": list(declared.stakes) if declared is not None else [],
    }


def _lettered(asked: PricedGame, key: str) -> str:
    """The wager of this menu whose letter is also this one's."""
    return WHOLE_GAME if key == WHOLE_GAME or key in asked.base_wagers() else asked.lettered(key)


def decisions(game: Game) -> list[dict[str, Any]]:
    """In the order of play, with how many cards the player knows then. Of a draw game the second
    also depends on what was discarded.
    """
    known = game.hole - len(game.hidden)
    found: list[dict[str, Any]] = []
    exchanged = 0
    for step in game.play:
        match step:
            case Reveal(what="community" | "slot"):
                known += step.cards
            case Exchange():
                exchanged += step.up_to
            case Decide():
                found.append(
                    {
                        "decision": step.spot,
                        "name": game.spot(step.spot).name,
                        "cards": known,
                        "discarded": exchanged,  # at most
                        "acts": [step.decline, step.accept],
                        "multiples": list(game.spot(step.spot).multiples),
                        "clause": step.clause,
                    }
                )
    return found


def _progressive(asked: PricedGame) -> dict[str, Any] | None:
    rules = asked.game.progressive
    if rules is None:
        return None
    key = next(wager.key for wager in asked.game.wagers if wager.progressive)
    return {
        "wager": key,
        "stakes_cents": list(rules.stakes),
        "meters": {letter: dict(table.meters) for letter, table in asked.tables[key].items()},
        "forfeited_by_fold": forfeits(asked),
    }


def known_edge(game_key: str, letters: dict[str, str]) -> dict[str, Any] | None:
    """The edge of the whole game under optimal play, where it came with the package: a lobby does
    not wait for a solution.
    """
    asked = priced_game(game_key)
    base = {key: letters[key] for key in asked.base_wagers()}
    for each in shipped_cards():
        if each.fingerprint == asked.fingerprint and each.card.letters == base:
            unit = asked.game.spots[0].name
            return {"unit": unit, "house_edge": exact(Fraction(each.card.optimal))}
    return None
