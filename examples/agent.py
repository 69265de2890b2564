"""A trained agent as a bot, for `roundhouse rate`, tables and studies:

    ROUNDHOUSE_AGENT=agent.zip roundhouse rate examples/agent.py:Agent irish-gauge
"""
from __future__ import annotations

import os
from functools import cache

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from roundhouse.bots import Seat
from roundhouse.engine.contract import Game
from roundhouse.engine.dice import Dice
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.observe import Observer


@cache
def learned() -> MaskablePPO:
    """The agent of the file, read once."""
    torch.set_num_threads(1)
    return MaskablePPO.load(os.environ["ROUNDHOUSE_AGENT"], device="cpu")


@cache
def known(game: Game) -> tuple[Observer, ActionSpace]:
    """How a game is seen, and what may be done in it."""
    return Observer(game), ActionSpace(game)


class Agent:
    """Does what its net finds best."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of its action. What is imagined in place of what it can't see changes no number that it sees."""
        observer, space = known(seat.game)
        numbers = np.empty(observer.size, np.float32)
        observer.write(seat.imagine(dice), seat.number, numbers)
        legal = seat.legal()
        action, _ = learned().predict(numbers, action_masks=space.mask(legal), deterministic=True)
        return space.code(int(action), legal)


if __name__ == "__main__":
    raise SystemExit(__doc__)
