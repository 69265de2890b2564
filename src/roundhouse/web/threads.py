"""What takes long on purpose, such as a password's hash with its memory, is done one by one."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from fastapi.concurrency import run_in_threadpool

from roundhouse.web.errors import TooManyRequests

Answer = TypeVar("Answer")
AT_ONCE, WAITING = 2, 40


class ThreadQueue:
    """Those who wait take no thread, so that all else goes on meanwhile."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._room = at_once + waiting

    async def do(self, work: Callable[..., Answer], *given: object) -> Answer:
        if self._room <= 0:
            raise TooManyRequests("many people are signing in at this moment; try again in a moment")
        self._room -= 1
        try:
            async with self._turns:
                return await run_in_threadpool(work, *given)
        finally:
            self._room += 1
