"""A turn: what may be played, in which order, discards, and the automatic end of the play part."""
from __future__ import annotations

import pytest

from tests.games.appalachian_trail.positions import play, refused, table, ways


@pytest.mark.rule("AT-TURN-1")
def test_two_cards_of_any_mix_each_carried_out_before_the_next() -> None:
    state = table(hands=["FR RW O01 ranger"], trails=["", "FF"], display="FF FF")
    assert not ways(state, "trail RW", "improve")
    play(state, "trail FR 0,0")
    assert (state.view()["used"], state.view()["mode"], state.view()["phase"]) == (1, "play", "play")
    assert "trail RW 1,0" in state.lines()
    assert "improve O01 at 0,1" in state.lines()
    play(state, "improve O01 at 0,1")
    assert state.view()["phase"] == "draw"
    assert refused(state, "trail RW 1,0") == "AT-TURN-1"


@pytest.mark.rule("AT-TURN-1")
@pytest.mark.parametrize("second", ["obstacle O01 on 1 at 1,0", "ranger 1,0", "improve O01 at 0,-1", "trail RR 0,-1"])
def test_each_of_the_four_plays_may_be_the_second(second: str) -> None:
    state = table(hands=["RR FR O01 ranger GG"], trails=["FR", "GG"], sides=["O02@1,0"])
    play(state, f"trail FR 0,1 turned; {second}")
    assert state.view()["phase"] == "draw"


@pytest.mark.rule("AT-TURN-1")
def test_only_what_is_in_hand() -> None:
    state = table(hands=["FF"], trails=["FR", "FF"], sides=["O02@1,0"])
    for line in ("trail RR 0,-1", "obstacle O01 on 1 at 1,0", "improve O01 at 0,1", "ranger 1,0"):
        assert refused(state, line) == "AT-TURN-1"
    assert refused(state, "discard RR") == "AT-DIS-1"
    with pytest.raises(ValueError, match="not an action code"):
        state.apply(-1)


@pytest.mark.rule("AT-TURN-2")
def test_no_discard_after_a_play_and_no_play_after_a_discard() -> None:
    state = table(hands=["FR RR O01 ranger"], trails=["FR", "GG"], sides=["O02@1,0"])
    played = state.copy()
    played.do("trail RR 0,-1")
    assert not ways(played, "discard")
    assert refused(played, "discard FR") == "AT-TURN-2"
    state.do("discard RR")
    assert state.view()["mode"] == "discard"
    assert state.lines() == ["done", "discard FR", "discard O01", "discard ranger"]
    for line in ("trail FR 0,1", "obstacle O01 on 1 at 1,0", "improve O01 at 0,1", "ranger 1,0"):
        assert refused(state, line) == "AT-TURN-2"


@pytest.mark.rule("AT-TURN-3")
def test_done_is_legal_with_a_card_used_or_none() -> None:
    state = table(hands=["WW RR", "FF"], trails=["FR", "GG"], deck="")
    assert {"done", "discard WW", "trail RR 0,-1"} <= set(state.lines())
    used = state.copy()
    play(used, "discard WW; done")
    state.do("done")
    for after in (used, state):
        assert (after.to_act, after.view()["phase"]) == (1, "play")


@pytest.mark.rule("AT-TURN-3")
def test_the_play_part_ends_by_itself_after_two_cards_or_with_an_empty_hand_only() -> None:
    only_done_left = table(hands=["WW RR", "FF"], trails=["FR", "GG"], deck="")
    only_done_left.do("trail RR 0,-1")
    assert only_done_left.lines() == ["done"]
    assert (only_done_left.to_act, only_done_left.view()["phase"]) == (0, "play")
    last_card = table(hands=["RR", "FF"], trails=["FR", "GG"], deck="")
    last_card.do("trail RR 0,-1")
    assert (last_card.to_act, last_card.view()["phase"]) == (1, "play")
    two_discards = table(hands=["RR WW FF", "FF"], deck="")
    play(two_discards, "discard RR; discard WW")
    assert two_discards.to_act == 1


@pytest.mark.rule("AT-TURN-3", "AT-END-3")
def test_an_empty_hand_at_the_start_of_a_turn_is_a_turn_without_a_card() -> None:
    state = table("GFR", hands=["RR WW", "", "FF"], deck="")
    state.do("discard RR")
    state.do("done")
    assert (state.to_act, state.view()["idle"]) == (2, 1)
    state.do("done")
    assert (state.to_act, state.view()["idle"]) == (0, 2)
    state.do("done")
    assert (state.view()["phase"], state.view()["idle"]) == ("over", 3)


@pytest.mark.rule("AT-DIS-1")
def test_discarded_cards_of_any_kind_leave_the_game_and_are_shown() -> None:
    state = table(hands=["FF O01 ranger", "FG"], deck="WW")
    play(state, "discard ranger; discard O01")
    for seat in (None, 0, 1):
        removed = state.view(seat)["removed"]
        assert isinstance(removed, dict)
        assert (removed["ranger"], removed["O01"]) == (4, 1)
    assert state.view()["deck"] == {"WW": 1}
