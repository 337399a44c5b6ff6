"""Hands for the trainer: dealt from the whole deck and played with best play up to a decision.

So each hand comes as often as a good player meets it. Face-down cards are not dealt.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any, Final

import msgspec
from msgspec import UNSET

from pitboss.cards import NO_CARD, Card, is_joker
from pitboss.errors import PitbossError
from pitboss.house.coach.advice import SeatAdvice, advise_seat, player_knowledge
from pitboss.money import Cents, dollars
from pitboss.rulebook import PUBLISHED, OwnRules, Rulebook
from pitboss.rulebook.model import Decide, Exchange, Game, RevealStep
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table.engine import start
from pitboss.table.state import Seat, Stake, Table

BASE: Final = dollars(10)
PLAYER: Final = "you"
CHIPS: Final = Cents(10**9)
MAX_GAMES: Final = 64  # whose rules are cached
MAX_DEALS: Final = 400  # some are folded before they reach the decision

Cards = tuple[Card, ...]


class NoSuchStage(PitbossError):
    """A game without a decision of that name."""

    status = 404


class TrainerHand(msgspec.Struct, frozen=True):
    """A seat at a decision: its cards (−1 is face down), stakes and earlier discards."""

    hole: Cards
    community: Cards
    stakes: dict[str, int]
    thrown: Cards = ()


def rules_of(book: Rulebook, game: str) -> Rules:
    """The game with its first paytables and only its required wagers."""
    key = book.find(game).key
    own = book.own_of(key)
    if own is UNSET or own.game is None:  # the published game, with the document's first letters
        return _rules(key, b"")
    return _rules(key, msgspec.json.encode(own, order="sorted"))


@lru_cache(MAX_GAMES)
def _rules(game: str, own: bytes) -> Rules:
    rules = msgspec.json.decode(own, type=OwnRules) if own else UNSET
    declared = PUBLISHED.with_own(game, rules).find(game)
    return Rules(plain_choices(declared, offered=False, own=rules))


def stages(game: Game) -> list[Decide | Exchange]:
    return [step for step in game.play if isinstance(step, Decide | Exchange)]


def step_of(game: Game, stage: str) -> int:
    for number, step in enumerate(game.play):
        if isinstance(step, Decide | Exchange) and step.stage == stage:
            return number
    named = ", ".join(step.stage for step in stages(game))
    raise NoSuchStage(f"{game.name} has no decision {stage!r}", what_to_do=f"choose from {named}")


def table_at(rules: Rules, step: int, dealt: TrainerHand) -> Table:
    """A table at this seat's decision, holding only the cards that are shown."""
    stakes = {key: Stake(Cents(cents)) for key, cents in dealt.stakes.items()}
    game = rules.game
    shown = tuple(n for n in game.hidden if dealt.hole[n] != NO_CARD)
    return msgspec.structs.replace(
        start(rules),
        cards="in play",
        phase="play",
        seats={1: Seat(PLAYER, stakes, dealt.hole, shown)},
        step=step,
        asked=(1,),
        community=dealt.community,
        community_shown=sum(card != NO_CARD for card in dealt.community),
        balances={f"player {PLAYER}": CHIPS},
    )


def advice_on(rules: Rules, step: int, dealt: TrainerHand) -> SeatAdvice:
    return advise_seat(player_knowledge(table_at(rules, step, dealt), {1: dealt.thrown}))


def deal(rules: Rules, step: int, rng: Random) -> TrainerHand:
    """Deals a hand that best play brings to this decision."""
    for _ in range(MAX_DEALS):
        dealt = _play_to(rules, step, rng)
        if dealt is not None:
            return dealt
    raise NoSuchStage(f"no hand of {rules.game.name} reaches that decision")


def _play_to(rules: Rules, step: int, rng: Random) -> TrainerHand | None:
    game = rules.game
    deck = rng.sample(game.cards, len(game.cards))
    own, board = deck[: game.hole], deck[game.hole : game.hole + game.community]
    rest = iter(deck[game.hole + game.community :])
    hole = tuple(NO_CARD if n in game.hidden else card for n, card in enumerate(own))
    dealt = TrainerHand(
        hole,
        (NO_CARD,) * game.community,
        {spot.key: int(BASE) for spot in rules.required},
    )
    for number, move in enumerate(game.play[:step]):
        match move:
            case Decide():
                after = _decide(rules, number, move, dealt)
                if after is None:
                    return None
                dealt = after
            case Exchange():
                dealt = _exchange(rules, number, dealt, rest)
            case RevealStep():
                dealt = _reveal(move, dealt, own, board)
    if isinstance(game.play[step], Exchange) and not _bets(rules, step, dealt):
        return None
    return dealt


def _decide(rules: Rules, number: int, move: Decide, dealt: TrainerHand) -> TrainerHand | None:
    best = advice_on(rules, number, dealt).best
    stakes = dict(dealt.stakes)
    if best.act == move.decline:
        if move.decline == "fold":
            return None
        stakes.pop(move.spot, None)
    elif best.places:
        stakes[move.spot] = best.places
    return msgspec.structs.replace(dealt, stakes=stakes)


def _exchange(rules: Rules, number: int, dealt: TrainerHand, rest: Any) -> TrainerHand:
    slots = advice_on(rules, number, dealt).best.slots
    hole = list(dealt.hole)
    thrown = tuple(hole[slot] for slot in slots)
    for slot in slots:
        hole[slot] = next(rest)
    return msgspec.structs.replace(dealt, hole=tuple(hole), thrown=(*dealt.thrown, *thrown))


def _reveal(
    move: RevealStep, dealt: TrainerHand, own: list[Card], board: list[Card]
) -> TrainerHand:
    if move.what == "slot":
        hole = list(dealt.hole)
        hole[move.slot] = own[move.slot]
        return msgspec.structs.replace(dealt, hole=tuple(hole))
    if move.what != "community":
        return dealt
    turned = sum(card != NO_CARD for card in dealt.community) + move.cards
    face_down = (NO_CARD,) * (len(board) - turned)
    return msgspec.structs.replace(dealt, community=(*board[:turned], *face_down))


def _bets(rules: Rules, step: int, dealt: TrainerHand) -> bool:
    """Whether the bet that this exchange belongs to was made."""
    spots = [move.spot for move in rules.game.play[:step] if isinstance(move, Decide)]
    return spots[-1] in dealt.stakes


# ── equivalent hands ──────────────────────────────────────────────────────────────────────────────


def key_of(rules: Rules, dealt: TrainerHand) -> str:
    """One key for hands that differ only in the names of suits, at the same stakes."""
    cards = [card for card in (*dealt.hole, *dealt.community) if card != NO_CARD]
    units = "-".join(str(cents // BASE) for _, cents in sorted(dealt.stakes.items()))
    spots = len(dealt.stakes)
    if rules.game.draws:
        alike = min(
            tuple(tuple(sorted(_rename_suits(some, names))) for some in (cards, dealt.thrown))
            for names in permutations(range(4))
        )
        return f"{spots} {units} {alike}"
    # For a stud hand it matters only whether all cards shown are of one suit.
    suited = len({card & 3 for card in cards}) == 1
    return f"{spots} {units} {sorted(card >> 2 for card in cards)} {int(suited)}"


def _rename_suits(cards: Sequence[Card], names: Sequence[int]) -> Cards:
    return tuple(c if c == NO_CARD or is_joker(c) else Card((c & ~3) | names[c & 3]) for c in cards)


def in_other_suits(dealt: TrainerHand, rng: Random) -> TrainerHand:
    """The same hand in other suits, so that nobody recognises it by its looks."""
    names = rng.sample(range(4), 4)
    hole, community, thrown = (
        _rename_suits(cards, names) for cards in (dealt.hole, dealt.community, dealt.thrown)
    )
    return msgspec.structs.replace(dealt, hole=hole, community=community, thrown=thrown)
