"""Checks one random game in several ways: slow twin, class solver, prices, simulator and engine."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec
import numpy as np

from kit.any_game import random_game, small_deck
from kit.both_ways import SEAT, OneSeat, RoundFacts
from kit.stud import deal_kinds, in_proportion, outcomes
from pitboss.cards import FRENCH_52, Card, card_names
from pitboss.odds.game import PricedGame
from pitboss.odds.prices.price import Bets, Valuer
from pitboss.odds.rounds import Rounds
from pitboss.odds.simulation.stud_engine import seats_batch, stud_batch, stud_policy
from pitboss.odds.stud.rounds import base_tables, policy_rounds, stud_game
from pitboss.odds.stud.solve import PATHS, Path, Solution, class_of, payoffs_of, solve
from pitboss.rulebook import OwnRules
from pitboss.rulebook.paytable import Paytable, exact_stake
from pitboss.rulebook.rules import Choices, plain_choices
from twins.stud import Twin

SITUATIONS = 2  # of the whole deck, that the twin values
BATCH = 4_000  # simulated rounds
ROUNDS = 3  # of the table engine
SIGMAS = 7  # of a course's share of the simulated rounds


def wrong_in(seed: str, size: int = 6) -> list[str]:
    """The disagreements in the random game of a seed; the twin plays a deck of `size` cards."""
    rng = Random(seed)
    return list(disagreements(random_game(rng), rng, size))


def disagreements(game: PricedGame, rng: Random, size: int = 6, letter: str = "A") -> Iterator[str]:
    letters = game.base_letters(letter)
    tables = base_tables(game, letters, {})
    yield from _against_twin(game, tables, rng, size)
    stake = 100 * rng.choice((1, 3, 5, 7, 11))
    solution = solve(stud_game(game), payoffs_of(stud_game(game), tables, unit=stake))
    yield from _situations(game, tables, solution, stake, rng)
    rounds = policy_rounds(game, solution)
    yield from _prices(game, letters, rounds, solution, stake)
    yield from _simulator(solution, rounds, rng)
    yield from _engine(game, letters, rounds, solution, rng)


def _against_twin(
    game: PricedGame, tables: dict[str, Paytable], rng: Random, size: int
) -> Iterator[str]:
    """Every deal of a small deck, played out."""
    stud, deck, ties = stud_game(game), small_deck(rng, size), rng.random() < 0.5
    solution = solve(stud, payoffs_of(stud, tables), deck=deck, play_ties=ties)
    twin = Twin(game.game, tables, deck, play_ties=ties, unit=exact_stake(tables.values()))
    if solution.expectation() != twin.expectation():
        yield f"{card_names(deck)}: {solution.expectation()} is not {twin.expectation()}"
    elif not in_proportion(outcomes(stud, solution.counts(), tables), twin.outcomes()):
        yield f"{card_names(deck)}: the rounds are counted differently"


def _situations(
    game: PricedGame, tables: dict[str, Paytable], solution: Solution, stake: int, rng: Random
) -> Iterator[str]:
    """The values of four known cards of the whole deck, whatever was decided before."""
    stages = solution.game.shape.stages
    twin = Twin(game.game, tables, FRENCH_52, unit=stake)
    for _ in range(SITUATIONS):
        four = tuple(rng.sample(small_deck(rng, 8), 4))
        earlier = [stage for stage in stages if stage.depth < 4]
        path: Path = Path(0)
        taken: tuple[int, ...] = ()
        for stage in earlier:
            choice = rng.randrange(len(stage.units)) if not twin.folded(taken) else 0
            path, taken = path.extend(stage.depth, choice), (*taken, choice)
        worths = solution.choice_worths(path, four)
        if len(earlier) < len(stages):
            choices = 1 if twin.folded(taken) else len(stages[-1].units)
            courses = [(*taken, choice) for choice in range(choices)]
        else:
            courses = [taken]
        values = [Fraction(twin.value(four, course), 48 * stake) for course in courses]
        if worths != values:
            yield f"{card_names(four)} after {taken}: {worths} are not {values}"


def _prices(
    game: PricedGame, letters: dict[str, str], rounds: Rounds, solution: Solution, stake: int
) -> Iterator[str]:
    """The pricing layer reads the counted rounds as the money that the solver solved for."""
    stakes = {spot.key: stake for spot in game.game.spots if spot.required}
    mean = Valuer(game, rounds, Bets(stakes, letters)).mean()
    if mean != solution.expectation() * stake:
        yield f"at {stake} cents: {mean} is not {solution.expectation() * stake}"


def _simulator(solution: Solution, rounds: Rounds, rng: Random) -> Iterator[str]:
    """Simulated rounds fall into possible cells, into each course as often as they should."""
    policy, seed = stud_policy(solution), rng.randrange(2**32)
    exact = np.zeros(policy.shape[:-1])
    paths = sorted(solution.game.courses)
    for course, *kinds, deals in rounds.cells:
        exact[(paths[course], *kinds)] = deals
    worth = np.arange(int(np.prod(policy.shape))).reshape(policy.shape)
    seats, sums = seats_batch(policy, 3, worth, seed, 1, BATCH // 4)
    if sums[0] != float((seats * worth).sum()):
        yield f"seed {seed}: the seats' sum is not that of their cells"
    alone = stud_batch(policy, seed, 0, BATCH)
    for counts in (alone, seats):
        if counts.reshape(exact.shape)[exact == 0].any():
            yield f"seed {seed}: a simulated round is impossible"
    shares = exact.reshape(PATHS, -1).sum(axis=1) / exact.sum()
    got = alone.reshape(PATHS, -1).sum(axis=1)
    error = np.sqrt(BATCH * shares * (1 - shares))
    for path in np.flatnonzero(np.abs(got - BATCH * shares) > SIGMAS * (error + 1)):
        yield f"seed {seed}: course {path} {got[path]} times, not {BATCH * shares[path]:.1f}"


# ── the engine ────────────────────────────────────────────────────────────────────────────────────


class Follower(OneSeat):
    """A seat that decides by a solution's policy."""

    def __init__(self, choices: Choices, rng: Random, solution: Solution) -> None:
        super().__init__(choices, rng)
        self.solution = solution

    def choose(self, multiples: int, acts: list[tuple[str, int]]) -> int:
        shape, table = self.solution.game.shape, self.table
        stage = shape.stages[len(acts)]
        where = {"hole": table.seats[SEAT].hole, "community": table.community}
        cards = [where[place][slot] for place, slot in shape.order[: stage.depth]]
        return policy_choice(self.solution, len(acts), course_of(self.solution, acts), cards)


def course_of(
    solution: Solution, acts: list[tuple[str, int]] | tuple[tuple[str, int], ...]
) -> Path:
    path = Path(0)
    for stage, (_, choice) in zip(solution.game.shape.stages, acts, strict=False):
        path = path.extend(stage.depth, choice)
    return path


def policy_choice(solution: Solution, at: int, path: Path, cards: list[Card]) -> int:
    flag, multiset = class_of(cards)
    depth = solution.game.shape.stages[at].depth
    return solution.choice(depth, path, solution.flags()[flag], multiset)


def _engine(
    game: PricedGame, base: dict[str, str], rounds: Rounds, solution: Solution, rng: Random
) -> Iterator[str]:
    """Rounds of the table engine under the solver's policy, cent by cent."""
    choices = plain_choices(game.game, own=OwnRules(game.game, game.tables))
    choices = msgspec.structs.replace(choices, tables=choices.tables | base)
    if game.game.progressive is not None:
        choices = msgspec.structs.replace(
            choices, progressive_stake=rng.choice(game.game.progressive.stakes)
        )
    if rng.random() < 0.2:
        limit = {"payout_limit": rng.choice((2_000, 10_000, 100_000))}
        choices = msgspec.structs.replace(choices, options=limit)
    seat = Follower(choices, rng, solution)
    hands = [seat.round() for _ in range(ROUNDS)]
    bets = Bets(dict(seat.stakes), choices.tables, dict(seat.meters), {}, seat.rules.payout_limit)
    cells = tuple(_cell(solution, each) for each in hands)
    laid = msgspec.structs.replace(rounds, cells=cells)
    for each, (_, result) in zip(hands, Valuer(game, laid, bets).results(), strict=True):
        nets = {key: net for key, net in each.nets.items() if net or key in result.by_wager}
        if nets != result.by_wager or each.purse != result.net:
            yield f"{each}: the simulator pays {result}"


def _cell(solution: Solution, facts: RoundFacts) -> tuple[int, ...]:
    shape = solution.game.shape
    where = {"hole": facts.hole, "community": facts.community}
    cards = [where[place][slot] for place, slot in shape.order]
    path = course_of(solution, facts.acts)
    places = {number: at for at, number in enumerate(sorted(solution.game.courses))}
    return (places[path], *deal_kinds(solution.game, cards)[:3], 1)
