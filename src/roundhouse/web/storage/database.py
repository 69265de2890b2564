"""A connection to where the tables are kept. SQLite in one file, or a PostgreSQL that several servers share."""
from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError

from roundhouse.errors import UserError
from roundhouse.web.errors import CROWDED, Busy
from roundhouse.web.storage.sqlite_file import VERSIONS, SqliteFile
from roundhouse.web.storage.write_batches import MOVED, WRITE_SECONDS, WriteBatches

if TYPE_CHECKING:
    from filelock import FileLock

log = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"
# Fewer than the threads in which requests are answered, of which there are 40.
MOST_WRITERS = 20
JOURNAL = "WAL"
"""Readers and a writer at once. Where processes can share no memory, as in a browser, it is TRUNCATE."""
CONNECT_SECONDS, POOL_SECONDS = 5, 10
CHANNEL = "roundhouse_tables"
TOKENS = "tokens"
"""The word on that channel for a session that has ended; all others name a server and a table."""
CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")
SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}
# Any number, as long as nobody else on that PostgreSQL takes it for a lock of theirs.
MIGRATION_LOCK = 7_204_113_655


class Database:
    """A SQLite file or a PostgreSQL: connections to read and to write, and the schema."""

    def __init__(self, address: str, journal: str = JOURNAL) -> None:
        """`journal` is how a SQLite file keeps what is being written: see there."""
        self.engine = _engine(address, journal)
        self.sqlite = self.engine.dialect.name == "sqlite"
        # SQLite lets one write at a time. Waiting here is fair and quick; waiting there is neither.
        path = self.engine.url.database
        self._file = SqliteFile(Path(path)) if self.sqlite and path and path != ":memory:" else None
        self._writer = WriteBatches(self.engine, self._file) if self.sqlite else None
        self._claimed: FileLock | None = None
        self._ahead = 0.0
        self.wrote: Callable[[float], None] = lambda seconds: None
        """Is told how long each change took until it was kept."""
        self._may_wait = BoundedSemaphore(MOST_WRITERS)
        if self._file is not None:
            event.listen(self.engine, "do_connect", self._require_file)
        option = {"reading": True} if self.sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**option)
        at_once = {"glance": True} if self.sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._glancer = self.engine.execution_options(**at_once)

    @property
    def address(self) -> str:
        """The address that it was opened by, its password included."""
        return self.engine.url.render_as_string(hide_password=False)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Several questions, answered as of one moment."""
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def glance(self) -> Iterator[Connection]:
        """One question, for which no transaction is begun."""
        with self._glancer.connect() as connection:
            yield connection

    def now(self) -> float:
        """The time by the clock of the database, the same for all servers that share it, in seconds since 1970.

        What one server promises and another relies on goes by it: leases, and when clocks run out.
        """
        return time.time() + self._ahead

    def set_clock(self) -> None:
        """Ask for that time again; `now` goes on from there. A file has the time of its one server."""
        if not self.sqlite:
            with self.glance() as connection:
                asked = time.time()
                there = connection.execute(CLOCK).scalar_one()
                self._ahead = float(there) - (asked + time.time()) / 2

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it is kept, or none of it. What is kept survives the end of the process and of the machine's power."""
        began = time.monotonic()
        try:
            with self._place(), self.engine.begin() if self._writer is None else self._writer.writing() as connection:
                yield connection
            self.wrote(time.monotonic() - began)
        except OperationalError as error:
            # Locked by another program, a full disk, a database that has gone: those who only look don't notice.
            log.warning("nothing was written: %s", str(error.orig).strip())
            raise Busy("this can't be written down at the moment; nothing has changed. Please try again") from error

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Only so many wait to write, so that there are threads left for those who read."""
        if not self._may_wait.acquire(blocking=False):
            raise Busy(CROWDED)
        try:
            yield
        finally:
            self._may_wait.release()

    def tell(self, connection: Connection, word: str) -> None:
        """Send a word to all servers on this database once what is being written is kept."""
        if not self.sqlite:
            connection.execute(select(func.pg_notify(CHANNEL, word)))

    def in_place(self) -> bool:
        """Whether the file that is written is the one of that name; a server of PostgreSQL sees to that itself."""
        return self._file is None or self._file.in_place()

    def _require_file(self, *_: object) -> None:
        """SQLite would make an empty file where there is none."""
        if not self.in_place():
            raise sqlite3.OperationalError(MOVED)

    def migrate(self) -> str:
        """Bring the database to the schema of this version; what there is to say of it, if anything. Servers that
        start at once wait for each other."""
        said = "" if self._file is None else self._file.inspect()
        try:
            if not self._is_current():
                self._upgrade()
            self.set_clock()
        except (DatabaseError, sqlite3.Error) as error:
            why = error.orig if isinstance(error, DatabaseError) else error
            raise UserError(f"the database can't be opened: {str(why).strip()}") from error
        if self._file is not None:
            self._file.hold()
        return said

    def require_ready(self) -> None:
        """UserError unless the database is there and has the schema of this version. Nothing is written."""
        if self._file is not None and not self._file.path.exists():
            raise UserError(f"there is no database {self._file.path}")
        if self._file is not None:
            self._file.inspect()
        try:
            current = self._is_current()
        except DatabaseError as error:
            raise UserError(f"the database can't be opened: {str(error.orig).strip()}") from error
        if not current:
            raise UserError(
                f"{self.shown} has the schema of another version: let the server of this version start on it once, or "
                "use the version by which it was written"
            )

    @property
    def shown(self) -> str:
        """The address without its password, for people to read."""
        return self.engine.url.render_as_string(hide_password=True)

    def _is_current(self) -> bool:
        """Whether it has the schema of this version already, which most servers find when they start."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table(VERSIONS):
                return False
            return connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar() == newest_version()

    def _upgrade(self) -> None:
        from roundhouse.web.storage.migrating import upgrade

        with self.engine.begin() as connection:
            if not self.sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
            upgrade(connection)

    def claim(self) -> None:
        """Be the one server on a SQLite file, until the end: two would not hear of each other's changes."""
        if self._file is None:
            return
        from filelock import FileLock, Timeout

        file = self._file.path
        # A server may end in another thread than the one in which it was made.
        self._claimed = FileLock(f"{file}.lock", thread_local=False)
        try:
            self._claimed.acquire(blocking=False)
        except Timeout:
            raise UserError(
                f"another server is open on {file}; close it, or let several share a PostgreSQL with --database"
            ) from None
        except OSError as error:
            raise UserError(f"the database {file} can't be opened there: {error.strerror}") from error

    def close(self) -> None:
        """Close all connections, and let another server have the file."""
        self.engine.dispose()
        if self._file is not None:
            self._file.release()
        if self._claimed is not None:
            self._claimed.release()


def size_of(connection: Connection) -> int:
    """How many bytes the database takes."""
    return int(connection.execute(text(SIZE[connection.dialect.name])).scalar_one())


def newest_version() -> str:
    """The newest version of the schema."""
    return max(versions())


def versions() -> set[str]:
    """All versions that the schema has had, by the names of its migrations."""
    return {file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def _engine(address: str, journal: str) -> Engine:
    try:
        url = make_url(address)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise UserError(f"a database is sqlite:///FILE or postgresql://.., not {url.drivername}")
        waiting = {"connect_timeout": CONNECT_SECONDS} if url.get_backend_name() == "postgresql" else {}
        engine = create_engine(url, pool_size=10, max_overflow=40, pool_timeout=POOL_SECONDS, connect_args=waiting)
    except (ArgumentError, NoSuchModuleError) as error:
        raise UserError(f"a database is sqlite:///FILE or postgresql://.., not '{address}'") from error
    except ModuleNotFoundError as error:
        raise UserError("PostgreSQL needs one more part: pip install 'roundhouse-games[postgres]'") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", partial(_prepare_sqlite, journal=journal))
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object, journal: str) -> None:
    # Transactions are begun by us, below, and by nobody else.
    connection.isolation_level = None
    wait = f"busy_timeout = {int(1000 * WRITE_SECONDS)}"
    for setting in (wait, f"journal_mode = {journal}", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its turn at once: one that read first and wrote later could find that another had written."""
    options = connection.get_execution_options()
    if not options.get("glance"):
        connection.exec_driver_sql("BEGIN" if options.get("reading") else "BEGIN IMMEDIATE")
