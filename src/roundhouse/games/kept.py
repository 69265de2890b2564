"""What follows from a game alone, made once and kept."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from roundhouse.engine.contract import Game

KEPT = 32

G = TypeVar("G", bound=Game)
Made = TypeVar("Made")


def once_per_game(make: Callable[[G], Made]) -> Callable[[G], Made]:
    """Kept for the games that were asked for last. A setup makes its game once, so a game is known by itself."""
    return wraps(make)(lru_cache(maxsize=KEPT)(make))
