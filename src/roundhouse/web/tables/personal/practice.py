"""A player's own mistakes, which come back as puzzles: after 1, 3 and 7 days, until they have been right twice."""
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Row, func, insert, select, update

from roundhouse.web.errors import NotFound
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action

DAY = 86400.0
DAYS = 1, 3, 7          # until a mistake comes back: first, the second time, and from then on
ENOUGH = 2              # so often it must have been right
A_GAME = 3              # mistakes of a game that come back
WAITING = 100           # of a player, at most
LISTED = 12
P = at.practice.c


@dataclass(frozen=True)
class OwnMistake:
    """A mistake that comes back."""

    id: int
    table: str
    step: int
    seat: int
    better: str
    asked: int
    right: int
    due: float | None
    """None once it has been right often enough."""

    def is_due(self, now: float) -> bool:
        """Whether it is back at that time."""
        return self.due is not None and self.due <= now


@dataclass(frozen=True)
class FoundMistake:
    """A mistake as a review finds it: the step, who made it, and what would have been better."""

    step: int
    seat: int
    better: str


class Practice:
    """The service that keeps mistakes and says which are due. What it knows of a player it tells that player alone."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def keep(
        self, player: Player | None, table: Table, mistakes: Sequence[FoundMistake], now: float | None = None
    ) -> int:
        """Keep a player's own of the mistakes of a game, the first of those named: they come back from tomorrow on.
        Gives how many are new. None are kept of programs, of those who have no seat there, and of those with several
        around one screen."""
        if player is None or player.only is not None or player.id == 0:
            return 0
        seats = {seat.number for seat in table.seats if player.id in seat.holders}
        mine = [one for one in mistakes if one.seat in seats][:A_GAME] if len(seats) == 1 else []
        now, new = now or time.time(), 0
        if not mine:
            return 0
        with self._repository.database.writing() as connection:
            known = set(connection.execute(select(P.step).where(P.player == player.id, P.table == table.id)).scalars())
            open_ = connection.execute(
                select(func.count()).select_from(at.practice).where(P.player == player.id, P.due.is_not(None))
            ).scalar_one()
            for one in mine:
                if one.step not in known and len(known) < A_GAME and open_ + new < WAITING:
                    known.add(one.step)
                    new += 1
                    connection.execute(insert(at.practice).values(
                        player=player.id, table=table.id, step=one.step, seat=one.seat, better=one.better, found=now,
                        asked=0, right=0, due=now + DAYS[0] * DAY,
                    ))
        return new

    def due(self, player: Player | None, now: float | None = None) -> list[OwnMistake]:
        """Those that are back, the one that has waited longest first; a dozen at most."""
        if player is None or player.only is not None:
            return []
        wanted = select(at.practice).where(P.player == player.id, P.due <= (now or time.time()))
        with self._repository.database.reading() as connection:
            return [_read(row) for row in connection.execute(wanted.order_by(P.due, P.id).limit(LISTED))]

    def next_time(self, player: Player | None) -> float | None:
        """When the next one comes back; None where none is waiting."""
        if player is None or player.only is not None:
            return None
        with self._repository.database.reading() as connection:
            wanted = select(P.due).where(P.player == player.id, P.due.is_not(None)).order_by(P.due).limit(1)
            return connection.execute(wanted).scalar()

    def one(self, player: Player | None, id: int) -> tuple[OwnMistake, Table]:
        """A mistake of that player with its table. NotFound for those of others, and where the game may no longer be
        looked back at."""
        if player is None or player.only is not None or not 0 < id < 1 << 31:
            raise NotFound("there is no such mistake of yours")
        with self._repository.database.reading() as connection:
            row = connection.execute(select(at.practice).where(P.id == id, P.player == player.id)).one_or_none()
        if row is None:
            raise NotFound("there is no such mistake of yours")
        table = self._repository.table(row.table)
        roles.require(player, table, Action.REVIEW)
        if not 0 < row.step <= table.step:
            raise NotFound("this game has no such step")
        return _read(row), table

    def answered(self, player: Player, id: int, right: bool, now: float | None = None) -> None:
        """Note that a mistake came back and what was answered at the first try. What is not due is practised only:
        nothing is noted."""
        now = now or time.time()
        with self._repository.database.writing() as connection:
            mine = (P.id == id) & (P.player == player.id)
            row = connection.execute(select(at.practice).where(mine)).one_or_none()
            if row is None or not _read(row).is_due(now):
                return
            asked, often = row.asked + 1, row.right + right
            due = None if often >= ENOUGH else now + DAYS[min(asked, len(DAYS) - 1)] * DAY
            values = {"asked": asked, "right": often, "due": due}
            connection.execute(update(at.practice).where(mine, P.asked == row.asked).values(values))

    def drop(self, player: Player, id: int) -> None:
        """A mistake that its player does not wish to see again."""
        with self._repository.database.writing() as connection:
            connection.execute(
                update(at.practice).where(P.id == id, P.player == player.id).values(due=None)
            )


def _read(row: Row[tuple[object, ...]]) -> OwnMistake:
    return OwnMistake(row.id, row.table, row.step, row.seat, row.better, row.asked, row.right, row.due)
