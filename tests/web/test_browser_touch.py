"""A board that answers: pointing, choosing, whole builds, and nothing done that was not meant."""
from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from roundhouse.bots.match import play
from roundhouse.bots.random import RandomBot
from roundhouse.engine.contract import State
from roundhouse.games import Setup, titles
from roundhouse.games.irish_gauge.pieces import tracks
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.kit.shares import engine_spot
from roundhouse.web.people.authentication import COOKIE
from tests.web.aiming import LIT, MADE, WANTED, choices_in, choose_things, middle, sit_where
from tests.web.browsing import (
    AT_REST,
    TWO_FRAMES,
    House,
    Visitors,
    browser,
    house,
    screens_in_turn,
    slow_down,
    step_of,
    unfold,
    visitor,
    wait_for_turn,
)

__all__ = ["browser", "house", "visitor"]


@pytest.mark.parametrize("game", ["irish-gauge", "age-of-rail", "narrow-gauge"])
def test_escape_leaves_the_bids_where_they_are(visitor: Visitors, house: House, game: str) -> None:
    page = visitor()
    sit_where(page, house, game, "bid")
    expect(page.locator(".bids .quick button").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".bids .quick button").first).to_be_visible()
    page.locator("#amount").click()
    page.keyboard.type("7")
    expect(page.locator("#amount")).to_have_value("7")


DO_IT = "Math.round(document.getElementById('do-it').getBoundingClientRect().bottom)"


@pytest.mark.confirms
@pytest.mark.parametrize("game", list(WANTED))
def test_what_then_where_then_what_comes_of_it_and_then_it_is_done(
    visitor: Visitors, house: House, game: str
) -> None:
    """Only what follows from the thing chosen is lit, each kind in its way; looking does nothing, and Esc goes back."""
    page = visitor()
    target = sit_where(page, house, game, WANTED[game], 24, ways=1)
    before, effect = step_of(page), page.locator("#effect")
    at_first = page.evaluate(DO_IT)
    choose_things(page, target)
    state = house.app.state.tables.repository.table(page.url.split("/")[-1].partition("?")[0]).course.state
    after = [choice for choice in choices_in(state)
             if choice.by[: len(target.things)] == target.things and choice.kind != "leave"]
    assert page.evaluate(LIT) == sorted({spot for choice in after for spot in choice.spots})
    expect(page.locator(target.selector).first).to_have_attribute("data-kind", target.choices[0].kind)
    listed = page.locator("#actions .choice[id]:visible:not([data-kind=leave])")
    assert set(listed.evaluate_all("all => all.map(one => one.value)")) <= {choice.line for choice in after}
    page.mouse.move(*middle(page, target.selector))
    lit = page.locator("#actions .choice.lit")
    expect(lit).to_have_count(1)
    expect(lit).to_be_in_viewport()
    expect(effect).to_contain_text(lit.locator(".what").inner_text())
    expect(page.locator("#tip")).to_be_hidden()
    expect(page.locator("#preview .preview")).to_be_attached()
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#do-it")).to_be_enabled()
    assert step_of(page) == before and page.evaluate(DO_IT) == at_first
    page.keyboard.press("Escape")
    expect(page.locator("#do-it")).to_be_disabled()
    page.mouse.click(*middle(page, target.selector))
    page.locator("#do-it").click()
    page.wait_for_function(MADE, arg=before)
    assert page.evaluate("document.querySelector('#actions .list')?.scrollTop ?? 0") == 0


def towns_with_engines(state: State) -> list[str]:
    """Towns that may get a cube where the only engine is one that can be built with."""
    assert isinstance(state, IrishGaugeState)
    board, offered = state.board, choices_in(state)
    engines = {thing for one in offered for thing in one.by}
    towns = dict.fromkeys(one.spots[0] for one in offered if one.line.startswith("interest"))
    here = {
        town: [name for name, track in zip(board.railway_ids, tracks(state)) if board.grid.index[town] in track]
        for town in towns
    }
    return [town for town in towns if len(here[town]) == 1 and engine_spot(here[town][0]) in engines]


WHOLE = """all => all.map((one) => {
  const [box, list] = [one, one.closest(".list")].map((part) => part.getBoundingClientRect());
  return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
})"""


@pytest.mark.confirms
def test_a_thing_that_one_wants_never_means_pass_and_every_action_has_its_thing(
    visitor: Visitors, house: House
) -> None:
    """The share on offer leads to the bids; what passes waits for a second press; the boxes of Age of Rail act."""
    page = visitor()
    sit_where(page, house, "irish-gauge", "bid")
    before = step_of(page)
    page.locator(".auction > svg").click()
    assert page.evaluate("document.activeElement.closest('.bids') !== null")
    page.mouse.click(*middle(page, "#aside .pile"))
    assert page.evaluate("document.activeElement.closest('.bids') !== null")
    page.locator(".stops .choice").click()
    expect(page.locator("#effect")).to_contain_text("Pass")
    expect(page.locator("#do-it")).to_be_enabled()
    assert step_of(page) == before
    page.keyboard.press("Escape")
    page.locator("#actions .quick button").first.click()
    expect(page.locator("#do-it")).to_be_enabled()
    assert step_of(page) == before
    page.locator("#do-it").click()
    page.wait_for_function(MADE, arg=before)
    # In a lit Town the engine that stands there does not come before the Town.
    sit_where(page, house, "irish-gauge", "interest", 30, such=lambda state: bool(towns_with_engines(state)))
    state = house.app.state.tables.repository.table(page.url.split("/")[-1].partition("?")[0]).course.state
    box = page.locator(f'#board [data-spot="{towns_with_engines(state)[0]}"]').bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.72)
    expect(page.locator("#effect")).to_contain_text("cube in")
    assert page.locator("#actions .choice.lit").evaluate_all(WHOLE) == [True] * 3
    sit_where(page, house, "age-of-rail", "develop", 60)
    boxes = page.locator("#aside .action-boxes .open")
    assert boxes.count() > 1 and page.evaluate(LIT) == []
    kinds = boxes.evaluate_all("all => all.map(box => box.dataset.kind)")
    assert len(set(kinds)) == len(kinds)
    develop = page.locator('[data-spot="box:develop"]')
    develop.dblclick()
    assert page.evaluate(LIT)
    develop.click()
    assert page.evaluate(LIT) == []
    develop.click()
    page.locator("#all-choices").click()
    assert page.evaluate(LIT) == []


@pytest.mark.parametrize("game", list(WANTED))
def test_places_where_nothing_can_be_done_answer_too_and_one_press_is_enough_for_who_wishes(
    visitor: Visitors, house: House, game: str
) -> None:
    page = visitor()
    target = sit_where(page, house, game, WANTED[game], 24, ways=1)
    before = step_of(page)
    if page.locator(".chosen").count() == 0:
        page.evaluate("document.querySelector('#board [data-spot]:not(.open)').setAttribute('id', 'idle')")
        page.locator("#idle").hover(force=True)
        expect(page.locator("#tip .what")).to_be_visible()
        # A place that is pressed first leads to the only thing that fits, or says what is to be chosen, and lights it.
        page.mouse.click(*middle(page, target.selector))
        led, told = page.locator("#do-it:enabled"), page.locator("#aside .wanted, #actions .wanted")
        expect(led.or_(told).first).to_be_visible()
        assert led.count() or re.search("choose (“.*”|one of .*) first", page.locator("#effect").inner_text())
        assert step_of(page) == before
        page.locator("#all-choices").evaluate("button => button.hidden || button.click()")
    choose_things(page, target)
    page.mouse.click(*middle(page, target.selector))
    page.wait_for_function(MADE, arg=before)


def test_of_several_ways_one_is_chosen_in_the_list_and_a_card_is_drawn_onto_its_place(
    visitor: Visitors, house: House
) -> None:
    page = visitor()
    target = sit_where(page, house, "narrow-gauge", "play", 40, ways=2)
    before = step_of(page)
    choose_things(page, target)
    page.mouse.click(*middle(page, target.selector))
    listed = page.locator("#actions .choice[id]:visible:not([data-kind=leave])")
    expect(listed).to_have_count(2)
    listed.nth(1).hover()
    expect(page.locator("#preview .preview")).to_be_attached()
    assert step_of(page) == before
    listed.nth(1).click()
    page.wait_for_function(MADE, arg=before)
    target = sit_where(page, house, "appalachian-trail", "trail", 24, ways=1)
    before = step_of(page)
    page.mouse.move(*middle(page, f'#aside [data-spot="{target.things[0]}"]'))
    page.mouse.down()
    page.mouse.move(*middle(page, target.selector), steps=5)
    expect(page.locator("#carried")).to_be_attached()
    page.mouse.up()
    page.wait_for_function(MADE, arg=before)


@pytest.mark.confirms
@pytest.mark.parametrize("game", list(WANTED))
def test_a_finger_chooses_what_and_where_and_does_it(visitor: Visitors, house: House, game: str) -> None:
    page = visitor(phone=True)
    target = sit_where(page, house, game, WANTED[game], 24, ways=1)
    before = step_of(page)
    for thing in target.things:
        place = page.locator(f'#aside [data-spot="{thing}"]')
        if not place.evaluate("place => place.classList.contains('chosen')"):
            place.scroll_into_view_if_needed()
            place.tap()
    place = page.locator(target.selector).first
    place.dispatch_event("focusin")     # brings it into the frame, and looks at nothing
    place.evaluate("place => place.scrollIntoView({ block: 'center' })")
    page.touchscreen.tap(*middle(page, target.selector))
    expect(page.locator("#do-it")).to_be_enabled()
    expect(page.locator("#do-it")).to_be_in_viewport()
    assert step_of(page) == before
    page.locator("#do-it").tap()
    page.wait_for_function(MADE, arg=before)


@pytest.mark.confirms
def test_a_pointer_that_rests_points_at_nothing_and_no_list_moves_under_it(visitor: Visitors, house: House) -> None:
    """After each act the list begins at its top, whatever has come under the pointer; a heading stays under it."""
    page = visitor()
    sit_where(page, house, "appalachian-trail", "trail", 24, such=lambda state: len(choices_in(state)) > 12)
    scrolled = "() => document.querySelector('#actions .list').scrollTop"
    heads = page.locator("#actions .group.folded > :is(h2, summary):visible")
    heads.first.hover()
    expect(page.locator("#aside .looked, #board .ahead").first).to_be_attached()
    assert page.evaluate(scrolled) == 0
    before = step_of(page)
    page.mouse.move(*middle(page, ".group.folded:not([hidden])"))
    page.evaluate(TWO_FRAMES)       # the page has heard of it
    for press in ("#actions .choice[value^=trail]", "#do-it"):
        page.evaluate("button => document.querySelector(button).click()", press)
    page.wait_for_function(f"before => ({MADE})(before) && {AT_REST}", arg=before)
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(scrolled) == 0
    expect(page.locator("#effect [data-what]")).to_contain_text("Choose")
    expect(page.locator("#actions .looked")).to_have_count(0, timeout=5000)


def far_hex(page: Page) -> tuple[str, list[str]]:
    """A hex to which one railway alone builds by several others, and those."""
    spots = page.evaluate("[...document.querySelectorAll('#ground [data-spot]:not(.open)')].map(p => p.dataset.spot)")
    address, _, seat = page.url.partition("?")
    for spot in spots:
        found = page.request.get(f"{address}/routes?to={spot}&{seat}").json()
        if len(found) == 1 and len(found[0]["spots"]) == 3:
            return spot, found[0]["spots"]
    raise AssertionError("no hex is reached by a build of three")


def test_a_click_on_a_far_hex_lays_the_whole_build_and_one_undo_takes_it_back(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_where(page, house, "irish-gauge", "track", 40)
    before = step_of(page)
    far, _ = far_hex(page)
    page.mouse.move(*middle(page, f'#ground [data-spot="{far}"]'))
    expect(page.locator("#effect")).to_contain_text("of 3 points")
    expect(page.locator("#preview use")).to_have_count(3)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("now => Number(document.getElementById('meta').dataset.latest) >= now", arg=before + 3)
    page.locator("#undo").click()
    page.wait_for_function("now => Number(document.getElementById('meta').dataset.latest) === now", arg=before)


def test_a_build_is_dragged_from_hex_to_hex(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_where(page, house, "irish-gauge", "track", 40)
    before = step_of(page)
    _, way = far_hex(page)
    page.mouse.move(*middle(page, f'#ground [data-spot="{way[0]}"]'))
    page.mouse.down()
    for spot in way[1:]:
        page.mouse.move(*middle(page, f'#ground [data-spot="{spot}"]'), steps=4)
    page.mouse.up()
    page.wait_for_function("now => Number(document.getElementById('meta').dataset.latest) >= now", arg=before + 3)


def test_what_is_dragged_is_laid_though_another_way_is_cheaper(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_where(page, house, "irish-gauge", "track", 40)
    before = step_of(page)
    way = dearer_way(page)
    page.mouse.move(*middle(page, f'#ground [data-spot="{way[0]}"]'))
    page.mouse.down()
    for spot in way[1:]:
        page.mouse.move(*middle(page, f'#ground [data-spot="{spot}"]'))
    page.mouse.up()
    now = before + len(way)
    page.wait_for_function("now => Number(document.getElementById('meta').dataset.latest) >= now", arg=now)
    said = page.locator("#log .entries li").all_inner_texts()
    assert any(f"({way[1]})" in line or f" {way[1]} " in line for line in said[-4 * len(way):]), (way, said[-8:])


def dearer_way(page: Page) -> list[str]:
    """A way to a hex that is not the one which a click would lay, by one railway alone."""
    names = "[...document.querySelectorAll('#ground [data-spot]')].map(place => place.dataset.spot)"
    spots = page.evaluate(names)
    address, _, seat = page.url.partition("?")

    def routes(to: str, by: str = "") -> list[list[str]]:
        found = page.request.get(f"{address}/routes?to={to}&by={by}&{seat}").json()
        return [route["spots"] for route in found]
    for to in spots:
        cheapest = routes(to)
        if len(cheapest) != 1 or len(cheapest[0]) != 3:
            continue
        start, via, _ = cheapest[0]
        for other in spots:
            drawn = [] if other in (start, via, to) else routes(to, f"{start} {other} {to}")
            if len(drawn) == 1 and drawn[0] == [start, other, to]:
                return drawn[0]
    raise AssertionError("no hex is reached by two ways")


def test_a_second_click_never_makes_a_move_that_came_under_the_pointer(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_where(page, house, "age-of-rail", "link", 24)
    slow_down(page)
    unfold(page)
    before = step_of(page)
    page.locator('#aside [data-spot="box:build"].open').evaluate_all("all => all[0]?.click()")
    link = page.locator("#actions .choice[value^=link]:visible").first
    link.scroll_into_view_if_needed()
    box = link.bounding_box()
    assert box
    at = [box["x"] + 20, box["y"] + 10]
    page.mouse.click(*at)
    made = "Number(document.getElementById('meta').dataset.latest) > before"
    page.wait_for_function(f"before => {made} && {AT_REST}", arg=before)
    page.wait_for_function("([x, y]) => document.elementFromPoint(x, y).closest('#actions .choice')", arg=at)
    after = page.locator("#meta").get_attribute("data-latest")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(400)
    assert page.locator("#meta").get_attribute("data-latest") == after


@pytest.mark.confirms
def test_keys_point_and_choose_too(visitor: Visitors, house: House) -> None:
    page = visitor()
    target = sit_where(page, house, "irish-gauge", "track", 40, ways=1)
    before = step_of(page)
    for thing in target.things:
        page.locator(f'#aside [data-spot="{thing}"]:not(.chosen)').evaluate_all("all => all[0]?.focus()")
        if page.evaluate("thing => document.activeElement.dataset.spot === thing", thing):
            page.keyboard.press("Enter")
    page.evaluate("place => document.querySelector(place).focus()", target.selector)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "do-it"
    page.keyboard.press("Enter")
    page.wait_for_function(MADE, arg=before)


# ---- hints, the end, and looking back --------------------------------------------------------------------------------


SHAPES = """all => all.map((one) => getComputedStyle(one, one.matches("button") ? null : "::after").clipPath)"""


def test_a_hint_is_drawn_on_the_board_and_played_with_a_click(visitor: Visitors, house: House) -> None:
    page = visitor()
    sit_where(page, house, "irish-gauge", "track", 40)
    before = step_of(page)
    page.locator("#about").click()
    expect(page.locator("#hint-said .about p").first).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#hint-said .reason")).to_be_visible()
    if page.locator("#hint-said [data-answer]").count():
        page.locator("#hint-said summary").first.click()
        page.locator("#hint-said [data-answer]").first.click()
        expect(page.locator("#preview > *")).not_to_have_count(0)
    hints = page.locator("#hint-said [data-choice]")
    hints.first.wait_for()
    # Its numbers have a shape of their own, unlike those of what the others did.
    shapes = page.locator("#hints button, [data-hinted]").evaluate_all(SHAPES)
    assert shapes and all("polygon" in shape for shape in shapes)
    page.get_by_role("tab", name="Rules").click()
    # A long hint scrolls: choices and what comes of them stay where they can be pressed.
    page.wait_for_function("""() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return box("#hint-said").bottom <= box("#actions .list").top + 1 && box("#actions .list").height > 60
        && box("#effect").bottom <= box(".actions").bottom + 1 && box(".actions").bottom <= box(".tabs").top + 1;
    }""")
    chances = [int(one.rstrip("%").lstrip("<>")) for one in page.locator("#hint-said li .number").all_inner_texts()]
    assert chances == sorted(chances, reverse=True)
    hints.first.hover()
    hints.first.click()
    page.wait_for_function("before => Number(document.getElementById('meta').dataset.latest) > before", arg=before)
    expect(page.locator("#hints button")).to_have_count(0)


def watch_a_whole_game(page: Page, house: House, game: str) -> str:
    """The table of a game that was played at random to its end."""
    seats = titles()[game].players[0]
    record = play(Setup.of(game, seats), ["Ann", "Ben", "Cat"][:seats], [RandomBot() for _ in range(seats)], 3)
    person, token = house.app.state.players.guest("Dai")
    table = house.app.state.tables.creation.upload(person, record.dumps())
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": house.address}])
    return f"/games/{table.id}"


def test_looking_back_stands_at_the_table(visitor: Visitors, house: House) -> None:
    """Arrow keys step, a mistake leads to its moment, what was better is played out, and can be tried against bots."""
    page = visitor()
    address = watch_a_whole_game(page, house, "irish-gauge")
    page.goto(f"{address}?review=1")
    page.wait_for_selector("#chances .plot")
    last = step_of(page)
    expect(page.locator(f"#chances .wide .here[data-at='{last}']")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("step => Number(document.getElementById('meta').dataset.step) === step", arg=last - 1)
    expect(page.locator(f"#chances .wide .here[data-at='{last - 1}']")).to_be_attached()
    assert "review=1" in page.url
    mistake = page.locator(".mistakes > li").first
    at = int(mistake.locator("[data-at]").get_attribute("data-at") or -1)
    mistake.locator("[data-at]").click()
    page.wait_for_function("step => Number(document.getElementById('meta').dataset.step) === step", arg=at)
    mistake.locator("[data-instead]").click()
    page.wait_for_function("step => Number(document.getElementById('meta').dataset.step) > step", arg=at)
    mistake.get_by_role("button", name="Try it from here").click()
    page.wait_for_url(lambda url: address not in url)
    assert wait_for_turn(page) == "mine" and step_of(page) == at


LOOKING_BACK = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [bar, graph] = [box(".bar"), document.getElementById("chances")];
  const covered = [...document.querySelectorAll("#aside section, #board")].map((one) => one.getBoundingClientRect())
    .filter((part) => part.height && Math.min(part.bottom, bar.bottom) - Math.max(part.top, bar.top) > 1
      && Math.min(part.right, bar.right) - Math.max(part.left, bar.left) > 1);
  return { covered: covered.length, sideways: graph.scrollWidth - graph.clientWidth,
           apart: Math.abs(bar.bottom - graph.getBoundingClientRect().top) };
}"""


@pytest.mark.parametrize(("game", "phone"), screens_in_turn(WANTED))
def test_who_looks_back_has_the_whole_graph_and_steps_beside_it(
    visitor: Visitors, house: House, game: str, phone: bool
) -> None:
    page = visitor(phone=phone)
    page.goto(f"{watch_a_whole_game(page, house, game)}?review=1")
    page.wait_for_selector("#chances .plot", state="attached")
    expect(page.locator("#chances .plot:visible")).to_have_count(1)
    seen = page.evaluate(LOOKING_BACK)
    assert seen["covered"] == 0 and seen["sideways"] <= 0 and seen["apart"] < 20


COVERED = """() => {
  const plot = document.querySelector("#scene .plot");
  plot.scrollIntoView({block: "center"});
  const box = plot.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const points = parts.flatMap(x => parts.map(y => [box.x + x * box.width, box.y + y * box.height]));
  return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("button, a")).length;
}"""


@pytest.mark.parametrize("game", list(WANTED))
def test_the_end_is_counted_and_told_and_nothing_covers_its_chart(visitor: Visitors, house: House, game: str) -> None:
    page = visitor()
    page.goto(watch_a_whole_game(page, house, game))
    expect(page.locator(".story p")).to_contain_text("win")
    assert page.evaluate(COVERED) == 0
