"""Money is whole cents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import BadAmount, dollars, format_cents, format_short, parse_amount


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1_000),
        ("10.00", 1_000),
        ("12.50", 1_250),
        ("$1,000", 100_000),
        ("$ 5", 500),
        (" 0.05 ", 5),
        ("1,234,567.89", 123_456_789),
        ("1000", 100_000),
        ("0", 0),
    ],
)
def test_amounts(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", "$", "ten", "1.5", "1.505", "-5", "−5", "1,00", "10,00.00", "1e3", ".50", "5.", "nan"]
    + ["1" * 16, "1 000", "$$5", "5$", "1_000"],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(BadAmount, match="is not an amount; write dollars"):
        parse_amount(text)


@pytest.mark.parametrize(
    ("cents", "long", "short"),
    [
        (0, "0.00", "$0"),
        (5, "0.05", "$0.05"),
        (250, "2.50", "$2.50"),
        (100_000, "1,000.00", "$1,000"),
        (-123_450, "−1,234.50", "−$1,234.50"),
        (-100, "−1.00", "−$1"),
        (100_000_000, "1,000,000.00", "$1,000,000"),
    ],
)
def test_printing(cents: int, long: str, short: str) -> None:
    assert (format_cents(cents), format_short(cents)) == (long, short)


@given(st.integers(0, 10**12))
def test_what_is_printed_reads_back(cents: int) -> None:
    assert parse_amount(format_cents(cents)) == cents
    assert parse_amount(format_short(cents)) == cents


def test_dollars() -> None:
    assert dollars(50_000) == 5_000_000
