"""What fits on a screen: nobody has to hunt for a seat, nor to guess at a name."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from roundhouse.games import titles
from tests.web.browsing import (
    House,
    Visitors,
    browser,
    house,
    sit_at_a_game_under_way,
    sit_down,
    visitor,
    wait_for_turn,
)

__all__ = ["browser", "house", "visitor"]


LARGE = [(name, one.players[1]) for name, one in titles().items() if one.players[1] > 3]


@pytest.mark.parametrize(("game", "seats"), LARGE)
def test_the_last_seat_is_in_sight_however_many_there_are(
    visitor: Visitors, house: House, game: str, seats: int
) -> None:
    page = visitor()
    sit_at_a_game_under_way(page, house, game, seats, moves=40)
    assert page.evaluate("() => { const seats = document.getElementById('seats'); "
                         "return seats.scrollHeight - seats.clientHeight; }") == 0
    expect(page.locator(f"#seat-{seats - 1}")).to_be_in_viewport(ratio=1)
    expect(page.locator("#actions .choice").first).to_be_in_viewport()
    expect(page.locator("#log .entries li").last).to_be_in_viewport()


LEAST_LETTERS = """selector => Math.min(...[...document.querySelectorAll(selector)]
  .filter(words => words.getBoundingClientRect().width > 0)
  .map(words => parseFloat(getComputedStyle(words).fontSize) * words.getScreenCTM().a))"""
FOCUSED = """place => {
  const frame = document.getElementById("board").getBoundingClientRect();
  const element = document.querySelector(`#ground [data-spot="${place}"]`);
  element.focus();
  const box = element.getBoundingClientRect();
  return frame.left < box.left && box.right < frame.right;
}"""


@pytest.mark.parametrize(
    ("game", "names", "least"),
    [("irish-gauge", "#ig-names text", 8.5),
     ("age-of-rail", "#ar-names text", 8.5), ("narrow-gauge", ".on-small text", 8)]
)
def test_on_a_phone_the_names_on_the_map_can_be_read(visitor: Visitors, game: str, names: str, least: float) -> None:
    page = visitor(phone=True)
    sit_down(page, game)
    assert page.evaluate(LEAST_LETTERS, names) > least
    page.get_by_role("button", name="The whole board").tap()
    assert page.evaluate("() => { const board = document.getElementById('board').getBoundingClientRect(); "
                         "return document.getElementById('ground').getBoundingClientRect().right - board.right; }") <= 1


SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.canvas')).transform).a"


def test_on_a_phone_the_board_stays_as_it_was_zoomed_when_the_browsers_own_bars_come_and_go(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page, "irish-gauge")
    opened = page.evaluate(SCALE)
    page.get_by_role("button", name="Closer").tap()
    closer = page.evaluate(SCALE)
    assert closer > opened
    page.set_viewport_size({"width": 390, "height": 780})
    page.wait_for_function("innerHeight === 780")
    assert page.evaluate(SCALE) == closer
    page.set_viewport_size({"width": 780, "height": 390})     # the phone is turned: another screen
    page.wait_for_function(f"({SCALE})() !== {closer}")


def test_on_a_phone_the_board_moves_to_what_is_looked_at_and_tells_what_is_touched(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page, "age-of-rail")
    wait_for_turn(page)
    page.locator("#ground [data-spot][role=button]").first.wait_for(state="attached")
    for place in ("lourenco-marques", "kimberley"):     # in the far east and in the far west
        assert page.evaluate(FOCUSED, place)
    page.locator("#ground [data-spot=kimberley]").tap(force=True)     # nothing can be done there
    expect(page.locator("#tip")).to_contain_text("Kimberley")
