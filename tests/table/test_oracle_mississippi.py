"""The settlement oracle against Mississippi Stud rounds worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from oracle import payout_limit, settle
from oracle.story import one, seat, story
from oracle.tables import letters

MS = {"base": "A", "three-card-bonus": "A", "six-card-bonus": "A", "progressive": "A"}
STREETS = {"ante": 1000, "third-street": 1000, "fourth-street": 2000, "fifth-street": 3000}


@pytest.mark.parametrize(
    ("hole", "payment"),
    [
        ("6h 2c", "{s}+0 pair of 6s to 10s"),
        ("Th 2c", "{s}+0 pair of 6s to 10s"),
        ("5h 2c", "0+0 loses"),
        ("Jh 2c", "{s}+{s} pair of jacks or better"),
    ],
)
def test_mississippi_pairs(hole: str, payment: str) -> None:
    rank = hole[0]
    lines = one("mississippi-stud", MS, hole, STREETS, f"{rank}d 4s 9c")
    assert lines == [f"1 {spot} " + payment.format(s=stake) for spot, stake in STREETS.items()]


def test_a_fold_keeps_the_bonus_wagers_and_the_envy() -> None:
    """Two straight flushes share a meter with half a cent; the folded seat lives off them."""
    house = {
        "letters": {**MS, "three-card-bonus": "E"},
        "rates": {"meter": Fraction(155, 1000)},
        "resets": {"meter": 1_000_000},
    }
    side = {"three-card-bonus": 500, "six-card-bonus": 500, "progressive": 100}
    seats = [
        seat(1, "3h 4h", {**STREETS, "progressive": 100}),
        seat(2, "Kc 9s", {"ante": 1000, "third-street": 1000, **side}, folded=True),
        seat(3, "8h 9h", {**STREETS, "progressive": 100}),
    ]
    result = settle(
        "mississippi-stud",
        house,
        seats,
        ["5h", "6h", "7h"],
        ["Kd", "Kh", "Ks", "9d"],
        {"meter": 1_000_000},
    )
    assert story(result) == [
        "3 ante 1000+100000 straight flush",
        "3 third-street 1000+100000 straight flush",
        "3 fourth-street 2000+200000 straight flush",
        "3 fifth-street 3000+300000 straight flush",
        "3 progressive 0+100004 straight flush from meter",  # of 1,000,046.5
        "2 envy 0+30000 straight flush of 3",
        "1 envy 0+30000 straight flush of 3",
        "2 ante 0+0 folded",
        "2 third-street 0+0 folded",
        "2 three-card-bonus 500+20000 straight flush",
        "2 six-card-bonus 500+25000 four of a kind",
        "2 progressive 0+0 folded",
        "1 ante 1000+100000 straight flush",
        "1 third-street 1000+100000 straight flush",
        "1 fourth-street 2000+200000 straight flush",
        "1 fifth-street 3000+300000 straight flush",
        "1 progressive 0+90004 straight flush from meter",  # of 900,042.5
        "3 envy 0+30000 straight flush of 1",
        "2 envy 0+30000 straight flush of 1",
    ]
    assert result["meters"] == {"meter": Fraction(1_620_077, 2)}


@pytest.mark.parametrize("fact", ["folded", "abandoned", "forfeited"])
def test_a_hand_given_up_gives_no_envy(fact: str) -> None:
    house = {"letters": {"progressive": "B"}, "resets": {"major": 1, "minor": 1}}
    seats = [
        seat(
            1, "Ah Kh", {"ante": 500, "three-card-bonus": 500, "progressive": 500}, **{fact: True}
        ),
        seat(2, "2c 2d", {**STREETS, "progressive": 500}),
    ]
    meters = {"major": 700_000, "minor": 80_000}
    result = settle("mississippi-stud", house, seats, ["Qh", "Jh", "Th"], [], meters)
    bonus = "500+20000 straight flush" if fact == "folded" else f"0+0 {fact}"
    assert story(result)[-3:] == [
        f"1 ante 0+0 {fact}",
        f"1 three-card-bonus {bonus}",
        f"1 progressive 0+0 {fact}",
    ]
    assert not [p for p in result["payments"] if p.spot == "envy"]


@pytest.mark.parametrize(("fact", "receives"), [("folded", 1), ("abandoned", 0), ("forfeited", 0)])
def test_who_gives_up_a_hand_and_still_receives_envy(fact: str, receives: int) -> None:
    house = {"letters": {"progressive": "B"}, "resets": {"major": 100_000, "minor": 25_000}}
    seats = [
        seat(1, "Ah Kh", STREETS),
        seat(2, "2c 2d", {"ante": 500, "progressive": 500}, **{fact: True}),
    ]
    meters = {"major": 700_000, "minor": 80_000}
    result = settle("mississippi-stud", house, seats, ["Qh", "Jh", "Th"], [], meters)
    assert [p.won for p in result["payments"] if p.spot == "envy"] == [500_000] * receives
    assert result["meters"] == meters  # the holder had no progressive wager


def test_three_meters_pay_their_own_hands() -> None:
    house: dict[str, Any] = {
        "letters": {"progressive": "C"},
        "rates": {"mega": Fraction(1, 10), "major": Fraction(1, 20), "minor": Fraction(1, 100)},
        "resets": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    }
    meters = {"mega": 1_200_000, "major": 140_000, "minor": Fraction(61_001, 2)}
    for hole, community, payment in (
        ("Ah Kh", "Qh Jh Th", "0+1200050 royal flush from mega"),
        ("9h Kh", "Qh Jh Th", "0+140025 straight flush from major"),
        ("9h 9c", "9s 9d Th", "0+30505 four of a kind from minor"),  # 30,505.5 cents
        ("9h 9c", "9s 2d Th", "0+5000 three of a kind"),
    ):
        stakes = {"progressive": 500}
        result = settle(
            "mississippi-stud", house, [seat(1, hole, stakes)], community.split(), [], meters
        )
        assert story(result) == [f"1 progressive {payment}"]
        after = {"mega": 1_200_050, "major": 140_025, "minor": Fraction(61_011, 2)}
        if " from " in payment:
            meter = payment.split()[-1]
            after[meter] = house["resets"][meter] + (Fraction(1, 2) if meter == "minor" else 0)
        assert result["meters"] == after


def test_the_mississippi_limit_stops_a_royal() -> None:
    stakes = {"ante": 10_000, "third-street": 30_000, "fourth-street": 30_000}
    stakes |= {"fifth-street": 30_000, "three-card-bonus": 1_000}
    lines = one("mississippi-stud", MS, "Ah Kh", stakes, "Qh Jh Th", table_minimum=1_500)
    assert lines == [
        "1 ante 10000+5000000 royal flush",
        "1 third-street 30000+2500000 royal flush cut 12500000",
        "1 fourth-street 30000+0 royal flush cut 15000000",
        "1 fifth-street 30000+0 royal flush cut 15000000",
        "1 three-card-bonus 1000+40000 straight flush",  # outside the limit
    ]
    assert payout_limit("mississippi-stud", {"table_minimum": 500}) == 5_000_000


@pytest.mark.parametrize("letter", letters("mississippi-stud", "three-card-bonus"))
def test_a_mini_royal_on_the_board(letter: str) -> None:
    lines = one(
        "mississippi-stud",
        {"three-card-bonus": letter},
        "2c 7d",
        {"three-card-bonus": 100},
        "Qd Ad Kd",
    )
    row = "5000 mini royal" if letter in "CDF" else "4000 straight flush"
    assert lines == [f"1 three-card-bonus 100+{row}"]


def test_ace_low_three_cards_is_an_option_in_mississippi_only() -> None:
    stakes = {"three-card-bonus": 100}
    for low, row in ((True, "100+600 straight"), (False, "0+0 loses")):
        ms = one("mississippi-stud", MS, "9c 7d", stakes, "2d Ah 3d", ace_low_three_card=low)
        assert ms == [f"1 three-card-bonus {row}"]
        lir = one("let-it-ride", {}, "2d Ah 3d", stakes, "9c 7d", ace_low_three_card=low)
        assert lir == ["1 three-card-bonus 100+600 straight"]
