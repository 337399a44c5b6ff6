"""Optimal play of one hand: every act with its exact value.

>>> advise("let-it-ride", "Ts 9s 4d").best.act
'withdraw'
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.cards import Card, card_name, card_names, is_joker, parse_cards
from pitboss.errors import PitbossError
from pitboss.odds.game import Letters, PricedGame, letters_of, priced_of
from pitboss.odds.strategy.situations import solved
from pitboss.odds.stud.shape import Stage
from pitboss.odds.stud.solve import Path, Solution
from pitboss.rulebook.model import Decide, Game

STAND: Final = "stand"
MIN_LEFT: Final = 5  # unseen cards that a round could still need


class BadSituation(PitbossError):
    """Cards or bets that no player of the game could have."""


class AdvisedAct(msgspec.Struct, frozen=True):
    """One act: the value of the whole round if it is taken, in units of the base wager."""

    act: str
    value: Fraction
    cost: Fraction  # against the best act
    discards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.act}, worth {self.value}"

    __repr__ = __str__

    @property
    def tied(self) -> bool:
        return self.cost == 0


class Advice(msgspec.Struct, frozen=True):
    """A decision with its acts, the best first; of equals the one that plays on."""

    game: str
    letters: dict[str, str]
    decision: str
    cards: tuple[Card, ...]
    dead: tuple[Card, ...]  # cannot come: own discards, other cards seen
    bets: tuple[str, ...]  # the acts at the earlier decisions
    staked: int  # units on the layout
    options: tuple[AdvisedAct, ...]

    def __repr__(self) -> str:
        return f"<Advice on {self.game} with {card_names(self.cards)}: {self.best}>"

    @property
    def best(self) -> AdvisedAct:
        return self.options[0]

    @property
    def ties(self) -> tuple[AdvisedAct, ...]:
        """Every act as good as the best, including it."""
        return tuple(option for option in self.options if option.tied)


def advise(
    game: str | PricedGame,
    cards: str | Sequence[Card],
    *,
    dead: str | Sequence[Card] | None = None,
    letters: Letters | None = None,
    bets: Sequence[str] | None = None,
    gone: str | Sequence[Card] = (),
) -> Advice:
    """Every act with these cards; their number determines the decision.

    `dead` are the player's own discards, none or more, and select the second decision of a draw
    game; `gone` are other cards that cannot come. `bets` are the acts at the earlier decisions of a
    stud game; without them, the best ones for these cards in the order given.
    """
    priced = priced_of(game)
    own = _cards(cards)
    discards = None if dead is None else _cards(dead, own)
    others = _cards(gone, own + (discards or ()))
    _check(priced.game, own, discards or (), others)
    chosen = letters_of(priced, letters)
    if priced.draws:
        if bets:
            raise BadSituation("no earlier bet makes a difference in this game")
        return _draw(priced, chosen, own, discards, others)
    if discards is not None:
        raise BadSituation(
            "nothing is discarded in this game", what_to_do="name cards you have seen with --seen"
        )
    return _stud(priced, chosen, own, bets, others)


def _cards(cards: str | Sequence[Card], others: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    return parse_cards(cards, others) if isinstance(cards, str) else tuple(cards)


def _check(game: Game, *groups: tuple[Card, ...]) -> None:
    deck = set(game.cards)
    every = [card for cards in groups for card in cards]
    for place, card in enumerate(every):
        if card not in deck:
            what = "a joker" if is_joker(card) else card_name(card)
            raise BadSituation(f"{game.name} is dealt from {len(deck)} cards without {what}")
        if card in every[:place]:
            raise BadSituation(
                f"{card_name(card)} is given twice", what_to_do="name each card once"
            )
    if len(deck) - len(every) < MIN_LEFT:
        raise BadSituation("with so many cards gone, too few are left to deal")


# ── stud games ────────────────────────────────────────────────────────────────────────────────────


def _stud(
    priced: PricedGame,
    letters: dict[str, str],
    cards: tuple[Card, ...],
    bets: Sequence[str] | None,
    gone: tuple[Card, ...],
) -> Advice:
    solution = solved(priced, letters, gone)
    stages = solution.game.shape.stages
    at = next((i for i, stage in enumerate(stages) if stage.depth == len(cards)), None)
    if at is None:
        sizes = " or ".join(str(stage.depth) for stage in stages)
        raise BadSituation(
            f"no decision of {priced.game.name} falls with {len(cards)} cards known",
            what_to_do=f"name {sizes}",
        )
    path = _earlier(solution, stages[:at], cards, bets)
    earlier = [(stage, path.digit(stage.depth)) for stage in stages[:at]]
    return Advice(
        priced.game.key,
        letters,
        stages[at].key,
        cards,
        gone,
        tuple(stage.acts[act] for stage, act in earlier),
        sum(solution.game.shape.start.values()) + sum(stage.units[act] for stage, act in earlier),
        _options(stages[at].acts, solution.choice_worths(path, cards)),
    )


def _options(acts: Sequence[str], values: Sequence[Fraction]) -> tuple[AdvisedAct, ...]:
    best = max(values)
    # Of equals the bolder act, which is the later choice, comes first.
    pairs = reversed(list(zip(acts, values, strict=True)))
    options = [AdvisedAct(act, value, best - value) for act, value in pairs]
    return tuple(sorted(options, key=lambda option: option.cost))


def _earlier(
    solution: Solution,
    stages: Sequence[Stage],
    cards: tuple[Card, ...],
    bets: Sequence[str] | None,
) -> Path:
    if bets is not None and len(bets) != len(stages):
        raise BadSituation(
            f"{len(bets)} earlier bets are named and {len(stages)} were made",
            what_to_do="name one act for each earlier decision",
        )
    path = Path(0)
    for place, stage in enumerate(stages):
        first = 1 if stage.folds else 0
        if bets is None:
            worth = solution.choice_worths(path, cards[: stage.depth])
            # The player did not fold, although that may have been better.
            _, act = max((worth[act], act) for act in range(first, len(worth)))
        else:
            act = _named(bets[place], stage.acts, first)
        path = path.extend(stage.depth, act)
    return path


def _named(bet: str, names: tuple[str, ...], first: int) -> int:
    text = " ".join(bet.lower().split())
    for act in range(first, len(names)):
        if text in (names[act], names[act].rpartition(" ")[2]):
            return act
    raise BadSituation(
        f"{bet!r} is not an earlier act that leads here",
        what_to_do=f"choose one of {', '.join(names[first:])}",
    )


# ── draw games ────────────────────────────────────────────────────────────────────────────────────


def _draw(
    priced: PricedGame,
    letters: dict[str, str],
    cards: tuple[Card, ...],
    dead: tuple[Card, ...] | None,
    gone: tuple[Card, ...],
) -> Advice:
    from pitboss.odds.draw import solve as draw
    from pitboss.odds.draw.model import draw_pays

    game = priced.game
    if len(cards) != game.hole:
        raise BadSituation(f"a hand has {game.hole} cards, not {len(cards)}")
    pays = draw_pays(priced, letters)
    first, second = (step for step in game.play if isinstance(step, Decide))
    if dead is None:
        step, acts, staked = first, draw.first_choices(cards, pays, gone), pays.staked[0]
    else:
        step, acts, staked = second, draw.second_choices(cards, dead, pays, gone), pays.staked[1]
    best = acts[0].value
    options = [
        AdvisedAct(
            draw_act(game, choice.discards),
            choice.value,
            best - choice.value,
            choice.discards or (),
        )
        for choice in acts
    ]
    return Advice(
        game.key, letters, step.spot, cards, (dead or ()) + gone, (), staked, tuple(options)
    )


def draw_act(game: Game, discards: Sequence[Card] | None) -> str:
    if discards is None:
        return "fold"
    return f"discard {card_names(sorted(discards, reverse=True))}" if discards else STAND
