"""News for players who are not at the table: collected by a change, and given to observers with it."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """News for some players, beside what can be seen from the table before and after a change."""

    kind: str
    """"decide", "clock", "reminder", "knock", "chat", "rematch", "challenge" or "round"."""
    players: frozenset[int]
    seat: int
    """The seat that it is about."""
