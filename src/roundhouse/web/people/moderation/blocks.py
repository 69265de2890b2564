"""Whom a player does not wish to meet: what the other says is not shown to them, brings no message, and the other sits
down at no table where they sit and asks them to no game. The other is not told."""
from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import Connection, delete, func, insert, select, update

from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

MOST_BLOCKED = 200
B = at.blocks.c


def blockers(connection: Connection, player: int, among: Collection[int]) -> frozenset[int]:
    """Who of these has blocked a player."""
    if not among:
        return frozenset()
    asked = select(B.player).where(B.other == player, B.player.in_(among))
    return frozenset(connection.execute(asked).scalars())


def of(connection: Connection, player: int) -> list[tuple[int, str]]:
    """Whom a player has blocked, by number and name, the latest first."""
    p = at.players.c
    asked = select(p.id, p.name).join_from(at.blocks, at.players, p.id == B.other).where(B.player == player)
    return [(row.id, row.name) for row in connection.execute(asked.order_by(B.at.desc()))]


def is_blocked(connection: Connection, player: int, other: int) -> bool:
    """Whether a player has blocked another."""
    return connection.execute(select(B.at).where(B.player == player, B.other == other)).first() is not None


def block(database: Database, player: Player, other: int) -> None:
    """Have a player meet another no more. Refused for oneself and beyond MOST_BLOCKED; NotFound for nobody."""
    with database.writing() as connection:
        if other == player.id:
            raise Refused("you can't block yourself")
        if connection.execute(select(at.players.c.id).where(at.players.c.id == other)).first() is None:
            raise NotFound("there is no such player")
        if is_blocked(connection, player.id, other):
            return
        if connection.execute(select(func.count()).where(B.player == player.id)).scalar_one() >= MOST_BLOCKED:
            raise Refused(f"you can block {MOST_BLOCKED} players at most")
        connection.execute(insert(at.blocks).values(player=player.id, other=other, at=time.time()))
        _have_looked_up(connection, other)


def unblock(database: Database, player: Player, other: int) -> None:
    """End a block; nothing happens where there is none."""
    with database.writing() as connection:
        connection.execute(delete(at.blocks).where(B.player == player.id, B.other == other))
        _have_looked_up(connection, other)


def _have_looked_up(connection: Connection, other: int) -> None:
    """Have servers look up anew the tables where that player sits: what is said there is shown to others now."""
    t = at.tables.c
    sat = select(at.seats.c.table).where(at.seats.c.player == other)
    connection.execute(update(at.tables).where(t.id.in_(sat)).values(stamp=t.stamp + 1))
