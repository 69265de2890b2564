"""The games for PettingZoo, under names that carry a version:

    from roundhouse.envs.pettingzoo import irish_gauge_v1

    env = irish_gauge_v1.env(players=4, render_mode="ansi")

`env` takes turns (AEC) and ends the game when somebody does what is not legal; `raw_env` raises an error then.
`parallel_env` asks everybody at once and looks at the answer of the seat to act only. PettingZoo's own list has them
too: pettingzoo.make("aec", "roundhouse/irish-gauge-v1").
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

try:
    import numpy as np
    import pettingzoo as library
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: PettingZoo comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.engine.contract import IllegalAction
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.episode import RENDER_MODES, Episode
from roundhouse.envs.names import environment, every_code, version
from roundhouse.envs.rewards import returns
from roundhouse.games import Setup, titles

if TYPE_CHECKING:
    import numpy.typing as npt

    Observation = dict[str, npt.NDArray[Any]]
    Infos = dict[str, dict[str, Any]]

MOST_SEED = 2**63
ILLEGAL_REWARD = -1.0


class Seats:
    """What both kinds of environment share: agents, spaces, seeds, observations and pictures."""

    def __init__(self, setup: Setup, render_mode: str | None, max_cycles: int | None, actions: ActionSpace) -> None:
        self.episode = Episode(setup, render_mode, actions)
        self.actions = actions
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": versioned(setup.title, 0 if actions.every_code else None),
            "render_modes": RENDER_MODES,
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self._random, _ = seeding.np_random()
        observation = spaces.Dict({
            "observation": self.episode.observation_space(),
            "action_mask": self.episode.mask_space(),
        })
        self._observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self._action_spaces = {agent: self.episode.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def seat(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def begin(self, seed: int | None) -> None:
        """Begin a new game; with a seed, the games from here on are the same each time."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.episode.begin(int(self._random.integers(MOST_SEED)))
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what is legal for it."""
        seat = self.seat(agent)
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def all_infos(self) -> Infos:
        """For each agent: what is legal, and at the end of the game its result."""
        result = self.episode.result()
        return {agent: {"action_mask": self.episode.mask(self.seat(agent)), **result} for agent in self.agents}

    def all_rewards(self) -> dict[str, float]:
        """What each agent has won; 0 for all while the game goes on."""
        return dict(zip(self.possible_agents, returns(self.episode.course.state)))

    def render(self) -> Any:
        """Everything that is on the table, hidden or not."""
        return self.episode.render(None)

    def close(self) -> None:
        """There is nothing to let go of."""


class TurnEnv(Seats, AECEnv):  # type: ignore[misc]
    """One agent decides at a time; chance decides in between."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, at its first decision."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.all_infos()
        self._decisions = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[self.episode.to_act]
        self._show()

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; None for one that is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        self.episode.choose(int(action))
        self._decisions[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.all_rewards()
        self.infos = self.all_infos()
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.to_act]
            if self._decisions[self.agent_selection] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __str__(self) -> str:
        return str(self.metadata["name"])


class CycleEnv(Seats, ParallelEnv):  # type: ignore[misc]
    """Everybody answers in every cycle. Only the answer of the seat to act counts, whose mask is not all 0.

    In place of an answer that is not legal a random one is taken, and `info` tells why.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """A new game: the observation and the info of every agent."""
        self.begin(seed)
        self._cycles = 0
        return {agent: self.observe(agent) for agent in self.agents}, self.all_infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """One decision: the action of the agent to act counts, those of the others are not looked at."""
        agent = self.possible_agents[self.episode.to_act]
        why = self._act(int(actions[agent]))
        self._cycles += 1
        truncated = self._cycles == self.max_cycles and not self.episode.over
        observations = {agent: self.observe(agent) for agent in self.agents}
        terminations = dict.fromkeys(self.agents, self.episode.over)
        truncations = dict.fromkeys(self.agents, truncated)
        infos = self.all_infos()
        if why:
            infos[agent]["illegal"] = why
        if self.episode.over or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, self.all_rewards(), terminations, truncations, infos

    def _act(self, action: int) -> str:
        """Do it, or something else; then why."""
        try:
            self.episode.choose(action)
        except IllegalAction as refused:
            legal = np.flatnonzero(self.episode.mask(self.episode.to_act))
            self.episode.choose(int(self._random.choice(legal)))
            return str(refused)
        return ""

    def __str__(self) -> str:
        return str(self.metadata["name"])


# ---- the list of environments ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Environment:
    """What a module of PettingZoo has: the makers of a game's environments, of one version."""

    title: str
    version: int

    def raw_env(
        self,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        most_bid: int | None = None,
    ) -> TurnEnv:
        """`max_cycles` is how often an agent may decide: the game is broken off before one decides more often.

        `most_bid` is the highest bid that has an action of its own; see `ActionSpace`."""
        setup = Setup.of(self.title, players, edition, options)
        return TurnEnv(setup, render_mode, max_cycles, self._actions(setup, most_bid))

    def env(
        self,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        most_bid: int | None = None,
    ) -> Any:
        """The environment with the checks that PettingZoo puts around one."""
        raw = self.raw_env(players, edition, options, render_mode, max_cycles, most_bid)
        return OrderEnforcingWrapper(TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD))

    def parallel_env(
        self,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        most_bid: int | None = None,
    ) -> CycleEnv:
        """`max_cycles` is how many decisions are made before the game is broken off."""
        setup = Setup.of(self.title, players, edition, options)
        return CycleEnv(setup, render_mode, max_cycles, self._actions(setup, most_bid))

    def _actions(self, setup: Setup, most_bid: int | None) -> ActionSpace:
        return ActionSpace(setup.game(), most_bid, every_code(self.version))


def versioned(title: str, of: int | None = None) -> str:
    """As PettingZoo writes it: irish_gauge_v1; the newest version or another."""
    return f"{title.replace('-', '_')}_v{version(title) if of is None else of}"


ENVIRONMENTS = {
    versioned(name, of): Environment(name, of) for name, one in titles().items() for of in range(len(one.environments))
}

if hasattr(library, "register"):    # from 1.26 on
    for _made in ENVIRONMENTS.values():
        library.register("aec", environment(_made.title, _made.version), _made.env)
        library.register("parallel", environment(_made.title, _made.version), _made.parallel_env)


def __getattr__(name: str) -> Environment:
    if name not in ENVIRONMENTS:
        raise AttributeError(f"{__name__} has no '{name}': {', '.join(ENVIRONMENTS)}")
    return ENVIRONMENTS[name]
