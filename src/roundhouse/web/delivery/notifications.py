"""Who gets a notification, and of what: that it is their turn, for one. It is written into the queue (`outbox.py`) with
the change that it tells of; whether it is still so is asked again before it goes out (`kinds.py`).
"""
from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from roundhouse.web.delivery import kinds, outbox
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import Table


def observe(
    connection: Connection, before: Table | None, after: Table, notices: Sequence[Notice], now: float
) -> None:
    """News of a table that has changed, for those whom it concerns: an observer of the tables."""
    for notice in notices:
        put(connection, after, notice.kind, notice.players, notice.seat, now)
    old, new = before.waits_for if before else None, after.waits_for
    if new is not None and new != old:
        # Who passes the screen to the next has that next turn before their eyes.
        here = before.seats[old].holders if before is not None and old is not None else frozenset()
        put(connection, after, "turn", after.seats[new].holders - here, new, now)
    if before is None:
        return
    everyone = after.people()
    if after.status != before.status and after.status in ("playing", "over", "closed"):
        put(connection, after, "begun" if after.status == "playing" else "over", everyone, -1, now)
    if after.ask is not None and before.ask is None:
        asked = everyone - after.seats[after.ask.seat].holders
        put(connection, after, "ask", asked, after.ask.seat, now)


def put(connection: Connection, table: Table, kind: str, players: Iterable[int], seat: int, now: float) -> None:
    """A piece of news for those of the players who have asked to be told anything anywhere."""
    for player in _listening(connection, players):
        outbox.add(connection, player, kind, now, table=table.id, seat=seat)


def tell_absent(connection: Connection, player: int, tournament: str) -> None:
    """A piece of news for somebody whom the owner of a tournament has withdrawn, as they were not here."""
    for one in _listening(connection, [player]):
        outbox.add(connection, one, kinds.ABSENT, time.time(), words=tournament)


def _listening(connection: Connection, players: Iterable[int]) -> list[int]:
    wanted = list(players)
    if not wanted:
        return []
    e = at.endpoints.c
    question = select(e.player).where(e.player.in_(wanted), e.dropped.is_(None)).distinct()
    return list(connection.execute(question).scalars())
