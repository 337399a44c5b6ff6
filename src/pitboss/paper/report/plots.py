"""Plots of a report as SVG: results of a round on a logarithmic scale, the edge against a meter."""

from fractions import Fraction
from math import ceil, floor, log10
from typing import Final
from xml.sax.saxutils import escape

from pitboss.money import Cents, format_short
from pitboss.odds.prices.price import Price
from pitboss.odds.prices.progressive import Progressive
from pitboss.paper.letters import FONT

WIDTH: Final = 480
HEIGHT: Final = 160
LEFT: Final = 60
RIGHT: Final = 12
TOP: Final = 10
BOTTOM: Final = 44
INK: Final = "#0f5a3c"
FILL: Final = "#8fc9b0"
RED: Final = "#b3261e"
GRID: Final = "#d8d8d8"
MAX_BARS: Final = 40

_ROOM_X: Final = WIDTH - LEFT - RIGHT
_ROOM_Y: Final = HEIGHT - TOP - BOTTOM


def results_plot(price: Price) -> str:
    """Bars of the net results; the scale ends at the power of ten below the rarest."""
    shares = _grouped(price)
    lowest = floor(min(log10(chance) for _, chance in shares))
    step = _ROOM_X / len(shares)
    parts = []
    for power in range(lowest, 1):
        y = TOP + _ROOM_Y * power / lowest
        if power % 2 == 0 or lowest > -5:
            parts += [_line(LEFT, y, WIDTH - RIGHT, y, GRID), _label(LEFT - 5, y + 3, power)]
    every = ceil(len(shares) / 16)
    for place, (net, chance) in enumerate(shares):
        top = TOP + _ROOM_Y * log10(chance) / lowest
        x = LEFT + step * (place + 0.12)
        parts.append(
            f'<rect x="{x:.2f}" y="{top:.2f}" width="{step * 0.76:.2f}" '
            f'height="{TOP + _ROOM_Y - top:.2f}" fill="{FILL}" stroke="{INK}" stroke-width="0.6"/>'
        )
        if place % every == 0:
            centre = LEFT + step * (place + 0.5)
            parts.append(_text(centre, HEIGHT - BOTTOM + 13, _units(net), "middle"))
    parts.append(_line(LEFT, TOP + _ROOM_Y, WIDTH - RIGHT, TOP + _ROOM_Y, INK))
    parts.append(_text(LEFT + _ROOM_X / 2, HEIGHT - 8, "net result of a round, units", "middle", 9))
    return _svg(parts)


def _units(net: Fraction) -> str:
    return f"{float(net):+,.0f}" if abs(net) >= 10 else f"{float(net):+.3g}"


def _grouped(price: Price) -> list[tuple[Fraction, float]]:
    """Results with their chance; where there are too many, neighbours share a bar."""
    pairs = [(net, count / price.deals) for net, count in price.distribution.items()]
    size = ceil(len(pairs) / MAX_BARS)
    groups = (pairs[start : start + size] for start in range(0, len(pairs), size))
    return [(group[-1][0], sum(chance for _, chance in group)) for group in groups]


def meter_plot(progressive: Progressive) -> str:
    """The house edge against the first meter: a straight line that crosses zero at break-even."""
    meter = progressive.meters[0]
    even = max(Fraction(meter.amount), meter.break_even or Fraction(0))
    last = max(1, int(even * Fraction(6, 5)))
    edges = [float(progressive.edge_at(meter.meter, at)) * 100 for at in (0, last)]
    top, low = max(edges[0], 1.0), min(edges[1], 0.0)

    def y(edge: float) -> float:
        return TOP + _ROOM_Y * (top - edge) / (top - low)

    def x(amount: Fraction | int) -> float:
        return LEFT + _ROOM_X * float(Fraction(amount) / last)

    parts = []
    for edge in _ticks(low, top):
        parts.append(_line(LEFT, y(edge), WIDTH - RIGHT, y(edge), GRID))
        parts.append(_text(LEFT - 5, y(edge) + 3, f"{edge} %", "end"))
    for amount in (100 * dollars for dollars in _ticks(0, last / 100)):
        anchor = "end" if x(amount) > WIDTH - 2 * RIGHT else "middle"
        parts.append(_text(x(amount), HEIGHT - BOTTOM + 13, format_short(Cents(amount)), anchor))
    parts.append(_line(LEFT, y(0), WIDTH - RIGHT, y(0), RED))
    parts.append(
        f'<path d="M {x(0):.2f} {y(edges[0]):.2f} L {x(last):.2f} {y(edges[1]):.2f}" '
        f'stroke="{INK}" stroke-width="1.6" fill="none"/>'
    )
    if meter.break_even is not None and meter.break_even >= 0:
        parts.append(f'<circle cx="{x(meter.break_even):.2f}" cy="{y(0):.2f}" r="3" fill="{RED}"/>')
    label = f"amount on {meter_name(meter.meter)}; house edge of the stake"
    parts.append(_text(LEFT + _ROOM_X / 2, HEIGHT - 8, label, "middle", 9))
    return _svg(parts)


def _svg(parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}, serif">' + "".join(parts) + "</svg>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return (
        f'<path d="M {x1:.2f} {y1:.2f} L {x2:.2f} {y2:.2f}" stroke="{colour}" '
        'stroke-width="0.7" fill="none"/>'
    )


def _label(x: float, y: float, power: int) -> str:
    rounds = f"{10**-power:,}" if power > -6 else f"{10 ** (-power - 6):,} million"
    return _text(x, y, "1" if power == 0 else f"1 in {rounds}", "end")


def meter_name(meter: str) -> str:
    return "the meter" if meter == "meter" else f"the {meter} meter"


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers from `low` to `high`, seven at most."""
    steps = (digit * 10**power for power in range(16) for digit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 6)
    return [*range(ceil(low / step) * step, floor(high) + 1, step)]


def _text(x: float, y: float, words: str, anchor: str, size: float = 7.5) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="{anchor}">'
        f"{escape(words.replace('-', '−'))}</text>"
    )
