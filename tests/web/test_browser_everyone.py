"""For everyone: on a phone, by keyboard alone, with a screen reader, in lamp-light, and for the first time."""
from __future__ import annotations

import random
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from benchmarks.web_people import fill
from roundhouse.games import titles
from tests.web.browsing import (
    CHANGED,
    DESK,
    PHONE,
    House,
    Visitors,
    act,
    browser,
    house,
    sit_down,
    step_of,
    unfold,
    visitor,
    wait_for_turn,
)

__all__ = ["browser", "house", "visitor"]
GAMES = list(titles())
SHORT = Path(__file__).parents[1] / "games" / "appalachian_trail" / "records" / "v1" / "passed-2-1.json"
ALSO = ("heading-order", "scrollable-region-focusable", "empty-heading", "region")


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in found
        if violation["impact"] in ("serious", "critical") or violation["id"] in ALSO
        for node in violation["nodes"][:3]
    ]


def test_every_page_is_open_to_everyone(visitor: Visitors) -> None:
    page = visitor()
    games = ("/new/age-of-rail", "/new/narrow-gauge?with=friends", "/rules/narrow-gauge")
    for address in ("/", *games, "/login", "/my", "/privacy"):
        page.goto(address)
        assert serious(page) == []
    for address in ("/upload", "/nowhere"):
        page.goto(address)
        assert serious(page) == []


def test_the_pages_around_a_game_are_open_to_everyone(visitor: Visitors, house: House) -> None:
    page = visitor(dark=True)
    page.goto("/login")
    make = page.locator("form", has=page.get_by_role("button", name="Make an account"))
    make.locator("[name=name]").fill("Wilhelmina")
    make.locator("[name=password]").fill("a long way to Sligo")
    make.get_by_role("button").click()
    page.wait_for_url("**/me")
    assert serious(page) == []
    player = house.app.state.players.sign_in("Wilhelmina", "a long way to Sligo")[0]
    fill(house.app.state.database, player, 50, 10)
    for address in (f"/people/{player.id}", "/ratings/irish-gauge"):
        page.goto(address)
        assert serious(page) == []
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        page.set_viewport_size(DESK)
    invite(page, "irish-gauge")
    waiting = page.url
    assert serious(page) == []
    friend = visitor(phone=True)
    friend.goto(page.locator("#actions [data-copy]").first.get_attribute("data-copy") or "")
    assert serious(friend) == []
    page.goto(waiting + "/log")
    assert serious(page) == []


AT_A_GROUP = "document.activeElement.matches('summary')"


def invite(page: Page, game: str) -> None:
    page.goto(f"/new/{game}?with=friends")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_selector("#table")


def test_a_finished_game_is_open_to_everyone_and_the_keyboard_alone_can_reach_it(visitor: Visitors) -> None:
    """A whole game of Appalachian Trail by C, Tab and Enter; then its final count."""
    page = visitor()
    sit_down(page, "appalachian-trail")
    moves = 0
    while wait_for_turn(page) == "mine":
        page.keyboard.press("c")
        if page.evaluate(AT_A_GROUP):
            page.keyboard.press("Enter")        # leads to the first place on the board, where there is one
            if page.evaluate(AT_A_GROUP):
                page.keyboard.press("Tab")
        mark = page.locator("#meta").get_attribute("data-mark")
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=mark, polling=10)
        moves += 1
        assert moves < 200
    assert moves > 5
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert serious(page) == []


def test_looking_back_is_open_to_everyone(visitor: Visitors) -> None:
    """The log and the review of a short game that was kept as a file."""
    page = visitor()
    page.goto("/upload")
    page.set_input_files("#file", SHORT)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector(".plot")
    table = page.url.partition("?")[0]
    page.goto(table + "/log")
    assert serious(page) == []
    page.goto(table + "/review")
    page.wait_for_selector("#chances .plot")
    assert serious(page) == []


def sit_around_one_screen(page: Page) -> None:
    """Two people at Appalachian Trail, of whom the first has drawn the curtain. Nobody has an account of that name."""
    page.goto("/new/appalachian-trail")
    page.fill("#name", "Hedda")
    for seat, who in zip(page.locator("select[name=seat]").all(), ("me", "none")):
        seat.select_option(who)
    page.get_by_role("button", name="Start").click()
    page.locator("[data-as]").click()
    wait_for_turn(page)


def test_a_rule_opens_beside_the_table(visitor: Visitors) -> None:
    page = visitor()
    address = sit_down(page, "appalachian-trail")
    wait_for_turn(page)
    link = page.locator("#log .why").last
    rule = link.inner_text()
    link.click()
    expect(page.locator(f"#book .asked #{rule}")).to_be_in_viewport()
    assert page.url == address
    page.wait_for_selector("#book img", state="attached")
    assert page.evaluate("async () => (await fetch(document.querySelector('#book img').src)).status") == 200


def test_around_one_screen_the_board_knows_whose_turn_it_is(visitor: Visitors) -> None:
    page = visitor()
    sit_around_one_screen(page)
    laying = page.locator("#actions .choice[data-preview]")
    while not laying.count():
        act(page, 0)
        if page.locator("[data-as]").count():
            page.locator("[data-as]").click()
        wait_for_turn(page)
    unfold(page)
    laying.first.hover()
    expect(page.locator("#preview .preview")).to_be_attached()
    board = page.locator("#pieces .whose").all_text_contents()
    assert "your trail" in board and {"Hedda", "Player 2"} & set(board)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_open_to_everyone(visitor: Visitors, game: str) -> None:
    page = visitor(dark=game in GAMES[::2])
    sit_down(page, game)
    wait_for_turn(page)
    assert serious(page) == []
    chosen = random.Random(1)
    for _ in range(5):
        act(page, chosen.randrange(1000))
        if wait_for_turn(page) == "over":
            break
    page.locator("#ground [role=button], #pieces [role=button]").first.wait_for(state="attached")
    assert serious(page) == []
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("link", name="The board in words").click()
    assert serious(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_on_a_phone(visitor: Visitors, game: str) -> None:
    page = visitor(phone=True)
    sit_down(page, game)
    chosen = random.Random(2)
    for _ in range(4):
        wait_for_turn(page)
        fits(page)
        act(page, chosen.randrange(1000))
    for address in ("/", f"/rules/{game}", f"/new/{game}"):
        page.goto(address)
        fits(page)


def fits(page: Page) -> None:
    """No sideways scrolling, and every button and line of text lies within the screen or in a list that scrolls."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, select, p, h1, h2, h3")]
          .filter(element => element.checkVisibility())
          .filter(element => !element.closest(".seats, .aside, #since, #actions .list, table, pre, .unseen"))
          .filter(element => { const box = element.getBoundingClientRect();
                               return box.width > 1 && (box.left < -1 || box.right > 391); })
          .map(element => element.outerHTML.slice(0, 120))"""
    ) == []


@pytest.mark.confirms
def test_a_finger_looks_first_and_then_acts(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    before = step_of(page)
    choice = page.locator("#actions .choice").first
    choice.tap()
    expect(page.locator("#effect")).to_be_visible()
    assert step_of(page) == before
    page.locator("#do-it").tap()
    page.wait_for_function("before => Number(document.getElementById('meta').dataset.step) > before", arg=before)


def test_the_keyboard_alone_plays(visitor: Visitors) -> None:
    """To the board by Tab, along it by arrows, choosing by Enter; and the choices by Tab and Enter."""
    page = visitor()
    sit_down(page, "irish-gauge")
    head = "#actions .group.folded :is(h2, summary)"
    for _ in range(12):
        wait_for_turn(page)
        if page.locator(head).count():
            break
        bid = page.locator("#actions .quick button")     # who has a share may build
        choice = "#actions .quick button" if bid.count() else "#actions .choice"
        if not page.evaluate("choice => document.activeElement.matches(choice)", choice):
            tab_to(page, "Tab", choice)
        press_and_wait(page)
    tab_to(page, "Tab", head)
    page.keyboard.press("Enter")
    page.wait_for_selector("#ground [data-spot][tabindex='0']", state="attached")
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.matches('#ground [data-spot]')")
    for key in way_to_an_open_place(page):
        page.keyboard.press(key)
    assert "Here you can act" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    press_and_wait(page)


def tab_to(page: Page, key: str, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} never comes to {selector}")


def way_to_an_open_place(page: Page) -> list[str]:
    """The arrow keys that lead from where the focus is to the nearest place where something can be done."""
    found = page.locator("#places li").evaluate_all(
        "all => all.map(one => [one.dataset.place, JSON.parse(one.firstElementChild.dataset.ways)])"
    )
    places = dict(found)
    wanted = set(page.evaluate("[...document.querySelectorAll('#ground .open')].map(place => place.dataset.spot)"))
    ways: dict[str, list[str]] = {page.evaluate("document.activeElement.dataset.spot"): []}
    for place in (queue := list(ways)):
        if place in wanted:
            return ways[place]
        for direction, neighbour in places[place].items():
            if neighbour not in ways:
                ways[neighbour] = [*ways[place], f"Arrow{direction.capitalize()}"]
                queue.append(neighbour)
    raise AssertionError("no arrow key leads to a place where something can be done")


def press_and_wait(page: Page) -> None:
    """Presses Enter, and waits until the table has changed."""
    mark = page.locator("#meta").get_attribute("data-mark")
    page.keyboard.press("Enter")
    page.wait_for_function(CHANGED, arg=mark, polling=10)


def test_the_scene_of_the_bids_leaves_the_contracts_to_be_chosen_from(visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, "narrow-gauge")
    for _ in range(30):
        wait_for_turn(page)
        contracts = page.locator("#aside .contract.open")
        if contracts.count() and page.locator("#scene section").count():
            break
        act(page, max(0, page.locator("#actions .quick button").count() - 1))
    assert contracts.count()
    for contract in contracts.all():
        contract.click(trial=True)     # fails where anything lies over it


def test_lamp_light_is_remembered(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    day = page.evaluate("getComputedStyle(document.body).color")
    page.get_by_role("button", name="Daylight or lamp-light").click()
    assert page.evaluate("getComputedStyle(document.body).color") != day
    lamp = page.evaluate("getComputedStyle(document.body).color")
    page.goto("/rules/irish-gauge")
    assert page.evaluate("getComputedStyle(document.body).color") == lamp
