"""How many watch a table without a seat: a number for the pages, and never who."""
from __future__ import annotations

import asyncio
import re
import threading

import httpx

from roundhouse.web.hub import Hub
from tests.web.house import Client, running, until


class Page(threading.Thread):
    """The event stream of an open page, as it comes."""

    def __init__(self, server: str, id: str, token: str | None = None) -> None:
        super().__init__(daemon=True)
        self._address = f"{server}/games/{id}/events"
        self._headers = {"cookie": f"roundhouse={token}"} if token else {}
        self.text = ""
        self.start()
        until(lambda: "event: table" in self.text)

    def run(self) -> None:
        try:
            with httpx.stream("GET", self._address, headers=self._headers, timeout=60) as stream:
                for part in stream.iter_text():
                    self.text += part
        except httpx.TransportError:
            pass                # the server has stopped

    @property
    def counts(self) -> list[int]:
        return [int(count) for count in re.findall(r"event: watching\ndata: (\d+)", self.text)]


def test_who_watches_is_counted_once_and_who_plays_is_not(sqlite_url: str) -> None:
    with running(sqlite_url) as server:
        ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        id = ann.create("narrow-gauge", "me", "level-1")["id"]
        players = Page(server.address, id, ann.token)
        assert server.app.state.hub.unseated(id) == 0
        his = Page(server.address, id, bob.token)
        until(lambda: players.counts == [1])
        at_home, strangers = Page(server.address, id, bob.token), Page(server.address, id)
        until(lambda: players.counts == [1, 2])
        until(lambda: all(page.counts[-1:] == [2] for page in (his, at_home, strangers)))
        assert "Bob" not in players.text + strangers.text


def test_who_leaves_is_no_longer_counted() -> None:
    async def come_and_go() -> list[int]:
        hub, counts = Hub(), []
        with hub.watch("table") as player:
            with hub.watch("table", "Bob"), hub.watch("table", "Bob"):
                await player.wait(60)
                counts.append(hub.unseated("table"))
            await player.wait(60)
            counts.append(hub.unseated("table"))
        return counts

    assert asyncio.run(come_and_go()) == [1, 0]
