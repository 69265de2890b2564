"""The records of all games that a player has played here to their end, made of what is kept of them."""
from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, select

from roundhouse.engine.contract import CHANCE
from roundhouse.records.record import FORMAT
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

AT_ONCE = 100


def records(database: Database, player: int) -> Iterator[tuple[str, dict[str, object]]]:
    """By table, each game as the file of a record says it: once a game is over, nothing of it is hidden. A few are
    read at a time, and nothing is open while whoever asked takes them."""
    r = at.results.c
    with database.reading() as connection:
        asked = select(r.table).where(r.player == player).order_by(r.ended, r.table)
        ids = list(dict.fromkeys(connection.execute(asked).scalars()))
    for first in range(0, len(ids), AT_ONCE):
        with database.reading() as connection:
            found = _some(connection, ids[first:first + AT_ONCE])
        yield from found.items()


def _some(connection: Connection, ids: list[str]) -> dict[str, dict[str, object]]:
    t, s, n = at.tables.c, at.steps.c, at.seats.c
    tables = connection.execute(select(at.tables).where(t.id.in_(ids))).all()
    steps = connection.execute(select(s.table, s.by, s.line).where(s.table.in_(ids)).order_by(s.table, s.number)).all()
    seats = connection.execute(select(n.table, n.name).where(n.table.in_(ids)).order_by(n.table, n.number)).all()
    logs = {id: [["chance" if one.by == CHANCE else one.by, one.line] for one in each]
            for id, each in groupby(steps, lambda row: row.table)}
    names = {id: [one.name for one in each] for id, each in groupby(seats, lambda row: row.table)}
    texts = _texts(connection, {row.edition_digest for row in tables})
    return {
        row.id: {
            "format": FORMAT, "game": row.game, "edition": row.edition, "edition_digest": row.edition_digest,
            "edition_text": texts.get(row.edition_digest, ""), "rules_version": row.rules_version,
            "options": _read(row.options), "seats": names.get(row.id, []), "log": logs.get(row.id, []),
            "result": _read(row.result or "null"),
        }
        for row in tables
    }


def _read(kept: str) -> object:
    """What JSON says; what is none, as it is kept: one row that can't be read withholds no other."""
    try:
        return json.loads(kept)
    except ValueError:
        return kept


def _texts(connection: Connection, digests: set[str]) -> dict[str, str]:
    e = at.editions.c
    rows = connection.execute(select(e.digest, e.text).where(e.digest.in_(digests)))
    return {row.digest: row.text for row in rows}
