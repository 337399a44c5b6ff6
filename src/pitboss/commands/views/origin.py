"""Where the figures of a sheet come from, as the last lines of every sheet."""

from pitboss.commands.views.blocks import Block
from pitboss.odds.provenance import Provenance


def origin(source: Provenance) -> Block:
    """Names everything that two laboratories must agree on before they compare figures."""
    rows = [
        ("versions", ", ".join(f"{name} {number}" for name, number in source.versions.items())),
        ("rules", source.rules),
        ("solver", source.solver),
        ("method", source.method),
        ("ties", source.ties),
    ]
    if source.seed is not None:
        rows.append(("seed", str(source.seed)))
    if source.date:
        rows.append(("date", source.date))
    return Block("Origin of the figures", notes=tuple(f"{name}: {text}" for name, text in rows))
