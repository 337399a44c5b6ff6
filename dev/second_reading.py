"""Reads every payout figure out of the five source documents, a second time.

    python dev/second_reading.py SEEDS_DIR > tests/data/second_reading.tsv

It shares nothing with the rulebook: a line parser finds the rows, and READ_BY_EYE holds the same
figures as a person read them off the page, block by block; the two must agree before anything is
written. Standard library only.
"""

import re
import sys
from collections import Counter
from pathlib import Path

FILES = {
    "235": "000_d86a7a3f9edc7fd2.txt",
    "DD": "001_c9ef404680d30a2d.txt",
    "LIR": "002_fd7237a5fe026aa8.txt",
    "235H": "003_fd27c77a21845688.txt",
    "MS": "004_34616bb4830c0bc7.txt",
}
STARTS = {  # the heading of the payout section, and the heading after it
    "235": ("Chapter 12 - Payout Odds.", "Chapter 13", "235 12."),
    "DD": (".12 Payout Odds.", ".13 Irregularities", "DD .12"),
    "LIR": (".12 Payout Odds.", ".13 Irregularities", "LIR .12"),
    "MS": ("Chapter 12 - Payout Odds; Envy Bonus; Rate", "Chapter 13", "MS 12."),
}
BLOCKS = {  # the clause that opens a block of figures -> the wager it belongs to
    "235 12.A": "two-card",
    "235 12.B": "three-card",
    "235 12.C": "five-card",
    "235 12.D": "winem-all",
    "235 12.E": "progressive",
    "235 12.F": "reset",
    "235 12.I": "envy-1",
    "235 12.J": "envy-5",
    "235 12.K": "limit",
    "DD .12A": "base",
    "DD .12B": "bonus",
    "LIR .12A": "base",
    "LIR .12B": "five-card-bonus",
    "LIR .12C": "three-card-bonus",
    "LIR .12D": "six-card-bonus",
    "LIR .12E": "progressive",
    "LIR .12F": "reset",
    "LIR .12I": "envy-1",
    "LIR .12J": "envy-5",
    "MS 12.A": "base",
    "MS 12.B": "limit",
    "MS 12.C(1)": "progressive",
    "MS 12.C(3)": "reset",
    "MS 12.C(6)": "envy-1",
    "MS 12.C(7)": "envy-5",
    "MS 12.D": "three-card-bonus",
    "MS 12.E": "six-card-bonus",
}
OTHER_SUITS = "ace, king and queen of hearts, diamonds or clubs"
HANDS = {  # the documents' words, lower case, hyphens as spaces -> our row names
    "royal flush": "royal flush",
    "5 card royal flush": "royal flush",
    "straight flush": "straight flush",
    "5 card straight flush": "straight flush",
    "four of a kind": "four of a kind",
    "full house": "full house",
    "flush": "flush",
    "straight": "straight",
    "three of a kind": "three of a kind",
    "two pair": "two pair",
    "pair": "pair",
    "pair of tens, jack, queens, kings or aces": "pair of tens or better",
    "pair of two tens, jacks, queens, kings or aces": "pair of tens or better",
    "pair 10's or better": "pair of tens or better",
    "pair of jacks or better": "pair of jacks or better",
    "pair of 6s to 10s": "pair of 6s to 10s",
    "five aces": "five aces",
    "natural royal flush": "natural royal flush",
    "wild royal flush": "wild royal flush",
    "mini royal": "mini royal",
    "mini royal (ace, king, queen suited)": "mini royal",
    "super royal of diamonds": "super royal of diamonds",
    "super royal of hearts, spades or clubs": "super royal of hearts, spades or clubs",
    "super royal of hearts, spades, or clubs": "super royal of hearts, spades or clubs",
    "super royal of diamonds, hearts, spades, or clubs": "super royal",
    "ace, king, queen": "ace, king and queen of spades",  # LIR .12E(2)(a) names no suit: ruling L2
    "ace, king, queen of spades": "ace, king and queen of spades",
    "ace, king, queen of hearts, diamonds, or clubs": OTHER_SUITS,
    "ace, king, queen of diamonds, hearts or clubs": OTHER_SUITS,
}
READ_BY_EYE = {
    ("235", "two-card", "A"): "1 1 1",
    ("235", "three-card", "A"): "50 20 10 5 3 1",
    ("235", "five-card", "A"): "500 250 100 25 20 15 7 3 1",
    ("235", "winem-all", "A"): "12",
    ("235", "progressive", "A"): "100% 10% 300 50 40 30 9",
    ("235", "progressive", "B"): "100% 10% 300 50 40 30 9",
    ("235", "progressive", "C"): "100%major 100%minor 300 50 40 30 9",
    ("235", "progressive", "D"): "100%mega 100%major 100%minor 50 40 30 9",
    ("235", "reset", "A"): "10000",
    ("235", "reset", "B"): "2000",
    ("235", "reset", "C"): "10000 1000",
    ("235", "reset", "D"): "10000 1000 250",
    ("235", "envy-1", "A"): "1000 300",
    ("235", "envy-1", "B"): "1000 300",
    ("235", "envy-1", "C"): "1000 300",
    ("235", "envy-1", "D"): "1000 300",
    ("235", "envy-5", "A"): "5000 1500",
    ("235", "envy-5", "B"): "5000 1500",
    ("235", "envy-5", "C"): "5000 1500",
    ("235", "envy-5", "D"): "5000 1500",
    ("235", "limit", "all"): "50000 minimum",
    ("DD", "base", "A"): "1",
    ("DD", "bonus", "A"): "500 100 50 50 20 5 3 2 1 push",
    ("DD", "bonus", "B"): "500 100 50 50 20 5 3 2 push push",
    ("LIR", "base", "A"): "1000 200 50 11 8 5 3 2 1",
    ("LIR", "base", "B"): "500 100 25 15 10 5 3 2 1",
    ("LIR", "base", "C"): "100 50 30 15 9 6 3 2 1",
    ("LIR", "five-card-bonus", "A"): "20000 2000 150 75 50 25 4 3 2",
    ("LIR", "five-card-bonus", "B"): "20000 2000 200 75 50 25 5 4 1",
    ("LIR", "five-card-bonus", "C"): "20000 2000 100 75 50 25 9 6",
    ("LIR", "five-card-bonus", "D"): "10000 2000 200 75 50 25 5 4 1",
    ("LIR", "five-card-bonus", "E"): "10000 2000 200 100 50 25 10 6",
    ("LIR", "five-card-bonus", "F"): "10000 2000 100 75 50 25 9 6",
    ("LIR", "five-card-bonus", "G"): "20000 2000 300 150 50 25 5",
    ("LIR", "three-card-bonus", "A"): "40 30 6 4 1",
    ("LIR", "three-card-bonus", "B"): "40 30 5 4 1",
    ("LIR", "three-card-bonus", "C"): "40 30 6 3 1",
    ("LIR", "six-card-bonus", "A"): "1000000 100000 1000 200 50 20 15 10 5",
    ("LIR", "six-card-bonus", "B"): "100000 100000 1000 200 50 20 15 10 5",
    ("LIR", "progressive", "A"): "100% 10% 300 50 40 30 9",
    ("LIR", "progressive", "B"): "100% 500 70 60 6",
    ("LIR", "progressive", "C"): "100% 500 100 90",
    ("LIR", "reset", "all"): "1000",
    ("LIR", "envy-1", "A"): "1000 300",
    ("LIR", "envy-1", "B"): "100 25",
    ("LIR", "envy-1", "C"): "100 25",
    ("LIR", "envy-5", "A"): "5000 1500",
    ("LIR", "envy-5", "B"): "500 125",
    ("LIR", "envy-5", "C"): "500 125",
    ("235H", "two-card", "A"): "1 1 1",
    ("235H", "three-card", "A"): "50 20 10 5 3 1",
    ("235H", "five-card", "A"): "500 250 100 25 20 15 7 3 1",
    ("MS", "base", "A"): "500 100 40 10 6 4 3 2 1 push",
    ("MS", "limit", "all"): "50000 minimum",
    ("MS", "progressive", "A"): "100% 10% 300 50 40 30 9",
    ("MS", "progressive", "B"): "100%major 100%minor 300 50 40 30 9",
    ("MS", "progressive", "C"): "100%mega 100%major 100%minor 50 40 30 10",
    ("MS", "progressive", "D"): "100%mega 100%major 100%minor 50 40 30 9",
    ("MS", "reset", "A"): "10000",
    ("MS", "reset", "B"): "1000 250",
    ("MS", "reset", "C"): "10000 1000 250",
    ("MS", "reset", "D"): "10000 1000 250",
    ("MS", "envy-1", "A"): "1000 300",
    ("MS", "envy-1", "B"): "1000 300",
    ("MS", "envy-1", "C"): "1000 300",
    ("MS", "envy-1", "D"): "1000 300",
    ("MS", "envy-5", "A"): "5000 1500",
    ("MS", "envy-5", "B"): "5000 1500",
    ("MS", "envy-5", "C"): "5000 1500",
    ("MS", "envy-5", "D"): "5000 1500",
    ("MS", "three-card-bonus", "A"): "40 30 6 4 1",
    ("MS", "three-card-bonus", "B"): "40 30 5 4 1",
    ("MS", "three-card-bonus", "C"): "50 40 30 5 4 1",
    ("MS", "three-card-bonus", "D"): "50 40 30 6 3 1",
    ("MS", "three-card-bonus", "E"): "40 30 6 3 1",
    ("MS", "three-card-bonus", "F"): "50 40 30 6 4 1",
    ("MS", "six-card-bonus", "A"): "1000000 100000 1000 200 50 20 15 10 5",
    ("MS", "six-card-bonus", "B"): "100000 1000 200 50 20 15 10 5",
}
NOTES = """\
A second, independent reading of every payout figure of the five source documents;
made by dev/second_reading.py.
Columns: document, clause of the row, wager, letter, row, pays.
Wagers `envy-1`, `envy-5`: what a seat with that progressive stake gets; `reset`: the least
initial and reset amount of the meter named in the row; `limit`: the two terms of which the
greater is the ceiling.
Letter `A` where the document has one table, `all` where one figure serves every letter.
Doubtful places, read as the rulings say:
  LIR .12E(2)(a)  "Ace, King, Queen" names no suit; spades by L2 ((b) and .12I(2)(a) name the rest).
  LIR .12E(2)(g)  the straight is printed (g) after (d); there is no (e) or (f).
  LIR .12E(2)-(3) no flush and no pair: B pays neither, C no straight either.
  LIR .12A(1)(e), .12A(2)(e), 235 12.C(5), MS 12.A(5)  "payout shall is": read as "is".
  LIR .12D(2)(a)-(b)  two rows with one sum; MS 12.E(2)(a) prints the same as a single row.
  DD .12A  gives odds but no hand; "two pair or better" by D2, the lowest hand of .06D.
  DD .12B(1)(c)-(d)  wild royal and straight flush both 50 to 1, as printed.
  235 12.E(1), (2)  tables A and B are the same but for the reset minimum (12.F(2)(a)-(b)).
  MS 12.C(1)(c), (d)  differ in three of a kind only: 10 for 1 against 9 for 1.
  235 12.B-C, 235H 11a  a raise is paid as its bet; no rows of its own.
  235H 11b  says that the Hat Trick "pays odds" and gives none; 235 12.D has the 12 to 1.
  MS 11.I(2)(b)  repeats the push of 12.A(10) and agrees with it."""


def successor(label: str, kind: str) -> str:
    if kind == "number":
        return str(int(label) + 1)
    if kind == "letter":
        return chr(ord(label) + 1)
    romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    return romans[romans.index(label) + 1]


def first_kind(label: str) -> str:
    return {"1": "number", "a": "letter", "i": "roman"}.get(label, "")


class Place:
    """The clause being read: a stack of (kind, label) under the section's capital letter."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.capital = ""
        self.stack: list[tuple[str, str]] = []
        self.ended = False

    def enter(self, label: str) -> None:
        homes = [n for n, (k, last) in enumerate(self.stack) if successor(last, k) == label]
        if homes:
            # "(4)" may continue two open lists; a full stop has closed the inner one.
            home = homes[0] if self.ended and len(homes) > 1 else homes[-1]
            kind = self.stack[home][0]
            self.stack = [*self.stack[:home], (kind, label)]
        elif first_kind(label):
            self.stack.append((first_kind(label), label))
        else:  # LIR .12E(2)(g): a gap in the lettering
            kind, last = self.stack[-1]
            if kind != "letter" or not last < label:
                raise ValueError(f"cannot place ({label}) after {self}")
            self.stack[-1] = (kind, label)

    def __str__(self) -> str:
        return self.prefix + self.capital + "".join(f"({label})" for _, label in self.stack)


def statements(document: str, text: str) -> list[tuple[str, str]]:
    """(clause, words) for each numbered item of the payout section."""
    start, end, prefix = STARTS[document]
    at = text.rindex(start)
    lines = text[at + len(start) : text.index(end, at)].replace("\\$", "$").splitlines()
    path = Place(prefix)
    clauses: list[tuple[str, str]] = []
    for raw in lines:
        line = raw.strip().removeprefix("- ").strip("* ")
        if not line or line.startswith(("Maryland State", "Standard Rules")):
            continue
        if capital := re.match(r"([A-Z])\. +(.*)", line):
            path.capital, path.stack, words = capital[1], [], capital[2]
        elif item := re.match(r"\(([0-9]+|[a-z]+)\) *(.*)", line):
            path.enter(item[1])
            words = item[2]
        elif not clauses:  # the rest of the heading
            continue
        else:
            clauses[-1] = (clauses[-1][0], f"{clauses[-1][1]} {line}")
            path.ended = line.endswith(".")
            continue
        path.ended = words.endswith(".")
        clauses.append((str(path), re.sub(r"\s+", " ", words)))
    return clauses


def tidy_pays(words: str) -> str:
    words = words.strip(" ;.").removesuffix("; or").removesuffix("; and").strip(" ;.,")
    if re.fullmatch(r"(a )?push", words, re.IGNORECASE):
        return "push"
    if meter := re.fullmatch(r"(\d+) percent of (\w+)( Progressive)?", words):
        return f"{meter[1]}% of {meter[2].lower()}"
    if money := re.fullmatch(r"\$ ?([\d,]+)", words):
        return f"${money[1]}"
    if re.fullmatch(r"[\d,]+ (to|for) 1", words):
        return words
    raise ValueError(f"not a payout: {words!r}")


def row_name(words: str) -> str:
    plain = words.strip(" ,").lower().replace("- ", " ").replace("-", " ")
    return HANDS[re.sub(r"^(an?|the) ", "", plain)]


Row = tuple[str, str, str, str, str, str]


def regulation_rows(document: str, text: str) -> list[Row]:
    rows: list[Row] = []
    wager, block, letter = "", "", "A"
    for clause, words in statements(document, text):
        if clause in BLOCKS:
            wager, block, letter = BLOCKS[clause], clause, "A"
        elif not block or not clause.startswith(block):
            wager = block = ""
            continue
        if table := re.match(r"Paytable ([A-G])\b", words):
            letter = table[1]
            continue
        row = re.match(r"For (.+) the payout(?: shall)? is (.+)", words)
        row = row or re.match(r"For (.+), (\$.+)", words)  # the envy tables leave out the verb
        if row:
            pays = tidy_pays(row[2])
            rows.append((document, clause, wager, letter, row_name(row[1]), pays))
        elif wager == "winem-all" or (document, wager) == ("DD", "base"):
            odds = re.search(r"odds of (\d+ to 1)", words)
            assert odds
            name = "all three bets win" if wager == "winem-all" else "two pair or better"
            rows.append((document, clause, wager, "A", name, odds[1]))
        elif wager == "reset" and "$" in words:
            if amount := re.match(r"\$([\d,]+) for Paytable ([A-D])", words):
                letter, meter = amount[2], "meter"
            elif amount := re.match(r"\$([\d,]+) for (Mega|Major|Minor) Progressive", words):
                meter = amount[2].lower()
            else:
                amount = re.search(r"shall be at least \$([\d,]+)", words)
                letter, meter = "all", "meter"
            assert amount
            rows.append((document, clause, wager, letter, meter, f"at least ${amount[1]}"))
        elif wager == "limit" and clause != block:
            pays = "$50,000" if "$50,000" in words else "most one hand wins at the minimum"
            rows.append((document, clause, wager, "all", "greater of", pays))
    return rows


def operator_rows(text: str) -> list[Row]:
    """235H prints three tables of HAND and PAYS; a row is cited by its table and place."""
    rows: list[Row] = []
    tables = re.findall(r"# (\d)-Card Poker\s+HAND\tPAYS\n((?:.+\t.+\n?)+)", text)
    for size, body in tables:
        wager = {"2": "two-card", "3": "three-card", "5": "five-card"}[size]
        place = 0
        for line in body.strip().splitlines():
            hands, pays = line.split("\t")
            for hand in hands.split(", ") if size == "2" else [hands]:
                place += 1
                clause = f"235H {size}-Card Poker({place})"
                rows.append(("235H", clause, wager, "A", row_name(hand), tidy_pays(pays)))
    return rows


def as_read(pays: str) -> str:
    """The short form used in READ_BY_EYE."""
    if pays.startswith("most"):
        return "minimum"
    pays = pays.removeprefix("at least ").replace(",", "").replace("$", "")
    if meter := re.fullmatch(r"(\d+%) of (\w+)", pays):
        return meter[1] + ("" if meter[2] == "meter" else meter[2])
    return re.sub(r" (to|for) 1$", "", pays)


def read_all(seeds: Path) -> list[Row]:
    rows: list[Row] = []
    for document, name in FILES.items():
        text = (seeds / name).read_text(encoding="utf-8")
        rows += operator_rows(text) if document == "235H" else regulation_rows(document, text)
    blocks: dict[tuple[str, str, str], list[str]] = {}
    for document, _, wager, letter, _, pays in rows:
        blocks.setdefault((document, wager, letter), []).append(as_read(pays))
    parsed = {key: " ".join(figures) for key, figures in blocks.items()}
    if parsed != READ_BY_EYE:
        for key in sorted(parsed.keys() | READ_BY_EYE.keys()):
            if parsed.get(key) != READ_BY_EYE.get(key):
                print(key, parsed.get(key), "by eye:", READ_BY_EYE.get(key), file=sys.stderr)
        raise SystemExit("the parse and the reading by eye differ")
    return rows


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    rows = read_all(Path(sys.argv[1]))
    for line in NOTES.splitlines():
        print(f"# {line}")
    counts = Counter(row[0] for row in rows)
    each = ", ".join(f"{document} {n}" for document, n in counts.items())
    print(f"# Figures: {each}; {len(rows)} in all.")
    print("document\tclause\twager\tletter\trow\tpays")
    for row in rows:
        print("\t".join(row))


if __name__ == "__main__":
    main()
