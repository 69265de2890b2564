"""OpenSpiel's own tree search as a bot, for games in which nothing is hidden:

    roundhouse rate examples/openspiel_agent.py:Mcts irish-gauge
"""
from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot

from roundhouse.bots import Seat
from roundhouse.engine.dice import Dice
from roundhouse.envs.names import openspiel
from roundhouse.envs.openspiel import PlayoutEvaluator

SIMULATIONS = 50


class Mcts:
    """UCT with random playouts to the end of the game."""

    def __init__(self) -> None:
        self.state: Any = None
        self.played = 0

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of its action, after so many simulations."""
        game = seat.game
        if self.state is None:
            self.state = pyspiel.load_game(openspiel(game.name), {"players": game.seats}).new_initial_state()
        for code in seat.history[self.played:]:
            self.state.apply_action(code)
        self.played = len(seat.history)
        random = np.random.RandomState(int(dice.below(2**30)))
        bot = MCTSBot(self.state.get_game(), 1.0, SIMULATIONS, PlayoutEvaluator(), random_state=random)
        return int(bot.step(self.state))


if __name__ == "__main__":
    raise SystemExit(__doc__)
