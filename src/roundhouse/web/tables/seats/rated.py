"""What holds at a table whose result counts for ratings, beyond the rights of all tables.

Those who sit there have accounts and one seat each; the bots are levels. There is a clock, and at its end a bot takes
the seat. There are no hints, nobody lets a bot play, nothing is taken back that has shown anything, others may
watch. Leaving is a move: it concedes, a bot plays on, and whoever has left comes last.
"""
from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, select

from roundhouse.bots.masters import MASTER
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import LEVELS, Table

RULES = (
    "Rated: everybody has an account and one seat, and there is a clock. No hints, no bot in anybody's place, and"
    " nothing is taken back that has shown anything. Whoever leaves, or lets the time run out, comes last."
)
"""What is said of such a table to whoever may sit down there."""
NEEDS_ACCOUNT = "this table counts for ratings, and those are kept for accounts: make one first"


def require_rateable(
    player: Player, wishes: Sequence[SeatRequest], clock: Clock | None, watched: bool, hints: bool
) -> None:
    """Refused, in words, for a table that can't be rated."""
    if player.guest:
        raise Refused(NEEDS_ACCOUNT)
    if sum(wish.me for wish in wishes) > 1:
        raise Refused("at a rated table everybody has one seat; several people at one screen can't be told apart")
    if clock is None:
        raise Refused("a rated table has a clock, so that nobody who is losing just stays away")
    if not watched:
        raise Refused("others may watch a rated table")
    if hints:
        raise Refused("at a rated table there are no hints")
    for wish in wishes:
        if wish.bot is not None:
            require_rated_bot(wish.bot)


def require_rated_bot(level: str) -> None:
    """Refused for a bot whose strength is not known to the ratings."""
    if level not in (*LEVELS, MASTER):
        raise Refused("at a rated table the bots are levels, whose ratings are known")


def require_fit(table: Table, player: Player) -> None:
    """Refused for whoever can't sit down where that counts for ratings."""
    if table.rated and player.guest:
        raise Refused(NEEDS_ACCOUNT)
    if table.rated and any(player.id in (seat.player, *seat.holders) for seat in table.seats):
        raise Refused("at a rated table everybody has one seat")


def require_apart(connection: Connection, table: Table, player: Player) -> None:
    """Refused at a rated table where a bot would play whoever keeps it, or another bot of theirs: one of the two might
    lose on purpose."""
    if table.rated:
        require_minds_apart(connection, {seat.player for seat in table.seats if seat.player is not None} | {player.id})


def require_minds_apart(connection: Connection, players: Collection[int]) -> None:
    """Refused where one of these players keeps another of them, or two are bots of the same keeper."""
    p = at.players.c
    behind = connection.execute(select(p.id, p.keeper).where(p.id.in_(players))).all() if len(players) > 1 else []
    minds = [row.id if row.keeper is None else row.keeper for row in behind]
    if len(set(minds)) < len(minds):
        raise Refused("in a rated game a bot can't play against its keeper, nor against another bot of the same keeper")


def require_unrated(table: Table, why: str) -> None:
    """Refused, for what is not done where it counts."""
    if table.rated:
        raise Refused(f"this game is rated: {why}")
