"""Work spread over processes, so that a process that dies costs nothing but time."""
from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from roundhouse.bots import lastwords
from roundhouse.processes import end_with_parent

Batch = TypeVar("Batch")
Result = TypeVar("Result")


class WorkersError(RuntimeError):
    """Worker processes died again and again; what they had not done is not done."""


def spread(
    work: Callable[[Batch], Result], batches: Sequence[Batch], jobs: int
) -> Iterator[tuple[Batch, Result]]:
    """Each batch with its result, in the order in which they are ready.

    What a worker was at when it died is done again alone, and without the user's bot if it is that which it died of.
    """
    if jobs == 1:
        yield from ((batch, work(batch)) for batch in batches)
        return
    left = dict(enumerate(batches))
    while left:
        suspects: list[int] = []
        for number, result in _in_processes(work, left, jobs, suspects):
            yield left.pop(number), result
        for number in suspects:
            result = _alone(work, left[number])
            yield left.pop(number), result


def _in_processes(
    work: Callable[[Batch], Result], batches: dict[int, Batch], jobs: int, suspects: list[int]
) -> Iterator[tuple[int, Result]]:
    """What the workers finish. When one of them dies the rest stops early, and `suspects` were under way then."""
    waiting = iter(list(batches.items()))
    with _pool(jobs, _ignore_interrupts) as pool:
        doing: dict[Future[Result], int] = {}
        try:
            while True:
                # One more than there are workers, so that none of them waits for us.
                for number, batch in islice(waiting, jobs + 1 - len(doing)):
                    doing[pool.submit(work, batch)] = number
                if not doing:
                    return
                for future in wait(doing, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield doing.pop(future), result
        except BrokenProcessPool:
            suspects += doing.values()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _alone(work: Callable[[Batch], Result], batch: Batch) -> Result:
    """Done in a process of its own, which tells what it died of; that is left out then."""
    deadly: set[str] = set()
    with TemporaryDirectory() as folder:
        note = Path(folder, "note")
        while True:
            note.write_text("")
            with _pool(1, partial(_watched, str(note), frozenset(deadly))) as pool:
                try:
                    return pool.submit(work, batch).result()
                except BrokenProcessPool:
                    last = note.read_text()
            if not last:
                raise WorkersError(
                    f"a worker process died at {batch}, and another that did nothing else too (out of memory, "
                    "ended from outside, or by a thread that a bot left behind). All that was finished is kept; "
                    "try fewer --jobs"
                )
            deadly.add(last)


def _pool(jobs: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    # Started afresh, not forked: the same on every platform, and safe in a program with threads.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin)


def _ignore_interrupts() -> None:
    """An interruption from the keyboard reaches all processes: the first one alone says so, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _watched(note: str, deadly: frozenset[str]) -> None:
    _ignore_interrupts()
    lastwords.watch(note, deadly)
