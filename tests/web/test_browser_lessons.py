"""A lesson in a real browser: its words stand beside what they speak of, by mouse, keys and on a phone."""
from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from roundhouse.games import titles
from roundhouse.web.pages.lesson_index import readable_lessons
from tests.web.browsing import AT_REST, Visitors, browser, house, visitor
from tests.web.test_browser_everyone import serious

__all__ = ["browser", "house", "visitor"]
TAUGHT = [name for name in titles() if readable_lessons(name)]
LAID = """() => {
  const box = (one) => one.getBoundingClientRect();
  const words = box(document.getElementById("lesson"));
  const rings = [...document.querySelectorAll(".ring")].filter((one) => !one.hidden).map(box);
  const apart = (ring) => words.right <= ring.left || words.left >= ring.right
    || words.bottom <= ring.top || words.top >= ring.bottom;
  const within = (one) => one.left >= 0 && one.top >= 0 && one.right <= innerWidth + 1 && one.bottom <= innerHeight + 1;
  const named = document.getElementById("lesson").dataset.point.split(" ")[0];
  const drawn = [...document.querySelectorAll(`:is(#ground, #pieces, #aside) [data-spot="${named}"]`)].map(box);
  const spot = drawn.find((one) => one.width);
  const [x, y] = spot ? [spot.left + spot.width / 2, spot.top + spot.height / 2] : [];
  const holds = (ring) => ring.left < x && x < ring.right && ring.top < y && y < ring.bottom;
  return { ringed: rings.length > 0, around: !spot || rings.some(holds), apart: rings.every(apart),
           within: within(words),
           near: [...rings, box(document.getElementById("actions"))].some((ring) =>
             Math.hypot(Math.max(0, ring.left - words.right, words.left - ring.right),
                        Math.max(0, ring.top - words.bottom, words.top - ring.bottom)) < 160),
           free: [...document.querySelectorAll("#aside section, #actions .choice, #actions .button")]
             .every((one) => apart(box(one))),
           first: rings.length > 0 && within(rings[0]) && rings[0].top < words.top,
           sideways: document.documentElement.scrollWidth > innerWidth };
}"""


def laid_out(page: Page) -> dict[str, bool]:
    """How the words lie beside what they speak of, once that is ringed and the page is at rest."""
    page.wait_for_function(f"() => ({LAID})().ringed")
    page.wait_for_function(AT_REST)
    found: dict[str, bool] = page.evaluate(LAID)
    return found


def test_a_lesson_is_taken_by_mouse_and_keys_and_come_back_to(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/")
    page.locator(".game[data-game=irish-gauge]").get_by_role("link", name="Learn in ten minutes").click()
    words, go_on = page.locator("#lesson"), page.locator("#go-on")
    expect(words).to_be_focused()
    expect(words).to_contain_text("The richest player wins")
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Buy a share")
    laid = laid_out(page)
    assert laid == {**laid, "ringed": True, "around": True, "apart": True, "within": True, "near": True, "free": True}
    assert not serious(page)
    page.locator("#actions").get_by_role("button", name="Pass").click()
    page.locator("#do-it:not([disabled])").click()
    expect(words).to_contain_text("There is better")
    go_on.click()
    expect(words).not_to_contain_text("There is better")
    page.wait_for_load_state("load")
    page.locator("#actions .quick button").first.click()
    page.locator("#do-it:not([disabled])").click()
    expect(words).to_contain_text("The share is yours for £7")
    go_on.click()
    expect(words).to_contain_text("What a turn can build")
    go_on.click()
    expect(page.locator("#numbers text").first).to_be_attached()     # what the others did is marked on the board
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name="Go on learning (step 3 of 12)").click()
    expect(words).to_contain_text("What a turn can build")


@pytest.mark.parametrize("game", TAUGHT)
def test_on_a_phone_the_words_are_in_the_dock_and_what_they_speak_of_is_above_it(visitor: Visitors, game: str) -> None:
    page = visitor(phone=True)
    lesson = readable_lessons(game)[0]
    for scene in lesson.scenes[:5]:
        page.goto(f"/learn/{game}/{lesson.name}/{scene.number}")
        laid, right = laid_out(page), {"ringed": True, "around": True, "within": True, "first": True, "sideways": False}
        assert laid == {**laid, **right}, scene.step.id
        hand = page.locator(".strip > .hand")
        if hand.count() and not scene.step.reads:
            box, words = hand.bounding_box(), page.locator(".doing").bounding_box()
            assert box and words and box["y"] >= 0 and box["y"] + box["height"] <= words["y"] + 1, scene.step.id


@pytest.mark.confirms
def test_a_tap_on_a_card_of_the_hand_is_none_on_the_board_under_it(visitor: Visitors) -> None:
    page = visitor(phone=True)
    page.goto("/learn/narrow-gauge/first-connections/8")
    laid_out(page)
    for card in ("T05", "T34"):
        page.locator(f".hand [data-spot=card-{card}]").first.tap(force=True)
        chosen = page.locator(".hand .chosen").evaluate_all("all => all.map((one) => one.dataset.spot)")
        assert set(chosen) == {f"card-{card}"}
