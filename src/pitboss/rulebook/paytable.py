"""Paytables: rows as the felt prints them, read from paytables.toml into what they mean."""

import re
from collections.abc import Iterable, Mapping
from math import gcd, lcm
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.cards import RANK_NAMES, SUIT_NAMES
from pitboss.citations import Citation, Label
from pitboss.errors import PitbossError
from pitboss.money import Cents, format_short, is_whole, parse_amount
from pitboss.rankings import RANKINGS, Hand, Ranking

# Ruling G1: "to" is winnings on top of the stake; "for" includes a stake already collected.


class To(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    odds: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.odds:,} to {self.per:,}"


class For(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    odds: int
    per: int = 1

    def __str__(self) -> str:
        return f"{self.odds:,} for {self.per:,}"


class Fixed(msgspec.Struct, frozen=True, tag=True):
    """A sum of money whatever the stake (ruling L5)."""

    cents: Cents

    def __str__(self) -> str:
        return format_short(self.cents)


class Share(msgspec.Struct, frozen=True, tag=True):
    """A part of a progressive meter: 100 percent resets it, less only takes it down (ruling G9)."""

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}% of {self.meter}"


class Push(msgspec.Struct, frozen=True, tag=True):
    def __str__(self) -> str:
        return "push"


Pays = To | For | Fixed | Share | Push


class Terms(NamedTuple):
    """What a row pays for a stake: a multiple of the stake, plus a fixed sum."""

    times: int = 0
    per: int = 1
    flat: int = 0

    def amount(self, stake: int) -> Cents:
        """The payment in whole cents, rounded down: the one place where odds meet a stake."""
        return Cents(stake * self.times // self.per + self.flat)


def payment_terms(pays: Pays | None, collected: bool) -> Terms:
    """What a row pays on top of a stake left on the layout, or for one that was collected.

    Rulings G1, G2. A share of a meter depends on no stake and has no terms.
    """
    match pays:
        case To(odds, per):
            return Terms(odds + per * collected, per)
        case For(odds, per):
            return Terms(odds - per * (not collected), per)
        case Fixed(cents):  # ruling L5
            return Terms(flat=cents)
        case Push():
            return Terms(int(collected))
    return Terms()


def pays_fault(pays: object) -> tuple[str, str] | None:
    """Why no row can have this payout, and what to write instead; None if one can."""
    match pays:
        case To(odds, per) | For(odds, per) if not (is_whole(odds) and is_whole(per)):
            return f"a row cannot pay {pays!r}", "give whole numbers"
        case Fixed(number) | Share(number, _) if not is_whole(number):
            return f"a row cannot pay {pays!r}", "give whole numbers"
        case To(odds, per) | For(odds, per) if odds < 1 or per < 1:
            return f"a row cannot pay {pays}", "give odds from 1 up"
        case For(odds, per) if odds < per:
            return f"a row cannot pay {pays}, less than the stake", "give at least 1 for 1"
        case Fixed(cents) if cents < 1:
            return f"a row cannot pay {cents} cents", "give an amount from 1 cent up"
        case Share(percent, _) if not 1 <= percent <= 100:
            return f"a row cannot pay {pays}", "give a share from 1 to 100 percent"
        case To() | For() | Fixed() | Share() | Push():
            return None
    return f"a row cannot pay {pays!r}", 'give text, as in "8 to 1"'


def exact_stake(tables: Iterable["Paytable"]) -> int:
    """The least stake for which all odds of these tables pay whole units.

    A unit is a cent where some row pays a sum of money, and then the stake is in whole dollars.
    """
    terms = [payment_terms(row.pays, False) for table in tables for row in table.rows]
    return lcm(*(per for _, per, _ in terms), 100 if any(flat for *_, flat in terms) else 1)


class Row(msgspec.Struct, frozen=True):
    """One line of a paytable: which hands it takes, what it pays, and by which clause."""

    name: Label[str]
    category: str  # of the table's ranking
    pays: Pays
    clause: Citation
    or_better: bool = False
    ranks: tuple[int, int] = (0, 12)  # lowest and highest rank it takes
    suits: tuple[int, ...] = ()  # the suits it takes, all when empty


class Paytable(msgspec.Struct, frozen=True):
    key: str  # "let-it-ride.progressive.B"
    letter: str
    clause: Citation
    ranking: str
    rows: tuple[Row, ...]
    cards: str = ""  # the game's hand it is paid on, where not the wager's own
    # By name, the least initial and reset amount, highest meter first.
    meters: dict[str, Cents] = {}
    meter_clauses: Label[dict[str, str]] = {}

    def __repr__(self) -> str:
        return f"<Paytable {self.key}: {len(self.rows)} rows>"

    def row_for(self, hand: Hand) -> Row | None:
        """The highest row that takes the hand, and no other (MS 12.C(2), ruling G5)."""
        ranking = RANKINGS[self.ranking]
        category = hand.category
        while category:
            strength = _strength(ranking, category)
            for row in self.rows:
                if _takes(row, ranking, hand, category, strength):
                    return row
            # Ruling M2: a table without this row pays the hand as the category that it also is.
            category = _counts_as(ranking, category)
        return None


Tables = dict[str, dict[str, Paytable]]  # wager → letter → table


def _takes(row: Row, ranking: Ranking, hand: Hand, category: str, strength: int) -> bool:
    if row.or_better:
        return strength >= _strength(ranking, row.category)
    if row.category != category:
        return False
    if row.suits and hand.suit not in row.suits:
        return False
    return row.ranks == (0, 12) or row.ranks[0] <= hand.ranks[0] <= row.ranks[1]


def _strength(ranking: Ranking, category: str) -> int:
    for place, named in enumerate(ranking.categories):
        if named.name == category:
            return len(ranking.categories) - place
    return 0


def _counts_as(ranking: Ranking, category: str) -> str:
    return next((c.counts_as for c in ranking.categories if c.name == category), "")


class BadRow(PitbossError):
    """A row whose name or payment cannot be read, or whose payment cannot be made."""


MAX_ODDS: Final = 1_000_000
_PAYS: Final = re.compile(
    r"(?P<odds>[\d,]{1,9}) (?P<word>to|for) (?P<per>[\d,]{1,9})"
    r"|(?P<fixed>\$[\d,]{1,12}(?:\.\d\d)?)"
    r"|(?P<percent>\d{1,3})% of (?P<meter>[\w-]+)|(?P<push>push)",
    re.ASCII,
)
_PAYMENTS: Final = 'write "5 to 1", "3 to 2", "5 for 1", "$500", "10% of meter" or "push"'
_RANK_WORDS: Final = {
    **{f"{name}s": rank for rank, name in enumerate(RANK_NAMES)},
    **{name: rank for rank, name in enumerate(RANK_NAMES)},
    **{word: rank for rank, word in enumerate(("twos", "threes", "fours", "fives", "sixes"))},
    **{word: rank for rank, word in enumerate(("sevens", "eights", "nines", "tens"), 5)},
}


def parse_pays(text: str) -> Pays:
    """What a row pays, as the felt prints it; refuses odds of nothing and sums of nothing."""
    match = _PAYS.fullmatch(" ".join(text.split()))
    if match is None:
        raise BadRow(f"{text[:40]!r} is not a payment", what_to_do=_PAYMENTS)
    if match["word"]:
        odds, per = (int(match[part].replace(",", "") or "0") for part in ("odds", "per"))
        if not (1 <= odds <= MAX_ODDS and 1 <= per <= MAX_ODDS):
            most = f"give odds from 1 to {MAX_ODDS:,}"
            raise BadRow(f"no row can pay {text!r}", what_to_do=most)
        return reduced(To(odds, per) if match["word"] == "to" else For(odds, per))
    if match["fixed"]:
        cents = parse_amount(match["fixed"])
        if cents < 1:
            raise BadRow(f"no row can pay {text!r}", what_to_do="give an amount above $0")
        return Fixed(cents)
    if match["percent"]:
        if not 1 <= int(match["percent"]) <= 100:
            raise BadRow(f"no row can pay {text!r}", what_to_do="give a share from 1% to 100%")
        return Share(int(match["percent"]), match["meter"])
    return Push()


def reduced(pays: Pays) -> Pays:
    """The same payment in lowest terms: "6 to 4" is "3 to 2"."""
    if not isinstance(pays, To | For):
        return pays
    common = gcd(pays.odds, pays.per) or 1
    return type(pays)(pays.odds // common, pays.per // common)


def parse_row(
    name: str,
    pays: str,
    clause: str,
    ranking: Ranking | None,
    hand_names: Mapping[str, str] = {},
) -> Row:
    """A row's name says which hands it takes: a category, then ranks, suits or "or better".

    `hand_names` has the document's words for a category, where they are not the ranking's.
    """
    if ranking is None:  # a wager that no hand of its own decides
        return Row(name, name, parse_pays(pays), clause)
    words = {hand_names.get(c.name, c.name): c.name for c in ranking.categories}
    printed = next((w for w in sorted(words, key=len, reverse=True) if name.startswith(w)), None)
    if printed is None:
        raise BadRow(
            f"{name[:40]!r} names no hand of the {ranking.key} ranking",
            what_to_do=f"begin with one of {', '.join(words)}",
        )
    category, rest = words[printed], name[len(printed) :].removeprefix("s")
    row = Row(name, category, parse_pays(pays), clause)
    if not rest:
        return row
    if rest == " or better":
        return msgspec.structs.replace(row, or_better=True)
    if match := re.fullmatch(r" of (\w+)(?: or (better)| to (\w+))?", rest):
        lowest = _RANK_WORDS.get(match[1])
        highest = 12 if match[2] else _RANK_WORDS.get(match[3] or match[1])
        if lowest is not None and highest is not None:
            if lowest > highest:
                raise BadRow(f"{name!r} takes no rank", what_to_do="name the lower rank first")
            return msgspec.structs.replace(row, ranks=(lowest, highest))
    suits = re.split(r", | or ", rest.removeprefix(" of "))
    if not rest.startswith(" of ") or not set(suits) <= set(SUIT_NAMES):
        raise BadRow(
            f"{name[:40]!r} names no ranks or suits after {printed!r}",
            what_to_do=f'write "{printed} of tens or better", "{printed} of 7s to 10s", '
            f'"{printed} of hearts or spades" or "{printed} or better"',
        )
    return msgspec.structs.replace(row, suits=tuple(SUIT_NAMES.index(suit) for suit in suits))


_NUMERALS: Final = {
    "1": [f"({n})" for n in range(1, 21)],
    "a": [f"({c})" for c in "abcdefghijklmnop"],
    "i": ["(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)", "(vii)", "(viii)", "(ix)", "(x)"],
}
NOT_ROWS: Final = {"clause", "items", "ranking", "cards", "meters"}


def read_table(
    key: str, letter: str, entry: dict[str, Any], hand_names: Mapping[str, str] = {}
) -> Paytable:
    """One table of paytables.toml. `items` numbers its rows under the clause: "1", "a", "i" or a
    list.
    """
    clause, items = entry["clause"], entry.get("items", "")
    printed = [(name, pays) for name, pays in entry.items() if name not in NOT_ROWS]
    labels = _NUMERALS.get(items, [items]) if isinstance(items, str) else items
    ranking = RANKINGS.get(entry["ranking"])
    rows = tuple(
        parse_row(name, pays, clause + label, ranking, hand_names)
        for (name, pays), label in zip(printed, labels, strict=False)
    )
    assert len(rows) == len(printed), f"{key}.{letter} has rows without a number"
    meters = {name: parse_amount(least) for name, (least, _) in entry.get("meters", {}).items()}
    return Paytable(
        f"{key}.{letter}",
        letter,
        clause,
        entry["ranking"],
        rows,
        cards=entry.get("cards", ""),
        meters=meters,
        meter_clauses={name: cited for name, (_, cited) in entry.get("meters", {}).items()},
    )
