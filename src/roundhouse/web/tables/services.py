"""All that can be done at tables, for pages, programs and bots alike: one service for each concern.

Every answer is for somebody: a Player, or None for a visitor who is not known. Methods are plain calls that read and
write the database; from an event loop they are called in a thread.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection

from roundhouse.web.storage.database import Database
from roundhouse.web.tables.chat import Chat
from roundhouse.web.tables.closing import Closing
from roundhouse.web.tables.hints import Hints
from roundhouse.web.tables.lists import Lists
from roundhouse.web.tables.model.clock import Holidays
from roundhouse.web.tables.moves import Moves
from roundhouse.web.tables.personal.practice import Practice
from roundhouse.web.tables.personal.review_queue import ReviewQueue
from roundhouse.web.tables.personal.studies import Studies
from roundhouse.web.tables.personal.visits import Visits
from roundhouse.web.tables.repository import Observer, TableRepository, no_holidays
from roundhouse.web.tables.seats.claims import SeatClaims
from roundhouse.web.tables.seats.creation import TableCreation
from roundhouse.web.tables.seats.holdings import TableHoldings
from roundhouse.web.tables.seats.seating import Seating
from roundhouse.web.tables.seats.substitutes import Substitutes
from roundhouse.web.tables.timekeeper import Timekeeper
from roundhouse.web.tables.undo import Undo
from roundhouse.web.tables.viewing import Viewing


class Tables:
    """The services of the tables in one database, each given what it needs."""

    def __init__(
        self, database: Database, house_bots: Mapping[str, str] | None = None,
        holidays: Callable[[Connection], Holidays] = no_holidays, observers: Sequence[Observer] = (),
    ) -> None:
        """`house_bots` are the host's, by the names that players see; `holidays` and `observers` are those of
        `TableRepository`."""
        self.repository = TableRepository(database, holidays, observers)
        self.house_bots = house_bots or {}
        self.lists = Lists(self.repository)
        self.creation = TableCreation(self.repository, self.house_bots)
        self.seating = Seating(self.repository)
        self.substitutes = Substitutes(self.repository, self.house_bots)
        self.claims = SeatClaims(self.repository)
        self.hints = Hints(self.repository)
        self.moves = Moves(self.repository)
        self.undo = Undo(self.repository)
        self.timekeeper = Timekeeper(self.repository)
        self.closing = Closing(self.repository)
        self.holdings = TableHoldings(self.repository)
        self.chat = Chat(self.repository)
        self.visits = Visits(self.repository)
        self.practice = Practice(self.repository)
        self.studies, self.reviews = Studies(self.repository), ReviewQueue(database)
        self.viewing = Viewing(self.repository, self.substitutes)
