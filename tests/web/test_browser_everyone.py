"""For everyone: on a phone, by keyboard alone, with a screen reader, in lamp-light, and for the first time."""
from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from roundhouse.games import titles
from tests.web.browsing import Visitors, act, browser, house, sit_down, step_of, visitor, wait_for_turn

__all__ = ["browser", "house", "visitor"]
GAMES = list(titles())


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"][:3]
    ]


def test_every_page_is_open_to_everyone(visitor: Visitors) -> None:
    page = visitor()
    for address in ("/", "/new/age-of-rail", "/new/narrow-gauge?with=friends", "/rules/narrow-gauge", "/login"):
        page.goto(address)
        assert serious(page) == []
    for address in ("/upload", "/nowhere"):
        page.goto(address)
        assert serious(page) == []


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
          .filter(element => element.checkVisibility() && !element.closest(".seats, .aside, table, pre, .unseen"))
          .filter(element => { const box = element.getBoundingClientRect();
                               return box.width > 1 && (box.left < -1 || box.right > 391); })
          .map(element => element.outerHTML.slice(0, 120))"""
    ) == []


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
    for _ in range(12):
        wait_for_turn(page)
        if page.locator("#ground .open[data-spot]").count() > 2:
            break
        if not page.evaluate("document.activeElement.matches('#actions *')"):
            tab_to(page, "Tab", "#actions .choice")
        press_and_wait(page, "Enter")
    page.wait_for_selector("#ground [data-spot][tabindex='0']", state="attached")
    page.keyboard.press("b")
    assert page.evaluate("document.activeElement.matches('#ground [data-spot]')")
    for key in way_to_an_open_place(page):
        page.keyboard.press(key)
    assert "Here you can act" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    press_and_wait(page, "Enter", "Enter")


def tab_to(page: Page, key: str, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} never comes to {selector}")


def way_to_an_open_place(page: Page) -> list[str]:
    """The arrow keys that lead from where the focus is to the nearest place where something can be done."""
    places = {spot["id"]: spot["neighbours"] for spot in page.request.get(page.url + "/spots").json()}
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


def press_and_wait(page: Page, *keys: str) -> None:
    """Presses keys until the table has changed; where a place offers several moves, the second chooses among them."""
    mark = page.locator("#meta").get_attribute("data-mark")
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(150)
        if page.locator("#meta").get_attribute("data-mark") != mark:
            return
    page.wait_for_function("mark => document.getElementById('meta').dataset.mark !== mark", arg=mark)


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_points_at_real_things_once(visitor: Visitors, game: str) -> None:
    page = visitor(guide=True)
    sit_down(page, game)
    guide = page.locator("#guide")
    for number in range(1, 6):
        expect(guide).to_contain_text(f"{number} of 5")
        expect(page.locator(".pointed").first).to_be_visible()
        guide.locator("[data-next]").click()
    expect(guide).to_be_hidden()
    page.reload()
    expect(guide).to_be_hidden()


def test_lamp_light_is_remembered(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    day = page.evaluate("getComputedStyle(document.body).color")
    page.get_by_role("button", name="Daylight or lamp-light").click()
    assert page.evaluate("getComputedStyle(document.body).color") != day
    lamp = page.evaluate("getComputedStyle(document.body).color")
    page.goto("/rules/irish-gauge")
    assert page.evaluate("getComputedStyle(document.body).color") == lamp
