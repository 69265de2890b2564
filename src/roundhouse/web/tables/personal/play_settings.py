"""How a player plays, on all their devices: what waits for a second press, and who makes the moves that are forced."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, exists, select, update

from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at

CONFIRMS = {"always": "always", "final": "only what can't be undone", "never": "never"}
"""Which moves wait for a second press, in words."""


@dataclass(frozen=True)
class PlaySettings:
    """What a player has chosen."""

    confirms: str | None = None
    """One of CONFIRMS; None for a player who has not chosen: always in a first game of a title, then "final"."""
    forced: bool = False
    """Whether they make themselves the moves to which there is no other."""

    def __post_init__(self) -> None:
        if self.confirms is not None and self.confirms not in CONFIRMS:
            raise Refused(f"moves are confirmed {', '.join(CONFIRMS.values())}")


def of(connection: Connection, player: int) -> PlaySettings:
    """How a player likes to play; the usual for a player who is not known."""
    p = at.players.c
    row = connection.execute(select(p.confirms, p.forced).where(p.id == player)).first()
    return PlaySettings() if row is None else PlaySettings(row.confirms, row.forced)


def keep(connection: Connection, player: int, settings: PlaySettings) -> None:
    """Store how a player likes to play."""
    chosen = {"confirms": settings.confirms, "forced": settings.forced}
    connection.execute(update(at.players).where(at.players.c.id == player).values(chosen))


def confirms(connection: Connection, player: int, game: str) -> str:
    """Which of a player's moves wait for a second press in a game of that title."""
    chosen = of(connection, player).confirms
    if chosen is not None:
        return chosen
    h, t = at.holders.c, at.tables.c
    ended = exists().where(h.player == player, h.table == t.id, t.game == game, t.status == "over", ~t.uploaded)
    return "final" if connection.execute(select(ended)).scalar_one() else "always"


def forced(connection: Connection, players: Iterable[int]) -> bool:
    """Whether any of these players makes forced moves themselves."""
    p = at.players.c
    return bool(connection.execute(select(exists().where(p.id.in_([*players]), p.forced))).scalar_one())
