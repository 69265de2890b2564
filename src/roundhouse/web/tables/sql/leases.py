"""Leases of tables: which server is trusted to make the next move of a bot, and until when."""
from __future__ import annotations

from collections.abc import Collection
from math import inf

from sqlalchemy import Connection, or_, select, update

from roundhouse.web.storage import schema as at


def idle(
    connection: Connection, me: str, now: float, longest: float = inf, without: Collection[str] = ()
) -> list[str]:
    """Tables where the server is to act and no server is trusted to be at it, `without` those.

    A lease for more than the `longest` that is given was written by a clock that was wrong, and holds nothing.
    """
    c = at.tables.c
    free = or_(c.lease_until < now, c.lease_until > now + longest, c.lease_by == me)
    those = select(c.id).where(c.auto, free, c.id.not_in(without)).order_by(c.lease_until).limit(500)
    return list(connection.execute(those).scalars())


def renew_leases(connection: Connection, me: str, ids: list[str], until: float) -> None:
    """Say that this server is still at it. Nothing that anybody looks at changes by that."""
    c = at.tables.c
    connection.execute(update(at.tables).where(c.id.in_(ids), c.auto, c.lease_by == me).values(lease_until=until))
