"""A real browser at a real server, for the tests of the pages."""
from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from roundhouse.engine.contract import State
from roundhouse.engine.dice import Dice
from roundhouse.games import titles
from roundhouse.web.app import create_app
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.server import listen
from roundhouse.web.settings import Settings
from tests.web.house import ME, OPEN

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
FRUGAL = ["--no-sandbox", "--disable-gpu", "--in-process-gpu"]    # nobody looks at what is drawn
PATIENCE = 120_000.0
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
expect.set_options(timeout=PATIENCE)     # a machine may have much else to do

NOTE_CHANGES = """for (const kind of ["changing", "changed"])
  document.addEventListener(kind, () => { window.changing = kind === "changing"; });"""
AT_ONCE = """addEventListener("readystatechange", () => {
  const table = document.getElementById("table");
  if (table) table.dataset.beat = "0";
}, true);"""
"""What bots do is not shown beat by beat, whatever the server says."""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = "!window.changing && document.fonts.status === 'loaded'"
"""What has come is not only there: the page has answered to it, and its letters have their shapes."""


def screens_in_turn(games: Iterable[str]) -> list[tuple[str, bool]]:
    """Each game with whether it is looked at on a phone: every other one is, and with DEALS=2 the others."""
    first = int(os.environ.get("DEALS", "1"))
    return [(game, number % 2 == 0) for number, game in enumerate(games, first)]


class House:
    """A server on a port of its own that can be stopped and started again on the same tables."""

    port = 0

    def __init__(self, folder: Path, **chosen: Any) -> None:
        self._chosen = {"bots": 0, "pause": 0, "beat": 0, "limits": False, **chosen}
        self._database = f"sqlite:///{folder / 'tables.sqlite'}"

    def start(self) -> None:
        settings = Settings(self._database, **self._chosen)
        self.app = create_app(settings)
        door = listen("127.0.0.1", self.port)
        self.port = door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(uvicorn.Config(self.app, log_level="warning", timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._server.run, args=([door],), daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=60)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("there is no Chromium here to look at the pages with")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FRUGAL)
        yield started
        started.close()


def patient(context: BrowserContext) -> BrowserContext:
    """With time for what a page waits for, and knowing when it is at rest."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOTE_CHANGES)
    return context


Visitors = Callable[..., Page]


@pytest.fixture
def visitor(browser: Browser, house: House) -> Iterator[Visitors]:
    """Opens a browser of somebody new. Whatever its console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(phone: bool = False, dark: bool = False) -> Page:
        context = patient(browser.new_context(
            base_url=house.address, viewport=PHONE if phone else DESK, has_touch=phone,
            color_scheme="dark" if dark else "light", reduced_motion="reduce",
        ))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints


def sit_down(page: Page, game: str, others: str = "level-1") -> str:
    """At a new table with as few seats as there can be, by what its form would send; its address."""
    fewest, most = titles()[game].players
    seats = [("seat", others)] * (fewest - 1) + [("seat", "none")] * (most - fewest)
    made = page.context.request.post(
        f"/new/{game}", data=urlencode(seats), max_redirects=0,
        headers={"content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"},
    )
    page.goto(made.headers["location"])
    page.wait_for_selector("#table")
    return page.url


def start_from_home(page: Page, game: str, others: str = "level-1") -> str:
    """The same as people do it."""
    page.goto("/")
    page.locator(f".game[data-game={game}]").get_by_role("link", name="Choose rivals").click()
    for seat in page.locator("select[name=seat]").all():
        seat.select_option("none" if seat.locator("option[value=none]").count() else others)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#table")
    page.wait_for_load_state("load")
    return page.url


def sit_at_a_game_under_way(
    page: Page, house: House, game: str, seats: int, moves: int, edition: str | None = None, bidding: bool = False
) -> None:
    """At a table of people who have moved at random so often, as the one whose turn it is; before the end at least.
    If there must be `bidding`, they go on until there is."""
    tables, players = house.app.state.tables, house.app.state.players
    people = [players.guest(f"Wilhelmina Feathersmith{number}") for number in range(seats)]
    table = tables.creation.create(people[0][0], game, [ME] + [OPEN] * (seats - 1), edition=edition)
    for seat, (person, _) in zip(table.seats[1:], people[1:]):
        table, _ = tables.seating.accept(person, seat.invite)
    dice = Dice(4)
    made = 0
    while made < moves or (bidding and not _bidding(table.course.state)):
        made += 1
        code = int(table.course.state.random_by_kind(dice))
        if table.course.then(code).over:
            break
        table = tables.moves.act(people[table.to_act][0], table.id, table.game.text(code), table.version)
    page.context.add_cookies([{"name": COOKIE, "value": people[table.to_act][1], "url": house.address}])
    page.goto(f"/games/{table.id}")
    wait_for_turn(page)


def _bidding(state: State) -> bool:
    return any(state.game.text(int(code)).startswith("bid") for code in state.legal())


MY_TURN_OR_OVER = f"""() => {{
  const meta = document.getElementById("meta")?.dataset;
  if (!meta || meta.step !== meta.latest || !({AT_REST})) return false;
  return document.querySelector(".plot") ? "over" : document.querySelector("#prompt.mine") ? "mine" : false;
}}"""
UNFOLD = "() => document.querySelectorAll('#actions details').forEach((group) => { group.open = true; })"
CHANGED = f"mark => document.getElementById('meta').dataset.mark !== mark && {AT_REST}"


def wait_for_turn(page: Page) -> str:
    """Until it is this page's turn ("mine") or the game is over ("over")."""
    page.wait_for_load_state("load")     # the table stands before its scripts do
    return str(page.wait_for_function(MY_TURN_OR_OVER, polling=10).json_value())


def unfold(page: Page) -> None:
    """Opens every group of choices: a long one comes folded."""
    page.evaluate(UNFOLD)


def step_of(page: Page) -> int:
    return int(page.locator("#meta").get_attribute("data-step") or -1)


def act(page: Page, number: int) -> None:
    """Makes one of the choices that the page offers, by a click, and waits until it has been made."""
    mark = page.evaluate(
        """number => {
          const found = [...document.querySelectorAll("#actions .choice, #actions .quick button")];
          found[number % found.length].click();
          return document.getElementById("meta").dataset.mark;
        }""",
        number,
    )
    page.wait_for_function(CHANGED, arg=mark, polling=10)


def slow_down(page: Page) -> None:
    """A moment passes for the page only when it looks at its clock: to it, a click comes soon, however late it is."""
    page.evaluate("() => { let now = performance.now(); performance.now = () => (now += 1); }")


def resize(page: Page, window: ViewportSize) -> None:
    """Another window, to which the page has answered."""
    page.set_viewport_size(window)
    page.wait_for_function("({ width, height }) => innerWidth === width && innerHeight === height", arg=window)
    page.evaluate(TWO_FRAMES)
