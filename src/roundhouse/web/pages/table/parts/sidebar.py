"""What surrounds a game at its table for the one who looks: clocks, what is new, notes, and who knocks."""
from __future__ import annotations

import time
from dataclasses import dataclass

from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.clock import Clock, span
from roundhouse.web.tables.model.info import SeatClaim, TableInfo, VisitorInfo
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.rights import Action


@dataclass(frozen=True)
class Sidebar:
    """What concerns one player beside the game itself: other games, what they missed, chat, notes, clocks."""

    due: int = 0
    """How many other games wait for the one who looks."""
    since: int | None = None
    """The step up to which they had seen the game, if others have moved since."""
    last_visit: float = 0.0
    unread: int = 0
    notes: str = ""
    claims: tuple[SeatClaim, ...] = ()
    """Claims of seats that the one who looks may answer."""
    guest: bool = False
    """Whether the one who looks plays here as a guest."""
    may: frozenset[Action] = frozenset()
    """What the one who looks may do at this table now."""


def around(player: Player | None, table: Table, info: TableInfo, caller: VisitorInfo) -> Sidebar:
    """The sidebar of a player who sits here or made the table; everybody else sees the game and no more."""
    rights = roles.rights_of(player, table)
    if player is None or player.only is not None or not (info.mine or info.owner):
        return Sidebar(may=rights)
    visit = caller.visit
    return Sidebar(
        due=caller.due,
        since=visit.step if visit is not None and 0 < visit.step < info.step else None,
        last_visit=0.0 if visit is None else visit.at,
        unread=max(0, info.talk - (0 if visit is None else visit.talk)),
        notes="" if visit is None else visit.notes,
        claims=tuple(claim for claim in table.claims if not claim.refused) if Action.ANSWER_CLAIM in rights else (),
        guest=player.guest and bool(info.mine),
        may=rights,
    )


def clock_words(info: TableInfo) -> str:
    """The pace of a table in words."""
    if info.each is None:
        return "over days, without a clock" if info.pace == "days" else "in one sitting, without a clock"
    return str(Clock(info.each, info.bank or 0.0, info.at_zero))


def time_left(info: TableInfo) -> str:
    """How long the seat to act has, in words."""
    if info.deadline is None:
        return ""
    left = info.deadline - time.time()
    return f"{span(max(60.0 if info.pace == 'days' else 1.0, left))} left" if left > 0 else "time is up"
