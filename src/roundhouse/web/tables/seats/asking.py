"""Asking others to a game by name: a seat is kept for them, which they take or decline."""
from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import SeatRequest

MOST_UNANSWERED = 3
"""How many games of one player may wait for an answer of one other player."""
MOST_OF_ONE = 30
"""How many seats one player may keep for others that nobody has taken or declined."""
AskedPlayers = dict[str, tuple[int, str]]
"""The id and the name of each player who is asked, by the name that was said."""
P, S, T, B = at.players.c, at.seats.c, at.tables.c, at.blocks.c


def require_askable(connection: Connection, asker: Player, wishes: Sequence[SeatRequest]) -> AskedPlayers:
    """The players who are asked. NotFound for a name that no account has; Refused where somebody asks too often, asks
    themselves or the same player twice, or asks a player who does not wish to play with them."""
    logins = {wish.asked: " ".join(wish.asked.split()).casefold() for wish in wishes if wish.asked is not None}
    if not logins:
        return {}
    if asker.guest:
        raise Refused("to ask others by name you need an account; send your friends the invitation instead")
    rows = connection.execute(select(P.id, P.name, P.login).where(P.login.in_(logins.values()))).all()
    found = {row.login: (int(row.id), str(row.name)) for row in rows}
    for name, login in logins.items():
        if login not in found:
            raise NotFound(f"nobody here has an account by the name {name}")
    ids = [found[login][0] for login in logins.values()]
    if asker.id in ids or len(ids) < sum(wish.asked is not None for wish in wishes) or len(set(ids)) < len(ids):
        raise Refused("ask each player for one seat, and not yourself")
    _require_welcome(connection, asker, ids)
    return {name: found[login] for name, login in logins.items()}


def _require_welcome(connection: Connection, asker: Player, ids: Sequence[int]) -> None:
    if connection.execute(select(B.player).where(B.player.in_(ids), B.other == asker.id)).first() is not None:
        raise Refused("one of these players does not want to be asked")
    waiting = select(S.reserved, func.count().label("n")).join(at.tables, T.id == S.table)
    mine = waiting.where(T.owner == asker.id, T.status == "waiting", S.reserved.is_not(None)).group_by(S.reserved)
    unanswered = {row.reserved: row.n for row in connection.execute(mine)}
    if any(unanswered.get(id, 0) >= MOST_UNANSWERED for id in ids):
        raise Refused(f"{MOST_UNANSWERED} games that you asked for wait for an answer already")
    if sum(unanswered.values()) + len(ids) > MOST_OF_ONE:
        raise Refused(f"you have asked for {MOST_OF_ONE} seats already that nobody has taken or declined")
