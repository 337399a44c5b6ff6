"""Compiles the kernels of each family of games ahead of time, so that no question waits for it.

Compiled kernels are cached on disk: see `compiler`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.odds.game import PricedGame, priced_game
from pitboss.rulebook import GAMES


def compile_stud() -> PricedGame:
    """Solves, counts and simulates a stud game once."""
    from pitboss.cards import FRENCH_52
    from pitboss.odds.simulation.stud_engine import stud_batch, stud_policy
    from pitboss.odds.stud.rounds import base_tables, joint_counts, stud_game, stud_payoffs
    from pitboss.odds.stud.solve import solve

    game = priced_game(next(key for key, game in GAMES.items() if not game.draws))
    letters = game.base_letters("")
    payoffs = stud_payoffs(game, base_tables(game, letters, {}))
    solution = solve(stud_game(game), payoffs)
    solve(stud_game(game), payoffs, dead=FRENCH_52[:1])
    joint_counts(solution, six=False)
    solution.counts()
    stud_batch(stud_policy(solution), 1, 1, 1)
    return game


def compile_draw() -> PricedGame:
    """Solves, counts and simulates a draw game once."""
    from pitboss.odds.draw.counting import count
    from pitboss.odds.draw.model import draw_pays
    from pitboss.odds.draw.solve import solve
    from pitboss.odds.simulation.draw_engine import draw_batch, draw_policy

    game = priced_game(next(key for key, game in GAMES.items() if game.draws))
    solution = solve(draw_pays(game, game.base_letters("")))
    count(solution)
    draw_batch(draw_policy(solution), 1, 1, 1)
    return game


COMPILERS: Final[Mapping[str, Callable[[], PricedGame]]] = {
    "stud": compile_stud,
    "draw": compile_draw,
}
