"""Track cards and their penalties."""
from __future__ import annotations

import pytest

from roundhouse import IllegalAction
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import build, cost, do, json, replaced, turn

SHORT = "T01 T03 T05 T17 T33"


def blue(hand: str = SHORT, **rest: object) -> NarrowGaugeState:
    """Blue builds from G5."""
    return turn(hand, take="blue", **rest)  # type: ignore[arg-type]


def built(state: NarrowGaugeState, company: str = "blue") -> set[str]:
    return set(json(state)["track"][company])


def refused(state: NarrowGaugeState, line: str, rule: str) -> None:
    before = json(state)
    assert line not in state.lines()
    with pytest.raises(IllegalAction) as error:
        state.do(line)
    assert error.value.rule == rule
    assert json(state) == before


@pytest.mark.rule("NG-CARD-1")
def test_a_card_of_the_hand_from_a_hex_of_the_company_taken() -> None:
    state = blue()
    assert {line.split()[2] for line in state.lines()} == {"G5"}
    refused(state, "play T02 G5", "NG-CARD-1")
    refused(state, "play T03 C3", "NG-CARD-1")
    do(state, "play T03 G5")
    assert {line.split()[2] for line in state.lines() if line.startswith("play")} == {"G4", "G5", "H3"}


@pytest.mark.rule("NG-CARD-2", "NG-CARD-8", "NG-PEN-2", "NG-PEN-3")
@pytest.mark.parametrize(
    ("line", "hexes", "cash"),
    [
        ("play T03 G5", "G4 H3", 22),
        ("play T33 G5", "H4 H3 I3", 17),
        ("play T17 G5", "H5 I5", 17),
        ("play T17 G5 turned", "F4 E5", 17),
    ],
)
def test_worked_plays_from_g5(line: str, hexes: str, cash: int) -> None:
    for seat in (0, 1):
        state = do(blue(seat=seat), line)
        assert built(state) == {"G5", *hexes.split()}
        assert json(state)["cash"][seat] == cash
        assert json(state)["cash"][1 - seat] == 20


@pytest.mark.rule("NG-CARD-3", "NG-CARD-5")
def test_a_card_that_leaves_the_board_is_illegal() -> None:
    state = turn("T19 T01 T03 T05 T17", take="black")
    refused(state, "play T19 C3", "NG-CARD-5")
    assert "play T19 C3 turned" in state.lines()


@pytest.mark.rule("NG-CARD-4", "NG-CARD-5")
def test_other_companies_share_a_space_but_not_a_tile() -> None:
    state = blue("T01 T03 T05 T17 T33", track={"black": "G4", "blue": "C4"})
    refused(state, "play T01 C4", "NG-CARD-5")
    do(state, "play T01 G5")
    assert "G4" in built(state) & built(state, "black")


@pytest.mark.rule("NG-CARD-4")
def test_own_locomotives_and_the_own_tile_are_skipped() -> None:
    state = do(blue(track={"blue": "G4"}), "play T03 G5")
    assert json(state)["supply"]["blue"] == 38 - 1 - 1
    assert built(state) == {"G5", "G4", "H3"}
    state = do(blue(track={"blue": "G4"}), "play T01 G4 turned")
    assert built(state) == {"G4", "G5", "G6"}
    assert json(state)["supply"]["blue"] == 38 - 1 - 1


@pytest.mark.rule("NG-CARD-6")
def test_at_least_one_new_locomotive() -> None:
    refused(blue(track={"blue": "G4 H3"}), "play T03 G5", "NG-CARD-6")


@pytest.mark.rule("NG-CARD-6")
def test_all_new_locomotives_or_none() -> None:
    state = blue()
    state.supply = replaced(state.supply, 4, 2)
    assert "play T17 G5" in state.lines()
    refused(state, "play T33 G5", "NG-CARD-6")
    build(state, "blue", "G4")
    refused(state, "play T17 G5", "NG-CARD-6")
    assert "play T03 G5" in state.lines()


@pytest.mark.rule("NG-CARD-7")
def test_penalties_are_paid_from_cash_before_bonuses() -> None:
    state = blue(cash=(4, 20))
    refused(state, "play T33 G5", "NG-CARD-7")
    state = do(blue(cash=(5, 20)), "play T33 G5")
    assert json(state)["cash"] == [2, 20]


@pytest.mark.rule("NG-CARD-8")
def test_the_card_goes_to_the_discard_pile() -> None:
    state = json(do(blue(), "play T03 G5"))
    assert state["discard"] == ["T03"]
    assert state["hands"][0] == ["T01", "T05", "T17", "T33"]
    assert (state["phase"], state["turn"]["cards"], state["supply"]["blue"]) == ("more", 1, 36)


@pytest.mark.rule("NG-CARD-9", "NG-TOK-1")
def test_two_cards_with_a_white_token_and_one_with_a_dark() -> None:
    state = do(blue(), "play T03 G5")
    assert len(state.lines()) > 1
    do(state, "play T01 G5")
    assert state.lines() == ["end"]
    refused(state, "play T05 G5", "NG-CARD-9")
    assert do(blue(dark=True), "play T03 G5").lines() == ["end"]


@pytest.mark.rule("NG-PEN-1", "NG-PEN-4", "NG-CON-MD", "NG-CON-NC")
@pytest.mark.parametrize(("contracts", "cost"), [("", 5), ("maryland", 3), ("north-carolina", 3), ("ohio", 5)])
def test_worked_a_water_hex_with_two_other_companies(contracts: str, cost: int) -> None:
    state = blue(contracts=contracts, track={"black": "H5", "red": "H5"})
    assert json(do(state, "play T17 G5"))["cash"] == [20 - cost, 20]


@pytest.mark.rule("NG-PEN-1")
def test_each_other_locomotive_costs_one() -> None:
    for n, companies in enumerate((["black"], ["black", "orange", "red"], ["black", "orange", "red", "yellow"])):
        state = do(blue(track=dict.fromkeys(companies, "G6")), "play T01 G5 turned")
        assert json(state)["cash"][0] == 20 - (1, 3, 4)[n] - 3


@pytest.mark.rule("NG-PEN-4")
def test_a_skipped_placement_costs_nothing_and_a_city_has_no_price() -> None:
    state = do(blue(track={"blue": "H5", "red": "H5 I5"}), "play T17 G5")
    assert json(state)["cash"][0] == 20 - 1
    state = do(blue(track={"black": "H3"}), "play T03 G5")
    assert json(state)["cash"][0] == 20 - 1 + 2


@pytest.mark.rule("NG-CARD-2", "NG-CARD-5", "NG-CARD-7")
def test_worked_openings_of_all_cards_from_all_starts() -> None:
    legal = {}
    dearest = 0
    for company, start in (("black", "C3"), ("orange", "C7"), ("red", "K3"), ("yellow", "K7"), ("blue", "G5")):
        state = turn(take=company)
        state.hand = replaced(state.hand, 0, state.board.all_cards)
        plays = [line for line in state.lines() if line.startswith("play")]
        legal[start] = len(plays)
        assert len({line.split()[1] for line in plays}) == 48
        dearest = max(dearest, *(cost(state, line) for line in plays))
    assert legal == {"C3": 75, "C7": 75, "G5": 96, "K3": 75, "K7": 75}
    assert dearest == 10
