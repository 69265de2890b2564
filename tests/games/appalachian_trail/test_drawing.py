"""The table in the browser: what is drawn, what each choice is said to be worth, and what stays hidden."""
from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from roundhouse import Dice, State, games
from roundhouse.games.appalachian_trail.drawing_areas import areas, inside
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from roundhouse.games.drawing import Choice
from tests.editions import changed
from tests.games.appalachian_trail.positions import table
from tests.games.drawn import NAMES, check_page, check_secrets, parsed
from tests.walks import Choice as Table
from tests.walks import finished, game, tables, walk

DRAWING = games.title("appalachian-trail").drawing
DATA = games.title("appalachian-trail").edition().data
EVERY = tables("appalachian-trail")


def choice(state: State, line: str) -> Choice:
    return next(one for one in DRAWING.choices(state, NAMES) if one.line == line)


# ---- what is hidden --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-HID-1", "AT-HID-2", "AT-HID-3")
@pytest.mark.parametrize("chosen", [EVERY[0], EVERY[-1]])
def test_nothing_hidden_is_drawn(chosen: Table) -> None:
    for step, (state, _) in enumerate(walk(game(chosen), 8, kinds_first=True)):
        if step % 6 == 0:
            check_secrets(state, Dice(step))


@pytest.mark.rule("AT-HID-4")
def test_a_finished_game_shows_all_hands() -> None:
    state = finished(game(EVERY[0]), 4)
    held = sum(1 for n in cast(AppalachianTrailState, state).size[:2] if n)
    assert DRAWING.aside(state, None, NAMES).count('class="hand"') == held


def test_only_ones_own_hand_is_beside_the_board() -> None:
    state = table(hands=["FG O03", "RW ranger"], display="FF GG")
    assert "card-O03" in DRAWING.aside(state, 0, NAMES)
    assert not re.search(r"\bRW\b", DRAWING.aside(state, 0, NAMES))
    assert 'class="hand"' not in DRAWING.aside(state, -1, NAMES)
    assert DRAWING.aside(state, None, NAMES).count('class="hand"') == 2


# ---- what a choice is said to be worth -------------------------------------------------------------------------------


@pytest.mark.rule("AT-CMP-1", "AT-SCO-1", "AT-SCO-3")
def test_the_last_card_tells_what_the_finished_trail_is_worth() -> None:
    """From -2 to 5 for the first, 7 cards, 2 for the longest and 3 for the longest terrain."""
    state = table(hands=["GG GR"], trails=["FR RW WW WF FG GG"])
    last = choice(state, "trail GG 6,0")
    assert last.effect == "completes your trail, the first: +19 points"
    assert last.spots == ("0:6,0", "card-GG")
    assert "at-card-" in last.preview


@pytest.mark.rule("AT-TRL-3")
def test_a_card_on_the_way_tells_how_far_it_is() -> None:
    state = table(hands=["RW FG"], trails=["FR"])
    assert choice(state, "trail RW 1,0").effect == "5 more to the Goal from here, at least"
    assert DRAWING.choices(state, NAMES)[0].line == "trail RW 1,0"


@pytest.mark.rule("AT-SCO-6", "AT-SCO-8", "AT-OBS-4")
def test_sides_tell_points_sets_and_the_last_way() -> None:
    state = table(hands=["O01 O05"], trails=["FR", "GF"], sides=["", "O02@1,0 O03@0,1"])
    bear = choice(state, "obstacle O01 on 1 at 0,-1")
    assert bear.effect == "+1 point for Brian <b>; wildlife 3 of 3; takes the last way to the Goal"
    assert bear.group == "Put an obstacle before Brian <b>"
    assert bear.spots == ("1:0,-1", "card-O01")
    assert choice(state, "improve O05 at 0,1").effect == "+1 point for you; scenery 1 of 3"


@pytest.mark.rule("AT-RNG-2")
def test_a_ranger_tells_what_it_takes_away() -> None:
    state = table(hands=["ranger"], trails=["FR"], sides=["O07@1,0"])
    assert choice(state, "ranger 1,0").effect == "+2 points: takes away Rockslide −2"


@pytest.mark.rule("AT-END-3")
@pytest.mark.rule("AT-END-3")
def test_done_warns_of_the_end() -> None:
    state = table(hands=["FG", "FG"])
    assert choice(state, "done").effect == "you then draw 4 cards"
    last = table(hands=["FG", "FG"], deck="")
    last.idle = 1
    assert choice(last, "done").effect == "the game is over then"


@pytest.mark.rule("AT-END-3")
def test_the_choices_say_that_a_card_has_to_be_used() -> None:
    state = table(hands=["FF FG FR FW GG", "RR RW WW O01 ranger"])
    assert choice(state, "done").effect == "you then draw none; Brian <b> then has to use a card"
    assert choice(state, "discard FF").group == "Discard instead"
    state.do("done")
    assert {one.group for one in DRAWING.choices(state, NAMES)} == {"Discard: a card has to be used"}


# ---- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-TRL-4", "AT-OPT-1")
def test_open_cells_say_what_they_need() -> None:
    """Above FR a card needs Forest as its second letter; between RF on 1,1 and GR on 0,0 nothing can lie."""
    words = {spot.id: spot.text for spot in DRAWING.spots(table(trails=["FR RW 0,1=RF"]), 0)}
    assert words["0:2,0"] == "seat 0, 2,0: open, needs Wetlands left and above"
    assert words["0:1,1"] == "seat 0, 1,1: open, needs Forest left and above, Rocky right and below"
    assert words["0:0,0"] == "seat 0, 0,0: FR, Forest left and above, Rocky right and below"
    assert words["1:0,0"] == "seat 1, 0,0: open, needs Grass left and above"
    loose = {spot.id: spot.text for spot in DRAWING.spots(table(trails=["FR RW 0,1=RF"], match="connecting-edge"), 0)}
    assert loose["0:1,1"].endswith("needs Forest left and above, or Rocky right and below")


def test_the_one_who_looks_has_the_large_area() -> None:
    state = table(trails=["FR", "GF"])
    mine, theirs = (DRAWING.pieces(state, seat) for seat in (0, 1))
    assert mine.index('data-spot="0:0,0"') < mine.index('data-spot="1:0,0"')
    assert theirs.index('data-spot="1:0,0"') < theirs.index('data-spot="0:0,0"')
    assert 'data-seat="1" font-weight="bold">your trail' in theirs


def test_an_area_shows_every_row_that_its_trail_has_come_to() -> None:
    state = table(trails=["FF 0,1=FF 0,2=FF 0,3=FF 0,4=FF"])
    tall, low = areas(state, 0)
    assert (tall.top, tall.bottom) == (4, -2)
    assert (low.top, low.bottom) == (2, -2)
    for area in (tall, low):
        for cell, (_, y) in enumerate(state.board.places):
            if area.bottom <= y <= area.top:
                at = area.y + area.scale * (inside(state.board.places[cell])[1])
                assert area.frame.y + 60 * area.scale < at < area.frame.y + area.frame.height - 50 * area.scale


def test_what_has_changed_is_pointed_at() -> None:
    state = table(hands=["O01 FG"], trails=["FR", "GF"])
    before = state.copy()
    state.do("obstacle O01 on 1 at 1,0")
    assert DRAWING.changed(before, 0, state, 0) == ["1:1,0"]


def test_the_ground_says_where_it_comes_from_and_stays_small() -> None:
    for seats in (2, 3):
        ground = DRAWING.ground(games.game("appalachian-trail", seats))
        assert "reconstructed" in ground.svg
        assert len(ground.svg) < 45_000


def test_another_edition_is_drawn_by_its_own_data(tmp_path: Path) -> None:
    """More terrains, fewer rows, and names with signs in them."""
    change: dict[str, object] = {
        "area.rows": [-1, 5], "terrains.X": "Bog & <Fen>", "trail.XX": 3, "trail.FX": 2,
        "obstacle_improvement.0.obstacle.name": "A very \"long\" name of a <beast> & its cubs",
    }
    mine = games.game("appalachian-trail", 3, changed(DATA, change, tmp_path / "mine.json"))
    for step, (state, _) in enumerate(walk(mine, 1, kinds_first=True)):
        if step % 30 == 0:
            check_page(state, 0)


# ---- scenes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-CMP-1", "AT-SCO-9")
def test_reaching_the_goal_and_the_end_are_scenes() -> None:
    state = table(hands=["GG FG", "FF"], trails=["FR RW WW WF FG GG"])
    before = state.copy()
    state.do("trail GG 6,0")
    shown = "".join(parsed(DRAWING.scene(before, 0, state, NAMES, 1)).itertext())
    assert shown.startswith("Aoife reaches the Goal, the first of allfirst to complete +5 points")
    assert "17 points now." in shown
    before = state.copy()
    state.do("done")
    assert DRAWING.scene(before, 0, state, NAMES, 1) == ""
    state = table(hands=["FG", "FG"], deck="")
    state.idle = 1
    before = state.copy()
    state.do("done")
    shown = "".join(parsed(DRAWING.scene(before, 0, state, NAMES, 1)).itertext())
    assert "Nobody goes on" in shown
    assert "Aoife and Brian <b> share the win." in shown
