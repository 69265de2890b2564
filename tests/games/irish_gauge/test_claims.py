"""What is said of moves of Irish Gauge, in small positions."""
from __future__ import annotations

from tests.games.claiming import found, line_of, said
from tests.games.irish_gauge.positions import position


def test_a_place_on_the_way_counts_and_pay_is_compared_with_that_before_the_move() -> None:
    line = line_of(position(shares={"CBSC": [0]}, track={"CBSC": "N5 M5"}), "track CBSC L5", "done")
    assert said(line, "way") == [
        "CBSC can come to Shannon and Limerick in its next turn: "
        "a share would then pay £7 a call on average instead of £0."
    ]
    told = {"hexes": ["K3", "L4"], "way": ["L4", "K3"], "there": 7.0, "now": 0.0}
    assert found(line, "way", "CBSC", **told)
    assert not found(line, "way", "CBSC", **{**told, "hexes": ["K3"]}), "nobody comes to Shannon but by Limerick"
    line.after.locomotives[0] = 1
    assert not found(line, "way", "CBSC", **told), "one locomotive is not enough"


def test_only_those_who_get_more_are_named_as_getting_more() -> None:
    state = position(4, turn=1, shares={"CBSC": [0], "WLW": [1]}, track={"CBSC": "L4 L8 K3", "WLW": "L8"})
    line = line_of(state, "dividends")
    assert said(line, "call") == ["A call pays you £6 on average, and more to others: Ann £10."]
    told = {"pay": [10.1, 5.9, 0.0, 0.0], "after": False}
    assert found(line, "call", "", **told, above=[0]) and not found(line, "call", "", **told, above=[0, 2])


def test_what_a_share_gets_is_said_on_average() -> None:
    line = line_of(position(shares={"CBSC": [0]}, track={"CBSC": "L4"}), "track CBSC K3", "done")
    assert said(line, "pays") == ["CBSC pays a share £7 a call on average instead of £6. You alone hold it."]


def test_only_difficult_ground_closes_a_pass() -> None:
    easy = position(shares={"WLW": [0], "CBSC": [1]}, track={"WLW": "L5"})
    line = line_of(easy, "track WLW L3", "track WLW K3", "track WLW M4")
    assert said(line, "closes") == [], "Cork may follow"
    assert not found(line, "closes", "CBSC", hex="K3", was=5, now=6.5, who=1, passes=[])
    hard = line_of(position(shares={"GSW": [0], "MGW": [1]}), "track GSW I11", "done")
    assert said(hard, "closes") == [
        "It closes the pass to Wicklow: Ben's MGW now needs 5 points to get there instead of 3."
    ]
