"""The options: which edges must match, the length of a trail, and who goes first."""
from __future__ import annotations

from typing import Any

import pytest

from roundhouse.errors import UserError
from roundhouse.games import title
from tests.games.appalachian_trail.positions import cells, opening, play, refused, table, ways


@pytest.mark.rule("AT-OPT-1")
def test_a_connecting_edge_is_enough() -> None:
    """1,1 lies above RW (asks for R as second letter) and left of WW (asks for W)."""
    strict = table(hands=["FR FW"], trails=["FR RW WR 2,1=WW"])
    loose = table(hands=["FR FW RW"], trails=["FR RW WR 2,1=WW"], match="connecting-edge")
    assert not [line for line in ways(strict, "trail") if " 1,1" in line]
    at = [line for line in ways(loose, "trail") if " 1,1" in line]
    assert at == ["trail FR 1,1", "trail FW 1,1", "trail RW 1,1", "trail RW 1,1 turned"]
    assert refused(table(hands=["FF"], trails=["FR"], match="connecting-edge"), "trail FF 1,0") == "AT-OPT-1"
    assert refused(table(hands=["FF"], trails=["FR"], match="connecting-edge"), "trail FF 2,0") == "AT-TRL-3"


@pytest.mark.rule("AT-OPT-1", "AT-CMP-1")
def test_a_mismatch_beside_the_goal_does_not_complete() -> None:
    trail = "FG GG GG GG GG GG"
    state = table("GF", ["GR GG"], [trail], match="connecting-edge")
    state.do("trail GR 6,0")
    assert state.view()["completed"] == []
    lines: Any = state.view()["lines"]
    assert (lines[0]["trail"], lines[0]["unfinished"]) == (0, -2)
    goal_alone = table("RF", ["FR"], [trail], match="connecting-edge")
    assert "6,0" not in cells(goal_alone, "trail")      # the Goal is no card of the trail


@pytest.mark.rule("AT-OPT-1", "AT-SCO-11")
def test_mismatched_neighbours_are_not_joined() -> None:
    joined = table("GF", trails=["FG GG GG GG GG GG GG 1,1=GG 2,1=GG"], completed=[0], match="connecting-edge")
    apart = table("GF", trails=["FG GG GG GG GG GG GG 1,1=FG 2,1=RG"], completed=[0], match="connecting-edge")
    assert (joined.scores()[0], apart.scores()[0]) == (5 + 9 + 2 + 3, 5 + 7 + 2 + 3)


@pytest.mark.rule("AT-OPT-3")
@pytest.mark.parametrize("length", [7, 6, 5])
def test_a_shorter_trail(length: int) -> None:
    trail = "FG " + "GG " * (length - 2)
    state = table("GF", ["GG RR"], [trail], length=length)
    board = state.board
    assert board.ids[board.goal] == f"{length},0"
    assert (board.ids[-1], len(board.ids)) == (f"{length + 1},4", (length + 2) * 9)
    state.do(f"trail GG {length - 1},0")
    lines: Any = state.view()["lines"]
    assert (state.view()["completed"], lines[0]["trail"]) == ([0], length)


@pytest.mark.rule("AT-OPT-3")
def test_a_short_trail_has_its_goal_sides_beside_its_goal() -> None:
    state = table("GF", ["GG"], ["FG GG GG GG 3,1=GG 4,1=GG"], length=5)
    play(state, "trail GG 5,1")
    assert state.view()["completed"] == [0]
    assert state.view()["options"] == {"match": "all-edges", "walling": "free", "length": 5, "first": "random"}


@pytest.mark.rule("AT-OPT-4", "AT-SET-4")
@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_a_seat_that_is_named_goes_first(seats: int, first: int) -> None:
    state = opening(seats, first=first)
    assert state.view()["options"] == {"match": "all-edges", "walling": "free", "length": 7, "first": first}
    assert state.outcomes() == [(state.game.parse(f"start {first}"), 1)]
    assert refused(state, f"start {(first + 1) % seats}") == "AT-SET-4"
    state.do(f"start {first}")
    assert state.view()["turn"] == first


@pytest.mark.rule("AT-OPT-4")
def test_nobody_goes_first_who_does_not_sit_there() -> None:
    with pytest.raises(UserError, match="at a table of 2 nobody sits on seat 2"):
        opening(2, first=2)


def test_options_are_checked_by_name_and_value() -> None:
    chosen = opening(2, length="6", first="1").view()["options"]
    assert chosen == {"match": "all-edges", "walling": "free", "length": 6, "first": 1}
    for wrong in ({"length": 4}, {"match": "corners"}, {"lenght": 7}, {"first": 3}, {"passing": "all-pass-ends"}):
        with pytest.raises(UserError):
            title("appalachian-trail").game(2, options=wrong)
    with pytest.raises(UserError):
        title("appalachian-trail").game(4)
