"""The records of all games that a player has played here to their end, made of what is kept of them."""
from __future__ import annotations

import json
from itertools import groupby

from sqlalchemy import Connection, select

from roundhouse.engine.contract import CHANCE
from roundhouse.records.record import FORMAT
from roundhouse.web.storage import schema as at

AT_ONCE = 200


def records(connection: Connection, player: int) -> dict[str, object]:
    """By table, each game as the file of a record says it: once a game is over, nothing of it is hidden."""
    r = at.results.c
    ids = connection.execute(select(r.table).where(r.player == player).order_by(r.ended, r.table)).scalars().all()
    found: dict[str, object] = {}
    for first in range(0, len(ids), AT_ONCE):
        found |= _some(connection, list(ids[first:first + AT_ONCE]))
    return found


def _some(connection: Connection, ids: list[str]) -> dict[str, object]:
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
            "options": json.loads(row.options), "seats": names[row.id], "log": logs.get(row.id, []),
            "result": json.loads(row.result or "null"),
        }
        for row in tables
    }


def _texts(connection: Connection, digests: set[str]) -> dict[str, str]:
    e = at.editions.c
    rows = connection.execute(select(e.digest, e.text).where(e.digest.in_(digests)))
    return {row.digest: row.text for row in rows}
