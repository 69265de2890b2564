"""Set-up: the first player, the Goals, the hands, the display and the deck."""
from __future__ import annotations

from math import comb

import pytest

from roundhouse import CHANCE, Dice
from tests.games.appalachian_trail.positions import opening, play, refused, table

DEAL = "card FF; card FG; card FR; card FW; card GG; card GR; card GW; card RR; card RW; card WW; card O01; card ranger"


@pytest.mark.rule("AT-SET-1")
def test_the_goals_are_mixed_and_each_player_gets_one() -> None:
    state = opening(3)
    play(state, "start 2; goal R")
    assert state.lines() == ["goal F", "goal G", "goal W"]
    assert [weight for _, weight in state.outcomes()] == [1, 1, 1]
    assert refused(state, "goal R") == "AT-SET-1"
    play(state, "goal F; goal W")
    assert state.view()["goals"] == ["R", "F", "W"]
    assert "G" not in state.view()["removed"]      # type: ignore[operator]


@pytest.mark.rule("AT-SET-2")
@pytest.mark.parametrize(("seats", "deck"), [(2, 36), (3, 31)])
def test_five_to_each_hand_two_face_up_and_the_rest_is_the_deck(seats: int, deck: int) -> None:
    state = opening(seats)
    receivers = []
    dice = Dice(5)
    while state.view()["phase"] == "setup":
        if state.view()["await"] == "card":
            receivers.append(state.view()["for"])
        state.apply(state.random(dice))
    assert receivers == [seat for seat in range(seats) for _ in range(5)] + ["display"] * 2
    assert list(state.size[:seats]) == [5] * seats
    assert (state.size[state.display], state.size[state.deck]) == (2, deck)


@pytest.mark.rule("AT-SET-2")
def test_cards_are_dealt_by_how_many_there_are() -> None:
    state = opening()
    play(state, "start 0; goal F; goal G")
    assert state.view()["deck"] == dict(zip(state.board.names, state.board.supply))
    assert sum(weight for _, weight in state.outcomes()) == 48
    play(state, "card FG; card FG; card FG")
    weights = {state.game.text(code): weight for code, weight in state.outcomes()}
    assert (weights["card FG"], weights["card ranger"], weights["card O12"]) == (1, 4, 1)
    play(state, "card FG")
    assert "card FG" not in state.lines()
    assert refused(state, "card FG") == "AT-DRW-3"


@pytest.mark.rule("AT-SET-2")
def test_an_opening_hand_without_a_first_card() -> None:
    """The worked check: 14 of the 48 cards show a terrain."""
    state = opening()
    fitting = sum(n for kind, n in zip(state.board.names, state.board.supply) if kind in ("FF", "FG", "FR", "FW"))
    assert fitting == 14
    assert round(comb(48 - fitting, 5) / comb(48, 5) * 100, 2) == 16.25


@pytest.mark.rule("AT-SET-3", "AT-GEO-1")
def test_the_goal_lies_seven_cards_from_the_beginning() -> None:
    state = table(hands=["FF"])
    board = state.board
    assert (board.ids[board.start], board.ids[board.goal], board.cells) == ("0,0", "7,0", 81)
    assert (board.ids[0], board.ids[-1]) == ("0,-4", "8,4")
    lines = set(board.lines)
    assert {"trail FF 8,4", "trail FF 0,-4"} <= lines
    assert not {"trail FF -1,0", "trail FF 9,0", "trail FF 0,5", "trail FF 0,-5"} & lines


@pytest.mark.rule("AT-SET-4")
def test_any_seat_may_begin_and_play_goes_to_the_left() -> None:
    state = opening(3)
    assert state.outcomes() == [(state.game.parse(f"start {seat}"), 1) for seat in range(3)]
    play(state, f"start 1; goal F; goal G; goal R; {DEAL}; card FG; card FG; card FG; card FR; card FR")
    order = []
    for _ in range(3):
        order.append(int(state.to_act))
        play(state, "discard FR; discard FG; draw; card GR; draw; card GR" if len(order) == 3 else "done")
    assert (order, state.to_act) == ([1, 2, 0], 1)


def test_set_up_step_by_step_as_json() -> None:
    state = opening()
    view = state.view()
    assert (view["phase"], view["to_act"], view["turn"]) == ("setup", "chance", None)
    assert (view["await"], view["for"], view["goals"]) == ("start", None, [None, None])
    play(state, "start 1")
    view = state.view()
    assert (view["turn"], view["await"], view["for"]) == (1, "goal", 0)
    play(state, "goal F; goal G")
    assert (state.view()["await"], state.view()["for"]) == ("card", 0)
    assert state.to_act == CHANCE
    play(state, DEAL)
    view = state.view()
    assert (view["phase"], view["to_act"], view["await"], view["for"]) == ("play", 1, None, None)
    assert view["display"] == ["O01", "ranger"]
    assert view["hands"] == [
        {"FF": 1, "FG": 1, "FR": 1, "FW": 1, "GG": 1}, {"GR": 1, "GW": 1, "RR": 1, "RW": 1, "WW": 1},
    ]


def test_outcomes_of_another_time_are_refused() -> None:
    state = opening()
    assert refused(state, "goal F") == "AT-SET-1"
    assert refused(state, "card FF") == "AT-DRW-3"
    assert refused(state, "done") == "AT-TURN-3"
    play(state, "start 1")
    assert refused(state, "start 1") == "AT-SET-4"
    play(state, f"goal F; goal G; {DEAL}")
    assert refused(state, "card FF") == "AT-DRW-3"
    assert state.weight(state.game.parse("card FG")) == 0
