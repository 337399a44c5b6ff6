"""All rounds of a game under optimal play, counted or read from the cache."""

from collections.abc import Iterable, Mapping

from pitboss.extras import require
from pitboss.odds.cache import announce, look_up, remember, shipped
from pitboss.odds.game import Options, PricedGame, stake_matters
from pitboss.odds.rounds import TIES, Extra, Rounds, Ties


def rounds_of(
    game: PricedGame,
    letters: Mapping[str, str],
    *,
    ties: Ties = "play",
    options: Options | None = None,
    box: bool = True,
    extra: Extra | None = None,
    stake: int | None = None,
) -> Rounds:
    """Counts the rounds under optimal play, or reads the count from the cache.

    `letters` are those of the required wagers, or of more. `stake` is the base stake where play
    depends on it: where a row pays a sum, or odds that the stake rounds.
    """
    letters = {key: letters[key] for key in game.base_wagers()}
    # Kinds of hand are distinguished under both rankings, so other options change no count.
    ranked = {unless[0] for key in game.base_wagers() if (unless := _ranking_unless(game, key))}
    off = tuple(sorted(key for key, on in (options or {}).items() if not on and key in ranked))

    def compute() -> Rounds:
        # Numba and NumPy are only loaded here: a stored answer does not need them.
        if game.draws:
            from pitboss.odds.draw.rounds import draw_rounds

            return draw_rounds(game, letters, ties, stake)
        from pitboss.odds.stud.rounds import stud_rounds

        no = dict.fromkeys(off, False)
        return stud_rounds(game, letters, ties, no, box, extra, stake)

    if stake is not None and not stake_matters(game, letters, stake):
        stake = None
    question = _question(game, letters, ties, off, box, extra, stake)
    return remember(Rounds, question, compute, lambda: check_solvable(game))


def _question(
    game: PricedGame,
    letters: Mapping[str, str],
    ties: Ties,
    off: tuple[str, ...] = (),
    box: bool = True,
    extra: Extra | None = None,
    stake: int | None = None,
) -> tuple[object, ...]:
    chosen = tuple(sorted(letters.items()))
    rules = game.counted_by if extra is None else game.fingerprint
    # The last place held a payout limit once, and the shipped solutions are named by a hash of it.
    question = (rules, chosen, ties, off, box and not game.draws, extra, None)
    return question if stake is None else (*question, stake)


def count_ahead(game: PricedGame, tables: Iterable[tuple[Mapping[str, str], int]]) -> None:
    """Counts the rounds of a draw game under several sets of letters, each with its stake, two in
    one sweep, where neither is stored.
    """
    missing = []
    for letters, amount in tables if game.draws else ():
        stake = amount if stake_matters(game, letters, amount) else None
        question = _question(game, letters, "play", stake=stake)
        if shipped(Rounds, question) is None and look_up(Rounds, question) is None:
            missing.append((letters, stake))
    for two in zip(missing[::2], missing[1::2], strict=False):
        require("solve")
        announce()
        from pitboss.odds.draw.rounds import count_two_tables

        count_two_tables(game, two)
        for letters, stake in two:
            for ties in TIES:
                rounds_of(game, letters, ties=ties, stake=stake)


def check_solvable(game: PricedGame) -> None:
    """Refuses a game with decisions that the exact solver does not cover, before any work."""
    if not game.draws:
        from pitboss.odds.stud.shape import shape_of

        shape_of(game.game)


def _ranking_unless(game: PricedGame, wager: str) -> tuple[str, str] | None:
    return game.game.wager(game.game.wager(wager).pays_as or wager).ranking_unless
