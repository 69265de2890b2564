"""Who writes to a SQLite file: one at a time, and all who come while the disk is busy are kept by its next turn.

The disk takes some milliseconds to keep something for good, however little it is. So a transaction is left open to
those who wait to write, each from a savepoint of their own, and one of them has it kept for all. Nobody goes on before.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from roundhouse.web.errors import CROWDED, Busy
from roundhouse.web.storage.sqlite_file import SqliteFile

WRITE_SECONDS = 10.0
MOVED = "the file of the database has been moved or deleted"
OTHERS_SECONDS = 0.02
"""How long those who have written wait for those who are about to."""


class _Batch:
    """A transaction, and whether it has been kept."""

    def __init__(self, engine: Engine, file: SqliteFile | None) -> None:
        self._file = file
        self.connection = engine.connect()
        self.keeping = Lock()
        self.done = False
        self.failure: DBAPIError | None = None
        try:
            self._transaction = self.connection.begin()
        except BaseException:
            self.connection.close()
            raise

    @property
    def _driver(self) -> Any:
        return self.connection.connection.driver_connection

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """What one of them writes: all of it is among what is kept, or none of it."""
        self._driver.execute("SAVEPOINT part")
        try:
            yield self.connection
        except BaseException:
            if self._driver.in_transaction:
                self._driver.execute("ROLLBACK TO part")
            raise
        finally:
            if self._driver.in_transaction:
                self._driver.execute("RELEASE part")

    def end(self) -> None:
        """Have it kept. What can't be is none of it, for all of them."""
        self.done = True
        try:
            if not self._driver.in_transaction:     # a full disk ends a transaction by itself
                raise OperationalError("COMMIT", {}, RuntimeError("what was being written is lost"))
            self._require_file()
            self._transaction.commit()
            self._require_file()
        except DBAPIError as error:
            self.failure = error
            self.connection.invalidate()    # whatever is still open there ends with it
        finally:
            self.connection.close()


    def _require_file(self) -> None:
        """What is written to a file that lies there no more is lost, though SQLite keeps it until the end."""
        if self._file is not None and not self._file.in_place():
            raise OperationalError("COMMIT", {}, RuntimeError(MOVED))


class WriteBatches:
    """Writes to SQLite, one thread after the other: those who wait share one commit."""

    def __init__(self, engine: Engine, file: SqliteFile | None = None) -> None:
        """`file` is looked for at every commit."""
        self._engine = engine
        self._file = file
        self._turn = Lock()
        self._queue = Condition()
        self._queued = 0
        self._open: _Batch | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One's turn to write; what was written is kept when the block has ended."""
        self._take_turn()
        try:
            batch = self._open = self._open or _Batch(self._engine, self._file)
        except BaseException:
            self._turn.release()
            raise
        try:
            with batch.part() as connection:
                yield connection
        finally:
            self._turn.release()
            self._keep(batch)
        if batch.failure is not None:
            raise batch.failure

    def _take_turn(self) -> None:
        with self._queue:
            self._queued += 1
        taken = self._turn.acquire(timeout=WRITE_SECONDS)
        with self._queue:
            self._queued -= 1
            self._queue.notify_all()
        if not taken:
            raise Busy(CROWDED)

    def _keep(self, batch: _Batch) -> None:
        """One of those who have written sees to it for all of them."""
        with batch.keeping:
            if not batch.done:
                with self._queue:
                    self._queue.wait_for(lambda: not self._queued, OTHERS_SECONDS)
                with self._turn:
                    self._open = None
                    batch.end()
