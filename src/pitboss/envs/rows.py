"""Dealt rounds as rows: one for each decision with its exact worths, and one for each round.

Round number n of a run has the seed `seed + n`, so `env.reset(seed=…)` deals any row again.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import numpy as np

from pitboss.cards import Card, card_names
from pitboss.envs.draw.env import DrawVectorEnv
from pitboss.envs.draw.tables import DrawTables
from pitboss.envs.options import UnknownOption
from pitboss.envs.stud.tables import StudTables
from pitboss.envs.stud.vector_env import StudVectorEnv
from pitboss.odds.draw.model import MASKS
from pitboss.odds.game import PricedGame
from pitboss.rulebook.model import Decide

BATCH: Final = 4096
POLICIES: Final = ("optimal", "random")


class DealtDecision(msgspec.Struct):
    """Worths, regret and result are in units of the base wager."""

    game: str
    round: int
    seed: int
    number: int  # of the decision in its round, from 1
    spot: str
    cards: str
    discards: str
    stakes: str  # units by spot, as in `ante=1 third-street=3`
    act: str
    worths: str  # JSON: act → worth
    worth: float
    regret: float
    result: float = 0.0  # of the round


class DealtRound(msgspec.Struct):
    game: str
    round: int
    seed: int
    cards: str  # known at the end
    acts: str  # separated by semicolons
    decisions: int
    regret: float
    result: float


class ActNames:
    """The names of acts, and the stakes of a course, for a stud or a draw game."""

    def __init__(self, tables: StudTables | DrawTables) -> None:
        self.tables = tables
        game = tables.game.game
        self.start = {spot.key: 1 for spot in game.spots if spot.required}
        self.decline = {step.spot: step.decline for step in game.play if isinstance(step, Decide)}

    def spot(self, at: int) -> str:
        if isinstance(self.tables, DrawTables):
            return self.tables.keys[at]
        return self.tables.stages[at].key

    def act(self, at: int, number: int, hand: list[str]) -> str:
        if isinstance(self.tables, StudTables):
            return self.tables.stages[at].acts[number]
        if number == 0:
            return self.decline[self.tables.keys[at]]
        gone = [card for k, card in enumerate(hand) if MASKS[number - 1] >> k & 1]
        return f"discard {' '.join(gone)}" if gone else "stand pat"

    def stakes(self, earlier: list[int]) -> str:
        stakes, tables = dict(self.start), self.tables
        for at, number in enumerate(earlier):
            units = tables.stages[at].units[number] if isinstance(tables, StudTables) else 1
            stakes[self.spot(at)] = units
        return " ".join(f"{spot}={units}" for spot, units in stakes.items() if units)


def simulated_rows(
    game: PricedGame, rounds: int, seed: int, policy: str = "optimal", paytable: str = ""
) -> Iterator[tuple[list[DealtDecision], list[DealtRound]]]:
    """Rows of `rounds` rounds, a batch at a time; the same seed gives the same rows."""
    if policy not in POLICIES:
        raise UnknownOption(
            f"there is no policy {policy!r} for rows", what_to_do=f"use {' or '.join(POLICIES)}"
        )
    for first in range(0, rounds, BATCH):
        count = min(BATCH, rounds - first)
        kind = DrawVectorEnv if game.draws else StudVectorEnv
        env = kind(game, count, paytable=paytable, observation="cards")
        yield _batch(env, game, first, seed, policy)


def _batch(
    env: StudVectorEnv | DrawVectorEnv, game: PricedGame, first: int, seed: int, policy: str
) -> tuple[list[DealtDecision], list[DealtRound]]:
    count, names = env.num_envs, ActNames(env.tables)
    shown, info = env.reset(seed=[seed + first + i for i in range(count)])
    chance = np.random.default_rng((seed, first))
    taken: list[list[DealtDecision]] = [[] for _ in range(count)]
    numbers: list[list[int]] = [[] for _ in range(count)]
    last = ["" for _ in range(count)]
    result, over, at = np.zeros(count), np.zeros(count, bool), 0
    while not over.all():
        if policy == "optimal":
            acts = info["worths"].argmax(axis=1)
        else:
            acts = chance.integers(np.maximum(info["action_mask"].sum(axis=1), 1))
        for i in np.flatnonzero(~over).tolist():
            hand, dead = _cards(env, shown[i])
            legal = int(info["action_mask"][i].sum())
            worths = info["worths"][i][:legal].tolist()
            texts = [names.act(at, act, hand) for act in range(legal)]
            act, best = int(acts[i]), max(worths)
            taken[i].append(
                DealtDecision(
                    game.game.key,
                    first + i + 1,
                    seed + first + i,
                    at + 1,
                    names.spot(at),
                    " ".join(hand),
                    " ".join(dead),
                    names.stakes(numbers[i]),
                    texts[act],
                    msgspec.json.encode(dict(zip(texts, worths, strict=True))).decode(),
                    worths[act],
                    best - worths[act],
                )
            )
            numbers[i].append(act)
        shown, rewards, ended, _, info = env.step(acts)
        for i in np.flatnonzero(~over).tolist():
            last[i] = " ".join(_cards(env, shown[i])[0])
        result += np.where(over, 0, rewards)
        over |= ended
        at += 1
    return _finish(taken, last, result.tolist())


def _finish(
    taken: list[list[DealtDecision]], last: list[str], results: list[float]
) -> tuple[list[DealtDecision], list[DealtRound]]:
    rounds = []
    for own, cards, result in zip(taken, last, results, strict=True):
        for row in own:
            row.result = result
        acts = "; ".join(row.act for row in own)
        regret, begin = sum(row.regret for row in own), own[0]
        rounds.append(
            DealtRound(begin.game, begin.round, begin.seed, cards, acts, len(own), regret, result)
        )
    return [row for own in taken for row in own], rounds


def _cards(env: StudVectorEnv | DrawVectorEnv, shown: Any) -> tuple[list[str], list[str]]:
    """The cards in hand, and the player's own discards."""
    unseen = 54 if isinstance(env, DrawVectorEnv) else 52
    hand = card_names([Card(int(card)) for card in shown[:5] if card < unseen]).split()
    dead = shown[5:8] if isinstance(env, DrawVectorEnv) else ()
    return hand, card_names([Card(int(card)) for card in dead if card < unseen]).split()
