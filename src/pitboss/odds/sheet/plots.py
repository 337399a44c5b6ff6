"""Plots of a PAR sheet: results of a round, a bankroll over a session, the edge against a meter."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.odds.arrays import Floats
from pitboss.odds.game import WHOLE_GAME
from pitboss.odds.prices.price import Price
from pitboss.odds.sheet.sheet import Sheet, SheetLine

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROUNDS: Final = 500
SESSIONS: Final = 4000
SEED: Final = 235
BANDS: Final = ((1, 99), (10, 90), (25, 75))  # percent of sessions
_INK, _FILL = "#0b6e4f", "#8fc9b0"


def write_plots(sheet: Sheet, folder: Path) -> list[Path]:
    """Writes each plot as PNG and as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "pitboss"  # the same sheet gives the same file
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, figure in _figures(sheet):
        for kind in ("png", "svg"):
            path = folder / f"{name}.{kind}"
            meta = {"Date": None} if kind == "svg" else {"Software": None}
            figure.savefig(path, dpi=120, metadata=meta)
            paths.append(path)
        pyplot.close(figure)
    return paths


def _figures(sheet: Sheet) -> Iterator[tuple[str, "Figure"]]:
    for line in sheet.lines:
        price = line.price
        name = f"{price.game}-{price.wager}-{price.paytable}"
        yield f"{name}-results", _results(sheet, price)
        if price.wager == WHOLE_GAME:
            yield f"{name}-bankroll", _bankroll(sheet, price)
        if line.progressive is not None:
            yield f"{name}-meter", _edge_against_meter(sheet, line)


def _axes(title: str, x: str, y: str) -> "tuple[Figure, Axes]":
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    return figure, axes


def _title(sheet: Sheet, price: Price) -> str:
    name = price.name if price.wager == WHOLE_GAME else f"{sheet.game.game.name}, {price.name}"
    return f"{name}, table {price.paytable}"


def _results(sheet: Sheet, price: Price) -> "Figure":
    """Draws bars on a logarithmic scale: few results, with chances over many powers of ten."""
    nets = list(price.distribution)
    shares = [price.distribution[net] / price.deals for net in nets]
    figure, axes = _axes(f"{_title(sheet, price)}: net results", "net result, units", "probability")
    axes.bar(range(len(nets)), shares, color=_FILL, edgecolor=_INK, linewidth=0.6)
    axes.set_yscale("log")
    step = max(1, len(nets) // 16)
    places = range(0, len(nets), step)
    axes.set_xticks(places, [f"{float(nets[i]):+g}" for i in places], rotation=45, fontsize=8)
    return figure


def sessions(price: Price) -> tuple[list[Floats], Floats]:
    """Samples sessions from the exact distribution. Returns, in units and after each round, the
    bounds that contain the shares of sessions in `BANDS`, and the median.
    """
    import numpy as np

    rng = np.random.default_rng(SEED)
    nets = np.array([float(net) for net in price.distribution])
    shares = np.array([count / price.deals for count in price.distribution.values()])
    results = rng.choice(nets, size=(SESSIONS, ROUNDS), p=shares / shares.sum())
    paths = results.cumsum(axis=1)
    return [np.percentile(paths, band, axis=0) for band in BANDS], np.median(paths, axis=0)


def _bankroll(sheet: Sheet, price: Price) -> "Figure":
    """The mean line is exact; the rest is sampled."""
    import numpy as np

    bounds, median = sessions(price)
    rounds = np.arange(1, ROUNDS + 1)
    title = f"{_title(sheet, price)}: bankroll over {ROUNDS} rounds"
    figure, axes = _axes(title, "rounds", "units won or lost")
    for (low, high), bound, shade in zip(BANDS, bounds, (0.25, 0.4, 0.6), strict=True):
        label = f"{high - low}% of sessions"
        axes.fill_between(rounds, *bound, color=_FILL, alpha=shade, linewidth=0, label=label)
    axes.plot(rounds, median, color=_INK, label="median")
    exact = rounds * float(price.expectation)
    axes.plot(rounds, exact, color="#b3261e", linestyle="--", label="exact mean")
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    return figure


def _edge_against_meter(sheet: Sheet, line: SheetLine) -> "Figure":
    assert line.progressive is not None
    figure, axes = _axes(
        f"{_title(sheet, line.price)}: edge against {line.progressive.meters[0].meter}",
        "meter, dollars",
        "house edge, percent of the stake",
    )
    for figures, style in zip((line.progressive, *line.other_stakes), ("-", "--"), strict=False):
        assert figures is not None
        top = figures.meters[0]
        even = max(Fraction(top.amount), top.break_even or Fraction(0))
        ends = [0, int(even * Fraction(6, 5))]
        edges = [float(figures.edge_at(top.meter, end)) * 100 for end in ends]
        label = f"${figures.stake // 100} stake"
        axes.plot([end / 100 for end in ends], edges, style, color=_INK, label=label)
    axes.axhline(0, color="#b3261e", linewidth=0.8)
    axes.legend(frameon=False)
    axes.xaxis.set_major_formatter("${x:,.0f}")
    return figure
