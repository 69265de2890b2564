"""A server beside games that come, break and go: everybody else plays on, and what was begun waits."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import httpx

from tests.strangers import ROOT, stranger
from tests.web.house import Client, Process, until


def serving(database: Path, *games: Path, bots: int = 0, log: Path | None = None) -> Process:
    known = os.pathsep.join(map(str, games))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ROUNDHOUSE_GAMES": known}
    errors = log.open("w") if log else subprocess.DEVNULL
    return Process(f"sqlite:///{database}", bots=bots, env=environment, stderr=errors)


def test_home_names_a_game_that_cant_be_opened_and_the_log_says_why(tmp_path: Path) -> None:
    broken = stranger(tmp_path, "dark_mail", rules="import nothing_of_this_name")
    with serving(tmp_path / "tables.sqlite", broken, log=tmp_path / "log") as server:
        home = httpx.get(server.address)
        assert home.status_code == 200
        assert "<h1>Four games at one table</h1>" in home.text
        assert "Not open today: dark_mail." in home.text
        assert len(httpx.get(f"{server.address}/api/games").json()) == 4
        assert httpx.get(f"{server.address}/new/irish-gauge").status_code == 200
    assert "nothing_of_this_name" in (tmp_path / "log").read_text()


def test_home_counts_a_fifth_game_and_gives_it_its_colour(tmp_path: Path) -> None:
    one = stranger(tmp_path, "dark_mail")
    title = (one / "__init__.py").read_text()
    (one / "__init__.py").write_text(title.replace("editions=", 'accent=("#123456", "#abcdef"),\n    editions='))
    with serving(tmp_path / "tables.sqlite", one) as server:
        home = httpx.get(server.address).text
        assert "<h1>Five games at one table</h1>" in home
        assert "Not open today" not in home
        assert '[data-game="dark-mail"] { --accent: light-dark(#123456, #abcdef); }' in httpx.get(
            f"{server.address}/accents.css").text


def test_a_picture_that_cant_be_drawn_is_a_plain_one(tmp_path: Path) -> None:
    drawing = (
        "from roundhouse.games import title\nfrom roundhouse.games.defaults import drawing\n\n\n"
        "def __getattr__(name):\n    if name == 'picture':\n        return lambda: 1 / 0\n"
        "    if name.startswith('__'):\n        raise AttributeError(name)\n"
        "    return getattr(drawing.make(title('dark-mail')), name)\n"
    )
    with serving(tmp_path / "tables.sqlite", stranger(tmp_path, "dark_mail", drawing=drawing)) as server:
        home = httpx.get(server.address)
        assert home.status_code == 200
        assert 'data-game="dark-mail"' in home.text


def test_a_table_waits_for_its_game(tmp_path: Path) -> None:
    folder, database = stranger(tmp_path, "dark_mail"), tmp_path / "tables.sqlite"
    with serving(database, folder) as server:
        ann = Client(server.address)
        table = ann.create("dark-mail", "me", "level-1")["id"]
        other = ann.create("appalachian-trail", "me", "level-1")["id"]
        before = ann.http.get(f"/tables/{table}").json()
    with serving(database, bots=1) as server:
        ann = Client(server.address, token=ann.token)
        for page in ("/", "/my"):
            assert httpx.get(f"{server.address}{page}", cookies={"player": ann.token}).status_code == 200
        refused = ann.http.get(f"/tables/{table}/view")
        assert refused.status_code in (404, 409, 422)
        assert "there is no game 'dark-mail' here" in refused.text
        assert httpx.get(f"{server.address}/games/{table}").status_code == refused.status_code
        until(lambda: ann.http.get(f"/tables/{other}").json()["to_act"] == 0)
        assert httpx.get(f"{server.address}/health").status_code == 200
    with serving(database, folder, bots=1) as server:
        ann = Client(server.address, token=ann.token)
        assert ann.http.get(f"/tables/{table}").json()["step"] >= before["step"]
        assert ann.http.get(f"/tables/{table}/view").status_code == 200
