"""Moves: of people, of bots, and those that were left to be made later."""
from __future__ import annotations

from dataclasses import replace

from roundhouse.engine.contract import IllegalAction
from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.model import premoves
from roundhouse.web.tables.model.info import VisitorInfo
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.repository import Change, TableRepository
from roundhouse.web.tables.rights import Action


def parse_move(table: Table, text: str) -> int:
    """The code of a move as people write it, whatever the spaces and capitals."""
    game = table.game
    text = " ".join(text.split())
    try:
        return game.parse(text)
    except ValueError as error:
        meant = [code for code in map(int, table.course.state.legal()) if _plain(game.text(code)) == _plain(text)]
        if len(meant) != 1:
            raise Refused(str(error)) from error
        return meant[0]


def _plain(line: str) -> str:
    """Names such as CTR&D also as they stand on the board."""
    return line.lower().replace("&", "")


class Moves:
    """The service of moves: of people, of bots, and what is left to be done later."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def act(self, player: Player, id: str, line: str, version: int, seat: int | None = None) -> Table:
        """Carry out a move in the notation, or a gesture of several, "track MGW H9; track MGW H8": all of it or none.

        `version` is that of the table which the player saw.
        """
        return self.moved(player, id, line, version, seat)[0]

    def moved(
        self, player: Player, id: str, line: str, version: int, seat: int | None = None
    ) -> tuple[Table, VisitorInfo]:
        """The same, with what else concerns the player: one who acts need not ask again."""
        with self._repository.change(id, player) as change:
            table = change.before
            roles.require_version(player, table, Action.ACT, version, seat)
            number = roles.require_seat(player, table, Action.ACT, seat)
            if table.to_act != number:
                raise Forbidden(f"it is {table.seats[table.to_act].name}'s turn")
            for move in line.split(";"):
                if table.to_act != number:
                    raise Refused(f"'{move.strip()}' can't be done after the moves before it: your turn is over")
                table = _moved(table, parse_move(table, move), change.now)
            change.after = _with_forced(table, change)
        return change.after, change.caller

    def act_for(self, id: str, version: int, code: int | None = None) -> Table | None:
        """Let the server act: a bot's move, or what a seat has left to be done. None if the table has moved on."""
        with self._repository.change(id) as change:
            table = change.before
            if table.version != version or not table.auto:
                return None
            by_bot = code is not None
            if code is None:
                code = premoves.carried_out(table)
            if code is None:
                # It can't be done any more, so the seat decides for itself.
                change.after = premoves.leave(table, table.to_act, None)
            else:
                change.after = _with_forced(_moved(_noted(table) if by_bot else table, code, change.now), change)
        return change.after

    def take_over(self, id: str) -> None:
        """Let this server see to the next move of a table that another has left alone."""
        with self._repository.change(id) as change:
            if change.before.auto:
                change.after = replace(change.before, lease_by=self._repository.me)

    # ---- premoves ----------------------------------------------------------------------------------------------------

    def intend(self, player: Player, id: str, wish: str | None, seat: int | None = None) -> Table:
        """Leave a premove, such as "up to 12", "pass", a sealed "bid 3" or a plan; None withdraws it."""
        with self._repository.change(id) as change:
            table = change.before
            number = roles.require_seat(player, table, Action.PREMOVE, seat)
            change.after = premoves.leave(table, number, wish)
        return change.after


def _noted(table: Table) -> Table:
    """The table, with the move that a bot makes for the seat to act counted where it stands in for somebody."""
    seat = table.seats[table.to_act]
    return table if seat.player is None else table.with_seat(replace(seat, stood_in=seat.stood_in + 1))


def _moved(table: Table, code: int, now: float) -> Table:
    try:
        return table.with_course(table.course.then(code, now, kept=True))
    except IllegalAction as error:
        raise Refused(error.why, error.rule) from error


def _with_forced(table: Table, change: Change) -> Table:
    """The table after all forced moves, but for those of people who wish to make them themselves."""
    while True:
        table = table.after_chance(change.now)
        code = table.forced if table.status == "playing" else None
        if code is None or play_settings.forced(change.connection, table.seats[table.to_act].holders):
            return table
        table = _moved(table, code, change.now)
