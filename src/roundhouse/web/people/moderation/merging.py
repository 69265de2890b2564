"""Two accounts made one: what goes along besides seats and games, and what ends."""
from __future__ import annotations

import time

from sqlalchemy import Connection, Table, delete, func, select, update

from roundhouse.web.errors import Refused
from roundhouse.web.people.holdings import FORMER
from roundhouse.web.storage import schema as at

ENDED = (
    at.sessions, at.known_devices, at.activity, at.endpoints, at.news, at.preferences, at.links, at.recovery_codes,
    at.knocks,
)
"""What of an account is not taken along."""


def require_apart(connection: Connection, one: int, other: int) -> None:
    """Refused where two players have sat at one table, or take part in one tournament: they are two people there."""
    s, e = at.seats.alias("s"), at.entrants.alias("e")
    tables = select(at.seats.c.table).join(s, s.c.table == at.seats.c.table)
    tables = tables.where(at.seats.c.player == one, s.c.player == other).distinct()
    count = connection.execute(select(func.count()).select_from(tables.subquery())).scalar_one()
    if count:
        where = "one table" if count == 1 else f"{count} tables"
        raise Refused(f"both have sat at {where} together: they are two people there")
    both = select(func.count()).select_from(at.entrants.join(e, e.c.tournament == at.entrants.c.tournament))
    if connection.execute(both.where(at.entrants.c.player == one, e.c.player == other)).scalar_one():
        raise Refused("both take part in one tournament: they are two people there")


def hand_over_rest(connection: Connection, one: int, into: int) -> None:
    """What a player is besides seats and games: groups, tournaments, ratings, mutes, blocks and reports go to another,
    where these have none of their own; the player is nobody any more."""
    for rows, beside in (
        (at.club_members, "club"), (at.ratings, "game"), (at.entrants, "tournament"), (at.blocks, "other"),
    ):
        _take_over(connection, rows, beside, one, into)
    b = at.blocks.c
    known = select(b.player).where(b.other == into).scalar_subquery()
    connection.execute(delete(at.blocks).where(b.other == one, b.player.in_(known)))
    connection.execute(update(at.blocks).where(b.other == one).values(other=into))
    connection.execute(delete(at.blocks).where(b.player == b.other))
    p = at.players.c
    connection.execute(update(at.players).where(p.keeper == one).values(keeper=into))
    connection.execute(update(at.tournaments).where(at.tournaments.c.owner == one).values(owner=into))
    connection.execute(update(at.reports).where(at.reports.c.about == one).values(about=into))
    connection.execute(update(at.reports).where(at.reports.c.by == one).values(by=into))
    for rows in ENDED:
        connection.execute(delete(rows).where(rows.c.player == one))
    gone = {**dict.fromkeys(("login", "look", "password", "email")), "name": FORMER, "deleted": time.time(), "role": ""}
    connection.execute(update(at.players).where(at.players.c.id == one).values(gone))


def _take_over(connection: Connection, rows: Table, beside: str, one: int, into: int) -> None:
    known = select(rows.c[beside]).where(rows.c.player == into).scalar_subquery()
    connection.execute(delete(rows).where(rows.c.player == one, rows.c[beside].in_(known)))
    connection.execute(update(rows).where(rows.c.player == one).values(player=into))
