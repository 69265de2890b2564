"""A random game in each of the three APIs.

    python examples/self_play.py openspiel roundhouse_narrow_gauge
    python examples/self_play.py pettingzoo irish_gauge_v1
    python examples/self_play.py gymnasium roundhouse/age-of-rail-v1
"""
from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import pyspiel

import roundhouse.envs.gym
import roundhouse.envs.openspiel  # noqa: F401  (registers the games)
from roundhouse.envs.pettingzoo import ENVIRONMENTS


def openspiel(name: str, seed: int = 1) -> list[float]:
    """What each player gets."""
    random = np.random.default_rng(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choice(outcomes, p=chances))
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return list(state.returns())


def pettingzoo(name: str, seed: int = 1) -> list[float]:
    """What each agent gets."""
    env = ENVIRONMENTS[name].env()
    env.reset(seed=seed)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        got[agent] = reward
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    return [got[agent] for agent in sorted(got)]


def gym(name: str, seed: int = 1) -> list[float]:
    """What the agent gets, against random bots."""
    env = gymnasium.make(name)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, _, info = env.step(action)
    return [float(reward)]


if __name__ == "__main__":
    apis = {"openspiel": openspiel, "pettingzoo": pettingzoo, "gymnasium": gym}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("api", choices=apis)
    parser.add_argument("name", help="the game as that API names it")
    wish = parser.parse_args()
    print(apis[wish.api](wish.name))
