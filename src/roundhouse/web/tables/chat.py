"""Chat at a table: what those who sit there say, and what the house itself announces."""
from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, func, select

from roundhouse.web.errors import Refused, TooManyRequests
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import ChatLine
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.repository import Change, TableRepository
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.sql import table_rows
from roundhouse.web.tables.sql.chat_rows import HOUSE as HOUSE

LONGEST_WORDS = 500
LINES_A_MINUTE = 20
HOUSE_LINES_A_MINUTE = 10
PAGE_OF_LINES = 100
HOUSE_NAME: Final = "The house"


def announce(change: Change, words: str) -> None:
    """A line of the house in chat and log, as a part of the change that it tells of."""
    say(change, HOUSE, HOUSE_NAME, words)


def announce_choice(change: Change, words: str) -> None:
    """The same of what a player can do again and again. When the house has said much in this minute, the line is left
    out: nobody fills the chat by what they have the house say."""
    if _lines_lately(change.connection, change.after.id, HOUSE, change.now) < HOUSE_LINES_A_MINUTE:
        announce(change, words)


def _lines_lately(connection: Connection, id: str, seat: int, now: float) -> int:
    """How many lines a seat has said in the last minute."""
    c = at.chat.c
    lately = select(func.count()).where(c.table == id, c.seat == seat, c.at > now - 60)
    return int(connection.execute(lately).scalar_one())


def say(change: Change, seat: int, name: str, words: str, player: int | None = None) -> None:
    """A line of chat, as a part of a change; `player` is who says it, where that is a player."""
    said = ChatLine(change.after.talk + 1, seat, name, words, change.now)
    table_rows.add_words(change.connection, change.after.id, said, player)
    change.after = change.after.with_words(said)


class Chat:
    """The service of the chat: speaking, reading, muting."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    def say(self, player: Player, id: str, words: str) -> Table:
        """A line of chat, by somebody who sits at the table."""
        words = words.strip()
        if not 0 < len(words) <= LONGEST_WORDS or not words.replace("\n", " ").isprintable():
            raise Refused(f"a line of chat has 1 to {LONGEST_WORDS} letters")
        with self._repository.change(id) as change:
            table = change.before
            seat = table.seats[roles.require_seat(player, table, Action.CHAT)]
            self._require_quiet(change.connection, id, seat.number)
            say(change, seat.number, seat.name, words, player.id if player.only is None else None)
            change.notify("chat", table.people() - {player.id}, seat.number)
        return change.after

    def _require_quiet(self, connection: Connection, id: str, seat: int) -> None:
        """Nobody fills the chat alone: each seat has its lines a minute, and the others have theirs."""
        if _lines_lately(connection, id, seat, time.time()) >= LINES_A_MINUTE:
            raise TooManyRequests(
                f"you can write {LINES_A_MINUTE} lines a minute at most; wait a moment, so that others are heard too"
            )

    def heard(self, player: Player | None, id: str, after: int = 0) -> list[ChatLine]:
        """A page of the chat, less what the player has muted and what those said whom the player has blocked: what came
        after that number."""
        roles.require(player, self._repository.table(id), Action.SEE)
        c, m, b = at.chat.c, at.mutes.c, at.blocks.c
        question = select(at.chat).where(c.table == id)
        if player is not None:
            question = question.where(c.seat.not_in(select(m.seat).where(m.table == id, m.player == player.id)))
            blocked = select(b.other).where(b.player == player.id)
            question = question.where(c.player.is_(None) | c.player.not_in(blocked))
        with self._repository.database.reading() as connection:
            return table_rows.lines(
                connection, question.where(c.number > after).order_by(c.number).limit(PAGE_OF_LINES)
            )

    def mute(self, player: Player, id: str, seat: int, muted: bool) -> None:
        """Whether this player, and nobody else, is spared what a seat says."""
        with self._repository.change(id) as change:
            table = change.before
            roles.require(player, table, Action.MUTE)
            if not 0 <= seat < len(table.seats):
                raise Refused("there is no such seat to mute")
            mutes = table.mutes - {(player.id, seat)}
            change.after = replace(table, mutes=mutes | {(player.id, seat)} if muted else mutes)
