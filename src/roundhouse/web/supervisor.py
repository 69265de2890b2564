"""Several server processes on one port of a machine with many cores. One that dies is replaced; they end together."""
from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from roundhouse.errors import UserError
from roundhouse.processes import end_with_parent
from roundhouse.web.settings import Settings
from roundhouse.web.storage.database import Database

log = logging.getLogger(__name__)
Work = Callable[[Settings, list[str], socket.socket], None]
"""What one of them does: serves with those settings, reachable at those addresses, on that socket."""
LOOK_SECONDS = 0.5
SOON_SECONDS = 10.0
GIVE_UP = 5
"""How many may die soon after their start before none is replaced: something is wrong with all of them."""
END_SECONDS = 10.0


def prepare(settings: Settings, count: int) -> Settings:
    """Check that several can share the database, and bring it up to date before they all begin."""
    database = Database(settings.database)
    if database.sqlite:
        raise UserError(
            f"a SQLite file has one server, so there can't be {count} workers on it; name a PostgreSQL that they share "
            "with --database postgresql://user:password@host/name"
        )
    database.migrate()
    database.close()
    return replace(settings, bots=settings.bots and max(1, settings.bots // count))


class Supervisor:
    """Starts several server processes on one socket, replaces those that die, and ends them all."""

    def __init__(self, count: int, work: Work, settings: Settings, others: list[str], sock: socket.socket) -> None:
        self._given = work, settings, others, sock
        self._count = count
        self._running: list[SpawnProcess] = []
        self._died_soon = 0
        self._ended: int | None = None

    def run(self) -> int:
        """Until a signal says to stop, or all hope is lost; the signal, or 0."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        self._running = [self._start() for _ in range(self._count)]
        while self._ended is None and self._died_soon < GIVE_UP:
            wait([process.sentinel for process in self._running], LOOK_SECONDS)
            self._running = [process if process.is_alive() else self._replaced(process) for process in self._running]
        self._send_home()
        if self._ended is None:
            raise UserError("the servers die as soon as they are started; what they said is above")
        return self._ended

    def _start(self) -> SpawnProcess:
        process = get_context("spawn").Process(target=_begin, args=self._given, name=str(time.monotonic()))
        process.start()
        return process

    def _replaced(self, dead: SpawnProcess) -> SpawnProcess:
        if self._ended is not None:
            return dead
        soon = time.monotonic() - float(dead.name) < SOON_SECONDS
        self._died_soon = self._died_soon + 1 if soon else 0
        log.warning("server process %s has died (%s); another takes its place", dead.pid, dead.exitcode)
        return self._start()

    def _end(self, number: int, _: FrameType | None) -> None:
        self._ended = number

    def _send_home(self) -> None:
        for process in self._running:
            process.terminate()
        deadline = time.monotonic() + END_SECONDS
        for process in self._running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()


def _begin(work: Work, settings: Settings, others: list[str], sock: socket.socket) -> None:
    end_with_parent()
    # Who presses Ctrl+C means the first process, which sends the others home.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work(settings, others, sock)
