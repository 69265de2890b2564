"""Positions to learn from, as bytes: a line of JSON, the head, and after it the columns, compressed.

All that belongs to seats is in turn order from the seat to act. The learner (`learn.py`) reads them back.
"""
from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.bots.net import Description

FORMAT = "roundhouse-samples/1"
MOST_VISITS = 60_000
# The columns and the kind of their numbers (as in `array`), in the order of the file. `rows`, `shortfalls` and `visits`
# have a number for each candidate, `count` says how many that are.
COLUMNS = {
    "seen": "B", "felt": "h", "best": "h", "now": "h", "count": "H", "rows": "H", "shortfalls": "H", "visits": "H",
    "root": "f", "result": "f", "surprise": "f", "full": "B", "game": "I",
}


class Samples:
    """Positions of games with the same inputs, column by column. A game's positions count once it is finished."""

    def __init__(self, seats: int, inputs: int) -> None:
        self.seats = seats
        self.inputs = inputs
        self.games = 0
        self.positions = 0
        self.columns: dict[str, array[Any]] = {name: array(kind) for name, kind in COLUMNS.items()}
        self._pending: list[tuple[int, Sequence[float]]] = []
        self._marks: dict[str, int] = {}

    def begin(self) -> None:
        """Before the first position of a game. What the game before it has left unfinished is forgotten."""
        for name, mark in self._marks.items():
            del self.columns[name][mark:]
        self._marks = {name: len(column) for name, column in self.columns.items()}
        self._pending = []

    def add(
        self, seat: int, sheet: bytes, said: Description, rows: Sequence[int], visits: Mapping[int, int],
        root: Sequence[float], full: bool,
    ) -> None:
        """A position with what a search found there: visits by code, the mean value of the root. `full`: the search was
        long enough to learn its visits."""
        at = self.columns
        at["seen"].frombytes(sheet)
        for name, numbers in (("felt", said.features), ("best", said.best), ("now", said.now)):
            at[name].extend(max(-32768, int(number)) for number in numbers)
        at["count"].append(len(rows))
        at["rows"].extend(rows)
        at["shortfalls"].extend(min(65535, int(short)) for short in said.shortfalls)
        at["visits"].extend(min(MOST_VISITS, visits.get(int(code), 0)) for code in said.codes)
        at["root"].extend(turned(root, seat))
        at["full"].append(full)
        self._pending.append((seat, list(said.guess)))

    def finish(self, shares: Sequence[float], scores: Sequence[int]) -> None:
        """How the game ended: each seat's share of the win, and the final scores."""
        at = self.columns
        for seat, guess in self._pending:
            spread = max(guess[self.seats], 0.001)
            at["result"].extend(turned(shares, seat))
            surprise = [(score - one) / spread for score, one in zip(scores, guess)]
            at["surprise"].extend(turned(surprise, seat))
            at["game"].append(self.games)
        self.positions += len(self._pending)
        self.games += 1
        self._marks = {}

    def dumps(self, title: str) -> bytes:
        """All finished games as a file."""
        self.begin()
        sizes = {name: len(column) for name, column in self.columns.items()}
        head = {"format": FORMAT, "title": title, "seats": self.seats, "inputs": self.inputs, "games": self.games,
                "positions": self.positions, "sizes": sizes}
        columns = [column[:] for column in self.columns.values()]
        if sys.byteorder != "little":
            for column in columns:
                column.byteswap()
        packed = zlib.compress(b"".join(column.tobytes() for column in columns), 1)
        return json.dumps(head).encode() + b"\n" + packed


def turned(numbers: Sequence[float], seat: int) -> list[float]:
    """Numbers of all seats, in turn order from one of them."""
    return [*numbers[seat:], *numbers[:seat]]
