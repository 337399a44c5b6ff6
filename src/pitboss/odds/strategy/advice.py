"""Optimal play, asked hand by hand: every act with its exact worth.

>>> advise("let-it-ride", "Ts 9s 4d").best.act
'withdraw'
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final

import msgspec

from pitboss.cards import Card, card_name, card_names, is_joker, parse_cards
from pitboss.errors import PitbossError
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.strategy.situations import Letters, acts_of, letters_of, solved
from pitboss.odds.stud.shape import Stage
from pitboss.odds.stud.solve import Solution
from pitboss.rulebook import find_game
from pitboss.rulebook.model import Decide, Game

STAND: Final = "stand"
LEFT: Final = 5  # unseen cards, at the least, that a round could still need


class BadQuestion(PitbossError):
    """Cards or bets that no player of the game could be asked about."""


class Option(msgspec.Struct, frozen=True):
    """One act: what the whole round is worth in units of the base wager if it is taken."""

    act: str
    value: Fraction
    cost: Fraction  # what it falls short of the best
    discards: tuple[Card, ...] = ()

    @property
    def tied(self) -> bool:
        return self.cost == 0


class Advice(msgspec.Struct, frozen=True):
    """A decision with its acts, the best first; of equals the one that plays on."""

    game: str
    letters: dict[str, str]
    decision: str
    cards: tuple[Card, ...]
    dead: tuple[Card, ...]  # known not to come: discards, other cards seen
    bets: tuple[str, ...]  # the earlier acts it is asked under
    staked: int  # units on the layout
    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def ties(self) -> tuple[Option, ...]:
        """Every act as good as the best, itself among them."""
        return tuple(option for option in self.options if option.tied)


def advise(
    game: str,
    cards: str | Sequence[Card],
    *,
    dead: str | Sequence[Card] | None = None,
    letters: Letters | None = None,
    bets: Sequence[str] | None = None,
    seen: str | Sequence[Card] = (),
) -> Advice:
    """Every act with these cards; their number tells the decision.

    `dead` are a draw game's own discards, none or more, and tell the second decision; `seen` are
    cards known to be gone. `bets` are the acts taken at the earlier decisions of a stud game,
    otherwise the best ones for these cards in the order given.
    """
    asked = priced_game(find_game(game).key)
    held = _cards(cards)
    gone = None if dead is None else _cards(dead, held)
    known = _cards(seen, held + (gone or ()))
    _check(asked.game, held, gone or (), known)
    chosen = letters_of(asked, letters)
    if asked.draws:
        if bets:
            raise BadQuestion("no earlier bet makes a difference in this game")
        return _draw(asked, chosen, held, gone, known)
    if gone is not None:
        raise BadQuestion(
            "nothing is discarded in this game", what_to_do="name cards you have seen with --seen"
        )
    return _stud(asked, chosen, held, bets, known)


def _cards(said: str | Sequence[Card], others: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    return parse_cards(said, others) if isinstance(said, str) else tuple(said)


def _check(game: Game, *groups: tuple[Card, ...]) -> None:
    deck = set(game.cards)
    every = [card for cards in groups for card in cards]
    for place, card in enumerate(every):
        if card not in deck:
            what = "a joker" if is_joker(card) else card_name(card)
            raise BadQuestion(f"{game.name} is dealt from {len(deck)} cards without {what}")
        if card in every[:place]:
            raise BadQuestion(f"{card_name(card)} is given twice", what_to_do="name each card once")
    if len(deck) - len(every) < LEFT:
        raise BadQuestion("with so many cards gone too few are left to be dealt")


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


def _stud(
    asked: PricedGame,
    letters: dict[str, str],
    cards: tuple[Card, ...],
    bets: Sequence[str] | None,
    seen: tuple[Card, ...],
) -> Advice:
    solution = solved(asked, letters, seen)
    stages = solution.game.shape.stages
    at = next((i for i, stage in enumerate(stages) if stage.known == len(cards)), None)
    if at is None:
        sizes = " or ".join(str(stage.known) for stage in stages)
        raise BadQuestion(
            f"no decision of {asked.game.name} falls with {len(cards)} cards known",
            what_to_do=f"name {sizes}",
        )
    acts = {stage.key: _acts(asked.game, stage) for stage in stages}
    earlier = _earlier(solution, acts, stages[:at], cards, bets)
    path = sum(4 ** (stage.known - 2) * act for stage, act in zip(stages, earlier, strict=False))
    worth = choice_worths(solution, stages[at], path, cards)
    return Advice(
        asked.game.key,
        letters,
        stages[at].key,
        cards,
        seen,
        tuple(acts[stage.key][act] for stage, act in zip(stages, earlier, strict=False)),
        sum(solution.game.shape.start.values())
        + sum(stage.units[act] for stage, act in zip(stages, earlier, strict=False)),
        _options(zip(acts[stages[at].key], worth, strict=True)),
    )


def _acts(game: Game, stage: Stage) -> tuple[str, ...]:
    step = next(s for s in game.play if isinstance(s, Decide) and s.spot == stage.key)
    return acts_of(stage, step)


def _options(worth: Any) -> tuple[Option, ...]:
    found = list(worth)
    best = max(value for _, value in found)
    # Of equals the bolder act, which is the later choice, comes first.
    options = [Option(act, value, best - value) for act, value in reversed(found)]
    return tuple(sorted(options, key=lambda option: option.cost))


def choice_worths(
    solution: Solution, stage: Stage, path: int, cards: tuple[Card, ...]
) -> list[Fraction]:
    """Each choice's result in units, after the earlier course `path`."""
    total = solution.money.unit
    for k in range(len(cards), 5):
        total *= int(solution.has.sum()) - k
    found = solution.choice_values(len(cards), path, *_class(solution, cards))
    # A wager on fewer cards than are known is decided: a solution counts it when it is.
    decided = 0
    for k in range(2, len(cards)):
        flag, multiset = _class(solution, cards[:k], own_suit=True)
        kind = solution.game.axes[k].kinds[flag, multiset]
        decided += int(solution.money.now[k][path & 3 if k == 3 else 0, kind])
    return [Fraction(value, total) + Fraction(decided, solution.money.unit) for value in found]


def _class(solution: Solution, cards: tuple[Card, ...], own_suit: bool = False) -> tuple[int, int]:
    """Flag and multiset of ranks; `own_suit` as class tables have it, not as the solution does."""
    ranks = sorted(card >> 2 for card in cards)
    # Sorted ranks p ≤ q ≤ … stand at C(p, 1) + C(q+1, 2) + … in colexicographic order.
    multiset = sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))
    suits = {card & 3 for card in cards}
    if len(suits) > 1:
        return 0, multiset
    flag = suits.pop() + 1
    return flag if own_suit else solution.flags()[flag], multiset


def _earlier(
    solution: Solution,
    acts: dict[str, tuple[str, ...]],
    stages: Sequence[Stage],
    cards: tuple[Card, ...],
    bets: Sequence[str] | None,
) -> list[int]:
    if bets is not None and len(bets) != len(stages):
        raise BadQuestion(
            f"{len(bets)} earlier bets are named and {len(stages)} were made",
            what_to_do="name one act for each earlier decision",
        )
    taken: list[int] = []
    path = 0
    for place, stage in enumerate(stages):
        names = acts[stage.key]
        first = 1 if stage.folds else 0
        if bets is None:
            worth = choice_worths(solution, stage, path, cards[: stage.known])
            # Whoever is asked now did not fold, though that may have been better.
            act = max(range(first, len(names)), key=lambda a, w=worth: (w[a], a))  # type: ignore[misc]
        else:
            act = _named(bets[place], names, first)
        taken.append(act)
        path += 4 ** (stage.known - 2) * act
    return taken


def _named(said: str, names: tuple[str, ...], first: int) -> int:
    text = " ".join(said.lower().split())
    for act in range(first, len(names)):
        if text in (names[act], names[act].rpartition(" ")[2]):
            return act
    raise BadQuestion(
        f"{said!r} is no earlier act that leads here",
        what_to_do=f"choose one of {', '.join(names[first:])}",
    )


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def _draw(
    asked: PricedGame,
    letters: dict[str, str],
    cards: tuple[Card, ...],
    dead: tuple[Card, ...] | None,
    seen: tuple[Card, ...],
) -> Advice:
    from pitboss.odds.draw import solve as draw
    from pitboss.odds.draw.model import rulebook_pays

    game = asked.game
    if len(cards) != game.hole:
        raise BadQuestion(f"a hand has {game.hole} cards, not {len(cards)}")
    pays = rulebook_pays(letters[asked.lettered("base")], game.key)
    first, second = (step for step in game.play if isinstance(step, Decide))
    if dead is None:
        step, found, staked = first, draw.first_choices(cards, pays, seen), pays.staked[0]
    else:
        step, found, staked = second, draw.second_choices(cards, dead, pays, seen), pays.staked[1]
    best = found[0].value
    options = [
        Option(
            draw_act(game, choice.discards),
            choice.value,
            best - choice.value,
            choice.discards or (),
        )
        for choice in found
    ]
    return Advice(
        game.key, letters, step.spot, cards, (dead or ()) + seen, (), staked, tuple(options)
    )


def draw_act(game: Game, discards: Sequence[Card] | None) -> str:
    if discards is None:
        return "fold"
    return f"discard {card_names(sorted(discards, reverse=True))}" if discards else STAND
