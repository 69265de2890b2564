"""Random self-play of many games at once: how often each seat wins, and how long games are.

    python examples/vector_self_play.py narrow-gauge 500
"""
from __future__ import annotations

import argparse

import numpy as np

import roundhouse
from roundhouse.envs.vector import VectorGames


def self_play(name: str, wanted: int, count: int = 64, seed: int = 1) -> tuple[list[float], float]:
    """Each seat's share of the wins, and decisions a game, over at least so many games."""
    games = VectorGames(roundhouse.game(name), count, seed)
    seats = games.game.seats
    wins = np.zeros(seats)
    finished = decisions = 0
    while finished < wanted:
        _, _, rewards, done, _ = games.step(games.random_actions())
        decisions += count
        finished += int(done.sum())
        wins += (rewards[done] + 1 / seats).sum(axis=0)
    return (wins / finished).tolist(), decisions / finished


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a game, as `roundhouse games` lists it")
    parser.add_argument("games", type=int, help="how many games at least")
    wish = parser.parse_args()
    shares, length = self_play(wish.game, wish.games)
    print("wins by seat:", ", ".join(f"{share:.1%}" for share in shares))
    print(f"decisions a game: {length:.0f}")
