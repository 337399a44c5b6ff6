"""Builds the kernels' tables from the rulebook: ranks, kinds of hand, the shape of a game.

A hand's category depends on its ranks and, when all its cards are of one suit, that suit. So a
table by hand has one column per multiset of ranks and five rows: mixed suits, then clubs to spades.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec
import numpy as np

from pitboss.cards import Card
from pitboss.odds.arrays import Bytes, Integers, Ints
from pitboss.odds.game import UnsolvableGame
from pitboss.rankings import NOTHING, RANKINGS, Hand, evaluate
from pitboss.rulebook.model import CardSlots, Decide, Game, RevealStep
from pitboss.rulebook.paytable import Paytable, Row

AXES: Final = (2, 3, 5, 6)  # cards of the hands that tables pay
MIXED: Final = 0  # the row of a class table for cards of more than one suit; suit s is row s + 1
FLAGS: Final = 5
MAX_KINDS: Final = 64  # of hands of one size that the kernels tell apart
MAX_CHOICES: Final = 4  # of one decision
DECIDED_AT: Final = (2, 3, 4)  # known cards at which there may be a decision
DECIDED_ON: Final = (2, 3, 5)  # cards of the hands that decide the game's own wagers
FIVE: Final = 5


@cache
def members(cards: int) -> Ints:
    """Multisets of `cards` ranks, each sorted, in colexicographic order."""
    sets = sorted(combinations_with_replacement(range(13), cards), key=lambda m: m[::-1])
    return np.array(sets, np.int64).reshape(len(sets), cards)


@cache
def steps(cards: int) -> Integers:
    """[multiset of `cards` ranks, rank added] → multiset with one more."""
    place = {tuple(m): i for i, m in enumerate(members(cards + 1).tolist())}
    return np.array(
        [[place[tuple(sorted((*m, r)))] for r in range(13)] for m in members(cards).tolist()],
        np.uint16,
    )


def class_cards(ranks: Sequence[int], flag: int) -> tuple[Card, ...] | None:
    """Some cards of a class, or None when no deck has any."""
    if flag != MIXED:
        distinct = len(set(ranks)) == len(ranks)
        return tuple(Card(4 * r + flag - 1) for r in ranks) if distinct else None
    cards: list[Card] = []
    for r in ranks:
        # Avoid the first card's suit wherever the rank allows.
        free = [s for s in (1, 0, 2, 3) if Card(4 * r + s) not in cards] if cards else [0]
        if not free:
            return None
        cards.append(Card(4 * r + free[0]))
    return tuple(cards)


Place = tuple[str, int]  # ("hole", 0), ("community", 2)
Kind = tuple[Row | None, ...]  # the row of each table that pays such a hand


class Axis(msgspec.Struct, frozen=True):
    """The kinds of hand that some tables distinguish, the worst first."""

    cards: int
    tables: dict[str, Paytable]  # by key
    labels: tuple[str, ...]
    rows: dict[str, tuple[Row | None, ...]]  # paytable key → the row that each kind is paid by
    kinds: Bytes  # [flag, multiset] → kind, for hands of 2, 3 and 5 cards; empty for six
    suits_matter: bool = False  # some table names a suit

    def rows_of(self, table: Paytable) -> tuple[Row | None, ...]:
        """The row of this table that pays each kind, even if its payouts have changed."""
        own = self.tables.get(table.key)
        if own is None or _conditions(own) != _conditions(table):
            raise UnsolvableGame(f"table {table.key} is not one that these hands were sorted by")
        rows = self.rows[table.key]
        return tuple(None if row is None else table.rows[own.rows.index(row)] for row in rows)


def _conditions(table: Paytable) -> list[object]:
    """The conditions of a table's rows, without their payouts."""
    return [table.ranking, *((r.category, r.or_better, r.ranks, r.suits) for r in table.rows)]


def build_axis(cards: int, tables: Iterable[Paytable]) -> Axis:
    """Groups hands into kinds: every table pays all hands of a kind by the same row."""
    paid = {table.key: table for table in tables}
    if cards == 6:
        return _six_card_axis(paid)
    if not paid:
        return Axis(cards, {}, (NOTHING,), {}, np.zeros((FLAGS, len(members(cards))), np.uint8))
    rankings = tuple(dict.fromkeys(table.ranking for table in paid.values()))
    groups, of_class = _alike_hands(cards, rankings)
    kind_of: list[Kind] = []
    worst: dict[Kind, Order] = {}
    for hands, least in groups:
        kind = tuple(t.row_for(hands[t.ranking]) for t in paid.values())
        kind_of.append(kind)
        worst[kind] = min(worst.get(kind, least), least)
    ordered = sorted(worst, key=lambda kind: worst[kind])
    if len(ordered) > MAX_KINDS:
        raise UnsolvableGame(
            f"the tables tell {len(ordered)} kinds of {cards}-card hand apart, and the exact solver"
            f" holds at most {MAX_KINDS}"
        )
    place = {kind: i for i, kind in enumerate(ordered)}
    # The last entry is that of classes of which no deck has a hand.
    kinds = np.array([*(place[kind] for kind in kind_of), 0], np.uint8)[of_class]
    return Axis(
        cards,
        paid,
        tuple(_label(kind, paid.values()) for kind in ordered),
        {key: tuple(kind[i] for kind in ordered) for i, key in enumerate(paid)},
        kinds,
        any(bool((kinds[f] != kinds[1]).any()) for f in range(2, FLAGS)),
    )


Order = tuple[int, tuple[int, ...]]  # of a `Hand`


@cache
def _alike_hands(
    cards: int, rankings: tuple[str, ...]
) -> tuple[list[tuple[dict[str, Hand], Order]], Ints]:
    """Groups of hands that no row can tell apart, and [flag, multiset] → group, −1 for no hand.

    A group is a hand by ranking with the lowest order of its hands. A row depends on the category,
    the first rank and the suit alone, and there are far fewer of these than hands.
    """
    groups: dict[tuple[object, ...], tuple[dict[str, Hand], Order]] = {}
    numbers: dict[tuple[object, ...], int] = {}
    of_class = np.full((FLAGS, len(members(cards))), -1, np.int64)
    clubs: dict[int, dict[str, Hand]] = {}
    for flag in range(FLAGS):
        for at, ranks in enumerate(members(cards).tolist()):
            dealt = class_cards(ranks, flag)
            if dealt is None:
                continue
            if flag > 1:  # suits never rank, so the other three are worth what clubs are
                hands = {
                    key: hand if hand.suit < 0 else hand._replace(suit=flag - 1)
                    for key, hand in clubs[at].items()
                }
            else:
                hands = {key: evaluate(RANKINGS[key], dealt) for key in rankings}
            if flag == 1:
                clubs[at] = hands
            features = tuple((h.category, h.ranks[0], h.suit) for h in hands.values())
            best = max(hand.order for hand in hands.values())
            first, least = groups.get(features, (hands, best))
            groups[features] = first, min(least, best)
            of_class[flag, at] = numbers.setdefault(features, len(numbers))
    return list(groups.values()), of_class


def _label(kind: Kind, tables: Iterable[Paytable]) -> str:
    """The narrowest name that a table has for a kind: the highest category, with suits or ranks."""
    names = [NOTHING]
    narrowest = (0, False, False)
    for row, table in zip(kind, tables, strict=True):
        if row is not None:
            categories = [category.name for category in RANKINGS[table.ranking].categories]
            strength = len(categories) - categories.index(row.category)
            detail = (strength, bool(row.suits), row.ranks != (0, 12))
            if detail > narrowest:
                names, narrowest = [row.name], detail
    return names[0]


# The kinds that `joint_kernels.six_kind` tells apart, each with cards that make it.
SIX_KINDS: Final = (
    (NOTHING, (0, 5, 10, 15, 36, 41)),
    ("three of a kind", (0, 1, 2, 15, 36, 41)),
    ("straight", (0, 5, 10, 15, 16, 41)),
    ("flush", (0, 4, 8, 12, 36, 41)),
    ("full house", (0, 1, 2, 4, 5, 41)),
    ("four of a kind", (0, 1, 2, 3, 5, 41)),
    ("straight flush", (0, 4, 8, 12, 16, 41)),
    ("royal flush", (32, 36, 40, 44, 48, 1)),
    ("super royal", (28, 32, 36, 40, 44, 48)),
    ("super royal of diamonds", (29, 33, 37, 41, 45, 49)),
)


def _six_card_axis(paid: dict[str, Paytable]) -> Axis:
    rows: dict[str, tuple[Row | None, ...]] = {}
    for key, table in paid.items():
        hands = [
            evaluate(RANKINGS[table.ranking], tuple(map(Card, cards))) for _, cards in SIX_KINDS
        ]
        rows[key] = tuple(table.row_for(hand) for hand in hands)
    return Axis(6, paid, tuple(name for name, _ in SIX_KINDS), rows, np.zeros((0, 0), np.uint8))


class Stage(msgspec.Struct, frozen=True):
    """A decision: the number of cards known, and what each choice adds to a hand's wager."""

    key: str
    depth: int  # cards known
    line: int  # cards of the hand that is bet on
    units: tuple[int, ...]  # by choice; choice 0 is the declining one
    acts: tuple[str, ...]  # by choice: "fold", "bet 1", "bet 2", …; "withdraw", "ride"
    folds: bool
    lies: int = 0  # units that lie on the spot until they are taken back


class Shape(msgspec.Struct, frozen=True):
    """A stud game as the kernels see it: five cards known one after another, decisions between."""

    game: str
    order: tuple[Place, ...]  # where the five cards lie: ("hole", 0), …
    stages: tuple[Stage, ...]
    start: dict[int, int]  # units staked from the start, by the cards of their hand
    wagers: dict[int, str]  # cards of a hand → the wager, and so the paytable, that decides it
    three: int  # where the three-card hand begins in `order`; −1 if there is none
    six: int  # cards of `order` that the Six Card box completes to six; 0 if there is none


def shape_of(game: Game) -> Shape:
    """Reads a game of five cards with decisions at 2, 3 or 4 of them."""
    order = [("hole", slot) for slot in range(game.hole) if slot not in game.hidden]
    stages: list[Stage] = []
    turned = 0
    for step in game.play:
        match step:
            case Decide():
                stages.append(_stage(game, step, len(order)))
            case RevealStep(what="slot"):
                order.append(("hole", step.slot))
            case RevealStep(what="community"):
                order.extend(("community", turned + i) for i in range(step.cards))
                turned += step.cards
    places = tuple(order)
    if len(places) != 5 or game.draws or game.deck != "french-52":
        raise UnsolvableGame(f"{game.name} is not a stud game of five cards from a deck of 52")
    _check_stages(game, stages)
    decided = {stage.key for stage in stages}
    start: dict[int, int] = {}
    wagers: dict[int, str] = {}
    for spot in game.spots:
        if spot.required or spot.key in decided:
            cards = _hand_size(game, spot.wager)
            source = game.wager(spot.wager).pays_as or spot.wager
            if wagers.setdefault(cards, source) != source:
                raise UnsolvableGame(
                    f"{game.name} pays {wagers[cards]} and {source} by two tables on hands of"
                    f" {cards} cards, and the exact solver takes one table for each size of hand"
                )
            start[cards] = start.get(cards, 0) + (spot.key not in decided)
    survives = frozenset(k for k, key in wagers.items() if game.wager(key).survives_fold)
    _check_wagers(game, stages, wagers, places, survives)
    three, six = _other_hands(game, places)
    return Shape(game.key, places, tuple(stages), start, wagers, three, six)


def _check_wagers(
    game: Game,
    stages: Sequence[Stage],
    wagers: Mapping[int, str],
    places: Sequence[Place],
    survives: frozenset[int],
) -> None:
    """Refuses wagers whose result the kernels cannot know when they count it."""
    if FIVE not in wagers:
        raise UnsolvableGame(
            f"{game.name} has no required wager on five cards, and the exact solver needs one"
        )
    for cards, key in wagers.items():
        where = set(_places(game.hands[game.wager(key).on]))
        if cards not in DECIDED_ON or where != set(places[:cards]):
            raise UnsolvableGame(
                f"the {key} wager of {game.name} is not on the first 2, 3 or 5 cards that are"
                " known, and the exact solver takes no other"
            )
        if game.wager(key).collected or game.wager(key).wins_with:
            raise UnsolvableGame(
                f"the {key} wager of {game.name} is collected or won with others, and the exact"
                " solver takes required wagers that stay on the layout and have a hand"
            )
        if any(stage.folds for stage in stages) and (cards in survives) == (cards == FIVE):
            raise UnsolvableGame(
                f"a fold in {game.name} loses its wager on fewer cards or keeps the one on five,"
                " and the exact solver takes folds that lose the five-card wager alone"
            )


def _other_hands(game: Game, places: tuple[Place, ...]) -> tuple[int, int]:
    """Where the three-card hand begins, −1 for none, and the cards that the box completes to six.

    The kernels count one three-card hand: of the first three cards, or of the last three.
    """
    three, six = -1, 0
    for key, hand in game.hands.items():
        where = _places(hand)
        used = any(w.on == key for w in game.wagers)
        if not used:
            continue
        begins = next((at for at in (0, 2) if set(places[at : at + 3]) == set(where)), -1)
        if hand.box and len(where) in (2, 3) and set(places[: len(where)]) == set(where):
            six = len(where)
        elif not hand.box and len(where) == 3 and begins >= 0 and three in (-1, begins):
            three = begins
        elif hand.box or set(where) != set(places[: len(where)]) or len(where) not in DECIDED_ON:
            raise UnsolvableGame(
                f"the hand {key} of {game.name} is not of the first 2, 3 or 5 cards or of the last"
                " 3, and the exact solver counts no other hands"
            )
    return three, six


def _check_stages(game: Game, stages: Sequence[Stage]) -> None:
    """Refuses decisions that a course of base-4 digits cannot tell apart."""
    for stage in stages:
        if stage.depth not in DECIDED_AT:
            raise UnsolvableGame(
                f"{game.name} has a decision with {stage.depth} cards known, and the exact solver"
                " takes decisions at 2, 3 or 4"
            )
        if len(stage.units) > MAX_CHOICES:
            raise UnsolvableGame(
                f"the {stage.key} decision of {game.name} has {len(stage.units)} choices, and the"
                f" exact solver takes at most {MAX_CHOICES}"
            )
        if stage.line <= stage.depth:
            raise UnsolvableGame(
                f"the {stage.key} decision of {game.name} is taken when the cards of its wager are"
                " known, and the exact solver takes decisions before"
            )
    if len({stage.key for stage in stages}) < len(stages):
        raise UnsolvableGame(
            f"{game.name} decides twice about one spot, and the exact solver takes one decision"
        )
    if len({stage.depth for stage in stages}) < len(stages):
        raise UnsolvableGame(
            f"{game.name} has two decisions with the same cards known, and the exact solver takes"
            " one"
        )


def _stage(game: Game, step: Decide, depth: int) -> Stage:
    spot = game.spot(step.spot)
    # A stake that may be taken back is one unit; one that may be added is a multiple of the base.
    units = (0, *(spot.multiples or (1,)))
    accept = (f"{step.accept} {n}" if len(units) > 2 else step.accept for n in units[1:])
    acts = (step.decline, *accept)
    folds, lies = step.decline == "fold", int(step.decline == "withdraw")
    return Stage(step.spot, depth, _hand_size(game, spot.wager), units, acts, folds, lies)


def _hand_size(game: Game, wager: str) -> int:
    return len(_places(game.hands[game.wager(wager).on]))


def _places(hand: CardSlots) -> list[Place]:
    return [("hole", s) for s in hand.hole] + [("community", s) for s in hand.community]
