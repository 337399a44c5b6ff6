"""A whole table as a PettingZoo environment: several seats, dealt and paid by the engine itself."""

from collections.abc import Mapping
from math import comb
from typing import Any, Final

import gymnasium as gym
import numpy as np
from pettingzoo import AECEnv

from pitboss.envs.options import UnknownOption
from pitboss.library.table import SelfDealtTable
from pitboss.odds.game import PricedGame
from pitboss.rulebook.model import Decide, Exchange, Game

CHIPS: Final = "1,000,000.00"


class TableEnv(AECEnv):  # type: ignore[misc]
    """One round at a table; `seat_1` and so on act in the order of the rules.

    An act is the number of one of the choices that the table offers, in its order. An observation
    has the seat's own cards, then the community's (the number of cards in the deck where a card is
    not known), then the step of the game; and `action_mask`. Rewards come at the end, in units of
    the seat's base stake. `infos` has the exact `worths` of the choices in units, at the seat's
    stakes and the table's meters, and the `regret` of the seat's last act.
    """

    metadata = {  # noqa: RUF012 (PettingZoo's own name)
        "render_modes": ["ansi"],
        "name": "pitboss_table_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str | PricedGame = "mississippi-stud",
        seats: int = 3,
        *house: str,
        stakes: Mapping[str, int] | None = None,
        worths: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game, self._house, self._worths = game, house, worths
        self._stakes = {spot.replace("-", "_"): cents for spot, cents in (stakes or {}).items()}
        self.render_mode = render_mode
        rules = SelfDealtTable(game, *house).rules
        if not 1 <= seats <= rules.game.seats:
            raise UnknownOption(
                f"{seats} seats", what_to_do=f"{rules.game.name} has 1 to {rules.game.seats}"
            )
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self.agents: list[str] = []
        self._deck = len(rules.game.cards)
        self._places = rules.game.hole + rules.game.community
        self._acts = most_choices(rules.game)
        highest = np.array([self._deck] * self._places + [len(rules.game.play)], np.int64)
        self._space = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(np.zeros_like(highest), highest, dtype=np.int64),
                "action_mask": gym.spaces.Box(0, 1, (self._acts,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = {
            agent: gym.spaces.Discrete(self._acts) for agent in self.possible_agents
        }
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gym.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = [*self.possible_agents]
        self.table = SelfDealtTable(self._game, *self._house)
        for agent in self.agents:
            number = _seat(agent)
            self.table.sit(agent, seat=number, chips=CHIPS)
            self.table.bet(number, **self._stakes)
        self.table.deal(seed=int(self._random.integers(2**63)))
        required = self.table.rules.required[0].key
        self._base = {
            a: self.table.state.seats[_seat(a)].stakes[required].cents for a in self.agents
        }
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        cards = np.full(self._places + 1, self._deck, np.int64)
        shown = self.table.cards(_seat(agent))
        game = self.table.rules.game
        own = min(len(shown), game.hole)
        cards[:own] = shown[:own]
        cards[game.hole : game.hole + len(shown) - own] = shown[own:]
        step = self.table.state.game_step
        cards[-1] = game.play.index(step) if step in game.play else len(game.play)
        mask = np.zeros(self._acts, np.int8)
        if self.table.turn == _seat(agent):
            mask[: len(self.table.choices)] = 1
        return {"observation": cards, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        choices = self.table.choices
        if action is None or not 0 <= int(action) < len(choices):
            raise UnknownOption(
                f"act {action} is not legal here",
                what_to_do=f"choose one of 0 to {len(choices) - 1}, as action_mask shows",
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        worths = self.infos[agent].pop("worths", None)
        if worths is not None:
            self.infos[agent]["regret"] = float(worths.max() - worths[int(action)])
        self.table.act(choices[int(action)])
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The felt as the seat at its turn sees it."""
        return str(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes nothing; PettingZoo requires it of an environment with `render`."""

    def _next(self) -> None:
        """Selects the seat at its turn, or ends the round."""
        if self.table.turn:
            self.agent_selection = agent = f"seat_{self.table.turn}"
            if self._worths:
                self.infos[agent]["worths"] = self._worth_row(agent)
            return
        won = self.table.settle()
        for agent in self.agents:
            self.rewards[agent] = won[agent] / self._base[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _worth_row(self, agent: str) -> Any:
        values = self.table.worths()
        row = np.full(self._acts, -np.inf)
        for number, play in enumerate(self.table.choices):
            row[number] = float(values[str(play)] / self._base[agent])
        return row


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def most_choices(game: Game) -> int:
    """The most choices that a step of the game offers."""
    counts = [2]
    for step in game.play:
        if isinstance(step, Decide):
            counts.append(1 + max(1, len(game.spot(step.spot).multiples)))
        elif isinstance(step, Exchange):
            counts.append(sum(comb(game.hole, k) for k in range(step.up_to + 1)))
    return max(counts)
