"""Tells those who are at a table what has changed there, and with it each page what is to be seen on it now."""
from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from anyio import CapacityLimiter

from roundhouse.web.live import player_events
from roundhouse.web.live.broadcast import PICTURES, Broadcast, Facts, Viewer
from roundhouse.web.people.player import Player
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.services import Tables
from roundhouse.web.threads import in_thread

log = logging.getLogger(__name__)
DRAWING = 2
"""Threads that draw; each picture is drawn once for all pages of a viewer."""
MOST_WAITING = 8
Pictures = Mapping[Viewer, Facts]
Draw = Callable[[Table, Sequence[Viewer]], Pictures]


class Announcer:
    """Spreads each change of a table: to programs at once, to pages with what they are to show, to other pages of its
    players."""

    def __init__(
        self, broadcast: Broadcast, tables: Tables, database: Database, go_on: Callable[[Table], None]
    ) -> None:
        """`go_on` is called with a table that another server has changed, for what this one is to do there."""
        self._broadcast = broadcast
        self._tables = tables
        self._database = database
        self._go_on = go_on
        self._unreadable = Quarantine("news of other servers")
        self.draw: Draw = lambda table, viewers: {}
        """What each of these viewers sees of a table now, for a page that has what was there before."""
        self._waiting: dict[str, deque[tuple[Table, Player | None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._limiter = CapacityLimiter(DRAWING)

    def announce(self, table: Table, by: Player | None = None) -> None:
        """This server has changed a table; from any thread. `by` made the move and is shown it by their answer."""
        if self._broadcast.has_audience(table.id):
            self._broadcast.call(self._take, table, by)
        player_events.tell_people(self._broadcast, table)

    def hear(self, id: str, mine: bool = False, played: int | None = None) -> None:
        """Another server has changed a table: its audience here is told. `mine` says that this server is to go on
        there, `played` is the table's stamp if nothing but steps was made."""
        if mine or self._broadcast.has_audience(id):
            with self._unreadable.attempt(id):
                table = self._tables.repository.heard_of(id, played)
                self._broadcast.call(self._take, table, None)
                self._go_on(table)
        player_events.tell_people_of(self._broadcast, self._database, id)

    def hear_all(self) -> None:
        """Whatever may have happened while no word came through."""
        for name in self._broadcast.watched():
            if name.startswith(player_events.PLAYER_CHANNEL):
                self._broadcast.tell(name, {"table": ""})
            else:
                self.hear(name)

    # ---- in the event loop -------------------------------------------------------------------------------------------

    def _take(self, table: Table, by: Player | None) -> None:
        """Programs are told at once; pages one change after the other, each with its picture."""
        self._broadcast.spread(table.id, table.facts(), pages=False)
        waiting = self._waiting.get(table.id)
        if waiting is not None:
            waiting.append((table, by))
            return
        self._waiting[table.id] = deque([(table, by)])
        task = asyncio.ensure_future(self._tell_pages(table.id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell_pages(self, id: str) -> None:
        waiting = self._waiting[id]
        try:
            while waiting:
                if len(waiting) > MOST_WAITING:
                    waiting = self._waiting[id] = deque([waiting[-1]])
                table, by = waiting.popleft()
                pictures = await self._pictures(table, by)
                self._broadcast.spread(id, {**table.facts(), PICTURES: pictures}, pages=True)
        finally:
            del self._waiting[id]

    async def _pictures(self, table: Table, by: Player | None) -> Pictures:
        mover = None if by is None else by.identity
        viewers = [one for one in self._broadcast.viewers(table.id) if one is None or one.identity != mover]
        if not viewers:
            return {}
        try:
            return await in_thread(self.draw, table, viewers, limiter=self._limiter)
        except Exception:
            # The change is made and kept; who looks asks for what there is to see.
            log.exception("what there is to see at table %s could not be drawn", table.id)
            return {}
