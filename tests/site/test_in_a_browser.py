"""The house without a server as people use it: in a browser, below a subfolder of a static server that goes away."""
from __future__ import annotations

import base64
import functools
import gzip
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, expect, sync_playwright

from roundhouse._compiled import PACKAGE
from roundhouse.games import titles
from tests.site.unpacked import SITE, engine, listed
from tests.web.browsing import AT_ONCE, AT_REST, BROWSERS, DESK, FRUGAL, NOTE_CHANGES, PHONE

MEGABYTE = 1e6
LARGEST_FIRST_VISIT = 14.0
"""In megabytes, packed."""
MOST_PROCESSOR_SECONDS = 8.0
"""Of the first page, brought and drawn, less what other programs of the machine take."""
PATIENCE = 120_000.0
GUIDED = """const get = localStorage.getItem;
localStorage.getItem = (key) => key.startsWith("guide:") ? "seen" : get.call(localStorage, key);
"""
READY = f"""() => {{
  const meta = document.getElementById("meta")?.dataset;
  if (!meta || meta.step !== meta.latest || !({AT_REST})) return false;
  return document.querySelector(".plot") ? "over" : document.querySelector("#prompt.mine") ? "mine" : false;
}}"""
CLICK = """number => {
  const doing = document.getElementById("do-it");
  const found = [...document.querySelectorAll("#actions .choice, #actions .quick button")];
  found[number % found.length].click();
  if (doing && !doing.disabled) doing.click();
  return document.getElementById("meta").dataset.mark;
}"""
MOVED = "mark => document.getElementById('meta').dataset.mark !== mark"
TO_THE_END = "irish-gauge"
"""All games of all titles end there as they do here: test_same_games.py. One is clicked through."""
GAMES = [title.name for title in titles().values() if title.folder.parent == PACKAGE / "games"]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """For an address that is not known, the page that static hosts show then."""
        if code != HTTPStatus.NOT_FOUND or self.command != "GET":
            super().send_error(code, message, explain)
            return
        body = (SITE / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class StaticServer:
    """`python -m http.server` on a folder in which the site is a subfolder."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


class Visitor:
    """Somebody's browser, which can be closed and opened again with what it has kept."""

    def __init__(self, playwright: Playwright, profile: Path, phone: bool = False) -> None:
        self._open: Callable[[], BrowserContext] = lambda: playwright.chromium.launch_persistent_context(
            profile, executable_path=program(), viewport=PHONE if phone else DESK, has_touch=phone, args=FRUGAL,
            reduced_motion="reduce", accept_downloads=True,
        )
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        self.begin()

    def begin(self) -> None:
        self.context = self._open()
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(NOTE_CHANGES + AT_ONCE + GUIDED)
        self.context.on("request", self._note)

    def _note(self, request: object) -> None:
        url = str(getattr(request, "url"))  # noqa: B009 - of whatever kind
        if not re.match(r"(http://127\.0\.0\.1:|blob:|data:)", url):
            self.foreign.append(url)

    def page(self, address: str) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if "Content Security" in said.text else None)
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => ['page', 'notice'].some((id) => document.getElementById(id)?.hidden === false)")
        assert page.locator("#page").is_visible(), page.locator("#notice").inner_text()
        return page

    def close(self) -> None:
        self.context.close()


def program() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no Chromium here to open the house with")
    return found


def inside(page: Page) -> Frame:
    """The page of the house in the page that stays."""
    return next(frame for frame in page.frames if frame != page.main_frame)


def processor_seconds(profile: Path) -> float:
    """That a browser with that profile has taken so far, with all programs that it has started."""
    seconds, parents, ours = {}, {}, set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            numbers = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
            words = (stat.parent / "cmdline").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        process = int(stat.parent.name)
        parents[process], seconds[process] = int(numbers[1]), (int(numbers[11]) + int(numbers[12])) / 100
        if str(profile) in words:
            ours.add(process)
    while further := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= further
    return sum(seconds[process] for process in ours)


def sit_down(page: Page, game: str, level: str = "level-1") -> str:
    """At a new table, as people do it; its address."""
    frame = inside(page)
    frame.locator(f".game[data-game={game}]").get_by_role("link", name="Choose rivals").click()
    frame.wait_for_url(f"**/new/{game}")
    for seat in frame.locator("select[name=seat]").all():
        seat.select_option("none" if seat.locator("option[value=none]").count() else level)
    frame.get_by_role("button", name="Start").click()
    frame.wait_for_url("**/games/*")
    return frame.url


def play(frame: Frame, moves: int) -> str:
    """So many moves by clicks, or to the end: "over" or "mine"."""
    frame.wait_for_load_state("load")     # the table stands before its scripts do
    for number in range(moves):
        if frame.wait_for_function(READY, polling=20).json_value() == "over":
            return "over"
        mark = frame.evaluate(CLICK, number)
        frame.wait_for_function(MOVED, arg=mark, polling=20)
    return str(frame.wait_for_function(READY, polling=20).json_value())


def test_what_the_first_visit_brings_is_within_its_budget() -> None:
    sizes = [size for path, (_, _, size) in listed().items() if not path.startswith(("nets/", "later/"))]
    assert sum(sizes) / MEGABYTE <= LARGEST_FIRST_VISIT
    files = ("index.html", "shell.js", "sw.js", "404.html")
    text = "".join((SITE / name).read_text(encoding="utf-8") for name in files)
    assert re.findall(r"https?://(?!127\.0\.0\.1)[^\s\"'`]+", text) == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    folder = tmp_path_factory.mktemp("hosted")
    (folder / "roundhouse").symlink_to(SITE)
    started = StaticServer(folder)
    yield started
    started.stop()


def test_all_games_go_on_without_a_server_and_one_to_its_end(playwright: Playwright, tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "roundhouse").symlink_to(SITE)
    server = StaticServer(tmp_path / "www")
    profile = tmp_path / "profile"
    visitor = Visitor(playwright, profile)
    home = f"{server.address}/roundhouse/"
    page = visitor.page(home)
    expect(page.locator("html")).to_have_attribute("data-engine", engine() or "plain")
    taken = processor_seconds(profile)
    print(f"the first page took {taken:.1f} seconds of the processor")
    assert taken < MOST_PROCESSOR_SECONDS
    shown = inside(page).content()
    assert not [word for word in ("Sign in", "Invite friends", "/api/", "recovery code") if word in shown]
    assert "roundhouse serve" in shown
    tables = []
    for game in GAMES:
        tables.append(sit_down(page, game))
        play(inside(page), 2)
        page.goto(home, wait_until="commit")
        page.wait_for_function("() => !document.getElementById('page')?.hidden")
        inside(page).wait_for_load_state()
    # The server goes, and so does the browser; what was played has been kept.
    server.stop()
    page.close()
    visitor.close()
    visitor.begin()
    for game, table in zip(GAMES, tables):
        page = visitor.page(table)
        assert page.url == table
        assert play(inside(page), 400 if game == TO_THE_END else 4) == ("over" if game == TO_THE_END else "mine")
        page.close()
    assert visitor.foreign == [] and visitor.complaints == []
    visitor.close()


KEPT, OTHER = "roundhouse_roundhouse_", "0.0.0-another"
SPOIL = """async (folder) => {
  const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
  const file = await kept.getFileHandle("tables.sqlite");
  for (;;)
    try {
      const writing = await file.createWritable();
      await writing.write(new Uint8Array(20000).fill(7));
      return await writing.close();
    } catch { await new Promise((resolve) => setTimeout(resolve, 100)); }    // the house lets go of it a moment later
}"""


def another_version(folder: Path) -> None:
    """The same site by another name of its version."""
    shutil.copytree(SITE, folder)
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    found = re.search(r'const VERSION = "(.+?)";', worker)
    assert found is not None
    file, digest, size = listed()["shell.js"]
    shell = (folder / "shell.js").read_bytes().replace(found[1].encode(), OTHER.encode())
    packed = gzip.compress(shell, mtime=0)
    (folder / "shell.js").write_bytes(shell)
    (folder / "files" / "another.z").write_bytes(packed)
    entry = json.dumps(["files/another.z", base64.b64encode(sha256(packed).digest()).decode(), len(packed)])
    worker = worker.replace(found[1], OTHER).replace(json.dumps([file, digest, size]), entry)
    (folder / "sw.js").write_text(worker, encoding="utf-8")


def test_a_newer_version_is_used_in_the_middle_of_a_game_and_spoilt_tables_are_no_end(
    playwright: Playwright, tmp_path: Path
) -> None:
    place = tmp_path / "www" / "roundhouse"
    place.parent.mkdir()
    place.symlink_to(SITE)
    server = StaticServer(place.parent)
    visitor = Visitor(playwright, tmp_path / "profile")
    page = visitor.page(f"{server.address}/roundhouse/")
    table = sit_down(page, "narrow-gauge")
    assert play(inside(page), 2) == "mine"
    step = inside(page).evaluate("() => document.getElementById('meta').dataset.step")
    second = visitor.page(table)
    another_version(tmp_path / "newer")
    place.unlink()
    place.symlink_to(tmp_path / "newer")
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    tabs = (page, second)
    for tab in tabs:
        tab.evaluate("() => { window.before = true; }")
    page.get_by_role("button", name="Use it now").click()
    for tab in tabs:
        tab.wait_for_function("() => !window.before && document.getElementById('page')?.hidden === false")
        inside(tab).wait_for_function(READY)
        assert inside(tab).evaluate("() => document.getElementById('meta').dataset.step") == step
    assert [name for name in page.evaluate("() => caches.keys()") if not name.endswith(OTHER)] == []
    assert play(inside(page), 1) == "mine"
    second.close()
    # Something has written into the tables while no tab had them.
    page.goto(f"{server.address}/")
    page.evaluate(SPOIL, KEPT)
    page.goto(table, wait_until="commit")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Take it along").click()
    assert coming.value.path().read_bytes() == bytes([7]) * 20000
    page.get_by_role("button", name="Begin anew").click()
    page.wait_for_function("() => document.documentElement.dataset.house === 'open'")
    assert visitor.foreign == [] and visitor.complaints == []
    visitor.close()
    server.stop()


def test_tabs_share_one_house_on_a_phone_and_all_of_it_goes_along_as_a_file(
    playwright: Playwright, server: StaticServer, tmp_path: Path
) -> None:
    home = f"{server.address}/roundhouse/"
    visitor = Visitor(playwright, tmp_path / "one", phone=True)
    # By a link to a page of the house, which its host does not know.
    page = visitor.page(f"{home}learn/irish-gauge/first-railway/1")
    inside(page).get_by_role("link", name="Roundhouse").first.click()
    inside(page).wait_for_url(home)
    table = sit_down(page, "narrow-gauge")
    assert play(inside(page), 1) == "mine"
    assert inside(page).evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    second = visitor.page(table)
    assert play(inside(second), 1) == "mine"
    # Whoever has the house is closed: the other tab opens it, and play goes on.
    page.close()
    second.wait_for_function("() => document.documentElement.dataset.house === 'open'")
    assert play(inside(second), 1) == "mine"
    step = inside(second).evaluate("() => document.getElementById('meta').dataset.step")
    second.goto(f"{home}kept", wait_until="commit")
    second.locator("#page").wait_for()
    with second.expect_download() as coming:
        inside(second).get_by_role("link", name="Download everything").click()
    coming.value.save_as(tmp_path / "all.house")
    visitor.close()
    # In another browser it takes the place of what is there.
    other = Visitor(playwright, tmp_path / "two")
    page = other.page(home)
    inside(page).get_by_role("link", name="What is kept here").first.click()
    inside(page).locator("#file").set_input_files(tmp_path / "all.house")
    page.evaluate("() => { window.before = true; }")
    inside(page).get_by_role("button", name="Put it in place").click()
    page.wait_for_function("() => !window.before && document.documentElement.dataset.house === 'open'")
    page.goto(table, wait_until="commit")
    page.locator("#page").wait_for()
    inside(page).wait_for_function(READY)
    assert inside(page).evaluate("() => document.getElementById('meta').dataset.step") == step
    assert play(inside(page), 1) == "mine"
    # A notebook plays a game, and draws its board.
    page.goto(f"{home}notebook.html", wait_until="commit")
    page.locator("#page").wait_for()
    inside(page).get_by_role("button", name="Run all").click()
    expect(inside(page).locator(".output").last).to_contain_text(f"the engine {engine() or 'plain'}", timeout=PATIENCE)
    assert inside(page).locator(".output svg").count() == 3 and not inside(page).locator(".wrong").count()
    assert [*visitor.foreign, *visitor.complaints, *other.foreign, *other.complaints] == []
    other.close()
