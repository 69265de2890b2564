"""OpenSpiel's ISMCTS against the search of our bots, with as many iterations, both ways round.

    python examples/ismcts_against_search.py roundhouse_appalachian_trail 100 10
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from roundhouse import Dice
from roundhouse.bots import Seat, bot
from roundhouse.envs.openspiel import PlayoutEvaluator


def play(game: Any, theirs: ISMCTSBot, iterations: int, our_seat: int, seed: int) -> float:
    """What our search gets in one game."""
    ours, chance = Dice(seed, 1), Dice(seed, 2)
    search = bot(f"search-{iterations}")
    state = game.new_initial_state()
    theirs.reset()
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.position.random(chance)
        elif state.current_player() == our_seat:
            action = search.choose(Seat(state.past, our_seat), ours)
        else:
            action = theirs.step(state)
        state.apply_action(int(action))
    return float(state.returns()[our_seat])


def match(name: str, iterations: int, games: int, seed: int = 1) -> list[float]:
    """Our returns, game by game; every second game the seats are changed."""
    game = pyspiel.load_game(name)
    random = np.random.RandomState(seed)
    theirs = ISMCTSBot(game, PlayoutEvaluator(seed=seed), 1.0, iterations, random_state=random)
    return [play(game, theirs, iterations, number % 2, seed + number) for number in range(games)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="a game for two, as OpenSpiel names it")
    parser.add_argument("iterations", type=int, help="of each search, for each move")
    parser.add_argument("games", type=int)
    wish = parser.parse_args()
    got = match(wish.name, wish.iterations, wish.games)
    won, lost = sum(returned > 0 for returned in got), sum(returned < 0 for returned in got)
    print(f"our search won {won} and lost {lost} of {len(got)} games")
