"""What fits on a screen: nobody has to hunt for a seat, nor to guess at a name."""
from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browsing import House, Visitors, browser, house, sit_at_a_game_under_way, visitor

__all__ = ["browser", "house", "visitor"]


@pytest.mark.parametrize(("game", "seats"), [("irish-gauge", 5), ("age-of-rail", 6)])
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
