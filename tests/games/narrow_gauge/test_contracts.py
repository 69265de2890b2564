"""The nine contracts."""
from __future__ import annotations

import pytest

from roundhouse import IllegalAction
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import do, json, last_turn, refilled, set_certificates, turn

HAND = "T03 T04 T01 T17 T33"


def kinds(state: NarrowGaugeState) -> set[str]:
    return {line.split()[0] if line.startswith("play") else line for line in state.lines()}


def rule_of(state: NarrowGaugeState, line: str) -> str:
    assert line not in state.lines()
    with pytest.raises(IllegalAction) as error:
        state.do(line)
    return error.value.rule


@pytest.mark.rule("NG-CON-1")
def test_a_flip_works_once_in_a_round_and_for_its_owner_only() -> None:
    state = do(turn(HAND, contracts="kentucky", take="blue"), "flip kentucky", "play T17 G5")
    assert json(state)["contracts"][0] == [{"id": "kentucky", "flipped": True}]
    assert rule_of(state, "flip kentucky") == "NG-CON-1"
    assert rule_of(turn(HAND, others_contracts="kentucky", take="blue"), "flip kentucky") == "NG-CON-1"


@pytest.mark.rule("NG-CON-1")
def test_contracts_lie_open_and_work_for_their_owner_alone() -> None:
    state = turn(HAND, others_contracts="north-carolina", take="blue")
    assert json(state, 0)["contracts"] == [[], [{"id": "north-carolina", "flipped": False}]]
    assert json(do(state, "play T17 G5"))["cash"] == [17, 20]


@pytest.mark.rule("NG-CON-2")
def test_a_flip_is_never_compulsory_and_only_for_steps_2_and_3() -> None:
    assert kinds(turn(HAND, contracts="kentucky", take="blue")) == {"play", "flip kentucky"}
    assert rule_of(turn(HAND, contracts="kentucky"), "flip kentucky") == "NG-CON-2"


@pytest.mark.rule("NG-CON-3", "NG-RND-6")
def test_contracts_are_discarded_at_the_end_of_the_round() -> None:
    state = refilled(do(last_turn(contracts="ohio"), "play T03 G5", "end"))
    assert json(state)["round"] == 2
    assert json(state)["contracts"] == [[], []]
    assert len(json(state)["contract_deck"]) == 6


@pytest.mark.rule("NG-CON-3")
def test_they_stay_after_the_last_round() -> None:
    state = refilled(do(last_turn(round_=3, contracts="ohio"), "play T03 G5", "end"))
    assert json(state)["phase"] == "over"
    assert json(state)["contracts"] == [[{"id": "ohio", "flipped": False}], []]


@pytest.mark.rule("NG-CON-4")
def test_more_power_keeps_contracts_and_turns_them_up_again() -> None:
    state = do(last_turn(more_power="on", contracts="kentucky ohio"), "flip kentucky")
    do(state, "play T03 G5", "end")
    assert json(state)["contracts"][0][0]["flipped"] is True
    refilled(state)
    assert json(state)["round"] == 2
    assert json(state)["contracts"] == [[{"id": "kentucky", "flipped": False}, {"id": "ohio", "flipped": False}], []]


@pytest.mark.rule("NG-CON-4")
def test_all_contracts_held_work() -> None:
    state = turn(HAND, more_power="on", contracts="ohio north-carolina pennsylvania", take="blue")
    assert json(do(state, "play T33 G5"))["cash"][0] == 20 - 0 - 1 + 2 + 1


@pytest.mark.rule("NG-CON-GA", "NG-HAND-1")
def test_georgia_draws_up_to_seven() -> None:
    state = do(turn(HAND, contracts="georgia", take="blue"), "play T03 G5", "end", "draw")
    do(state, "card T20", "card T21", "card T22")
    assert (len(json(state)["hands"][0]), json(state)["to_act"]) == (7, 1)


@pytest.mark.rule("NG-CON-KY", "NG-CARD-2")
def test_kentucky_mirrors_one_card_that_may_also_be_turned() -> None:
    state = do(turn(HAND, contracts="kentucky", take="blue"), "flip kentucky")
    assert kinds(state) == {"play"}
    assert rule_of(state, "flip kentucky") == "NG-CON-1"
    straight = do(state.copy(), "play T17 G5")
    assert json(straight)["track"]["blue"] == ["E5", "F5", "G5"]
    assert json(straight)["cash"][0] == 18
    assert json(straight)["turn"]["mirror"] is False
    turned = do(state, "play T17 G5 turned")
    assert json(turned)["track"]["blue"] == ["G5", "H4", "I5"]


@pytest.mark.rule("NG-CON-KY")
def test_kentucky_in_step_3_needs_a_card_left_to_play() -> None:
    state = do(turn(HAND, contracts="kentucky", take="blue"), "play T03 G5")
    assert "flip kentucky" in state.lines()
    do(state, "flip kentucky")
    assert kinds(state) == {"play"}
    assert rule_of(state, "end") == "NG-CON-KY"
    state = do(turn(HAND, contracts="kentucky", take="blue"), "play T03 G5", "play T01 G5")
    assert rule_of(state, "flip kentucky") == "NG-CON-KY"


@pytest.mark.rule("NG-CON-KY")
def test_kentucky_needs_a_mirrored_play() -> None:
    state = turn("T13 T14 T15 T17 T18", contracts="kentucky", cash=(1, 20), take="blue")
    assert rule_of(state, "flip kentucky") == "NG-CON-KY"


@pytest.mark.rule("NG-CON-MD")
def test_maryland_pays_nothing_for_other_locomotives() -> None:
    state = turn(HAND, contracts="maryland", take="blue", track={"red": "G4 H3", "black": "G4"})
    assert json(do(state, "play T03 G5"))["cash"][0] == 22


@pytest.mark.rule("NG-CON-NC")
def test_north_carolina_pays_1_for_water() -> None:
    assert json(do(turn(HAND, contracts="north-carolina", take="blue"), "play T17 G5"))["cash"][0] == 19


@pytest.mark.rule("NG-CON-OH", "NG-TOK-2")
def test_ohio_pays_nothing_for_difficult_ground_which_still_counts() -> None:
    state = do(turn(HAND, contracts="ohio", take="blue"), "play T33 G5")
    assert json(state)["cash"][0] == 20 - 3 + 2
    assert json(do(state, "play T03 G5", "end"))["token"][0] == "dark"


@pytest.mark.rule("NG-CON-PA")
def test_pennsylvania_adds_1_for_each_connection() -> None:
    state = turn("T43 T01 T02 T03 T04", contracts="pennsylvania", take="black", track={"black": "A4"})
    assert json(do(state, "play T43 A4"))["cash"][0] == 20 + (4 + 1) + (8 + 1)


@pytest.mark.rule("NG-CON-TN")
def test_tennessee_after_all_allowed_cards_is_one_more_that_must_be_played() -> None:
    state = do(turn(HAND, contracts="tennessee", take="blue"), "play T03 G5")
    assert rule_of(state, "flip tennessee") == "NG-CON-TN"
    do(state, "play T01 G5")
    assert kinds(state) == {"end", "flip tennessee"}
    do(state, "flip tennessee")
    assert (json(state)["turn"]["allowed"], json(state)["turn"]["extra"]) == (3, True)
    assert kinds(state) == {"play"}
    assert rule_of(state, "end") == "NG-CON-TN"
    do(state, "play T17 G5")
    assert (kinds(state), json(state)["turn"]["extra"]) == ({"end"}, False)


@pytest.mark.rule("NG-CON-TN", "NG-CARD-9")
def test_tennessee_with_a_dark_token() -> None:
    state = do(turn(HAND, contracts="tennessee", dark=True, take="blue"), "play T03 G5", "flip tennessee")
    assert json(state)["turn"]["allowed"] == 2
    assert json(do(state, "play T01 G5"))["turn"]["cards"] == 2


@pytest.mark.rule("NG-CON-TN")
def test_tennessee_needs_an_unmirrored_play() -> None:
    state = turn("T03 T13 T14 T15 T17", contracts="tennessee", dark=True, cash=(0, 20), take="blue")
    do(state, "play T03 G5")
    state.hand = type(state.hand)([1 << 12, state.hand[1]])
    state.cash = type(state.cash)([0, 20])
    assert rule_of(state, "flip tennessee") == "NG-CON-TN"


@pytest.mark.rule("NG-CON-TN", "NG-CON-KY")
def test_tennessees_card_may_be_mirrored_by_kentucky() -> None:
    state = turn(HAND, contracts="tennessee kentucky virginia", dark=True, more_power="on", take="blue")
    do(state, "play T03 G5", "flip tennessee")
    assert kinds(state) == {"play", "flip kentucky"}
    do(state, "flip kentucky", "play T17 G5")
    assert json(state)["turn"] | {"connected": []} == {
        "seat": 0, "company": "blue", "cards": 2, "allowed": 2, "extra": False, "mirror": False, "difficult": True,
        "connected": [],
    }


@pytest.mark.rule("NG-CON-VA", "NG-COM-5")
def test_virginia_moves_the_die_of_a_connected_city_two_more() -> None:
    state = turn(HAND, contracts="virginia", tiles={"H3": "green"}, take="blue", dice={"green": (2, -3)})
    assert rule_of(state, "flip virginia green") == "NG-CON-VA"
    do(state, "play T03 G5")
    assert json(state)["dice"]["green"] == {"value": 2, "row": -2}
    assert rule_of(state, "flip virginia pink") == "NG-CON-VA"
    do(state, "flip virginia green")
    assert json(state)["dice"]["green"] == {"value": 3, "row": 1}
    assert rule_of(state, "flip virginia green") == "NG-CON-1"


@pytest.mark.rule("NG-CON-VA")
def test_virginia_is_of_no_use_on_the_last_row() -> None:
    for seat, row in ((0, 4), (1, -4)):
        dice = {"green": (2, row)}
        state = turn(HAND, seat=seat, contracts="virginia", tiles={"H3": "green"}, dice=dice)
        do(state, "take blue", "play T03 G5")
        assert rule_of(state, "flip virginia green") == "NG-CON-VA"


@pytest.mark.rule("NG-CON-VA")
def test_virginia_needs_a_connection_of_this_turn() -> None:
    state = do(turn(HAND, contracts="virginia", take="blue"), "play T17 G5")
    assert not [line for line in state.lines() if line.startswith("flip")]


@pytest.mark.rule("NG-CON-WV", "NG-RND-3")
def test_west_virginia_counts_one_more_in_companies_held() -> None:
    for contracts, paid in (("", [0, 5]), ("west-virginia", [5, 0])):
        state = last_turn(contracts=contracts)
        set_certificates(state, "blue", 1, 1)
        set_certificates(state, "red", 0, 0)
        set_certificates(state, "black", 1, 2)
        refilled(do(state, "play T01 G5", "end"))
        assert json(state)["dividends"][0]["majority"] == paid
