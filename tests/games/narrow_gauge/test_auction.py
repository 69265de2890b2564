"""First player auction."""
from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import IllegalAction
from roundhouse.engine.contract import WATCHER
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import dealt, do, json


def auction(*bids: int, cash: tuple[int, int] = (20, 20)) -> NarrowGaugeState:
    """Ohio 3, Tennessee 4 and Georgia 1 are up, and these bids are made."""
    state = dealt()
    state.cash = vec[i64](list(cash))
    return do(state, "deal ohio", "deal tennessee", "deal georgia", *[f"bid {dollars}" for dollars in bids])


@pytest.mark.rule("NG-BID-1")
def test_three_contracts_are_turned_up() -> None:
    state = json(auction())
    assert state["offer"] == ["georgia", "ohio", "tennessee"]
    assert len(state["contract_deck"]) == 6
    assert (state["phase"], state["to_act"]) == ("bid", 0)


@pytest.mark.rule("NG-BID-2")
def test_bids_are_from_nothing_to_all_the_cash() -> None:
    state = auction(cash=(3, 7))
    assert state.lines() == ["bid 0", "bid 1", "bid 2", "bid 3"]
    with pytest.raises(IllegalAction, match=r"more than your \$3 \(NG-BID-2\)"):
        state.do("bid 4")
    do(state, "bid 3")
    assert state.lines() == [f"bid {dollars}" for dollars in range(8)]


@pytest.mark.rule("NG-BID-2", "NG-HID-2", "NG-HID-6")
def test_the_first_bid_is_sealed_until_the_second_is_in() -> None:
    state = auction(5)
    assert json(state)["cash"] == [20, 20]
    assert json(state)["bids"] == [5, None]
    assert json(state, 0)["bids"] == [5, None]
    assert json(state, 1)["bids"] == ["?", None]
    assert json(state, WATCHER)["bids"] == ["?", None]
    do(state, "bid 6")
    assert json(state, 0)["bids"] == json(state, 1)["bids"] == [5, 6]


@pytest.mark.rule("NG-BID-3")
def test_both_pay_their_bids() -> None:
    assert json(auction(5, 2))["cash"] == [15, 18]
    assert json(auction(4, 4))["cash"] == [16, 16]


@pytest.mark.rule("NG-BID-4")
def test_the_higher_bid_goes_first_and_chooses_first_by_its_own_bid() -> None:
    state = auction(3, 4)
    assert (json(state)["first"], json(state)["to_act"], json(state)["phase"]) == (1, 1, "contract")
    assert state.lines() == ["no-contract", "contract georgia", "contract ohio", "contract tennessee"]
    do(state, "contract ohio")
    assert json(state)["to_act"] == 0
    assert state.lines() == ["no-contract", "contract georgia"]
    do(state, "contract georgia")
    assert json(state)["contracts"] == [[{"id": "georgia", "flipped": False}], [{"id": "ohio", "flipped": False}]]
    assert (json(state)["phase"], json(state)["to_act"]) == ("take", 1)
    assert (json(state)["bids"], json(state)["offer"]) == ([None, None], [])


@pytest.mark.rule("NG-BID-4")
def test_a_contract_above_the_bid_or_not_turned_up_is_refused() -> None:
    state = auction(2, 1)
    with pytest.raises(IllegalAction, match=r"ohio is worth \$3.*NG-BID-4"):
        state.do("contract ohio")
    with pytest.raises(IllegalAction, match=r"maryland is not among.*NG-BID-4"):
        state.do("contract maryland")


@pytest.mark.rule("NG-BID-4", "NG-BID-5")
def test_worked_2_and_1_the_winner_takes_georgia_and_the_other_gets_none() -> None:
    state = do(auction(2, 1), "contract georgia")
    assert state.lines() == ["no-contract"]
    do(state, "no-contract")
    assert json(state)["contracts"] == [[{"id": "georgia", "flipped": False}], []]


@pytest.mark.rule("NG-BID-5")
def test_nobody_has_to_take_a_contract() -> None:
    state = do(auction(9, 8), "no-contract", "no-contract")
    assert json(state)["contracts"] == [[], []]
    assert (json(state)["first"], json(state)["phase"]) == (0, "take")


@pytest.mark.rule("NG-BID-6")
def test_after_a_tie_both_bid_again_and_only_the_new_bid_counts() -> None:
    state = auction(5, 5)
    assert (json(state)["phase"], json(state)["to_act"]) == ("bid", 0)
    assert (json(state)["tied"], json(state)["bids"]) == (True, [None, None])
    do(state, "bid 1", "bid 0")
    assert json(state)["cash"] == [14, 15]
    assert json(state)["tied"] is True
    assert state.lines() == ["no-contract", "contract georgia"]
    do(state, "no-contract", "no-contract")
    assert json(state)["tied"] is False


@pytest.mark.rule("NG-BID-7", "NG-BID-3", "NG-BID-8")
def test_worked_two_ties_and_the_first_player_is_drawn_without_contracts() -> None:
    state = auction(3, 3, 2, 2)
    assert json(state)["cash"] == [15, 15]
    assert (json(state)["phase"], json(state)["to_act"]) == ("first", "chance")
    assert (json(state)["tied"], json(state)["bids"], json(state)["first"]) == (False, [None, None], None)
    assert state.outcomes() == [(state.game.parse("first 0"), 1), (state.game.parse("first 1"), 1)]
    assert len(json(state)["offer"]) == 3
    do(state, "first 1")
    after = json(state)
    assert (after["first"], after["to_act"], after["phase"]) == (1, 1, "take")
    assert (after["contracts"], after["offer"], len(after["contract_deck"])) == ([[], []], [], 6)


@pytest.mark.rule("NG-BID-7")
def test_two_bids_of_zero_are_drawn_at_once() -> None:
    assert json(auction(0, 0))["phase"] == "first"


@pytest.mark.rule("NG-BID-7")
def test_worked_4_and_4_when_both_had_4_leaves_nothing_to_bid_again() -> None:
    state = auction(4, 4, cash=(4, 4))
    assert (json(state)["phase"], json(state)["cash"], json(state)["tied"]) == ("first", [0, 0], False)


@pytest.mark.rule("NG-BID-6", "NG-BID-7")
def test_one_empty_purse_after_a_tie_still_bids() -> None:
    state = auction(4, 4, cash=(4, 9))
    assert (json(state)["phase"], state.lines()) == ("bid", ["bid 0"])
    assert json(do(state, "bid 0", "bid 0"))["phase"] == "first"


@pytest.mark.rule("NG-BID-1", "NG-BID-7")
def test_without_any_money_contracts_are_turned_up_but_nobody_bids() -> None:
    state = auction(cash=(0, 0))
    assert (json(state)["phase"], len(json(state)["offer"])) == ("first", 3)


@pytest.mark.rule("NG-BID-8")
def test_contracts_left_over_are_out_of_the_game() -> None:
    state = json(do(auction(5, 4), "contract ohio", "contract georgia"))
    assert "tennessee" not in state["contract_deck"]
    assert state["offer"] == []
