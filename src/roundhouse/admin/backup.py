"""A backup: all of a house in one SQLite file, with digests by which it is proved. It may be taken while people play.

The file is a database like any other, so that a server can be opened on a copy of it. What it held when it was taken
stands in two tables more: how many rows each table had with their digest, and the digest of every game.
"""
from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import Column, Connection, Double, Integer, MetaData, String, Table, insert, inspect, select

import roundhouse
from roundhouse.admin.copying import Contents, Progress, begun, copy, differences, opened
from roundhouse.admin.replay import replayed
from roundhouse.errors import UserError
from roundhouse.web.storage.database import Database, newest_version

manifest = MetaData()
about = Table(
    "backup_about", manifest,
    Column("version", String(40), nullable=False), Column("schema", String(8), nullable=False),
    Column("at", Double, nullable=False),
)
kept_tables = Table(
    "backup_tables", manifest,
    Column("name", String(64), primary_key=True), Column("rows", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
)
kept_games = Table(
    "backup_games", manifest,
    Column("id", String(16), primary_key=True), Column("digest", String(64), nullable=False),
)


@dataclass(frozen=True)
class Proof:
    """What was found when a backup was held against itself and against the rules."""

    rows: int
    games: int
    differences: tuple[str, ...]
    """What is not as it was when the backup was taken."""
    faults: tuple[str, ...]
    """What the house itself had wrong when it was taken."""


def take(address: str, file: Path, tell: Progress) -> dict[str, Contents]:
    """All that the database holds at one moment, into a new file, which is there when it is whole and not before."""
    if file.exists():
        raise UserError(f"{file} is there already; nothing was changed")
    if not file.parent.is_dir():
        raise UserError(f"there is no folder {file.parent}")
    part = file.with_name(f"{file.name}.part")
    _remove(part)
    try:
        with closing(opened(address)) as source, closing(begun(f"sqlite:///{part}")) as target:
            part.chmod(0o600)       # whoever reads it knows everybody's hands
            with source.reading() as reading, target.engine.begin() as writing:
                held = copy(reading, writing, tell)
                _write_manifest(writing, reading, held, tell)
        _make_one_file(part)
        part.replace(file)
        return held
    finally:
        _remove(part)


def restore(file: Path, address: str, tell: Progress) -> dict[str, Contents]:
    """All that a backup holds into a new database. One of an earlier version is brought to this version on the way."""
    with (
        _copied(file) as source, closing(begun(address)) as target,
        source.reading() as reading, target.engine.begin() as writing,
    ):
        return copy(reading, writing, tell)


def prove(file: Path, tell: Progress) -> Proof:
    """Restore a backup aside, and play every game of it again: what is not as it was when it was taken is said."""
    with tempfile.TemporaryDirectory() as folder, _copied(file) as source:
        with source.reading() as connection:
            version, then, digests = _read_manifest(connection, file)
        address = f"sqlite:///{Path(folder) / 'restored.sqlite'}"
        held = restore(file, address, tell)
        wrong = differences(then, held) if version == newest_version() else []
        found = [f"{name}: not the rows that were backed up" for name in wrong]
        faults, count = [], 0
        with closing(opened(address)) as restored, restored.reading() as connection:
            for game in replayed(connection):
                count += 1
                tell("games played again", count)
                if digests.pop(game.id, None) != game.digest:
                    found.append(f"game {game.id}: not the game that was backed up")
                faults += [f"game {game.id}: {fault}" for fault in game.faults]
    found += [f"game {id}: not there any more" for id in digests]
    return Proof(sum(one.rows for one in held.values()), count, tuple(found), tuple(faults))


@contextmanager
def _copied(file: Path) -> Iterator[Database]:
    """A copy of a backup to read from, brought to the schema of this version: the file itself is never written."""
    if not file.is_file():
        raise UserError(f"there is no backup {file}")
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.sqlite"
        shutil.copyfile(file, copied)
        with closing(Database(f"sqlite:///{copied}")) as database:
            database.migrate()
            yield database


def _write_manifest(connection: Connection, source: Connection, held: dict[str, Contents], tell: Progress) -> None:
    manifest.create_all(connection)
    made = {"version": roundhouse.__version__, "schema": newest_version(), "at": time.time()}
    connection.execute(insert(about), made)
    connection.execute(insert(kept_tables), [{"name": name, **asdict(one)} for name, one in held.items()])
    for count, game in enumerate(replayed(source), 1):
        connection.execute(insert(kept_games), {"id": game.id, "digest": game.digest})
        tell("games digested", count)


def _read_manifest(connection: Connection, file: Path) -> tuple[str, dict[str, Contents], dict[str, str]]:
    """The schema of the database that was backed up, what each of its tables held, and the digest of each game."""
    if not inspect(connection).has_table(about.name):
        raise UserError(f"{file} is a database, but no backup that `roundhouse admin backup` has made")
    schema = str(connection.execute(select(about.c.schema)).scalar_one())
    tables = {row.name: Contents(row.rows, row.digest) for row in connection.execute(select(kept_tables))}
    return schema, tables, {row.id: row.digest for row in connection.execute(select(kept_games))}


def _make_one_file(file: Path) -> None:
    """What SQLite keeps beside the file goes into it, and all of it onto the disk."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with file.open("rb") as whole:
        os.fsync(whole.fileno())


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal", ".lock"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
