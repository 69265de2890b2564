"""Reviews many games of a player one after the other, when nothing more urgent is to be thought about."""
from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.thinkers import WorkerLost
from roundhouse.web.errors import Busy, Refused, TooManyRequests
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
AT_ONCE, MOST_PLAYERS = 20, 50
"""Games of a player that wait, and players for whom games wait."""


class Reviewer:
    """Keeps what it finds where all reviews are kept. What waits here is forgotten when the server ends."""

    def __init__(self, tables: Tables, runner: BotRunner) -> None:
        self._tables = tables
        self._runner = runner
        self._waiting: dict[int, list[str]] = {}
        self._task: asyncio.Task[None] | None = None

    def waiting(self, player: int) -> int:
        """How many games of a player wait."""
        return len(self._waiting.get(player, ()))

    def ask(self, player: int, ids: Sequence[str]) -> None:
        """Review these games of a player; in the event loop. TooManyRequests where too many others wait already."""
        if not ids:
            return
        if player not in self._waiting and len(self._waiting) >= MOST_PLAYERS:
            raise TooManyRequests("many others have asked for reviews; try again in a while")
        known = self._waiting.setdefault(player, [])
        known += [id for id in ids if id not in known][: AT_ONCE - len(known)]
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Leave off."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _go_on(self) -> None:
        """A game of each who waits, in turn."""
        while self._waiting:
            for player in list(self._waiting):
                await self._review(self._waiting[player][0])
                self._waiting[player].pop(0)
                if not self._waiting[player]:
                    del self._waiting[player]

    async def _review(self, id: str) -> None:
        try:
            table = await in_thread(self._tables.repository.table, id)
            await in_thread(self._tables.studies.keep, table, await self._runner.review(table))
        except (Busy, Refused, WorkerLost, SQLAlchemyError) as error:
            log.warning("table %s was not reviewed: %s", id, error)
        except Exception:
            log.exception("table %s was not reviewed", id)
