"""The service of the house: all that can be asked of tables, for the pages, programs and bots alike."""
from __future__ import annotations

import time
from dataclasses import replace

from sqlalchemy import insert, select

from roundhouse.games.title import WATCHER
from roundhouse.records import Record
from roundhouse.web import intentions
from roundhouse.web.closing import Closing
from roundhouse.web.errors import NotThere, NotYours, Refused
from roundhouse.web.infos import info_of
from roundhouse.web.lists import Lists
from roundhouse.web.model import Moment, Said, TableInfo, UndoAsk
from roundhouse.web.moves import Moves, undo_of, waiting_for
from roundhouse.web.notify import queue
from roundhouse.web.players import Player
from roundhouse.web.seating import Seating
from roundhouse.web.storage import schema as at
from roundhouse.web.storage import store
from roundhouse.web.table import Table
from roundhouse.web.timekeeping import Timekeeping
from roundhouse.web.visits import Visits

LONGEST_WORDS = 500


class Tables(Seating, Moves, Lists, Timekeeping, Closing, Visits):
    """Every answer is for one who asks: a Player, or None for somebody who is not known.

    Methods are plain calls that read and write the database; from an event loop they are called in a thread.
    """

    # ---- looking -----------------------------------------------------------------------------------------------------

    def info(self, player: Player | None, table: Table) -> TableInfo:
        """What everybody may know of a table, with what is special for this player."""
        away = self.away(table) if table.held_by(player) else frozenset()
        return info_of(player, store.row_of(table), table.seats, away)

    def look(self, player: Player | None, id: str, at: int | None = None, seat: int | None = None) -> Moment:
        """The table, now or after the first `at` steps, through the eyes of one of the player's seats.

        If none is named, it is the seat to act if that is theirs, else their first.
        """
        table = self.table(id)
        self.require_sight(player, table)
        step = table.step if at is None else at
        if not 0 <= step <= table.step:
            raise NotThere(f"this game has {table.step} steps so far; there is no step {step}")
        eyes = self._eyes(player, table, seat)
        mine = eyes is not None and eyes >= 0 and step == table.step and table.status == "playing"
        return Moment(
            table=self.info(player, table),
            step=step,
            seat=eyes,
            state=table.line.state if step == table.step else table.line.at(step),
            undo=undo_of(table, player)[0],
            ask=_ask(table),
            auction=intentions.offer(table, eyes) if mine and eyes is not None else None,
            line=table.line,
        )

    def _eyes(self, player: Player | None, table: Table, seat: int | None) -> int | None:
        """Who looks, as drawings and views take it. When a game is over, there are no secrets left."""
        if table.status == "over" and seat is None:
            return None
        if player is None or not table.held_by(player):
            if seat not in (None, WATCHER):
                raise NotYours(f"seat {seat} is not yours")
            return WATCHER
        return WATCHER if seat == WATCHER else table.seat_of(player, seat)

    def record(self, player: Player | None, id: str, seat: int | None = None) -> str:
        """The record as a file: whole if all of it may be known, else with "?" for what the seat can't see."""
        table = self.table(id)
        self.require_sight(player, table)
        eyes = self._eyes(player, table, seat)
        record = table.record()
        log = [(passed.by, passed.shown(eyes)) for passed in table.line.passed(1, table.step)]
        return Record(record.game, record.seats, log, record.result).dumps()

    # ---- talk --------------------------------------------------------------------------------------------------------

    def say(self, player: Player, id: str, words: str) -> Table:
        """A line of chat, by somebody who sits at the table."""
        words = words.strip()
        if not 0 < len(words) <= LONGEST_WORDS or not words.replace("\n", " ").isprintable():
            raise Refused(f"a line of chat has 1 to {LONGEST_WORDS} letters")
        with self.change(id) as change:
            table = change.before
            number = table.talk + 1
            seat = table.seats[table.seat_of(player, None)]
            row = {"table": id, "number": number, "seat": seat.number, "name": seat.name, "words": words}
            change.connection.execute(insert(at.chat).values(**row, at=time.time()))
            change.after = replace(table, talk=number)
            queue.put(change.connection, table, "chat", table.people() - {player.id}, seat.number, change.now)
        return change.after

    def heard(self, id: str, after: int = 0) -> list[Said]:
        """The lines of chat that came after that number."""
        c = at.chat.c
        question = select(at.chat).where(c.table == id, c.number > after).order_by(c.number).limit(500)
        with self.database.reading() as connection:
            rows = connection.execute(question).mappings().all()
        return [Said(row["number"], row["seat"], row["name"], row["words"], row["at"]) for row in rows]


def _ask(table: Table) -> UndoAsk | None:
    ask = table.ask
    if ask is None:
        return None
    waiting = sorted(waiting_for(table, ask) - ask.agreed)
    return UndoAsk(ask.seat, ask.step, tuple(sorted(ask.agreed)), tuple(waiting))
