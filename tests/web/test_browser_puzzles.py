"""Puzzles in a real browser: looked at, solved on the board and in the list, by mouse and by finger."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from roundhouse.games import titles
from roundhouse.web.pages.puzzles.answer import glanced
from roundhouse.web.pages.puzzles.collection import collection
from tests.web.browsing import Visitors, browser, house, screens_in_turn, unfold, visitor
from tests.web.test_browser_everyone import fits, serious

__all__ = ["browser", "house", "visitor"]
PUZZLED = [name for name in titles() if collection(name)]


def choose(page: Page, line: str, phone: bool) -> None:
    """By its button in the list, once what it begins with is chosen, and then for good. A bid without one is typed."""
    unfold(page)
    page.evaluate("document.getElementById('table').classList.add('pulled')")
    while folded := page.locator(f'#actions .folded:has(button[value="{line}"]) > :is(h2, summary)').all():
        folded[0].evaluate("head => head.click()")
    button = page.locator(f'#actions button[name=line][value="{line}"]')
    if not button.count():
        page.locator("#amount").fill(line.removeprefix("bid "))
        button = page.locator('#actions button[name=line][value="bid"]')
    looks_first = button.evaluate("button => button.matches('.choice, .quick button')")
    press = "tap" if phone else "click"
    getattr(button, press)()
    if looks_first:
        expect(button).to_have_class(re.compile(r"\blooked\b"))
        getattr(page.locator("#do-it"), press)()


def ready(page: Page, asked: bool = True) -> None:
    """A question, or else an answer, whose scripts have come and know the places of the board."""
    page.wait_for_selector("#actions form" if asked else "#answer")
    page.wait_for_selector("[data-spot][role=button]", state="attached")
    page.wait_for_function("() => document.fonts.status === 'loaded'")


@pytest.mark.parametrize(("game", "phone"), screens_in_turn(PUZZLED))
def test_a_puzzle_is_missed_and_then_solved(visitor: Visitors, game: str, phone: bool) -> None:
    page = visitor(phone=phone)
    puzzle = collection(game)[0]
    wrong = glanced(puzzle)
    page.goto(f"/puzzles/{game}")
    line = page.locator("li[data-puzzle]").first
    expect(line).not_to_contain_text("tried")
    line.get_by_role("link").click()
    ready(page)
    if phone:
        fits(page)
    choose(page, wrong, phone)
    expect(page.locator("#verdict")).to_have_text("There is a better move. One more try.")
    ready(page)
    if phone:
        fits(page)
    page.goto(f"/puzzles/{game}")
    expect(page.locator("li[data-puzzle]").first).to_contain_text("tried")
    page.go_back()
    ready(page)
    choose(page, puzzle.best, phone)
    expect(page.locator("#verdict")).to_have_text("Correct.")
    ready(page, asked=False)
    if phone:
        fits(page)
    expect(page.locator(".weighed .best.chosen")).to_be_visible()
    page.locator(".on a").first.click()
    expect(page.locator("#prompt-words")).to_contain_text(f"1 of {1 + len(puzzle.then)}")
    page.goto(f"/puzzles/{game}")
    expect(page.locator("li[data-puzzle]").first).to_contain_text("solved")


def test_a_move_is_looked_at_on_the_board(visitor: Visitors) -> None:
    page = visitor()
    number, best = next(
        (number, one.best) for number, one in enumerate(collection("irish-gauge"), 1) if one.best.startswith("track ")
    )
    page.goto(f"/puzzles/irish-gauge/{number}")
    ready(page)
    unfold(page)
    page.locator(f'#aside [data-spot="engine:{best.split()[1]}"]').click()
    button = page.locator(f'#actions button[value="{best}"]')
    button.hover()
    expect(page.locator("#board .looked").first).to_be_attached()
    expect(page.locator("#preview > *").first).to_be_attached()


@pytest.mark.parametrize("dark", [False, True], ids=["daylight", "lamp-light"])
def test_puzzles_are_open_to_everyone(visitor: Visitors, dark: bool) -> None:
    """Each page in one light: the questions of these games and the answers of those, and in the other the other way."""
    page = visitor(dark=dark)
    asked, answered = PUZZLED[dark::2], PUZZLED[not dark :: 2]
    addresses = [f"/puzzles/{game}/1" for game in asked]
    addresses += [f"/puzzles/{game}/1?line={collection(game)[0].best}" for game in answered]
    addresses += [f"/puzzles/{answered[0]}/1?line={glanced(collection(answered[0])[0])}"]
    for address in (f"/puzzles/{PUZZLED[0]}" if dark else "/puzzles", *addresses):
        page.goto(address)
        assert serious(page) == [], address


def test_a_hand_keeps_to_its_place_beside_a_long_count(visitor: Visitors) -> None:
    page = visitor()
    for number in range(1, 1 + len(collection("appalachian-trail")), 6):
        page.goto(f"/puzzles/appalachian-trail/{number}")
        ready(page)
        assert page.locator(".strip > .hand").evaluate("hand => hand.scrollWidth <= hand.clientWidth + 1"), number
