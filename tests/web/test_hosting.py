"""Behind another web server, watched by whoever looks after servers, and what is written in the log."""
from __future__ import annotations

import io
import logging

import httpx
import pytest

from roundhouse.web import logs
from roundhouse.web.http import middleware
from tests.web.house import Client, running

FORWARDED = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}


@pytest.mark.parametrize(
    ("proxies", "trusted"),
    [(("127.0.0.0/8",), True), (("127.0.0.1",), True), (("127.0.0.7/24",), True), (("172.18.0.0/16",), False)],
)
def test_a_proxy_is_named_when_the_server_starts(sqlite_url: str, proxies: tuple[str, ...], trusted: bool) -> None:
    """What it passes on makes cookies secure, and visitors apart; from anybody else it is not believed."""
    with running(sqlite_url, proxies=proxies) as server:
        sent = {"game": "narrow-gauge", "seats": ["me", "me"]}
        made = httpx.post(f"{server.address}/api/tables", json=sent, headers=FORWARDED)
        assert ("Secure" in made.headers["set-cookie"]) == trusted


def test_visitors_behind_a_proxy_have_each_their_own_rate(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BY_ADDRESS", (0, 3))
    with running(sqlite_url, proxies=("127.0.0.1",)) as server, httpx.Client(base_url=server.address) as http:
        for visitor in ("203.0.113.7", "203.0.113.8"):
            answers = [http.get("/api/games", headers={"x-forwarded-for": visitor}).status_code for _ in range(4)]
            assert answers == [200, 200, 200, 429]


def test_health_says_live_and_ready(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(sqlite_url) as server:
        assert httpx.get(f"{server.address}/health").json() == {"live": True, "ready": True}
        monkeypatch.setattr(server.app.state.bot_runner, "_loop", None)
        answer = httpx.get(f"{server.address}/health")
        assert (answer.status_code, answer.json()) == (503, {"live": True, "ready": False})


def test_a_line_of_the_log_has_time_request_and_table(sqlite_url: str) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter(logs.FORMAT))
    handler.addFilter(logs.say_what)
    logging.getLogger("roundhouse").addHandler(handler)
    try:
        with running(sqlite_url) as server:
            id = Client(server.address).create("narrow-gauge", "me", "me")["id"]

            @server.app.get("/games/{id}/broken")
            def broken(id: str) -> None:
                raise ZeroDivisionError

            httpx.get(f"{server.address}/games/{id}/broken")
    finally:
        logging.getLogger("roundhouse").removeHandler(handler)
    line = written.getvalue().splitlines()[0]
    assert f"table={id}" in line and "request=-" not in line and line[:2] == "20"
