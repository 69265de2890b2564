"""Acting, taking back, and leaving word of what shall be done."""
from __future__ import annotations

from dataclasses import replace
from typing import Literal

from roundhouse.engine.contract import IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.web.errors import Forbidden, Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model import premoves
from roundhouse.web.tables.model.info import VisitorInfo
from roundhouse.web.tables.model.table import AWAY_SECONDS, Table, UndoRequest
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.sql import table_rows

GUESSES = 4     # how often all that is hidden is redrawn to find out whether a step told anything of it


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
            number = table.seat_of(player, seat)
            table.require_version(version)
            table.require_playing()
            if table.to_act != number:
                raise Forbidden(f"it is {table.seats[table.to_act].name}'s turn")
            for move in line.split(";"):
                if table.to_act != number:
                    raise Refused(f"'{move.strip()}' is not for you to do after what comes before it")
                table = _moved(table, parse_move(table, move), change.now)
            change.after = table
        return change.after, change.caller

    def act_for(self, id: str, version: int, code: int | None = None) -> Table | None:
        """Let the server act: a bot's move, or what a seat has left to be done. None if the table has moved on."""
        with self._repository.change(id) as change:
            table = change.before
            if table.version != version or not table.auto:
                return None
            if code is None:
                code = premoves.carried_out(table)
            if code is None:
                # It can't be done any more, so the seat decides for itself.
                change.after = premoves.leave(table, table.to_act, None)
            else:
                change.after = _moved(table, code, change.now)
        return change.after

    def take_over(self, id: str) -> None:
        """Let this server see to the next move of a table that another has left alone."""
        with self._repository.change(id) as change:
            if change.before.auto:
                change.after = replace(change.before, lease_by=self._repository.me)

    # ---- taking back -------------------------------------------------------------------------------------------------

    def undo(self, player: Player, id: str, version: int, seat: int | None = None) -> Table:
        """Take back one's last move: at once while nothing new has come of it, else when the other people agree."""
        with self._repository.change(id) as change:
            table = change.before
            number = table.seat_of(player, seat)
            table.require_version(version)
            how, step = undo_of(table, player)
            if how == "":
                raise Refused("there is no move of yours to take back")
            if how == "free" or _waited_enough(table, UndoRequest(number, step), change.now):
                change.after = _taken_back(table, step)
            else:
                change.after = replace(table, ask=UndoRequest(number, step, at=change.now))
        return change.after

    def answer_undo(self, player: Player, id: str, agree: bool, version: int) -> Table:
        """Agree that somebody takes back, or refuse it. It is done when the last of the others has agreed."""
        with self._repository.change(id) as change:
            table = change.before
            table.require_version(version)
            ask = table.ask
            if ask is None:
                raise Refused("nobody has asked to take back a move")
            mine = table.held_by(player)
            if not mine:
                raise Forbidden("only those who play can answer")
            if not agree:
                # The one who asked may withdraw it in the same way.
                change.after = replace(table, ask=None)
            else:
                agreed = ask.agreed | {number for number in mine if number != ask.seat}
                done = not (waiting_for(table, ask) - agreed)
                change.after = _taken_back(table, ask.step) if done else replace(table, ask=replace(ask, agreed=agreed))
        return change.after

    def restore(self, player: Player, id: str, version: int) -> Table:
        """Put back what was taken back last. Anybody who sits here may, while nothing else has been played since."""
        with self._repository.change(id) as change:
            table = change.before
            table.seat_of(player, None)
            table.require_version(version)
            gone = table_rows.undone(change.connection, id, version)
            if not gone:
                raise Refused("nothing was taken back, or something was played since")
            course = table.course.copy()
            for text, at in gone:
                course.apply(table.game.parse(text), at)
            change.after = replace(table.with_course(course), intentions={})
        return change.after

    # ---- word left ---------------------------------------------------------------------------------------------------

    def intend(self, player: Player, id: str, wish: str | None, seat: int | None = None) -> Table:
        """Leave word for the auction that is open, as "up to 12", "pass" or a sealed "bid 3"; None withdraws it."""
        with self._repository.change(id) as change:
            table = change.before
            number = table.seat_of(player, seat)
            table.require_playing()
            change.after = premoves.leave(table, number, wish)
        return change.after


def _moved(table: Table, code: int, now: float) -> Table:
    try:
        return table.with_course(table.course.followed_by(code, now))
    except IllegalAction as error:
        raise Refused(error.why, error.rule) from error


def _taken_back(table: Table, step: int) -> Table:
    """Back to after that step. What a seat had left to be done is not done to it by surprise, so it is dropped."""
    return replace(table.with_course(table.course.back_to(step)), intentions={})


def undo_of(table: Table, player: Player | None) -> tuple[Literal["free", "ask", ""], int]:
    """What a player may do about their last gesture: "free", "ask" or "", and the step to which it leads back.

    Only people need be asked, and bots do not mind.
    """
    mine = table.held_by(player)
    last = table.course.last_by(mine)
    if player is None or last is None or table.status != "playing":
        return "", 0
    first = _gesture(table, last)
    alone = not people_besides(table, player)
    free = alone or (table.course.only_by_since(mine, first) and not _told_something(table, first, last))
    return ("free" if free else "ask"), first - 1


def _gesture(table: Table, last: int) -> int:
    """The first step of the gesture that ends with that one: what one seat did at one moment.

    The steps of an uploaded record have one time too, but that is before the table was there.
    """
    steps = table.course.steps
    by, at = steps[last - 1].by, steps[last - 1].at
    first = last
    while first > 1 and at > table.created and (steps[first - 2].by, steps[first - 2].at) == (by, at):
        first -= 1
    return first


def _told_something(table: Table, first: int, last: int) -> bool:
    """Whether a step showed its own seat what it could not know before, as the second of two sealed bids does."""
    course = table.course
    for number in range(first, last + 1):
        step, before = course.steps[number - 1], course.at(number - 1)
        seen = course.at(number).view(step.by)
        for guess in range(GUESSES):
            imagined = before.imagine(step.by, Dice(guess))
            imagined.apply(step.code)
            if imagined.view(step.by) != seen:
                return True
    return False


def people_besides(table: Table, player: Player) -> set[int]:
    """The seats of the other people, also of those for whom a bot stands in. A person around the same screen is asked
    by whoever holds it."""
    mine = table.held_by(player)
    return {seat.number for seat in table.seats if seat.player is not None and seat.number not in mine}


def waiting_for(table: Table, ask: UndoRequest) -> set[int]:
    """The people who must agree, there or not: not bots, and not those at the screen of the one who asks."""
    holders = table.seats[ask.seat].holders
    people = (seat for seat in table.seats if seat.player is not None and not seat.holders & holders)
    return {seat.number for seat in people if seat.number != ask.seat}


def _waited_enough(table: Table, again: UndoRequest, now: float) -> bool:
    """Whether who asks again has asked so long ago that those for whom a bot stands in need not be waited for."""
    ask = table.ask
    if ask is None or (ask.seat, ask.step) != (again.seat, again.step) or now - ask.at < AWAY_SECONDS[table.pace]:
        return False
    return all(table.seats[number].bot is not None for number in waiting_for(table, ask) - ask.agreed)
