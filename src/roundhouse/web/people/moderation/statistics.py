"""What there is in a house, counted: for its hosts."""
from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Select, Table, func, select

from roundhouse.web.people.moderation import sign_ups
from roundhouse.web.people.moderation.audit import Actor
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database, size_of

DAY = 86400.0


def statistics(database: Database, actor: Actor) -> Mapping[str, int | str]:
    """How many players, games, messages and reports there are, and how large the database is, each under its name. It
    counts all rows, which takes seconds in a large house."""
    actor.require(HouseAction.STATISTICS)
    with database.reading() as connection:
        return {**_people(connection), **_games(connection), **_rest(connection)}


def _people(connection: Connection) -> dict[str, int | str]:
    p, now = at.players.c, time.time()
    here = p.deleted.is_(None)
    return {
        "accounts": _count(connection, at.players, here, p.login.is_not(None)),
        "guests": _count(connection, at.players, here, p.login.is_(None)),
        "seen today": _count(connection, at.players, p.seen > now - DAY),
        "seen in 7 days": _count(connection, at.players, p.seen > now - 7 * DAY),
        "seen in 30 days": _count(connection, at.players, p.seen > now - 30 * DAY),
        "hosts": _count(connection, at.players, p.role == "host"),
        "moderators": _count(connection, at.players, p.role == "moderator"),
        "banned": _count(connection, at.players, p.banned.is_not(None)),
        "sessions": _count(connection, at.sessions),
    }


def _games(connection: Connection) -> dict[str, int | str]:
    t, now = at.tables.c, time.time()
    by_status = connection.execute(select(t.status, func.count()).group_by(t.status))
    statuses = {str(row[0]): int(row[1]) for row in by_status}
    ended = select(func.count(func.distinct(at.results.c.table)))
    return {
        **{f"games {status}": statuses.get(status, 0) for status in ("waiting", "playing", "over", "closed")},
        "ended in 7 days": _asked(connection, ended.where(at.results.c.ended > now - 7 * DAY)),
        "ended in 30 days": _asked(connection, ended.where(at.results.c.ended > now - 30 * DAY)),
        "moves": _count(connection, at.steps),
        "groups": _count(connection, at.clubs),
        "tournaments": _count(connection, at.tournaments),
    }


def _rest(connection: Connection) -> dict[str, int | str]:
    e, letters = at.endpoints.c, at.letters.c
    return {
        "letters waiting": _count(connection, at.letters, letters.due.is_not(None)),
        "addresses told of news": _count(connection, at.endpoints, e.dropped.is_(None)),
        "addresses that fail": _count(connection, at.endpoints, e.failing_since.is_not(None)),
        "reports waiting": _count(connection, at.reports, at.reports.c.settled.is_(None)),
        "sign-ups": sign_ups.mode(connection),
        "bytes of the database": size_of(connection),
    }


def _count(connection: Connection, rows: Table, *wanted: Any) -> int:
    return _asked(connection, select(func.count()).select_from(rows).where(*wanted))


def _asked(connection: Connection, question: Select[Any]) -> int:
    return int(connection.execute(question).scalar_one())
