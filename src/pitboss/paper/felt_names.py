"""Names as the felt prints them."""

import re
from collections import Counter

from pitboss.rulebook.model import Decide, RevealStep, Spot
from pitboss.rulebook.rules import Rules


def felt_name(rules: Rules, spot: Spot) -> str:
    """What the felt prints on a spot: the document's word for the area."""
    wager = rules.wagers[spot.wager]
    return spot.inscription or (rules.label(wager) if wager.optional else spot.name)


def community_names(rules: Rules) -> list[str]:
    """The names inscribed at the community cards: each is the spot bet before its card."""
    game = rules.game
    if all(mark.what != "streets" for mark in game.inscriptions):
        return [""] * game.community
    names: list[str] = []
    for before, step in zip(game.play, game.play[1:], strict=False):
        if isinstance(before, Decide) and isinstance(step, RevealStep):
            names += [rules.spots[before.spot].name] * step.cards * (step.what == "community")
    return names


def felt_words(rules: Rules, text: str) -> str:
    """A sentence with the felt's name for every spot, except where two spots share that name."""
    printed = Counter(spot.inscription for spot in rules.spots.values())
    words = {
        spot.name: spot.inscription
        for spot in rules.spots.values()
        if spot.inscription and printed[spot.inscription] == 1
    }
    # A longer name may begin with a shorter one: "3 Card Raise" is not the spot "3 Card".
    spots = (spot.name for spot in rules.spots.values())
    wagers = (wager.name for wager in rules.game.wagers)
    names = sorted({*spots, *wagers, *words.values()}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, names))
    return re.sub(rf"\b(?:{pattern})\b", lambda name: words.get(name[0], name[0]), text)
