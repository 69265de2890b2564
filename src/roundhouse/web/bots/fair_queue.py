"""Fair turns at the bots' workers: by player, then by table, games before reviews, and who is waited for first.

A place is one worker. A table goes back to the place where it was before, since there lies what was thought for it;
but it does not wait for that place while another is free.
"""
from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count

EXPECTED_SECONDS = 1.0
REMEMBERED = 10_000


class Priority(IntEnum):
    """What is asked for. The larger number waits for the smaller."""

    GAME = 0
    UNWATCHED = 1
    """A move at a table that nobody looks at."""
    REVIEW = 2


@dataclass(eq=False)
class QueuedWork:
    """Work that waits for a worker: for whom, at which table, of which kind."""

    who: object
    table: str
    kind: Priority
    number: int
    may_begin: asyncio.Event = field(default_factory=asyncio.Event)
    place: int = 0
    """Given when it may begin."""


class FairQueue:
    """Each player's use is added up; whoever has had the least is next, and of their tables the one served longest ago.

    Who comes anew starts level with the one served last, so that a rest earns nothing.
    """

    def __init__(self, places: int) -> None:
        self._free = set(range(places))
        self._place_of: dict[str, int] = {}
        self._of_kind = dict.fromkeys(Priority, 0)
        # Moves that nobody waits for, and reviews, never take all the places where there are several.
        self._most = {
            Priority.GAME: places,
            Priority.UNWATCHED: max(1, places // 2),
            Priority.REVIEW: max(1, places // 2),
        }
        self._waiting: list[QueuedWork] = []
        self._used: dict[object, float] = {}
        self._level = 0.0
        self._served: dict[str, int] = {}
        self._numbers = count()

    @property
    def load(self) -> tuple[int, int]:
        """How much work waits, and how much is being done."""
        return len(self._waiting), sum(self._of_kind.values())

    @asynccontextmanager
    async def turn(self, who: object, table: str, kind: Priority) -> AsyncIterator[int]:
        """The place where the work is done; lasts as long as the work does."""
        asked = QueuedWork(who, table, kind, next(self._numbers))
        self._used[who] = max(self._used.get(who, 0.0), self._level)
        self._waiting.append(asked)
        self._admit()
        began = 0.0
        try:
            await asked.may_begin.wait()
            began = time.monotonic()
            yield asked.place
        finally:
            if asked.may_begin.is_set():
                took = time.monotonic() - began if began else 0.0
                self._used[who] = self._used.get(who, 0.0) + took - EXPECTED_SECONDS
                self._of_kind[kind] -= 1
                self._free.add(asked.place)
            else:
                self._waiting.remove(asked)
            self._admit()

    def _admit(self) -> None:
        while self._free:
            fitting = [one for one in self._waiting if self._of_kind[one.kind] < self._most[one.kind]]
            if not fitting:
                return
            asked = min(fitting, key=self._rank)
            self._waiting.remove(asked)
            self._note(asked)
            asked.may_begin.set()

    def _rank(self, asked: QueuedWork) -> tuple[Priority, float, int, int]:
        return asked.kind, self._used.get(asked.who, 0.0), self._served.get(asked.table, -1), asked.number

    def _best_place(self, table: str) -> int:
        """Where the table was before; else, of the places that are free, the one to which the fewest tables go back."""
        if self._place_of.get(table) in self._free:
            return self._place_of[table]
        tables = list(self._place_of.values())
        return min(self._free, key=lambda place: (tables.count(place), place))

    def _note(self, asked: QueuedWork) -> None:
        asked.place = self._best_place(asked.table)
        self._free.remove(asked.place)
        if asked.kind != Priority.REVIEW:
            self._place_of[asked.table] = asked.place
        self._of_kind[asked.kind] += 1
        self._level = max(self._level, self._used.get(asked.who, 0.0))
        self._used[asked.who] = self._used.get(asked.who, 0.0) + EXPECTED_SECONDS
        self._served[asked.table] = next(self._numbers)
        if len(self._used) > REMEMBERED or len(self._served) > REMEMBERED:
            self._used.clear()
            self._served.clear()
            self._place_of.clear()
            self._level = 0.0
