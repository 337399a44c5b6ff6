"""A simulation job, small and complete, so that a thread or another machine can run it."""

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.errors import PitbossError
from pitboss.money import is_whole
from pitboss.odds.game import PricedGame, priced_in
from pitboss.rulebook import PUBLISHED, OwnRules, own_rules

OPTIMAL: Final = "optimal"
MAX_ROUNDS: Final = 10**13


class BadJob(PitbossError):
    """A simulation that is not possible."""


class Job(msgspec.Struct, frozen=True):
    """The only input of the counts, apart from the number of rounds."""

    game: str
    letters: tuple[tuple[str, str], ...]  # of every wager
    policy: str  # OPTIMAL, or the text of rule lists
    seats: int
    seed: int
    rules: str  # fingerprint of the rules
    own: OwnRules | UnsetType = UNSET  # their content, where they are not the published ones

    def __hash__(self) -> int:
        return hash((self.rules, self.letters, self.policy, self.seats, self.seed))

    @property
    def priced(self) -> PricedGame:
        """The rules of the job, whichever machine this is."""
        return priced_in(PUBLISHED.with_own(self.game, self.own), self.game)

    @property
    def base(self) -> dict[str, str]:
        """Letters that decisions depend on."""
        own = self.priced.base_wagers()
        return {wager: letter for wager, letter in self.letters if wager in own}


def job_of(
    game: PricedGame,
    letters: dict[str, str],
    policy: str = OPTIMAL,
    seats: int = 1,
    seed: int = 1,
) -> Job:
    """A job with the first letter of every wager that `letters` does not name."""
    chosen = game.first_letters()
    for wager, letter in letters.items():
        game.table(game.lettered(wager), letter)
        chosen[game.lettered(wager)] = letter
    if not (is_whole(seats) and 1 <= seats <= game.game.seats):
        raise BadJob(f"a table of {game.game.name} has 1 to {game.game.seats} seats, not {seats}")
    if not (is_whole(seed) and 0 <= seed < 1 << 64):
        raise BadJob(f"{seed} is not a seed", what_to_do="give a number from 0 to 2^64 − 1")
    own = {wager.key for wager in game.game.wagers}
    pairs = tuple(sorted((wager, letter) for wager, letter in chosen.items() if wager in own))
    content = own_rules(game.game, game.tables)
    return Job(game.game.key, pairs, policy, seats, seed, game.fingerprint, content)
