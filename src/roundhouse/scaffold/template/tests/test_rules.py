"""Every rule of Spur Line, proved by a test that would fail if the rule were broken."""
from __future__ import annotations

import pytest
from spur_line import TITLE
from spur_line.rules import SpurLineState

from roundhouse import CHANCE, OVER, WATCHER, Dice, IllegalAction, referee

ORDERS = ("D1", "D3", "G3", "A2", "B1", "C4", "D5", "F1")


def begun(*lines: str, seats: int = 2) -> SpurLineState:
    """A game with the orders dealt, two to each seat in turn, and these moves made."""
    state = TITLE.game(seats).start()
    assert isinstance(state, SpurLineState)
    for line in [*(f"order {town}" for town in ORDERS[: 2 * seats]), *lines]:
        state.do(line)
    return state


def bought(company: str, price: int = 5) -> list[str]:
    """Moves by which the seat to act has a share, and the other none."""
    return [f"auction {company}", f"bid {price}", "pass"]


@pytest.mark.rule("SL-SET-1")
def test_each_railway_begins_at_home_with_an_empty_treasury() -> None:
    view = begun().view()
    assert view["track"] == {"EH": ["G2"], "NV": ["C1"], "SM": ["C5"]}
    assert view["treasury"] == {"EH": 0, "NV": 0, "SM": 0}
    assert view["cash"] == [12, 12]


@pytest.mark.rule("SL-SET-2")
def test_everybody_is_dealt_two_orders_each_once() -> None:
    state = TITLE.game(3).start()
    assert state.to_act == CHANCE
    assert [weight for _, weight in state.outcomes()] == [1] * 10
    state.do("order B1")
    with pytest.raises(IllegalAction, match="SL-SET-2"):
        state.do("order B1")
    assert len(state.outcomes()) == 9


@pytest.mark.rule("SL-HID-1")
def test_orders_are_hidden_until_the_end() -> None:
    state = begun()
    assert state.view(0)["orders"] == [["D1", "D3"], 2]
    assert state.view(WATCHER)["orders"] == [2, 2]
    assert state.imagine(0, Dice(3)).view(0) == state.view(0)
    for _ in range(8):
        state.do("dividends")
    assert state.view(1)["orders"] == state.view(None)["orders"]


@pytest.mark.rule("SL-TURN-1", "SL-AUC-1")
def test_a_turn_is_an_auction_track_or_a_call() -> None:
    state = begun()
    assert state.lines() == ["auction EH", "auction NV", "auction SM", "dividends"]
    state.do("auction EH")
    assert state.lines() == [f"bid {price}" for price in range(2, 13)]      # who opens it bids
    with pytest.raises(IllegalAction, match="SL-TURN-1"):
        state.do("dividends")


@pytest.mark.rule("SL-AUC-2", "SL-AUC-3")
def test_the_last_bidder_has_the_share_and_its_railway_the_price() -> None:
    state = begun("auction EH", "bid 2", "bid 4")
    assert "bid 4" not in state.lines() and "bid 5" in state.lines()
    state.do("pass")
    view = state.view()
    assert view["shares"] == [{"EH": 0, "NV": 0, "SM": 0}, {"EH": 1, "NV": 0, "SM": 0}]
    assert view["cash"] == [12, 8] and view["treasury"] == {"EH": 4, "NV": 0, "SM": 0}
    assert state.to_act == 1, "the turn goes on from who put it up"


@pytest.mark.rule("SL-BLD-1", "SL-BLD-2")
def test_a_shareholder_lays_beside_what_lies_and_the_treasury_pays() -> None:
    state = begun(*bought("EH"), "dividends")
    assert [line for line in state.lines() if line.startswith("lay")] == [
        "lay EH F2", "lay EH F3", "lay EH G1", "lay EH G3"]
    state.do("lay EH G1")
    assert state.view()["treasury"] == {"EH": 3, "NV": 0, "SM": 0}          # hills
    assert not [line for line in state.lines() if line.startswith("lay")]   # the other seat has no share
    with pytest.raises(IllegalAction, match="SL-BLD-1"):
        state.do("lay EH F2")
    poor = begun(*bought("EH", 2), "dividends", "lay EH F2", "dividends")
    assert "lay EH G1" not in poor.lines() and "lay EH G3" in poor.lines()


@pytest.mark.rule("SL-BLD-3")
def test_a_hex_has_room_for_one_railway_and_a_town_for_all() -> None:
    state = begun(*bought("SM"), *bought("NV", 7), "lay SM C4", "lay NV C2", "lay SM C3", "dividends")
    assert "lay SM C2" not in state.lines() and "lay SM D3" in state.lines()
    state = begun(*bought("SM"), *bought("NV", 7), "lay SM C4", "lay NV D1", "lay SM D4", "lay NV D2", "lay SM D3")
    assert "lay NV D3" in state.lines()


@pytest.mark.rule("SL-DIV-1")
def test_income_is_divided_by_the_shares_sold_and_rounded_up() -> None:
    state = begun(*bought("EH"), *bought("EH", 3), "lay EH F3", "dividends")        # Wick, £2
    assert state.view()["cash"] == [12 - 5 + 1, 12 - 3 + 1]
    state.do("lay EH G3")                                                           # Dene, £4
    state.do("dividends")
    assert state.view()["cash"] == [8 + 3, 10 + 3]


@pytest.mark.rule("SL-END-1", "SL-END-2")
def test_after_the_eighth_call_orders_pay_who_has_a_share_that_came_there() -> None:
    state = begun(*bought("EH"), "dividends", "lay EH G3")      # where the order of the other seat is for
    assert state.scores() == state.cash == [7, 12]
    state = begun("dividends", *bought("EH", 6), "dividends", "lay EH G3")
    assert state.cash == [12, 6] and state.scores() == [12, 6 + 2 * 4]
    for _ in range(6):
        assert state.to_act != OVER
        state.do("dividends")
    assert state.to_act == OVER and state.winners() == [1]


def test_the_laws_of_the_house_hold() -> None:
    """A referee watches random games with every number of players."""
    referee.check(TITLE, games=10)
