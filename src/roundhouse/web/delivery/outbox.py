"""The queue of what players are to be told. It is in the database, and written with the change that it tells of; who is
to get a notification is decided in `notifications.py`.

An endpoint is its own place in the queue: `due` says when its next message goes out, `told` what has been sent. So
several pieces of news become one message, a server that starts finds all that an earlier one has left, and of several
servers one at a time has an endpoint in hand: the one that its lease names. What another writes of it is void.
"""
from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, case, delete, func, insert, or_, select, update

from roundhouse.web.delivery import letter_queue
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

SETTLE_SECONDS = 20.0
"""Before a message goes out, so that what happens in one breath is told in one."""
LEASE_SECONDS = 60.0
"""Renewed when a message begins to be sent, which takes a sixth of it at most."""
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 6 * 3600.0
GIVE_UP_SECONDS, LEAST_TRIES = 3 * 86400.0, 10
KEPT_SECONDS = 30 * 86400.0
PER_HOST = 2
"""How many messages go to one host, or to the mail server, at the same time."""
HOUR = 3600.0
MOST_AN_HOUR = 12
"""How many messages one endpoint gets in an hour. Later news gathers until the hour is over."""
MOST_NEWS = 500
"""How many pieces of news one message holds; the latest of them."""


# ---- what is put in --------------------------------------------------------------------------------------------------


def add(
    connection: Connection, player: int, kind: str, now: float, *, table: str | None = None, seat: int = -1,
    words: str = "",
) -> None:
    """Write down a piece of news for a player, and have their idle endpoints send it soon."""
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
class ClaimedEndpoint:
    """An endpoint that this server has in hand, and what is to be told there."""

    id: int
    player: int
    kind: str
    address: str
    keys: str | None
    tries: int
    failing_since: float | None
    told: int
    sent: float | None
    hour_began: float | None
    hour_sent: int
    lease_by: str
    news: tuple[RowMapping, ...]

    @property
    def newest(self) -> int:
        """The id of the latest piece of news in it."""
        return max((row["id"] for row in self.news), default=self.told)

    @property
    def proven(self) -> bool:
        """Whether the last message arrived."""
        return self.tries == 0 and self.sent is not None

    def full_until(self, now: float) -> float | None:
        """When the hour ends in which it has had as many messages as it gets; None while it gets another."""
        end = (self.hour_began or 0.0) + HOUR
        return end if self.hour_sent >= MOST_AN_HOUR and now < end else None


SAME = tuple(one.name for one in fields(ClaimedEndpoint) if one.name not in ("news", "lease_by"))


def _free(now: float) -> ColumnElement[bool]:
    """Endpoints that no server has in hand. A lease beyond all measure is that of a server whose clock was wrong."""
    e = at.endpoints.c
    return or_(e.lease_until < now, e.lease_until > now + 2 * LEASE_SECONDS)


def waiting(database: Database, now: float) -> bool:
    """Whether a message is due that no server has in hand."""
    e = at.endpoints.c
    with database.glance() as connection:
        due = select(e.id).where(e.due <= now, e.dropped.is_(None), _free(now)).limit(1)
        return connection.execute(due).first() is not None


def take(
    database: Database, now: float, me: str, places: int, unproven: int | None = None, but: Collection[int] = ()
) -> list[ClaimedEndpoint]:
    """Some endpoints whose messages are due, for this server alone until their lease ends.

    Those whose last message arrived come first, up to `places` in all. Of the others come `unproven` at most, and of
    each host so many that all servers together have PER_HOST in hand. `but` are never taken.
    """
    e = at.endpoints.c
    free = [e.due <= now, e.dropped.is_(None), _free(now), e.id.not_in(but)]
    doubtful = case((and_(e.tries == 0, e.sent.is_not(None)), 0), else_=1)
    with database.writing() as connection:
        rank = func.row_number().over(partition_by=e.host, order_by=(doubtful, e.due, e.id))
        ranked = select(e.id, e.host, e.due, doubtful.label("doubtful"), rank.label("rank")).where(*free).subquery()
        held = select(e.host, func.count().label("held")).where(~_free(now)).group_by(e.host).subquery()
        room = PER_HOST - func.coalesce(held.c.held, 0)
        r = ranked.c
        question = select(r.id, r.doubtful).outerjoin(held, held.c.host == r.host).where(r.rank <= room)
        chosen = connection.execute(question.order_by(r.doubtful, r.due, r.id).limit(2 * places)).all()
        doubted = [row.id for row in chosen if row.doubtful][: places if unproven is None else unproven]
        ids = ([row.id for row in chosen if not row.doubtful] + doubted)[:places]
        lock = select(at.endpoints).where(e.id.in_(ids), *free).order_by(e.due).with_for_update(skip_locked=True)
        rows = connection.execute(lock).mappings().all()
        lease = {"lease_by": me, "lease_until": now + LEASE_SECONDS}
        connection.execute(update(at.endpoints).where(e.id.in_([row["id"] for row in rows])).values(lease))
        return [_claimed(connection, row, me) for row in rows]


def _claimed(connection: Connection, row: RowMapping, me: str) -> ClaimedEndpoint:
    n = at.news.c
    unsaid = select(at.news).where(n.player == row["player"], n.id > row["told"]).order_by(n.id.desc()).limit(MOST_NEWS)
    news = tuple(reversed(connection.execute(unsaid).mappings().all()))
    return ClaimedEndpoint(**{name: row[name] for name in SAME}, lease_by=me, news=news)


def renew(database: Database, taken: ClaimedEndpoint, now: float) -> bool:
    """Have an endpoint in hand from now on for a whole lease; False where it is not this server's any more."""
    with database.writing() as connection:
        return _write(connection, taken, lease_until=now + LEASE_SECONDS)


def release(database: Database, me: str) -> None:
    """Give back all that a server has in hand, for whichever is next."""
    e = at.endpoints.c
    with database.writing() as connection:
        connection.execute(update(at.endpoints).where(e.lease_by == me).values(lease_by=None, lease_until=0.0))


def postpone(database: Database, taken: ClaimedEndpoint, until: float) -> None:
    """Put a message off: it is night there, or the players are here and see for themselves, or had enough for an
    hour."""
    with database.writing() as connection:
        _write(connection, taken, due=until, lease_until=0.0)


def done(database: Database, taken: ClaimedEndpoint, now: float, sent: bool) -> None:
    """Note that all of it has been told, or was no news any more."""
    n = at.news.c
    values: dict[str, object] = {"told": taken.newest, "lease_until": 0.0, "due": None}
    if sent:
        same_hour = taken.hour_began is not None and now < taken.hour_began + HOUR
        hour = {"hour_sent": taken.hour_sent + 1} if same_hour else {"hour_began": now, "hour_sent": 1}
        values |= {"sent": now, "tries": 0, "failing_since": None, **hour}
    with database.writing() as connection:
        more = connection.execute(select(n.id).where(n.player == taken.player, n.id > taken.newest).limit(1)).first()
        if _write(connection, taken, **values) and more:
            _wake(connection, taken.player, now)


def failed(database: Database, taken: ClaimedEndpoint, now: float, for_ever: bool) -> bool:
    """Try again after a pause that grows; after days of it, or when there is nobody any more, drop the endpoint.
    Whether it was dropped."""
    since = now if taken.failing_since is None else taken.failing_since
    dropped = for_ever or (now - since > GIVE_UP_SECONDS and taken.tries >= LEAST_TRIES)
    pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(taken.tries, 20))
    values = {"tries": taken.tries + 1, "failing_since": since, "lease_until": 0.0}
    with database.writing() as connection:
        if not dropped:
            _write(connection, taken, **values, due=now + pause)
        elif _write(connection, taken, **values, due=None, dropped=now):
            add(connection, taken.player, "dropped", now, words=str(taken.id))
    return dropped


def _write(connection: Connection, taken: ClaimedEndpoint, **values: object) -> bool:
    """Write of an endpoint that is still in this server's hand; whether it was."""
    e = at.endpoints.c
    its_own = update(at.endpoints).where(e.id == taken.id, e.lease_by == taken.lease_by).values(values)
    return connection.execute(its_own).rowcount == 1


def clear_away(database: Database, now: float) -> None:
    """What is so old that nobody needs to be told."""
    with database.writing() as connection:
        connection.execute(delete(at.news).where(at.news.c.at < now - KEPT_SECONDS))
        connection.execute(delete(at.links).where(at.links.c.until < now))
        letter_queue.clear_away(connection, now)
