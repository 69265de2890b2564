"""The games: a folder each, and the list of them."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from roundhouse.engine.contract import Game
from roundhouse.games.rooms import apart, faults, title, titles
from roundhouse.games.setup import Setup

__all__ = ["Setup", "apart", "faults", "game", "title", "titles"]


def game(
    name: str,
    seats: int | None = None,
    edition: str | Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """A game by its name, with an edition (by its name or a file of your own) and options chosen."""
    return Setup.of(name, seats, edition, options).game()
