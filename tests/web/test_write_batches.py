"""Who writes to a SQLite file: those who come while the disk is busy are kept together, each whole or not at all."""
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from roundhouse.web.errors import Busy, Refused
from roundhouse.web.storage.database import Database
from tests.processes import until

WRITERS = 8


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    made = Database(sqlite_url)
    with made.writing() as connection:
        connection.execute(text("CREATE TABLE word (said TEXT UNIQUE)"))
    yield made
    made.close()


def words(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(text("SELECT said FROM word ORDER BY said")).scalars())


def say(connection: Connection, word: str) -> None:
    connection.execute(text("INSERT INTO word VALUES (:word)"), {"word": word})


def all_at_once(database: Database, fails: int | None = None) -> list[str]:
    """Many who write while the first one has its turn; what came of each."""
    first, go_on = Event(), Event()

    def write(number: int) -> str:
        try:
            with database.writing() as connection:
                say(connection, f"word {number}")
                if number == 0:
                    first.set()
                    go_on.wait(120)
                if number == fails:
                    raise Refused("changed my mind")
        except Refused as error:
            return type(error).__name__
        return "kept"

    with ThreadPoolExecutor(WRITERS) as pool:
        written = [pool.submit(write, 0)]
        first.wait(120)
        written += [pool.submit(write, number) for number in range(1, WRITERS)]
        assert database._writer is not None
        until(lambda: database._writer is not None and database._writer._queued == WRITERS - 1)
        go_on.set()
        return [one.result() for one in written]


def test_those_who_wait_are_kept_together(database: Database) -> None:
    kept: list[Connection] = []
    event.listen(database.engine, "commit", kept.append)
    assert all_at_once(database) == ["kept"] * WRITERS
    assert len(words(database)) == WRITERS
    assert len(kept) < WRITERS


def test_what_one_of_them_takes_back_is_not_among_it(database: Database) -> None:
    assert all_at_once(database, fails=3).count("kept") == WRITERS - 1
    assert words(database) == [f"word {number}" for number in range(WRITERS) if number != 3]


def test_what_can_not_be_kept_is_kept_for_nobody(database: Database) -> None:
    def full(connection: Connection) -> None:
        raise OperationalError("COMMIT", {}, RuntimeError("the disk is full"))

    event.listen(database.engine, "commit", full)
    assert all_at_once(database) == [Busy.__name__] * WRITERS
    event.remove(database.engine, "commit", full)
    assert words(database) == []
    with database.writing() as connection:
        say(connection, "again")
    assert words(database) == ["again"]
