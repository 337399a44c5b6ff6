"""All rounds of a game under optimal play, counted or read from the cache."""

from collections.abc import Mapping

from pitboss.odds.cache import remember
from pitboss.odds.game import Options, PricedGame, stake_matters
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
    stake: int | None = None,
) -> Rounds:
    """Counts the rounds under optimal play, or reads the count from the cache.

    `letters` are those of the required wagers; `limit` is (base stake, limit). `stake` is the base
    stake where play depends on it: where a row pays a sum, or odds that the stake rounds.
    """
    # Kinds of hand are told apart under either ranking, so that other options change no count.
    ranked = {unless[0] for key in game.base_wagers() if (unless := _ranking_unless(game, key))}
    off = tuple(sorted(key for key, on in (options or {}).items() if not on and key in ranked))

    def compute() -> Rounds:
        # Numba and NumPy are only loaded here: a stored answer does not need them.
        if game.draws:
            from pitboss.odds.draw.rounds import draw_rounds

            return draw_rounds(game, dict(letters), ties, stake)
        from pitboss.odds.stud.rounds import stud_rounds

        no = dict.fromkeys(off, False)
        return stud_rounds(game, dict(letters), ties, no, box, extra, limit, stake)

    chosen = tuple(sorted(letters.items()))
    if stake is not None and not stake_matters(game, letters, stake):
        stake = None
    rules = game.counted_by if extra is None else game.fingerprint
    question = (rules, chosen, ties, off, box and not game.draws, extra, limit)
    whole = question if stake is None else (*question, stake)
    return remember(Rounds, whole, compute, lambda: check_solvable(game))


def check_solvable(game: PricedGame) -> None:
    """Refuses a game with decisions that the exact solver does not cover, before any work."""
    if not game.draws:
        from pitboss.odds.stud.shape import shape_of

        shape_of(game.game)


def _ranking_unless(game: PricedGame, wager: str) -> tuple[str, str] | None:
    return game.game.wager(game.game.wager(wager).pays_as or wager).ranking_unless
