"""What holds at a table whose result counts for ratings, beyond the rights of all tables.

Those who sit there have accounts and one seat each; the bots are levels. There is a clock, and at its end a bot takes
the seat. There are no hints, nobody lets a bot play, nothing is taken back that has shown anything, others may
watch. Leaving is a move: it concedes, a bot plays on, and whoever has left comes last.
"""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.bots.masters import MASTER
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.clock import Clock
from roundhouse.web.tables.model.info import SeatRequest
from roundhouse.web.tables.model.table import LEVELS, Table

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


def require_unrated(table: Table, why: str) -> None:
    """Refused, for what is not done where it counts."""
    if table.rated:
        raise Refused(f"this game is rated: {why}")
