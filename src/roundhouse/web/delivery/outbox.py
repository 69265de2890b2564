"""The queue of what players are to be told. It is in the database, and written with the change that it tells of.

An endpoint is its own place in the queue: `due` says when its next message goes out, `told` what has been sent. So
several pieces of news become one message, a server that starts finds all that an earlier one has left, and of several
servers one at a time has an endpoint in hand.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, and_, delete, func, insert, select, update

from roundhouse.web.delivery import letter_queue
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.notices import Notice
from roundhouse.web.tables.model.table import Table

SETTLE_SECONDS = 20.0
"""Before a message goes out, so that what happens in one breath is told in one."""
LEASE_SECONDS = 120.0
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 6 * 3600.0
GIVE_UP_SECONDS = 3 * 86400.0
KEPT_SECONDS = 30 * 86400.0
AT_ONCE = 20


# ---- what is put in --------------------------------------------------------------------------------------------------


def note(
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
        add(connection, player, kind, now, table=table.id, seat=seat)


def _listening(connection: Connection, players: Iterable[int]) -> list[int]:
    wanted = list(players)
    if not wanted:
        return []
    e = at.endpoints.c
    question = select(e.player).where(e.player.in_(wanted), e.dropped.is_(None)).distinct()
    return list(connection.execute(question).scalars())


def add(
    connection: Connection, player: int, kind: str, now: float, *, table: str | None = None, seat: int = -1,
    words: str = "",
) -> None:
    row = {"player": player, "table": table, "seat": seat, "kind": kind, "words": words, "at": now}
    connection.execute(insert(at.news).values(row))
    _wake(connection, player, now)


def _wake(connection: Connection, player: int, now: float) -> None:
    """A message for a player's endpoints that have none under way, so long after the last as they wish."""
    e, p = at.endpoints.c, at.preferences.c
    apart = select(func.coalesce(func.max(p.digest), 0)).where(p.player == player).scalar_subquery()
    soon = now + SETTLE_SECONDS
    earliest = func.coalesce(e.sent, 0.0) + apart
    idle = and_(e.player == player, e.dropped.is_(None), e.due.is_(None))
    connection.execute(update(at.endpoints).where(idle, earliest <= soon).values(due=soon))
    connection.execute(update(at.endpoints).where(idle, earliest > soon).values(due=earliest))


# ---- what is taken out -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claimed:
    """An endpoint that this server has in hand, and what is to be told there."""

    id: int
    player: int
    kind: str
    address: str
    keys: str | None
    tries: int
    failing_since: float | None
    told: int
    news: tuple[RowMapping, ...]

    @property
    def newest(self) -> int:
        return max((row["id"] for row in self.news), default=self.told)


def take(database: Database, now: float) -> list[Claimed]:
    """Some endpoints whose messages are due, for this server alone until their lease ends."""
    e = at.endpoints.c
    due = select(at.endpoints).where(e.due <= now, e.lease_until < now, e.dropped.is_(None)).order_by(e.due)
    with database.writing() as connection:
        rows = connection.execute(due.limit(AT_ONCE).with_for_update(skip_locked=True)).mappings().all()
        ids = [row["id"] for row in rows]
        connection.execute(update(at.endpoints).where(e.id.in_(ids)).values(lease_until=now + LEASE_SECONDS))
        return [_taken(connection, row) for row in rows]


def _taken(connection: Connection, row: RowMapping) -> Claimed:
    n = at.news.c
    unsaid = select(at.news).where(n.player == row["player"], n.id > row["told"]).order_by(n.id)
    news = tuple(connection.execute(unsaid).mappings())
    same = ("id", "player", "kind", "address", "keys", "tries", "failing_since", "told")
    return Claimed(**{name: row[name] for name in same}, news=news)


def postpone(database: Database, taken: Claimed, until: float) -> None:
    """Not now: it is night there, or they are here and see for themselves."""
    with database.writing() as connection:
        _write(connection, taken, due=until, lease_until=0.0)


def done(database: Database, taken: Claimed, now: float, sent: bool) -> None:
    """All of it has been told, or was no news any more."""
    n = at.news.c
    with database.writing() as connection:
        more = connection.execute(select(n.id).where(n.player == taken.player, n.id > taken.newest).limit(1)).first()
        values = {"told": taken.newest, "tries": 0, "failing_since": None, "lease_until": 0.0, "due": None}
        _write(connection, taken, **values, **({"sent": now} if sent else {}))
        if more:
            _wake(connection, taken.player, now)


def failed(database: Database, taken: Claimed, now: float, why: str, for_ever: bool) -> bool:
    """Try again after a pause that grows; after days of it, or when there is nobody any more, drop the endpoint."""
    since = now if taken.failing_since is None else taken.failing_since
    dropped = for_ever or now - since > GIVE_UP_SECONDS
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(taken.tries, 20))
    values = {"tries": taken.tries + 1, "failing_since": since, "why": why[:300], "lease_until": 0.0}
    with database.writing() as connection:
        if not dropped:
            _write(connection, taken, **values, due=now + pause)
            return False
        _write(connection, taken, **values, due=None, dropped=now)
        add(connection, taken.player, "dropped", now, words=f"{taken.kind}: {why[:300]}")
    return True


def _write(connection: Connection, taken: Claimed, **values: object) -> None:
    connection.execute(update(at.endpoints).where(at.endpoints.c.id == taken.id).values(values))


def clear_away(database: Database, now: float) -> None:
    """What is so old that nobody needs to be told."""
    with database.writing() as connection:
        connection.execute(delete(at.news).where(at.news.c.at < now - KEPT_SECONDS))
        connection.execute(delete(at.links).where(at.links.c.until < now))
        letter_queue.clear_away(connection, now)
