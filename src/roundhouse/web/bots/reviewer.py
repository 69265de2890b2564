"""Reviews many games of a player one after the other, when nothing more urgent is to be thought about."""
from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.bots.thinkers import WorkerLost
from roundhouse.web.errors import Busy, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables.personal.review_queue import AT_ONCE
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
ROUND_SECONDS = 60.0
"""So often it is looked for games that another server has left."""


class Reviewer:
    """Reviews the games that wait, and keeps what it finds where all reviews are kept."""

    def __init__(self, tables: Tables, runner: BotRunner) -> None:
        self._tables = tables
        self._queue = tables.reviews
        self._runner = runner
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with what waits; to be called in the event loop."""
        self._task = asyncio.create_task(self._go_on())

    async def ask(self, player: Player) -> None:
        """Have the player's latest games reviewed that were not yet. TooManyRequests where too many others wait."""
        await in_thread(self._ask, player)
        self._asked.set()

    def _ask(self, player: Player) -> None:
        self._queue.ask(player, self._tables.studies.unreviewed(player, AT_ONCE))

    async def stop(self) -> None:
        """Leave off. What waits is kept."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _go_on(self) -> None:
        begun = False
        while True:
            self._asked.clear()
            try:
                if not begun and self._tables.repository.database.sqlite:
                    await in_thread(self._queue.put_all_back)
                begun = True
                while (id := await in_thread(self._queue.take)) is not None:
                    await self._review(id)
            except (Busy, SQLAlchemyError) as error:
                log.warning("games are reviewed later: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), ROUND_SECONDS)

    async def _review(self, id: str) -> None:
        """One game; whatever is wrong with it keeps no other waiting. Busy where it is to be tried later, as when the
        server ends."""
        try:
            table = await in_thread(self._tables.repository.table, id)
            await in_thread(self._tables.studies.keep, table, await self._runner.review(table))
        except (Busy, asyncio.CancelledError):
            self._queue.put_back(id)
            raise
        except (Refused, WorkerLost) as error:
            log.warning("table %s was not reviewed: %s", id, error)
        except Exception:
            log.exception("table %s was not reviewed", id)
        await in_thread(self._queue.done, id)
