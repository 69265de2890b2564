"""All that can be done at tables, for pages, programs and bots alike: one service for each concern.

Every answer is for somebody: a Player, or None for a visitor who is not known. Methods are plain calls that read and
write the database; from an event loop they are called in a thread.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from roundhouse.web.bots.house_bots import HouseBots
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.chat import Chat
from roundhouse.web.tables.closing import Closing
from roundhouse.web.tables.holdings import TableHoldings
from roundhouse.web.tables.lists import Lists
from roundhouse.web.tables.model.clock import Holidays
from roundhouse.web.tables.moves import Moves
from roundhouse.web.tables.repository import Observer, TableRepository, no_holidays
from roundhouse.web.tables.seating import Seating
from roundhouse.web.tables.timekeeper import Timekeeper
from roundhouse.web.tables.viewing import Viewing
from roundhouse.web.tables.visits import Visits


class Tables:
    """The services of the tables in one database, each given what it needs."""

    def __init__(
        self, database: Database, house_bots: HouseBots | None = None,
        holidays: Callable[[Connection], Holidays] = no_holidays, observers: Sequence[Observer] = (),
    ) -> None:
        """`holidays` and `observers` are those of `TableRepository`."""
        self.repository = TableRepository(database, holidays, observers)
        self.lists = Lists(self.repository)
        self.seating = Seating(self.repository, house_bots or {})
        self.moves = Moves(self.repository)
        self.timekeeper = Timekeeper(self.repository)
        self.closing = Closing(self.repository)
        self.holdings = TableHoldings(self.repository)
        self.chat = Chat(self.repository)
        self.visits = Visits(self.repository)
        self.viewing = Viewing(self.repository, self.seating, self.closing)
