"""Searches the rule lists that come with the package: run it when rules or vocabulary change.

    python dev/find_strategies.py [GAME …]
    python dev/find_strategies.py --reprice

Writes src/pitboss/odds/rule_lists/shipped.json; keeps the lists of games not named. Takes a few
minutes in all.
`--reprice` keeps every list and computes anew what it costs: enough when a rule changed that no
decision depends on.
"""

import sys
import time
from itertools import product
from pathlib import Path

import msgspec

from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.rule_lists import draw as draw_human
from pitboss.odds.rule_lists import stud as human
from pitboss.odds.rule_lists.stud import DRAW_RULES, MOST_RULES, SEARCH, Shipped, find
from pitboss.odds.rule_lists.text import Human, RuleList
from pitboss.rulebook import GAMES

TARGET = (
    Path(__file__).resolve().parent.parent
    / "src"
    / "pitboss"
    / "odds"
    / "rule_lists"
    / "shipped.json"
)
TOLD = 40  # mistakes of each list that are kept in the file


def every_choice(rules: PricedGame) -> list[dict[str, str]]:
    """Every letter of every table that a decision depends on."""
    wagers = rules.base_wagers()
    letters = product(*(rules.tables[wager] for wager in wagers))
    return [dict(zip(wagers, choice, strict=True)) for choice in letters]


def search(rules: PricedGame, letters: dict[str, str], most: int) -> Shipped:
    return Shipped(rules.fingerprint, most, SEARCH, trimmed(find(rules, letters, most)))


def trimmed(found: Human) -> Human:
    lists = (msgspec.structs.replace(each, mistakes=each.mistakes[:TOLD]) for each in found.lists)
    return msgspec.structs.replace(found, lists=tuple(lists))


def reprice(each: Shipped) -> Shipped:
    rules, was = priced_game(each.found.game), each.found
    lists = [RuleList(one.decision, one.rules) for one in was.lists]
    price = draw_human.price if rules.draws else human.price
    now = price(rules, was.letters, lists)
    # What shorter lists cost is the search's to say; it holds while the cost of this one does.
    assert now.cost == was.cost, f"{was.game} {was.letters} costs {now.cost}: search again"
    kept = zip(now.lists, was.lists, strict=True)
    same = tuple(msgspec.structs.replace(one, lengths=old.lengths) for one, old in kept)
    found = trimmed(msgspec.structs.replace(now, lists=same))
    return Shipped(rules.fingerprint, each.rules, SEARCH, found)


def main(games: list[str]) -> None:
    held: list[Shipped] = []
    if TARGET.exists():
        held = msgspec.json.decode(TARGET.read_bytes(), type=list[Shipped])
    if games == ["--reprice"]:
        store([reprice(each) for each in held])
        return
    wanted = games or list(GAMES)
    kept = [each for each in held if each.found.game not in wanted and each.found.game in GAMES]
    for key in wanted:
        rules = priced_game(key)
        lengths = (MOST_RULES, DRAW_RULES) if rules.draws else (MOST_RULES,)
        for letters, most in product(every_choice(rules), lengths):
            began = time.monotonic()
            kept.append(search(rules, letters, most))
            cost, took = kept[-1].found.cost, time.monotonic() - began
            print(f"{key} {letters} {most} rules: costs {cost}, {took:.0f} s", flush=True)
    store(kept)


def store(kept: list[Shipped]) -> None:
    kept.sort(key=lambda each: (each.found.game, sorted(each.found.letters.items()), each.rules))
    text = msgspec.json.format(msgspec.json.encode(kept), indent=1)
    TARGET.write_bytes(text + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
