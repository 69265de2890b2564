"""Work spread over processes, so that a process that dies costs nothing but time."""
from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")
TRIES = 2


class WorkersError(RuntimeError):
    """Worker processes died again and again; what they had not done is not done."""


def spread(
    work: Callable[[Batch], Result], batches: Sequence[Batch], jobs: int
) -> Iterator[tuple[Batch, Result]]:
    """Each batch with its result, in the order in which they are ready. The batches of a dead worker are done again."""
    if jobs == 1:
        yield from ((batch, work(batch)) for batch in batches)
        return
    left = dict(enumerate(batches))
    for _ in range(TRIES):
        for number, result in _in_processes(work, left, jobs):
            yield left.pop(number), result
        if not left:
            return
    some = ", ".join(map(str, list(left.values())[:3])) + (" and more" if len(left) > 3 else "")
    raise WorkersError(
        f"worker processes died {TRIES} times (out of memory, or ended from outside); not done: {some}. "
        "All that was finished is kept; try fewer --jobs"
    )


def _ignore_interrupts() -> None:
    """An interruption from the keyboard reaches all processes: the first one alone says so, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_processes(
    work: Callable[[Batch], Result], batches: dict[int, Batch], jobs: int
) -> Iterator[tuple[int, Result]]:
    """What the workers finish. When one of them dies the rest stops early, and the caller sees what is missing."""
    # Started afresh, not forked: the same on every platform, and safe in a program with threads.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts) as pool:
        try:
            futures: dict[Future[Result], int] = {pool.submit(work, b): n for n, b in list(batches.items())}
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            return
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
