"""What a seat sees of any game as numbers: who it is, and who decides now."""
from __future__ import annotations

from roundhouse.engine.contract import Game
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.games.title import Title


class PlainObserver:
    """Makes an encoder of what all games have."""

    def make(self, game: Game) -> Encoder:
        return Encoder(game, ["the game"])


def make(title: Title) -> PlainObserver:
    return PlainObserver()
