"""Looking at a table: now or at any earlier moment, through the eyes of a seat or of somebody who watches."""
from __future__ import annotations

from roundhouse.engine.contract import WATCHER
from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.model import premoves
from roundhouse.web.tables.model.info import Moment, TableInfo, UndoInfo
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.model.table_file import TableFile
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.seats.substitutes import Substitutes
from roundhouse.web.tables.sql import table_rows
from roundhouse.web.tables.sql.descriptions import NO_ONE, describe
from roundhouse.web.tables.undo import undo_of, waiting_for


class Viewing:
    """The service of looking: what a player may see of a table."""

    def __init__(self, repository: TableRepository, substitutes: Substitutes) -> None:
        self._repository = repository
        self._substitutes = substitutes

    def info(self, player: Player | None, table: Table) -> TableInfo:
        """What everybody may know of a table, with what is special for this player. Where they may not look, that is
        which game it is, and neither names nor how it goes."""
        away = self._substitutes.away(table) if table.held_by(player) else NO_ONE
        return describe(player, table_rows.row_of(table), table.seats, away)

    def look(self, player: Player | None, id: str, at: int | None = None, seat: int | None = None) -> Moment:
        """The table, now or after the first `at` steps, through the eyes of one of the player's seats.

        If none is named, it is the seat to act if that is theirs, else their first.
        """
        return self.moment(player, self._repository.table(id), at, seat)

    def moment(
        self, player: Player | None, table: Table, at: int | None = None, seat: int | None = None,
        action: Action = Action.SEE,
    ) -> Moment:
        """The same of a table as it was found, for what they ask it for."""
        roles.require(player, table, action)
        step = table.step if at is None else at
        if not 0 <= step <= table.step:
            raise NotFound(f"this game has {table.step} steps so far; there is no step {step}")
        eyes = self._eyes(player, table, seat)
        mine = eyes is not None and eyes >= 0 and step == table.step and table.status == "playing"
        return Moment(
            table=self.info(player, table),
            step=step,
            seat=eyes,
            state=table.course.state if step == table.step else table.course.at(step),
            undo=undo_of(table, player)[0],
            ask=_ask(table),
            auction=premoves.offer(table, eyes) if mine and eyes is not None else None,
            course=table.course,
        )

    def _eyes(self, player: Player | None, table: Table, seat: int | None) -> int | None:
        """Who looks, as drawings and views take it. When a game is over, there are no secrets left."""
        if table.status == "over" and seat is None:
            return None
        if player is None or not table.held_by(player):
            if seat not in (None, WATCHER):
                raise Forbidden(f"seat {seat} is not yours")
            return WATCHER
        return WATCHER if seat == WATCHER else table.seat_of(player, seat)

    def record(self, player: Player | None, id: str, seat: int | None = None) -> str:
        """The record as a file: whole if all of it may be known, else with "?" for what the seat can't see."""
        table = self._repository.table(id)
        roles.require(player, table, Action.SEE)
        return table.recorded(self._eyes(player, table, seat)).dumps()

    def table_file(self, player: Player | None, id: str) -> str:
        """The table as a file that goes on in another house. It holds what is hidden, so whoever takes it along must
        be alone with bots."""
        table = self._repository.table(id)
        roles.require(player, table, Action.TAKE_ALONG)
        if not may_take_along(player, table):
            raise Refused("others play here too; a table goes along where one person plays, alone or around one screen")
        return TableFile.of(table).dumps()


def may_take_along(player: Player | None, table: Table) -> bool:
    """Whether somebody may have the table as a file: nobody else sits there, and no rating waits for the result."""
    alone = player is not None and all(seat.holders <= {player.id} for seat in table.seats)
    return alone and not table.rated and roles.may(player, table, Action.TAKE_ALONG)


def _ask(table: Table) -> UndoInfo | None:
    ask = table.ask
    if ask is None:
        return None
    waiting = sorted(waiting_for(table, ask) - ask.agreed)
    return UndoInfo(ask.seat, ask.step, tuple(sorted(ask.agreed)), tuple(waiting))
