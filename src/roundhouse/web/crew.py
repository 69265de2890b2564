"""Workers that think, and those who wait for them."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from roundhouse.web.turns import Kind, Turns
from roundhouse.web.workers import Workers

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Crew:
    def __init__(self, workers: int) -> None:
        """As many processes; with 0 a thread of this one, for tests."""
        self._workers = workers
        self._turns = Turns(max(1, workers))
        self.pool = self._new_pool()

    def _new_pool(self) -> Executor:
        if self._workers == 0:
            return ThreadPoolExecutor(1, thread_name_prefix="bot")
        return Workers(self._workers)

    def wake(self, work: Callable[[], None]) -> None:
        for _ in range(self._workers):
            self.pool.submit(work)

    async def end(self) -> None:
        if isinstance(self.pool, Workers):
            await asyncio.to_thread(self.pool.end)
        else:
            self.pool.shutdown(cancel_futures=True)

    async def do(
        self, who: object, table: str, kind: Kind, work: Callable[..., Answer], *given: object
    ) -> Answer:
        """Done by a worker when it is their turn; once more by new workers if they have died."""
        loop = asyncio.get_running_loop()
        async with self._turns.turn(who, table, kind):
            pool = self.pool
            try:
                return await loop.run_in_executor(pool, work, *given)
            except BrokenProcessPool:
                if self.pool is pool:
                    log.warning("a bot's worker has died; there are new ones")
                    self.pool = self._new_pool()
                return await loop.run_in_executor(self.pool, work, *given)
