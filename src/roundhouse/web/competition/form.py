"""A player's form: how the latest rated games went beside what was foretold of them, and whether that can be luck."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

GAMES, FEWEST = 30, 8
"""How many of the latest games of a title are looked at, and how many it takes at least."""
LUCK = 0.05


@dataclass(frozen=True)
class Form:
    """The latest rated games of a title."""

    game: str
    games: int
    won: float
    foretold: float
    p: float
    """The chance that luck alone brings as much more or less, if the ratings are right."""

    @property
    def words(self) -> str:
        """The form in words."""
        if self.p >= LUCK:
            return "as foretold"
        return "better than foretold" if self.won > self.foretold else "worse than foretold"


def forms(rows: Sequence[Any]) -> tuple[Form, ...]:
    """A player's form in each title, from their results with the latest first."""
    found = []
    for game in dict.fromkeys(row.game for row in rows):
        latest = [row for row in rows if row.game == game and row.expected is not None][:GAMES]
        if len(latest) >= FEWEST:
            found.append(_form(game, latest))
    return tuple(found)


def _form(game: str, rows: Sequence[Any]) -> Form:
    won, foretold = sum(row.share for row in rows), sum(row.expected for row in rows)
    spread = sqrt(sum(row.expected * (1 - row.expected) for row in rows))
    return Form(game, len(rows), won, foretold, erfc(abs(won - foretold) / spread / sqrt(2)) if spread else 1.0)
