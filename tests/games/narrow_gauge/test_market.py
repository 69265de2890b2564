"""Connections and the commodity market."""
from __future__ import annotations

import pytest

from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import build, cost, do, json, replaced, set_certificates, turn

HAND = "T03 T04 T33 T17 T01"
TWO_CITIES = "T43 T01 T02 T03 T04"      # T43 from A4 builds A3 A2 B1 C1, two of them cities


def connecting(certificates: int = 1, seat: int = 0, **rest: object) -> NarrowGaugeState:
    """Blue is about to reach the green city H3 from G5, for a seat with so many certificates."""
    state = turn(HAND, seat=seat, tiles={"H3": "green"}, **rest)  # type: ignore[arg-type]
    held = (certificates - 1, 0) if seat == 0 else (0, certificates - 1)
    set_certificates(state, "blue", *held)
    return do(state, "take blue")


@pytest.mark.rule("NG-CONN-1")
def test_printed_blue_goes_from_3_to_4_and_pays_8() -> None:
    state = connecting()
    state.marker = replaced(state.marker, 4, 3)
    do(state, "play T03 G5")
    assert json(state)["connections"]["blue"] == 4
    assert json(state)["cash"] == [28, 20]


@pytest.mark.rule("NG-CONN-1")
def test_each_company_pays_its_own_dividend() -> None:
    for company, dividend in (("black", 4), ("orange", 4), ("red", 3), ("yellow", 3)):
        state = turn(take=company)
        state.hand = replaced(state.hand, 0, state.board.all_cards)
        for line in state.lines():
            after = do(state.copy(), line)
            paid = sum(range(1, json(after)["connections"][company] + 1)) * dividend
            assert json(after)["cash"] == [20 - cost(state, line) + paid, 20]


@pytest.mark.rule("NG-CONN-2")
def test_at_10_the_marker_stays_and_pays_on() -> None:
    state = connecting()
    state.marker = replaced(state.marker, 4, 9)
    do(state, "play T03 G5")
    assert (json(state)["connections"]["blue"], json(state)["cash"][0]) == (10, 40)
    state = connecting()
    state.marker = replaced(state.marker, 4, 10)
    do(state, "play T03 G5")
    assert (json(state)["connections"]["blue"], json(state)["cash"][0]) == (10, 40)


@pytest.mark.rule("NG-CONN-3", "NG-CARD-8")
def test_two_cities_on_one_card_pay_one_after_another() -> None:
    state = turn(TWO_CITIES, take="black", tiles={"A3": "green", "C1": "pink"}, track={"black": "A4"})
    do(state, "play T43 A4")
    assert json(state)["connections"]["black"] == 2
    assert json(state)["cash"][0] == 20 + 4 + 8
    assert json(state)["turn"]["connected"] == ["pink", "green"]


@pytest.mark.rule("NG-CONN-4")
def test_company_tiles_are_not_cities_and_the_builder_earns() -> None:
    state = turn(HAND, take="blue", track={"blue": "G4"})
    set_certificates(state, "blue", 1, 3)
    after = do(state.copy(), "play T01 G4 turned")
    assert json(after)["connections"]["blue"] == 0
    after = do(state, "play T03 G5")
    assert json(after)["cash"] == [22, 20]


@pytest.mark.rule("NG-COM-1")
def test_one_space_for_each_certificate_with_the_one_just_taken() -> None:
    for certificates in (1, 2, 3):
        state = do(connecting(certificates), "play T03 G5")
        assert json(state)["dice"]["green"]["row"] == certificates
        assert json(state)["turn"]["connected"] == ["green"]


@pytest.mark.rule("NG-COM-1", "NG-COM-3", "NG-COM-5")
def test_printed_green_die_3_on_the_others_1_row_with_2_certificates() -> None:
    state = do(connecting(2, dice={"green": (3, -1)}), "play T03 G5")
    assert json(state)["dice"]["green"] == {"value": 4, "row": 2}


@pytest.mark.rule("NG-COM-2", "NG-COM-3", "NG-COM-4", "NG-COM-5", "NG-COM-6")
@pytest.mark.parametrize(
    ("before", "certificates", "after"),
    [
        ((1, 0), 3, (1, 3)),
        ((2, 4), 3, (2, 5)),
        ((2, -5), 2, (2, -3)),
        ((2, -2), 7, (3, 5)),
        ((6, -1), 1, (6, 1)),
        ((2, -1), 1, (3, 1)),
        ((2, -2), 1, (2, -1)),
        ((2, -2), 2, (3, 1)),
        ((2, 1), 2, (2, 3)),
        ((2, 5), 1, (2, 5)),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_worked_moves_of_a_die(before: tuple[int, int], certificates: int, after: tuple[int, int], seat: int) -> None:
    side = 1 if seat == 0 else -1
    state = connecting(certificates, seat, dice={"green": (before[0], before[1] * side)})
    do(state, "play T03 G5")
    assert json(state)["dice"]["green"] == {"value": after[0], "row": after[1] * side}


@pytest.mark.rule("NG-COM-7")
def test_hidden_a_first_locomotive_reveals_the_city() -> None:
    state = turn(HAND, take="blue", hidden_cities="on")
    do(state, "play T03 G5")
    before = json(state)
    assert (before["phase"], before["to_act"], before["reveal"]) == ("reveal", "chance", ["H3"])
    assert (before["cash"], before["connections"]["blue"]) == ([22, 20], 1)
    assert (before["turn"]["connected"], before["dice"]["pink"]["row"]) == ([], 0)
    assert [(state.game.text(code), weight) for code, weight in state.outcomes()] == [
        ("tile H3 purple", 3), ("tile H3 pink", 3), ("tile H3 blue", 5), ("tile H3 green", 5),
    ]
    do(state, "tile H3 pink")
    after = json(state)
    assert (after["phase"], after["to_act"], after["reveal"]) == ("more", 0, [])
    assert (after["tiles"], after["tiles_left"]["pink"]) == ({"H3": "pink"}, 2)
    assert (after["turn"]["connected"], after["dice"]["pink"]["row"]) == (["pink"], 1)


@pytest.mark.rule("NG-COM-7")
def test_hidden_a_second_company_moves_the_die_at_once() -> None:
    state = turn(HAND, take="blue", hidden_cities="on")
    do(state, "play T03 G5", "tile H3 pink", "end", "draw", "card T10", "take red")
    state.hand = replaced(state.hand, 1, state.board.all_cards)
    build(state, "red", "G4")
    do(state, "play T07 G4")
    assert (json(state)["phase"], json(state)["dice"]["pink"]) == ("more", {"value": 2, "row": -1})


@pytest.mark.rule("NG-COM-7", "NG-HID-3")
def test_hidden_several_cities_are_revealed_in_the_cards_order() -> None:
    state = turn(TWO_CITIES, take="black", hidden_cities="on", track={"black": "A4"})
    do(state, "play T43 A4")
    assert json(state)["reveal"] == ["A3", "C1"]
    assert {line.split()[1] for line in state.lines()} == {"A3"}
    do(state, "tile A3 green")
    assert json(state)["reveal"] == ["C1"]
    do(state, "tile C1 green")
    assert json(state)["dice"]["green"]["row"] == 2
    assert json(state)["tiles_left"]["green"] == 3
