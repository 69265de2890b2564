"""What is refused, and how: other sites' forms, floods, what is too large; and that nobody sees a stack trace."""
from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from roundhouse.web.http import middleware, rate_limits
from roundhouse.web.http.middleware import LARGEST_BODY, GuardMiddleware
from roundhouse.web.http.rate_limits import KEY_BYTES, TokenBuckets, client_network
from roundhouse.web.people.authentication import COOKIE
from tests.web.house import Client, Running, running, until

JSON = {"game": "narrow-gauge", "seats": ["me", "level-1"]}


def break_something(app: FastAPI) -> None:
    @app.get("/broken")
    def broken() -> None:
        raise ZeroDivisionError("a secret of the house")

    @app.get("/api/broken")
    def broken_too() -> None:
        raise ZeroDivisionError("a secret of the house")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('safety') / 'tables.sqlite'}") as one:
        break_something(one.app)
        yield one


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    """A browser that has the cookie of a guest."""
    _, token = server.app.state.players.guest("Ann")
    with httpx.Client(base_url=server.address, cookies={COOKIE: token}) as http:
        yield http


# ---- where a form comes from -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"referer": "https://elsewhere.example/page"},
        {},
    ],
)
def test_a_form_of_another_site_is_refused(browser: httpx.Client, headers: dict[str, str]) -> None:
    answer = browser.post("/api/tables", json=JSON, headers=headers)
    assert answer.status_code == 403 and "another site" in answer.json()["error"]
    assert browser.get("/api/tables", params={"which": "mine"}).json() == []


def test_a_form_of_our_own_is_taken(browser: httpx.Client, server: Running) -> None:
    for headers in ({"sec-fetch-site": "same-origin"}, {"origin": server.address}, {"referer": f"{server.address}/"}):
        assert browser.post("/api/tables", json=JSON, headers=headers).status_code == 201


def test_a_visitor_becomes_a_guest_by_doing_something_and_not_by_looking(server: Running) -> None:
    with httpx.Client(base_url=server.address) as http:
        assert "set-cookie" not in http.get("/api/tables").headers
        made = http.post("/api/tables", json=JSON)
        cookie = made.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/"))
        assert [one["id"] for one in http.get("/api/tables", params={"which": "mine"}).json()] == [made.json()["id"]]


def test_a_token_that_is_not_known_is_nobody(server: Running) -> None:
    headers = {"authorization": "Bearer nonsense"}
    assert httpx.post(f"{server.address}/api/tables", json=JSON, headers=headers).status_code == 401
    assert httpx.get(f"{server.address}/api/tables?which=mine", headers=headers).json() == []


# ---- sizes and rates -------------------------------------------------------------------------------------------------


def test_what_is_too_large_is_refused(server: Running) -> None:
    ann = Client(server.address)
    large = "x" * (LARGEST_BODY + 1)
    assert ann.post("/records", record=large).status_code == 413

    def parts() -> Iterator[bytes]:
        yield b'{"record": "'
        for _ in range(40):
            yield b"x" * (LARGEST_BODY // 30)

    answer = ann.http.post("/records", content=parts(), headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413)
    id = ann.create("narrow-gauge", "me", "me")["id"]
    assert ann.post(f"/tables/{id}/chat", words="x" * 2001).status_code == 422
    assert ann.post(f"/tables/{id}/act", line="x" * 201, version=0).status_code == 422


def test_buckets_fill_again() -> None:
    buckets = TokenBuckets(rate=2, burst=3)
    assert [buckets.take("ann", now=0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take("bob", now=0.0)
    assert [buckets.take("ann", now=1.0) for _ in range(3)] == [True, True, False]
    assert [buckets.take("ann", now=100.0) for _ in range(4)] == [True, True, True, False]


def test_what_is_remembered_of_who_asks_is_small_and_has_an_end() -> None:
    buckets = TokenBuckets(rate=1, burst=1, most=100)
    for number in range(300):
        buckets.take(f"{number} {'x' * 60_000}", now=0.0)
    assert len(buckets) == 100
    assert {len(name) for name in buckets._left} == {KEY_BYTES}


def test_a_household_is_counted_as_one() -> None:
    assert (
        client_network("2001:db8:1:2::5") == client_network("2001:db8:1:2:ffff::9") != client_network("2001:db8:1:3::5")
    )
    assert client_network("::ffff:192.0.2.7") == client_network("192.0.2.7") == "192.0.2.7"
    assert client_network("a unix socket") == "a unix socket"


def test_only_so_much_is_open_at_once_for_one_address(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "AT_ONCE", 2)
    with running(sqlite_url) as server, httpx.Client(base_url=server.address) as http:
        id = Client(server.address).create("narrow-gauge", "me", "me")["id"]
        with http.stream("GET", f"/events?table={id}"), http.stream("GET", f"/events?table={id}"):
            assert http.get("/api/games").status_code == 429
        until(lambda: http.get("/api/games").status_code == 200)


def test_of_one_address_few_answers_are_made_at_a_time_and_others_are_answered_in_between() -> None:
    """However many pages somebody asks for at once. An answer that is being sent, however slowly, holds up nobody."""
    asyncio.run(_ask_at_once())


async def _ask_at_once() -> None:
    at_work, most, answered, free = Counter[str](), Counter[str](), Counter[str](), asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        host = scope["client"][0]
        at_work[host] += 1
        most[host] = max(most[host], at_work[host])
        if scope["path"] == "/slow":
            await free.wait()
        await asyncio.sleep(0)
        at_work[host] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        answered[host] += 1
        if scope["path"] == "/stream":
            await asyncio.Event().wait()

    guard = GuardMiddleware(app, lambda request, error: PlainTextResponse(str(error), 500))

    def ask(host: str, path: str) -> asyncio.Task[None]:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [], "client": (host, 1),
                 "scheme": "http", "server": ("house", 80), "root_path": ""}

        async def nothing(*_: object) -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        return asyncio.ensure_future(guard(scope, nothing, nothing))

    streams = [ask("192.0.2.1", "/stream") for _ in range(5)]
    asked = [ask("192.0.2.1", "/slow") for _ in range(9)]
    gone = ask("192.0.2.1", "/slow")
    other = ask("192.0.2.2", "/")
    await asyncio.wait_for(other, 5)
    gone.cancel()
    await asyncio.wait([gone])
    assert answered["192.0.2.2"] == 1 and answered["192.0.2.1"] == 5 and at_work["192.0.2.1"] == rate_limits.IN_WORK
    free.set()
    await asyncio.wait_for(asyncio.gather(*asked), 5)
    assert most["192.0.2.1"] == rate_limits.IN_WORK and answered["192.0.2.1"] == 14
    for stream in streams:
        stream.cancel()
    await asyncio.wait(streams)
    assert not len(guard._in_work), "and nothing of it is remembered"


def test_one_who_asks_too_often_waits_and_the_others_do_not(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BY_PLAYER", (0, 20))
    with running(sqlite_url) as server:
        ann, bob = Client(server.address, "Ann"), Client(server.address, "Bob")
        answers = [ann.http.get("/tables/nosuch") for _ in range(21)]
        assert [answer.status_code for answer in answers] == [404] * 20 + [429]
        assert answers[-1].headers["retry-after"] == "2" and "wait" in answers[-1].json()["error"]
        assert bob.http.get("/tables").status_code == 200


def test_new_players_tables_and_passwords_are_rationed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "COSTLY", (0, 5))
    with running(sqlite_url) as server, httpx.Client(base_url=server.address) as http:
        assert [http.post("/api/players", json={}).status_code for _ in range(6)] == [201] * 5 + [429]
        assert http.post("/login", data={"name": "Ann", "password": "guess"}).status_code == 429
        assert http.get("/api/tables").status_code == 200
        for path in ("/games/nosuch/try", "/games/nosuch/rematch", "/api/tables/nosuch/rematch", "/upload"):
            assert http.post(path, data={"step": 1, "seat": 0}).status_code == 429, "each would be a table more"


# ---- what every answer says ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/docs", "/nowhere", "/broken", "/api/tables/nosuch/events"])
def test_no_page_runs_what_is_not_ours(server: Running, path: str) -> None:
    headers = httpx.get(server.address + path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'" and policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'" and policy["form-action"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/broken", "/api/broken"])
def test_nobody_sees_a_stack_trace(server: Running, path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = httpx.get(server.address + path)
    assert answer.status_code == 500
    assert "secret of the house" not in answer.text and "Traceback" not in answer.text
    assert "nothing that was played is lost" in answer.text
    assert any("failed" in record.message for record in caplog.records), "the log has it"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nowhere", b"", 404),
        ("GET", "/api/nowhere", b"", 404),
        ("GET", "/api/tables/nosuch", b"", 404),
        ("GET", "/api/tables/" + "x" * 300, b"", 422),
        ("DELETE", "/api/games", b"", 405),
        ("POST", "/api/tables", b"{not json", 422),
        ("POST", "/api/tables", b'{"game": "chess", "seats": ["me", "me"]}', 422),
        ("POST", "/api/tables", b'{"game": "irish-gauge", "seats": ["me"]}', 422),
        ("POST", "/api/tables", b'{"game": "irish-gauge", "seats": ["me", "../bot.py:X", "me"]}', 422),
        ("POST", "/api/records", b'{"record": "[]"}', 422),
        ("POST", "/api/join/nosuch", b"", 404),
    ],
)
def test_mistakes_are_answered_in_words(server: Running, method: str, path: str, body: bytes, status: int) -> None:
    answer = httpx.request(method, server.address + path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    if path.startswith("/api/"):
        assert isinstance(answer.json()["error"], str) and len(answer.json()["error"]) > 5
    else:
        assert "<h1" in answer.text


# ---- what lies in the database ---------------------------------------------------------------------------------------


def test_who_reads_the_database_can_not_sit_down_with_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with running(f"sqlite:///{file}") as server:
        ann = Client(server.address)
        id = ann.create("narrow-gauge", "me", "me")["id"]
        key = ann.good(ann.post(f"/tables/{id}/seats/0/key"))["token"]
        player = server.app.state.players.of_token(ann.token)
        server.app.state.players.claim(player, "Ann", "a good password")
        with sqlite3.connect(file) as connection:
            text = "\n".join(connection.iterdump())
    for secret in (ann.token, key, "a good password"):
        assert secret not in text
    assert "$argon2id$" in text
