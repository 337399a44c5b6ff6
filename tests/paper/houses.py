"""Houses whose papers are drawn: the example, the least a house may offer, and all of it.

In the suite a paper is drawn for the example of each game, for the least, and for one more in turn,
so that each way of dealing and each highest stake is drawn for some game; `./pit soak long` draws
every paper for every offer.
"""

from dataclasses import dataclass

import msgspec

from kit.tiers import tier
from pitboss.paper.layout import TableLayout, layout_of
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import METHODS
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.rulebook.submission import default_house

OPERATOR = "Chesapeake & Ohio Gaming Company of the Eastern Shore"


@dataclass(frozen=True)
class Offer:
    """A game as a house offers it."""

    name: str
    operator: str
    rules: Rules
    felt_odds: bool = False  # the felt shows payouts; else a sign does

    def layout(self) -> TableLayout:
        return layout_of(self.rules, self.operator, odds=self.felt_odds)


def offers() -> list[Offer]:
    example = default_house()
    every = [
        Offer(f"{key}-example", example.operator, Rules(choices), key in example.felt_odds)
        for key, choices in example.games.items()
    ]
    for key, game in GAMES.items():
        least = Rules(plain_choices(game, offered=False))
        every.append(Offer(f"{key}-least", OPERATOR, least))
        for method in METHODS:
            choices = msgspec.structs.replace(plain_choices(game), method=method, variant="")
            every.append(Offer(f"{key}-all-{method}", OPERATOR, Rules(choices), True))
        if game.progressive is not None:
            stake = max(game.progressive.stakes)
            choices = msgspec.structs.replace(plain_choices(game), progressive_stake=stake)
            every.append(Offer(f"{key}-all-{stake // 100}", OPERATOR, Rules(choices)))
    return every


def drawn_offers() -> list[Offer]:
    """Those that a paper is drawn for: some in the suite, all in the long form."""
    every = offers()
    few = [offer for offer in every if "-all-" not in offer.name]
    for place, game in enumerate(GAMES):
        whole = [offer for offer in every if offer.name.startswith(f"{game}-all-")]
        few.append(whole[place % len(whole)])
    return tier(few, every)
