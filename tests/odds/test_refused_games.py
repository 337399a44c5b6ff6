"""What the exact solver does not cover is refused in one sentence and dealt plainly instead."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from kit.any_game import random_game
from pitboss import cli
from pitboss.commands.par import command as par
from pitboss.house.coach.service import GameReadiness
from pitboss.house.pricing.questions import FanQuestion, OverviewQuestion, SheetQuestion
from pitboss.house.pricing.worker import answer
from pitboss.odds.game import PricedGame, UnsolvableGame, net, priced_game, priced_in
from pitboss.odds.prices.price import price
from pitboss.odds.sheet.sheet import sheet
from pitboss.odds.simulation.plain import simulate_plainly
from pitboss.odds.strategy.advice import advise
from pitboss.odds.stud.shape import shape_of
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import CardSlots, Decide, Game, RevealStep, Spot
from pitboss.rulebook.own import read_rules
from pitboss.rulebook.rules import Rules, plain_choices

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
    monkeypatch.setattr("pitboss.odds.game.priced_in", lambda book, key: game)
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


# ── the same from a rules file, through every way to ask ─────────────────────────────────────────

_EXAMPLE = (Path(__file__).parents[2] / "examples" / "river-stud.toml").read_text("utf-8")
_DECIDE = '    { step = "decide", spot = "fourth-street" },\n'
_REVEAL = '    { step = "reveal", what = "community" },\n'

FILES = {
    "five cards known": (
        _EXAMPLE.replace(_DECIDE + _REVEAL, _REVEAL + _DECIDE),
        "a decision with 5 cards known",
    ),
    "two at one depth": (
        _EXAMPLE.replace(_REVEAL + _DECIDE, _DECIDE + _REVEAL),
        "two decisions with the same cards known",
    ),
    "six choices": (
        _EXAMPLE.replace("[1, 2, 4]", "[1, 2, 3, 4, 5]"),
        "decision of River Stud has 6 choices",
    ),
}


@pytest.fixture(params=FILES)
def refused_file(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    text, words = FILES[request.param]
    assert text != _EXAMPLE
    path = tmp_path / "river.toml"
    path.write_text(text, "utf-8")
    return path, words


def _ask(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        cli.main(argv)
    out, err = capsys.readouterr()
    return int(stop.value.code or 0), out, err


def test_a_valid_file_that_cannot_be_solved_is_refused_once_and_dealt(
    refused_file: tuple[Path, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, words = refused_file
    file = ("river-stud", "--rules", str(path))
    assert _ask(capsys, "game", "check", str(path))[0] == 0
    monkeypatch.setattr("pitboss.commands.par.PLAIN_ROUNDS", 20)
    for command in (("par", *file), ("simulate", *file, "--rounds", "20")):
        code, out, err = _ask(capsys, *command)
        assert (code, err) == (0, ""), "nothing announces a solution that never comes"
        assert words in " ".join(out.split()) and out.count("standard error") == 2
    exact = (("strategy", *file), ("session", *file), ("sweep", *file, "--row", "flush=5..6"))
    for command in exact:
        code, out, err = _ask(capsys, *command)
        assert (code, out, err.count("\n")) == (2, "", 1), command
        assert words in err and "pitboss simulate" in err


def test_python_the_page_and_the_coach_refuse_it_too(refused_file: tuple[Path, str]) -> None:
    path, words = refused_file
    book = read_rules(path)
    game = priced_in(book, "river-stud")
    for question in (lambda: price(game), lambda: sheet(game), lambda: advise(game, "Ah Kd")):
        with pytest.raises(UnsolvableGame, match=words):
            question()
    own = book.own["river-stud"]
    for page in (
        OverviewQuestion("river-stud", own),
        SheetQuestion("river-stud", own),
        FanQuestion("river-stud", own, letter="A", stake=500, rounds=20),
    ):
        reply = answer(page)
        assert words in reply.wrong and bytes(reply.answer) == b"null"
    ready, rules = GameReadiness(), Rules(plain_choices(game.game, own=own))
    ready._work(rules)
    with pytest.raises(UnsolvableGame, match=words) as refusal:
        ready(rules)
    assert "play without hints" in str(refusal.value)
