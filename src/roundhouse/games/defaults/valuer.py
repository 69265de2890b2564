"""What a position of any game is worth: the scores as they stand."""
from __future__ import annotations

from roundhouse.engine.value import Valuer
from roundhouse.games.title import Title


class ScoreValuer:
    """Makes the value function that knows no game. It has no weights."""

    def make(self, weights: list[float]) -> Valuer:
        return Valuer(weights)


def make(title: Title) -> ScoreValuer:
    return ScoreValuer()
