"""What fits on a screen: the board is large, nothing that a decision needs is cut off, and all of it can be read."""
from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, ViewportSize, expect

from roundhouse.games import title, titles
from tests.web.browsing import (
    House,
    Visitors,
    act,
    browser,
    house,
    resize,
    sit_at_a_game_under_way,
    sit_down,
    visitor,
    wait_for_turn,
)
from tests.web.rulers import crossed_names, cut_off, measured, overlapping, scrolled_away, small_letters

__all__ = ["browser", "house", "visitor"]


def size(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


DESKS = (size(1440, 900), size(1920, 1080))
LAPTOP = size(1366, 768)
MAPS = [
    (name, edition, one.players[1]) for name, one in titles().items() for edition in one.editions
    if name in ("irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail")
]
NEEDED = "#ground, #seats > li, .rail > section, .strip > section, #zoom, [role=tablist]"
EARLY, LATE = 2, 60             # an auction is on, or a game is well under way
every_map = pytest.mark.parametrize(("game", "edition", "seats"), MAPS)


SAY_MORE = """() => {
  const every = (selector, change) => document.querySelectorAll(selector).forEach(change);
  document.getElementById("prompt-words").textContent = "A very long prompt that goes on and on. ".repeat(12);
  every("#aside h2", (heading) => heading.prepend("A long name of a company, ".repeat(3)));
  every("#seats .name", (name) => { name.textContent = "Maximilian ".repeat(5); });
  every("#seats .who", (who) => who.insertAdjacentHTML("beforeend", "<span class=tag>leads with $100</span>"));
}"""
# What a change of money would lie on: another seat.
OUT_OF_ROW = """() => [...document.querySelectorAll("#seats .money:has(.cash)")].filter((money) => {
  const float = money.appendChild(document.createElement("span"));
  Object.assign(float, { className: "float up", textContent: "+£120" });
  const [at, row] = [float, money.closest(".panel")].map((one) => one.getBoundingClientRect());
  float.remove();
  return at.top < row.top - 1 || at.bottom > row.bottom + 1;
}).map((money) => money.innerText)"""
BOARD = "() => JSON.stringify(document.getElementById('board').getBoundingClientRect())"
CUT_NAMES = """() => [...document.querySelectorAll("#seats .name")]
  .filter((name) => name.scrollWidth > name.clientWidth)
  .filter((name) => name.clientWidth < 5 * parseFloat(getComputedStyle(name).fontSize))
  .map((name) => name.textContent)"""
NAMES = {
    "age-of-rail": ("#ar-names text", "#ground circle.spot:not(.external)", "#ground .links"),
    "irish-gauge": ("#ig-names text, #pieces text", "#no-places", ""),
    "narrow-gauge": ("#pieces text", "#no-places", ""),
    "appalachian-trail": ("#ground text, #pieces text", "#no-places", ""),
}


def check_names(page: Page, game: str) -> None:
    """No name on a map lies on another, or on a place, or across a line, from afar and from near."""
    for close in page.locator("[data-close-scene]:visible").all():
        close.click()
    assert crossed_names(page, *NAMES[game]) == []
    page.get_by_role("button", name="Closer").click()
    assert crossed_names(page, *NAMES[game]) == []


@every_map
@pytest.mark.parametrize("moves", [EARLY, LATE])
def test_the_board_is_large_all_that_a_decision_needs_is_in_sight_and_every_name_can_be_read(
    visitor: Visitors, house: House, game: str, edition: str, seats: int, moves: int
) -> None:
    page = visitor()
    sit_at_a_game_under_way(page, house, game, seats, moves, edition)
    for window in (LAPTOP, *reversed(DESKS)):
        resize(page, window)
        found = measured(page)
        assert found.sheet >= 0.6, window
        if window != LAPTOP:
            assert found.down >= 0.85 or found.across >= 0.65, (window, found)
        assert scrolled_away(page, ".rail", ".strip", "#seats", "#prompt p", "html") == [], window
        assert cut_off(page, NEEDED) == [], window
        if page.locator("#actions .bids").count():
            assert scrolled_away(page, "#actions .list") == [], window
        expect(page.locator("#log .entries li").last).to_be_in_viewport()
        assert page.evaluate(CUT_NAMES) == [], window       # whatever stands beside a name leaves much of it
    if moves == LATE:
        assert page.evaluate(OUT_OF_ROW) == []
        assert small_letters(page, 9.0) == []
        check_names(page, game)
    else:
        # The board stays where it is, whatever is said.
        before = page.evaluate(BOARD)
        page.evaluate(SAY_MORE)
        assert page.evaluate(BOARD) == before
        act(page, 0)
        assert page.evaluate(BOARD) == before


@pytest.mark.parametrize(
    ("game", "edition", "moves"),
    [("irish-gauge", "capstone-2019", 24), ("age-of-rail", "south-africa", LATE), ("age-of-rail", "allegheny", LATE)]
)
def test_all_of_an_auction_is_seen_at_a_full_table_that_holds_many_shares(
    visitor: Visitors, house: House, game: str, edition: str, moves: int
) -> None:
    page = visitor()
    sit_at_a_game_under_way(page, house, game, title(game).players[1], moves, edition, bidding=True)
    for window in (*DESKS, LAPTOP):
        resize(page, window)
        assert scrolled_away(page, ".rail", ".strip", "#actions .list", "html") == [], window
        assert cut_off(page, NEEDED) == [], window


EDGES = """() => { const { x, y, width, height } = document.getElementById("ground").getBoundingClientRect();
  return [x, y, width, height]; }"""


@pytest.mark.parametrize("edition", ["south-africa", "allegheny"])
def test_no_sea_reaches_past_the_frame_of_a_map(visitor: Visitors, house: House, edition: str) -> None:
    page = visitor()
    sit_at_a_game_under_way(page, house, "age-of-rail", 6, EARLY, edition)
    x, y, wide, high = (round(part) for part in page.evaluate(EDGES))
    shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    for box in ((x + 1, y + 1, x + wide - 1, y + 2), (x + 1, y + high - 2, x + wide - 1, y + high - 1),
                (x + 1, y + 1, x + 2, y + high - 1), (x + wide - 2, y + 1, x + wide - 1, y + high - 1)):
        found = shot.crop(box).getextrema()
        assert max(most - least for least, most in found) < 24, (box, found)     # type: ignore[misc]


@every_map
def test_on_a_phone_no_name_on_a_map_lies_on_another_or_on_a_place_or_across_a_line(
    visitor: Visitors, house: House, game: str, edition: str, seats: int
) -> None:
    page = visitor(phone=True)
    sit_at_a_game_under_way(page, house, game, seats, LATE, edition)
    check_names(page, game)


DID = """() => {
  const places = [...document.querySelectorAll("#ground circle.spot")].filter((_, n) => n % 3 === 0);
  const marks = places.map((place, n) => `${n + 1} ${place.dataset.spot}`).join(";");
  const both = `${marks};1 box:develop;2 box:develop`;
  document.getElementById("since").innerHTML = `<ol><li class="line-1" data-marks="${both}"></li></ol>`;
  dispatchEvent(new Event("resize"));
  return places.length;
}"""


NUMBER_AT = """() => {
  const box = document.querySelector("#aside .did");
  const { bottom, height } = getComputedStyle(box, "::after");
  return 1 - (parseFloat(bottom) + parseFloat(height)) / box.clientHeight;
}"""


@pytest.mark.parametrize("edition", ["south-africa", "allegheny"])
def test_numbers_of_what_the_others_did_lie_on_no_name(visitor: Visitors, house: House, edition: str) -> None:
    page = visitor()
    sit_at_a_game_under_way(page, house, "age-of-rail", 6, LATE, edition)
    for window in DESKS:
        resize(page, window)
        expect(page.locator("#numbers circle")).to_have_count(page.evaluate(DID))
        on = overlapping(page, ["#numbers circle", "#ar-names text"])
        assert [pair for pair in on if pair[0] != pair[1]] == [], window
        # Beside the board two moves have two numbers, on no heading.
        assert page.locator("#aside [data-spot='box:develop']").get_attribute("data-did") == "1, 2"
        assert page.evaluate(NUMBER_AT) > 0.5


@every_map
def test_on_a_phone_every_purse_is_seen_beside_the_board_and_the_choices(
    visitor: Visitors, house: House, game: str, edition: str, seats: int
) -> None:
    page = visitor(phone=True)
    sit_at_a_game_under_way(page, house, game, seats, EARLY, edition)
    assert cut_off(page, "#seats > li") == []
    assert page.locator("#board").bounding_box()["width"] >= 388     # type: ignore[index]
    expect(page.locator("#zoom")).to_be_in_viewport(ratio=1)
    if page.locator("#since li").count():
        expect(page.locator("#since li").first).to_be_in_viewport(ratio=0.3)
    expect(page.locator("#actions button:visible").first).to_be_in_viewport()
    assert overlapping(page, ["#board", "#zoom", ".tools", "#seats > li", ".doing"]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@every_map
def test_on_a_phone_held_sideways_the_board_lies_beside_seats_and_choices(
    visitor: Visitors, house: House, game: str, edition: str, seats: int
) -> None:
    page = visitor(phone=True)
    resize(page, size(844, 390))
    sit_at_a_game_under_way(page, house, game, seats, LATE, edition)
    assert overlapping(page, ["#board", "#zoom", "#seats > li", "#since", "#actions", ".rail", ".strip", ".bar"]) == []
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#actions button:visible").first).to_be_in_viewport()


LOW = (size(844, 390), size(360, 225))     # a phone held sideways, and a desktop's page at four times its size


@pytest.mark.parametrize("game", ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"])
def test_where_a_window_is_low_the_choices_are_no_sliver(visitor: Visitors, game: str) -> None:
    page = visitor(phone=True)
    sit_down(page, game)
    wait_for_turn(page)
    for window in LOW:
        resize(page, window)
        assert scrolled_away(page, "#actions .list", "#actions") == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), window
        choice = page.locator("#actions button:visible").first
        choice.scroll_into_view_if_needed()
        expect(choice).to_be_in_viewport(ratio=1)


BESIDE = """() => [...document.querySelectorAll(".stock dl > div")].filter((one) => {
  const [figure, whole] = [one, one.closest(".stock")].map((part) => part.getBoundingClientRect());
  return figure.right > whole.right || one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.innerText)"""


def test_where_a_page_is_zoomed_choices_are_no_sliver_and_no_figure_leaves_its_certificate(
    visitor: Visitors, house: House
) -> None:
    page = visitor()
    zoomed = size(960, 600)                # 1440x900 at one and a half times its size
    resize(page, zoomed)
    sit_at_a_game_under_way(page, house, "narrow-gauge", 2, 90)
    assert page.evaluate("document.querySelector('#actions .list').clientHeight") >= 100
    first = page.locator("#actions .list :is(button, summary, h2):visible").first
    expect(first).to_be_in_viewport(ratio=1)
    sit_at_a_game_under_way(page, house, "age-of-rail", 4, LATE, "allegheny")
    assert page.evaluate(BESIDE) == []


GLOWS = [("irish-gauge", ".easy", (".urban", ".home")), ("age-of-rail", ".link", (".base", ".metro", ".station"))]


def glow_of(page: Page, selector: str) -> int:
    """How many points of the screen change when a place can be chosen."""
    place = page.locator(f"#ground {selector}:not(.open)").first
    box = place.bounding_box()
    assert box is not None
    around = {"x": box["x"] - 8, "y": box["y"] - 8, "width": box["width"] + 16, "height": box["height"] + 16}
    shots = []
    for open_ in (False, True):
        place.evaluate("(place, open) => place.classList.toggle('open', open)", open_)
        shot = page.screenshot(clip=around, animations="disabled")     # type: ignore[arg-type]
        shots.append(Image.open(BytesIO(shot)).convert("L"))
    place.evaluate("place => place.classList.remove('open')")
    changed = ImageChops.difference(*shots).point(lambda value: 255 if value > 12 else 0)
    return sum(changed.histogram()[255:])


@pytest.mark.parametrize(("game", "empty", "towns"), GLOWS)
@pytest.mark.parametrize("dark", [False, True])
def test_towns_and_bases_glow_as_much_as_empty_places(
    visitor: Visitors, house: House, game: str, empty: str, towns: tuple[str, ...], dark: bool
) -> None:
    page = visitor(dark=dark)
    sit_at_a_game_under_way(page, house, game, 3, EARLY)
    least = glow_of(page, empty)
    assert least > 50
    for town in towns:
        assert glow_of(page, town) >= least, town


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
    [("irish-gauge", "#ig-names text", 7.5),
     ("age-of-rail", "#ar-names text", 8.5), ("narrow-gauge", "#pieces .on-small text", 7)]
)
def test_on_a_phone_the_names_on_the_map_can_be_read(visitor: Visitors, game: str, names: str, least: float) -> None:
    page = visitor(phone=True)
    sit_down(page, game)
    wait_for_turn(page)
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
    resize(page, size(390, 780))
    assert page.evaluate(SCALE) == closer
    resize(page, size(780, 390))     # the phone is turned: another screen
    assert page.evaluate(SCALE) != closer


def test_on_a_phone_the_board_moves_to_what_is_looked_at_and_tells_what_is_touched(visitor: Visitors) -> None:
    page = visitor(phone=True)
    sit_down(page, "age-of-rail")
    wait_for_turn(page)
    page.locator("#ground [data-spot][role=button]").first.wait_for(state="attached")
    for place in ("lourenco-marques", "kimberley"):     # in the far east and in the far west
        assert page.evaluate(FOCUSED, place)
    page.locator("#ground [data-spot=kimberley]").tap(force=True)     # nothing can be done there
    expect(page.locator("#tip")).to_contain_text("Kimberley")
