"""Estimates of a game that cannot be solved exactly, dealt in two simple ways to play it."""

from collections.abc import Mapping

import click
import msgspec

from pitboss.odds.game import PricedGame, UnsolvableGame


def show_estimates(
    game: PricedGame,
    letters: Mapping[str, str],
    rounds: int,
    seed: int,
    refusal: UnsolvableGame,
    as_json: bool,
) -> None:
    """Says why there are no exact figures, then the house edge of each simple policy with its
    standard error. Raises the refusal for a game that cannot be dealt without a solution either.
    """
    from pitboss.odds.simulation.plain import PLAIN_POLICIES, simulate_plainly

    if game.draws:
        raise refusal
    results = [simulate_plainly(game, letters, rounds, seed, p) for p in PLAIN_POLICIES]
    if as_json:
        about = {"game": game.game.key, "own_rules": game.mark, "exact": None}
        record = {**about, "why": refusal.what, "estimates": results}
        click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2))
        return
    click.echo(f"{game.game.name} has no exact figures: {refusal.what}.")
    if game.mark:
        click.echo(f"{game.mark.capitalize()}.")
    for policy, result in zip(PLAIN_POLICIES.values(), results, strict=True):
        click.echo(
            f"If {policy}: house edge {result.edge:.3%} of the base stake, standard error"
            f" {result.error:.3%}, {result.rounds:,} rounds, seed {result.seed}."
        )
