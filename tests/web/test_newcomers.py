"""What strangers cost: nobody is stored for a request that is refused, and pictures are drawn a few at a time."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import func, select

from roundhouse.web.errors import Busy, TooManyRequests
from roundhouse.web.http.rate_limits import DOWNLOADS, NEW_GUESTS, NetworkLimits, TokenBuckets
from roundhouse.web.pages.table import link_preview
from roundhouse.web.pages.table.link_preview import LinkPreviews
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.table import Table
from tests.web.house import ME, OPEN, Client, House, Running, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('newcomers') / 'tables.sqlite'}", rounds=0) as one:
        yield one


def players(server: Running) -> int:
    with server.app.state.database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(at.players)).scalar_one())


def test_a_refused_or_idle_request_of_a_stranger_stores_nobody(server: Running) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "open", "open")["id"]
    closed = ann.create("irish-gauge", "me", "open", "open")
    link = closed["seats"][1]["invite"]
    httpx.post(f"{server.address}/games/{closed['id']}/care", data={"do": "cancel"}, headers=dict(ann.http.headers))
    before = players(server)
    asked: list[tuple[str, dict[str, str]]] = [
        ("/me/email", {}), ("/me/email", {"email": "a@example.org"}), ("/me/told", {}),
        ("/me/endpoints", {"kind": "x"}),
        ("/me/endpoints", {"kind": "hook", "address": "https://[::1/"}), ("/me/name", {"name": "Bob"}),
        ("/upload", {}), ("/new/irish-gauge", {"seat": "no such"}), (f"/join/{link}", {"name": "Bob"}),
        ("/join/nothing", {}), (f"/games/{id}/seats/1", {"do": "sit"}), (f"/games/{id}/care", {"do": "end"}),
        *((f"/games/{id}/care", {"do": "knock", "seat": str(seat)}) for seat in range(-1, 4)),
        (f"/games/{id}/act", {"version": "0", "line": "pass"}), (f"/games/{id}/chat", {"words": "hello"}),
        (f"/games/{id}/notes", {"notes": "mine"}), (f"/games/{id}/try", {"step": "0", "seat": "0"}),
    ]
    for path, sent in asked:
        answer = httpx.post(server.address + path, data=sent)
        assert "set-cookie" not in answer.headers, (path, sent, answer.status_code)
    assert players(server) == before


def test_so_many_new_players_come_from_one_network(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """By whatever way they come."""
    ann = Client(server.address)
    invites = [ann.create("irish-gauge", "me", "open", "open")["seats"][1]["invite"] for _ in range(3)]
    before = players(server)
    limits = NetworkLimits()
    monkeypatch.setattr(server.app.state, "network_limits", limits)
    _, burst = NEW_GUESTS
    made = [httpx.post(f"{server.address}/join/{link}", data={"name": "Cleo"}).status_code for link in invites[:2]]
    assert made == [303, 303]
    while limits._new_guests.take("127.0.0.1"):
        pass
    refused = httpx.post(f"{server.address}/join/{invites[2]}", data={"name": "Bob"})
    assert refused.status_code == 429 and "set-cookie" not in refused.headers
    assert httpx.post(f"{server.address}/api/players", json={"name": "Dot"}).status_code == 429
    assert players(server) == before + 2 and burst >= 30, "a class that comes at once is let in"


def test_a_picture_is_drawn_once_and_few_at_a_time(made: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(table: Table) -> bytes:
        drawn.append(table.id)
        time.sleep(0.01)
        return f"{table.id} {table.version} {table.watched}".encode()

    monkeypatch.setattr(link_preview, "board_png", draw)
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    others = [made.tables.creation.create(people[0], "irish-gauge", [ME, OPEN, OPEN]).id for _ in range(15)]

    async def ask() -> None:
        limits = NetworkLimits()
        limits._pictures = TokenBuckets(0.001, 5)
        previews = LinkPreviews(made.tables, limits)
        same = await asyncio.gather(*(previews.picture(table.id, "a") for _ in range(40)))
        assert len(set(same)) == len(drawn) == 1, "all who ask at once wait for one"
        assert await previews.picture(table.id, "a") == same[0] and len(drawn) == 1, "and it is kept"
        newer = made.play(table, people, 1)
        assert await previews.picture(table.id, "a") == same[0], "for a moment an older one does"
        monkeypatch.setattr(link_preview, "FRESH_SECONDS", 0.0)
        assert await previews.picture(table.id, "a") == f"{table.id} {newer.version} True".encode()
        # A network that has had its share gets what is there, and is told to wait for the rest.
        made.play(newer, people, 1)
        for id in others[:3]:
            await previews.picture(id, "a")
        assert await previews.picture(table.id, "a") == f"{table.id} {newer.version} True".encode()
        with pytest.raises(TooManyRequests):
            await previews.picture(others[4], "a")
        # A hidden table shows no older picture from before it was hidden.
        made.tables.closing.let_watch(people[0], table.id, False)
        with pytest.raises(TooManyRequests):
            await previews.picture(table.id, "a")
        assert await previews.picture(table.id, "b") == f"{table.id} {newer.version + 1} False".encode()
        # However many networks ask, one is drawn at a time and few wait.
        found = await asyncio.gather(
            *(previews.picture(id, f"n{id}") for id in others[4:]), return_exceptions=True
        )
        busy = [one for one in found if isinstance(one, Busy)]
        assert len(busy) == len(found) - 1 - link_preview.WAITING

    asyncio.run(ask())


def test_all_that_is_kept_of_a_player_is_downloaded_a_few_times_an_hour() -> None:
    limits = NetworkLimits()
    for _ in range(DOWNLOADS[1]):
        limits.download(1)
    with pytest.raises(TooManyRequests):
        limits.download(1)
    limits.download(2)
