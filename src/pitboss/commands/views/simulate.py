"""How a simulation looks: while it runs, and when it is over."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from pitboss.odds.game import priced_game

if TYPE_CHECKING:
    from pitboss.odds.simulation.estimates import Estimate, Figure
    from pitboss.odds.simulation.run import Clock, Run

EVERY: Final = 5.0  # seconds between plain lines
OFTEN: Final = 0.2  # between looks of a bar
NAMES: Final = {
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "average_wager": "average wager",
    "standard_deviation": "deviation",
}
PERCENT: Final = ("house_edge", "hit_frequency")


@contextmanager
def progress(made: Run, clock: Clock) -> Iterator[Callable[[], None]]:
    """Says how far it is, on stderr: a bar for people, now and then a line for logs."""
    with _bar(made, clock) if sys.stderr.isatty() else _lines(made, clock) as show:
        yield show


def _running(made: Run, clock: Clock) -> str:
    if not made.dealt:
        return "dealing"
    edge, error = made.edge()
    return f"{rate(clock.rate)}  edge {100 * edge:.3f} % ± {196 * error:.3f}"


@contextmanager
def _lines(made: Run, clock: Clock) -> Iterator[Callable[[], None]]:
    last = time.monotonic()

    def show() -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            share = 100 * made.dealt / made.rounds
            done = f"{made.dealt:,} of {made.rounds:,} rounds ({share:.0f} %)"
            click.echo(f"{done}  {_running(made, clock)}", err=True)

    yield show


@contextmanager
def _bar(made: Run, clock: Clock) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    last = 0.0
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("dealing", total=made.rounds, completed=made.dealt)

        def show() -> None:
            nonlocal last
            if time.monotonic() - last >= OFTEN:
                last = time.monotonic()
                bar.update(task, completed=made.dealt, description=_running(made, clock))

        yield show


def rate(per_second: float) -> str:
    if per_second >= 1e6:
        return f"{per_second / 1e6:.1f} million rounds/s"
    return f"{per_second:,.0f} rounds/s"


def text(
    made: Run, found: Sequence[Estimate], said: str, seconds: float, where: str
) -> Iterator[str]:
    job = made.job
    dealt = made.dealt - made.begun_with
    seats = "one seat" if job.seats == 1 else f"{job.seats} seats"
    name = priced_game(job.game).game.name
    yield f"{name}, {said} play, {seats}: {made.dealt:,} rounds, seed {job.seed}"
    if made.begun_with:
        yield f"{made.begun_with:,} of them were in the file"
    yield f"{seconds:.1f} s on {where}, {rate(dealt / max(seconds, 1e-9))}"
    if made.dealt < made.rounds:
        yield f"interrupted: {made.rounds:,} were asked for"
    for each in found:
        yield ""
        yield f"{each.name}, table {each.paytable}, of {each.unit}"
        yield f"  {'':<15}{'simulated':>12}{'95 % within':>26}{'exact':>13}{'off':>8}"
        for figure in each.figures:
            yield "  " + _figure(figure)
        yield f"  {each.verdict}"
    if job.seats > 1:
        yield ""
        apart = found[0].figures[-1].exact_value * job.seats**0.5
        yield (
            f"The whole game, all seats together: deviation {made.table_deviation():.3f} units a"
            f" round; {apart:.3f} if they shared no cards"
        )
    yield ""
    yield verdict(found)


def _figure(figure: Figure) -> str:
    def said(value: float) -> str:
        if figure.name in PERCENT:
            return f"{100 * value:.4f} %".replace("-", "−")
        return f"{value:.5f}"

    between = f"{said(figure.low)} to {said(figure.high)}"
    off = f"{figure.off:+.1f} σ".replace("-", "−")
    name = NAMES[figure.name]
    return (
        f"{name:<15}{said(figure.estimate):>12}{between:>26}{said(figure.exact_value):>13}{off:>8}"
    )


def verdict(found: Sequence[Estimate]) -> str:
    wrong = [each.name for each in found if not each.agrees]
    if wrong:
        return f"Simulation does NOT agree with the exact figures: {', '.join(wrong)}."
    most = max(max(each.off, each.rare or 0.0) for each in found)
    return f"Simulation agrees with every exact figure within {most:.1f} standard errors."
