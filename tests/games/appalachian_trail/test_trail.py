"""Trail cards: the geometry of split cards, edges that must match, the first card, branches."""
from __future__ import annotations

from typing import Any

import pytest

from tests.games.appalachian_trail.positions import cells, play, refused, table, ways


def fitting(beside: str) -> set[str]:
    """Every card that fits on that cell beside FG on 3,0, as laid."""
    found = set()
    for kind in ("FF", "FG", "FR", "FW", "GG", "GR", "GW", "RR", "RW", "WW"):
        state = table(hands=[kind], trails=["FR RW WF FG"])
        for line in ways(state, "trail"):
            if line.split()[2] == beside:
                found.add(kind[::-1] if line.endswith("turned") else kind)
    return found


@pytest.mark.rule("AT-GEO-4", "AT-GEO-5")
def test_what_fits_beside_a_card() -> None:
    """The worked check: right of and below FG a card begins with G; above it a card ends with F."""
    assert fitting("4,0") == {"GF", "GG", "GR", "GW"}
    assert fitting("3,-1") == {"GF", "GG", "GR", "GW"}
    assert fitting("3,1") == {"FF", "GF", "RF", "WF"}


@pytest.mark.rule("AT-GEO-5")
def test_what_fits_to_the_left_of_a_card() -> None:
    """A card behind: 0,1 lies to the left of 1,1, which is laid FG."""
    state = table(hands=["FF FR GG RW"], trails=["RF FF 1,1=FF"], sides=["", ""])
    lines = [line for line in ways(state, "trail") if " 0,1" in line]
    assert lines == []      # also above 0,0, which asks for R as second letter
    state = table(hands=["FF FR GG RW"], trails=["FF FF 1,1=FF"])
    assert [line for line in ways(state, "trail") if " 0,1" in line] == ["trail FF 0,1", "trail FR 0,1 turned"]


@pytest.mark.rule("AT-GEO-2", "AT-TRL-3")
def test_corners_do_not_touch_and_a_cell_holds_one_card() -> None:
    state = table(hands=["RR FR"], trails=["FR"])
    assert cells(state, "trail RR") == {"1,0", "0,-1"}
    assert refused(state, "trail RR 1,1") == "AT-TRL-3"
    assert refused(state, "trail RR 0,0") == "AT-GEO-2"
    near_goal = table("RF", ["RR"], ["FR RR RR RR RR RR RR"])
    assert refused(near_goal, "trail RR 7,0") == "AT-GEO-2"


@pytest.mark.rule("AT-GEO-3", "AT-TRL-5")
def test_upright_or_turned_whichever_fits_and_doubles_are_never_turned() -> None:
    state = table(hands=["FR RR RW"], trails=["FR"])
    ahead = [line for line in ways(state, "trail") if " 1,0" in line]
    assert ahead == ["trail FR 1,0 turned", "trail RR 1,0", "trail RW 1,0"]
    turned = {line.split()[1] for line in state.board.lines if line.endswith("turned")}
    assert turned == {"FG", "FR", "FW", "GR", "GW", "RW"}


@pytest.mark.rule("AT-TRL-5")
def test_with_all_edges_at_most_one_way_round_fits() -> None:
    state = table(hands=["FG FR FW GR RW"], trails=["FR RW WG 1,1=GR 2,1=RW"])
    placed = [tuple(line.split()[1:3]) for line in ways(state, "trail")]
    assert len(placed) == len(set(placed)) > 5


@pytest.mark.rule("AT-GEO-6", "AT-TRL-4")
@pytest.mark.parametrize(
    ("cell", "trail", "fits", "fails"),
    [
        ("6,0", "FF FF FF FF FF FF", "trail FG 6,0", "trail FR 6,0"),
        ("7,1", "FF FF FF FF FF FF 5,1=FF 6,1=FF", "trail FG 7,1", "trail FR 7,1"),
        ("7,-1", "FF FF FF FF FF FF 5,-1=FF 6,-1=FG", "trail GR 7,-1", "trail FR 7,-1"),
        ("8,0", "FF FF FF FF FF FF 5,1=FF 6,1=FF 6,2=FF 7,2=FF 8,2=FF 8,1=FG", "trail GR 8,0", "trail FR 8,0"),
    ],
)
def test_the_goal_shows_its_terrain_on_all_sides(cell: str, trail: str, fits: str, fails: str) -> None:
    state = table("GF", ["FG FR GR"], [trail])
    assert fits in state.lines()
    assert refused(state, fails) == "AT-TRL-4"
    play(state, fits)
    assert list(state.completed) == [0]


@pytest.mark.rule("AT-GEO-7")
def test_two_sided_cards_and_the_border_have_no_terrain() -> None:
    bare = table(hands=["RW"], trails=["FR 0,-1=RF"])
    beside = table(hands=["RW"], trails=["FR 0,-1=RF"], sides=["O01@2,0 +O02@1,1"])
    assert "trail RW 1,0" in bare.lines()
    assert "trail RW 1,0" in beside.lines()
    border = table(hands=["RF"[::-1]], trails=["FF 0,1=FF 0,2=FF 0,3=FF 0,4=FF"])
    assert "trail FR 1,4" in border.lines()


@pytest.mark.rule("AT-TRL-1")
@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ("GF", ["trail FF 0,0", "trail FG 0,0", "trail FR 0,0"]),
        ("FG", ["trail FG 0,0 turned"]),
        ("FRW", ["trail FR 0,0 turned"]),
        ("FW", []),
    ],
)
def test_a_trail_begins_with_the_terrain_of_the_goal_to_the_left(goals: str, expected: list[str]) -> None:
    state = table(goals, ["FG FR FF O01 ranger"])
    assert ways(state, "trail") == expected
    assert len(state.lines()) == len(expected) + 6


@pytest.mark.rule("AT-TRL-1")
def test_with_three_players_the_last_seat_looks_at_the_first() -> None:
    state = table("WFG", ["", "", "FW GR GW"], turn=2)
    assert ways(state, "trail") == ["trail FW 0,0 turned", "trail GW 0,0 turned"]
    assert refused(state, "trail GR 0,0") == "AT-TRL-1"
    assert refused(state, "trail FW 1,0 turned") == "AT-TRL-1"


@pytest.mark.rule("AT-TRL-2")
def test_nobody_has_to_begin() -> None:
    state = table("FW", ["FG O01", "WW"], ["", "FF"])
    assert ways(state, "trail") == []
    assert ways(state, "discard", "done") == ["done", "discard FG", "discard O01"]
    assert cells(state, "obstacle O01 on 1") == {"1,0", "0,1", "0,-1"}


@pytest.mark.rule("AT-TRL-3")
def test_a_card_goes_ahead_above_below_behind_or_anywhere_as_a_branch() -> None:
    state = table(hands=["FF"], trails=["FF FF FF 1,1=FF 2,1=FF"])
    assert cells(state, "trail") == {"3,0", "3,1", "1,2", "2,2", "0,1", "0,-1", "1,-1", "2,-1"}


@pytest.mark.rule("AT-TRL-4")
def test_a_card_matches_all_that_it_touches() -> None:
    """On 1,1 a card lies above RW and beside 2,1: it must end with R for both."""
    state = table(hands=["FR RR FW WW"], trails=["FR RW WR 2,1=RW"])
    assert [line for line in ways(state, "trail") if " 1,1" in line] == ["trail FR 1,1", "trail RR 1,1"]
    state = table(hands=["FR RR FW WW"], trails=["FR RW WR 2,1=WW"])
    assert [line for line in ways(state, "trail") if " 1,1" in line] == []
    assert refused(state, "trail FR 1,1") == "AT-TRL-4"


@pytest.mark.rule("AT-TRL-6")
def test_trail_cards_lie_in_the_own_area_and_stay() -> None:
    state = table(hands=["RW FF", "FF"], trails=["FR", "GG"], display="O01 O02")
    areas: Any = state.view()["areas"]
    play(state, "trail RW 1,0; done")
    after: Any = state.view()["areas"]
    assert after[0]["trail"] == {"0,0": "FR", "1,0": "RW"}
    assert after[1] == areas[1]
    assert refused(table(hands=["ranger"], trails=["FR"]), "ranger 0,0") == "AT-RNG-1"
