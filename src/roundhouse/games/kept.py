"""What follows from a game or its board alone, made once in each language and kept."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from roundhouse.games.words import SPOKEN

KEPT = 32

Of = TypeVar("Of")
Made = TypeVar("Made")


def once_per_game(make: Callable[[Of], Made]) -> Callable[[Of], Made]:
    """Kept for the games, or boards, that were asked for last. A setup makes its game once: it is known by itself."""
    kept = lru_cache(maxsize=KEPT)(lambda of, language: make(of))
    return wraps(make)(lambda of: kept(of, SPOKEN.get().code))
