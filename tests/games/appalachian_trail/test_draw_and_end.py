"""Drawing, completing a trail, and the end of the game."""
from __future__ import annotations

from typing import Any

import pytest

from roundhouse import CHANCE, OVER, Dice, IllegalAction
from tests.games.appalachian_trail.positions import opening, play, refused, table

ALMOST = "FG GG GG GG GG GG"      # one card from a Grass Goal


@pytest.mark.rule("AT-DRW-1")
def test_draw_until_five_are_in_hand_from_the_display_or_the_deck() -> None:
    state = table(hands=["FF FG FR FW GG", "WW"], display="GR GW")
    play(state, "discard FF; discard FG")
    assert (state.view()["phase"], state.to_act) == ("draw", 0)
    assert state.lines() == ["draw", "take GR", "take GW"]
    assert refused(state, "done") == "AT-TURN-3"
    assert refused(state, "take FF") == "AT-DRW-1"
    play(state, "take GW; card RR; draw; card WW")
    assert (state.view()["phase"], state.to_act) == ("play", 1)
    assert refused(state, "draw") == refused(state, "take GR") == "AT-DRW-1"


@pytest.mark.rule("AT-DRW-1")
def test_drawing_ends_when_nothing_is_left() -> None:
    state = table(hands=["FF FG", "WW"], display="GR", deck="")
    state.do("done")
    assert state.lines() == ["take GR"]
    assert refused(state, "draw") == "AT-DRW-1"
    state.do("take GR")
    assert (state.view()["phase"], state.to_act) == ("play", 1)
    full = table(hands=["FF FG FR FW GG", "WW"], display="GR GW")
    full.do("done")
    assert full.to_act == 1


@pytest.mark.rule("AT-DRW-2")
def test_a_taken_card_is_replaced_at_once() -> None:
    state = table(hands=["FF FG FR", "WW"], display="GR GW", deck="RR")
    play(state, "done; take GR")
    assert (state.to_act, state.view()["phase"], state.view()["for"]) == (CHANCE, "card", "display")
    state.do("card RR")
    assert state.view()["display"] == ["GW", "RR"]
    assert state.lines() == ["take GW", "take RR"]
    state.do("take RR")
    assert (state.view()["display"], state.to_act) == (["GW"], 1)


@pytest.mark.rule("AT-DRW-3")
def test_a_card_from_the_deck_is_chance_weighted_by_count() -> None:
    state = table(hands=["FF", "WW"], display="GR GW", deck="RR RW RW ranger ranger ranger")
    play(state, "done; draw")
    assert (state.view()["await"], state.view()["for"]) == ("card", 0)
    assert [(state.game.text(code), weight) for code, weight in state.outcomes()] == [
        ("card RR", 1), ("card RW", 2), ("card ranger", 3),
    ]
    seen = [state.game.text(state.random(Dice(seed))) for seed in range(600)]
    assert 60 < seen.count("card RR") < 145 < seen.count("card RW") < 255 < seen.count("card ranger")


def test_a_random_card_is_the_one_that_the_list_of_outcomes_gives() -> None:
    state = table(hands=["FF", "WW"], display="GR GW")
    play(state, "done; draw")
    outcomes = state.outcomes()
    for seed in range(200):
        left = Dice(seed).below(sum(weight for _, weight in outcomes))
        for code, weight in outcomes:
            left -= weight
            if left < 0:
                assert state.random(Dice(seed)) == code
                break


@pytest.mark.rule("AT-CMP-1")
def test_a_trail_is_complete_when_a_card_touches_the_goal() -> None:
    state = table("GF", ["GG FF"], [ALMOST])
    state.do("trail GG 6,0")
    assert state.view()["completed"] == [0]
    lines: Any = state.view()["lines"]
    assert (lines[0]["first"], lines[0]["unfinished"], lines[0]["trail"]) == (5, 0, 7)


@pytest.mark.rule("AT-CMP-1")
@pytest.mark.parametrize(
    ("trail", "last", "cards"),
    [
        ("FG GG GG GG GG GG", "6,0", 7),
        ("FG GG GG GG GG GG 5,1=GG 6,1=GG", "7,1", 9),
        ("FG GG GG GG GG GG 5,-1=GG 6,-1=GG", "7,-1", 9),
        ("FG GG GG GG GG GG 5,1=GG 5,2=GG 6,2=GG 7,2=GG 8,2=GG 8,1=GG", "8,0", 13),
    ],
)
def test_the_least_number_of_cards_from_each_side(trail: str, last: str, cards: int) -> None:
    state = table("GF", ["GG"], [trail])
    state.do(f"trail GG {last}")
    assert state.view()["completed"] == [0]
    sheet = {line.name: line for line in state.score_sheet()[0]}
    assert sheet["trail"].points == len(sheet["trail"].cards) == cards


@pytest.mark.rule("AT-CMP-2", "AT-CMP-3")
def test_a_complete_trail_stays_complete_and_its_player_goes_on() -> None:
    state = table("GF", ["GG GR FG O01", "O02 FF"], [ALMOST], deck="")
    play(state, "trail GG 6,0; done")
    play(state, "obstacle O02 on 0 at 6,1; done")
    assert (state.view()["completed"], state.to_act) == ([0], 0)
    play(state, "trail GR 6,-1; improve O01 at 1,1")
    assert state.view()["completed"] == [0]


@pytest.mark.rule("AT-CMP-2")
def test_touching_the_goal_again_completes_nothing_twice() -> None:
    state = table("GF", ["GG GR"], [f"{ALMOST} GG 5,1=GG 6,1=GG"], completed=[0])
    state.do("trail GG 7,1")
    assert state.view()["completed"] == [0]


@pytest.mark.rule("AT-END-1", "AT-END-2")
def test_the_game_is_over_when_all_have_completed_before_any_drawing() -> None:
    state = table("GG", ["GG GR O01", "WW"], ["GG GG GG GG GG GG", "GG GG GG GG GG GG GG"], display="FF", completed=[1])
    state.do("trail GG 6,0")
    assert (state.view()["completed"], state.view()["phase"]) == ([1, 0], "play")
    state.do("improve O01 at 3,1")
    view = state.view()
    assert (view["phase"], view["to_act"], view["turn"]) == ("over", None, 0)
    assert (view["used"], view["mode"], view["idle"], view["display"]) == (0, None, 0, ["FF"])
    assert (state.to_act, state.lines(), state.outcomes()) == (OVER, [], [])
    assert refused(state, "done") == "AT-TURN-3"


@pytest.mark.rule("AT-END-2")
def test_the_first_completion_ends_nothing() -> None:
    state = table("GF", ["GG FF", "WW"], [ALMOST], display="FF")
    play(state, "trail GG 6,0; done")
    assert state.view()["phase"] == "draw"


HANDS = ["FF FG FR FW GG", "RR RW WW O01 ranger", "GR GW O02 O03 ranger"]


@pytest.mark.rule("AT-END-3", "AT-TURN-3")
@pytest.mark.parametrize("seats", [2, 3])
def test_while_the_deck_lasts_the_last_of_those_who_pass_has_to_use_a_card(seats: int) -> None:
    """The worked check: `done` by all others: discards and plays, but no `done`; after one discard it is legal."""
    state = table("GFR"[:seats], HANDS[:seats], display="GW GW")
    for _ in range(seats - 1):
        assert "done" in state.lines()
        state.do("done")
    assert (state.to_act, state.view()["idle"]) == (seats - 1, seats - 1)
    held = HANDS[seats - 1].split()
    assert [line for line in state.lines() if not line.startswith("trail")] == [f"discard {kind}" for kind in held]
    assert refused(state, "done") == "AT-END-3"
    with pytest.raises(IllegalAction, match="the deck still holds cards and all others have just used none"):
        state.do("done")
    state.do(f"discard {held[0]}")
    assert "done" in state.lines()
    play(state, "done; draw; card O04")
    assert (state.to_act, state.view()["idle"]) == (0, 0)
    state.do("done")


@pytest.mark.rule("AT-END-3")
def test_who_has_to_use_a_card_may_play_one_instead() -> None:
    state = table("GF", ["FF FG FR FW GG", "GW GR RR RW RW"], display="WW WW")
    state.do("done")
    assert state.lines() == [
        "discard GR", "discard GW", "discard RR", "discard RW", "trail GR 0,0", "trail GW 0,0",
    ]
    state.do("trail GR 0,0")
    assert "done" in state.lines()


@pytest.mark.rule("AT-END-3")
@pytest.mark.parametrize("seats", [2, 3])
def test_passing_all_round_with_an_empty_deck_ends_the_game(seats: int) -> None:
    """The worked check: deck empty, `done`, `done`: over, -2 each, all win."""
    state = table("GFR"[:seats], HANDS[:seats], display="GW GW", deck="")
    for _ in range(seats):
        assert state.to_act != OVER
        state.do("done")
    view = state.view()
    assert (view["phase"], view["idle"], view["winners"]) == ("over", seats, list(range(seats)))
    assert state.scores() == [-2] * seats


@pytest.mark.rule("AT-END-3")
def test_the_last_card_of_the_deck_frees_the_next_player() -> None:
    state = table(hands=["FF FG FR FW GG", "WW WW RR RW RW"], display="GW GW", deck="GR")
    play(state, "done; discard WW; done; draw; card GR")
    assert (state.view()["idle"], state.to_act) == (0, 0)
    play(state, "done; done")
    assert state.view()["phase"] == "over"


@pytest.mark.rule("AT-END-3")
def test_a_card_used_begins_the_count_again() -> None:
    state = table(hands=["FF FG FR FW GG", "WW WW RR RW RW"], display="GW GW", deck="")
    play(state, "done; discard WW; done")
    assert (state.view()["idle"], state.view()["phase"]) == (0, "draw")
    play(state, "take GW; done")
    assert (state.view()["idle"], state.to_act) == (1, 1)


@pytest.mark.rule("AT-END-4")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("passes", [True, False])
def test_every_game_ends(seats: int, passes: bool) -> None:
    """Of any round at least one turn uses a card, or the deck is empty: whether all pass who may, or nobody."""
    state = opening(seats)
    dice = Dice(seats)
    turns = 0
    while state.to_act != OVER:
        lines = state.lines() if state.to_act >= 0 else []
        others = [line for line in lines if line != "done"]
        if state.view()["phase"] == "play":
            turns += state.used == 0
        if passes and "done" in lines:
            state.do("done")
        elif others:
            state.do(others[dice.below(len(others))])
        else:
            state.apply(state.random(dice))
    assert turns <= (48 + 1) * seats
    assert state.size[state.deck] == 0
