"""Double Draw as the rulebook pays it."""

from pitboss.odds.draw.model import DrawPays, draw_pays
from pitboss.odds.game import priced_game


def rulebook_pays(letter: str, game_key: str = "double-draw") -> DrawPays:
    """Net results of the rulebook's own tables with this letter."""
    game = priced_game(game_key)
    return draw_pays(game, game.base_letters(letter))
