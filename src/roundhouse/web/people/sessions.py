"""Sessions: how one begins, which a player has, and how one ends. The token of a session is kept as a hash only.

Whoever ends one does so within `Players.forgetting`: servers remember whose token it is, and are told there to look
again.
"""
from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from roundhouse.web.errors import NotFound
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at

S, E = at.sessions.c, at.endpoints.c


@dataclass(frozen=True)
class Session:
    """A device on which a player is signed in."""

    id: str
    """The beginning of its hash: enough to end it, not enough to use it."""
    device: str
    created: float
    here: bool


def begin(connection: Connection, player: int, origin: Origin = NOWHERE) -> str:
    """Begin a session of a player; its token."""
    token = new_token()
    new = {"token": hashed(token), "player": player, "created": time.time(), "device": origin.device[:80]}
    connection.execute(insert(at.sessions).values(new))
    return token


def of(connection: Connection, player: int, here: str | None = None) -> list[Session]:
    """The sessions of a player, the latest first; that of the token `here` is marked."""
    mine = "" if here is None else hashed(here)
    rows = connection.execute(select(at.sessions).where(S.player == player).order_by(S.created.desc())).all()
    return [Session(row.token[:16], row.device or "a browser", row.created, row.token == mine) for row in rows]


def end(connection: Connection, token: str) -> None:
    """End the session of a token, and what its browser is pushed."""
    _end(connection, hashed(token))


def end_by_id(connection: Connection, player: int, id: str) -> None:
    """End the session of a player with that id, and what its browser is pushed. NotFound where there is none."""
    these = select(S.token).where(S.player == player, S.token.startswith(id, autoescape=True))
    found = connection.execute(these).scalars().all()
    if len(found) != 1:
        raise NotFound("there is no such device")
    _end(connection, found[0])


def end_all(connection: Connection, player: int, but: str | None = None) -> None:
    """End the sessions of a player, less that of the token `but`."""
    here = "" if but is None else hashed(but)
    connection.execute(delete(at.sessions).where(S.player == player, S.token != here))


def _end(connection: Connection, stored: str) -> None:
    connection.execute(delete(at.sessions).where(S.token == stored))
    connection.execute(delete(at.endpoints).where(E.session == stored))
