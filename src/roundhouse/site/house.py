"""The house in a worker of a browser: the application itself, asked without a network by whoever is at home."""
from __future__ import annotations

import asyncio
import base64
import pickle
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import func, select
from starlette.types import Message

import roundhouse
from roundhouse.site import kept
from roundhouse.web.app import Parts, create_app
from roundhouse.web.bots.fair_queue import FairQueue, Priority
from roundhouse.web.people import sessions
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.settings import Settings
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import newest_version
from roundhouse.web.storage.sqlite_file import VERSIONS
from roundhouse.web.threads import do_without_threads

Answer = TypeVar("Answer")
Ask = Callable[[str], Awaitable[str]]
"""Has the bots' worker do something: what, as `asked` of `bots.py` reads it, and what comes of it."""
NEW = Path(__file__).with_name("new.sqlite")
"""An empty house, as the site was built with it."""
Headers = Sequence[tuple[str, str]]
NOT_SAID = ("cookie", "accept-encoding", "content-length")
"""Headers that a request comes without: the player is known, and nothing is compressed within one machine."""


class BrowserThinkers:
    """The one worker in which bots of a browser think, in turn."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._turns = FairQueue(1)

    def wake(self, work: Callable[[], None]) -> None:
        """It wakes by itself."""

    async def do(
        self, who: object, table: str, kind: Priority, work: Callable[..., Answer], *given: object,
        deadline: float | None = None,
    ) -> Answer:
        """What the work gives, done by the worker of the browser, in fair turns."""
        async with self._turns.turn(who, table, kind):
            text = base64.b64encode(pickle.dumps((work.__name__, given))).decode()
            answer: Answer = pickle.loads(base64.b64decode(await self._ask(text)))
            return answer

    async def end(self) -> None:
        """It ends with the tab."""


class House:
    """The application on a file, and the one player at home."""

    def __init__(self, file: str, address: str, ask: Ask) -> None:
        one = BrowserThinkers(ask)
        settings = Settings(
            f"sqlite:///{file}", address=address, limits=False, framed=True, journal="TRUNCATE", largest=kept.LARGEST,
            own_editions=True,
        )
        parts = Parts(others=False, programs=False, lock=False, thinkers=lambda count: one)
        self.app = create_app(settings, parts)
        self.app.include_router(kept.router)
        self._token = ""
        self._life = self.app.router.lifespan_context(self.app)

    async def begin(self) -> None:
        """Open the house, with the player who lives here signed in."""
        self._token = self._token_of_who_lives_here()
        await self._life.__aenter__()

    async def end(self) -> None:
        """Close the house."""
        await self._life.__aexit__(None, None, None)

    def _token_of_who_lives_here(self) -> str:
        """Whoever came first; "" where nobody has played yet. There is one way in at a time."""
        database = self.app.state.database
        with database.writing() as connection:
            first = connection.execute(select(func.min(at.players.c.id))).scalar()
            if first is None:
                return ""
            sessions.end_all(connection, first)
            return sessions.begin(connection, first)

    def parting(self) -> asyncio.Event:
        """To be set when whoever asked is gone."""
        return asyncio.Event()

    async def ask(
        self, method: str, path: str, query: str, headers: Headers, body: Any, begin: Callable[[int, Headers], None],
        part: Callable[[bytes, bool], None], gone: asyncio.Event,
    ) -> None:
        """One request. `begin` is called once, and `part` as often as something comes of the answer."""
        given = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers if name not in NOT_SAID]
        if self._token:
            given.append((b"cookie", f"{COOKIE}={self._token}".encode()))
        sent = False

        async def receive() -> Message:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": bytes(body), "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                self._remember(said)
                begin(message["status"], [one for one in said if one[0] != "set-cookie"])
            else:
                part(message.get("body", b""), message.get("more_body", False))

        address = urlsplit(self.app.state.settings.address)
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": address.scheme, "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "headers": given, "client": ("127.0.0.1", 1),
            "server": (address.hostname or "", address.port or 80), "state": {},
        }
        try:
            await self.app(scope, receive, send)
        finally:
            gone.set()

    def _remember(self, said: Headers) -> None:
        """Browsers take no cookie from a service worker: who has become a player here is remembered by the house."""
        for name, value in said:
            if name == "set-cookie" and value.startswith(f"{COOKIE}="):
                self._token = value.partition(";")[0].partition("=")[2]


def begin_house(file: str) -> bool:
    """Lay an empty house where there is none yet. Whether the one there is of an earlier version, which takes more to
    open than is usually here."""
    if not Path(file).exists():
        with closing(sqlite3.connect(NEW)) as new, closing(sqlite3.connect(file)) as kept:
            new.backup(kept)
    with closing(sqlite3.connect(file)) as kept:
        (found,) = kept.execute(f"SELECT version_num FROM {VERSIONS}").fetchone()
    return str(found) != newest_version()


def open_house(file: str, address: str, ask: Ask) -> House:
    """The house whose tables are kept in a file, and whose pages stand at an address."""
    do_without_threads()
    return House(file, address, ask)


def engine() -> str:
    """ "compiled" or "plain"."""
    return roundhouse.ENGINE
