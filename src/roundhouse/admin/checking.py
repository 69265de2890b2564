"""Whether a database says what follows from its own rows, and putting right what does not."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, func, select, text, update

from roundhouse.admin.copying import Progress
from roundhouse.admin.replay import derived, replayed
from roundhouse.web.competition import results
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.sql import list_queries
from roundhouse.web.tables.sql.table_rows import load

LONGEST_LEASE = 60.0
"""Seconds. No server promises more."""
LEASED = (at.tables, at.endpoints, at.letters)


@dataclass(frozen=True)
class Finding:
    """Something that is not as it ought to be."""

    what: str
    mended: bool = False


def check(database: Database, repair: bool, tell: Progress) -> list[Finding]:
    """All that is wrong. With `repair` it is put right in one transaction, where that can be done: nothing is guessed,
    only what follows from other rows is written anew."""
    with database.engine.connect() as connection, connection.begin() as transaction:
        now = database.now()
        found = [
            *_damage(connection), *_triggers(connection), *_steps(connection), *_games(connection, tell),
            *_lists(connection), *_leases(connection, now), *_results(connection),
        ]
        if not repair:
            transaction.rollback()
            return [Finding(one.what) for one in found]
    return found


def _damage(connection: Connection) -> Iterator[Finding]:
    """What SQLite itself finds wrong. A PostgreSQL looks after itself."""
    if connection.dialect.name == "sqlite":
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
            if said != "ok":
                yield Finding(f"the file is damaged: {said}")
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Finding(f"row {row} of {table} belongs to a row of {parent} that is not there")


def _triggers(connection: Connection) -> Iterator[Finding]:
    """The triggers that keep people's lists."""
    places = import_module("roundhouse.web.storage.migrations.versions.0007_places")
    sqlite = connection.dialect.name == "sqlite"
    question = "SELECT name FROM sqlite_master WHERE type = 'trigger'" if sqlite else (
        "SELECT tgname FROM pg_trigger WHERE tgrelid IN ('tables'::regclass, 'holders'::regclass)"
    )
    there = set(connection.execute(text(question)).scalars())
    for name, (event, table) in places.TRIGGERS.items():
        if name not in there:
            with Operations.context(MigrationContext.configure(connection)):
                places._add_trigger(name, event, f'{places.PLACED} WHERE "table" = {table};')
            yield Finding(f"the trigger {name} is not there", mended=True)


def _steps(connection: Connection) -> Iterator[Finding]:
    """Tables that count other steps than are kept: a game is its steps."""
    t, s = at.tables.c, at.steps.c
    kept = select(func.count()).select_from(at.steps).where(s.table == t.id).scalar_subquery()
    for id, step, count in connection.execute(select(t.id, t.step, kept).where(t.step != kept)).all():
        connection.execute(update(at.tables).where(t.id == id).values(step=count))
        yield Finding(f"game {id} counts {step} steps and has {count}", mended=True)


def _games(connection: Connection, tell: Progress) -> Iterator[Finding]:
    """Tables of which something else is kept than follows from their steps and seats."""
    for count, game in enumerate(replayed(connection), 1):
        tell("games played again", count)
        for fault in game.faults:
            mendable = game.digest != "" and not fault.startswith("step")
            yield Finding(f"game {game.id}: {fault}", mendable)
        if game.faults and game.digest:
            right = derived(load(connection, game.id))
            connection.execute(update(at.tables).where(at.tables.c.id == game.id).values(right))


def _lists(connection: Connection) -> Iterator[Finding]:
    """Where each game stands in its people's lists, worked out again by the triggers; and the names they search."""
    h, s = at.holders.c, at.seats.c
    columns = select(h.table, h.seat, h.player, h.sort, h.place).order_by(h.table, h.seat, h.player)
    before = connection.execute(columns).all()
    connection.execute(update(at.tables).values(changed=at.tables.c.changed))
    for old, new in zip(before, connection.execute(columns).all()):
        if old != new:
            yield Finding(f"game {old.table} stood at a wrong place in the list of player {old.player}", mended=True)
    names: dict[str, list[str]] = {}
    for table, name in connection.execute(select(s.table, s.name).order_by(s.table, s.number)):
        names.setdefault(table, []).append(name)
    for table, kept in connection.execute(select(h.table, h.names).distinct()).all():
        if kept != list_queries.searched(names.get(table, [])):
            list_queries.write_names(connection, table, names.get(table, []))
            yield Finding(f"game {table} was not found by the names of those who play it", mended=True)


def _leases(connection: Connection, now: float) -> Iterator[Finding]:
    """Promises of servers that reach further than any server promises: nobody else would do that work."""
    for table in LEASED:
        late = table.c.lease_until > now + LONGEST_LEASE
        count = connection.execute(update(table).where(late).values(lease_by=None, lease_until=0.0)).rowcount
        if count:
            yield Finding(f"{count} rows of {table.name} were promised to a server until long after now", mended=True)


def _results(connection: Connection) -> Iterator[Finding]:
    """Games that have ended and have no results."""
    t, r = at.tables.c, at.results.c
    counted = t.status == "over", t.uploaded.is_(False), t.branched.is_(False)
    missing = select(t.id, t.changed).where(*counted, t.id.not_in(select(r.table))).order_by(t.changed)
    for id, ended in connection.execute(missing).all():
        try:
            table = load(connection, id)
        except Refused:
            continue            # told among the games
        connection.execute(at.results.insert(), results.rows_of(table, ended))
        yield Finding(f"game {id} has ended and had no results", mended=True)
