"""Random turn order."""
from __future__ import annotations

import pytest

from roundhouse import IllegalAction
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import dealt, do, json, last_turn, refilled
from tests.walks import shown


def order(*contracts: str, **options: str) -> NarrowGaugeState:
    state = dealt(tiles=None, order="random-order", **options)
    return do(state, *[f"deal {contract}" for contract in contracts])


@pytest.mark.rule("NG-ORD-1")
def test_two_contracts_to_each_and_nobody_pays() -> None:
    state = json(order("ohio", "virginia", "georgia", "maryland"))
    assert state["dealt"] == [["ohio", "virginia"], ["georgia", "maryland"]]
    assert (len(state["contract_deck"]), state["cash"], state["offer"]) == (5, [20, 20], [])
    assert (state["phase"], state["to_act"]) == ("keep", 0)


@pytest.mark.rule("NG-ORD-1", "NG-HID-2", "NG-HID-6")
def test_what_is_dealt_is_for_its_owner_only() -> None:
    state = order("ohio", "virginia", "georgia", "maryland")
    assert json(state, 0)["dealt"] == [["ohio", "virginia"], 2]
    assert json(state, 1)["dealt"] == [2, ["georgia", "maryland"]]
    assert json(state, 1)["contract_deck"] == 5
    one = order("ohio", "virginia")
    line = one.game.parse("deal georgia")
    assert [shown(one, line, seat) for seat in (None, 0, 1)] == ["deal georgia", "deal ?", "deal georgia"]
    assert json(one, 0)["contract_deck"] == 7


@pytest.mark.rule("NG-ORD-2", "NG-HID-2")
def test_each_keeps_one_and_both_are_shown_together() -> None:
    state = order("ohio", "virginia", "georgia", "maryland")
    assert state.lines() == ["keep ohio", "keep virginia"]
    with pytest.raises(IllegalAction, match=r"georgia was not dealt to you \(NG-ORD-2\)"):
        state.do("keep georgia")
    line = state.game.parse("keep virginia")
    assert [shown(state, line, seat) for seat in (None, 0, 1)] == ["keep virginia", "keep virginia", "keep ?"]
    do(state, "keep virginia")
    assert json(state)["kept"] == ["virginia", None]
    assert json(state, 1)["kept"] == ["?", None]
    assert json(state)["contracts"] == [[], []]
    do(state, "keep georgia")
    after = json(state)
    assert [[contract["id"] for contract in held] for held in after["contracts"]] == [["virginia"], ["georgia"]]
    assert (after["dealt"], after["kept"]) == ([[], []], [None, None])


@pytest.mark.rule("NG-ORD-3")
@pytest.mark.parametrize(
    ("mine", "theirs", "first"),
    [
        ("virginia", "georgia", 1),
        ("georgia", "virginia", 0),
        ("virginia", "west-virginia", 0),
        ("west-virginia", "virginia", 1),
    ],
)
def test_the_first_state_in_the_alphabet_goes_first(mine: str, theirs: str, first: int) -> None:
    state = do(order(mine, "ohio", theirs, "tennessee"), f"keep {mine}", f"keep {theirs}")
    assert (json(state)["first"], json(state)["to_act"], json(state)["phase"]) == (first, first, "take")


@pytest.mark.rule("NG-ORD-4")
def test_the_others_go_back_and_all_nine_are_shuffled_for_the_next_round() -> None:
    state = do(order("ohio", "virginia", "georgia", "maryland"), "keep ohio", "keep georgia")
    assert {"virginia", "maryland"} <= set(json(state)["contract_deck"])
    assert len(json(state)["contract_deck"]) == 7
    state = refilled(do(last_turn(order="random-order"), "play T03 G5", "end"))
    assert (json(state)["round"], json(state)["phase"], len(json(state)["contract_deck"])) == (2, "deal", 9)
    assert json(state)["contracts"] == [[], []]


@pytest.mark.rule("NG-ORD-4", "NG-CON-4")
def test_with_more_power_held_contracts_are_not_shuffled() -> None:
    state = do(order("ohio", "virginia", "georgia", "maryland", more_power="on"), "keep ohio", "keep georgia")
    while json(state)["round"] == 1:
        do(state, state.lines()[0])
    assert len(json(state)["contract_deck"]) == 7
    assert not {"deal ohio", "deal georgia"} & set(state.lines())
    do(state, "deal virginia", "deal kentucky", "deal tennessee", "deal maryland", "keep virginia", "keep maryland")
    held = [[contract["id"] for contract in one] for one in json(state)["contracts"]]
    assert held == [["ohio", "virginia"], ["georgia", "maryland"]]
    # Of the contracts kept this round: Maryland before Virginia, whatever Georgia and Ohio say.
    assert json(state)["first"] == 1
