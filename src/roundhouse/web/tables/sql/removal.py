"""A table that is taken away: all rows that belong to it."""
from __future__ import annotations

from sqlalchemy import Connection, delete, select, update

from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.storage import schema as at

STAY = (at.pairings, at.reports)
"""What names a table and stays: a table of a tournament is not removed, and a report tells of what was there."""
PARTS = tuple(rows for rows in at.metadata.sorted_tables if "table" in rows.c and rows not in STAY)
"""What is kept of a table beside its own row."""


def remove(connection: Connection, id: str) -> str:
    """Delete a table with all that belongs to it, and what that was, in words. NotFound where there is none; Refused
    for one of a tournament, and for a rated one that is over: ratings and standings follow from these."""
    t, s = at.tables.c, at.seats.c
    row = connection.execute(select(t.game, t.status, t.step, t.rated).where(t.id == id).with_for_update()).first()
    if row is None:
        raise NotFound("there is no such table")
    if connection.execute(select(at.pairings.c.table).where(at.pairings.c.table == id).limit(1)).first():
        raise Refused("this table belongs to a tournament, whose standings follow from it; hide it instead")
    if row.rated and row.status == "over":
        raise Refused("this game was rated, and ratings follow from it; hide it instead")
    names = connection.execute(select(s.name).where(s.table == id).order_by(s.number)).scalars().all()
    for rows in PARTS:
        connection.execute(delete(rows).where(rows.c.table == id))
    connection.execute(update(at.tables).where(t.rematch == id).values(rematch=None, stamp=t.stamp + 1))
    connection.execute(delete(at.tables).where(t.id == id))
    return f"table {id} is gone: {row.game}, {row.status} after {row.step} steps, with {', '.join(names)}"
