"""Every game of a database played again from its first step, and held against what the database says of it."""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest

from sqlalchemy import Connection, func, select

from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.sql.table_rows import load, row_of

Step = tuple[int, str, float]
"""As it is kept: who, what, when."""
DERIVED = ("status", "step", "to_act", "auto", "result")
"""What follows from the steps and seats of a table, and is kept beside them."""


@dataclass(frozen=True)
class ReplayedGame:
    """One game that was played again."""

    id: str
    digest: str
    """The digest of its setup, its steps with their times, and the position to which they lead; "" for a game that
    can't be played again."""
    faults: tuple[str, ...] = ()
    """What the database says of it that is not so."""


def games(connection: Connection) -> int:
    """How many there are."""
    return int(connection.execute(select(func.count()).select_from(at.tables)).scalar_one())


def replayed(connection: Connection) -> Iterator[ReplayedGame]:
    """All games, one after another, by their ids."""
    ids = connection.execute(select(at.tables.c.id).order_by(at.tables.c.id)).scalars().all()
    for id in ids:
        try:
            table = load(connection, id)
            steps = _steps(connection, id)
            yield ReplayedGame(id, _digest(table, steps), tuple(_faults(connection, table, steps)))
        except Refused as error:
            yield ReplayedGame(id, "", (f"{error}" + (f" ({error.__cause__})" if error.__cause__ else ""),))


def derived(table: Table) -> dict[str, object]:
    """What the database ought to say of a table, by its steps and seats."""
    row = row_of(table)
    return {name: row[name] for name in DERIVED}


def _steps(connection: Connection, id: str) -> list[Step]:
    s = at.steps.c
    asked = select(s.by, s.line, s.at).where(s.table == id).order_by(s.number)
    return [(row.by, row.line, row.at) for row in connection.execute(asked)]


def _digest(table: Table, steps: list[Step]) -> str:
    setup = table.course.setup
    about = [setup.title, setup.seats, setup.digest, setup.version, list(setup.options), steps]
    return sha256(json.dumps([*about, table.course.state.view(None)], sort_keys=True).encode()).hexdigest()


def _faults(connection: Connection, table: Table, steps: list[Step]) -> Iterator[str]:
    row = connection.execute(select(at.tables).where(at.tables.c.id == table.id)).mappings().one()
    for name, value in derived(table).items():
        if row[name] != value:
            yield f"{name} is {row[name]!r} and ought to be {value!r}"
    course = table.course
    made = [(step.by, course.game.text(step.code)) for step in course.steps]
    for number, (kept, played) in enumerate(zip_longest([step[:2] for step in steps], made), 1):
        if kept != played:
            yield f"step {number} is not what is played there"
            return
