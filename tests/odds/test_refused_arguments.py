"""Arguments of the prices that make no sense: each is refused by its name."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.money import Cents
from pitboss.odds import price, priced_game
from pitboss.odds.game import InvalidArgument, PricedGame
from pitboss.odds.sessions.one_round import one_round
from pitboss.odds.sheet.sheet import SheetRequest, sheet
from pitboss.odds.strategy.advice import advise
from pitboss.rulebook.paytable import Fixed, For, Pays, Share, To

LIR, MS, S235 = (priced_game(game) for game in ("let-it-ride", "mississippi-stud", "235-stud"))


MISTYPED: Any = [To(1.5), To("8"), To(True), For(2, 1.0), Fixed("5"), Share(1.5, "mega"), 8]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "pays",
    [To(-5), To(0), To(5, 0), For(0), Fixed(Cents(0)), Share(101, "mega"), *MISTYPED],
)
def test_a_payout_that_no_row_can_have_is_refused(pays: Pays) -> None:
    with pytest.raises(InvalidArgument, match="pays: a row cannot pay"):
        LIR.with_pays({"flush": pays}, letter="A")
    table = LIR.tables["base"]["A"]
    rows = tuple(replace(row, pays=pays) for row in table.rows)
    tables = LIR.tables | {"base": {"A": replace(table, rows=rows)}}
    with pytest.raises(InvalidArgument, match="pays: a row cannot pay"):
        PricedGame(LIR.game, tables)
    with pytest.raises(InvalidArgument, match="pays: a row cannot pay"):
        replace(LIR, tables=tables)


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({"stake": -100}, "stake is a whole number of cents from 1 up, not -100"),
        ({"stake": 0}, "stake is"),
        ({"ties": "banana"}, "ties is one of play, decline, not 'banana'"),
        ({"options": {"nope": False}}, "options: 235 Stud Poker has no option 'nope'"),
        ({"options": {"ace_low_two_card": 3}}, "options: ace_low_two_card is True or False"),
    ],
)
def test_an_argument_that_means_nothing_is_refused_by_name(
    argument: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        price(S235, **argument)
    assert message in str(refusal.value)


STAKES = [Fraction(3, 2), 1.5, Decimal(2), "100", float("nan"), True]


@pytest.mark.parametrize("stake", STAKES)
def test_a_stake_is_a_whole_number_of_cents(stake: Any) -> None:
    """Odds rounded down to cents give a wrong edge at a fraction of a cent."""
    with pytest.raises(InvalidArgument, match="stake is a whole number of cents from 1 up"):
        price(LIR, stake=stake)
    with pytest.raises(InvalidArgument, match="stakes: base is a whole number of cents"):
        one_round(LIR, {"base": stake})
    with pytest.raises(InvalidArgument, match="stakes: base is a whole number of cents"):
        sheet(LIR, SheetRequest(stakes={"base": stake}))


@pytest.mark.parametrize("amount", STAKES)
def test_a_meter_shows_a_whole_number_of_cents(amount: Any) -> None:
    with pytest.raises(InvalidArgument, match="meters: meter is a whole number of cents"):
        price(MS, "progressive", meters={"meter": amount})


def test_names_and_values_are_passed_in_a_dictionary() -> None:
    names: Any = "abc"
    with pytest.raises(InvalidArgument, match="options: a dictionary is needed, not 'abc'"):
        price(S235, options=names)
    with pytest.raises(InvalidArgument, match="meters: a dictionary is needed"):
        price(MS, "progressive", meters=names)
    with pytest.raises(InvalidArgument, match="stakes: a dictionary is needed"):
        one_round(LIR, names)
    with pytest.raises(InvalidArgument, match="letters: a dictionary is needed"):
        advise(LIR, "Ts 9s 8s", letters=names)
