"""A PAR sheet as titled tables of text, for the terminal and for the HTML page."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.commands.views.blocks import (
    Block,
    Rows,
    dollars,
    fraction,
    lines_of,
    number,
    origin,
    percent,
    to_one,
)
from pitboss.money import format_short
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.prices.limits import LimitPrice
from pitboss.odds.prices.price import Price
from pitboss.odds.prices.progressive import Progressive
from pitboss.odds.prices.worth import Worth
from pitboss.odds.sheet.sheet import Sheet, SheetLine, Together
from pitboss.rulebook.model import Game


def blocks(sheet: Sheet) -> Iterator[Block]:
    game = sheet.game.game
    yield Block(
        f"{game.name}: PAR sheet",
        notes=(
            *filter(None, (sheet.game.mark.capitalize(),)),
            f"Rules {sheet.game.fingerprint[:16]}. {len(game.cards)} cards. Optimal play; between "
            "decisions of equal worth the bolder one is taken (played on).",
            "House edge: expected loss as a share of one unit. Element of risk: as a share of "
            "everything staked in the end. A push is not a hit.",
        ),
        big=True,
    )
    yield _summary(sheet)
    for line in sheet.lines:
        yield from _line(sheet.game, line)
    if sheet.together:
        yield _together(sheet.together)
        yield from correlations(sheet.together)
    for letter, limits in sheet.limits:
        yield Block(
            f"Payout limit, whole game, table {letter}",
            ("unit", "limit", "edge without", "edge with", "best play", "hands cut"),
            [
                (
                    format_short(x.stake),
                    format_short(x.limit),
                    percent(x.edge_without),
                    percent(x.edge_with),
                    percent(x.edge_best),
                    percent(x.cut, 6),
                )
                for x in limits
            ],
            (
                "With and without the limit under the same play; then under the best, if solved.",
                *limit_remarks(sheet.game.game, limits),
            ),
            text=0,
        )
    yield from rulings(sheet)
    yield from protection(sheet)
    yield origin(sheet.provenance)


def _summary(sheet: Sheet) -> Block:
    rows: Rows = []
    for line in sheet.lines:
        p = line.price
        rows.append(
            (
                p.wager,
                p.paytable,
                percent(p.house_edge),
                percent(p.element_of_risk),
                number(p.average_wager),
                number(p.standard_deviation, 3),
                percent(p.hit_frequency, 3),
            )
        )
    return Block(
        "Every wager",
        ("wager", "table", "house edge", "of risk", "staked", "deviation", "hits"),
        rows,
        ("Staked and deviation in units; a progressive at the meters below, without envy.",),
        text=2,
    )


def _line(game: PricedGame, line: SheetLine) -> Iterator[Block]:
    p = line.price
    yield Block(f"{p.name}, table {p.paytable}", notes=_edge_notes(p), big=True)
    yield Block(
        "",
        ("hand", "pays", "combinations", "probability", "true odds", "return"),
        [
            (
                o.hand,
                o.pays,
                f"{o.combinations:,}",
                f"{float(o.probability):.8f}",
                "—" if o.pays == "loses" else to_one(o.true_odds),
                f"{float(o.returned):+.6f}",
            )
            for o in p.outcomes
        ],
        text=2,
    )
    if p.decisions:
        yield Block(
            "Decisions",
            ("stage", "choice", "rounds", "frequency"),
            [(d.stage, d.choice, f"{d.count:,}", f"{float(d.frequency):.6f}") for d in p.decisions],
            text=2,
        )
    if line.declined is not None:
        yield _ties(line)
    if line.by_stake:
        yield Block(
            "Edge by stake",
            ("stake", "house edge"),
            [(format_short(stake), percent(edge)) for stake, edge in line.by_stake],
            ("Fixed sums do not grow with the stake.",),
            text=0,
        )
    if line.progressive is not None:
        yield from _progressive(game, (line.progressive, *line.other_stakes))
    if line.solved is not None:
        yield from _solved(line)
    yield Block(
        "Distribution of net results",
        ("net, units", "probability"),
        [(number(n, 2), f"{count / p.deals:.10f}") for n, count in p.distribution.items()],
        long=True,
        text=0,
    )


def _edge_notes(p: Price) -> tuple[str, ...]:
    edge = f"House edge {percent(p.house_edge)} = {fraction(p.house_edge)} of {p.unit}"
    if p.initial_wager != 1:
        edge += f"; {percent(p.house_edge_initial)} of all staked before the deal"
    return (
        edge + ".",
        f"Deviation {number(p.standard_deviation)}, skewness {number(p.skewness, 2)}, "
        f"wins {percent(p.win_frequency, 3)}, pushes {percent(p.push_frequency, 3)}. "
        f"Combinations of {p.total:,}. Stake {format_short(p.stake)}."
        + (ROUNDED if any(_FRACTIONAL.search(o.pays) for o in p.outcomes) else ""),
    )


_FRACTIONAL: Final = re.compile(r" (to|for) (?!1$)")
ROUNDED: Final = " Payments are in whole cents, rounded down (own rules)."


def _ties(line: SheetLine) -> Block:
    assert line.declined is not None
    rows: Rows = []
    for name, p in (("played on (as published)", line.price), ("declined", line.declined)):
        rows.append(
            (
                name,
                percent(p.house_edge),
                percent(p.element_of_risk),
                number(p.average_wager),
                number(p.standard_deviation),
            )
        )
    often = percent(line.price.tied)
    if line.price.tied_at == "first":
        note = f"In {often} of rounds several first decisions are equally good: bets or discards."
    else:
        note = f"Staking more or less is worth the same at some decision of {often} of rounds."
    return Block(
        "Ties", ("ties are", "house edge", "of risk", "staked", "deviation"), rows, (note,)
    )


def _progressive(game: PricedGame, figures: tuple[Progressive, ...]) -> Iterator[Block]:
    for p in figures:
        rates = ", ".join(f"{m.meter} {percent(m.rate, 2)}" for m in p.meters)
        yield Block(
            f"Progressive at a {format_short(p.stake)} stake, {p.seats} of {game.game.seats} seats",
            ("meter", "amount", "break-even", "mean at award", "full award every"),
            [
                (
                    m.meter,
                    format_short(m.amount),
                    "—" if m.break_even is None else dollars(m.break_even),
                    dollars(m.mean_at_award),
                    "—" if m.rounds_between is None else f"{float(m.rounds_between):,.0f} rounds",
                )
                for m in p.meters
            ],
            (
                f"Return {percent(p.returned)}: fixed {percent(p.fixed_return)}, meter "
                f"{percent(p.meter_return)}, envy {percent(p.envy_return)} "
                f"({percent(p.envy_per_seat)} for each other seat).",
                f"In the long run {percent(p.long_run_return)}, at rates of {rates} and resets of "
                + ", ".join(format_short(m.reset) for m in p.meters)
                + ".",
            ),
        )
        if p is figures[0]:
            yield _envy(game, p)


def _envy(game: PricedGame, p: Progressive) -> Block:
    rows: Rows = []
    for others in range(game.game.seats):
        returned, even = p.with_others(others)
        at = "—" if even is None else dollars(even)
        rows.append((str(others), percent(returned), percent(1 - returned), at))
    return Block(
        f"Envy at a {format_short(p.stake)} stake, by other seats in play",
        ("others", "return", "house edge", f"break-even of {p.meters[0].meter}"),
        rows,
        text=0,
    )


def _solved(line: SheetLine) -> Iterator[Block]:
    solved = line.solved
    assert solved is not None
    breaks = ", ".join(
        f"{name} {'—' if at is None else dollars(at)}" for name, at in solved.break_even.items()
    )
    yield Block(
        f"Played for both, {format_short(solved.base_stake)} base stake",
        ("decision", "base alone", "for both"),
        [(key, f"{float(a):.6f}", f"{float(b):.6f}") for key, (a, b) in solved.changed.items()],
        (
            "A fold forfeits this wager, so the best play of both is not the best play of each.",
            f"A round is worth {dollars(solved.base_alone)} without the wager, "
            f"{dollars(solved.unchanged)} with it played alike, {dollars(solved.best)} played for "
            f"both. Break-even: {breaks}.",
        ),
    )


def _together(together: Together) -> Block:
    rows: Rows = [
        (key, format_short(together.stakes[key]), dollars(mean), dollars(float(variance) ** 0.5))
        for key, (mean, variance) in together.by_wager.items()
    ]
    rows.append(
        (
            "together",
            "",
            dollars(together.moments.mean),
            dollars(float(together.moments.deviation)),
        )
    )
    apart = dollars(float(together.apart) ** 0.5)
    return Block(
        "Wagers together in one round",
        ("wager", "stake", "expectation", "deviation"),
        rows,
        (f"If the wagers shared no cards, the deviation would be {apart}.",),
    )


# ── for laboratories ──────────────────────────────────────────────────────────────────────────────


def correlations(together: Together) -> Iterator[Block]:
    wagers = list(together.by_wager)
    if len(wagers) < 2:
        return
    yield Block(
        "Correlations of wagers in one round",
        ("wager", *(str(at) for at in range(1, len(wagers) + 1))),
        [
            (f"{at} {one}", *(f"{together.correlation(one, other):.4f}" for other in wagers))
            for at, one in enumerate(wagers, 1)
        ],
        ("From the joint count of all deals; the covariances are fractions in the JSON.",),
    )


def limit_remarks(game: Game, limits: Sequence[LimitPrice]) -> Iterator[str]:
    """How a limit compares with the document, each remark once."""
    options = (option for option in game.options if option.key == "payout_limit")
    cited = next((f" (ruling {option.ruling})" for option in options), "")
    remarks: dict[str, int] = {}
    for each in limits:
        if each.remark:
            remarks.setdefault(each.remark, each.stake)
    for remark, stake in remarks.items():
        yield f"At a minimum of {format_short(stake)} the limit is {remark}{cited}."
    if game.limit.floor is None:
        yield f"The rules name no highest or least payout limit: a house may set any{cited}."


def rulings(sheet: Sheet) -> Iterator[Block]:
    """Both readings of every option on one page."""
    if not (sheet.rulings or sheet.quiet):
        return
    quiet = ", ".join(f"{option} ({ruling})" for option, ruling in sheet.quiet)
    notes = [f"These change no odds: {quiet}."] if quiet else []
    if any(r.option.startswith("(") for r in sheet.rulings):
        notes.append("In brackets: another reading of the document, which no house may choose.")
    yield Block(
        "Rulings with an alternative",
        ("option", "wager", "table", "as ruled", "alternative", "difference"),
        [
            (
                f"{r.option} ({r.ruling})",
                r.wager,
                r.paytable,
                percent(r.edge),
                percent(r.alternative),
                percent(r.alternative - r.edge),
            )
            for r in sheet.rulings
        ],
        tuple(notes),
        text=3,
    )


def protection(sheet: Sheet) -> Iterator[Block]:
    """What hidden cards are worth, and what errors of a dealer cost."""
    if sheet.information:
        yield _worths("Worth of information", "what a player has seen", sheet.information)
    if sheet.exposures:
        yield _worths("Exposed cards, each time", "what a dealer exposes", sheet.exposures)
    if sheet.errors:
        rows: Rows = [
            (
                f"{e.wager} {e.paytable}, {e.hand}: {e.error} ({e.instead})",
                f"{float(e.chance):.8f}",
                f"{float(e.cost):+.4f}",
            )
            for e in sheet.errors
        ]
        yield Block(
            "Wrong payments, each time",
            ("hand and error", "chance", "cost"),
            rows,
            (
                "The cost to the house in units whenever it happens, negative where the player "
                "pays for it; chance: of the hand in a round, the wager still in play.",
            ),
        )


def _worths(title: str, what: str, worths: Sequence[Worth]) -> Block:
    return Block(
        title,
        (what, "gain in units", "error", "cases"),
        [
            (
                w.what,
                f"{w.estimate:.6f}",
                f"±{w.error:.6f}" if w.error else "exact",
                f"{w.samples:,}",
            )
            for w in worths
        ],
        ("Gain a round over the same player without it; ± is one standard error.",),
    )


def terminal(sheet: Sheet, *, rulings_only: bool = False) -> list[str]:
    if rulings_only:
        title = Block(f"{sheet.game.game.name}: rulings", big=True)
        return lines_of([title, *rulings(sheet), origin(sheet.provenance)])
    request = sheet.request
    short = request.wager in ("", WHOLE_GAME) and not request.paytable
    return lines_of(block for block in blocks(sheet) if not (block.long and short))
