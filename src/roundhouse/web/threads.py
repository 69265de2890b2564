"""The one place that says "in a thread"; where there are no threads, as in a browser's worker, a plain call."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from roundhouse.web.errors import CROWDED, Busy, TooManyRequests

Answer = TypeVar("Answer")
LOOKING, ACTING, MOST_ACTING = 3, 8, 40
"""Threads for requests that look and for those that act, and how many may be acting or wait for it.

More threads would only stand in each other's way; and a move that waits for the disk keeps nobody from looking.
"""
AT_ONCE, WAITING = 2, 40


async def in_thread(work: Callable[..., Answer], *given: Any, limiter: CapacityLimiter | None = None) -> Answer:
    """The answer of a call that may block, made in a thread that this task does not wait for if it is cancelled.

    `limiter` says how many such calls may be made at once; without one, as many as there are threads.
    """
    return await anyio.to_thread.run_sync(partial(work, *given), abandon_on_cancel=True, limiter=limiter)


def do_without_threads() -> None:
    """Make every such call at once from now on, those of FastAPI and Starlette too: all of them come this way."""

    async def at_once(work: Callable[..., Answer], *given: Any, **_: object) -> Answer:
        return work(*given)

    setattr(anyio.to_thread, "run_sync", at_once)  # noqa: B010 - of another type


class RequestThreads:
    """Threads for what is asked again and again while people play: some for looking, others for acting."""

    def __init__(self) -> None:
        self._looking = CapacityLimiter(LOOKING)
        self._acting = CapacityLimiter(ACTING)

    async def look(self, work: Callable[[], Answer]) -> Answer:
        """What the work gives, done in one of the threads for those who look."""
        return await in_thread(work, limiter=self._looking)

    async def act(self, work: Callable[[], Answer]) -> Answer:
        """Refuses with Busy when too many wait already."""
        if self._acting.statistics().tasks_waiting >= MOST_ACTING - ACTING:
            raise Busy(CROWDED)
        return await in_thread(work, limiter=self._acting)


class ThreadQueue:
    """What takes long on purpose, such as a password's hash with its memory: so many at once, and so many may wait.

    Those that wait take no thread, so that all else goes on meanwhile.
    """

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._room = at_once + waiting

    async def do(self, work: Callable[..., Answer], *given: object) -> Answer:
        """The answer of `work`, when it is its turn; TooManyRequests when too many wait already."""
        if self._room <= 0:
            raise TooManyRequests("many people are signing in at this moment; try again in a moment")
        self._room -= 1
        try:
            async with self._turns:
                return await in_thread(work, *given)
        finally:
            self._room += 1
