"""What the cards in sight make for each wager, and what they can still make.

The input is named cards and the rules, never a table, so nothing hidden can affect an answer.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

import msgspec

from pitboss.cards import UNREAD, BadCard, Card, card_name, parse_card, which_joker
from pitboss.rankings import RANKINGS, Hand, Ranking, evaluate, places_making
from pitboss.rulebook.model import DECKS, Wager
from pitboss.rulebook.outcomes import hand_words
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.rules import Rules

# Ways to complete a hand that are counted: three cards to come. Four would take seconds.
MAX_WAYS: Final = 30_000


class PossibleRow(msgspec.Struct, frozen=True):
    """A row of the paytable and the number of completions that it pays."""

    hand: str
    pays: str
    clause: str
    ways: int


class Holding(msgspec.Struct, frozen=True):
    """One wager's hand, as far as its cards are in sight."""

    wager: str
    hand: str  # that the cards make, whatever else comes
    pays: str  # "" where that pays nothing
    clause: str
    lit: dict[str, list[int]]  # the slots of the cards that make it: hole, community, box
    missing: int  # cards to come
    total: int  # completions
    rows: list[PossibleRow]  # of the paytable, in its order; none where no card is missing


class Sight(NamedTuple):
    """Cards by slot, None where one is still to come, and cards seen elsewhere."""

    hole: tuple[Card | None, ...]
    community: tuple[Card | None, ...]
    box: tuple[Card | None, ...]
    elsewhere: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        places = (*self.hole, *self.community, *self.box)
        return (*(card for card in places if card is not None), *self.elsewhere)


def read_sight(
    rules: Rules, places: Mapping[str, Sequence[str]], elsewhere: Sequence[str]
) -> Sight:
    """Names of cards by place: `??` and what is left out are cards to come."""
    game = rules.game
    taken: list[Card] = []

    def read(name: str) -> Card | None:
        if name == UNREAD:
            return None
        card = which_joker(parse_card(name), taken)
        if card in taken or card not in rules.deck:
            words = "twice" if card in taken else "but is not in this game's deck"
            raise BadCard(f"{card_name(card)} is given {words}", what_to_do="name each card once")
        taken.append(card)
        return card

    def cards_of(place: str, size: int) -> tuple[Card | None, ...]:
        names = list(places.get(place, ()))
        if len(names) > size:
            raise BadCard(f"{place} has {size} cards", what_to_do="name no more than these")
        return tuple(map(read, names)) + (None,) * (size - len(names))

    box = game.box if rules.deals_box else 0
    hands = (cards_of("hole", game.hole), cards_of("community", game.community))
    return Sight(*hands, cards_of("box", box), tuple(filter(None, map(read, elsewhere))))


def holdings(rules: Rules, sight: Sight) -> list[Holding]:
    """A holding for each wager with a paytable and cards of its own."""
    rows = []
    for wager in rules.wagers.values():
        if wager.wins_with or wager.pays_as:
            continue
        holding = _holding(rules, wager, sight)
        if holding is not None:
            rows.append(holding)
    return rows


def _holding(rules: Rules, wager: Wager, sight: Sight) -> Holding | None:
    """None where too much is open: no card in sight, a side wager's hand that is not complete, or
    too many ways to complete it.
    """
    table = rules.tables[wager.key]
    slots = rules.game.hands[table.cards or wager.on]
    places = [
        *(("hole", n, sight.hole[n]) for n in slots.hole),
        *(("community", n, sight.community[n]) for n in slots.community),
        *(("box", n, sight.box[n]) for n in slots.box if n < len(sight.box)),
    ]
    in_sight = [(place, n, card) for place, n, card in places if card is not None]
    missing = len(places) - len(in_sight)
    total = comb(len(rules.deck) - len(sight.cards), missing)
    ranking = RANKINGS[table.ranking]
    complete = len(places) == ranking.size and not missing
    if not complete and (not in_sight or wager.optional or total > MAX_WAYS):
        return None
    cards = tuple(card for _, _, card in in_sight)
    hands = count_hands(ranking, rules.game.deck, cards, sight.cards)
    hand = min(hands, key=lambda one: one.order)
    lit: dict[str, list[int]] = {"hole": [], "community": [], "box": []}
    for at in places_making(ranking, cards, hand):
        place, n, _ = in_sight[at]
        lit[place].append(n)
    row = table.row_for(hand)
    return Holding(
        wager.key,
        hand_words(hand, rules.game.hand_names),
        str(row.pays) if row else "",
        row.clause if row else "",
        lit,
        missing,
        total,
        _rows(table, hands) if missing else [],
    )


def _rows(table: Paytable, hands: Mapping[Hand, int]) -> list[PossibleRow]:
    ways: Counter[str] = Counter()
    for hand, count in hands.items():
        if row := table.row_for(hand):
            ways[row.clause] += count
    return [PossibleRow(r.name, str(r.pays), r.clause, ways[r.clause]) for r in table.rows]


def count_hands(
    ranking: Ranking, deck: str, cards: tuple[Card, ...], visible: tuple[Card, ...]
) -> dict[Hand, int]:
    """How often each hand results when the unseen cards of the deck complete these cards."""
    if len(cards) == ranking.size:
        return {evaluate(ranking, cards): 1}
    suits = min(
        permutations(range(4)), key=lambda one: (_by_suits(cards, one), _by_suits(visible, one))
    )
    alike = _count_alike(ranking.key, deck, _by_suits(cards, suits), _by_suits(visible, suits))
    return {
        hand if hand.suit < 0 else hand._replace(suit=suits.index(hand.suit)): count
        for hand, count in alike.items()
    }


def _by_suits(cards: tuple[Card, ...], suits: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards with each suit replaced by another, in order."""
    return tuple(sorted(Card(c if c >= 52 else c & ~3 | suits[c & 3]) for c in cards))


@lru_cache(maxsize=4096)
def _count_alike(
    ranking: str, deck: str, cards: tuple[Card, ...], visible: tuple[Card, ...]
) -> Mapping[Hand, int]:
    """Counts once for all cards that differ only in their suits."""
    unseen = [card for card in DECKS[deck] if card not in visible]
    rules = RANKINGS[ranking]
    return Counter(
        evaluate(rules, cards + rest) for rest in combinations(unseen, rules.size - len(cards))
    )
