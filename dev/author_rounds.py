"""Compose the golden rounds of the paytables: every row of every letter of every wager.

    python dev/author_rounds.py            write them all under tests/rounds/<game>/paytables/
    python dev/author_rounds.py base_A     only those whose name contains this

Only `#`, rules, house and `>` lines are written here; what happens is derived by replaying, and
what comes next is what the table itself says is due. Stories are written by hand, not here.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dev.round_hands import ABOVE, LETTER_SHOWS, SHOWS, after_last, hand_for, spare
from pitboss.cards import parse_cards
from pitboss.money import format_cents
from pitboss.notation.replay import replay
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import Decide, Game
from pitboss.rulebook.paytable import Paytable
from pitboss.table.duties import due
from pitboss.table.state import Table

ROOT = Path(__file__).resolve().parent.parent / "tests" / "rounds"
ORIGIN = "Written by dev/author_rounds.py, not by hand."
NAMES = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")


class Box(NamedTuple):
    """A seat's part in a round: what it bets, what it is dealt, what it answers when asked.

    An answer is the rest of the sentence, "folds"; without one the seat goes on, stands pat.
    """

    stakes: str
    cards: str = ""
    answers: tuple[str, ...] = ()


class Round(NamedTuple):
    note: str
    boxes: dict[int, Box]
    community: str = ""
    box: str = ""
    next: str = ""


class Story(NamedTuple):
    path: str  # under tests/rounds, without suffix
    head: str
    shows: str
    game: str
    house: tuple[str, ...]
    rounds: tuple[Round, ...]
    chips: str = "1,000.00"


# ── playing a story ───────────────────────────────────────────────────────────────────────────────


def tell(story: Story) -> str:
    """The story's text, with every line derived."""
    lines = [*wrap(story.head), f"# {ORIGIN}", *wrap(f"shows {story.shows}")]
    lines.append(f"rules {story.game}")
    lines += [f"house {line}" for line in story.house]
    lines.append("")
    seats = sorted({number for played in story.rounds for number in played.boxes})
    for number in seats:
        lines.append(f"> {NAMES[number - 1]} sits at seat {number} with {story.chips}")
    lines.append("> house opens the table")
    for played in story.rounds:
        lines += ["", f"# {played.note}"]
        lines += [f"> seat {n} bets {box.stakes}" for n, box in sorted(played.boxes.items())]
        lines.append("> no more bets")
        lines.append(f"> deal {_cards_of(played)}")
        answers = {number: iter(box.answers) for number, box in played.boxes.items()}
        while (table := replay("\n".join(lines)).table).phase != "bets":
            lines.append(f"> {_next(table, answers)}")
    return replay("\n".join(lines)).text


def wrap(text: str, width: int = 100) -> list[str]:
    """Comment lines; a citation is never broken in two."""
    lines, line = [], "#"
    for word in re.sub(r"\b(235H?|DD|LIR|MS) (?=[\d.])", r"\1~", text).split(" "):
        if len(line) + 1 + len(word) > width:
            lines.append(line)
            line = "#"
        line += f" {word}"
    return [part.replace("~", " ") for part in (*lines, line)]


def _cards_of(played: Round) -> str:
    parts = [f"{n}: {box.cards}" for n, box in sorted(played.boxes.items())]
    for place in ("community", "box", "next"):
        if cards := getattr(played, place):
            parts.append(f"{place}: {cards}")
    return " | ".join(parts)


def _next(table: Table, answers: dict[int, Iterator[str]]) -> str:
    """The sentence for what is due now."""
    what = due(table)
    assert what is not None
    match what.what:
        case "decide":
            return f"seat {what.seat} {next(answers[what.seat], '') or _going_on(table)}"
        case "discard":
            return f"seat {what.seat} {next(answers[what.seat], 'stands pat')}"
        case "validate":
            return f"floorperson validates seat {what.seat}"
        case "deal":
            return "dealer deals"
        case "reveal":
            return "dealer reveals"
        case "complete the papers":
            return f"floorperson completes the papers of seat {what.seat}"
    assert what.what == "settle", what
    return "dealer settles"


def _going_on(table: Table) -> str:
    step = table.game_step
    assert isinstance(step, Decide)
    if step.accept == "ride":
        return f"lets {step.spot} ride"
    spot = table.rules.spots[step.spot]
    stake = table.seats[table.turn].stakes[spot.of].cents * spot.multiples[0]
    return f"{step.accept}s {step.spot} {stake // 100}.00"


# ── the paytables of a game ───────────────────────────────────────────────────────────────────────

BASE = {
    "let-it-ride": "bet-1 10.00, bet-2 10.00, bet-3 10.00",
    "mississippi-stud": "ante 10.00",
    "double-draw": "ante 10.00, bonus 10.00",
    "235-stud": "two-card 10.00, three-card 10.00, five-card 10.00",
}
SIDE = {"five-card-bonus": "1.00", "three-card-bonus": "5.00", "winem-all": "5.00"}


def stories() -> Iterator[Story]:
    for game in GAMES.values():
        for wager, letters in paytables(game.key).items():
            for place, table in enumerate(letters.values()):
                if wager.startswith("envy"):
                    continue
                if wager == "progressive":
                    yield progressive(game, table, place, 1)
                    yield progressive(game, table, place, 5)
                else:
                    yield ladder(game, wager, table, place)


def ladder(game: Game, wager: str, table: Paytable, place: int) -> Story:
    """One player goes down the table, a round for each row, and loses with the hand below it."""
    letter, optional = table.letter, {w.key for w in game.wagers if w.optional}
    offered = [wager]
    if wager == "six-card-bonus":  # ruling L4: it needs the others
        offered = [k for k in ("five-card-bonus", "three-card-bonus", wager) if k in optional]
    stakes = [BASE[game.key]]
    stakes += [f"{key} {SIDE.get(key, '5.00')}" for key in offered if key in optional]
    rows = [row.name for row in table.rows]
    last = after_last(wager, rows)
    hands = [(name, hand_for(table, name, place)) for name in (*rows, last)]
    hands = [*(ABOVE.get((game.key, wager), ()) if "mini royal" not in rows else ()), *hands]
    rounds = tuple(
        _row_round(game, wager, table, n, note, hand, ", ".join(stakes))
        for n, (note, hand) in enumerate(hands)
    )
    name = "base wagers" if wager == "base" else game.wager(wager).name
    way = f"from {_a(hands[0][0].split(',')[0])} down to {_a(last)}, which loses"
    chosen = [f"{key} {letter if key == wager else 'A'}" for key in offered]
    return Story(
        f"{game.key}/paytables/{wager}_{letter}",
        f"{game.name}, {name}, table {letter}: {way}.",
        ", ".join((table.clause, *SHOWS[game.key, wager], *LETTER_SHOWS.get(table.key, ()))),
        game.key,
        ("wagers " + ", ".join(chosen),),
        rounds,
        "5,000.00",
    )


def _a(name: str) -> str:
    bare = ("five aces", "two pair", "three of", "four of", "all ", "nothing", "two of")
    return name if name.startswith(bare) else f"a {name}"


def _row_round(
    game: Game, wager: str, table: Paytable, n: int, note: str, hand: str, stakes: str
) -> Round:
    hole, community, box = _cards(game, wager, table, hand)
    answers = _answers(game, wager, hole, community, n)
    return Round(f"{note[0].upper()}{note[1:]}.", {1: Box(stakes, hole, answers)}, community, box)


def _answers(game: Game, wager: str, hole: str, community: str, n: int) -> tuple[str, ...]:
    """A player who bets on good cards only; on the base wagers' own ladder, to the end."""
    last = wager in ("base", "five-card", "three-card", "bonus")
    if game.key == "double-draw":
        return ()
    if game.key == "235-stud":
        three = last or _wins(game, "three-card", hole)
        five = last or _wins(game, "five-card", f"{hole} {community}")
        return ("" if three else "checks", "" if five else "checks")
    good = last or _wins(game, "base", f"{hole} {community}")
    if game.key == "let-it-ride":
        return () if good else ("withdraws bet-1", "withdraws bet-2")
    if not good:
        return ("folds",)
    streets = ("third-street", "fourth-street", "fifth-street")
    return tuple(f"bets {s} {10 * ((n + place) % 3 + 1)}.00" for place, s in enumerate(streets))


def _wins(game: Game, wager: str, cards: str) -> bool:
    table = paytables(game.key)[wager]["A"]
    return table.row_for(evaluate(RANKINGS[table.ranking], parse_cards(cards))) is not None


def _cards(game: Game, wager: str, table: Paytable, hand: str) -> tuple[str, str, str]:
    """Hole, community and box, with the hand where its wager looks; the rest are dull."""
    cards = game.hands[table.cards or game.wager(wager).on]
    named = hand.split()
    places = [
        *(("hole", n) for n in cards.hole),
        *(("community", n) for n in cards.community),
        *(("box", n) for n in cards.box),
    ]
    put = dict(zip(places, named, strict=True))
    left = iter(spare(named))
    sizes = {"hole": game.hole, "community": game.community, "box": game.box if cards.box else 0}
    filled = {
        where: " ".join(put.get((where, n)) or next(left) for n in range(size))
        for where, size in sizes.items()
    }
    return filled["hole"], filled["community"], filled["box"]


ASIDE = {  # what a neighbour with poor cards does
    "let-it-ride": ("withdraws bet-1", "withdraws bet-2"),
    "mississippi-stud": ("folds",),
    "235-stud": ("checks", "checks"),
}


def progressive(game: Game, table: Paytable, place: int, stake: int) -> Story:
    """A $1 table goes down every row; a $5 table shows its envy rows. A neighbour looks on."""
    letter = table.letter
    envy = paytables(game.key)[f"envy-{stake}"][letter]
    rows = [row.name for row in table.rows]
    last = after_last("progressive", rows)
    names = [*rows, last] if stake == 1 else [row.name for row in envy.rows]
    bets = f"{BASE[game.key]}, progressive {stake}.00"
    rounds = []
    for row in names:
        hole, community, _ = _cards(game, "progressive", table, hand_for(table, row, place))
        answers = _answers(game, "progressive", hole, community, 0)
        if game.key == "mississippi-stud":
            answers = ()  # to the end: a fold would lose the progressive wager
        neighbour = " ".join(spare(f"{hole} {community}".split())[-game.hole :])
        boxes = {2: Box(bets, hole, answers), 5: Box(bets, neighbour, ASIDE[game.key])}
        rounds.append(Round(f"{row[0].upper()}{row[1:]}.", boxes, community))
    shows = [table.clause, envy.clause, *SHOWS[game.key, "progressive"]]
    shows += [*table.meter_clauses.values(), *LETTER_SHOWS.get(table.key, ())]
    what = f"every row down to {_a(last)}, which loses" if stake == 1 else "awards and their envy"
    house = [f"wagers progressive {letter}"] + [f"progressive {stake}.00"] * (stake > 1)
    first = paytables(game.key)["progressive"]["A"].meters
    house += [
        f"meter {name} 10% {format_cents(least)} {format_cents(least)}"
        for name, least in table.meters.items()
        if first.get(name, least) != least
    ]
    return Story(
        f"{game.key}/paytables/progressive_{letter}" + "_five_dollars" * (stake > 1),
        f"{game.name}, Progressive, table {letter} at ${stake}: {what}.",
        ", ".join(sorted(dict.fromkeys(shows), key=lambda cited: " " not in cited)),
        game.key,
        tuple(house),
        tuple(rounds),
        "5,000.00",
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compose the golden rounds of the paytables.")
    parser.add_argument("part", nargs="?", default="", help="only files whose name contains this")
    part: str = parser.parse_args(argv).part
    for story in stories():
        if part in story.path:
            path = ROOT / f"{story.path}.round"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(tell(story), encoding="utf-8")
            print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
