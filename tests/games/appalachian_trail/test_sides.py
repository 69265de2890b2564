"""Obstacles, improvements and Rangers."""
from __future__ import annotations

from typing import Any

import pytest

from tests.games.appalachian_trail.positions import cells, play, refused, table, ways


@pytest.mark.rule("AT-OBS-1")
def test_an_obstacle_goes_on_any_open_side_of_an_opponents_trail() -> None:
    state = table("GFR", ["O01"], ["FF", "FF FF 1,1=FF", ""])
    assert cells(state, "obstacle O01 on 1") == {"2,0", "2,1", "1,2", "0,1", "0,-1", "1,-1"}
    assert not ways(state, "obstacle O01 on 0", "obstacle O01 on 2")
    for line in ("on 0 at 1,0", "on 2 at 1,0", "on 1 at 3,0"):
        assert refused(state, f"obstacle O01 {line}") == "AT-OBS-1"
    assert refused(state, "obstacle O01 on 1 at 1,0") == "AT-GEO-2"


@pytest.mark.rule("AT-OBS-1")
def test_never_on_the_goal_and_a_completed_trail_may_still_get_obstacles() -> None:
    state = table("GG", ["O01"], ["", "GG GG GG GG GG GG GG"], completed=[1])
    assert refused(state, "obstacle O01 on 1 at 7,0") == "AT-GEO-2"
    assert "obstacle O01 on 1 at 6,1" in state.lines()


@pytest.mark.rule("AT-OBS-2")
def test_an_obstacle_blocks_its_cell_for_every_card() -> None:
    state = table(hands=["O02 RR", "O01"], trails=["FR", "FF"], sides=["O03@0,1 O04@1,0", "O05@1,0"])
    assert refused(state, "trail RR 1,0") == "AT-OBS-2"
    assert refused(state, "improve O02 at 0,1") == "AT-OBS-2"
    assert refused(state, "obstacle O02 on 1 at 1,0") == "AT-OBS-2"


@pytest.mark.rule("AT-OBS-3")
def test_the_obstacle_side_stays_the_active_one_whatever_touches_it_later() -> None:
    state = table(hands=["O04", "GG"], trails=["", "FG GG GG"], deck="")
    play(state, "obstacle O04 on 1 at 1,1; trail GG 0,-1")
    areas: Any = state.view()["areas"]
    assert areas[1]["obstacles"] == {"1,1": "O04"}
    assert areas[1]["improvements"] == {}
    lines: Any = state.view()["lines"]
    assert lines[1]["sides"] == -2


@pytest.mark.rule("AT-OBS-4", "AT-OPT-2")
def test_the_last_way_may_be_taken_unless_a_way_must_be_left() -> None:
    """The worked check: seat 1 has only 0,0, with obstacles on 1,0 and 0,1."""
    def walled(walling: str) -> Any:
        return table(hands=["O03"], trails=["", "FF"], sides=["", "O01@1,0 O02@0,1"], walling=walling)

    assert "obstacle O03 on 1 at 0,-1" in walled("free").lines()
    gentle = walled("leave-a-way")
    assert refused(gentle, "obstacle O03 on 1 at 0,-1") == "AT-OBS-4"
    assert not ways(gentle, "obstacle")


@pytest.mark.rule("AT-OBS-4", "AT-OPT-2")
def test_where_there_is_no_way_or_the_trail_is_complete_an_obstacle_is_allowed() -> None:
    def closed_in(**more: Any) -> Any:
        return table(
            "GG", ["O08"], ["", "GG GG 0,1=GG 1,1=GG"], ["", "O01@2,0 O02@2,1 O03@0,2 O04@1,2 +O05@1,-1"],
            walling="leave-a-way", **more,
        )

    assert not ways(closed_in(), "obstacle")
    assert cells(closed_in(completed=[1]), "obstacle") == {"0,-1"}
    no_way = table("GG", ["O08"], ["", "GG GG"], ["", "O01@7,1 O02@6,0 O03@7,-1 O04@8,0"], walling="leave-a-way")
    assert cells(no_way, "obstacle") == {"2,0", "0,1", "1,1", "0,-1", "1,-1"}


@pytest.mark.rule("AT-OBS-4", "AT-OPT-2")
def test_a_way_may_be_a_single_cell_beside_the_goal() -> None:
    sides = "O01@5,1 O02@5,-1 O03@4,1 O04@4,-1 O05@3,1 O06@3,-1 O07@2,1 O08@2,-1 O09@1,1 O10@1,-1 O11@0,1 +O12@0,-1"
    state = table("GG", ["O11"], ["", "GG GG GG GG GG GG"], ["", sides.replace("O11@0,1 ", "")], walling="leave-a-way")
    assert cells(state, "obstacle") == {"6,0", "0,1"}
    state.do("obstacle O11 on 1 at 0,1")
    state = table("GG", ["O11"], ["", "GG GG GG GG GG GG"], ["", sides.replace("O11", "O02")], walling="leave-a-way")
    assert not ways(state, "obstacle")
    assert refused(state, "obstacle O11 on 1 at 6,0") == "AT-OBS-4"


@pytest.mark.rule("AT-OBS-5")
def test_an_obstacle_beside_the_goal_closes_that_side_only() -> None:
    state = table("GF", ["GG", "O01"], ["FG GG GG GG GG GG 5,1=GG 6,1=GG"], turn=1)
    state.do("obstacle O01 on 0 at 6,0")
    state = table("GF", ["GG"], ["FG GG GG GG GG GG 5,1=GG 6,1=GG"], ["O01@6,0"])
    assert "6,0" not in cells(state, "trail")
    state.do("trail GG 7,1")
    assert list(state.completed) == [0]


@pytest.mark.rule("AT-IMP-1")
def test_an_improvement_goes_directly_above_or_below_the_own_trail() -> None:
    state = table(hands=["O01"], trails=["FF FF 1,1=FF", "FF"])
    assert cells(state, "improve") == {"0,1", "0,-1", "1,2", "1,-1"}
    for cell in ("2,0", "2,1", "4,4"):
        assert refused(state, f"improve O01 at {cell}") == "AT-IMP-1"
    assert refused(state, "improve O01 at 1,1") == "AT-GEO-2"
    assert refused(table(hands=["O01"], trails=["", "FF"]), "improve O01 at 0,1") == "AT-IMP-1"
    state.do("improve O01 at 0,1")
    areas: Any = state.view()["areas"]
    assert (areas[0]["improvements"], areas[0]["obstacles"]) == ({"0,1": "O01"}, {})


@pytest.mark.rule("AT-IMP-2")
def test_an_improvement_stays_for_good() -> None:
    state = table(hands=["ranger FF O02"], trails=["FF"], sides=["+O01@0,1"])
    assert not ways(state, "ranger")
    assert refused(state, "ranger 0,1") == "AT-RNG-1"
    assert refused(state, "trail FF 0,1") == "AT-IMP-2"
    assert refused(state, "improve O02 at 0,1") == "AT-IMP-2"


@pytest.mark.rule("AT-IMP-3")
@pytest.mark.parametrize("walling", ["free", "leave-a-way"])
def test_the_own_last_way_may_be_taken(walling: str) -> None:
    state = table(hands=["O03"], trails=["FF"], sides=["O01@1,0 O02@0,1"], walling=walling)
    state.do("improve O03 at 0,-1")
    assert state.view()["phase"] != "over"


@pytest.mark.rule("AT-RNG-1")
def test_a_ranger_removes_one_obstacle_of_the_own_area() -> None:
    state = table(hands=["ranger"], trails=["FF", "FF"], sides=["O01@0,1 O02@1,0", "O03@0,-1"])
    assert ways(state, "ranger") == ["ranger 0,1", "ranger 1,0"]
    assert refused(state, "ranger 0,-1") == "AT-RNG-1"
    assert not ways(table(hands=["ranger"], trails=["FF", "FF"], sides=["", "O03@0,1"]), "ranger")


@pytest.mark.rule("AT-RNG-2")
def test_ranger_and_obstacle_leave_the_game_and_the_cell_is_empty_again() -> None:
    state = table(hands=["ranger FF O05"], trails=["FF"], sides=["O01@0,1 O02@1,0 O03@0,-1"])
    lines: Any = state.view()["lines"]
    assert (lines[0]["wildlife"], lines[0]["sides"]) == (3, -5)
    state.do("ranger 1,0")
    view: Any = state.view()
    assert view["removed"] == {"O02": 1, "ranger": 1}
    assert view["areas"][0]["obstacles"] == {"0,1": "O01", "0,-1": "O03"}
    assert (view["lines"][0]["wildlife"], view["lines"][0]["sides"]) == (0, -3)
    assert cells(state, "trail") == {"1,0"}
