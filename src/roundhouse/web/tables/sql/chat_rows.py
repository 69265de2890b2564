"""Rows of chat by the players who are named there: their own lines, and those that the house said of them."""
from __future__ import annotations

import re
from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Select, exists, select, union, update

from roundhouse.web.storage import schema as at

HOUSE = -1
"""The seat of lines that the house says."""
C, S = at.chat.c, at.seats.c


def tables(player: int) -> list[Select[tuple[str]]]:
    """The tables where a player has sat down, has spoken, or has looked: one question for each, to be united."""
    v = at.visits.c
    return [
        select(S.table).where(S.player == player), select(C.table).where(C.player == player),
        select(v.table).where(v.player == player),
    ]


def _own(player: int) -> ColumnElement[bool]:
    """Lines that a player said; of those from before it was written down who spoke, those of their seats."""
    seat = exists().where(S.table == C.table, S.number == C.seat, S.player == player)
    return (C.player == player) | (C.player.is_(None) & seat)


def names(connection: Connection, player: int) -> set[str]:
    """The names under which a player has spoken."""
    return set(connection.execute(select(C.name).where(_own(player)).distinct()).scalars())


def rename(connection: Connection, player: int, before: Iterable[str], after: str) -> None:
    """Another name on all that a player said, and in what the house said of them under the names of before. What other
    players wrote stays as they wrote it."""
    here = union(*tables(player)).subquery()
    called = {name for name in before if name != after}
    # Somebody who got up before it was written down who spoke; not a namesake who sits there.
    namesake = exists().where(S.table == C.table, S.number == C.seat, S.player != player, S.name == C.name)
    left = C.player.is_(None) & (C.seat != HOUSE) & C.name.in_(called) & C.table.in_(select(here.c.table)) & ~namesake
    connection.execute(update(at.chat).where(_own(player) | left).values(name=after))
    announced = select(C.table, C.number, C.words).where(C.seat == HOUSE, C.table.in_(select(here.c.table)))
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(called, key=len, reverse=True)))
    for row in connection.execute(announced).all() if called else ():
        words = pattern.sub(lambda _: after, row.words)
        if words != row.words:
            connection.execute(update(at.chat).where(C.table == row.table, C.number == row.number).values(words=words))
