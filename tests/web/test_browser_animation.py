"""What happened, in a real browser: films, scenes that stay until they are read, and what others did meanwhile.

The beat of this house is so long that whatever waits for it is never seen: people's moves must not.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from roundhouse.engine.dice import Dice
from roundhouse.web.people.authentication import COOKIE
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.table import Table
from roundhouse.web.tables.personal import play_settings
from roundhouse.web.tables.personal.play_settings import PlaySettings
from tests.web.browsing import (
    AT_REST,
    DESK,
    PHONE,
    House,
    browser,
    patient,
    screens_in_turn,
    step_of,
    wait_for_turn,
)
from tests.web.house import ME, OPEN, until

__all__ = ["browser"]
A_LONG_BEAT = 600.0
NEAR = 8.0
GAMES = {"irish-gauge": 3, "age-of-rail": 3, "narrow-gauge": 2, "appalachian-trail": 2}
NOTE_WHAT_FLIES = """() => {
  window.flown = [];
  const note = (node) => window.flown.push(node.nodeName);
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(note)))
    .observe(document.getElementById("film"), { childList: true });
}"""

@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"), beat=A_LONG_BEAT)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def context(browser: Browser, house: House, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Somebody who likes things to move."""
    made = patient(browser.new_context(
        base_url=house.address, viewport=getattr(request, "param", DESK), reduced_motion="no-preference"
    ))
    yield made
    made.close()


class Friends:
    """People at a table: one of them in the browser, the others as quick as a test can be."""

    def __init__(self, house: House, game: str, seats: int, forced: bool = False) -> None:
        """`forced`: they make the moves themselves to which there is no other."""
        self.tables, players = house.app.state.tables, house.app.state.players
        self.people: list[tuple[Player, str]] = [players.guest(f"Friend {n}") for n in range(seats)]
        with house.app.state.database.writing() as connection:
            for person, _ in self.people:
                play_settings.keep(connection, person.id, PlaySettings(forced=forced))
        table = self.tables.creation.create(self.people[0][0], game, [ME] + [OPEN] * (seats - 1))
        for seat, (person, _) in zip(table.seats[1:], self.people[1:]):
            table, _ = self.tables.seating.accept(person, seat.invite)
        self.id = str(table.id)
        self._dice = Dice(9)

    @property
    def table(self) -> Table:
        found: Table = self.tables.repository.table(self.id)
        return found

    def play(self, line: str | None = None) -> Table:
        """The one to act moves: as told, or at random."""
        table = self.table
        text = line or table.game.text(int(table.course.state.random_by_kind(self._dice)))
        self.tables.moves.act(self.people[table.to_act][0], self.id, text, table.version)
        return self.table

    def play_until(self, line: str) -> Table:
        """Moves at random until that one can be made."""
        for _ in range(300):
            if line in self.table.course.state.lines():
                return self.table
            self.play()
        raise AssertionError(f"nobody ever could {line}")

    def sit(self, context: BrowserContext, seat: int, house: House) -> Page:
        context.add_cookies([{"name": COOKIE, "value": self.people[seat][1], "url": house.address}])
        page = context.new_page()
        page.goto(f"/games/{self.id}")
        page.wait_for_load_state("load")
        page.wait_for_function(f"() => document.documentElement.dataset.line === 'open' && {AT_REST}")
        return page


def shows(page: Page, step: int) -> None:
    expect(page.locator("#meta")).to_have_attribute("data-step", str(step))
    page.wait_for_function(f"() => {AT_REST}", polling=10)


@pytest.mark.parametrize(
    ("game", "context"), [(game, PHONE if phone else DESK) for game, phone in screens_in_turn(GAMES)],
    indirect=["context"],
)
def test_what_others_do_moves_at_once_and_stays_in_sight_until_one_acts(
    context: BrowserContext, house: House, game: str
) -> None:
    friends = Friends(house, game, GAMES[game])
    for _ in range(8):
        friends.play()
    me = friends.table.to_act
    page = friends.sit(context, me, house)
    wait_for_turn(page)
    page.evaluate(NOTE_WHAT_FLIES)
    marks, lines = page.locator("#outlines > *, .did"), page.locator("#since li")
    for _ in range(12):
        shows(page, friends.play().step)
        while friends.table.to_act != me:
            shows(page, friends.play().step)
        if marks.count() and page.evaluate("() => window.flown.length"):
            break
    before = marks.count()
    assert before and page.evaluate("() => window.flown.length")
    expect(lines.first).to_be_visible()
    page.reload()
    wait_for_turn(page)
    assert marks.count() == before
    expect(lines.first).to_be_visible()
    friends.play()
    expect(lines).to_have_count(0)
    expect(marks).to_have_count(0)


def test_with_reduced_motion_nothing_flies_and_all_is_marked(browser: Browser, house: House) -> None:
    context = patient(browser.new_context(base_url=house.address, viewport=DESK, reduced_motion="reduce"))
    friends = Friends(house, "irish-gauge", 3)
    page = friends.sit(context, (friends.table.to_act + 2) % 3, house)
    page.evaluate(NOTE_WHAT_FLIES)
    friends.play()
    shows(page, friends.play().step)
    assert page.evaluate("() => window.flown.length") == 0
    assert page.locator("#outlines > *, .did").count()
    context.close()


READ_SLOWLY = """window.setTimeout = ((wait) => (then, time, ...more) => wait(then, time >= 3000 ? 1e9 : time, ...more))
  (window.setTimeout)"""


def test_ones_own_scene_stays_and_the_next_one_waits_for_it(context: BrowserContext, house: House) -> None:
    context.add_init_script(READ_SLOWLY)
    friends = Friends(house, "irish-gauge", 3)
    me = friends.play_until("dividends").to_act
    page = friends.sit(context, me, house)
    first = friends.play("dividends").step
    shows(page, first)
    scene = page.locator("#scene > section")
    expect(scene).to_have_attribute("data-scene", str(first))
    while "dividends" not in friends.table.course.state.lines():
        friends.play()
    shows(page, friends.table.step)
    expect(scene).to_have_attribute("data-scene", str(first))
    second = friends.play("dividends").step
    shows(page, second)
    expect(scene).to_have_attribute("data-scene", str(first))
    page.get_by_text("Go on", exact=True).click()
    expect(scene).to_have_attribute("data-scene", str(second))
    expect(scene.locator(".occasion")).to_contain_text(f"step {second}")


def test_a_scene_stays_until_it_is_dismissed_where_ones_own_turn_is_next(
    context: BrowserContext, house: House
) -> None:
    friends = Friends(house, "irish-gauge", 3)
    caller = friends.play_until("dividends").to_act
    page = friends.sit(context, (caller + 1) % 3, house)
    page.clock.install()
    page.reload()
    page.wait_for_function("() => document.documentElement.dataset.line === 'open'")
    scene = page.locator("#scene > section")
    step = friends.play("dividends").step
    expect(scene).to_have_attribute("data-scene", str(step))
    assert wait_for_turn(page) == "mine"
    page.clock.fast_forward("05:00")
    expect(scene).to_have_attribute("data-scene", str(step))
    friends.play(next(line for line in friends.table.course.state.lines() if line != "dividends"))
    while friends.table.to_act == (caller + 1) % 3:
        friends.play()
    expect(scene).to_have_count(0)
    # One that a resting pointer holds says so, until the pointer goes.
    while "dividends" not in friends.table.course.state.lines() or friends.table.to_act != (caller + 2) % 3:
        friends.play()
    friends.play("dividends")
    scene.hover()
    page.clock.fast_forward("05:00")
    expect(scene).to_have_class("held")
    assert "held while" in scene.locator(".occasion").evaluate("one => getComputedStyle(one, '::after').content")
    page.mouse.move(1, 1)
    expect(scene).not_to_have_class("held")


def test_where_much_was_done_each_has_a_line_and_all_of_it_when_it_is_looked_at(
    context: BrowserContext, house: House
) -> None:
    friends = Friends(house, "irish-gauge", 5)
    friends.play_until("dividends")
    me = friends.table.to_act
    page = friends.sit(context, me, house)
    lines = page.locator("#since li > button > span")
    for _ in range(200):
        friends.play()
        if friends.table.to_act == me:
            shows(page, friends.table.step)
            if lines.count() >= 4 and max(page.evaluate(LINES_OF_TEXT)) > 1:
                break
            friends.play()
    folded = page.evaluate(LINES_SHOWN)
    assert len(folded) >= 4 and set(folded) == {1}
    longest = page.evaluate(LINES_OF_TEXT).index(max(page.evaluate(LINES_OF_TEXT)))
    page.locator("#since li > button").nth(longest).hover()
    assert page.evaluate(LINES_SHOWN)[longest] == page.evaluate(LINES_OF_TEXT)[longest] > 1


LINES = """() => [...document.querySelectorAll("#since li > button > span")]
  .map((one) => Math.round(%s / parseFloat(getComputedStyle(one).lineHeight)))"""
LINES_SHOWN, LINES_OF_TEXT = LINES % "one.clientHeight", LINES % "one.scrollHeight"


def test_a_key_skips_a_bots_move_and_a_sound_is_heard_only_by_who_wants_it(
    context: BrowserContext, house: House
) -> None:
    page = context.new_page()
    heard: list[str] = []
    page.on("request", lambda asked: heard.append(asked.url) if "/sounds/" in asked.url else None)
    page.goto("/new/narrow-gauge")
    page.locator("select[name=seat]").last.select_option("level-1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("#table")
    page.wait_for_load_state("load")
    tables, id = house.app.state.tables, page.url.rpartition("/")[2]
    while tables.repository.table(id).step == step_of(page):
        if page.locator("#prompt.mine").count():
            page.evaluate("() => document.querySelector('#actions .choice, #actions .quick button')?.click()")
        page.wait_for_timeout(50)
    at = step_of(page)
    for _ in range(400):
        page.keyboard.press("Shift")        # the page may not have heard of it yet
        page.wait_for_timeout(50)
        if step_of(page) > at:
            break
    assert step_of(page) > at
    assert not heard
    page.locator("details.menu > summary").click()
    with page.expect_request("**/bell.wav"):
        page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


def test_a_game_is_played_from_the_start(context: BrowserContext, house: House) -> None:
    friends = Friends(house, "appalachian-trail", 2)
    for _ in range(6):
        friends.play()
    context.add_init_script("""localStorage.setItem("film", "0");
      window.steps = new Set();
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => window.steps.add(document.getElementById("meta").dataset.step))
          .observe(document.getElementById("table"), { subtree: true, attributes: true }));""")
    page = context.new_page()
    page.goto(f"/games/{friends.id}?at=0&play=1")
    shows(page, friends.table.step)
    assert page.evaluate("() => window.steps.size") > 3
    expect(page).to_have_url(f"{house.address}/games/{friends.id}")


HOLD_STILL = """(() => {
  const animate = Element.prototype.animate;
  window.still = [];
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    moving.pause();
    window.still.push(moving);
    return moving;
  };
})()"""
"""Whatever moves stays where it begins, to be looked at."""

ON_THE_WAY = """(selector) => {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const found = [...document.querySelectorAll(`#film ${selector}`)].map((one) => one.closest("#film > *"));
  return found.map((one) => {
    const [moving] = one.getAnimations();
    const at = (time) => { moving.currentTime = time; return middle(one.getBoundingClientRect()); };
    const { delay, duration } = moving.effect.getTiming();
    return { from: at(delay), to: at(delay + 0.95 * duration) };
  });
}"""
"""Where the pieces on their way come from and go to."""


def middle(page: Page, selector: str) -> list[float]:
    box = page.locator(selector).last.bounding_box()
    assert box is not None
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def of_one_piece(page: Page, selector: str) -> tuple[Any, Any]:
    """Where a piece comes from and goes to, as nearly as it matters."""
    page.wait_for_selector(f"#film {selector}", state="attached")
    (way,) = page.evaluate(ON_THE_WAY, selector)
    return pytest.approx(way["from"], abs=NEAR), pytest.approx(way["to"], abs=NEAR)


def hidden(page: Page, selector: str) -> bool:
    return bool(page.locator(selector).last.evaluate("one => getComputedStyle(one).opacity === '0'"))


def test_contracts_certificates_and_cards_go_from_where_they_were_to_where_they_are(
    context: BrowserContext, house: House
) -> None:
    friends = Friends(house, "narrow-gauge", 2, forced=True)
    friends.play("bid 9")
    friends.play("bid 1")
    me = friends.table.to_act
    context.add_init_script(HOLD_STILL)
    page = friends.sit(context, me, house)
    contract = next(line.split()[1] for line in friends.table.course.state.lines() if line != "no-contract")
    lay = middle(page, f"[data-spot=contract-{contract}]")
    shows(page, friends.play(f"contract {contract}").step)
    start, end = of_one_piece(page, ".card")
    assert lay == start and middle(page, f".contracts [data-spot=contract-{contract}]") == end

    friends.play("no-contract")
    shows(page, friends.play("take yellow").step)
    start, end = of_one_piece(page, ".cert")
    assert middle(page, "[data-spot=company-yellow]") == start and middle(page, f"#seat-{me} .co-yellow") == end
    assert hidden(page, f"#seat-{me} .co-yellow")

    play = next(line for line in friends.table.course.state.lines() if line.startswith("play "))
    card = play.split()[1]
    lay = middle(page, f"[data-spot=card-{card}]")
    shows(page, friends.play(play).step)
    assert lay == of_one_piece(page, f"[href='#ng-card-{card}']")[0]
    friends.play_until("draw")
    page.evaluate("() => window.still.forEach((one) => one.finish())")
    shows(page, friends.play("draw").step)
    page.wait_for_selector("#film [href^='#ng-card-']", state="attached")
    drawn = page.locator("#film [href^='#ng-card-']").last.get_attribute("href")
    assert hidden(page, f".hand [href='{drawn}']")


TWO_ANSWERS = """async () => {
  const heard = [];
  for (const kind of ["changing", "changed"]) document.addEventListener(kind, () => heard.push(kind));
  const change = () => new Promise((come) => document.addEventListener("changed", come, { once: true }));
  const answer = () => document.body.dispatchEvent(new CustomEvent("htmx:beforeSwap",
    { detail: { serverResponse: `data-mark="${document.getElementById("meta").dataset.mark}"`,
                xhr: { getResponseHeader: () => "text/html" } } }));
  answer();
  answer();
  await change();
  answer();
  await change();
  return heard;
}"""


def test_answers_that_come_together_are_one_change(context: BrowserContext, house: House) -> None:
    """Else what stood where before it would be forgotten, and a film would begin anywhere."""
    page = Friends(house, "irish-gauge", 3).sit(context, 0, house)
    assert page.evaluate(TWO_ANSWERS) == ["changing", "changed"] * 2


NOTE_STEPS = """window.steps = [];
  document.addEventListener("changed", () => window.steps.push(Number(document.getElementById("meta").dataset.step)));
  window.heard = [];
  window.SharedWorker = class extends SharedWorker {
    constructor(...given) {
      super(...given);
      this.port.addEventListener("message", ({ data }) => window.heard.push(data.said.step));
    }
  };"""


def test_what_was_asked_for_before_the_present_was_shown_does_not_take_back_a_step(
    context: BrowserContext, house: House
) -> None:
    friends = Friends(house, "irish-gauge", 3)
    context.add_init_script(NOTE_STEPS)
    page = friends.sit(context, (friends.table.to_act + 2) % 3, house)
    held: list[Route] = []
    page.route("**/now?*", lambda route: route.continue_() if held else held.append(route))
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    while not held:     # it has asked for the present
        page.wait_for_timeout(10)
    friends.play()
    last = friends.play().step
    page.wait_for_function("step => window.heard.includes(step)", arg=last)     # it will ask for what comes next, too
    held[0].continue_()
    shows(page, last)
    shows(page, friends.play().step)
    steps = page.evaluate("() => window.steps")
    assert steps == sorted(steps) and steps[-1] == last + 1


def test_who_comes_back_sees_in_the_log_where_they_left_and_what_was_done_since(
    context: BrowserContext, house: House
) -> None:
    friends = Friends(house, "irish-gauge", 3)
    for _ in range(6):
        friends.play()
    me = friends.table.to_act
    page = friends.sit(context, me, house)
    friends.play()
    shows(page, friends.table.step)
    page.goto("about:blank")
    until(lambda: friends.tables.repository.table_and_visitor(friends.people[me][0], friends.id)[1].visit is not None)
    friends.play()
    page.goto(f"/games/{friends.id}")
    page.wait_for_load_state("load")
    left = page.locator("#log").get_by_text("Since your last visit")
    expect(left).to_be_visible()
    shows(page, friends.play().step)
    expect(left).to_be_visible()
    expect(page.locator("#since li").first).to_be_visible()
    assert page.evaluate(NAMED_TWICE) == []


NAMED_TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return ids.filter((id, n) => ids.indexOf(id) !== n);
}"""
