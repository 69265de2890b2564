"""Train an agent with MaskablePPO for about a minute, then let it play against random bots.

    pip install 'roundhouse-games[envs,train]'
    python examples/train.py
    python examples/train.py --game narrow-gauge --steps 200000 --opponents greedy
"""
from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import roundhouse.envs.gym  # noqa: F401  (registers the games)
from roundhouse.envs.names import environment


def train(game: str, steps: int, opponents: str = "random", seed: int = 1) -> MaskablePPO:
    """An agent after so many decisions. With one thread the same seed gives the same agent."""
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    agent = MaskablePPO(
        "MlpPolicy",
        make_vec_env(environment(game), 16, seed, env_kwargs={"opponents": opponents}),
        n_steps=64,
        batch_size=256,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.003,
        policy_kwargs={"net_arch": [128]},
        seed=seed,
    )
    return agent.learn(steps)


def wins(agent: MaskablePPO, game: str, games: int, opponents: str = "random", seed: int = 10_000) -> float:
    """How many of so many games the agent wins, in whatever seat it is put; a shared win counts in part."""
    env = gymnasium.make(environment(game), opponents=opponents)
    won = 0.0
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = agent.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, _, over, _, info = env.step(action)
        winners: Any = info["winners"]
        won += (info["seat"] in winners) / len(winners)
    return won


def interval(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share, 95 % by default."""
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - reach, middle + reach


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="irish-gauge")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=300, help="games to play afterwards")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    begun = time.monotonic()
    agent = train(wish.game, wish.steps, wish.opponents, wish.seed)
    print(f"trained on {wish.steps} decisions in {time.monotonic() - begun:.0f} seconds")
    won = wins(agent, wish.game, wish.games, wish.opponents)
    low, high = interval(won, wish.games)
    print(f"won {won:g} of {wish.games} games of {wish.game} against {wish.opponents}: {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main(sys.argv[1:])
