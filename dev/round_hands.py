"""Cards for every row of every paytable, for dev/author_rounds.py.

The letters of a wager take the variants in turn, so that the rounds also show the edges of a hand:
the lowest and highest straight flush, the wheel, tens as the lowest pair that is paid.
"""

from typing import Final

from pitboss.rulebook.paytable import Paytable

FIVE: Final[dict[str, tuple[str, ...]]] = {
    "royal flush": ("As Ks Qs Js Ts", "Ah Kh Th Qh Jh", "Td Jd Qd Kd Ad", "Ac Qc Tc Kc Jc"),
    "straight flush": ("9h 8h 7h 6h 5h", "Ad 2d 3d 4d 5d", "Ks Qs Js Ts 9s", "6c 7c 8c 9c Tc"),
    "four of a kind": ("Qc Qd Qh Qs 4d", "2c 2d 2h 2s Ah", "Ac Ad Kh As Ah", "9c 9d 9h 5s 9s"),
    "full house": ("Jc Jd Jh 6s 6c", "2c 2d 3h 3s 2h", "Ac Ad Kh Ks Ah", "8c 5d 8h 5s 8d"),
    "flush": ("Ad Jd 8d 5d 2d", "7c 5c 4c 3c 2c", "As Ks Qs Js 9s", "Kh Th 8h 4h 3h"),
    "straight": ("9c 8d 7h 6s 5c", "Ac 2d 3h 4s 5c", "As Kd Qh Jc Tc", "Qd Jh Tc 9s 8s"),
    "three of a kind": ("8c 8d 8h Ks 3c", "2c 2d 2h Qs 9c", "Ac Ad 7h As 4c", "Tc Td 6h 2s Th"),
    "two pair": ("Ac Ad 7h 7s 2c", "3c 3d 2h 2s Kc", "Ac Kd Ah Ks 5c", "Qc 9d Qh 9s 4c"),
    "pair of tens or better": ("Tc Td 8h 5s 2c", "Jc Jd 7h 4s 2c", "Ac Ad 9h 6s 3c"),
    "pair of jacks or better": ("Jc Jd 8h 5s 2c",),
    "pair of 6s to 10s": ("6c 6d Ah 9s 3c",),
    "pair of nines": ("9c 9d Kh 6s 3c",),
    "pair of fives": ("5c 5d Kh 9s 3c",),
    "pair of aces": ("Ac Ad Jh 8s 3c",),
}
THREE: Final[dict[str, tuple[str, ...]]] = {
    "mini royal": ("As Ks Qs", "Ad Kd Qd", "Ac Kc Qc", "Ah Kh Qh"),
    "ace, king and queen of spades": ("As Ks Qs", "Qs As Ks"),
    "ace, king and queen of hearts, diamonds or clubs": ("Ah Kh Qh", "Kd Qd Ad"),
    "ace, king and queen of diamonds, hearts or clubs": ("Ah Kh Qh", "Kd Qd Ad"),
    "straight flush": ("7h 6h 5h", "Ac 2c 3c", "Kd Qd Jd", "Ts 9s 8s"),
    "three of a kind": ("9c 9d 9h", "2c 2d 2h", "Ac Ad Ah"),
    "straight": ("8c 7d 6h", "Ac 2d 3h", "Ac Kd Qh"),
    "flush": ("Kd 9d 4d", "5s 3s 2s", "As Ks Js"),
    "pair": ("4c 4d Jh", "2c 2d 9h", "Ac Ad 6h"),
    "nothing": ("Kc 9d 4h", "Kc Ad 2h", "Qc Td 5h"),
}
SIX: Final[dict[str, tuple[str, ...]]] = {
    "super royal of diamonds": ("Ad Kd Qd Jd Td 9d", "9d Td Jd Qd Kd Ad"),
    "super royal of hearts, spades or clubs": ("Ah Kh Qh Jh Th 9h", "As 9s Ts Js Qs Ks"),
    "super royal": ("Ac Kc Qc Jc Tc 9c", "Ad Kd Qd Jd Td 9d"),
    "royal flush": ("Ah Kh Qh Jh Th 9s", "Ac Kc 2d Qc Jc Tc"),
    "straight flush": ("9h 8h 7h 6h 5h 4h", "Ad 2d 3d 4d 5d Kc"),
    "four of a kind": ("Qc Qd Qh Qs 4d 9s", "7c 7d 2h 2s 7h 7s"),
    "full house": ("Jc Jd Jh 6s 6c Kd", "3c 3d 3h 8s 8c 8d"),
    "flush": ("Ad Jd 8d 5d 2d Kc", "Kh Th 8h 6h 4h 2h"),
    "straight": ("9c 8d 7h 6s 5c Ks", "Ac 2d 3h 4s 5c 5d"),
    "three of a kind": ("8c 8d 8h Ks 3c 5d", "2c 2d 9h Qs 2h 6c"),
    "two pair": ("Ac Ad 7h 7s 2c 9d", "Kc Kd 4h 4s Jc 9d"),
}
TWO: Final[dict[str, tuple[str, ...]]] = {
    "pair": ("9c 9d",),
    "flush": ("Kd 7d",),
    "straight": ("8h 7s",),
    "nothing": ("Kc 8d",),
}
WIN_ALL: Final[dict[str, tuple[str, ...]]] = {
    "all three bets win": ("9c 9d 4h 4s Kc",),
    "two of the three": ("9c 9d 4h Js Kc",),
}
DRAW: Final[dict[str, tuple[str, ...]]] = {
    "five aces": ("Ac Ad Ah As JK", "Ac JK Ad JK Ah"),
    "natural royal flush": ("As Ks Qs Js Ts", "Td Jd Qd Kd Ad"),
    "wild royal flush": ("Ah Kh JK Jh Th", "JK Kc Qc JK Tc"),
    "straight flush": ("9h 8h 7h 6h 5h", "Ad 2d JK 4d 5d"),
    "four of a kind": ("Qc Qd Qh Qs JK", "Ac Ad 7h JK JK"),
    "full house": ("Jc Jd Jh 6s 6c", "Ac JK As 8d 8h"),
    "flush": ("Ad Jd 8d 5d 2d", "Kh Th JK 4h 3h"),
    "straight": ("9c 8d 7h 6s 5c", "Ac 2d JK 4s 5c"),
    "three of a kind": ("8c 8d 8h Ks 3c", "Ac Ad JK 9s 4c"),
    "two pair": ("3c 3d 2h 2s Kc", "Kc Kd JK Ah 7s"),
    "two pair or better": ("3c 3d 2h 2s Kc",),
    "pair of aces": ("Ac Ad Jh 8s 3c", "JK Ad Jh 8s 3c"),
}
# Ranks far apart and suits mixed, so that they make nothing beside the hand a row is about.
_DULL: Final = (
    *("4c", "8s", "Jd", "6h", "2s", "Kh", "9d", "3h", "7c", "Qd", "5s", "Tc", "Ah", "4d"),
    *("8h", "Js", "6c", "2d", "Kd", "9s", "3c", "7h", "Qc", "5d", "Ts", "As"),
)


def spare(used: list[str]) -> list[str]:
    """Dull cards of ranks that the named cards do not have; no rank twice among the first."""
    ranks = {card[0] for card in used}
    left = [card for card in _DULL if card[0] not in ranks]
    return left if len(left) > 5 else [card for card in _DULL if card not in used]


_BY_RANKING: Final = {
    "five-card": FIVE,
    "joker-five-card": DRAW,
    "six-card": SIX,
    "three-card": THREE,
    "two-card": TWO,
    "none": WIN_ALL,
}


def hand_for(table: Paytable, row: str, place: int) -> str:
    several = _BY_RANKING[table.ranking][row]
    return several[place % len(several)]


def after_last(wager: str, rows: list[str]) -> str:
    """The hand just below a table's last row."""
    if wager == "winem-all":
        return "two of the three"
    below = {
        "pair of tens or better": "pair of nines",
        "pair of 6s to 10s": "pair of fives",
        "two pair": "pair of aces",
        "two pair or better": "pair of aces",
        "pair": "nothing",
        "straight": "flush" if wager == "progressive" else "nothing",
    }
    if rows[-1] == "three of a kind":
        return "straight" if "ace, king and queen of spades" in rows else "two pair"
    return below[rows[-1]]


# Hands above or between the rows, where a ruling says how they are paid.
ABOVE: Final[dict[tuple[str, str], tuple[tuple[str, str], ...]]] = {
    ("let-it-ride", "three-card-bonus"): (
        ("suited ace, king and queen, paid as a straight flush", "Ad Kd Qd"),
    ),
    ("mississippi-stud", "three-card-bonus"): (
        ("mini royal, paid as a straight flush", "Ad Kd Qd"),
    ),
    ("235-stud", "two-card"): (
        ("straight flush, paid once", "8h 7h"),
        ("straight with the ace low", "Ac 2d"),
    ),
}
_RUN: Final = {  # what every progressive round of a game shows
    "235-stud": (
        *("235 1.B(2)", "235 1.B(3)", "235 1.B(5)", "235 6.G", "235 11.D(3)", "235 11.D(4)"),
        *("235 11.D(5)", "235 12.F(1)", "235 12.G", "235 12.H", "G6", "G8", "G10", "G11", "G12"),
    ),
    "let-it-ride": (
        *("LIR .01B(2)", "LIR .10A(1)(c)", "LIR .10A(1)(d)", "LIR .11E(5)", "LIR .12F(1)"),
        *("LIR .12G", "LIR .12H", "G6", "G8", "G10", "G11", "G12", "L13"),
    ),
    "mississippi-stud": (
        *("MS 1.B(3)", "MS 1.B(4)", "MS 1.B(8)", "MS 10.A(2)(b)", "MS 10.A(3)", "MS 11.I(3)"),
        *("MS 11.I(4)", "MS 12.C(3)(a)", "MS 12.C(4)", "MS 12.C(5)", "MS 11.H"),
        *("G6", "G8", "G10", "G11", "G12", "M1"),
    ),
}
SHOWS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("235-stud", "two-card"): ("235 6.F", "235 11.D(2)", "G4", "S2", "S3"),
    ("235-stud", "three-card"): ("235 6.E", "235 11.D(2)", "235H 11.a", "S5"),
    ("235-stud", "five-card"): ("235 6.D", "235 1.B(4)", "235 11.D(1)", "235H 11.a", "G40", "S5"),
    ("235-stud", "winem-all"): ("235H 11.b", "S1"),
    ("double-draw", "base"): ("DD .06D(10)", "DD .11D(3)", "D2"),
    ("double-draw", "bonus"): ("DD .06B", "DD .06D", "DD .11D(2)", "DD .11D(3)", "D2", "D5", "D12"),
    ("let-it-ride", "base"): (
        *("LIR .01B(1)", "LIR .01B(4)", "LIR .06C", "LIR .11D", "G1", "G5", "G40"),
    ),
    ("let-it-ride", "five-card-bonus"): ("LIR .06C", "LIR .10A(1)(b)", "LIR .11E", "G2", "L1"),
    ("let-it-ride", "three-card-bonus"): ("LIR .06D", "LIR .11E(2)", "G40"),
    ("let-it-ride", "six-card-bonus"): (
        *("LIR .06E", "LIR .10B(1)", "LIR .11E(3)", "G25", "L5", "L8"),
    ),
    ("mississippi-stud", "base"): (
        *("MS 1.B(9)", "MS 6.D", "MS 11.I(1)", "MS 11.I(2)(a)", "MS 11.I(2)(b)"),
        *("MS 11.I(2)(d)", "G1", "G5", "G40"),
    ),
    ("mississippi-stud", "three-card-bonus"): ("MS 6.E", "MS 11.H(2)", "MS 11.I(5)", "M1"),
    ("mississippi-stud", "six-card-bonus"): (
        *("MS 6.F", "MS 11.H(2)", "MS 11.I(6)", "G25", "L5", "M1"),
    ),
    **{(game, "progressive"): cited for game, cited in _RUN.items()},
}
LETTER_SHOWS: Final[dict[str, tuple[str, ...]]] = {
    "235-stud.progressive.A": ("S9",),
    "235-stud.progressive.B": ("S9",),
    "let-it-ride.three-card-bonus.B": ("G3",),
    "let-it-ride.progressive.A": ("LIR .06F",),
    "let-it-ride.progressive.B": ("G40", "L2", "L3", "L12"),
    "let-it-ride.progressive.C": ("G40", "L3"),
    "mississippi-stud.three-card-bonus.A": ("M2",),
    "mississippi-stud.three-card-bonus.B": ("G3", "M2"),
    "mississippi-stud.three-card-bonus.E": ("M2",),
    "mississippi-stud.progressive.C": ("M12",),
    "mississippi-stud.progressive.D": ("M12",),
}
