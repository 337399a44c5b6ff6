"""The paytables as the second reader read them (tests/data/second_reading.tsv), no others."""

import csv
from pathlib import Path
from typing import NamedTuple

READING = Path(__file__).parents[1] / "data" / "second_reading.tsv"
DOCUMENTS = {"235-stud": "235", "double-draw": "DD", "let-it-ride": "LIR", "mississippi-stud": "MS"}
RAISED = {"three-card-raise": "three-card", "five-card-raise": "five-card"}  # 235H 11a, S5


class Row(NamedTuple):
    clause: str
    name: str
    pays: str


def read() -> dict[tuple[str, str, str], dict[str, Row]]:
    tables: dict[tuple[str, str, str], dict[str, Row]] = {}
    with READING.open(encoding="utf-8") as lines:
        records = (line for line in lines if not line.startswith("#"))
        for line in csv.DictReader(records, delimiter="\t"):
            key = (line["document"], line["wager"], line["letter"])
            row = Row(line["clause"], line["row"], line["pays"])
            tables.setdefault(key, {})[row.name] = row
    return tables


TABLES = read()


def table(game: str, wager: str, letter: str) -> dict[str, Row]:
    return TABLES[DOCUMENTS[game], RAISED.get(wager, wager), letter]


def letters(game: str, wager: str) -> str:
    """The letters that the document gives for a wager: 'ABC'."""
    key = (DOCUMENTS[game], RAISED.get(wager, wager))
    return "".join(letter for document, of, letter in TABLES if (document, of) == key)


def dollars(text: str) -> int:
    """'$20,000' in cents."""
    return int(text.removeprefix("$").replace(",", "")) * 100


def find_row(rows: dict[str, Row], hand: str, pair: int = 0) -> Row | None:
    """The row that pays a hand as named by `hands`; a pair of five cards needs its rank."""
    for name in names_for(hand, pair):
        if name in rows:
            return rows[name]
    return None


def names_for(hand: str, pair: int) -> list[str]:
    """Row names under which a hand may be listed, the most particular first."""
    if hand.startswith("super royal of "):
        suit = hand.removeprefix("super royal of ")
        group = "diamonds" if suit == "diamonds" else "hearts, spades or clubs"
        return [f"super royal of {group}", "super royal"]
    if hand.startswith("mini royal of "):
        suit = hand.removeprefix("mini royal of ")
        group = "spades" if suit == "spades" else "hearts, diamonds or clubs"
        # M2: where a table has no mini royal it is the straight flush that it also is.
        return [f"ace, king and queen of {group}", "mini royal", "straight flush"]
    if hand == "pair" and pair:
        names = []
        if pair >= 10:
            names.append("pair of tens or better")
        if pair >= 11:
            names.append("pair of jacks or better")
        if 6 <= pair <= 10:
            names.append("pair of 6s to 10s")
        return names
    return [hand]
