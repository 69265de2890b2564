"""Metrics, logs and the status of a house: what they say, and to whom."""
from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import httpx
import pytest

from roundhouse.web import logs
from roundhouse.web.http.monitoring.metrics import kind_of, memory
from roundhouse.web.http.monitoring.request_log import shown
from roundhouse.web.logs import LogSettings
from tests.web.house import Client, running

TOKEN = "a token for the metrics"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the server writes of itself, as lines of JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(logs.say_what)
    handler.setFormatter(logs.JsonLines())
    levels = {name: logging.getLogger(name).level for name in ("roundhouse.access", "roundhouse.security")}
    for name in levels:
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.INFO)
    yield stream
    for name, level in levels.items():
        logging.getLogger(name).removeHandler(handler)
        logging.getLogger(name).setLevel(level)


def figures(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_the_figures_count_what_happens_and_only_those_who_may_read_them(
    sqlite_url: str, written: io.StringIO
) -> None:
    log = LogSettings("info", "json", True)
    with running(sqlite_url, limits=False, metrics=True, metrics_token=TOKEN, log=log) as server:
        ann = Client(server.address, "Ann")
        id = ann.create("irish-gauge", "me", "level-1", "level-1")["id"]
        for _ in range(3):
            view = ann.view(id)
            if view["legal"]:
                assert ann.act(view).status_code == 200
        with httpx.Client(base_url=server.address) as web:
            same = {"sec-fetch-site": "same-origin"}
            form = {"name": "Nobody Here", "password": "a wrong password"}
            assert web.post("/login", data=form, headers=same).status_code == 401
            for refused in ({}, {"authorization": "Bearer wrong"}):
                assert web.get("/metrics", headers=refused).status_code == 404
            asked = web.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
            assert asked.status_code == 200
            assert web.head("/health").status_code == 200 and web.head("/health").content == b""
            web.get("/enter/a-secret-token%0aforged")
            status = web.get("/status")
            assert status.status_code == 200 and "Everything works" in status.text and "answer at once" in status.text
    found = figures(asked.text)
    assert found['roundhouse_tables{status="playing"}'] == 1 and found["roundhouse_database_up"] == 1
    assert found['roundhouse_moves_total{game="irish-gauge"}'] >= 1
    assert found['roundhouse_bot_answers_total{outcome="done",work="think"}'] >= 0
    assert found['roundhouse_security_events_total{event="sign-in",outcome="failed"}'] == 1
    assert found["roundhouse_write_seconds_count"] > 3 and found['roundhouse_bots_waiting{pool="deep"}'] == 0
    assert found['roundhouse_request_seconds_count{kind="api"}'] >= 5
    assert found['roundhouse_memory_bytes{process="server"}'] > 1e7
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    failed = next(line for line in lines if line.get("event") == "sign-in")
    assert (failed["outcome"], failed["address"], failed["level"]) == ("failed", "127.0.0.1", "warning")
    assert "wrong password" not in written.getvalue() and "Nobody Here" not in written.getvalue()
    assert "a-secret-token" not in written.getvalue()
    assert any(line.get("path") == "/login" and line["status"] == 401 and line["ms"] > 0 for line in lines)


def test_without_a_token_figures_are_for_programs_on_this_machine(sqlite_url: str) -> None:
    with running(sqlite_url, metrics=True) as server, httpx.Client(base_url=server.address) as web:
        assert web.get("/metrics").status_code == 200
        for header in ({"x-forwarded-for": "192.0.2.7"}, {"host": "games.example.org"}, {"forwarded": "for=192.0.2.7"},
                       {"via": "1.1 proxy"}, {"x-real-ip": "192.0.2.7"}):
            assert web.get("/metrics", headers=header).status_code == 404, header


def test_figures_are_off_where_nobody_asked_for_them(sqlite_url: str) -> None:
    with running(sqlite_url) as server, httpx.Client(base_url=server.address) as web:
        assert web.get("/metrics").status_code == 404


def test_whatever_is_asked_for_there_are_few_kinds() -> None:
    asked = ["/games/a", "/games/a/events", "/api/tables", "/static/x.css", "/health", "/metrics", "/", "/a/b/c", "x"]
    kinds = {kind_of(method, path) for method in ("GET", "POST", "BREW") for path in asked}
    assert kinds == {"look", "act", "events", "api", "static", "health", "metrics", "page", "form"}
    assert shown("/join/secret") == "/join/…" and "\n" not in shown("/a\nb")
    assert memory()[0] >= 0


def test_a_line_of_the_log_is_text_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.makeLogRecord({"name": "roundhouse.x", "levelname": "WARNING", "msg": "so %s", "args": ("be it",)})
    logs.say_what(record)
    told = json.loads(logs.JsonLines().format(record))
    assert (told["message"], told["level"], told["request"]) == ("so be it", "warning", "-")
    assert "request=- table=-" in logging.Formatter(logs.FORMAT).format(record)
