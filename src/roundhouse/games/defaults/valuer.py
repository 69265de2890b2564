"""A value function for any game: the scores as they stand, held against how far scores lie apart in the end.

It knows nothing of what a position promises. The search makes up for that by playing on from it at random, so a game
whose scores grow as it goes is played sensibly, and one whose scores come at the end is played by what random games
bring.
"""
from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from librt.vecs import vec

from roundhouse.engine.contract import OVER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.value import Valuer
from roundhouse.games.kept import once_per_game

if TYPE_CHECKING:
    from roundhouse.games.title import Title

GAMES_PLAYED = 16
LONGEST = 2000                  # steps of a random game, so that one that does not end is no trap
LEAST = 0.5


@once_per_game
def spread(game: Game) -> float:
    """The standard deviation of final scores, over some random games."""
    found: list[float] = []
    for number in range(GAMES_PLAYED):
        state, dice = game.start(), Dice(1830, number)
        for _ in range(LONGEST):
            if state.to_act == OVER:
                break
            state.apply(state.random(dice))
        scores = state.scores()
        mean = sum(scores) / len(scores)
        found += [score - mean for score in scores]
    return max(LEAST, sqrt(sum(off * off for off in found) / len(found)))


class ScoreValuer(Valuer):
    """Takes scores as they stand."""

    def estimate(self, state: State) -> vec[float]:
        """The scores as they stand, and how far the final scores of random games lie apart."""
        return vec[float]([*map(float, state.scores()), spread(state.game)])


class ScoreValuers:
    """Makes them; they have no weights."""

    def make(self, weights: list[float]) -> Valuer:
        """The valuer of scores; the weights are of no use to it."""
        return ScoreValuer(weights)


def make(title: Title) -> ScoreValuers:
    """The same for any title."""
    return ScoreValuers()
