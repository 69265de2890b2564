"""How many watch a table without a seat: a number for the pages, and never who."""
from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from contextlib import ExitStack

import httpx
import pytest

from roundhouse.web import hub
from roundhouse.web.hub import Facts, Hub, Watcher
from tests.web.house import Client, running, until


class Page(threading.Thread):
    """The event stream of an open page, as it comes."""

    def __init__(self, server: str, id: str, token: str | None = None) -> None:
        super().__init__(daemon=True)
        self._address = f"{server}/events?table={id}"
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
        return [int(count) for count in re.findall(r'event: watching\ndata: .*"count": (\d+)', self.text)]


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


def test_however_many_come_and_go_each_is_told_once_how_many_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: Counter[Watcher] = Counter()
    hear = Watcher.hear

    def noted(watcher: Watcher, facts: Facts) -> None:
        heard[watcher] += 1
        hear(watcher, facts)

    async def come_and_go() -> None:
        house = Hub()
        with house.watch("table") as player, ExitStack() as staying:
            watchers = [staying.enter_context(house.watch("table", number)) for number in range(200)]
            for number in range(1000):
                with house.watch("table", f"passing by {number}"):
                    pass
            assert not heard
            while heard[watchers[-1]] == 0:
                await asyncio.sleep(0.01)
            assert await player.wait(60) == {} and house.unseated("table") == 200
            assert set(heard.values()) == {1} and len(heard) == 201

    monkeypatch.setattr(hub, "COUNT_SECONDS", 0.01)
    monkeypatch.setattr(Watcher, "hear", noted)
    asyncio.run(come_and_go())


def test_who_plays_is_told_first_and_others_are_answered_between() -> None:
    order: list[object] = []

    async def follow(watcher: Watcher) -> None:
        await watcher.wait(60)
        order.append(watcher.unseated)

    async def news() -> None:
        house = Hub()
        house.start()
        with ExitStack() as staying:
            watchers = [staying.enter_context(house.watch("table", number)) for number in range(200)]
            watchers.append(staying.enter_context(house.watch("table")))
            following = [asyncio.create_task(follow(watcher)) for watcher in watchers]
            await asyncio.sleep(0)
            house.tell("table", {"revision": 1})
            while not order:
                await asyncio.sleep(0)
            order.append("somebody else")
            await asyncio.gather(*following)

    asyncio.run(news())
    assert order[0] is None and order.index("somebody else") <= hub.AT_ONCE
    assert len(order) == 202


def test_who_leaves_is_no_longer_counted() -> None:
    async def come_and_go() -> list[int]:
        house, counts = Hub(), []
        with house.watch("table") as player:
            with house.watch("table", "Bob"), house.watch("table", "Bob"):
                await player.wait(60)
                counts.append(house.unseated("table"))
            await player.wait(60)
            counts.append(house.unseated("table"))
        return counts

    assert asyncio.run(come_and_go()) == [1, 0]
