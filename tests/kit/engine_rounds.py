"""Settled rounds dealt by the table engine with the players of the driver, who decide at random."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from kit.driver import Driver
from pitboss.money import Cents
from pitboss.rulebook.choices import Choices
from pitboss.table import events as e

Stakes = Callable[[Driver], dict[str, Cents]]


def engine_rounds(
    choices: Choices, seed: str, rounds: int, stakes: Stakes | None = None
) -> Iterator[tuple[e.Event, ...]]:
    """The events of this many settled rounds from whole decks; void rounds are left out."""
    # With two decks the cards are physical, and the driver reads unseen cards off them in order.
    choices = msgspec.structs.replace(choices, decks=1)
    driver = Driver(choices, seed, mischief=0.0, stack=0.0, physical=0.0)
    if stakes:
        driver.stakes = partial(stakes, driver)  # type: ignore[method-assign]
    events: list[e.Event] = []
    while rounds:
        _, answer = driver.turn()
        if not isinstance(answer, tuple):
            continue
        events += answer
        settled = any(isinstance(event, e.RoundEnded) for event in answer)
        if settled or any(isinstance(event, e.RoundVoided) for event in answer):
            if settled:
                rounds -= 1
                yield tuple(events)
            events = []
