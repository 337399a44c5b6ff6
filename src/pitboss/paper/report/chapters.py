"""The chapters of a report: the wagers one by one, then what concerns the whole game."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Final

from pitboss.money import format_short
from pitboss.odds.game import WHOLE_GAME
from pitboss.odds.prices.price import Price
from pitboss.odds.prices.progressive import Progressive
from pitboss.odds.rule_lists.text import PocketCard
from pitboss.odds.sheet.sheet import Together
from pitboss.paper.content import Drawing
from pitboss.paper.felt_names import felt_words
from pitboss.paper.report.content import (
    Grid,
    MathReport,
    ReportChapter,
    dollars,
    number,
    percent,
    to_one,
)
from pitboss.paper.report.figures import GameFigures
from pitboss.paper.report.plots import meter_name, meter_plot, results_plot
from pitboss.paper.report.simulation import Comparison, Counts, compared
from pitboss.rulebook import MARK
from pitboss.rulebook.register import rulings
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.toml.values import percent as rate_words

PRIZE_ODDS: Final = (
    100_000_000  # to 1: rarer top awards are asked about in New Jersey (13:69D-1.52)
)


def report_of(
    figures: GameFigures, operator: str, counts: Counts | None, card: PocketCard | None
) -> MathReport:
    rules = figures.rules
    chapters = [
        _summary(figures),
        *(_wager(figures, key, price) for key, price in figures.prices.items()),
        _ties(figures),
    ]
    if figures.progressive is not None:
        chapters.append(_progressive(figures, figures.progressive))
    if figures.together is not None:
        chapters.append(_together(figures, figures.together))
    chapters += [_limits(figures), _rulings(figures)]
    if card is not None:
        chapters.append(_strategy(rules, card))
    chapters += [_simulation(figures, counts), _method(figures, counts)]
    return MathReport(
        title=rules.game.name,
        operator=operator,
        foot=f"rules {rules.short}" + (f" · {MARK}" if rules.is_own else ""),
        lead=(
            "Every figure is exact: all deals are counted, and players follow optimal play. "
            "True odds, payout odds and house advantage of each wager stand side by side, as "
            "COMAR 36.05.03.20 asks.",
            "The house edge is the expected loss as a part of one unit; the element of risk is the "
            "same loss as a part of everything staked in the end. A push is not a hit.",
        ),
        chapters=tuple(chapters),
    )


def _label(figures: GameFigures, key: str) -> str:
    if key == WHOLE_GAME:
        return "the whole game"
    return figures.rules.label(figures.game.wager(key))


def _stage(figures: GameFigures, stage: str) -> str:
    """A decision by the name of the spot that it is about; a discard has none."""
    spot = figures.rules.spots.get(stage)
    return felt_words(figures.rules, spot.name) if spot else stage.replace("-", " ")


def _summary(figures: GameFigures) -> ReportChapter:
    rows = tuple(
        (
            _label(figures, key),
            price.paytable,
            percent(price.house_edge),
            percent(price.element_of_risk),
            number(price.average_wager),
            number(price.standard_deviation),
            percent(price.hit_frequency, 3),
        )
        for key, price in figures.prices.items()
    )
    header = ("wager", "table", "house edge", "of risk", "staked", "deviation", "hits")
    notes = ["Staked and deviation are in units."]
    if figures.progressive is not None:
        notes.append("The progressive is priced at its reset amounts and without envy.")
    return ReportChapter("Every wager", grids=(Grid("", header, rows, tuple(notes), 2),))


def _wager(figures: GameFigures, key: str, price: Price) -> ReportChapter:
    rules = figures.rules
    lettered = figures.game.lettered(key)
    clause = figures.game.table(lettered, price.paytable).clause
    name = _label(figures, key)
    top = max(price.distribution)
    lead = [
        ("House edge", f"{percent(price.house_edge)} = {_fraction(price)} of {price.unit}"),
        ("Element of risk", percent(price.element_of_risk)),
        ("Standard deviation", f"{number(price.standard_deviation)} units"),
        ("Skewness", number(price.skewness, 2)),
        ("Hits, wins, pushes", _frequencies(price)),
        ("Largest result", f"{number(top, 2)} units"),
        ("Unit", f"{format_short(price.stake)}; combinations of {price.total:,}"),
    ]
    if price.initial_wager != 1:
        lead.insert(1, ("Of all staked before the deal", percent(price.house_edge_initial)))
    grids = [_outcomes(price)]
    if price.decisions and key == WHOLE_GAME:
        grids.append(_decisions(figures, price))
    title = f"{name[:1].upper()}{name[1:]}, table {price.paytable} ({clause})"
    if key == WHOLE_GAME and len(figures.base) > 1:
        tables = ", ".join(
            f"{rules.label(rules.wagers[wager])} {letter}" for wager, letter in figures.base.items()
        )
        title = f"The whole game: {tables}"
    alt = f"Net results of {name} with their probabilities, on a logarithmic scale."
    plot = Drawing(f"Results of a round, {name}", results_plot(price), alt)
    return ReportChapter(title, tuple(lead), tuple(grids), (plot,))


def _fraction(price: Price) -> str:
    return f"{price.house_edge.numerator}/{price.house_edge.denominator}".replace("-", "−")


def _frequencies(price: Price) -> str:
    parts = (price.hit_frequency, price.win_frequency, price.push_frequency)
    return ", ".join(percent(part, 3) for part in parts)


def _outcomes(price: Price) -> Grid:
    header = ("hand", "pays", "combinations", "probability", "true odds", "return")
    rows = tuple(
        (
            o.hand,
            o.pays,
            f"{o.combinations:,}",
            f"{float(o.probability):.8f}",
            "—" if o.pays == "loses" else to_one(o.true_odds),
            f"{float(o.returned):+.6f}".replace("-", "−"),
        )
        for o in price.outcomes
    )
    returned = f"{float(price.expectation):+.6f}".replace("-", "−")
    total = ("together", "", f"{sum(o.combinations for o in price.outcomes):,}", "1", "", returned)
    return Grid("Payout odds and true odds", header, (*rows, total), text=2)


def _decisions(figures: GameFigures, price: Price) -> Grid:
    rows = tuple(
        (_stage(figures, d.stage), d.choice, f"{d.count:,}", f"{float(d.frequency):.6f}")
        for d in price.decisions
    )
    return Grid("Decisions under optimal play", ("stage", "choice", "rounds", "share"), rows, (), 2)


def _ties(figures: GameFigures) -> ReportChapter:
    own, other = figures.prices[WHOLE_GAME], figures.declined
    rows = tuple(
        (
            name,
            percent(p.house_edge),
            percent(p.element_of_risk),
            number(p.average_wager),
            number(p.standard_deviation),
        )
        for name, p in (("played on, as printed here", own), ("declined", other))
    )
    header = ("ties are", "house edge", "of risk", "staked", "deviation")
    which = "first decision" if own.tied_at == "first" else "decision"
    note = f"In {percent(own.tied)} of rounds some {which} is between choices of equal worth."
    return ReportChapter("Ties between decisions", grids=(Grid("", header, rows, (note,)),))


def _progressive(figures: GameFigures, price: Progressive) -> ReportChapter:
    meters = tuple(
        (
            m.meter,
            rate_words(round(m.rate * 1_000_000)),
            format_short(m.reset),
            "—" if m.break_even is None else dollars(m.break_even),
            dollars(m.mean_at_award),
            "—" if m.rounds_between is None else f"{float(m.rounds_between):,.0f}",
        )
        for m in price.meters
    )
    header = ("meter", "rate", "reset", "break-even", "mean at award", "wagers between full awards")
    seats, first = figures.rules.game.seats, price.meters[0].meter
    envy = []
    for others in range(seats):
        returned, even = price.with_others(others)
        at = "—" if even is None else dollars(even)
        envy.append((str(others), percent(returned), percent(1 - returned), at))
    lead = [
        ("Return at the reset amounts", percent(price.returned)),
        ("Fixed rows, meters", f"{percent(price.fixed_return)}, {percent(price.meter_return)}"),
        ("Return in the long run", percent(price.long_run_return)),
        ("Envy for each other seat", percent(price.envy_per_seat)),
        ("Liability at the reset amounts", format_short(sum(m.reset for m in price.meters))),
        *_rarest(price),
    ]
    grids = [
        Grid("Meters", header, meters),
        Grid(
            "With other seats in play",
            ("other seats", "return", "house edge", f"break-even of {meter_name(first)}"),
            tuple(envy),
            text=0,
        ),
    ]
    solved = figures.solved
    if solved is not None:
        evens = ", ".join(
            f"{name} {'—' if at is None else dollars(at)}" for name, at in solved.break_even.items()
        )
        lead.append(("Break-even when played for both", evens))
        changed = tuple(
            (f"{_stage(figures, stage)}: {choice}", number(a, 6), number(b, 6))
            for key, (a, b) in solved.changed.items()
            for stage, choice in [key.split(": ")]
        )
        if changed:
            stake = format_short(solved.base_stake)
            title = f"Decisions that a fold's forfeit changes, at {stake}"
            grids.append(Grid(title, ("decision", "base alone", "for both"), changed))
    alt = "The house edge of the progressive wager falls in a straight line as its meter rises."
    plots = (Drawing("House edge against the meter", meter_plot(price), alt),)
    return ReportChapter("The progressive wager", tuple(lead), tuple(grids), plots)


def _rarest(price: Progressive) -> Iterator[tuple[str, str]]:
    chances = {award.hand: award.probability for award in price.awards if award.probability}
    if chances:
        hand = min(chances, key=lambda key: chances[key])
        odds = 1 / chances[hand] - 1
        within = "within" if odds <= PRIZE_ODDS else "beyond"
        words = f"{hand}, {to_one(odds)} ({within} 100 million to 1)"
        yield "Rarest award", words


def _together(figures: GameFigures, bets: Together) -> ReportChapter:
    rows: list[tuple[str, ...]] = [
        (
            _label(figures, key),
            format_short(bets.stakes[key]),
            dollars(mean),
            dollars(sqrt(variance)),
        )
        for key, (mean, variance) in bets.by_wager.items()
    ]
    rows.append(("together", "", dollars(bets.moments.mean), dollars(bets.moments.deviation)))
    apart = dollars(sqrt(bets.apart))
    note = f"If the wagers shared no cards, the deviation would be {apart}."
    header = ("wager", "stake", "expectation", "deviation")
    wagers = [*bets.by_wager]
    matrix = tuple(
        (
            f"{at} {_label(figures, one)}",
            *(f"{bets.correlation(one, other):.4f}" for other in wagers),
        )
        for at, one in enumerate(wagers, 1)
    )
    places = ("wager", *(str(at) for at in range(1, len(wagers) + 1)))
    return ReportChapter(
        "Wagers together in one round",
        grids=(Grid("", header, tuple(rows), (note,)), Grid("Correlations", places, matrix)),
    )


def _limits(figures: GameFigures) -> ReportChapter:
    limit = figures.rules.payout_limit
    if limit is None:
        return ReportChapter("Payout limit", notes=("The house sets no payout limit.",))
    rows = tuple(
        (
            format_short(each.stake),
            percent(each.edge_without),
            percent(each.edge_with),
            percent(each.cut, 6),
        )
        for each in figures.limits
    )
    header = ("unit", "edge without", "edge with", "hands cut")
    title = f"Payout limit {format_short(limit)} a hand"
    return ReportChapter(
        title, grids=(Grid("", header, rows, ("Played as without the limit.",), 0),)
    )


def _rulings(figures: GameFigures) -> ReportChapter:
    rows = tuple(
        (
            f"{rulings()[r.ruling].question} ({r.ruling})",
            _label(figures, r.wager),
            percent(r.edge),
            percent(r.alternative),
            percent(r.alternative - r.edge),
        )
        for r in figures.rulings
    )
    header = ("ruling", "wager", "as ruled", "otherwise", "difference")
    quiet = " ".join(f"{rulings()[ruling].question} ({ruling})" for _, ruling in figures.quiet)
    notes = (f"These choices change no odds: {quiet}",) if quiet else ()
    if not rows:
        return ReportChapter(
            "Rulings", notes=("No ruling bears on the odds of a wager offered.", *notes)
        )
    return ReportChapter("Rulings, both ways", grids=(Grid("", header, rows, notes, 2),))


def _strategy(rules: Rules, card: PocketCard) -> ReportChapter:
    grids = tuple(
        Grid(
            felt_words(rules, each.name),
            ("when", "then"),
            tuple((r.when, r.act) for r in each.rules),
            text=2,
        )
        for each in card.lists
    )
    lead = (
        ("House edge with these rules", percent(card.edge)),
        ("With the best play", percent(Fraction(card.optimal))),
    )
    note = "The first rule that fits applies; pitboss strategy prints the full lists."
    return ReportChapter("Strategy in short rules", lead, grids, notes=(note,))


def _simulation(figures: GameFigures, counts: Counts | None) -> ReportChapter:
    title = "Simulation beside the exact figures"
    if counts is None:
        note = "None was requested; the command's option “rounds” deals one and adds it here."
        return ReportChapter(title, notes=(note,))
    grids = tuple(_comparison(figures, each) for each in compared(figures, counts))
    lead = (
        ("Rounds", f"{counts.rounds:,}"),
        ("Seed", str(counts.seed)),
        ("Digest of the counts", counts.digest[:16]),
    )
    return ReportChapter(title, lead, grids)


def _comparison(figures: GameFigures, each: Comparison) -> Grid:
    rows = tuple(
        (c.hand, f"{c.dealt:,}", number(c.expected, 2), number(c.chi_square, 3)) for c in each.cells
    )
    verdict = (
        f"Chi-square {number(each.chi_square, 3)} with {each.freedom} degrees of freedom: honest "
        f"cards differ at least this much in {percent(each.chance, 1)} of simulations."
    )
    header = ("hand", "dealt", "expected", "chi-square")
    return Grid(_label(figures, each.wager), header, rows, (verdict,))


def _method(figures: GameFigures, counts: Counts | None) -> ReportChapter:
    origin = figures.provenance
    lead = [
        ("Method", origin.method),
        ("Ties", origin.ties),
        ("Fingerprint of the house's rules", figures.rules.short),
        ("Fingerprint of game and tables", origin.rules[:16]),
        ("Fingerprint of the solver", origin.solver[:16]),
        ("Versions", ", ".join(f"{name} {value}" for name, value in origin.versions.items())),
    ]
    if counts is not None:
        lead.append(("Seed of the simulation", str(counts.seed)))
    return ReportChapter("Method and origin", tuple(lead))
