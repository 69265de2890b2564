"""The service of the house: all that can be asked of tables, for the pages, programs and bots alike."""
from __future__ import annotations

import time
from dataclasses import replace

from sqlalchemy import Connection, func, select

from roundhouse.engine.contract import WATCHER
from roundhouse.records import Record
from roundhouse.web.tables.model import premoves
from roundhouse.web.tables import chat
from roundhouse.web.tables.closing import Closing
from roundhouse.web.errors import NotFound, Forbidden, Refused, TooManyRequests
from roundhouse.web.tables.describe import describe
from roundhouse.web.tables.lists import Lists
from roundhouse.web.tables.model.info import Moment, ChatLine, TableInfo, UndoInfo
from roundhouse.web.tables.moves import Moves, undo_of, waiting_for
from roundhouse.web.delivery import outbox
from roundhouse.web.people.players import Player
from roundhouse.web.tables.seating import Seating
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.sql import table_rows
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.timekeeper import Timekeeper
from roundhouse.web.tables.visits import Visits

LONGEST_WORDS = 500
LINES_A_MINUTE = 20
PAGE_OF_LINES = 100


class Tables(Seating, Moves, Lists, Timekeeper, Closing, Visits):
    """Every answer is for one who asks: a Player, or None for somebody who is not known.

    Methods are plain calls that read and write the database; from an event loop they are called in a thread.
    """

    # ---- looking -----------------------------------------------------------------------------------------------------

    def info(self, player: Player | None, table: Table) -> TableInfo:
        """What everybody may know of a table, with what is special for this player."""
        away = self.away(table) if table.held_by(player) else frozenset()
        return describe(player, table_rows.row_of(table), table.seats, away)

    def look(self, player: Player | None, id: str, at: int | None = None, seat: int | None = None) -> Moment:
        """The table, now or after the first `at` steps, through the eyes of one of the player's seats.

        If none is named, it is the seat to act if that is theirs, else their first.
        """
        return self.moment(player, self.table(id), at, seat)

    def moment(self, player: Player | None, table: Table, at: int | None = None, seat: int | None = None) -> Moment:
        """The same of a table as it was found."""
        self.require_sight(player, table)
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
        table = self.table(id)
        self.require_sight(player, table)
        return Record.of(table.course, table.names, self._eyes(player, table, seat)).dumps()

    # ---- talk --------------------------------------------------------------------------------------------------------

    def say(self, player: Player, id: str, words: str) -> Table:
        """A line of chat, by somebody who sits at the table."""
        words = words.strip()
        if not 0 < len(words) <= LONGEST_WORDS or not words.replace("\n", " ").isprintable():
            raise Refused(f"a line of chat has 1 to {LONGEST_WORDS} letters")
        with self.change(id) as change:
            table = change.before
            seat = table.seats[table.seat_of(player, None)]
            self._require_quiet(change.connection, id, seat.number)
            chat.say(change, seat.number, seat.name, words)
            outbox.put(change.connection, table, "chat", table.people() - {player.id}, seat.number, change.now)
        return change.after

    def _require_quiet(self, connection: Connection, id: str, seat: int) -> None:
        """Nobody fills the chat alone: each seat has its lines a minute, and the others have theirs."""
        c = at.chat.c
        lately = select(func.count()).where(c.table == id, c.seat == seat, c.at > time.time() - 60)
        if connection.execute(lately).scalar_one() >= LINES_A_MINUTE:
            raise TooManyRequests(f"a seat says at most {LINES_A_MINUTE} lines a minute; the others are to be heard too")

    def heard(self, player: Player | None, id: str, after: int = 0) -> list[ChatLine]:
        """A page of the chat, less what the player has muted: what came after that number."""
        c, m = at.chat.c, at.mutes.c
        question = select(at.chat).where(c.table == id)
        if player is not None:
            question = question.where(c.seat.not_in(select(m.seat).where(m.table == id, m.player == player.id)))
        with self.database.reading() as connection:
            return table_rows.lines(connection, question.where(c.number > after).order_by(c.number).limit(PAGE_OF_LINES))

    def mute(self, player: Player, id: str, seat: int, muted: bool) -> None:
        """Whether this player, and nobody else, is spared what a seat says."""
        with self.change(id) as change:
            table = change.before
            table.seat_of(player, None)
            if player.only is not None or not 0 <= seat < len(table.seats):
                raise Refused("there is no such seat to mute")
            mutes = table.mutes - {(player.id, seat)}
            change.after = replace(table, mutes=mutes | {(player.id, seat)} if muted else mutes)


def _ask(table: Table) -> UndoInfo | None:
    ask = table.ask
    if ask is None:
        return None
    waiting = sorted(waiting_for(table, ask) - ask.agreed)
    return UndoInfo(ask.seat, ask.step, tuple(sorted(ask.agreed)), tuple(waiting))
