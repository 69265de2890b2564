"""An application without the parts that it may do without, as the house in a browser is."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ASK = """
import asyncio, sys
ABSENT = "argon2 alembic mako filelock typer rich uvicorn h11 multiprocessing.context".split()
ABSENT.append("concurrent.futures.process")
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in ABSENT:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import anyio.to_thread, anyio.to_process   # as anyio is imported where there are processes
from roundhouse.site.house import open_house
from roundhouse.site import bots

async def main():
    async def think(given):
        return bots.answer(given)
    house = open_house(sys.argv[1], "http://127.0.0.1/roundhouse", think)
    await house.begin()
    async def ask(method, path, body=b""):
        found, parts = {}, []
        kind = [("content-type", "application/x-www-form-urlencoded")] if body else []
        given = [("host", "127.0.0.1"), ("sec-fetch-site", "same-origin"), *kind]
        begin = lambda status, headers: found.update(status=status, headers=dict(headers))
        await house.ask(method, path, "", given, body, begin, lambda part, more: parts.append(part), house.parting())
        return found["status"], found["headers"], b"".join(parts).decode("utf-8", "replace")
    form = b"seat=level-1&seat=level-3&seat=none&seat=none"
    status, headers, _ = await ask("POST", "/roundhouse/new/irish-gauge", form)
    assert status == 303 and headers["location"].startswith("/roundhouse/games/"), headers
    assert "set-cookie" not in headers
    for turn in range(200):
        await asyncio.sleep(0.02)
        status, _, page = await ask("GET", headers["location"])
        if "Your turn" in page:
            break
    assert status == 200 and "Your turn" in page
    hidden = ["/login", "/me\\"", "/join/", "/api/", "Invite friends", "Copy link", "/ratings", "/recover", "/privacy"]
    table = headers["location"].removeprefix("/roundhouse")
    for path in ("/", "/new/irish-gauge", "/my", "/upload", "/puzzles", "/kept", "/rules/irish-gauge", table):
        status, _, page = await ask("GET", "/roundhouse" + path)
        assert status == 200 and not [word for word in hidden if word in page], (path, [w for w in hidden if w in page])
    for path in ("/login", "/me", "/api/tables", "/recover"):
        assert (await ask("GET", "/roundhouse" + path))[0] == 404
    status, said, _ = await ask("GET", "/roundhouse/kept/house")
    assert status == 200 and ".house" in said["content-disposition"]
    await house.end()

asyncio.run(main())
print("done")
"""
MAKE = """
import sys
from roundhouse.web.storage.database import Database
database = Database(sys.argv[1])
database.migrate()
database.close()
"""


def test_a_house_without_others_imports_and_shows_nothing_that_is_theirs(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    subprocess.run([sys.executable, "-c", MAKE, f"sqlite:///{file}"], check=True)
    words = [sys.executable, "-c", ASK, str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0 and done.stdout.endswith("done\n"), done.stderr[-3000:]
