"""All that a database holds, copied into another of either kind, and digests by which two can be compared."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, Integer, Table, func, insert, select, text

from roundhouse.errors import UserError
from roundhouse.web.storage.database import Database
from roundhouse.web.storage.schema import holders, metadata

BATCH = 1000
# Those first to which others belong. Where a game stands in a list is worked out when it is listed, from its table.
TABLES = [*(table for table in metadata.sorted_tables if table is not holders), holders]
Progress = Callable[[str, int], None]
"""Is told of each part and how many rows of it are done."""


@dataclass(frozen=True)
class Contents:
    """What one table of a database holds: how many rows, and a digest that does not depend on their order."""

    rows: int
    digest: str


def opened(address: str) -> Database:
    """A database that is there and has the schema of this version; UserError for any other."""
    database = Database(address)
    try:
        database.require_ready()
    except BaseException:
        database.close()
        raise
    return database


def begun(address: str) -> Database:
    """A database with the schema of this version and nobody in it; it is made if there is none."""
    database = Database(address)
    try:
        database.migrate()
        with database.reading() as connection:
            full = [one.name for one in TABLES if connection.execute(select(one).limit(1)).first()]
    except BaseException:
        database.close()
        raise
    if full:
        database.close()
        raise UserError(f"{database.shown} is not empty ({', '.join(full[:3])}): name a new one")
    return database


def contents(connection: Connection) -> dict[str, Contents]:
    """The rows of every table, counted and digested as of one moment."""
    return {table.name: _contents(connection, table) for table in TABLES}


def move(address: str, to: str, tell: Progress) -> dict[str, Contents]:
    """All that a house holds into a new database, while no server is open on it. The old one stays as it is."""
    with closing(opened(address)) as source, closing(begun(to)) as target:
        source.claim()
        _require_alone(source)
        with source.reading() as reading, target.engine.begin() as writing:
            return copy(reading, writing, tell)


def copy(source: Connection, target: Connection, tell: Progress) -> dict[str, Contents]:
    """Every row of the source into a target that has the same tables and nothing in them, and what both hold now.
    UserError, before anything is kept, if the target holds something else than was read."""
    for table in TABLES:
        done = 0
        tell(table.name, done)
        for rows in _batches(source, table):
            target.execute(insert(table), rows)
            done += len(rows)
            tell(table.name, done)
        _count_on(target, table)
    held = contents(source)
    if wrong := differences(held, contents(target)):
        raise UserError(f"{', '.join(wrong)} can't be kept there as they are here; nothing was written")
    return held


def _require_alone(database: Database) -> None:
    """A SQLite file has been claimed; of a PostgreSQL it is asked who else is there."""
    if database.sqlite:
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with database.glance() as connection:
        if count := connection.execute(others).scalar_one():
            raise UserError(f"{count} others are connected to {database.shown}: close its servers first")


def differences(one: dict[str, Contents], other: dict[str, Contents]) -> list[str]:
    """The tables that do not hold the same rows."""
    return [name for name in one if one[name] != other[name]]


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    result = connection.execution_options(yield_per=BATCH).execute(select(table))
    for rows in result.mappings().partitions():
        yield [dict(row) for row in rows]


def _contents(connection: Connection, table: Table) -> Contents:
    rows, total = 0, 0
    for batch in _batches(connection, table):
        for row in batch:
            total += int.from_bytes(sha256(repr(list(row.values())).encode()).digest())
        rows += len(batch)
    return Contents(rows, f"{total % (1 << 256):064x}")


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL counts the numbers of new rows by itself, and has to know which are taken."""
    keys = list(table.primary_key.columns)
    if connection.dialect.name == "sqlite" or len(keys) != 1 or not isinstance(keys[0].type, Integer):
        return
    sequence = connection.execute(select(func.pg_get_serial_sequence(f'"{table.name}"', keys[0].name))).scalar()
    if sequence is not None:
        latest = connection.execute(select(func.max(keys[0]))).scalar()
        question = text("SELECT setval(:sequence, :latest, :used)")
        connection.execute(question, {"sequence": sequence, "latest": latest or 1, "used": latest is not None})
