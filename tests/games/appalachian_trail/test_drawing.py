"""The table in the browser: what is drawn, what each choice is said to be worth, and what stays hidden."""
from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse import WATCHER, Dice, games
from roundhouse.games.appalachian_trail import drawing
from roundhouse.games.appalachian_trail.facts import ObstacleLaid
from roundhouse.games.appalachian_trail.map import areas, inside
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.drawn import Choice
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.editions import changed
from tests.games.appalachian_trail.positions import facts, table
from tests.games.drawn import NAMES, check_page, check_secrets, parsed
from tests.walks import Choice as Table
from tests.walks import finished, game, tables, walk

DATA = games.title("appalachian-trail").edition().data
EVERY = tables("appalachian-trail")


def choices(state: AppalachianTrailState) -> list[Choice]:
    return drawing.choices(sight(state, int(state.to_act)))


def choice(state: AppalachianTrailState, line: str) -> Choice:
    return next(one for one in choices(state) if one.line == line)


def effect(state: AppalachianTrailState, line: str) -> str:
    return plain(choice(state, line).effect, NAMES)


def aside(state: AppalachianTrailState, seat: int | None) -> str:
    return drawing.aside(sight(state, seat), NAMES)


def spots(state: AppalachianTrailState) -> dict[str, str]:
    """What seat 0 is told of each place."""
    return {spot.id: plain(spot.text, NAMES) for spot in drawing.spots(sight(state, 0))}


def scene(state: AppalachianTrailState, line: str) -> str:
    """The words of a moment; the state goes on."""
    assert isinstance(state.game, AppalachianTrail)
    return "".join(parsed(drawing.scene(state.game, facts(state, line), NAMES)).itertext())


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
    assert isinstance(state, AppalachianTrailState)
    held = sum(1 for n in state.size[:2] if n)
    for seat in (0, WATCHER, None):
        assert aside(state, seat).count('class="hand"') == held


def test_only_ones_own_hand_is_beside_the_board() -> None:
    state = table(hands=["FG O03", "RW ranger"], display="FF GG")
    assert "card-O03" in aside(state, 0)
    assert aside(state, 0).count("<figure") == 2
    assert 'class="hand"' not in aside(state, WATCHER)
    assert aside(state, None).count('class="hand"') == 2


# ---- what a choice is said to be worth -------------------------------------------------------------------------------


@pytest.mark.rule("AT-CMP-1", "AT-SCO-1", "AT-SCO-3")
def test_the_last_card_tells_what_the_finished_trail_is_worth() -> None:
    """From -2 to 5 for the first, 7 cards, 2 for the longest and 3 for the longest terrain."""
    state = table(hands=["GG GR"], trails=["FR RW WW WF FG GG"])
    last = choice(state, "trail GG 6,0")
    assert effect(state, "trail GG 6,0") == "completes your trail, the first: +19 points"
    assert (last.by, last.spots) == (("card-GG",), ("0:6,0",))
    assert "at-card-" in last.preview


@pytest.mark.rule("AT-TRL-3")
def test_a_card_on_the_way_tells_how_far_it_is() -> None:
    state = table(hands=["RW FG"], trails=["FR"])
    assert effect(state, "trail RW 1,0") == "5 more to the Goal from here, at least"
    assert choices(state)[0].line == "trail RW 1,0"


@pytest.mark.rule("AT-OBS-2")
def test_how_far_it_is_goes_round_what_lies_in_the_way() -> None:
    state = table(hands=["RW"], trails=["FR"], sides=["O01@2,0"])
    assert effect(state, "trail RW 1,0") == "7 more to the Goal from here, at least"
    walled = table(hands=["RW"], trails=["FR"], sides=["O01@2,0 O02@1,1 O03@1,-1"])
    assert effect(walled, "trail RW 1,0") == "no way leads to the Goal from here"


@pytest.mark.rule("AT-OPT-1", "AT-CMP-1")
def test_a_card_that_does_not_match_the_goal_is_not_there() -> None:
    """With `connecting-edge` GR may lie beside the Grass Goal, and the way goes on by 6,1 and 7,1 or below."""
    state = table("GF", ["GR GG"], ["FG GG GG GG GG GG"], match="connecting-edge")
    assert effect(state, "trail GR 6,0") == "does not match the Goal; 2 more to the Goal from here, at least"
    assert effect(state, "trail GG 6,0").startswith("completes your trail, the first: +")


@pytest.mark.rule("AT-SCO-3", "AT-SCO-4")
def test_a_card_after_the_arrival_tells_what_it_brings_to_all() -> None:
    seven = "GG GG GG GG GG GG GG"
    state = table("GG", ["GG GR"], [f"{seven} 1,1=GG", seven], completed=[1, 0])
    state.used = 1
    assert effect(state, "trail GG 2,1") == (
        "+2 points: your continuous trail; −5 points for Brian <b>; the game is over then"
    )
    assert effect(state, "trail GR 1,2 turned") == "no points: not on your continuous trail; the game is over then"


@pytest.mark.rule("AT-SCO-6", "AT-SCO-8", "AT-OBS-4")
def test_sides_tell_points_sets_and_the_last_way() -> None:
    state = table(hands=["O01 O05"], trails=["FR", "GF"], sides=["", "O02@1,0 O03@0,1"])
    bear = choice(state, "obstacle O01 on 1 at 0,-1")
    assert plain(bear.effect, NAMES) == "+1 point for Brian <b>; wildlife 3 of 3; takes the last way to the Goal"
    assert bear.group == "Put an obstacle before your opponent"
    assert (bear.by, bear.spots) == (("card-O01",), ("1:0,-1",))
    assert effect(state, "improve O05 at 0,1") == "+1 point for you; scenery 1 of 3"


@pytest.mark.rule("AT-SCO-6", "AT-SCO-7")
def test_a_panel_counts_whole_sets_and_what_there_is_of_the_next() -> None:
    state = table(sides=["+O05@1,0 +O06@0,1 +O07@1,1", "O01@1,0 O02@0,1 O03@1,1 O04@0,2"])
    shown = [dict(panel.lines) for panel in drawing.panels(sight(state, 0))]
    assert [(panel["Wildlife"], panel["Scenery"]) for panel in shown] == [
        ("1 of 3", "2 of 3"), ("1 set, and 1 of 3", "0 of 3"),
    ]


@pytest.mark.rule("AT-SET-4")
def test_opponents_are_told_apart_by_where_they_sit() -> None:
    state = table("GFR", ["FF", "O01", "FF"], ["FF", "", "FF"], turn=1)
    groups = {one.line: one.group for one in choices(state)}
    assert groups["obstacle O01 on 2 at 1,0"] == "Put an obstacle before the player on your left"
    assert groups["obstacle O01 on 0 at 1,0"] == "Put an obstacle before the player on your right"


@pytest.mark.rule("AT-RNG-2")
def test_a_ranger_tells_what_it_takes_away() -> None:
    state = table(hands=["ranger"], trails=["FR"], sides=["O07@1,0"])
    assert effect(state, "ranger 1,0") == "+2 points: takes away Rockslide −2"
    walled = table(hands=["ranger"], trails=["FR"], sides=["O07@1,0 O08@0,1 O09@0,-1"])
    assert effect(walled, "ranger 1,0") == "−1 point: takes away Rockslide −2; opens a way to the Goal"


@pytest.mark.rule("AT-END-3")
def test_done_warns_of_the_end() -> None:
    state = table(hands=["FG", "FG"])
    assert effect(state, "done") == "you then draw 4 cards"
    last = table(hands=["FG", "FG"], deck="")
    last.idle = 1
    assert effect(last, "done") == "the game is over then"


@pytest.mark.rule("AT-END-3")
def test_the_choices_say_that_a_card_has_to_be_used() -> None:
    state = table(hands=["FF FG FR FW GG", "RR RW WW O01 ranger"])
    assert effect(state, "done") == "you then draw none; Brian <b> then has to use a card"
    assert choice(state, "discard FF").group == "Discard instead"
    state.do("done")
    assert {one.group for one in choices(state)} == {"Discard: a card has to be used"}


# ---- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-TRL-4", "AT-OPT-1")
def test_open_cells_say_what_they_need() -> None:
    """Above FR a card needs Forest as its second letter; between RF on 1,1 and GR on 0,0 nothing can lie."""
    words = spots(table(trails=["FR RW 0,1=RF"]))
    assert words["0:2,0"] == "Aoife, milestone 2: open, needs Wetlands left and above"
    assert words["0:1,1"] == "Aoife, milestone 1, 1 up: open, needs Forest left and above, Rocky right and below"
    assert words["0:0,0"] == "Aoife, the Start: FR, Forest left and above, Rocky right and below"
    assert words["1:0,0"] == "Brian <b>, the Start: open, needs Grass left and above"
    loose = spots(table(trails=["FR RW 0,1=RF"], match="connecting-edge"))
    assert loose["0:1,1"].endswith("needs Forest left and above, or Rocky right and below")


def test_the_one_who_looks_has_the_large_area() -> None:
    state = table(trails=["FR", "GF"])
    mine, theirs = (drawing.pieces(sight(state, seat), NAMES) for seat in (0, 1))
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
    laid = facts(state, "obstacle O01 on 1 at 1,0")
    assert isinstance(laid[0], ObstacleLaid)
    assert [spot for fact in laid for spot in fact.spots] == ["1:1,0"]


def test_the_ground_says_where_it_comes_from_and_stays_small() -> None:
    for seats in (2, 3):
        one = games.game("appalachian-trail", seats)
        assert isinstance(one, AppalachianTrail)
        ground = drawing.ground(one)
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
    shown = scene(state, "trail GG 6,0")
    assert shown.startswith("Aoife reaches the Goal, the first of all ?first to complete +5 points")
    assert "17 points now." in shown
    assert scene(state, "done") == ""
    end = table(hands=["FG", "FG"], deck="")
    end.idle = 1
    shown = scene(end, "done")
    assert "Nobody goes on" in shown
    assert "not completed−2−2together−2−2" in shown
    assert "Aoife and Brian <b> share the win." in shown
