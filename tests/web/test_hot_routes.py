"""What is asked again and again while people play: plain routes, with the answers of those that describe them."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from roundhouse.web import threads
from roundhouse.web.http import api
from roundhouse.web.pages.table import routes
from tests.web.house import Client, Running, running


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Running]:
    with running(sqlite_url, limits=False) as server:
        yield server


@pytest.fixture
def plain(server: Running) -> FastAPI:
    """The same house without hot routes: FastAPI's own answer."""
    app = FastAPI()
    app.exception_handlers = server.app.exception_handlers
    app.state = server.app.state
    app.include_router(api.router, prefix="/api")
    app.include_router(routes.router)
    return app


Asked = tuple[str, str, dict[str, Any]]


def both(server: Running, plain: FastAPI, token: str, asked: Asked) -> int:
    """What is asked is answered alike by the hot route and by FastAPI's; the status."""
    method, path, more = asked
    headers = {"authorization": f"Bearer {token}", "hx-request": "true", **more.pop("headers", {})}
    served = httpx.request(method, f"{server.address}{path}", headers=headers, **more)
    plainly = asyncio.run(_asked(plain, method, path, headers, more))
    assert (served.status_code, served.text) == (plainly.status_code, plainly.text), asked
    return served.status_code


async def _asked(app: FastAPI, method: str, path: str, headers: Any, more: dict[str, Any]) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        return await client.request(method, path, headers=headers, **more)


def test_a_hot_route_answers_as_the_route_that_describes_it(server: Running, plain: FastAPI) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    ann.act(ann.view(id))

    def status(method: str, path: str, **more: Any) -> int:
        return both(server, plain, ann.token, (method, path, more))

    view, act = f"/api/tables/{id}/view", f"/api/tables/{id}/act"
    for query in ("", "?log=5", "?at=1&log=0", "?seat=2", "?else=1", "?log=1&log=2"):
        assert status("GET", view + query) == 200, query
    for query in ("log=-1", "log=many", "log=", "log=99999", "at=9999"):
        assert status("GET", f"{view}?{query}") in (404, 422), query
    for query in ("", "?at=0", "?after=1", "?as=1", "?after=0&as=2"):
        assert status("GET", f"/games/{id}/now{query}") == 200
    assert status("GET", "/games/nosuchtable/now") == 404
    assert status("POST", act, json={"line": "pass", "version": 0}) == 409
    for body in ({"line": "fly", "version": 1}, {"line": "pass"}, {"line": "x" * 201, "version": 0}):
        assert status("POST", act, json=body) == 422, body
    for form in ("line=fly&version=1&amount=", "line=pass", "version=0", "line=pass&version=x", "line=&version=0"):
        kind = {"content-type": "application/x-www-form-urlencoded"}
        assert status("POST", f"/games/{id}/act", content=form.encode(), headers=kind) == 422, form
    kind = {"content-type": "application/json; charset=utf-8"}
    assert status("POST", act, content=b'{"line": "fly", "version": 1}', headers=kind) == 422
    assert ann.view(id)["table"]["version"] == 1, "nothing of that was a move"


@pytest.mark.parametrize("sent", [
    {"json": ["pass"]}, {"content": b"{"}, {"content": b"\xff"}, {"data": {"line": "pass"}},
    {"content": b"&".join([b"a=1"] * 21), "headers": {"content-type": "application/x-www-form-urlencoded"}},
    {"content": b"[" * 100_000, "headers": {"content-type": "application/json"}},
])
def test_what_can_not_be_read_is_refused_in_words(server: Running, sent: Any) -> None:
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    for address in (f"/tables/{id}/act", "/players"):
        refused = ann.http.post(address, **sent)
        assert refused.status_code == 422 and refused.json()["error"]
    headers = {"authorization": f"Bearer {ann.token}"} | sent.get("headers", {})
    refused = httpx.post(f"{server.address}/games/{id}/act", **{**sent, "headers": headers})
    assert refused.status_code == 422


def test_who_waits_to_write_keeps_nobody_from_looking(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many act while another program holds the file; and only so many of them are let in."""
    monkeypatch.setattr(threads, "MOST_ACTING", threads.ACTING + 1)
    ann = Client(server.address)
    id = ann.create("irish-gauge", "me", "me", "me")["id"]
    view = ann.view(id)
    with ThreadPoolExecutor(threads.ACTING + 2) as others, server.tables.repository.database.writing():
        acts = [others.submit(Client(server.address, token=ann.token).act, view) for _ in range(threads.ACTING + 2)]
        refused = next(as_completed(acts)).result()
        assert refused.status_code == 503 and "nothing has changed" in refused.text
        assert ann.view(id)["table"]["version"] == view["table"]["version"]
    statuses = sorted(act.result().status_code for act in acts)
    assert statuses == [200, *[409] * threads.ACTING, 503]
