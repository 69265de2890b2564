"""What a server does about its database: a file that is none, one that goes away, and a PostgreSQL that is down."""
from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from roundhouse.errors import UserError
from roundhouse.web.storage.database import Database
from tests.web.house import Client, running


def test_a_file_that_holds_no_house_is_refused_in_one_sentence_and_left_as_it_is(tmp_path: Path) -> None:
    empty, garbled, damaged, other = (tmp_path / name for name in ("empty", "garbled", "damaged", "other"))
    empty.touch()
    garbled.write_bytes(b"no database at all\n" * 500)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    damaged.write_bytes(other.read_bytes()[:100] + b"\xff" * 8000)
    expected = {empty: "is empty, as if", garbled: "is no database", damaged: "can't be read", other: "another program"}
    for path, words in expected.items():
        before = path.read_bytes()
        with pytest.raises(UserError, match=words) as refused:
            Database(f"sqlite:///{path}").migrate()
        assert "\n" not in str(refused.value)
        assert path.read_bytes() == before
    with pytest.raises(UserError, match="can't be opened there"):
        Database(f"sqlite:///{garbled / 'file'}").claim()


def test_a_new_house_says_so_and_one_that_is_there_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    first = Database(f"sqlite:///{path}")
    assert first.migrate() == f"A new house: {path}"
    assert first.migrate() == ""
    first.close()
    bare = tmp_path / "bare.sqlite"
    with sqlite3.connect(bare) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    second = Database(f"sqlite:///{bare}")
    assert "a new house begins there" in second.migrate()
    second.close()


def test_nothing_is_acknowledged_that_a_file_which_has_gone_would_lose(sqlite_url: str, tmp_path: Path) -> None:
    file, log = tmp_path / "tables.sqlite", tmp_path / "tables.sqlite-wal"
    with running(sqlite_url, limits=False, rounds=0) as server, httpx.Client(base_url=server.address) as http:
        ann = Client(server.address)
        id = ann.create("irish-gauge", "me", "me", "me")["id"]
        before = ann.view(id)
        for moved in (file, log):
            moved.rename(tmp_path / "elsewhere")
            refused = ann.act(before)
            assert refused.status_code == 503 and "nothing has changed" in refused.json()["error"]
            assert http.get("/health").status_code == 503
            assert not moved.exists(), "and no empty one is made in its place"
            (tmp_path / "elsewhere").rename(moved)
        assert http.get("/health").json()["ready"]
        assert ann.view(id)["step"] == before["step"]
        assert ann.act(before).status_code == 200


def test_while_postgresql_is_down_pages_say_so_and_come_back(postgres_url: str) -> None:
    with running(postgres_url, limits=False, rounds=0) as server, httpx.Client(base_url=server.address) as http:
        ann = Client(server.address)
        id = ann.create("irish-gauge", "me", "me", "me")["id"]
        down = True

        def connect(_: object, __: object, ___: object, how: dict[str, Any]) -> None:
            if down:
                how["host"] = "/nowhere"

        engine = server.app.state.database.engine
        event.listen(engine, "do_connect", connect)
        engine.dispose()
        home = http.get("/")
        assert home.status_code == 503 and home.headers["retry-after"]
        assert '<a class="button main" href="/">Try again</a>' in home.text and "went wrong" not in home.text
        for path in (f"/games/{id}", "/api/tables", f"/api/tables/{id}"):
            assert http.get(path).status_code == 503, path
        assert http.get("/health").status_code == 503
        down = False
        assert http.get("/").status_code == 200 and ann.view(id)["step"] >= 0


def test_every_page_answers_head_as_it_answers_get(sqlite_url: str) -> None:
    with running(sqlite_url, limits=False, rounds=0) as server, httpx.Client(base_url=server.address) as http:
        ann = Client(server.address)
        id = ann.create("irish-gauge", "me", "me", "me", public=True)["id"]
        places = ["/", "/health", "/my", "/login", "/upload", "/new/irish-gauge", "/static/base.css", "/nothing",
                  f"/games/{id}", f"/games/{id}/now", f"/api/tables/{id}", f"/api/tables/{id}/view", "/api/games"]
        for path in places:
            told, head = http.get(path), http.head(path)
            assert (head.status_code, head.content) == (told.status_code, b""), path
            assert head.headers.get("content-length") == told.headers.get("content-length"), path
        # An answer without an end has an end there.
        assert http.head(f"/api/tables/{id}/events", timeout=5).headers["content-type"].startswith("text/event-stream")
        assert http.post("/api/games").status_code == 405
