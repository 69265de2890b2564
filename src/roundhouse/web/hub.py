"""Who waits for news of which table. News comes from this server, and through PostgreSQL from the others."""
from __future__ import annotations

import asyncio
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from roundhouse.web.storage.database import CHANNEL, Database

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)
Facts = dict[str, object]


class Watcher:
    """Waits for news. What was missed in between is gone: only how things stand now matters."""

    def __init__(self, unseated: object | None) -> None:
        """`unseated` tells who it is from others who have no seat; None for who has one."""
        self.unseated = unseated
        self._news: Facts | None = None
        self._there_is_news = asyncio.Event()

    def hear(self, facts: Facts) -> None:
        self._news = facts
        self._there_is_news.set()

    def wake(self) -> None:
        self._there_is_news.set()

    async def wait(self, seconds: float) -> Facts | None:
        """The latest news; None if there was none for that long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._there_is_news.wait(), seconds)
        self._there_is_news.clear()
        news, self._news = self._news, None
        return news


class Hub:
    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.stopped = False

    def start(self) -> None:
        """To be called in the event loop in which the watchers wait."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """Wake all who wait, so that they end."""
        self.stopped = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.wake()

    @contextmanager
    def watch(self, table: str, unseated: object | None = None) -> Iterator[Watcher]:
        watcher = Watcher(unseated)
        self._watchers[table].add(watcher)
        self._wake(table, watcher)
        try:
            yield watcher
        finally:
            self._watchers[table].discard(watcher)
            self._wake(table, watcher)
            if not self._watchers[table]:
                del self._watchers[table]

    def _wake(self, table: str, changed: Watcher) -> None:
        """Who watches from no seat is counted by the others, so they look up when one comes or goes."""
        for watcher in self._watchers[table] if changed.unseated is not None else ():
            watcher.wake()

    def unseated(self, table: str) -> int:
        """How many people watch a table here without a seat, each once, however many pages they have open."""
        return len({watcher.unseated for watcher in self._watchers.get(table, ())} - {None})

    def watched(self) -> list[str]:
        return list(self._watchers)

    def tell(self, table: str, facts: Facts) -> None:
        """News of a table to all who watch it; from any thread."""
        if self._loop is not None and table in self._watchers:
            with suppress(RuntimeError):    # the loop has ended, and with it all who watched
                self._loop.call_soon_threadsafe(self._spread, table, facts)

    def _spread(self, table: str, facts: Facts) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.hear(facts)


class Ear:
    """Listens to the other servers on the same PostgreSQL, in a thread of its own."""

    def __init__(self, database: Database, me: str, heard: Callable[[str], None], missed: Callable[[], None]) -> None:
        """`heard` is called with the id of a table that another server has changed, `missed` after a lost line."""
        self._address = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._me = me
        self._heard = heard
        self._missed = missed
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._missed()
                    self._listen(connection)
            except Exception as error:
                # Whatever it was, a server that stops listening would show old tables for ever.
                log.warning("no word from the other servers, trying again: %s", str(error).strip())
                self._stopped.wait(1)

    def _listen(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=0.5):
                sender, _, table = notice.payload.partition(" ")
                if sender != self._me:
                    self._heard(table)
