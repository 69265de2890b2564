"""Options, chance and set-up."""
from __future__ import annotations

import itertools

import pytest

from roundhouse.games import game, titles
from tests.games.narrow_gauge.positions import COMPANIES, HOMES, dealt, do, json, new, turn


@pytest.mark.compiled
@pytest.mark.rule("NG-OPT-1", "NG-OPT-2", "NG-OPT-3", "NG-OPT-4", "NG-OPT-5", "NG-OPT-6")
def test_six_options_with_their_defaults() -> None:
    assert json(new())["options"] == {
        "order": "auction", "more-power": "off", "hidden-cities": "off", "hidden-money": "off", "rivals": "locomotive",
        "idle-token": "turns",
    }
    values = [option.values for option in titles()["narrow-gauge"].options]
    names = [option.name for option in titles()["narrow-gauge"].options]
    for chosen in itertools.product(*values):
        options = dict(zip(names, chosen))
        assert game("narrow-gauge", options=options).start().view(None)["options"] == options


@pytest.mark.rule("NG-OPT-1")
def test_order_decides_how_a_round_begins() -> None:
    deals = ["deal ohio", "deal georgia", "deal maryland"]
    assert json(do(dealt(), *deals))["phase"] == "bid"
    assert json(do(dealt(order="random-order"), *deals, "deal kentucky"))["phase"] == "keep"


@pytest.mark.rule("NG-CHN-1")
def test_everything_left_is_equally_likely() -> None:
    state = do(new(), "tile A3 green", "tile B5 green", "tile B8 purple")
    assert {state.game.text(code): weight for code, weight in state.outcomes()} == {
        "tile C1 purple": 2, "tile C1 pink": 3, "tile C1 blue": 5, "tile C1 green": 3,
    }
    assert [weight for _, weight in dealt().outcomes()] == [1] * 9
    state = do(turn(take="blue"), "play T03 G5", "end", "draw")
    assert len(state.outcomes()) == 38
    assert {weight for _, weight in state.outcomes()} == {1}


@pytest.mark.rule("NG-CHN-2")
def test_a_line_with_one_outcome_is_still_written() -> None:
    state = new()
    while state.lines()[0].startswith("tile"):
        do(state, state.lines()[0])
    homes = ["black C7", "orange G5", "red K3", "yellow K7"]
    do(state, *[f"home {home}" for home in homes])
    assert state.lines() == ["home blue C3"]


@pytest.mark.rule("NG-SET-1", "NG-SET-6", "NG-COM-2")
def test_seat_0_pulls_dice_one_way_and_seat_1_the_other() -> None:
    for seat, row in ((0, 1), (1, -1)):
        state = do(turn("T03 T04 T05 T06 T07", seat=seat, tiles={"H3": "green"}, take="blue"), "play T03 G5")
        assert json(state)["dice"]["green"] == {"value": 1, "row": row}


@pytest.mark.rule("NG-SET-2", "NG-RND-1")
def test_certificates_of_value_1_are_offered_first() -> None:
    assert json(new())["available"] == {"black": 1, "orange": 1, "red": 2, "yellow": 2, "blue": 4}


@pytest.mark.rule("NG-SET-3")
def test_sixteen_tiles_in_the_order_of_the_data() -> None:
    state = new()
    cities = []
    while state.lines()[0].startswith("tile"):
        cities.append(state.lines()[0].split()[1])
        do(state, state.lines()[0])
    assert cities == ["A3", "B5", "B8", "C1", "E4", "E9", "F1", "F6", "H3", "H8", "I1", "I6", "K9", "L1", "L4", "M7"]
    assert json(state)["tiles_left"] == {"purple": 0, "pink": 0, "blue": 0, "green": 0}
    assert list(json(state)["tiles"]) == cities
    assert list(json(state)["tiles"].values()).count("blue") == 5


@pytest.mark.rule("NG-SET-3", "NG-COM-7")
def test_hidden_cities_begin_face_down() -> None:
    state = new(hidden_cities="on")
    assert state.lines()[0] == "home black C3"
    assert json(state)["tiles"] == {}
    assert json(state)["tiles_left"] == {"purple": 3, "pink": 3, "blue": 5, "green": 5}


@pytest.mark.rule("NG-SET-4")
def test_company_tiles_come_in_the_order_of_the_data_each_to_a_free_start() -> None:
    state = new(hidden_cities="on")
    assert state.lines() == [f"home black {start}" for start in ("C3", "C7", "G5", "K3", "K7")]
    do(state, "home black G5")
    assert state.lines() == [f"home orange {start}" for start in ("C3", "C7", "K3", "K7")]


@pytest.mark.rule("NG-SET-5")
def test_a_locomotive_at_home_one_on_the_track_and_the_rest_in_supply() -> None:
    supply = {"black": 18, "orange": 18, "red": 28, "yellow": 28, "blue": 38}
    assert json(new())["supply"] == supply
    assert json(new())["track"] == {company: [] for company in COMPANIES}
    after = json(dealt())
    assert after["supply"] == supply
    assert after["track"] == {company: [home] for company, home in HOMES.items()}
    assert after["homes"] == HOMES
    assert after["connections"] == dict.fromkeys(COMPANIES, 0)


@pytest.mark.rule("NG-SET-6", "NG-SET-7", "NG-SET-9")
def test_dice_on_x_white_tokens_contracts_and_20_dollars() -> None:
    start = json(new())
    assert set(start["dice"]) == {"purple", "pink", "blue", "green"}
    assert all(die == {"value": 1, "row": 0} for die in start["dice"].values())
    assert start["token"] == ["white", "white"]
    assert start["cash"] == [20, 20]
    assert len(start["contract_deck"]) == 9
    after = json(dealt())
    assert (after["phase"], after["round"], after["first"]) == ("deal", 1, None)


@pytest.mark.rule("NG-SET-8")
def test_five_cards_to_seat_0_and_then_five_to_seat_1() -> None:
    state = json(dealt("T01 T03 T05 T07 T09", "T48 T46 T44 T42 T40"))
    assert state["hands"] == [["T01", "T03", "T05", "T07", "T09"], ["T40", "T42", "T44", "T46", "T48"]]
    assert len(state["pile"]) == 38
