"""The shorter way: the same answers as the long one, which takes whatever is not plain."""
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from roundhouse.web.http import fast_routes
from roundhouse.web.http.fast_routes import FastRoute
from tests.web.house import Client, Running, running


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Running]:
    with running(sqlite_url, limits=False) as server:
        yield server


@dataclass
class Taken:
    short: int = 0


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Taken:
    """How many requests have come the shorter way."""
    found = Taken()
    answer = FastRoute.answer

    async def counted(way: FastRoute, *asked: Any) -> httpx.Response:
        found.short += 1
        return await answer(way, *asked)        # type: ignore[return-value]

    monkeypatch.setattr(FastRoute, "answer", counted)
    return found


def both_ways(http: httpx.Client, taken: Taken, monkeypatch: pytest.MonkeyPatch, *asked: Any, **more: Any) -> int:
    """What is asked is answered alike on both; the status."""
    before = taken.short
    short = http.request(*asked, **more)
    assert taken.short == before + 1, asked
    with monkeypatch.context() as patched:
        patched.setattr(fast_routes, "LONGEST_ID", 0)
        long = http.request(*asked, **more)
    assert taken.short == before + 1
    assert (short.status_code, short.text, short.headers.keys()) == (long.status_code, long.text, long.headers.keys())
    return short.status_code


def test_both_ways_answer_alike(server: Running, taken: Taken, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    ann.act(ann.view(id))
    asks = {"hx-request": "true", "sec-fetch-site": "same-origin"}
    page = httpx.Client(base_url=server.address, cookies={"roundhouse": ann.token}, headers=asks)
    ways = (ann.http, taken, monkeypatch)
    pages = (page, taken, monkeypatch)
    for query in ("", "?log=5", "?at=1&log=0", "?seat=2", "?at=9999"):
        both_ways(*ways, "GET", f"/tables/{id}/view{query}")
    for query in ("", "?at=0", "?after=1", "?as=1", "?after=0&as=2"):
        assert both_ways(*pages, "GET", f"/games/{id}/now{query}") == 200
    assert both_ways(*ways, "POST", f"/tables/{id}/act", json={"line": "pass", "version": 0}) == 409
    assert both_ways(*ways, "POST", f"/tables/{id}/act", json={"line": "fly", "version": 1}) == 422
    assert both_ways(*pages, "POST", f"/games/{id}/act", data={"line": "fly", "version": 1, "amount": ""}) == 422
    assert both_ways(*pages, "GET", "/games/nosuchtable/now") == 404


@pytest.mark.parametrize("query", ["log=-1", "log=1&log=2", "log=many", "log=", "else=1", "log=99999", "at=%D9%A1"])
def test_what_is_not_plain_in_a_query_is_looked_at_closely(server: Running, taken: Taken, query: str) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    assert ann.http.get(f"/tables/{id}/view?{query}").status_code in (200, 422)
    assert taken.short == 0


@pytest.mark.parametrize("sent", [
    {"json": {"line": "pass"}}, {"json": ["pass"]}, {"content": b"{"}, {"content": b"\xff"}, {"data": {"line": "pass"}},
    {"json": {"line": "x" * 201, "version": 0}},
])
def test_what_is_not_plain_in_a_body_is_refused_in_words(server: Running, taken: Taken, sent: Any) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    refused = ann.http.post(f"/tables/{id}/act", **sent)
    assert refused.status_code == 422 and refused.json()["error"] and taken.short == 0


@pytest.mark.parametrize("form", [
    b"line=pass", b"version=0", b"line=pass&line=pass&version=0", b"line=pass&version=x", b"line=&version=0",
    b"line=" + 601 * b"x" + b"&version=0",
])
def test_a_form_that_is_not_plain_is_looked_at_closely(server: Running, taken: Taken, form: bytes) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    kind = {"content-type": "application/x-www-form-urlencoded", "authorization": f"Bearer {ann.token}"}
    answer = httpx.post(f"{server.address}/games/{id}/act", content=form, headers=kind)
    assert answer.status_code in (303, 422) and taken.short == 0


def test_who_waits_to_write_keeps_nobody_from_looking(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many act while another program holds the file; and only so many of them are let in."""
    monkeypatch.setattr(fast_routes, "MOST_ACTING", fast_routes.ACTORS + 1)
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    view = ann.view(id)
    with ThreadPoolExecutor(fast_routes.ACTORS + 2) as others, server.tables.repository.database.writing():
        acts = [others.submit(Client(server.address, token=ann.token).act, view) for _ in range(fast_routes.ACTORS + 2)]
        refused = next(as_completed(acts)).result()
        assert refused.status_code == 503 and "nothing has changed" in refused.text
        assert ann.view(id)["table"]["version"] == view["table"]["version"]
    statuses = sorted(act.result().status_code for act in acts)
    assert statuses == [200, *[409] * fast_routes.ACTORS, 503]
