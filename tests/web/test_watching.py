"""How many watch a table without a seat: a number for the pages, and never who."""
from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack
from typing import Any, cast

import httpx
import pytest

from roundhouse.web.http.events import together
from roundhouse.web.live import broadcast
from roundhouse.web.live.broadcast import Broadcast, Facts, Subscriber
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from tests.web.house import Client, Running, running, until
from tests.web.test_cost_of_a_click import rebuilt


class Page(threading.Thread):
    """The event stream of an open page, as it comes."""

    def __init__(self, server: str, id: str, token: str | None = None, more: str = "") -> None:
        super().__init__(daemon=True)
        self._address = f"{server}/events?table={id}{more}"
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

    @property
    def news(self) -> list[Any]:
        return [json.loads(told) for told in re.findall(r"event: table\ndata: (.*)\n\n", self.text)]


def test_who_watches_is_counted_once_and_who_plays_is_not(sqlite_url: str) -> None:
    with running(sqlite_url) as server:
        ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        id = ann.create("narrow-gauge", "me", "level-1")["id"]
        players = Page(server.address, id, ann.token)
        assert server.app.state.broadcast.unseated(id) == 0
        his = Page(server.address, id, bob.token)
        until(lambda: players.counts == [1])
        at_home, strangers = Page(server.address, id, bob.token), Page(server.address, id)
        until(lambda: players.counts == [1, 2])
        until(lambda: all(page.counts[-1:] == [2] for page in (his, at_home, strangers)))
        assert "Bob" not in players.text + strangers.text


def test_however_many_come_and_go_each_is_told_once_how_many_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: Counter[Subscriber] = Counter()
    hear = Subscriber.hear

    def noted(watcher: Subscriber, facts: Facts) -> None:
        heard[watcher] += 1
        hear(watcher, facts)

    async def come_and_go() -> None:
        house = Broadcast()
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

    monkeypatch.setattr(broadcast, "COUNT_SECONDS", 0.01)
    monkeypatch.setattr(Subscriber, "hear", noted)
    asyncio.run(come_and_go())


def test_who_plays_is_told_first_and_others_are_answered_between() -> None:
    order: list[object] = []

    async def follow(watcher: Subscriber) -> None:
        await watcher.wait(60)
        order.append(watcher.unseated)

    async def news() -> None:
        house = Broadcast()
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
    assert order[0] is None and order.index("somebody else") <= broadcast.AT_ONCE
    assert len(order) == 202


def test_who_leaves_is_no_longer_counted() -> None:
    async def come_and_go() -> list[int]:
        house, counts = Broadcast(), []
        with house.watch("table") as player:
            with house.watch("table", "Bob"), house.watch("table", "Bob"):
                await player.wait(60)
                counts.append(house.unseated("table"))
            await player.wait(60)
            counts.append(house.unseated("table"))
        return counts

    assert asyncio.run(come_and_go()) == [1, 0]


# ---- what all who watch see is told to them with the news ------------------------------------------------------------


def now(server: Running, id: str, have: str = "none", token: str = "") -> str:
    """What a page is answered that asks, of a watcher or of whoever has that token."""
    known = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.get(f"{server.address}/games/{id}/now", headers={"have": have, **known}).text


def moved(server: Running, client: Client, id: str, pages: list[Page]) -> None:
    """A move, and all of those pages have heard of it."""
    version = client.act(client.view(id)).json()["table"]["version"]
    until(lambda: all(page.news[-1]["version"] == version for page in pages))


def test_each_page_is_told_what_it_would_have_been_answered(sqlite_url: str) -> None:
    """Watchers all the same, and whoever has a seat what that seat sees; also where another's is hidden from it."""
    with running(sqlite_url) as server:
        people = ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        made = ann.create("narrow-gauge", "me", "open", options={"hidden-money": "on"})
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        id = made["id"]
        tokens = ["", "", ann.token, bob.token]
        pages = [Page(server.address, id, token) for token in tokens]
        had = [rebuilt("none", "", now(server, id, token=token)) for token in tokens]
        for _ in range(12):
            mover = server.tables.repository.table(id).to_act
            moved(server, people[mover], id, pages)
            told = [page.news[-1] for page in pages]
            assert told[0] == told[1] and told[0]["after"] < told[0]["step"]
            assert "now" not in told[2 + mover], "whoever moved is shown it by the answer"
            for n, (token, news) in enumerate(zip(tokens, told)):
                if "now" in news:
                    had[n] = rebuilt(*had[n], news["now"])
                    assert had[n] == rebuilt("none", "", now(server, id, token=token)), n
                else:
                    had[n] = rebuilt("none", "", now(server, id, token=token))
            assert len({text for _, text in had[1:]}) == 3, "each sees something else"
            assert all("pictures" not in page.text for page in pages)


def test_a_line_of_a_session_that_has_ended_brings_no_more_pictures(sqlite_url: str) -> None:
    with running(sqlite_url) as server:
        ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        made = ann.create("narrow-gauge", "me", "open", options={"hidden-money": "on"})
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        id, people = made["id"], [ann, bob]
        pages = [Page(server.address, id, one.token) for one in people]
        for one in people:
            now(server, id, token=one.token)
        first = server.tables.repository.table(id).to_act
        moved(server, people[first], id, pages)
        assert "now" in pages[1 - first].news[-1]
        server.app.state.players.sign_out(people[1 - first].token)
        other = server.tables.repository.table(id)
        person = server.app.state.players.of_token(people[first].token)
        server.tables.chat.say(person, id, "still there?")
        until(lambda: pages[1 - first].news[-1]["revision"] > other.revision)
        assert "now" not in pages[1 - first].news[-1]


def test_a_line_tells_nothing_to_who_has_lost_the_seat_or_the_session(sqlite_url: str) -> None:
    """At a table that lets nobody watch: neither that there was a move, nor how many games wait."""
    with running(sqlite_url) as server:
        ann, bob, phone = (Client(server.address, name) for name in ("Ann", "Bob", "Phone"))
        made = ann.create("narrow-gauge", "me", "open", watched=False)
        bob.good(bob.post(f"/join/{made['seats'][1]['invite']}"))
        id = made["id"]
        key = bob.good(bob.post(f"/tables/{id}/seats/1/key"))["token"]
        phone.good(phone.post(f"/join/{key}"))
        signed_out, lost = Page(server.address, id, bob.token), Page(server.address, id, phone.token)
        stays = Page(server.address, id, ann.token)
        due = Page(server.address, id, bob.token, "&due=1")
        server.app.state.players.sign_out(bob.token)
        person = server.app.state.players.of_token(ann.token)
        player = server.tables.repository.table(id).seats[1].player
        assert player is not None
        server.tables.seating.end_link(Player(player, "Bob", True), id, 1)
        before = [len(page.news) for page in (signed_out, lost, due)], due.text.count("event: due")
        server.tables.chat.say(person, id, "still there?")
        until(lambda: stays.news[-1]["talk"] == 1)
        until(lambda: not signed_out.is_alive() and not lost.is_alive() and not due.is_alive())
        assert ([len(page.news) for page in (signed_out, lost, due)], due.text.count("event: due")) == before


def test_where_nobody_may_watch_any_more_nothing_is_shown(sqlite_url: str) -> None:
    with running(sqlite_url) as server:
        ann = Client(server.address, "Ann")
        id = ann.create("narrow-gauge", "me", "me")["id"]
        page = Page(server.address, id)
        now(server, id)
        moved(server, ann, id, [page])
        assert "now" in page.news[-1]
        owner = server.app.state.players.of_token(ann.token)
        told = len(page.news)
        server.tables.closing.let_watch(owner, id, False)
        answer = ann.act(ann.view(id))
        page.join(120)
        assert answer.status_code == 200 and not page.is_alive() and len(page.news) == told


def test_a_move_is_made_though_it_can_not_be_drawn(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def undrawn(table: Table, viewers: object) -> dict[object, dict[str, object]]:
        raise ValueError("no pencil")

    with running(sqlite_url) as server:
        ann = Client(server.address, "Ann")
        id = ann.create("narrow-gauge", "me", "me")["id"]
        page = Page(server.address, id)
        monkeypatch.setattr(server.app.state.announcer, "draw", undrawn)
        moved(server, ann, id, [page])
        assert "now" not in page.news[-1]


def test_whoever_takes_nothing_of_what_is_sent_is_kept_little_of_it() -> None:
    made = 0

    async def source() -> AsyncIterator[str]:
        nonlocal made
        while True:
            made += 1
            yield "event: table\ndata: {}\n\n"

    async def failing() -> AsyncIterator[str]:
        yield "event: table\ndata: {}\n\n"
        raise OSError("the database has gone")

    async def listen() -> None:
        lines = together(Broadcast(), [source()])
        for _ in range(3):
            await anext(lines)
        for _ in range(100):
            await asyncio.sleep(0)
        assert made < 12
        await cast(AsyncGenerator[str, None], lines).aclose()
        assert [line async for line in together(Broadcast(), [failing()])][1:] == ["event: table\ndata: {}\n\n"]

    asyncio.run(listen())
