"""A plot of swept tables: deviation against house edge."""

from collections.abc import Sequence
from pathlib import Path

from pitboss.odds.game import PricedGame
from pitboss.odds.sweep.tables import SweptTable


def write_plot(path: Path, game: PricedGame, tables: Sequence[SweptTable]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "pitboss"  # the same sweep gives the same file
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    axes.set(
        title=f"{game.game.name}: {len(tables):,} paytables",
        xlabel="house edge, %",
        ylabel="standard deviation, units",
    )
    axes.spines[["top", "right"]].set_visible(False)
    edges = [100 * float(table.edge) for table in tables]
    axes.scatter(edges, [float(table.deviation) for table in tables], s=9, color="#0b6e4f")
    svg = path.suffix.lower() == ".svg"
    figure.savefig(path, dpi=120, metadata={"Date": None} if svg else None)
    pyplot.close(figure)
