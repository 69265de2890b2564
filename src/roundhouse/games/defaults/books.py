"""The books of a game that keeps none: who wins, how long and how close can be studied without them."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import Game
from roundhouse.engine.facts import Fact
from roundhouse.games.books import Entry, Kind, Shape
from roundhouse.games.title import Title


class NoBooks:
    UNIT = "points"

    def kinds(self, game: Game) -> list[Kind]:
        return []

    def entries(self, game: Game, facts: Sequence[Fact]) -> list[Entry]:
        return []

    def chart(self, game: Game) -> list[Shape]:
        return []


def make(title: Title) -> NoBooks:
    return NoBooks()
