"""Sends what is due, many at once, on a thread with an event loop of its own: no page waits for a receiver."""
from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from anyio import CapacityLimiter

from roundhouse.web.errors import Busy
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
THREADS = 4
"""Threads for questions to the database."""
GRACE_SECONDS = 1.0
"""How long what is being sent may go on when the house closes."""
STOP_SECONDS = 4.5
"""How long the end of the thread is waited for, as when the database is locked."""


class DeliveryContext:
    """What the jobs of one event loop share: the sign that it ends, and a few threads for the database."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self._threads = CapacityLimiter(THREADS)

    async def in_thread(self, work: Callable[..., Answer], *given: Any) -> Answer:
        """What the work gives, done in one of the threads of this context; for work that blocks."""
        return await in_thread(work, *given, limiter=self._threads)


class JobQueue(Protocol):
    """A queue, and how its jobs are done. Its plain methods may block for the database, and for nothing else."""

    def claim(self, in_hand: Sequence[Any]) -> Sequence[Any]:
        """Some jobs that are due, as many as there is room for besides those in hand."""

    async def handle(self, job: Any, context: DeliveryContext) -> bool:
        """Do a job within the time that there is for one, and write down what came of it; whether anything went out.

        Its failures are its own: what it raises is a fault, is logged, and leaves the job to the end of its lease.
        """

    def release(self) -> None:
        """Give back to the queue all that is in hand."""


class QueueRunner:
    """Does the jobs of several queues, each apart from the others."""

    def __init__(self, *queues: JobQueue) -> None:
        self._queues = queues
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context: DeliveryContext | None = None

    def start(self, seconds: float) -> None:
        """Look at the queues every so many seconds, and whenever there is room again, until `stop`."""
        begun = threading.Event()

        async def serve() -> None:
            self._loop, self._context = asyncio.get_running_loop(), DeliveryContext()
            begun.set()
            await self._work(self._context, seconds)

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), name="delivery", daemon=True)
        self._thread.start()
        begun.wait()

    def dismiss(self) -> None:
        """Begin to end: take nothing more in hand, and soon let go of what is. A handler of signals may call it."""
        if self._loop is not None and self._context is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._context.stopping.set)

    def stop(self) -> None:
        """End within five seconds, whatever the receivers do. What was not sent is in the queue again."""
        self.dismiss()
        if self._thread is not None:
            self._thread.join(STOP_SECONDS)
            if self._thread.is_alive():
                log.warning("delivery still waits for the database; what it had in hand is free when its leases end")

    def drain(self) -> int:
        """Do all that is due, here and now; how many jobs went out."""
        async def work() -> int:
            return await self._work(DeliveryContext(), None)

        # A thread may have a loop of its own already.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(work())).result()

    async def _work(self, context: DeliveryContext, seconds: float | None) -> int:
        return sum(await asyncio.gather(*(_serve(queue, context, seconds) for queue in self._queues)))


async def _serve(queue: JobQueue, context: DeliveryContext, seconds: float | None) -> int:
    """Do a queue's jobs until it is to stop, or without `seconds` until nothing is due; how many went out."""
    in_hand: dict[asyncio.Task[bool], Any] = {}
    stop = asyncio.create_task(context.stopping.wait())
    sent = 0
    while not stop.done():
        for job in await _claimed(queue, context, list(in_hand.values())):
            in_hand[asyncio.create_task(_done(queue, context, job))] = job
        if not in_hand and seconds is None:
            break
        ended, _ = await asyncio.wait({stop, *in_hand}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        sent += sum(task.result() for task in ended & in_hand.keys())
        in_hand = {task: job for task, job in in_hand.items() if task not in ended}
    if in_hand:
        _, late = await asyncio.wait(in_hand, timeout=GRACE_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*in_hand, return_exceptions=True)
    if stop.done():
        await _released(queue, context)
    stop.cancel()
    return sent


async def _claimed(queue: JobQueue, context: DeliveryContext, in_hand: list[Any]) -> Sequence[Any]:
    try:
        return await context.in_thread(queue.claim, in_hand)
    except Busy as error:
        log.warning("nothing was taken from the queue: %s", error)
    except Exception:
        log.exception("nothing was taken from the queue")
    return ()


async def _done(queue: JobQueue, context: DeliveryContext, job: Any) -> bool:
    try:
        return await queue.handle(job, context)
    except Exception:
        log.exception("%s was left to the end of its lease", type(job).__name__)
        return False


async def _released(queue: JobQueue, context: DeliveryContext) -> None:
    try:
        await context.in_thread(queue.release)
    except Exception:
        log.warning("what was in hand is free when its leases end", exc_info=True)
