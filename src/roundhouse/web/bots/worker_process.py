"""The processes in which bots think. They end with the server, however it ends."""
from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess

from roundhouse.processes import end_with_parent


class WorkerProcess(ProcessPoolExecutor):
    """A pool of processes that ignore signals meant for the server and end with it."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=_Context(), initializer=_begin_work)

    def end(self) -> None:
        """End all of them, whatever they think about, and clear away what was shared with them."""
        for worker in list((self._processes or {}).values()):
            worker.terminate()
        self.shutdown(cancel_futures=True)


class _Worker(SpawnProcess):
    """A process that hears neither Ctrl+C nor a wish to end, not even while it starts: the server ends it."""

    def start(self) -> None:
        with _deaf():
            super().start()

    def terminate(self) -> None:
        self.kill()


class _Context(SpawnContext):
    """Started afresh, not forked: the same on every platform, and safe in a program with threads."""

    Process = _Worker


@contextmanager
def _deaf() -> Iterator[None]:
    """What is blocked here is blocked for ever in a process that is started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """People come first: their clicks are not to wait for a bot that thinks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)    # where signals can't be blocked
    if hasattr(os, "nice"):
        os.nice(10)
    end_with_parent()
