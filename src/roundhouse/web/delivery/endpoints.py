"""Where a player is told: addresses that they add and take away, each off until they do."""
from __future__ import annotations

import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, insert, select, update

from roundhouse.web.delivery import outbox
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.storage import schema as at

MOST = 10
KINDS = {"mail": "E-mail", "hook": "Webhook", "push": "This app or browser"}


@dataclass(frozen=True)
class Endpoint:
    id: int
    kind: str
    address: str
    sent: float | None
    failing_since: float | None
    dropped: float | None
    why: str

    @property
    def shown(self) -> str:
        """As its owner knows it again. The path of a webhook's address is as good as a password."""
        return self.address if self.kind == "mail" else urlsplit(self.address).hostname or ""


def of(connection: Connection, player: int) -> list[Endpoint]:
    e = at.endpoints.c
    rows = connection.execute(select(at.endpoints).where(e.player == player).order_by(e.id)).mappings()
    same = ("id", "kind", "address", "sent", "failing_since", "dropped")
    return [Endpoint(**{name: row[name] for name in same}, why=row["why"] or "") for row in rows]


def add(connection: Connection, player: int, kind: str, address: str, keys: str | None = None) -> int:
    """A new endpoint, which hears of what happens from now on. One that had been dropped is taken up again."""
    e, n = at.endpoints.c, at.news.c
    known = [one for one in of(connection, player) if (one.kind, one.address) == (kind, address)]
    latest = connection.execute(select(func.coalesce(func.max(n.id), 0))).scalar_one()
    nothing = dict.fromkeys(("due", "failing_since", "dropped", "why"))
    fresh = {**nothing, "told": latest, "lease_until": 0.0, "tries": 0}
    if known:
        connection.execute(update(at.endpoints).where(e.id == known[0].id).values(**fresh, keys=keys))
        return known[0].id
    if connection.execute(select(func.count()).where(e.player == player)).scalar_one() >= MOST:
        raise Refused(f"{MOST} places to be told at are the most; take one away first")
    row = {"player": player, "kind": kind, "address": address, "keys": keys, "created": time.time()}
    return int(connection.execute(insert(at.endpoints).values(**row, **fresh).returning(e.id)).scalar_one())


def remove(connection: Connection, player: int, id: int) -> None:
    e = at.endpoints.c
    if not connection.execute(delete(at.endpoints).where(e.id == id, e.player == player)).rowcount:
        raise NotFound("this has been taken away already")


def remove_address(connection: Connection, player: int, address: str) -> None:
    e = at.endpoints.c
    connection.execute(delete(at.endpoints).where(e.address == address, e.player == player))


def test(connection: Connection, player: int) -> None:
    """A message to all of a player's endpoints, at once."""
    now = time.time()
    outbox.add(connection, player, "test", now)
    e = at.endpoints.c
    connection.execute(update(at.endpoints).where(e.player == player, e.dropped.is_(None)).values(due=now))
