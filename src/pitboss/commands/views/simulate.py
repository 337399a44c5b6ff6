"""Shows a simulation: its progress, and its results."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from pitboss.odds.simulation.estimates import Estimate, Figure
    from pitboss.odds.simulation.run import Run, Stopwatch

OPTIMAL: Final = "optimal"
LINE_SECONDS: Final = 5.0  # between plain lines
BAR_SECONDS: Final = 0.2  # between updates of the bar
NAMES: Final = {
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "average_wager": "average wager",
    "standard_deviation": "deviation",
}
PERCENT: Final = ("house_edge", "hit_frequency")


@contextmanager
def progress(run: Run, watch: Stopwatch) -> Iterator[Callable[[], None]]:
    """Reports progress on stderr: a bar on a terminal, now and then a line in a log."""
    with _bar(run, watch) if sys.stderr.isatty() else _lines(run, watch) as show:
        yield show


def _running(run: Run, watch: Stopwatch) -> str:
    if not run.dealt:
        return "dealing"
    edge, error = run.edge()
    return f"{rate(watch.rate)}  edge {100 * edge:.3f} % ± {196 * error:.3f}"


@contextmanager
def _lines(run: Run, watch: Stopwatch) -> Iterator[Callable[[], None]]:
    last = time.monotonic()

    def show() -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_SECONDS:
            last = time.monotonic()
            share = 100 * run.dealt / run.rounds
            done = f"{run.dealt:,} of {run.rounds:,} rounds ({share:.0f} %)"
            click.echo(f"{done}  {_running(run, watch)}", err=True)

    yield show


@contextmanager
def _bar(run: Run, watch: Stopwatch) -> Iterator[Callable[[], None]]:
    last, at = 0.0, run.dealt
    length = run.rounds
    with click.progressbar(
        length=length, file=sys.stderr, item_show_func=lambda text: text, show_pos=False
    ) as bar:
        bar.update(run.dealt)

        def show() -> None:
            nonlocal last, at
            if time.monotonic() - last >= BAR_SECONDS or run.dealt == length:
                last = time.monotonic()
                bar.update(run.dealt - at, _running(run, watch))
                at = run.dealt

        yield show


def rate(per_second: float) -> str:
    if per_second >= 1e6:
        return f"{per_second / 1e6:.1f} million rounds/s"
    return f"{per_second:,.0f} rounds/s"


def text(
    run: Run, results: Sequence[Estimate], policy: str, seconds: float, where: str
) -> Iterator[str]:
    job = run.job
    dealt = run.dealt - run.resumed
    seats = "one seat" if job.seats == 1 else f"{job.seats} seats"
    name = job.priced.game.name
    yield f"{name}, {policy} play, {seats}: {run.dealt:,} rounds, seed {job.seed}"
    if job.priced.mark:
        yield job.priced.mark.capitalize()
    if run.resumed:
        yield f"{run.resumed:,} of them come from the file"
    yield f"{seconds:.1f} s on {where}, {rate(dealt / max(seconds, 1e-9))}"
    if run.dealt < run.rounds:
        yield f"interrupted: {run.rounds:,} were requested"
    for each in results:
        yield ""
        yield f"{each.name}, table {each.paytable}, of {each.unit}"
        yield f"  {'':<15}{'simulated':>12}{'95 % within':>26}{'exact':>13}{'off':>8}"
        for figure in each.figures:
            yield "  " + _figure(figure)
        yield f"  {each.verdict}"
    if job.seats > 1:
        yield ""
        apart = results[0].figures[-1].exact_value * job.seats**0.5
        yield (
            f"The whole game, all seats together: deviation {run.table_deviation():.3f} units a"
            f" round; {apart:.3f} if they shared no cards"
        )
    if policy != OPTIMAL:
        cost = run.cost(results)
        yield ""
        yield f"Against optimal play it loses {float(cost):.4%} of {results[0].unit} more: {cost}"
    yield ""
    yield verdict(results)


def _figure(figure: Figure) -> str:
    def shown(value: float) -> str:
        if figure.name in PERCENT:
            return f"{100 * value:.4f} %".replace("-", "−")
        return f"{value:.5f}"

    between = f"{shown(figure.low)} to {shown(figure.high)}"
    off = f"{figure.off:+.1f} σ".replace("-", "−")
    name = NAMES[figure.name]
    exact = shown(figure.exact_value)
    return f"{name:<15}{shown(figure.estimate):>12}{between:>26}{exact:>13}{off:>8}"


def verdict(results: Sequence[Estimate]) -> str:
    wrong = [each.name for each in results if not each.agrees]
    if wrong:
        return f"Simulation does NOT agree with the exact figures: {', '.join(wrong)}."
    worst = max(max(each.off, each.rare or 0.0) for each in results)
    return f"Simulation agrees with every exact figure within {worst:.1f} standard errors."
