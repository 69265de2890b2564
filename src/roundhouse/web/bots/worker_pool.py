"""Workers that think, and those who wait for them."""
from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from roundhouse._compiled import compiled_meanwhile
from roundhouse.web.bots.fair_queue import FairQueue, Priority
from roundhouse.web.bots.thinkers import WorkerLost
from roundhouse.web.bots.worker_process import WorkerProcess
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class WorkerPool:
    """Processes in which bots think, and the fair queue of those who wait for one."""

    def __init__(self, workers: int) -> None:
        """As many processes; with 0 a thread of this one, for tests."""
        self._workers = workers
        self._renewed: set[int] = set()
        self._turns = FairQueue(max(1, workers))
        self.pools = [self._new_pool() for _ in range(max(1, workers))]
        """One for each worker, so that a table can go back to the one that has thought for it."""

    def _new_pool(self) -> Executor:
        if self._workers == 0:
            return ThreadPoolExecutor(1, thread_name_prefix="bot")
        return WorkerProcess(1)

    @property
    def load(self) -> tuple[int, int]:
        """How many questions wait, and how many a worker is at."""
        return self._turns.load

    def wake(self, work: Callable[[], None]) -> None:
        """Have every process do this at once, such as load what it thinks with."""
        for pool in self.pools[: self._workers]:
            pool.submit(work)

    async def end(self) -> None:
        """End all processes."""
        for pool in self.pools:
            if isinstance(pool, WorkerProcess):
                await in_thread(pool.end)
            else:
                pool.shutdown(cancel_futures=True)

    async def _renew(self, place: int) -> None:
        """Once the engine has been compiled, a worker that began without it gives way to one that has it."""
        if self._workers and place not in self._renewed and compiled_meanwhile(os.environ):
            self._renewed.add(place)
            await self._replace(place)

    async def do(
        self, who: object, table: str, kind: Priority, work: Callable[..., Answer], *given: object,
        deadline: float | None = None,
    ) -> Answer:
        """Done by a worker when it is their turn; once more by a new one if it has died.

        WorkerLost if that one has died too, or if a worker was not done by the `deadline`, so many seconds after it
        began: it is ended, and a new one takes its place.
        """
        loop = asyncio.get_running_loop()
        async with self._turns.turn(who, table, kind) as place:
            await self._renew(place)
            for retries in (True, False):
                try:
                    async with asyncio.timeout(deadline):
                        return await loop.run_in_executor(self.pools[place], work, *given)
                except TimeoutError:
                    await self._replace(place)
                    raise WorkerLost(f"its worker was not done within {deadline:g} seconds") from None
                except BrokenProcessPool:
                    log.warning("a bot's worker has died; there is a new one")
                    await self._replace(place)
                    if not retries:
                        raise WorkerLost("its worker has died twice") from None
            raise AssertionError

    async def _replace(self, place: int) -> None:
        old, self.pools[place] = self.pools[place], self._new_pool()
        if isinstance(old, WorkerProcess):
            await in_thread(old.end)
        else:
            old.shutdown(wait=False, cancel_futures=True)
