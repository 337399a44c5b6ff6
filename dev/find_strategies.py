"""Searches for the rule lists that come with the package: run it when rules or words change.

    python dev/find_strategies.py [GAME …]
    python dev/find_strategies.py --reprice

Writes src/pitboss/odds/rule_lists/shipped.json and keeps the lists of games not named. Takes a few
minutes in all. `--reprice` keeps every list and computes its cost again: enough when a rule changed
that no decision depends on.
"""

import sys
import time
from itertools import product
from pathlib import Path

import msgspec

from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.rule_lists.price import (
    MAX_DRAW_RULES,
    MAX_RULES,
    SEARCH_VERSION,
    ShippedCard,
    find,
    price,
)
from pitboss.odds.rule_lists.text import PocketCard, RuleList
from pitboss.rulebook import GAMES

TARGET = Path(__file__).resolve().parent.parent / "src/pitboss/odds/rule_lists/shipped.json"
MAX_MISPLAYED = 40  # misplayed classes of each list that are kept in the file


def every_choice(game: PricedGame) -> list[dict[str, str]]:
    """Every letter of every table that a decision depends on."""
    wagers = game.base_wagers()
    letters = product(*(game.tables[wager] for wager in wagers))
    return [dict(zip(wagers, choice, strict=True)) for choice in letters]


def search(game: PricedGame, letters: dict[str, str], rules: int) -> ShippedCard:
    return ShippedCard(game.fingerprint, rules, SEARCH_VERSION, trimmed(find(game, letters, rules)))


def trimmed(card: PocketCard) -> PocketCard:
    lists = (
        msgspec.structs.replace(each, mistakes=each.mistakes[:MAX_MISPLAYED]) for each in card.lists
    )
    return msgspec.structs.replace(card, lists=tuple(lists))


def reprice(each: ShippedCard) -> ShippedCard:
    game, old = priced_game(each.card.game), each.card
    lists = [RuleList(one.decision, one.rules) for one in old.lists]
    new = price(game, old.letters, lists)
    # Only the search knows what shorter lists cost; it holds as long as this cost does.
    assert new.cost == old.cost, f"{old.game} {old.letters} costs {new.cost}: search again"
    pairs = zip(new.lists, old.lists, strict=True)
    same = tuple(msgspec.structs.replace(one, lengths=before.lengths) for one, before in pairs)
    card = trimmed(msgspec.structs.replace(new, lists=same))
    return ShippedCard(game.fingerprint, each.rules, SEARCH_VERSION, card)


def main(games: list[str]) -> None:
    cards: list[ShippedCard] = []
    if TARGET.exists():
        cards = msgspec.json.decode(TARGET.read_bytes(), type=list[ShippedCard])
    if games == ["--reprice"]:
        store([reprice(each) for each in cards])
        return
    keys = games or list(GAMES)
    cards = [each for each in cards if each.card.game not in keys and each.card.game in GAMES]
    for key in keys:
        game = priced_game(key)
        lengths = (MAX_RULES, MAX_DRAW_RULES) if game.draws else (MAX_RULES,)
        for letters, rules in product(every_choice(game), lengths):
            start = time.monotonic()
            cards.append(search(game, letters, rules))
            cost, seconds = cards[-1].card.cost, time.monotonic() - start
            print(f"{key} {letters} {rules} rules: costs {cost}, {seconds:.0f} s", flush=True)
    store(cards)


def store(cards: list[ShippedCard]) -> None:
    cards.sort(key=lambda each: (each.card.game, sorted(each.card.letters.items()), each.rules))
    text = msgspec.json.format(msgspec.json.encode(cards), indent=1)
    TARGET.write_bytes(text + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
