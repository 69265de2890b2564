"""Rounds, dividends and the end of the game."""
from __future__ import annotations

import pytest

from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import do, json, last_turn, refilled, set_certificates, table
from tests.walks import walk


def ended(state: NarrowGaugeState) -> NarrowGaugeState:
    """Blue builds G6 and, for $3, G7, and the round ends."""
    return refilled(do(state, "play T01 G5 turned", "end"))


def final(cash: tuple[int, int], dice: dict[str, tuple[int, int]]) -> NarrowGaugeState:
    """The end of a game with this cash before the last dividends, and these dice: (value, row)."""
    state = last_turn(round_=3, dice=dice, cash=(cash[0] + 3, cash[1]))
    set_certificates(state, "blue", 1, 1)
    return ended(state)


@pytest.mark.rule("NG-RND-1", "NG-RND-2")
@pytest.mark.parametrize("order", ["auction", "random-order"])
def test_worked_three_rounds_of_8_10_and_10_turns_14_for_each(order: str) -> None:
    for seed in range(5):
        turns: dict[tuple[int, int], int] = {}
        offered = {}
        for state, code in walk(table(order=order), seed):
            line = state.game.text(code)
            if line.startswith("take"):
                at = (int(state.round), int(state.to_act))  # type: ignore[attr-defined]
                turns[at] = turns.get(at, 0) + 1
            elif line.startswith("deal"):
                view = state.view(None)
                offered[view["round"]] = view["available"]
        assert turns == {(n, seat): (4, 5, 5)[n] for n in range(3) for seat in range(2)}
        assert offered == {
            1: {"black": 1, "orange": 1, "red": 2, "yellow": 2, "blue": 4},
            2: {"black": 2, "orange": 2, "red": 2, "yellow": 2, "blue": 4},
            3: {"black": 2, "orange": 2, "red": 3, "yellow": 3, "blue": 2},
        }


@pytest.mark.rule("NG-RND-2", "NG-HAND-4")
def test_the_turn_that_leaves_two_certificates_is_played_to_its_last_step() -> None:
    for round_, phase in ((1, "deal"), (3, "over")):
        state = last_turn(round_=round_)
        assert sum(json(state)["available"].values()) == 2
        do(state, "play T03 G5", "end")
        assert json(state)["phase"] == "refill"
        refilled(state)
        assert json(state)["phase"] == phase
        assert len(json(state)["hands"][0]) == 5


@pytest.mark.rule("NG-RND-3", "NG-SHR-3")
def test_five_dollars_for_each_majority_of_all_rounds() -> None:
    state = last_turn(cash=(10, 10))
    for company, (mine, theirs) in {"black": (2, 1), "orange": (0, 1), "red": (1, 3), "yellow": (1, 1)}.items():
        set_certificates(state, company, mine, theirs)
    set_certificates(state, "blue", 3, 2)
    ended(state)
    assert json(state)["dividends"] == [{"majority": [10, 10], "commodities": [0, 0]}]
    assert json(state)["cash"] == [10 - 3 + 10, 20]


@pytest.mark.rule("NG-RND-3")
def test_a_tie_pays_nobody() -> None:
    state = last_turn()
    set_certificates(state, "blue", 2, 2)
    assert json(ended(state))["dividends"][0]["majority"] == [0, 0]


@pytest.mark.rule("NG-RND-4")
def test_each_die_pays_its_number_times_its_row_to_its_side() -> None:
    state = last_turn(dice={"purple": (2, 4), "pink": (3, -2), "blue": (6, -5), "green": (5, 0)})
    assert json(ended(state))["dividends"][0]["commodities"] == [2 * 4, 3 * 2 + 6 * 5]


@pytest.mark.rule("NG-RND-5")
def test_dividends_are_paid_with_the_last_card() -> None:
    state = last_turn(cash=(10, 10), dice={"purple": (2, 4), "pink": (3, -2)})
    do(state, "play T03 G5", "end", "draw")
    assert json(state)["dividends"] == []
    assert json(state)["cash"] == [12, 10]
    do(state, "card T20")
    # H3 has just brought the blue die to row 1.
    assert json(state)["dividends"] == [{"majority": [5, 0], "commodities": [2 * 4 + 1, 6]}]
    assert json(state)["cash"] == [12 + 5 + 9, 10 + 6]


@pytest.mark.rule("NG-RND-6", "NG-COM-6", "NG-HAND-4", "NG-TOK-3")
def test_the_next_round_lays_out_its_certificates_and_leaves_the_rest() -> None:
    state = last_turn("blue", hand="T33 T03 T01 T05 T17", dice={"purple": (2, 4)})
    refilled(do(state, "play T33 G5", "play T03 G5", "end"))
    after = json(state)
    assert (after["round"], after["phase"], after["first"], after["turn"]) == (2, "deal", None, None)
    assert after["available"] == {"black": 2, "orange": 2, "red": 2, "yellow": 2, "blue": 4}
    assert after["dice"]["purple"] == {"value": 2, "row": 4}
    assert after["token"] == ["dark", "white"]
    assert after["discard"] == ["T03", "T33"]
    assert after["certificates"]["blue"] == [1, 0]
    assert after["track"]["blue"] == ["G4", "G5", "H3", "H4", "I3"]
    assert after["connections"]["blue"] == 1


@pytest.mark.rule("NG-END-1")
def test_the_most_money_wins_after_round_3() -> None:
    state = final((30, 20), {})
    after = json(state)
    assert (after["phase"], after["to_act"], after["turn"], after["result"]) == ("over", None, None, 0)
    assert (state.winners(), state.scores(), state.lines()) == ([0], [30, 20], [])
    assert sum(after["available"].values()) == 2
    assert json(final((20, 30), {}))["result"] == 1


@pytest.mark.rule("NG-END-2")
def test_a_tie_goes_to_the_lower_total_of_dice_on_ones_own_side() -> None:
    # Each side earns 6 from the market: 6 on the $1 row against 3 on the $2 row.
    state = final((20, 20), {"purple": (6, 1), "pink": (3, -2), "blue": (1, 0), "green": (1, 0)})
    assert json(state)["cash"] == [26, 26]
    assert (json(state)["result"], state.winners()) == (1, [1])
    state = final((20, 20), {"purple": (3, 2), "pink": (6, -1), "blue": (6, 0), "green": (1, 0)})
    assert json(state)["result"] == 0


@pytest.mark.rule("NG-END-3")
def test_still_a_tie_is_a_shared_win() -> None:
    state = final((20, 20), {"purple": (3, 2), "pink": (3, -2), "blue": (6, 0), "green": (1, 0)})
    assert (json(state)["result"], state.winners()) == ("shared", [0, 1])
