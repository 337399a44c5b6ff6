"""What the exact solver does not cover is refused in one sentence and dealt plainly instead."""

import json
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from kit.any_game import random_game
from pitboss.commands.par import command as par
from pitboss.odds.game import PricedGame, UnsolvableGame, net, priced_game
from pitboss.odds.prices.price import price
from pitboss.odds.simulation.plain import simulate_plainly
from pitboss.odds.stud.shape import shape_of
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import CardSlots, Decide, Game, RevealStep, Spot

MS, LIR, S235 = (GAMES[key] for key in ("mississippi-stud", "let-it-ride", "235-stud"))


def _late(game: Game) -> Game:
    """The first decision comes after the last card."""
    first = next(step for step in game.play if isinstance(step, Decide))
    rest = [step for step in game.play if step is not first]
    last = max(at for at, step in enumerate(rest) if isinstance(step, RevealStep))
    return replace(game, play=(*rest[: last + 1], first, *rest[last + 1 :]))


def _four_cards(game: Game) -> Game:
    """The required wager is on four cards."""
    return replace(game, hands=game.hands | {"hand": CardSlots(hole=(0, 1), community=(0, 1))})


def _middle(game: Game) -> Game:
    """The three-card hand begins with the second card."""
    three = CardSlots(hole=(1,), community=(0, 1))
    return replace(game, hands=game.hands | {game.wager("three-card-bonus").on: three})


def _folds(game: Game) -> Game:
    """A fold that loses wagers whose cards are known."""
    play = tuple(
        replace(step, decline="fold") if isinstance(step, Decide) else step for step in game.play
    )
    return replace(game, play=play)


def _two_tables(game: Game) -> Game:
    spots = (*game.spots, Spot("second", "Second", "five-card-bonus", required=True))
    return replace(game, spots=spots)


REFUSED: list[tuple[Game, Callable[[Game], Game], str]] = [
    (MS, _late, "with 5 cards known"),
    (MS, _four_cards, "when the cards of its wager are known"),
    (MS, _middle, "is not of the first 2, 3 or 5 cards or of the last 3"),
    (S235, _folds, "a fold in 235 Stud"),
    (LIR, _two_tables, "by two tables on hands of 5 cards"),
    (LIR, lambda game: replace(game, deck="french-54"), "from a deck of 52"),
]


@pytest.mark.parametrize(("game", "change", "words"), REFUSED)
def test_a_game_that_the_solver_does_not_cover_is_refused_in_one_sentence(
    game: Game, change: Callable[[Game], Game], words: str
) -> None:
    with pytest.raises(UnsolvableGame, match=words) as refusal:
        shape_of(change(game))
    assert "\n" not in str(refusal.value) and "pitboss simulate" in str(refusal.value)


def test_such_a_game_is_dealt_plainly() -> None:
    game = PricedGame(_late(MS), priced_game(MS.key).tables)
    with pytest.raises(UnsolvableGame):
        price(game)
    letters = game.base_letters("A")
    declined = simulate_plainly(game, letters, 50, 1, "decline")
    # Third Street is decided last and never reached: the hand is folded at Fourth Street.
    assert (declined.edge, declined.error) == (1.0, 0.0)
    accepted = simulate_plainly(game, letters, 2_000, 1)
    assert accepted.rounds == 2_000 and accepted.error > 0 and accepted.staked == 4


def test_par_shows_estimates_where_there_are_no_exact_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = PricedGame(_late(MS), priced_game(MS.key).tables)
    monkeypatch.setattr("pitboss.commands.par.priced_in", lambda book, key: game)
    monkeypatch.setattr("pitboss.commands.par.PLAIN_ROUNDS", 200)
    text = CliRunner().invoke(par, [MS.key, "--wager", "base"], catch_exceptions=False).stdout
    assert "has no exact figures" in text and "with 5 cards known" in text
    assert text.count("standard error") == 2
    record = json.loads(CliRunner().invoke(par, [MS.key, "--json"], catch_exceptions=False).stdout)
    assert record["exact"] is None and len(record["estimates"]) == 2
    with pytest.raises(UnsolvableGame):  # only the whole game is dealt plainly
        CliRunner().invoke(par, [MS.key, "--wager", "progressive"], catch_exceptions=False)


def test_plain_rounds_come_near_the_exact_figure() -> None:
    """Where nothing is ever taken back, Let It Ride is its paytable three times over."""
    game = priced_game(LIR.key)
    table = game.table("base", "A")
    chance = {each.hand: each.probability for each in price(game).outcomes}
    won = (net(row.pays, 1, False, {}) * chance[row.name] for row in table.rows)
    lost = 1 - sum((chance[row.name] for row in table.rows), Fraction(0))
    exact = 3 * (lost - sum(won, Fraction(0)))
    estimate = simulate_plainly(game, game.base_letters("A"), 20_000, 3)
    assert abs(estimate.edge - float(exact)) < 5 * estimate.error


def test_the_same_seed_deals_the_same_rounds() -> None:
    game = random_game(Random("plain"))
    one, two = (simulate_plainly(game, game.base_letters("A"), 300, 9) for _ in range(2))
    assert one == two
