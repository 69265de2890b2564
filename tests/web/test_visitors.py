"""What one visitor can cost the house: rows, memory, threads, and the time of those who only look."""
from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from roundhouse.bots.advice import ReviewedStep
from roundhouse.bots.coach import EVEN, Advice
from roundhouse.bots.mistakes import GameReview
from roundhouse.engine.dice import Dice
from roundhouse.web.bots.bot_runner import BotRunner
from roundhouse.web.errors import Busy, TooManyRequests
from roundhouse.web.storage import database
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.threads import ThreadQueue
from tests.web.house import Client, Running, house, running, until

REFUSED = (403, 404, 409, 422)
NOWHERE = ("act", "undo", "intend", "chat", "rematch", "join", "undo/answer", "seats/0/bot", "seats/0/key")


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Running]:
    with running(sqlite_url, limits=False) as one:
        yield one


def rows(server: Running, of: Any) -> int:
    with server.tables.repository.database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(of)).scalar_one())


# ---- nobody is stored before they do something -----------------------------------------------------------------------


def test_who_asks_for_nothing_that_is_there_is_not_kept(server: Running) -> None:
    ann = Client(server.address)
    id = ann.create("narrow-gauge", "me", "open")["id"]
    body = {"line": "bid 1", "version": 1, "words": "hello", "wish": "pass", "agree": True, "level": "level-1"}
    form = {"version": "1", "line": "bid 1", "words": "x", "agree": "yes", "do": "sit", "name": "Eve", "password": "x"}
    for table in ("nosuch", id):
        for what in NOWHERE:
            assert httpx.post(f"{server.address}/api/tables/{table}/{what}", json=body).status_code in REFUSED
        for what in ("act", "undo", "consent", "intend", "chat", "rematch", "seats/1"):
            assert httpx.post(f"{server.address}/games/{table}/{what}", data=form).status_code in REFUSED
        assert httpx.post(f"{server.address}/games/{table}/hint").status_code in REFUSED
    for path in ("/api/join/nosuch", "/join/nosuch", "/new/nosuch", "/upload", "/claim", "/login"):
        assert httpx.post(server.address + path, data=form).status_code in (401, 404, 422)
    for seats in (["me"], ["me", "level-9"], ["me"] * 8):
        asked = {"game": "narrow-gauge", "seats": seats}
        assert httpx.post(f"{server.address}/api/tables", json=asked).status_code == 422
    assert httpx.post(f"{server.address}/api/records", json={"record": "{}"}).status_code == 422
    assert rows(server, at.players) == rows(server, at.sessions) == 1


def test_who_does_something_is_kept_with_the_name_that_they_gave(server: Running) -> None:
    with httpx.Client(base_url=server.address) as browser:
        sent = {"name": "Ann", "seat": ["level-1"]}
        made = browser.post("/new/narrow-gauge", data=sent, headers={"origin": server.address})
        assert made.status_code == 303 and "roundhouse=" in made.headers["set-cookie"]
        assert "Ann" in browser.get(made.headers["location"]).text
    assert rows(server, at.players) == rows(server, at.sessions) == 1


# ---- passwords -------------------------------------------------------------------------------------------------------


def test_passwords_are_hashed_one_by_one_and_only_so_many_wait() -> None:
    begun, most, go_on = [0], [0], threading.Event()

    def work() -> None:
        begun[0] += 1
        most[0] = max(most[0], begun[0])
        go_on.wait(30)
        begun[0] -= 1

    async def all_at_once() -> list[object]:
        queue = ThreadQueue(at_once=2, waiting=3)
        asked = [asyncio.create_task(queue.do(work)) for _ in range(9)]
        while sum(task.done() for task in asked) < 4 or begun[0] < 2:
            await asyncio.sleep(0.001)
        go_on.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(all_at_once())
    assert most == [2]
    assert [type(answer) for answer in answers] == [type(None)] * 5 + [TooManyRequests] * 4


def test_signing_in_goes_through_that_queue(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.app.state, "password_queue", ThreadQueue(at_once=1, waiting=-1))
    for path in ("/login", "/claim"):
        sent = httpx.post(server.address + path, data={"name": "Ann", "password": "a good password"})
        assert sent.status_code == 429


# ---- the event loop --------------------------------------------------------------------------------------------------


def test_nothing_reads_the_database_in_the_event_loop(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one waits for a lock, all would wait: hints, reviews, streams and pages alike."""
    loops, readers = set(), set()
    look = TableRepository.table

    def noted(desk: TableRepository, id: str) -> Any:
        readers.add(threading.get_ident())
        return look(desk, id)

    async def thought(*_: object) -> Advice:
        loops.add(threading.get_ident())
        return Advice(0, [0.5, 0.5], EVEN, [])

    async def reviewed(*_: object) -> GameReview:
        loops.add(threading.get_ident())
        return GameReview([ReviewedStep(number, 0, "", [0.5, 0.5], [0.5, 0.5]) for number in (1, 2)], [])

    ann = Client(server.address)
    id = ann.create("narrow-gauge", "me", "level-1")["id"]
    over = ann.create("narrow-gauge", "me", "me")["id"]
    while (view := ann.view(over))["table"]["status"] != "over":
        ann.good(ann.act(view, view["legal"][-1]))
    monkeypatch.setattr(TableRepository, "table", noted)
    monkeypatch.setattr(BotRunner, "hint", thought)
    monkeypatch.setattr(BotRunner, "review", reviewed)
    asked = {"hx-request": "true"}
    with httpx.Client(base_url=server.address, cookies={"roundhouse": ann.token}, headers=asked) as browser:
        assert browser.post(f"/games/{id}/hint", headers={"origin": server.address}).status_code == 200
        for path in (f"/games/{over}/review", f"/games/{id}", f"/games/{id}/now", "/"):
            assert browser.get(path).status_code == 200, path
        with browser.stream("GET", f"/events?table={id}") as stream:
            next(stream.iter_text())
    assert loops and readers and not loops & readers


# ---- reading never writes --------------------------------------------------------------------------------------------


def test_who_only_looks_does_not_notice_that_nothing_can_be_written(
    server: Running, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Client(server.address)
    id = ann.create("narrow-gauge", "me", "me", public=True)["id"]
    with server.tables.repository.database.writing() as connection:
        connection.execute(update(at.players).values(seen=0.0))
    monkeypatch.setattr(database, "WRITE_SECONDS", 0.05)
    server.tables.repository.database.engine.dispose()     # new connections wait as long for the lock
    server.app.state.players._memory.clear()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with httpx.Client(base_url=server.address, cookies={"roundhouse": ann.token}) as browser:
            for path in ("/", f"/games/{id}", f"/games/{id}/now", f"/api/tables/{id}/view", "/api/tables?which=mine"):
                assert browser.get(path).status_code == 200, path
            with browser.stream("GET", f"/events?table={id}") as stream:
                assert stream.status_code == 200 and next(stream.iter_text())
        refused = ann.act(ann.view(id))
        assert refused.status_code == 503 and "try again" in refused.json()["error"]
        other.execute("ROLLBACK")
    assert ann.act(ann.view(id)).status_code == 200


def test_a_review_is_shown_where_nothing_can_be_written(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reviewed(*_: object) -> GameReview:
        return GameReview([ReviewedStep(number, 0, "", [0.5, 0.5], [0.5, 0.5]) for number in (1, 2)], [])

    def busy(*_: object) -> None:
        raise Busy("the database is locked")

    ann = Client(server.address)
    id, player = ann.create("narrow-gauge", "me", "me")["id"], server.app.state.players.of_token(ann.token)
    dice, table = Dice(1), server.tables.repository.table(id)
    while table.status != "over":
        line = table.game.text(int(table.course.state.random_by_kind(dice)))
        table = server.tables.moves.act(player, id, line, table.version)
    monkeypatch.setattr(BotRunner, "review", reviewed)
    monkeypatch.setattr(server.tables.repository.database, "writing", busy)
    asked = {"hx-request": "true"}
    with httpx.Client(base_url=server.address, cookies={"roundhouse": ann.token}, headers=asked) as browser:
        assert browser.get(f"/games/{id}/review").status_code == 200


def test_who_was_here_is_written_down_later(server: Running) -> None:
    ann = Client(server.address)
    with server.tables.repository.database.writing() as connection:
        connection.execute(update(at.players).values(seen=0.0))
    server.app.state.players._memory.clear()
    assert ann.http.get("/tables").status_code == 200
    server.app.state.players.note_seen()
    with server.tables.repository.database.reading() as connection:
        assert connection.execute(select(at.players.c.seen)).scalar_one() > 0


def test_only_so_many_wait_to_write(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MOST_WRITERS", 2)
    with house(sqlite_url) as made:
        begun, go_on = threading.Barrier(2), threading.Event()

        def hold() -> None:
            with made.database.writing():
                begun.wait(30)
                go_on.wait(30)

        holder = threading.Thread(target=hold)
        holder.start()
        begun.wait(30)
        second = threading.Thread(target=made.guest)
        second.start()
        until(lambda: made.database._may_wait._value == 0)
        with pytest.raises(Busy):
            made.guest()
        go_on.set()
        holder.join()
        second.join()
        assert made.guest("Eve").id == 2
