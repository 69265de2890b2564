"""The line between pages and the house, in a real browser: many tabs, breaks, and news that comes late or twice."""
from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from roundhouse.web.people import sessions
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from tests.web.browsing import (
    CHANGED,
    House,
    Visitors,
    act,
    browser,
    house,
    sit_at_a_game_under_way,
    sit_down,
    slow_down,
    step_of,
    visitor,
    wait_for_turn,
)

__all__ = ["browser", "house", "visitor"]
TABS = 7    # a browser keeps six connections to a house


def test_many_tabs_of_one_browser_are_all_up_to_date(visitor: Visitors, house: House) -> None:
    first = visitor()
    sit_at_a_game_under_way(first, house, "irish-gauge", 3, 4)
    tabs = [first.context.new_page() for _ in range(TABS - 1)]
    for tab in tabs:
        tab.goto(first.url, wait_until="load")
    act(first, 0)
    now = first.locator("#meta").get_attribute("data-mark")
    for tab in tabs:
        expect(tab.locator("#meta")).to_have_attribute("data-mark", now or "")


def test_many_tables_in_as_many_tabs_are_all_up_to_date(visitor: Visitors, house: House) -> None:
    page = visitor()
    tabs = []
    for _ in range(TABS):
        tab = page.context.new_page()
        sit_down(tab, "irish-gauge")
        wait_for_turn(tab)
        tabs.append(tab)
    for tab in tabs:
        before = step_of(tab)
        act(tab, 0)
        tab.wait_for_function("before => Number(document.getElementById('meta').dataset.step) > before", arg=before)


# ---- a line that is dead without a word ------------------------------------------------------------------------------


class Cable:
    """A wire between a browser and the house that can be cut without either end being told."""

    def __init__(self, port: int) -> None:
        self._far = port
        self._near = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._near.getsockname()[1]
        self.whole = threading.Event()
        self.whole.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """What is on the wire now is lost for ever, and so is who comes before it is mended."""
        self.whole.clear()
        self._lost = self._ends
        self._ends = []

    def mend(self) -> None:
        self.whole.set()

    def close(self) -> None:
        self._near.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._near.accept()
                if not self.whole.is_set():
                    self._lost.append(near)     # taken, and never answered
                    continue
                far = socket.create_connection(("127.0.0.1", self._far))
                ends = self._ends
                ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other, ends), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, ends: list[socket.socket]) -> None:
        with suppress(OSError):
            while part := one.recv(65536):
                if ends is self._ends:
                    other.sendall(part)
            if ends is self._ends:
                other.close()


@pytest.fixture
def cable(house: House) -> Iterator[Cable]:
    made = Cable(house.port)
    yield made
    made.close()


def through(cable: Cable, page: Page, house: House) -> None:
    """The same page, over the cable."""
    page.goto(page.url.replace(str(house.port), str(cable.port)))
    page.wait_for_load_state("load")


def test_a_line_that_is_dead_without_a_word_is_noticed_and_comes_back(
    visitor: Visitors, house: House, cable: Cable
) -> None:
    mine, theirs = visitor(), visitor()
    sit_at_a_game_under_way(theirs, house, "irish-gauge", 3, 4)
    mine.goto(theirs.url)
    through(cable, mine, house)
    mine.wait_for_function("() => document.documentElement.dataset.line === 'open'")
    cable.cut()
    act(theirs, 0)
    expect(mine.locator("#connection")).to_be_visible()
    cable.mend()
    expect(mine.locator("#connection")).to_be_hidden()
    now = theirs.locator("#meta").get_attribute("data-mark")
    expect(mine.locator("#meta")).to_have_attribute("data-mark", now or "")


def test_a_move_that_could_not_be_sent_is_said_and_what_says_so_goes_when_the_house_answers(visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    page.wait_for_function("() => document.documentElement.dataset.line === 'open'")
    page.context.set_offline(True)
    page.evaluate("document.querySelector('#actions .quick button, #actions .choice').click()")
    expect(page.locator("#connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_be_hidden()
    act(page, 0)


# ---- news that comes late, or twice ----------------------------------------------------------------------------------


def test_an_answer_that_comes_late_does_not_bring_back_a_turn_that_is_over(visitor: Visitors, house: House) -> None:
    mine = visitor()
    sit_at_a_game_under_way(mine, house, "irish-gauge", 3, 4)
    expect(mine).to_have_title(re.compile("Your turn"))
    held: list[tuple[Route, APIResponse]] = []
    mine.route("**/now*", lambda route: route.continue_() if held else held.append((route, route.fetch())))
    mine.evaluate("() => { htmx.ajax('GET', `${location.pathname}/now`, { swap: 'none' }); }")
    while not held:
        mine.wait_for_timeout(10)
    act(mine, 0)
    expect(mine).not_to_have_title(re.compile("Your turn"))
    for route, answer in held:
        route.fulfill(response=answer)
    mine.wait_for_timeout(100)
    expect(mine).not_to_have_title(re.compile("Your turn"))
    expect(mine.locator("#prompt.mine")).to_have_count(0)


def test_quick_clicks_never_load_the_page_anew(visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    page.evaluate("() => { window.still = true; }")
    page.evaluate(QUICK)
    assert page.evaluate("() => window.still === true"), "the page was loaded anew"
    assert "/act" not in page.url


QUICK = """() => new Promise((done) => {
  let left = 40;
  const watch = new MutationObserver(() => {
    const choice = document.querySelector("#actions .choice, #actions .quick button:not([disabled])");
    if (!choice || choice.disabled) return;
    if (!left--) { watch.disconnect(); done(); return; }
    choice.click();
  });
  watch.observe(document.getElementById("table"), { childList: true, subtree: true, attributes: true });
  document.querySelector("#actions .choice, #actions .quick button").click();
  setTimeout(done, 8000);
})"""


def test_a_second_click_never_makes_a_move_of_a_list_that_changed_under_it(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_down(page, "irish-gauge", "me")
    wait_for_turn(page)
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.url.endswith("/act") else None)
    page.evaluate("() => document.addEventListener('changed', () => { window.changed = true; })")
    slow_down(page)
    box = page.locator("#actions .choice, #actions .quick button").first.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*middle)
    page.wait_for_function("() => window.changed", polling=5)
    page.mouse.click(*middle)
    page.wait_for_timeout(150)
    assert len(sent) == 1


NO_WORKER = """window.SharedWorker = class extends SharedWorker {
  constructor(address, how) { super("/static/nowhere.js", how); }
};"""


def test_where_the_ear_can_not_be_loaded_the_page_listens_itself(visitor: Visitors) -> None:
    page = visitor()
    page.add_init_script(NO_WORKER)
    sit_down(page, "irish-gauge")
    expect(page.locator("html")).to_have_attribute("data-line", "open")


# ---- what comes with the news ----------------------------------------------------------------------------------------


def play(house: House, id: str) -> str:
    """A move by whoever is to act; the mark of what is there now."""
    tables = house.app.state.tables
    table = tables.repository.table(id)
    who = Player(next(iter(table.seats[table.to_act].holders)), "", True)
    table = tables.moves.act(who, id, table.game.text(int(table.course.state.legal()[0])), table.version)
    return str(table.revision)


def watch_a_game(visitor: Visitors, house: House) -> tuple[Page, str, list[str]]:
    """A page that watches a game, its table, and what it asks for to follow it."""
    player, page = visitor(), visitor()
    sit_at_a_game_under_way(player, house, "irish-gauge", 3, 4)
    id = player.url.rpartition("/")[2]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/now" in request.url else None)
    with page.expect_response(re.compile("/now")):
        page.goto(f"/games/{id}", wait_until="load")
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    expect(page.locator("#meta")).to_have_attribute("data-mark", play(house, id))     # whatever it had to ask, it has
    asked.clear()
    return page, id, asked


def test_who_watches_sees_each_move_without_asking(visitor: Visitors, house: House) -> None:
    page, id, asked = watch_a_game(visitor, house)
    for _ in range(4):
        expect(page.locator("#meta")).to_have_attribute("data-mark", play(house, id))
    expect(page.locator("#meta")).to_have_attribute("data-step", str(house.app.state.tables.repository.table(id).step))
    assert not asked


def test_a_click_is_one_request_and_none_for_anybody_else(visitor: Visitors, house: House) -> None:
    """Not for a watcher, not for another seat; also where the news of a move comes before the answer to it."""
    mover, other, watcher = visitor(), visitor(), visitor()
    sit_at_a_game_under_way(mover, house, "irish-gauge", 3, 4)
    table = house.app.state.tables.repository.table(mover.url.rpartition("/")[2])
    sit = (table.to_act + 1) % 3
    token = seat_token(house, table, sit)
    other.context.add_cookies([{"name": COOKIE, "value": token, "url": house.address}])
    pages = {"mover": mover, "other": other, "watcher": watcher}
    for page in pages.values():
        with page.expect_response(re.compile("/now")):
            page.goto(mover.url, wait_until="load")
        expect(page.locator("html")).to_have_attribute("data-line", "open")
    asked: list[str] = []

    def note(page: Page, who: str) -> None:
        page.on("request", lambda sent: asked.append(f"{who} {sent.method} {sent.url.removeprefix(mover.url)}"))

    def late(route: Route) -> None:
        """The answer comes when everybody has heard of the move."""
        before = watcher.locator("#meta").get_attribute("data-mark")
        answer = route.fetch()
        for page in (other, watcher):
            page.wait_for_function(CHANGED, arg=before, polling=10)
        route.fulfill(response=answer)

    for who, page in pages.items():
        note(page, who)
    mover.route("**/act", late)
    act(mover, 0)
    for page in pages.values():
        page.evaluate("new Promise(setTimeout)")        # what follows from the answer has followed
    assert asked == ["mover POST /act"]
    expect(other.locator("#seats .panel")).to_have_count(3)


def seat_token(house: House, table: Table, seat: int) -> str:
    """A session of whoever sits there, in another browser."""
    with house.app.state.database.writing() as connection:
        return sessions.begin(connection, table.seats[seat].player or 0)


def test_a_page_that_no_longer_has_what_it_is_told_from_asks_for_the_whole(
    visitor: Visitors, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, id, _ = watch_a_game(visitor, house)
    had: list[str] = []

    def answer(route: Route) -> None:
        had.append(route.request.headers["have"])
        answered = route.fetch()
        told = answered.text().replace(f',"{had[0]}",', ',"0123456789ab",', 1) if len(had) == 1 else answered.text()
        route.fulfill(response=answered, body=told)

    page.route("**/now?*", answer)
    monkeypatch.setattr(house.app.state.announcer, "draw", lambda table, viewers: {})       # the page must ask
    mark = play(house, id)
    expect(page.locator("#meta")).to_have_attribute("data-mark", mark)
    expect(page.locator("#seats .panel")).to_have_count(3)
    assert had[0] != "none" and had[1] == "none"
