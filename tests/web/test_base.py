"""A house below a path of its host: nothing that it says leads out of there."""
from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from roundhouse import base
from roundhouse.games import titles
from roundhouse.web import pages
from roundhouse.web.pages.rules.rulebook import rulebook
from roundhouse.web.pages.rules.source import Source
from tests.web.house import running

BASE = "/club/roundhouse"
ADDRESS = re.compile(r"""\s(?:href|src|action|formaction|poster|content|hx-[a-z]+|data-[a-z-]+)=["'](/[^"']*)["']""")
LINK = re.compile(r'<a\s[^>]*?\bhref="([^"#]+)')
STATIC = Path(pages.__file__).parent / "static"
IN_SCRIPT = re.compile(r"""(?<!at\()(?<!addressOf\()(?<!\*=)(?<!endsWith\()["'`]/[a-z]""")
"""An address that is no argument of `at`, nor part of one that is asked about."""
IN_PYTHON = re.compile(r"""(?:href|src|action)=(?:f?["']|\\?")/[a-z{"']""")
PAGES = 60


@pytest.fixture(autouse=True)
def at_the_root_again() -> Iterator[None]:
    yield
    base.stand_at("")


def outside(page: str) -> list[str]:
    """What does not begin with the base, or begins with it twice."""
    found = [unescape(address) for address in ADDRESS.findall(page)]
    return [address for address in found if not address.startswith(f"{BASE}/") or address.startswith(f"{BASE}{BASE}")]


def test_every_page_and_answer_stays_below_the_base(sqlite_url: str) -> None:
    with running(sqlite_url, address=f"https://club.example.org{BASE}/", limits=False) as server, httpx.Client(
        base_url=server.address, headers={"sec-fetch-site": "same-origin"}, timeout=30
    ) as client:
        made = [
            client.post(f"{BASE}/new/{name}", data={"seat": ["level-1"] * (title.players[0] - 1)})
            for name, title in titles().items()
        ]
        tables = [answer.headers["location"] for answer in made]
        assert all(table.startswith(f"{BASE}/games/") for table in tables)
        assert f"Path={BASE}/;" in made[0].headers["set-cookie"]
        others = [f"{BASE}/{name}" for name in ("", "nothing-here", "api/docs", "me")]
        todo = deque([*others, *tables, f"{tables[0]}/now"])
        seen = set(todo)
        asked = 0
        while todo and asked < PAGES:
            address = todo.popleft()
            asked += 1
            answer = client.get(address)
            assert answer.status_code in (200, 303, 307) or address == f"{BASE}/nothing-here", address
            assert answer.headers.get("location", f"{BASE}/").startswith(f"{BASE}/"), address
            if "html" not in answer.headers.get("content-type", ""):
                continue
            assert outside(answer.text) == [], address
            for link in LINK.findall(answer.text):
                further = urlsplit(urljoin(address, unescape(link)))._replace(fragment="").geturl()
                if further not in seen and further.startswith("/"):
                    seen.add(further)
                    todo.append(further)
        assert asked == PAGES
        manifest = client.get(f"{BASE}/manifest.webmanifest").json()
        assert all(manifest[name].startswith(BASE) for name in ("id", "start_url", "scope"))
        assert manifest["start_url"] == f"{BASE}/my/next"      # where something is due
        assert client.get(manifest["icons"][0]["src"]).status_code == 200
        assert client.get(f"{BASE}/api/openapi.json").json()["servers"] == [{"url": BASE}]
        # A web server before this one may have taken the base away already.
        assert outside(client.get(tables[0].removeprefix(BASE)).text) == []
        assert client.get(f"{BASE}/games/").headers.get("location", BASE).startswith(BASE)


def test_a_rulebook_that_is_kept_knows_where_the_house_stands_now() -> None:
    title = titles()["appalachian-trail"]
    for root in (BASE, ""):
        base.stand_at(root)
        book = rulebook(Source(title.name))
        assert f'src="{root}/rules/appalachian-trail/pictures/' in book.html
        assert any(f'href="{root}/rules/appalachian-trail#' in words for words in book.rules.values())


def test_scripts_and_markup_made_in_python_say_addresses_by_the_base_alone() -> None:
    assert [
        f"{file.name}: {line}" for file in STATIC.glob("*.js") for line in file.read_text(encoding="utf-8").splitlines()
        if IN_SCRIPT.search(line)
    ] == []
    code = Path(base.__file__).parent.rglob("*.py")
    assert [
        f"{file}: {line}" for file in code for line in file.read_text(encoding="utf-8").splitlines()
        if IN_PYTHON.search(line)
    ] == []
