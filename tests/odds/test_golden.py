"""The golden figures of tests/odds against the product, formulas, publications, a second count."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from kit import second_count
from oracle import tables as second_reading
from pitboss.library.rules_file import read_rules
from pitboss.money import parse_amount
from pitboss.odds import Price, price, priced_game
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.rulebook import GAMES

FILES = sorted(Path(__file__).parent.glob("*.odds"))
CHECKOUT = Path(__file__).parents[2]


class Row(NamedTuple):
    hand: str
    pays: str
    combinations: int
    formula: str


class Table(NamedTuple):
    game: str
    rules: str  # the file of an own game
    wager: str
    letter: str
    stake: int
    total: int
    of: str
    rows: tuple[Row, ...]
    meters: dict[str, int]
    figures: dict[str, Fraction]
    decisions: dict[tuple[str, str], int]
    published: dict[str, str]

    def __str__(self) -> str:
        return f"{self.game} {self.wager} {self.letter}"


def read(path: Path) -> Iterator[Table]:
    game = rules = wager = ""
    fields: dict[str, Any] = {}
    for text in [*path.read_text(encoding="utf-8").splitlines(), "table | end"]:
        if not text or text.startswith("#"):
            continue
        key, *values = text.split(" | ")
        match key:
            case "game":
                (game,) = values
            case "rules":
                (rules,) = values
            case "wager":
                (wager,) = values
            case "table":
                if fields:
                    yield Table(game, rules, wager, **fields)
                fields = {"letter": values[0], "rows": (), "meters": {}, "figures": {}}
                fields |= {"decisions": {}, "published": {}}
            case "stake":
                fields["stake"] = int(values[0])
            case "total":
                fields["total"], fields["of"] = int(values[0]), values[1]
            case "row":
                hand, pays, combinations, *formula = values
                fields["rows"] += (Row(hand, pays, int(combinations), "".join(formula)),)
            case "meter":
                fields["meters"][values[0]] = int(values[1])
            case "decision":
                fields["decisions"][values[0], values[1]] = int(values[2])
            case "published":
                fields["published"][values[0]] = values[1]
            case _:
                fields["figures"][key] = Fraction(values[0])


TABLES = [table for path in FILES for table in read(path)]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def worked_out(formula: str) -> int:
    assert re.fullmatch(r"[\dC(),*+\- ]+", formula), formula
    return int(eval(formula, {"__builtins__": {}}, {"C": comb}))


@cache
def rules_of(game: str, rules: str) -> PricedGame:
    return read_rules(str(CHECKOUT / rules))[game] if rules else priced_game(game)


def priced(table: Table, ties: Any = "play") -> Price:
    return price(
        rules_of(table.game, table.rules), table.wager, table.letter,
        stake=table.stake, meters=table.meters or None, ties=ties,
    )  # fmt: skip


# ── the files ─────────────────────────────────────────────────────────────────────────────────────


def test_every_wager_and_letter_has_its_figures() -> None:
    own = {table.game: table.rules for table in TABLES if table.rules}
    assert {CHECKOUT / rules for rules in own.values()} == set(CHECKOUT.glob("examples/*.toml"))
    games = [*map(priced_game, GAMES), *(rules_of(*pair) for pair in own.items())]
    keys = {
        (game.game.key, wager, letter)
        for game in games
        for wager in game.wager_keys()
        for letter in game.letters(wager)
    }
    assert {(t.game, t.wager, t.letter) for t in TABLES} == keys
    assert len(TABLES) == len(keys)


def test_every_file_names_its_source() -> None:
    for path in FILES:
        comments = [line for line in path.read_text().splitlines() if line.startswith("#")]
        assert re.search(r"[Ss]ource|Follows from", " ".join(comments)), path.name


@every_table
def test_combinations_are_what_their_formulas_say(table: Table) -> None:
    assert worked_out(table.of) == table.total
    assert sum(row.combinations for row in table.rows) == table.total
    for row in table.rows:
        if row.formula not in ("", "rest"):
            assert worked_out(row.formula) == row.combinations, row.hand


def own_rows(table: Table) -> dict[str, str]:
    """The rows of an own table, read from its file without the product."""
    document = tomllib.loads((CHECKOUT / table.rules).read_text(encoding="utf-8"))
    letters = document["games"][table.game]["paytables"][table.wager]
    rows = dict(letters[table.letter])
    if "like" in rows:
        rows = letters[rows.pop("like")] | rows
    return {name: pays for name, pays in rows.items() if pays != "none"}


@every_table
def test_rows_pay_what_the_second_reader_read(table: Table) -> None:
    if table.rules:
        assert own_rows(table) == {
            row.hand: row.pays for row in table.rows if row.hand not in ("nothing", "folded")
        }
        return
    if table.wager == WHOLE_GAME and WHOLE_GAME not in {w.key for w in GAMES[table.game].wagers}:
        wager = "five-card"
    elif (table.game, table.wager) == ("double-draw", WHOLE_GAME):
        wager = "bonus"
    else:
        wager = table.wager
    read_rows = second_reading.table(table.game, wager, table.letter)
    paid = [row.pays for row in table.rows if row.hand not in ("nothing", "folded")]
    assert [row.pays for row in read_rows.values()] == paid


# ── the product ───────────────────────────────────────────────────────────────────────────────────


@every_table
def test_the_product_has_the_same_figures(table: Table) -> None:
    p = priced(table)
    assert p.total == table.total
    assert [(o.hand, o.pays, o.combinations) for o in p.outcomes] == [r[:3] for r in table.rows]
    own = {
        "house edge": p.house_edge,
        "variance": p.moments.variance,
        "hit frequency": p.hit_frequency,
        "average wager": p.average_wager,
    }
    if "average wager, ties declined" in table.figures:
        own["average wager, ties declined"] = priced(table, "decline").average_wager
    assert {name: own[name] for name in table.figures} == table.figures
    assert {(d.stage, d.choice): d.count for d in p.decisions} == table.decisions


@every_table
def test_the_product_rounds_to_what_is_published(table: Table) -> None:
    p = priced(table)
    figures = {
        "house edge": float(p.house_edge),
        "element of risk": float(p.element_of_risk or 0),
        "standard deviation": p.standard_deviation,
        "average wager": float(p.average_wager),
    } | {f"{d.stage} {d.choice}": float(d.frequency) for d in p.decisions}
    for name, figure in table.published.items():
        digits = len(figure.removesuffix(" %").partition(".")[2])
        value = figures[name] * 100 if figure.endswith("%") else figures[name]
        assert f"{value:.{digits}f}" == figure.removesuffix(" %"), name


def net_of(row: Row, table: Table) -> Fraction:
    """What a row comes to in units, read from its text alone."""
    if row.pays == "loses":
        return Fraction(-1)
    if row.pays == "push":
        return Fraction(0)
    if match := re.fullmatch(r"([\d,]+) (to|for) (\d+)", row.pays):
        return Fraction(int(match[1].replace(",", "")), int(match[3])) - (match[2] == "for")
    if match := re.fullmatch(r"(\d+)% of (\w+)", row.pays):
        return Fraction(int(match[1]) * table.meters[match[2]], 100 * table.stake) - 1
    # Ruling G2: the Five Card Bonus was collected; ruling L5: the Six Card Bonus is returned.
    return Fraction(parse_amount(row.pays), table.stake) - (table.wager == "five-card-bonus")


SIMPLE = [t for t in TABLES if not t.decisions]


@pytest.mark.parametrize("table", SIMPLE, ids=str)
def test_edge_and_variance_follow_from_the_rows(table: Table) -> None:
    results = [(net_of(row, table), row.combinations) for row in table.rows]
    mean = sum((net * n for net, n in results), Fraction(0)) / table.total
    square = sum((net * net * n for net, n in results), Fraction(0)) / table.total
    assert table.figures["house edge"] == -mean
    assert table.figures["variance"] == square - mean * mean


# ── a second count ────────────────────────────────────────────────────────────────────────────────


@cache
def golden(game: str, wager: str, letter: str = "A") -> Table:
    return next(t for t in TABLES if (t.game, t.wager, t.letter) == (game, wager, letter))


def second_pays(game: str, wager: str, letter: str) -> tuple[dict[str, int], dict[int, int]]:
    """Rows and pairs of the second reading, as the second count takes them."""
    rows: dict[str, int] = {}
    pairs: dict[int, int] = {}
    for name, row in second_reading.table(game, wager, letter).items():
        net = 0 if row.pays == "push" else int(row.pays.removesuffix(" to 1").replace(",", ""))
        match name:
            case "pair of tens or better":
                pairs |= dict.fromkeys(range(8, 13), net)
            case "pair of jacks or better":
                pairs |= dict.fromkeys(range(9, 13), net)
            case "pair of 6s to 10s":
                pairs |= dict.fromkeys(range(4, 9), net)
            case _:
                rows[name] = net
    return rows, pairs


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_let_it_ride_counted_again(letter: str) -> None:
    five = second_count.pays(*second_pays("let-it-ride", "base", letter))
    edge = -second_count.let_it_ride(five)
    assert edge == golden("let-it-ride", "base", letter).figures["house edge"]


def test_mississippi_counted_again() -> None:
    five = second_count.pays(*second_pays("mississippi-stud", "base", "A"))
    table = golden("mississippi-stud", "base")
    assert -second_count.mississippi(five) == table.figures["house edge"]
    counted = second_count.mississippi_results(five)
    staked = sum(antes * n for (antes, _), n in counted.items())
    assert Fraction(staked, table.total) == table.figures["average wager"]
    by_hand: Counter[str] = Counter()
    for (_, hand), n in counted.items():
        by_hand[hand] += n
    rows = {row.hand: row.combinations for row in table.rows}
    pairs = sum(n for hand, n in rows.items() if hand.startswith("pair"))
    assert rows["nothing"] + pairs == by_hand["pair"] + by_hand["nothing"]
    telling = {hand: n for hand, n in rows.items() if hand != "nothing" and "pair of" not in hand}
    assert telling == {hand: by_hand[hand] for hand in telling}
    progressive = {r.hand: r.combinations for r in golden("mississippi-stud", "progressive").rows}
    assert all(by_hand[hand] == n for hand, n in progressive.items() if hand != "nothing")


@pytest.mark.parametrize("letter", ["A", "half-pay"])
def test_river_stud_counted_again(letter: str) -> None:
    """Pays in half units, because of "13 to 2" and "3 to 2"."""
    table = golden("river-stud", "base", letter)
    half = {
        name: int(2 * net_of(Row(name, pays, 0, ""), table))
        for name, pays in own_rows(table).items()
    }
    ranks = {
        "pair of jacks or better": range(9, 13),
        "pair of 6s to 10s": range(4, 9),
        "pair of 7s to 10s": range(5, 9),
        "pair of jacks to kings": range(9, 12),
        "pair of aces": range(12, 13),
    }
    pairs = {rank: half[name] for name in ranks if name in half for rank in ranks[name]}
    pays = {name: net for name, net in half.items() if name not in ranks}
    lost = dict.fromkeys(second_count.HANDS, -2) | pays
    five = second_count.pays(lost, dict.fromkeys(range(13), -2) | pairs)
    assert (
        -second_count.streets(five, ((1, 2), (1, 2), (1, 2, 4)), 2) == table.figures["house edge"]
    )


def test_let_it_pair_counted_again() -> None:
    five = second_count.pays(*second_pays("let-it-ride", "base", "A"))
    table, ridden = golden("let-it-pair", "base"), golden("let-it-ride", "base")
    assert own_rows(table) == {row.hand: row.pays for row in ridden.rows if row.hand != "nothing"}
    assert -second_count.let_it_ride(five) == table.figures["house edge"]


def small_pays(wager: str, size: int) -> Any:
    """Net result of one unit on every set of two or three cards."""
    rows = second_reading.table("235-stud", wager, "A")
    named = [
        re.sub(r" of (clubs|diamonds|hearts|spades)$", "", n)
        for n in second_count.small_hands(size)
    ]
    net = {name: int(row.pays.removesuffix(" to 1")) for name, row in rows.items()}
    return np.array([net.get(name, -1) for name in named])


def test_235_counted_again() -> None:
    five = second_count.pays(*second_pays("235-stud", "five-card", "A"))
    three, two = small_pays("three-card", 3), small_pays("two-card", 2)
    edge = -second_count.stud_235(five, three, two)
    assert edge == golden("235-stud", WHOLE_GAME).figures["house edge"]


def test_winem_all_counted_again() -> None:
    five = second_count.pays(*second_pays("235-stud", "five-card", "A"))
    three, two = small_pays("three-card", 3) > 0, small_pays("two-card", 2) > 0
    wins5 = second_count.down(second_count.down((five > 0).astype(np.int64), 4), 3)
    wins2 = np.zeros(len(three), np.int64)
    for left_out in range(3):
        pair = np.delete(second_count.sets(3), left_out, axis=1)
        wins2 += two[second_count.number(pair)]
    won = golden("235-stud", "winem-all").rows[0].combinations
    assert int((three * wins2 * wins5).sum()) == won
