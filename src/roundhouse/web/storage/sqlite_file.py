"""The file of a SQLite database: what it is when a server opens it, and whether it still lies where it was."""
from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from roundhouse.errors import UserError

HEADER = b"SQLite format 3\0"
BEGUN_SECONDS = 2.0
"""How long another server that makes a new file may take for its first bytes."""
VERSIONS = "alembic_version"
"""The table that every database of ours has."""

Identity = tuple[int, int]
"""The device of a file, and its number there."""


class SqliteFile:
    """The file of a database: whether it is one of ours, held for one server, and still where it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._held: sqlite3.Connection | None = None
        self._opened: tuple[Identity | None, Identity | None] | None = None

    def inspect(self) -> str:
        """Look before anything is written: what there is to say of it, if anything. UserError for a file that holds
        no tables of ours."""
        try:
            if not self.path.exists():
                return f"A new house: {self.path}"
            head = self._head()
        except OSError as error:
            raise UserError(f"the database {self.path} can't be read: {error.strerror}") from error
        if not head:
            raise UserError(
                f"the database {self.path} is empty, as if its games had been cut away: put back a copy of it, or "
                "delete it to begin a new house there"
            )
        if head != HEADER:
            raise UserError(f"{self.path} is no database, or one that was damaged: name another, or put back a copy")
        found = self._tables()
        if not found:
            return f"There are no tables in {self.path} yet: a new house begins there"
        if VERSIONS not in found:
            raise UserError(
                f"{self.path} is the database of another program, with {', '.join(sorted(found)[:3])}: name another"
            )
        return ""

    def _head(self) -> bytes:
        """The first bytes of the file. Another server may have made it a moment ago: then they are waited for."""
        until = time.monotonic() + BEGUN_SECONDS
        while not (head := self._read_head()) and time.monotonic() < until:
            time.sleep(0.02)
        return head

    def _read_head(self) -> bytes:
        with self.path.open("rb") as file:
            return file.read(len(HEADER))

    def _tables(self) -> set[str]:
        try:
            with closing(sqlite3.connect(self.path)) as connection:
                named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        except sqlite3.Error as error:
            raise UserError(f"the database {self.path} can't be read: {error}; put back a copy of it") from error
        return {str(name) for (name,) in named}

    def hold(self) -> None:
        """Hold the file, and the log into which SQLite writes first, from now on: both stay while they are held."""
        self._held = self._held or sqlite3.connect(self.path, check_same_thread=False)
        self._held.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._opened = _identity(self.path), _identity(self._log)

    def release(self) -> None:
        """Let another server have the file."""
        if self._held is not None:
            self._held.close()
        self._held = self._opened = None

    def in_place(self) -> bool:
        """Whether what is written still goes to the files of those names: they may have been moved, deleted or
        replaced."""
        return self._opened is None or self._opened == (_identity(self.path), _identity(self._log))


def _identity(path: Path) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
