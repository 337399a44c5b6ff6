"""What every driver of a table needs: stakes, the opening of the cards, the next command due."""

from collections.abc import Iterator
from random import Random

from pitboss.money import Cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table.duties import command_for, due
from pitboss.table.opening import OPENING
from pitboss.table.state import Table


def least_stakes(rules: Rules, *, side: bool = True) -> dict[str, Cents]:
    """The least on every spot, or on the required ones alone."""
    return {
        key: rules.limits(spot)[0]
        for key, spot in rules.spots.items()
        if not spot.multiples and (side or spot.required)
    }


def random_stakes(rng: Random, rules: Rules, *, often: float) -> dict[str, Cents]:
    """Wagers of one seat: the required ones, and others so often, as their needs allow."""
    chip = min(rules.choices.chips)
    stakes: dict[str, Cents] = {}
    for spot in rules.spots.values():
        least, most = rules.limits(spot)
        if spot.multiples or any(need not in stakes for need in spot.needs):
            continue
        if spot.equal_to:
            stakes[spot.key] = stakes[spot.equal_to]
        elif spot.required or rng.random() < often:
            some = rng.choice((least, most, rng.randint(least, most) // chip * chip))
            stakes[spot.key] = Cents(max(least, some))
    return stakes


def opening(by: c.Actor, at: int = 0, *, receive: bool = True) -> Iterator[c.Command]:
    """The cards brought to the table and made ready, all by one hand."""
    if receive:
        yield c.ReceiveCards(by=by, at=at)
    for duty in OPENING:
        yield c.Perform(by=by, at=at, duty=duty)


def next_command(table: Table, by: c.Actor, at: int = 0) -> c.Command:
    """The next command of a round after the wagers; seats play on as cheaply as they can."""
    waits = due(table)
    assert waits is not None
    if command := command_for(table, waits, by, at):
        return command
    assert waits.what in ("decide", "discard"), waits
    return c.PlayOn(by=by, at=at, seat=waits.seat)
