"""Learn from a dataset to move as its bots do: the policy of a MaskablePPO, trained on what others have played.

    roundhouse sim irish-gauge --seats 3 --bots level-2 --games 1000 --seed 1 --records games/
    roundhouse dataset games/ --out steps/
    python examples/imitate.py steps/ agent.zip
    ROUNDHOUSE_AGENT=agent.zip roundhouse rate examples/agent.py:Agent irish-gauge

With --practice N it then plays N decisions against greedy bots, and learns from what comes of them (PPO).
"""
from __future__ import annotations

import argparse
import sys
from time import process_time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import roundhouse.envs.gym  # noqa: F401  (registers the games)
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.names import environment
from roundhouse.envs.steps import Steps
from roundhouse.games import Setup


def learner(game: str, players: int, seed: int) -> MaskablePPO:
    """An agent that knows nothing yet."""
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    rooms = make_vec_env(environment(game), 8, seed, env_kwargs={"players": players, "opponents": "greedy"})
    return MaskablePPO("MlpPolicy", rooms, n_steps=64, batch_size=256, n_epochs=4, learning_rate=1e-4, gamma=1.0,
                       policy_kwargs={"net_arch": [256, 256]}, seed=seed)


def imitate(agent: MaskablePPO, steps: Steps, rounds: int, seed: int) -> float:
    """Go through the dataset so often; how many of its last decisions the agent would have made itself."""
    about = steps.about
    space = ActionSpace(Setup.of(about["game"], about["seats"]).game())
    policy = agent.policy
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    hits = [0.0]
    for turn in range(rounds):
        hits = []
        for batch in steps.batches(512, seed=seed + turn):
            actions = torch.tensor([space.action(int(code)) for code in batch.action])
            masks = np.zeros((len(batch), space.size), np.int8)
            space.write_masks(batch.mask.astype(np.int8), masks)
            seen = torch.from_numpy(np.array(batch.observation))
            values, likely, _ = policy.evaluate_actions(seen, actions, torch.from_numpy(masks))
            worth = torch.from_numpy(np.array(batch.result))
            loss = -likely.mean() + (values.flatten() - worth).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            hits.append(float((likely.exp() > 0.5).float().mean()))
    return float(np.mean(hits))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", help="the folder of a dataset")
    parser.add_argument("agent", help="the file to write")
    parser.add_argument("--rounds", type=int, default=6, help="how often to go through the dataset")
    parser.add_argument("--practice", type=int, default=0, help="decisions to play afterwards")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    begun = process_time()
    steps = Steps(wish.steps)
    agent = learner(steps.about["game"], steps.about["seats"], wish.seed)
    sure = imitate(agent, steps, wish.rounds, wish.seed)
    print(f"in {sure:.0%} of decisions it would most likely have done the same")
    if wish.practice:
        agent.learn(wish.practice)
    agent.save(wish.agent)
    print(f"{process_time() - begun:.0f} seconds of processor time")


if __name__ == "__main__":
    main(sys.argv[1:])
