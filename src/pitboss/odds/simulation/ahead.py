"""Compiles the kernels of each family of games ahead of time, so that no question waits for it.

Compiled kernels are cached on disk: see `compiler`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pitboss.odds.game import PricedGame, priced_game
from pitboss.rulebook import GAMES

if TYPE_CHECKING:
    from pitboss.odds.stud.solve import Payoffs

SMALL: Final = 8  # cards of a deck on which kernels are only compiled


def compile_stud() -> PricedGame:
    """Solves, counts and simulates studs once: every kernel that a sheet of any stud needs."""
    from pitboss.cards import FRENCH_52
    from pitboss.odds.simulation.stud_engine import stud_batch, stud_policy
    from pitboss.odds.stud.rounds import joint_counts, stud_game
    from pitboss.odds.stud.solve import solve

    first, *others = (priced_game(key) for key, game in GAMES.items() if not game.draws)
    solution = solve(stud_game(first), _payoffs(first))
    solve(stud_game(first), _payoffs(first), dead=FRENCH_52[:1])
    solution.counts()
    stud_batch(stud_policy(solution), 1, 1, 1)
    for game in (first, *others):  # some have no box, and are counted without the joint kernel
        joint_counts(solve(stud_game(game), _payoffs(game), deck=FRENCH_52[:SMALL]))
    return first


def _payoffs(game: PricedGame) -> "Payoffs":
    from pitboss.odds.stud.rounds import stud_payoffs

    return stud_payoffs(game, game.base_letters(""))


def compile_draw() -> PricedGame:
    """Solves, counts and simulates a draw game once."""
    from pitboss.odds.draw.counting import count_both
    from pitboss.odds.draw.model import draw_pays
    from pitboss.odds.draw.solve import solve
    from pitboss.odds.simulation.draw_engine import draw_batch, draw_policy

    game = priced_game(next(key for key, game in GAMES.items() if game.draws))
    solution = solve(draw_pays(game, game.base_letters("")))
    count_both(solution)
    draw_batch(draw_policy(solution), 1, 1, 1)
    return game


COMPILERS: Final[Mapping[str, Callable[[], PricedGame]]] = {
    "stud": compile_stud,
    "draw": compile_draw,
}
