"""Money is whole cents; only meters count finer. Text with a fraction of a cent is refused."""

import re
from typing import Final, NewType

from pitboss.errors import PitbossError

Cents = NewType("Cents", int)

# Millionths of a cent in a cent. A meter's rate is in millionths too, so its feed is exact.
MILLIONTHS: Final = 1_000_000

_AMOUNT: Final = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{2}))?", re.ASCII)


class BadAmount(PitbossError):
    """Text that is not an amount of dollars and cents."""


def is_whole(value: object) -> bool:
    """Whether a value is an int; True and False are none here."""
    return isinstance(value, int) and not isinstance(value, bool)


def dollars(amount: int) -> Cents:
    return Cents(amount * 100)


def whole_cents(millionths: int) -> Cents:
    """Rounds a meter down to the cents it shows and pays (ruling G7)."""
    return Cents(millionths // MILLIONTHS)


def format_cents(cents: int) -> str:
    """`1,234.50`; losses carry a true minus sign."""
    sign = "−" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole:,}.{part:02d}"


def signed(cents: int) -> str:
    """As `format_cents`, a gain with its plus sign."""
    return f"+{format_cents(cents)}" if cents > 0 else format_cents(cents)


def format_dollars(cents: int) -> str:
    """`$1,234.50`, as a slip prints it."""
    text = format_cents(cents)
    return "−$" + text[1:] if cents < 0 else "$" + text


def format_short(cents: int) -> str:
    """`$1,000` or `$2.50`, as a felt prints it."""
    return format_dollars(cents).removesuffix(".00")


def parse_amount(text: str) -> Cents:
    """`10`, `10.00`, `$1,000`."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise BadAmount(
            f"{text!r} is not an amount",
            what_to_do="write dollars, with two digits of cents if any, as in 10 or 12.50",
        )
    whole, part = match.groups()
    return Cents(int(whole.replace(",", "")) * 100 + int(part or 0))
