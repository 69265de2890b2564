"""The scoring chart: small positions for each line, and the printed example."""
from __future__ import annotations

from typing import Any

import pytest

from roundhouse import OVER
from roundhouse.games.appalachian_trail.facts import Part
from roundhouse.games.appalachian_trail.position import FINISHED
from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from tests.games.appalachian_trail.positions import opening, play, sheet, table, ways

GRASS = "FG GG GG GG GG GG GG"          # seven cards to a Grass Goal, six of them in one run
MIXED = "FR RW WW WF FG GG GG"          # the worked check: trail 7, run 3
PRINTED = """
start 1; goal G; goal F; card FR; card RW; card O05; card GW; card FW; card O07; card O08; card O02; card ranger;
card FF; card RW; card FR; done; trail FR 0,0; trail RW 1,0; take RW; card GR; take FR; card GR; done;
improve O05 at 1,1; trail GW 2,0 turned; take GR; card WW; take GR; card FG; obstacle O07 on 0 at 3,0; done; draw;
card GG; trail FW 2,1; trail RW 3,1 turned; draw; card RW; draw; card FW; done; trail FR 4,1 turned; done; draw;
card FR; obstacle O08 on 0 at 5,1; done; draw; card ranger; trail GR 4,2; trail RW 5,2; draw; card FF; draw; card FG;
done; trail FW 6,2 turned; trail FR 7,2; draw; card ranger; draw; card O01; done; trail GR 7,1 turned
"""


def lines(state: AppalachianTrailState, seat: int = 0) -> dict[str, int]:
    found: Any = state.view()["lines"]
    return dict(found[seat])


def over(state: AppalachianTrailState) -> AppalachianTrailState:
    state.phase = FINISHED
    state.to_act = OVER
    return state


@pytest.mark.rule("AT-SCO-1", "AT-SCO-3", "AT-SCO-4", "AT-SCO-5", "AT-CMP-1")
def test_the_printed_example() -> None:
    """Eleven cards over a distance of seven, several obstacles, the Grass Goal entered from above."""
    state = opening()
    play(state, PRINTED)
    view: Any = state.view()
    assert (view["phase"], view["to_act"], view["used"], view["completed"]) == ("play", 0, 1, [0])
    assert (view["idle"], view["runs"], view["display"]) == (1, [4, 0], ["FG", "WW"])
    assert view["hands"] == [{"FF": 1, "FG": 1, "O01": 1, "ranger": 1}, {"FF": 1, "GG": 1, "O02": 1, "ranger": 2}]
    assert lines(state) == {
        "first": 5, "unfinished": 0, "trail": 11, "longest": 2, "terrain": 3, "wildlife": 0, "scenery": 3, "sides": -2,
        "total": 22,
    }
    assert lines(state, 1)["total"] == -2
    counts = [len(ways(state, kind)) for kind in ("trail", "improve", "ranger", "done", "")]
    assert counts == [11, 12, 2, 1, 26]


def test_the_printed_example_explains_itself() -> None:
    state = opening()
    play(state, PRINTED)
    told = sheet(state)
    assert {name: line.points for name, line in told.items()} | {"total": 22} == lines(state)
    cells = {name: [part.cell for part in line.parts] for name, line in told.items()}
    assert cells["trail"] == cells["longest"]
    assert set(cells["trail"]) == {"0,0", "1,0", "2,0", "2,1", "3,1", "4,1", "4,2", "5,2", "6,2", "7,2", "7,1"}
    assert {part.points for part in told["trail"].parts} == {1}
    assert cells["terrain"] in (["1,0", "2,0", "2,1", "3,1"], ["3,1", "4,1", "4,2", "5,2"])
    assert told["sides"].parts == (
        Part("O05", "improvement", "1,1", 1), Part("O07", "obstacle", "3,0", -2), Part("O08", "obstacle", "5,1", -1),
    )
    assert [part.card for part in told["scenery"].parts] == ["O05", "O07", "O08"]
    assert (told["wildlife"].parts, told["first"].rule, told["sides"].rule) == ((), "AT-SCO-1", "AT-SCO-8")


@pytest.mark.rule("AT-SCO-3", "AT-SCO-11", "AT-SCO-12")
def test_a_dead_end_scores_nothing_and_a_loop_in_full() -> None:
    """The worked check: 17, still 17 with a dead end, 19 when it closes a loop."""
    alone = table("GF", trails=[MIXED], completed=[0])
    assert (alone.view()["runs"], alone.scores()[0]) == ([3, 0], 17)
    dead_end = table("GF", trails=[f"{MIXED} 1,1=FR"], completed=[0])
    assert (dead_end.view()["runs"], dead_end.scores()[0]) == ([3, 0], 17)
    loop = table("GF", trails=[f"{MIXED} 1,1=FR 2,1=RW"], completed=[0])
    assert (loop.view()["runs"], loop.scores()[0]) == ([4, 0], 19)


@pytest.mark.rule("AT-SCO-1", "AT-SCO-2")
def test_first_to_complete_and_not_completed() -> None:
    state = table("GGG", trails=[GRASS, GRASS, "GG"], completed=[1, 0])
    assert [lines(state, seat)["first"] for seat in range(3)] == [0, 5, 0]
    assert [lines(state, seat)["unfinished"] for seat in range(3)] == [0, 0, -2]
    nobody = table("GGG")
    assert nobody.scores() == [-2, -2, -2]


@pytest.mark.rule("AT-SCO-3")
def test_an_unfinished_trail_scores_no_cards() -> None:
    state = table("GG", trails=["FG GG GG GG GG GG", GRASS], completed=[1])
    assert lines(state) == {
        "first": 0, "unfinished": -2, "trail": 0, "longest": 0, "terrain": 0, "wildlife": 0, "scenery": 0, "sides": 0,
        "total": -2,
    }


@pytest.mark.rule("AT-SCO-4")
def test_all_who_tie_for_the_longest_trail_score_it_but_nobody_with_none() -> None:
    tied = table("GGG", trails=[GRASS, GRASS, "GG"], completed=[0, 1])
    assert [lines(tied, seat)["longest"] for seat in range(3)] == [2, 2, 0]
    longer = table("GG", trails=[GRASS, f"{GRASS} 1,1=GG 2,1=GG"], completed=[0, 1])
    assert [lines(longer, seat)["longest"] for seat in range(2)] == [0, 2]
    assert [lines(table("GG"), seat)["longest"] for seat in range(2)] == [0, 0]


@pytest.mark.rule("AT-SCO-5")
def test_all_who_tie_for_the_longest_terrain_score_it_but_nobody_with_none() -> None:
    longer = table("GG", trails=[GRASS, MIXED], completed=[0, 1])
    assert longer.view()["runs"] == [7, 3]
    assert [lines(longer, seat)["terrain"] for seat in range(2)] == [3, 0]
    tied = table("GG", trails=[MIXED, MIXED], completed=[0, 1])
    assert [lines(tied, seat)["terrain"] for seat in range(2)] == [3, 3]
    assert [lines(table("GG"), seat)["terrain"] for seat in range(2)] == [0, 0]


@pytest.mark.rule("AT-SCO-6", "AT-SCO-7", "AT-SCO-8")
@pytest.mark.parametrize(
    ("sides", "wildlife", "scenery", "points"),
    [
        ("", 0, 0, 0),
        ("O01@1,0 O02@0,1", 0, 0, -4),
        ("O01@1,0 O02@0,1 O03@0,-1", 3, 0, -5),
        ("O01@1,0 +O02@0,1 +O07@0,-1", 3, 0, 1),
        ("O10@1,0 +O04@0,1 +O05@0,-1", 0, 3, 1),
        ("O01@1,0 +O04@0,1 +O05@0,-1", 0, 0, 1),
        ("O01@1,0 O02@0,1 O03@0,-1 O04@1,1 O05@1,-1", 3, 0, -8),
        ("O01@1,0 O02@0,1 O03@0,-1 O04@1,1 O05@1,-1 O06@2,0", 6, 0, -9),
        ("O07@1,0 O08@0,1 O09@0,-1 O10@1,1 O11@1,-1 +O12@2,0", 0, 6, -7),
    ],
)
def test_sets_of_three_and_the_points_of_active_sides(sides: str, wildlife: int, scenery: int, points: int) -> None:
    """Positive and negative sides make sets together; six sides make two sets. An unfinished trail scores them too."""
    state = table(trails=["FF", "GG"], sides=[sides])
    found = lines(state)
    assert (found["wildlife"], found["scenery"], found["sides"]) == (wildlife, scenery, points)
    assert found["total"] == -2 + wildlife + scenery + points
    assert lines(state, 1)["total"] == -2


@pytest.mark.rule("AT-SCO-9")
def test_most_points_win_and_ties_go_to_who_completed_first() -> None:
    tied = table("GG", trails=[GRASS, MIXED], sides=["", "O01@0,1"], completed=[1, 0])
    assert tied.scores() == [7 + 2 + 3, 5 + 7 + 2 - 2]
    assert over(tied).winners() == [1]
    assert over(table("GG", trails=[MIXED, GRASS], completed=[1, 0])).winners() == [1]
    assert over(table("GG", trails=[MIXED, GRASS], completed=[0, 1])).winners() == [0]
    assert over(table("GGG", sides=["", "+O02@0,1"])).winners() == [1]
    assert over(table("GGG", sides=["", "", "O02@0,1"])).winners() == [0, 1]
    assert table("GGG").winners() == []


@pytest.mark.rule("AT-SCO-9")
def test_a_tied_player_who_completed_beats_one_who_did_not() -> None:
    wild = "O01@0,1 O02@1,1 O04@2,1 O03@3,1 O05@4,1"      # a set of three and -8
    hard = "O07@5,1 O08@6,1 O09@0,-1 O10@1,-1 O11@2,-1"   # the same
    state = table("GG", trails=["GG", MIXED], sides=["+O06@0,1 +O12@0,-1", f"{wild} {hard}"], completed=[1])
    assert state.scores() == [-2 + 2 + 1, 5 + 7 + 2 + 3 + 3 + 3 - 8 - 8]
    assert over(state).winners() == [1]


@pytest.mark.rule("AT-SCO-10")
def test_cards_in_hand_and_removed_cards_score_nothing() -> None:
    rich = table("GG", ["O01 O02 O03", "O04 O05 O06"], deck="")
    assert rich.scores() == [-2, -2]


@pytest.mark.rule("AT-SCO-11")
@pytest.mark.parametrize(
    ("extra", "cards"),
    [
        ("", 7),
        ("3,1=GG", 7),                                                   # a branch
        ("3,1=GG 3,2=GG 4,2=GG 4,3=GG 3,3=GG", 7),                       # a ring that hangs on a branch
        ("0,1=GF 0,2=GG 1,2=GG 1,1=GG", 11),                             # a loop through the first card
        ("3,1=GG 4,1=GG", 9),
        ("3,1=GG 3,2=GG 4,2=GG 5,2=GG 5,1=GG", 12),
        ("5,1=GG 6,1=GG 7,1=GG", 10),                                    # a second way into the Goal
        ("6,-1=GG 7,-1=GG 8,-1=GG 8,0=GG", 11),
        ("6,1=GG 7,1=GG 7,2=GG", 9),
    ],
)
def test_what_belongs_to_the_continuous_trail(extra: str, cards: int) -> None:
    state = table("GF", trails=[f"{GRASS} {extra}"], completed=[0])
    assert lines(state)["trail"] == cards


@pytest.mark.rule("AT-SCO-12")
@pytest.mark.parametrize(
    ("trail", "run"),
    [
        (GRASS, 7),
        (MIXED, 3),
        ("FR RF FR RF FR RF FG", 2),                  # terrain does not pass through the other half of a card
        ("FR RR RF FR RR RR RG", 4),
        ("FG GG GF FG GG GG GG", 4),                  # two groups of one terrain
        ("FF FF FF FF FF FG GG 3,1=FF", 6),           # a dead end adds nothing
    ],
)
def test_the_run(trail: str, run: int) -> None:
    state = table("GF", trails=[trail], completed=[0])
    runs: Any = state.view()["runs"]
    assert runs[0] == run
