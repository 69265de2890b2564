"""What is said of moves of Appalachian Trail, in small positions."""
from __future__ import annotations

from tests.games.appalachian_trail.positions import table
from tests.games.claiming import found, line_of, said

ROUND = "GW WG GW WG GF FF 5,1=WF 5,-1=FR 6,-1=RF"
"""A trail below and left of the Goal at 7,0."""


def test_a_place_where_no_card_matches_is_none_to_come_nearer_in() -> None:
    line = line_of(table("RG", ["FF FR GG ranger"], [ROUND], sides=["O07@4,-1"]), "trail FF 6,1")
    assert said(line, "ways") == ["Your trail can then come nearer to the Goal in 2 places."]
    assert not found(line, "ways", "0", who=0, now=3), "at 7,-1 a card would need Forest and Rocky in one place"


def test_cards_are_counted_that_the_seat_has_not_seen_and_only_while_some_can_be_drawn() -> None:
    line = line_of(table("RG", ["FF GG ranger"], [ROUND], sides=["O07@4,-1"], display="FR"), "done")
    assert said(line, "outs") == [
        "Only FR would then complete your trail: 1 of the 20 Trail cards that you have not seen."
    ]
    told = {"terrains": [], "cards": ["FR"]}
    assert found(line, "outs", "", **told, outs=1, total=20)
    assert not found(line, "outs", "", **told, outs=4, total=32), "two FR are laid, and one lies face up"
    nothing = table("RG", ["FW GW RW"], ["GF FF FR 2,1=GF 3,1=FR 4,1=RR"], deck="")
    assert said(line_of(nothing, "discard FW"), "outs") == []


def test_a_card_in_hand_that_completes_the_trail_is_named() -> None:
    line = line_of(table("WR", ["FG GW O02"], ["RW WW WR RG GF"], display="O05 O06"), "trail FG 5,0")
    assert said(line, "nearer") == ["Your trail is then 1 card from the Goal, and you hold GW, which completes it."]
    assert not found(line, "nearer", "", was=2, now=1, last=["GW", "RW"])


def test_obstacles_that_lie_face_up_are_no_cards_a_trail_could_go_on_with() -> None:
    state = table("FR", ["FR RW"], ["RF FF FW WG"], display="O01 O05")
    state.do("discard FR")
    state.do("done")
    assert said(line_of(state, "draw"), "draw") == []


def test_what_two_obstacles_do_together_is_said_once() -> None:
    state = table("GF", ["O03 O10"], ["FW WW", "GG"], sides=["", "+O12@0,-1"])
    line = line_of(state, "obstacle O03 on 1 at 1,0", "obstacle O10 on 1 at 0,1")
    assert said(line, "hinders") == ["It walls Ben in: only a Ranger opens a way to the Goal again."]
