"""Each game as a state machine: commands of all roles, legal and not, in any order."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from kit.driver import Driver
from kit.houses import random_choices
from kit.invariants import Watch
from kit.tiers import tier
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from soak.engine import session

SEEDS = st.integers(0, 2**32 - 1)


class TableMachine(RuleBasedStateMachine):
    game = ""
    watch: Watch

    @initialize(seed=SEEDS, stack=st.sampled_from((0.0, 0.5)))
    def open(self, seed: int, stack: float) -> None:
        choices = random_choices(Random(seed), GAMES[self.game])
        self.watch = Watch(Driver(choices, seed, stack=stack))

    @rule(seed=SEEDS, times=st.integers(1, 25))
    def play(self, seed: int, times: int) -> None:
        """As the documents want it."""
        self.watch.driver.rng.seed(seed)
        for _ in range(times):
            self.watch.turn()

    @rule(seed=SEEDS, kind=st.sampled_from(c.AnyCommand))
    def misbehave(self, seed: int, kind: type[c.Command]) -> None:
        driver = self.watch.driver
        driver.rng.seed(seed)
        self.watch.turn(driver.mischief(kind))

    @rule(seed=SEEDS)
    def settle_down(self, seed: int) -> None:
        """To the end of the round, whatever has happened: no state is a dead end."""
        driver = self.watch.driver
        driver.rng.seed(seed)
        number = driver.table.round
        for _ in range(400):
            if driver.table.round != number:
                return
            self.watch.turn()
        raise AssertionError(f"stuck: {driver.table.phase}, the cards are {driver.table.cards}")

    def teardown(self) -> None:
        if hasattr(self, "watch"):
            self.watch.check_fold()


@pytest.mark.parametrize("game", GAMES)
def test_commands_in_any_order(game: str) -> None:
    machine: Any = type("Machine", (TableMachine,), {"game": game})
    # As `run_state_machine_as_test` without a database: the suite is the same each time.
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=tier(4, 25),
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("number", range(tier(2, 4)))
@pytest.mark.parametrize("game", GAMES)
def test_the_soak_in_small(game: str, number: int) -> None:
    """The first sessions of `./pit soak engine`."""
    watch = session(game, number, commands=1000)
    watch.check_fold()
    assert watch.ledger.rounds and watch.refused
