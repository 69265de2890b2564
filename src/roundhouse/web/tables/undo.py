"""Taking moves back, with the consent of the others where they have seen what came of it, and putting them back."""
from __future__ import annotations

from dataclasses import replace
from typing import Literal

from roundhouse.engine.dice import Dice
from roundhouse.web.errors import Refused
from roundhouse.web.people.player import Player
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.table import AWAY_SECONDS, Table, UndoRequest
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.sql import table_rows

GUESSES = 4     # how often all that is hidden is redrawn to find out whether a step told anything of it


class Undo:
    """The service by which moves are taken back and put back."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def undo(self, player: Player, id: str, version: int, seat: int | None = None) -> Table:
        """Take back one's last move: at once while nothing new has come of it, else when the other people agree."""
        with self._repository.change(id) as change:
            table = change.before
            roles.require_version(player, table, Action.UNDO, version, seat)
            number = roles.require_seat(player, table, Action.UNDO, seat)
            how, step = undo_of(table, player)
            if how == "":
                raise Refused("there is no move of yours to take back")
            if how == "free" or _waited_enough(table, UndoRequest(number, step), change.now):
                change.after = _taken_back(table, step)
            else:
                change.after = replace(table, ask=UndoRequest(number, step, at=change.now))
        return change.after

    def answer(self, player: Player, id: str, agree: bool, version: int) -> Table:
        """Agree that somebody takes back, or refuse it. It is done when the last of the others has agreed."""
        with self._repository.change(id) as change:
            table = change.before
            roles.require_version(player, table, Action.ANSWER_UNDO, version)
            ask = table.ask
            if ask is None:
                raise Refused("nobody has asked to take back a move")
            mine = table.held_by(player)
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
            roles.require_version(player, table, Action.RESTORE, version)
            gone = table_rows.undone(change.connection, id, version)
            if not gone:
                raise Refused("nothing was taken back, or something was played since")
            course = table.course.copy()
            for text, at in gone:
                course.apply(table.game.parse(text), at)
            change.after = replace(table.with_course(course), intentions={})
        return change.after


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
    while table.was_forced(last):       # what was made for them is taken back with what they did themselves
        before = next((n for n in range(last - 1, 0, -1) if table.course.steps[n - 1].by in mine), None)
        if before is None:
            return "", 0
        last = before
    first = _gesture(table, last)
    alone = not people_besides(table, player) and not table.rated
    free = alone or (table.course.only_by_since(mine, first) and not _told_something(table, first, last))
    if table.rated and not free:
        return "", 0        # what it has shown can't be taken back
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
