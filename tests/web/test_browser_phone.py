"""A phone is a table for one hand: what matters is in the frame, at the thumb, and in whole words."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from roundhouse.engine.contract import State
from roundhouse.games import title
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.web.aiming import WANTED, middle, sit_where
from tests.web.browsing import PHONE, House, Visitors, browser, house, resize, sit_at_a_game_under_way, visitor
from tests.web.rulers import cut_off, scrolled_away

__all__ = ["browser", "house", "visitor"]

AT_THE_THUMB = """() => {
  const frame = document.getElementById("board").getBoundingClientRect();
  const inside = (x, y) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  return [...document.querySelectorAll("#board .open")].filter((place) => {
    const box = place.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return !inside(x, y) || !document.elementsFromPoint(x, y)[0].closest("#board");
  }).map((place) => place.dataset.spot);
}"""
PUSH_AWAY = """() => {
  const board = document.getElementById("board");
  const send = (kind, x) => board.dispatchEvent(
    new PointerEvent(kind, { pointerId: 7, clientX: x, clientY: 200, movementX: 40 }));
  send("pointerdown", 380);
  for (let x = 340; x > 0; x -= 40) send("pointermove", x);
  send("pointerup", 0);
}"""
WHERE_IT_LIES = "document.querySelector('.canvas').style.transform"
FRAME = "JSON.stringify(document.querySelector('.board-frame').getBoundingClientRect())"


@pytest.mark.confirms
@pytest.mark.parametrize("game", list(WANTED))
def test_on_a_phone_what_can_be_chosen_is_in_the_frame_and_under_no_button(
    visitor: Visitors, house: House, game: str
) -> None:
    """Also at the edge of the sheet; who moves the board away is brought back as soon as something else matters."""
    page = visitor(phone=True)
    target = sit_where(page, house, game, WANTED[game], 24, ways=1)
    assert page.evaluate(AT_THE_THUMB) == []
    if game == "appalachian-trail":      # with every trail, and what is written above each
        assert cut_off(page, "#ground [data-fit], #pieces .own-area, #pieces .on-small text") == []
    page.evaluate(PUSH_AWAY)
    for thing in target.things:
        place = page.locator(f'#aside [data-spot="{thing}"]')
        if not place.evaluate("place => place.classList.contains('chosen')"):
            place.evaluate("place => place.click()")
    if target.things:
        expect(page.locator(target.selector).first).to_have_class(re.compile(r"\bopen\b"))
    page.locator("#zoom [data-zoom='']").tap()
    assert page.evaluate(AT_THE_THUMB) == []
    lies = page.evaluate(WHERE_IT_LIES)
    page.touchscreen.tap(*middle(page, target.selector))
    expect(page.locator("#do-it")).to_be_enabled()
    assert page.evaluate(WHERE_IT_LIES) == lies       # a tap moves nothing under the finger


def test_on_a_phone_the_board_stays_where_it_is_while_others_play(visitor: Visitors, house: House) -> None:
    page = visitor(phone=True)
    sit_where(page, house, "irish-gauge", "track", 24)
    mine = page.evaluate(FRAME)
    other = visitor(phone=True)
    other.goto(page.url.partition("?")[0])
    expect(other.locator("#prompt")).to_be_visible()
    expect(other.locator("#prompt.mine")).to_have_count(0)
    assert other.evaluate(FRAME) == mine
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")


HIDDEN_STOPS = """() => [...document.querySelectorAll(".stops .choice")].filter((one) => {
  const box = one.getBoundingClientRect();
  const inside = box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !inside || top?.closest(".choice") !== one;
}).map((one) => one.value)"""
CUT_PROMPT = """() => {
  const words = document.querySelector("#prompt p");
  return words.scrollHeight - words.clientHeight;
}"""
SMALLEST: ViewportSize = {"width": 360, "height": 640}


def ends(state: State) -> bool:
    """Whether one can end the building: with drawing, in one press, or without."""
    return "end" in state.lines()


def says_much(state: State) -> bool:
    """Whether the prompt is as long as prompts are."""
    room = title(state.game.name).room
    return len(plain(room.texts.prompt(sight(state, int(state.to_act))), ["Wilhelmina"] * 6)) > 110


@pytest.mark.confirms
def test_on_a_phone_what_ends_something_is_in_sight_and_the_longest_prompt_is_whole(
    visitor: Visitors, house: House
) -> None:
    page = visitor(phone=True)
    sit_where(page, house, "narrow-gauge", "play", 24, such=ends)
    resize(page, SMALLEST)
    assert page.locator(".stops .choice").count() == 2
    assert page.evaluate(HIDDEN_STOPS) == []
    sit_where(page, house, "appalachian-trail", "discard", 24, such=says_much)
    for window in (SMALLEST, PHONE):
        resize(page, window)
        assert page.evaluate(CUT_PROMPT) <= 1
    # A card that does not fit is taken up, and a place of the trail says so; to discard is no longer laid out.
    page.locator("#aside .hand [data-kind=trade]").first.tap()
    expect(page.locator("#aside .hand .chosen")).to_be_attached()
    page.touchscreen.tap(*middle(page, ".own-area [data-spot]:not(.open)"))
    expect(page.locator("#effect")).to_contain_text("Not with what is chosen.")
    expect(page.locator("#do-it")).to_be_disabled()


def test_on_a_phone_ones_own_seat_is_you_and_a_dividend_shows_what_everybody_gets(
    visitor: Visitors, house: House
) -> None:
    page = visitor(phone=True)
    sit_at_a_game_under_way(page, house, "age-of-rail", 4, 60, "allegheny")
    expect(page.locator("#scene h2")).to_contain_text("Dividend 1 of 6")
    assert scrolled_away(page, "#scene", "#scene .scene") == []
    page.locator("[data-close-scene]").tap()
    expect(page.locator("#seats .self")).to_have_text("You")
    expect(page.locator("#seats .self")).to_be_in_viewport(ratio=1)
