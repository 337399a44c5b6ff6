"""The settlement oracle against rounds worked out by hand: Let It Ride, 235 Stud, Double Draw."""

from fractions import Fraction

import pytest

from oracle import payout_limit, settle
from oracle.story import one, seat, story

# ---- Let It Ride ---------------------------------------------------------------------------------

LIR = {"base": "A", "five-card-bonus": "A", "three-card-bonus": "A", "six-card-bonus": "A"}


def test_a_royal_takes_the_meter_and_gives_envy() -> None:
    house = {
        "letters": {**LIR, "progressive": "A"},
        "rates": {"meter": Fraction(1, 10)},
        "resets": {"meter": 100_000},
    }
    bets = {"bet-1": 1000, "bet-2": 1000, "bet-3": 1000, "progressive": 100}
    bonus = {"five-card-bonus": 100, "three-card-bonus": 500, "six-card-bonus": 500}
    ann = seat(1, "Ah Kh Qh", {**bets, **bonus}, withdrawn=["bet-1"])
    bob = seat(2, "2s 7d 9c", bets, withdrawn=["bet-1", "bet-2"])
    result = settle(
        "let-it-ride", house, [ann, bob], ["Jh", "Th"], ["9h", "2c", "3d"], {"meter": 1_000_000}
    )
    assert story(result) == [
        "2 bet-3 0+0 loses",
        "2 progressive 0+0 loses",
        "1 bet-2 1000+1000000 royal flush",
        "1 bet-3 1000+1000000 royal flush",
        "1 five-card-bonus 0+2000000 royal flush",
        "1 three-card-bonus 500+20000 straight flush",
        "1 six-card-bonus 0+0 loses",
        "1 progressive 0+1000020 royal flush from meter",
        "2 envy 0+100000 royal flush of 1",
    ]
    assert result["meters"] == {"meter": 100_000}
    assert result["seeded"] == {"meter": 100_000}


@pytest.mark.parametrize(
    ("letter", "hole", "payment"),
    [
        ("B", "Ks As Qs", "0+50000 ace, king and queen of spades from meter"),
        ("B", "Kh Ah Qh", "0+250000 ace, king and queen of hearts, diamonds or clubs"),
        ("B", "2h Ah 3h", "0+35000 straight flush"),
        ("B", "7h 7c 7s", "0+30000 three of a kind"),
        ("B", "2h Ad 3h", "0+3000 straight"),
        ("B", "2h 9h Th", "0+0 loses"),
        ("B", "2h 2c Th", "0+0 loses"),
        ("C", "Kh Qh Jh", "0+50000 straight flush"),
        ("C", "7h 7c 7s", "0+45000 three of a kind"),
        ("C", "2h Ad 3h", "0+0 loses"),
    ],
)
def test_three_card_progressives(letter: str, hole: str, payment: str) -> None:
    """Tables B and C look at the player's three cards; the board would make four nines."""
    house = {"letters": {"progressive": letter}, "resets": {"meter": 100_000}}
    stakes = {"progressive": 500}
    result = settle(
        "let-it-ride", house, [seat(1, hole, stakes)], ["9c", "9d"], [], {"meter": 50_000}
    )
    assert story(result) == [f"1 progressive {payment}"]


def test_three_card_envy_by_the_receivers_own_stake() -> None:
    house = {"letters": {"progressive": "C"}, "resets": {"meter": 100_000}}
    seats = [
        seat(1, "As Ks Qs", {"bet-3": 500}),  # no progressive wager of its own
        seat(2, "2d 8c Th", {"bet-3": 500, "progressive": 500}),
        seat(5, "Ad Kd Qd", {"bet-3": 500, "progressive": 500}, player="player 2"),
    ]
    envy = [
        line
        for line in story(settle("let-it-ride", house, seats, ["4h", "7s"], [], {"meter": 0}))
        if "envy" in line
    ]
    assert envy == [
        "5 envy 0+50000 ace, king and queen of spades of 1",
        "2 envy 0+50000 ace, king and queen of spades of 1",
    ]


def test_super_royal_is_a_fixed_sum_and_the_stake_comes_back() -> None:
    stakes = {"six-card-bonus": 2500}
    cards = {"hole": "Ad Kd Qd", "community": "2c 7h", "box": "Td Jd 9d"}
    for letter, sum_ in (("A", 100_000_000), ("B", 10_000_000)):
        lines = one("let-it-ride", {"six-card-bonus": letter}, stakes=stakes, **cards)
        assert lines == [f"1 six-card-bonus 2500+{sum_} super royal of diamonds"]
    clubs = {"hole": "Ac Kc Qc", "community": "2d 7h", "box": "Tc Jc 9c"}
    lines = one("let-it-ride", {"six-card-bonus": "A"}, stakes=stakes, **clubs)
    assert lines == ["1 six-card-bonus 2500+10000000 super royal of hearts, spades or clubs"]


@pytest.mark.parametrize(
    ("letter", "pair", "two_pair"),
    [
        ("A", "0+200 pair of tens or better", "0+300 two pair"),
        ("B", "0+100 pair of tens or better", "0+400 two pair"),
        ("C", "0+0 loses", "0+600 two pair"),
        ("D", "0+100 pair of tens or better", "0+400 two pair"),
        ("E", "0+0 loses", "0+600 two pair"),
        ("F", "0+0 loses", "0+600 two pair"),
        ("G", "0+0 loses", "0+0 loses"),
    ],
)
def test_the_paytable_governs_what_the_five_card_bonus_pays(
    letter: str, pair: str, two_pair: str
) -> None:
    stakes = {"bet-3": 500, "five-card-bonus": 100}
    rules = {"base": "A", "five-card-bonus": letter}
    tens = one("let-it-ride", rules, "Th 2c 5d", stakes, "Td 8s")
    assert tens == ["1 bet-3 500+500 pair of tens or better", f"1 five-card-bonus {pair}"]
    twos = one("let-it-ride", rules, "3h 2c 3d", stakes, "2d 8s")
    assert twos == ["1 bet-3 500+1000 two pair", f"1 five-card-bonus {two_pair}"]


def test_a_limit_in_let_it_ride_caps_all_but_progressive_and_envy() -> None:
    stakes = {"bet-1": 1000, "bet-3": 1000, "three-card-bonus": 500, "progressive": 100}
    rules = {"base": "B", "three-card-bonus": "C", "progressive": "A"}
    lines = one("let-it-ride", rules, "9h 9c 9d", stakes, "9s 2d", payout_limit=30_000)
    assert lines == [
        "1 bet-1 1000+25000 four of a kind",
        "1 bet-3 1000+5000 four of a kind cut 20000",
        "1 three-card-bonus 500+0 three of a kind cut 15000",
        "1 progressive 0+30000 four of a kind",
    ]


# ---- 235 Stud ------------------------------------------------------------------------------------


def test_all_three_bets_win_and_raises_go_with_them() -> None:
    stakes = {"two-card": 500, "three-card": 500, "three-card-raise": 500, "five-card": 500}
    stakes |= {"five-card-raise": 500, "winem-all": 100}
    lines = one("235-stud", {}, "9h Th Ts", stakes, "9d 2c")
    assert lines == [
        "1 two-card 500+500 straight",  # suited neighbours are paid once
        "1 three-card 500+500 pair",
        "1 three-card-raise 500+500 pair",
        "1 five-card 500+1500 two pair",
        "1 five-card-raise 500+1500 two pair",
        "1 winem-all 100+1200 all three bets win",
    ]


def test_winem_all_needs_all_three_and_the_first_two_cards_are_the_two_card_hand() -> None:
    stakes = {"two-card": 500, "three-card": 500, "five-card": 500, "winem-all": 100}
    lines = one("235-stud", {}, "Th 2s Td", stakes, "9d 4c")
    assert lines == [
        "1 two-card 0+0 loses",
        "1 three-card 500+500 pair",
        "1 five-card 500+500 pair of tens or better",
        "1 winem-all 0+0 loses",
    ]


def test_ace_and_deuce_by_option() -> None:
    stakes = {"two-card": 500}
    assert one("235-stud", {}, "Ah 2s Td", stakes, "9d 4c") == ["1 two-card 500+500 straight"]
    off = one("235-stud", {}, "Ah 2s Td", stakes, "9d 4c", ace_low_two_card=False)
    assert off == ["1 two-card 0+0 loses"]


def test_two_four_of_a_kinds_empty_the_minor_meter_and_its_reset() -> None:
    house = {
        "letters": {"progressive": "D"},
        "rates": {"mega": Fraction(1, 10), "major": Fraction(1, 10), "minor": Fraction(1, 8)},
        "resets": {"mega": 1_000_000, "major": 100_000, "minor": 25_000},
    }
    seats = [
        seat(1, "7h 7c 7d", {"progressive": 500}),
        seat(6, "9h 9c 9d", {"progressive": 100}),
    ]
    meters = {"mega": 1_000_000, "major": 100_000, "minor": Fraction(100_001, 4)}
    result = settle("235-stud", house, seats, ["7s", "9s"], [], meters)
    # 25,000.25 + 600 / 8 = 25,075.25
    assert story(result) == [
        "6 progressive 0+25075 four of a kind from minor",
        "1 progressive 0+25000 four of a kind from minor",
    ]
    assert result["meters"]["minor"] == Fraction(100_001, 4)
    assert result["seeded"] == {"mega": 0, "major": 0, "minor": 50_000}


def test_the_235_limit_counts_the_win_em_all_bet() -> None:
    house = {"letters": {"winem-all": "A"}, "table_minimum": 10_000, "winem_all_minimum": 500}
    assert payout_limit("235-stud", house) == 1_101 * 10_000 + 12 * 500
    stakes = {"two-card": 10_000, "three-card": 10_000, "three-card-raise": 10_000}
    stakes |= {"five-card": 10_000, "five-card-raise": 10_000, "winem-all": 1_000}
    result = settle("235-stud", house, [seat(1, "Ah Kh Qh", stakes)], ["Jh", "Th"], [], {})
    assert story(result)[-1] == "1 winem-all 1000+6000 all three bets win cut 6000"
    assert result["limit_cut"] == {1: 6_000}


# ---- Double Draw ---------------------------------------------------------------------------------

WAGERS = {"ante": 500, "first-draw": 500, "second-draw": 500, "bonus": 500}


@pytest.mark.parametrize(
    ("hole", "a", "b"),
    [
        ("Ah Ad Ac JK JK", "500+250000 five aces", "500+250000 five aces"),
        ("Ah Kh Qh Jh Th", "500+50000 natural royal flush", "500+50000 natural royal flush"),
        ("Ah Kh JK Jh Th", "500+25000 wild royal flush", "500+25000 wild royal flush"),
        ("Ah 2h JK 4h 5h", "500+25000 straight flush", "500+25000 straight flush"),
        ("Ah Ad 7c JK JK", "500+10000 four of a kind", "500+10000 four of a kind"),
        ("7h 7d 7c JK As", "500+2500 full house", "500+2500 full house"),
        ("7h 2h 9h JK Kh", "500+1500 flush", "500+1500 flush"),
        ("7h 8d 9c JK Jh", "500+1000 straight", "500+1000 straight"),
        ("7h 7d 7c JK Jh", "500+500 three of a kind", "500+0 three of a kind"),
        ("7h 7d Ac JK Jh", "500+0 two pair", "500+0 two pair"),
    ],
)
def test_double_draw_rows(hole: str, a: str, b: str) -> None:
    for letter, payment in (("A", a), ("B", b)):
        lines = one("double-draw", {"bonus": letter}, hole, WAGERS)
        assert lines == [
            "1 ante 500+500 two pair or better",
            "1 first-draw 500+500 two pair or better",
            "1 second-draw 500+500 two pair or better",
            f"1 bonus {payment}",
        ]


def test_double_draw_settles_from_the_left_and_a_pair_of_aces_loses_all() -> None:
    seats = [
        seat(2, "Ah Kd 7c 2s JK", WAGERS),
        seat(1, "Th 9d 7c 2s 3d", {"ante": 500, "bonus": 500}, folded=True),
    ]
    result = settle("double-draw", {"letters": {"bonus": "A"}}, seats, [], [], {})
    assert story(result) == [
        "1 ante 0+0 folded",
        "1 bonus 0+0 folded",
        *(f"2 {spot} 0+0 loses" for spot in ("ante", "first-draw", "second-draw", "bonus")),
    ]
