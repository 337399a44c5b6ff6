"""Counts the rounds of a game under optimal play, or reads the count from the cache."""

from collections.abc import Mapping

from pitboss.odds.cache import remember
from pitboss.odds.game import Options, PricedGame
from pitboss.odds.rounds import Extra, Rounds, Ties


def rounds_of(
    game: PricedGame,
    letters: Mapping[str, str],
    *,
    ties: Ties = "play",
    options: Options | None = None,
    box: bool = True,
    extra: Extra | None = None,
    limit: tuple[int, int] | None = None,
) -> Rounds:
    """Optimal play under these letters of the required wagers; `limit` is (base stake, limit)."""
    off = tuple(sorted(key for key, value in (options or {}).items() if not value))

    def compute() -> Rounds:
        # Numba and NumPy are only loaded here: a stored answer does not need them.
        if game.draws:
            from pitboss.odds.draw.rounds import draw_rounds

            return draw_rounds(game, dict(letters), ties)
        from pitboss.odds.stud.rounds import stud_rounds

        no = dict.fromkeys(off, False)
        return stud_rounds(game, dict(letters), ties, no, box, extra, limit)

    chosen = tuple(sorted(letters.items()))
    question = (game.fingerprint, chosen, ties, off, box and not game.draws, extra, limit)
    return remember(Rounds, question, compute)
