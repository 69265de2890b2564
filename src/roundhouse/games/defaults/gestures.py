"""Gestures of any game: none, each move is made by itself."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import State
from roundhouse.games.drawn import Route
from roundhouse.games.sight import Sight
from roundhouse.games.title import Title


class PlainGestures:
    """Gestures of a game that has none."""

    def routes(self, sight: Sight[State], to: str, by: Sequence[str] = ()) -> list[Route]:
        """Nothing: every move is made by itself."""
        return []


def make(title: Title) -> PlainGestures:
    """The same for any title."""
    return PlainGestures()
