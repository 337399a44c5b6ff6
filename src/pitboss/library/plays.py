"""What the seat at its turn may do, each choice with the text that names it."""

import re
from collections.abc import Sequence
from itertools import combinations

import msgspec

from pitboss.cards import Card, card_names
from pitboss.money import Cents, format_cents, parse_amount
from pitboss.rulebook.model import Exchange
from pitboss.table.state import Table
from pitboss.table.view import choices


class Play(msgspec.Struct, frozen=True):
    """Something the seat at its turn may do. It prints as the text that `act` takes."""

    act: str
    spot: str = ""
    cents: Cents = Cents(0)  # what it costs
    multiple: int = 1
    cards: tuple[Card, ...] = ()  # to be discarded
    clause: str = ""

    def __str__(self) -> str:
        if self.act == "discard":
            return f"discard {card_names(self.cards)}" if self.cards else "stand pat"
        return f"{self.act} {format_cents(self.cents)}" if self.cents else self.act

    __repr__ = __str__


def plays(table: Table) -> list[Play]:
    """Every act and every discard the rules allow now; none when no seat must decide."""
    if not table.turn:
        return []
    step = table.game_step
    if not isinstance(step, Exchange):
        return [
            Play(x.act, x.spot, x.cents, max(x.multiple, 1), (), x.clause)
            for x in choices(table, table.turn)
        ]
    discards = (
        Play("discard", cards=cards, clause=step.clause)
        for count in range(step.up_to + 1)
        for cards in combinations(table.seats[table.turn].hole, count)
    )
    return list({str(play): play for play in discards}.values())  # two jokers look alike


def find_play(plays: Sequence[Play], text: str) -> Play | None:
    words = _words(text)
    return next((play for play in plays if _words(str(play)) == words), None)


def _words(text: str) -> list[str]:
    """Words in one order and spelling: `bet 30` is `bet 30.00`, `discard 9h 2c` `discard 2c 9h`."""
    words = text.casefold().split()
    return sorted(
        format_cents(parse_amount(word)) if re.fullmatch(r"\$?[\d,.]+", word) else word
        for word in words
    )
