"""The scheduler: jobs that are done every few seconds, each in a loop of its own."""
from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from sqlalchemy.exc import OperationalError

from roundhouse.web.errors import Busy
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)


class Scheduler:
    """Does each of some duties every few seconds, in a loop of its own: a slow one holds up no other."""

    def __init__(self, seconds: float, *duties: Callable[[], object]) -> None:
        """`duties` are plain calls that may block, each done in a thread; 0 seconds makes no rounds."""
        self._seconds = seconds
        self._duties = duties
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin the rounds; to be called in the event loop."""
        if self._seconds:
            # Each goes its own round: a mail server that does not answer holds up no clock.
            self._tasks = [asyncio.create_task(self._go_round(duty)) for duty in self._duties]

    async def stop(self) -> None:
        """End the rounds. A duty that is under way in its thread is not waited for."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _go_round(self, duty: Callable[[], object]) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            try:
                await in_thread(duty)
            except (Busy, OperationalError) as error:
                log.warning("a round was cut short: %s", error)
            except Exception:
                log.exception("a round was cut short")
