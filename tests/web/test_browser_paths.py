"""People at the table, in a real browser: from home to the end, two of them, restarts, undo, replay."""
from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from roundhouse.games import titles
from tests.web.browsing import (
    House,
    Visitors,
    act,
    browser,
    house,
    sit_down,
    start_from_home,
    step_of,
    visitor,
    wait_for_turn,
)

__all__ = ["browser", "house", "visitor"]


ON_A_PHONE = ("age-of-rail", "narrow-gauge", "appalachian-trail")
"""The others at a desk, where as much is drawn again with every move as there is on four phones."""


SHORT = ("irish-gauge", "night-mail")
"""What is played to its end. The others are by keys, by robots and by programs: elsewhere."""


@pytest.mark.parametrize("game", list(titles()))
def test_a_newcomer_plays_a_game(visitor: Visitors, game: str) -> None:
    page = visitor(phone=game in ON_A_PHONE)
    start_from_home(page, game)
    chosen = random.Random(7)
    for _ in range(400 if game in SHORT else 12):
        if wait_for_turn(page) == "over":
            break
        act(page, chosen.randrange(1000))
    if game not in SHORT:
        assert wait_for_turn(page) == "mine"
        return
    expect(page.locator("#prompt-words")).to_contain_text("over", ignore_case=True)
    expect(page.locator("#scene")).to_contain_text("Everyone's worth")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_browsers_play_each_other(visitor: Visitors) -> None:
    ada, ben = visitor(), visitor()
    ada.goto("/new/narrow-gauge?with=friends")
    ada.fill("#name", "Ada")
    ada.get_by_role("button", name="Make the table").click()
    link = ada.locator("[data-copy^='/join/']").first.get_attribute("data-copy")
    assert link is not None
    ben.goto(link)
    ben.fill("#name", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ada.locator("#seats")).to_contain_text("Ben")
    expect(ben.locator("#seats")).to_contain_text("Ada")
    chosen = random.Random(3)
    moved = {"Ada": 0, "Ben": 0}
    for _ in range(14):
        name, page = _whose_turn(ada, ben)
        act(page, chosen.randrange(1000))
        moved[name] += 1
    assert min(moved.values()) > 0
    expect(ada.locator("#log")).to_contain_text("Ben")
    ada.locator("#tab-chat").click()
    ada.fill("#words", "Well laid")
    ada.keyboard.press("Enter")
    expect(ada.locator("#chat-lines")).to_contain_text("Well laid")
    expect(ada.locator("#words")).to_have_value("")


def _whose_turn(ada: Page, ben: Page) -> tuple[str, Page]:
    for _ in range(800):
        for name, page in (("Ada", ada), ("Ben", ben)):
            if page.evaluate("document.querySelector('#prompt.mine') !== null"):
                return name, page
        ada.wait_for_timeout(25)
    raise AssertionError("nobody's page says that it is their turn")


def test_a_page_comes_back_by_itself_after_a_restart(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    before = page.locator("#prompt-words").inner_text()
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    house.stop()
    try:
        expect(page.locator("#connection")).to_be_visible()
    finally:
        house.start()
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#prompt-words")).to_have_text(before)
    act(page, 0)


def test_a_move_can_be_taken_back(visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    before = step_of(page)
    act(page, 0)
    wait_for_turn(page)
    page.keyboard.press("u")
    page.wait_for_function("step => Number(document.getElementById('meta').dataset.step) === step", arg=before)
    expect(page.locator("#prompt")).to_have_class("mine")


def test_every_moment_has_an_address(visitor: Visitors) -> None:
    page = visitor()
    table = sit_down(page, "irish-gauge")
    wait_for_turn(page)
    at = step_of(page) - 1
    page.keyboard.press("[")
    page.wait_for_url(f"**?at={at}")
    page.wait_for_function("at => Number(document.getElementById('meta').dataset.step) === at", arg=at)
    words = page.locator("#log").inner_text()
    someone = visitor()
    someone.goto(page.url)
    assert step_of(someone) == at
    assert someone.locator("#log").inner_text() == words
    page.keyboard.press("]")
    page.wait_for_url(table)
    expect(page.locator("#prompt")).to_have_class("mine")


def test_an_illegal_attempt_says_why_in_the_rules_words(visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, "irish-gauge")
    wait_for_turn(page)
    page.get_by_text("Type a move").click()
    page.fill("#line", "dividends")
    page.press("#line", "Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    expect(alert.get_by_role("link")).to_have_attribute("href", "/rules/irish-gauge#IG-TURN-1")
