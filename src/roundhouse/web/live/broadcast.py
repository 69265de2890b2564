"""Who waits for news of which table. News comes from this server, and through PostgreSQL from the others."""
from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from roundhouse.web.people.player import Player
from roundhouse.web.storage.database import CHANNEL, TOKENS, Database

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)
Facts = dict[str, Any]
Viewer = Player | None
"""The player whose page it is, who sees what is theirs to see; None for anybody who only watches."""
PICTURES = "pictures"
"""Under this name an event has what each viewer is shown; before it is sent, all but the page's own is taken out."""
HEARTBEAT_SECONDS = 15.0
COUNT_SECONDS = 1.0
ARRIVING = 4
AT_ONCE = 10
BREATH_SECONDS = 0.005
LATELY_SECONDS = 3.0
MOST_CHANGED = 200
# A line that has died without a word is noticed after some ten seconds.
ALIVE: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}


class Subscriber:
    """Waits for news. What was missed in between is gone: only how things stand now matters."""

    def __init__(self, unseated: object | None, viewer: Viewer = None, page: bool = False) -> None:
        """`unseated` tells who it is from others who have no seat; None for a viewer who has one. A `page` shows
        what the `viewer` may see of the table."""
        self.unseated = unseated
        self.viewer = viewer
        self.page = page
        self._news: Facts = {}
        self._changed: set[str] = set()
        self._there_is_news = asyncio.Event()

    def hear(self, facts: Facts) -> None:
        """News of the table; without facts, only of how many watch it."""
        self._news = facts or self._news
        if "table" in facts:        # on a player's channel
            self._changed = {""} if len(self._changed) >= MOST_CHANGED else self._changed | {facts["table"]}
        self._there_is_news.set()

    def take_changed(self) -> set[str]:
        """The tables of a player that have changed since this was asked last; "" stands for any of them."""
        changed, self._changed = self._changed, set()
        return changed

    async def wait(self, seconds: float) -> Facts | None:
        """The latest news; None if there was none for that long."""
        try:
            async with asyncio.timeout(seconds):
                await self._there_is_news.wait()
        except TimeoutError:
            return None
        self._there_is_news.clear()
        news, self._news = self._news, {}
        return news


class Audience:
    """Who watches one table: those who play first, for they are told first."""

    def __init__(self) -> None:
        self.seated: dict[Subscriber, None] = {}
        self.others: dict[Subscriber, None] = {}
        self.unseated: Counter[object] = Counter()
        self.counted = 0
        """How many watch without a seat, as all were told last."""
        self.counting: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self.seated) + len(self.others)

    def __iter__(self) -> Iterator[Subscriber]:
        return chain(list(self.seated), list(self.others))

    def add(self, watcher: Subscriber) -> None:
        """Take in a subscriber."""
        (self.seated if watcher.unseated is None else self.others)[watcher] = None
        if watcher.unseated is not None:
            self.unseated[watcher.unseated] += 1

    def remove(self, watcher: Subscriber) -> None:
        """Let a subscriber go."""
        (self.seated if watcher.unseated is None else self.others).pop(watcher)
        if watcher.unseated is not None:
            self.unseated[watcher.unseated] -= 1
            if not self.unseated[watcher.unseated]:
                del self.unseated[watcher.unseated]


class Broadcast:
    """The subscribers of each table on this server, and the way to tell them something from any thread."""

    def __init__(self) -> None:
        self._audiences: dict[str, Audience] = {}
        self.arriving = asyncio.Semaphore(ARRIVING)
        """Taken while somebody who comes is shown in."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self.stopped = False

    def start(self) -> None:
        """To be called in the event loop in which the watchers wait."""
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        """Wake all who wait, so that they end."""
        self.stopped = True
        for audience in list(self._audiences.values()):
            for watcher in audience:
                watcher.hear({})

    @contextmanager
    def watch(
        self, table: str, unseated: object | None = None, viewer: Viewer = None, page: bool = False
    ) -> Iterator[Subscriber]:
        """A subscriber of a table, while the block lasts."""
        watcher = Subscriber(unseated, viewer, page)
        audience = self._audiences.setdefault(table, Audience())
        audience.add(watcher)
        self._count_later(audience)
        try:
            yield watcher
        finally:
            audience.remove(watcher)
            if audience:
                self._count_later(audience)
            else:
                self._audiences.pop(table, None)
                if audience.counting is not None:
                    audience.counting.cancel()

    def _count_later(self, audience: Audience) -> None:
        """However many come and go, all are told how many they are once in a while."""
        if audience.counting is None:
            audience.counting = asyncio.get_running_loop().call_later(COUNT_SECONDS, self._count, audience)

    def _count(self, audience: Audience) -> None:
        audience.counting = None
        if audience.counted != len(audience.unseated):
            audience.counted = len(audience.unseated)
            _tell_some(iter(audience), {})

    def unseated(self, table: str) -> int:
        """How many people watch a table here without a seat, each once, however many pages they have open."""
        audience = self._audiences.get(table)
        return 0 if audience is None else audience.counted

    def has_audience(self, table: str) -> bool:
        """Whether anybody on this server follows a table."""
        return table in self._audiences

    @property
    def listeners(self) -> int:
        """How many pages and programs follow any table."""
        return sum(len(audience) for audience in list(self._audiences.values()))

    def viewers(self, table: str) -> list[Viewer]:
        """Whose pages of a table are open here, each once."""
        audience = self._audiences.get(table)
        return list(dict.fromkeys(one.viewer for one in audience or () if one.page))

    def watched(self) -> list[str]:
        """All tables and players' channels that somebody on this server follows."""
        return list(self._audiences)

    def tell(self, table: str, facts: Facts) -> None:
        """News of a table to all who watch it; from any thread."""
        if table in self._audiences:
            self.call(self.spread, table, facts)

    def call(self, work: Callable[..., object], *given: object) -> None:
        """Have something done in the event loop; from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):    # the loop has ended, and with it all who watched
                self._loop.call_soon_threadsafe(work, *given)

    def spread(self, table: str, facts: Facts, pages: bool | None = None) -> None:
        """The same in the event loop; with `pages`, only to those that are pages, or only to those that are not."""
        if table in self._audiences:
            audience = self._audiences[table]
            _tell_some((one for one in audience if pages is None or one.page is pages), facts)


def _tell_some(watchers: Iterator[Subscriber], facts: Facts) -> None:
    """Tell a few subscribers, and the others after a pause in which other requests are answered."""
    told = 0
    for watcher in islice(watchers, AT_ONCE):
        watcher.hear(facts)
        told += 1
    if told == AT_ONCE:
        asyncio.get_running_loop().call_later(BREATH_SECONDS, _tell_some, watchers, facts)


BOT_HOST = "bots"
"""What a machine for bots says of itself each second."""


class PeerListener:
    """Listens to the other servers on the same PostgreSQL, in a thread of its own."""

    def __init__(
        self, database: Database, me: str, heard: Callable[[str, bool, int | None], None], ended: Callable[[], None],
        missed: Callable[[], None],
    ) -> None:
        """`heard` is called with the id of a table that another server has changed, whether it is for this one to go
        on there, and its stamp if nothing but steps was made; `ended` when a session has ended anywhere, `missed` after
        a lost line."""
        self._address = database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._me = me
        self._heard = heard
        self._ended = ended
        self._missed = missed
        self.listening = False
        self._lately: dict[str, float] = {}
        self._bot_hosts: dict[str, float] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="peers", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; waits five seconds for it at most."""
        self._stopped.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, **ALIVE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._ended()
                    self._missed()
                    self.listening = True
                    self._listen(connection)
            except Exception as error:
                self.listening = False
                # Whatever it was, a server that stops listening would show old tables for ever.
                log.warning("no word from the other servers, trying again: %s", str(error).strip())
                self._stopped.wait(1)

    def _listen(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=0.5):
                if notice.payload == TOKENS:
                    self._ended()
                    continue
                sender, table, next_by, played = notice.payload.split(" ")
                self._lately[sender] = time.monotonic()
                if played == BOT_HOST:
                    self._bot_hosts[sender] = time.monotonic()
                    continue
                if table and sender != self._me:
                    self._heard(table, next_by == self._me, int(played) if played else None)

    def bot_hosts(self) -> list[str]:
        """The machines for bots that have been heard of in these seconds."""
        return [name for name in list(self._bot_hosts) if self.knows(name)]

    def knows(self, server: str) -> bool:
        """Whether a server has been heard of in these seconds."""
        return time.monotonic() - self._lately.get(server, -LATELY_SECONDS) < LATELY_SECONDS
