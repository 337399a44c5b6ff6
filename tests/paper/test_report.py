"""The report on the mathematics: its figures are the PAR sheet's, on paper and in the workbook."""

from fractions import Fraction
from functools import cache
from math import fsum

import msgspec
import pypdfium2
import pytest

from paper.formulas import Workbook
from pitboss.money import format_short
from pitboss.odds.game import WHOLE_GAME, priced_game
from pitboss.odds.prices.price import price
from pitboss.paper.report.chapters import report_of
from pitboss.paper.report.figures import GameFigures
from pitboss.paper.report.simulation import Cell, Comparison, Counts, chi_square_tail
from pitboss.paper.report.workbook import FIRST, workbook_of
from pitboss.paper.setting import report_pdf
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import default_house

OPERATOR = "Chesapeake & Ohio = Gaming"
each_game = pytest.mark.parametrize("key", default_house().games)


@cache
def figures(key: str) -> GameFigures:
    return GameFigures(Rules(default_house().games[key]))


@cache
def counts(key: str) -> Counts:
    """Counts as a perfect dealer would deal them, so that no test waits for a simulation."""
    prices = figures(key).prices
    hands = {
        wager: {o.hand: round(o.probability * 1_000_000) for o in exact.outcomes}
        for wager, exact in prices.items()
    }
    return Counts(1_000_000, 7, "0123456789abcdef", hands)


@cache
def pdf(key: str) -> bytes:
    return report_pdf(report_of(figures(key), OPERATOR, counts(key), None))


@cache
def text(key: str) -> str:
    pages = pypdfium2.PdfDocument(pdf(key))
    return " ".join(" ".join(p.get_textpage().get_text_bounded() for p in pages).split())


@cache
def book_bytes(key: str) -> bytes:
    report = report_of(figures(key), OPERATOR, counts(key), None)
    return workbook_of(figures(key), report, counts(key))


@cache
def book(key: str) -> Workbook:
    return Workbook(book_bytes(key))


@each_game
def test_figures_on_paper_are_those_of_the_par_sheet(key: str) -> None:
    own, words = figures(key), text(key)
    for wager in own.keys:
        letter = own.letters[own.game.lettered(wager)]
        meters = own.meters if own.rules.wagers.get(wager) is own.rules.progressive else {}
        stake = own.stake(wager)
        par = price(priced_game(key), wager, letter, stake=stake, meters=meters)
        assert par.outcomes == own.prices[wager].outcomes
        assert par.house_edge == own.prices[wager].house_edge
        own_price = own.prices[wager]
        assert f"{float(own_price.house_edge) * 100:.4f} %".replace("-", "−") in words
        edge = f"{own_price.house_edge.numerator}/{own_price.house_edge.denominator}"
        assert edge.replace("-", "−") in words
        for outcome in own_price.outcomes:
            assert f"{outcome.combinations:,} {float(outcome.probability):.8f}" in words
            assert f"{float(outcome.returned):+.6f}".replace("-", "−") in words


@each_game
def test_every_formula_evaluates_to_its_stored_value(key: str) -> None:
    workbook = book(key)
    formulas = workbook.every_formula()
    assert len(formulas) > 50
    for where, cell in formulas:
        stored = float(workbook.stored[where][cell].value)
        # An edge is a small difference of large terms, and cells are doubles.
        assert workbook.value(where, cell) == pytest.approx(stored, rel=1e-8, abs=1e-8), (
            where,
            cell,
        )


@each_game
def test_stored_values_are_the_exact_figures_and_an_input_changes_them(key: str) -> None:
    own, workbook = figures(key), book(key)
    for wager, exact in own.prices.items():
        name = "whole game" if wager == WHOLE_GAME else wager
        stored = workbook.stored[name]
        assert stored["B6"].value == float(exact.house_edge)
        assert Fraction(stored["C6"].value) == exact.house_edge
        assert stored["B8"].value == float(exact.moments.variance)
        assert stored["B9"].value == exact.standard_deviation
    side = next(w for w in reversed(own.keys) if w != WHOLE_GAME)
    changed = Workbook(book_bytes(key))
    cell = changed.formulas[side][f"H{FIRST + 1}"]
    before = changed.value(side, "B6")
    cell.value = 1_000_000  # a top row that pays a million
    changed.memory.clear()
    assert changed.value(side, "B6") < before


@each_game
def test_a_laboratory_gets_the_par_sheet_from_combinations_and_results_alone(key: str) -> None:
    """Every row and every total of a wager's sheet, computed again without its formulas."""
    own, stored = figures(key), book(key).stored
    for wager, exact in own.prices.items():
        sheet = stored["whole game" if wager == WHOLE_GAME else wager]
        rows = []
        for line in sheet.iter_rows(min_row=FIRST + 1, values_only=True):
            if not isinstance(line[4], int | float):
                break
            rows.append(line)
        ways = sum(int(line[4]) for line in rows)
        chances = [Fraction(int(line[4]), ways) for line in rows]
        nets = [float(line[7]) for line in rows]
        for chance, line in zip(chances, rows, strict=True):
            assert line[5] == float(chance)
            assert line[6] == float((1 - chance) / chance)
            assert line[8] == pytest.approx(float(chance) * line[7], rel=1e-12, abs=1e-15)
        mean, square = (
            fsum(float(p) * net**power for p, net in zip(chances, nets, strict=True))
            for power in (1, 2)
        )
        hits = sum((p for p, line in zip(chances, rows, strict=True) if line[9]), Fraction())
        assert -mean == pytest.approx(float(exact.house_edge), rel=1e-9, abs=1e-12)
        assert square - mean**2 == pytest.approx(float(exact.moments.variance), rel=1e-9)
        assert hits == exact.hit_frequency


@each_game
def test_the_same_rules_give_the_same_bytes(key: str) -> None:
    report = report_of(figures(key), OPERATOR, counts(key), None)
    assert report_pdf(report) == pdf(key)
    assert workbook_of(figures(key), report, counts(key)) == book_bytes(key)


@each_game
def test_the_report_names_method_versions_fingerprints_and_seed(key: str) -> None:
    own, words = figures(key), text(key)
    origin = own.provenance
    for value in (
        origin.rules[:16],
        origin.solver[:16],
        own.rules.short,
        *origin.versions.values(),
    ):
        assert value in words
    assert "Seed 7" in words
    assert "Chi-square 0.0" in words
    limit = own.rules.payout_limit
    assert ("sets no payout limit" in words) == (limit is None)
    if own.progressive is not None:
        for meter in own.progressive.meters:
            assert meter.break_even is not None
            assert f"{float(meter.break_even) / 100:,.2f}" in words
        resets = {meter.meter: meter.reset for meter in own.rules.choices.meters}
        assert {meter.meter: meter.reset for meter in own.progressive.meters} == resets
        assert f"Liability at the reset amounts {format_short(sum(resets.values()))}" in words


def test_a_name_that_begins_like_a_formula_stays_a_name() -> None:
    own = figures("double-draw")
    report = msgspec.structs.replace(report_of(own, "x", None, None), operator="=1+1")
    words = Workbook(workbook_of(own, report, None)).formulas["Summary"]["A1"]
    assert words.data_type == "s"


def test_a_wrong_dealer_fails_the_chi_square_test() -> None:
    """Tables of the distribution: 3.841 and 18.307 are exceeded by one in twenty."""
    assert chi_square_tail(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(18.307, 10) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(2.0, 4) == pytest.approx(0.735759, abs=1e-6)
    fair = [
        Cell("pair", Fraction(1, 6), 16_700, 100_000),
        Cell("no", Fraction(5, 6), 83_300, 100_000),
    ]
    loaded = [
        Cell("pair", Fraction(1, 6), 18_000, 100_000),
        Cell("no", Fraction(5, 6), 82_000, 100_000),
    ]
    assert Comparison("base", tuple(fair)).chance > 0.5
    assert Comparison("base", tuple(loaded)).chance < 1e-9
    rare = [*fair, Cell("royal", Fraction(1, 10**6), 0, 100_000)]
    assert [cell.hand for cell in Comparison("base", tuple(rare)).tested] == [
        "pair",
        "no",
        "rarer hands",
    ]
