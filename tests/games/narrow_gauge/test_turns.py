"""The four steps of a turn, the build token, and the hand."""
from __future__ import annotations

import pytest

from roundhouse import IllegalAction
from roundhouse.games.narrow_gauge.rules import NarrowGaugeState
from tests.games.narrow_gauge.positions import COMPANIES, do, json, refilled, replaced, set_certificates, turn

WET = "T13 T14 T15 T17 T18"     # from G5 each of these costs $3 or more, mirrored at least $2
HILLY = "T33 T03 T01 T05 T17"   # T33 from G5 goes over the difficult H4


def rule_of(state: NarrowGaugeState, line: str) -> str:
    with pytest.raises(IllegalAction) as error:
        state.do(line)
    return error.value.rule


def cards(numbers: str) -> int:
    return sum(1 << int(card[1:]) - 1 for card in numbers.split())


@pytest.mark.rule("NG-TURN-1")
def test_the_steps_follow_each_other() -> None:
    state = turn()
    phases = [json(state)["phase"]]
    for line in ("take blue", "play T03 G5", "end", "draw", "card T20"):
        do(state, line)
        phases.append(json(state)["phase"])
    assert phases == ["take", "build", "more", "refill", "draw", "take"]
    assert rule_of(state, "play T03 G5") == "NG-TURN-1"
    assert rule_of(state, "end") == "NG-TURN-4"
    assert rule_of(state, "draw") == "NG-HAND-1"
    assert rule_of(turn(take="blue"), "take blue") == "NG-SHR-1"


@pytest.mark.rule("NG-TURN-2")
def test_the_first_player_begins_and_then_they_alternate() -> None:
    for seat in (0, 1):
        state = turn(HILLY, seat=seat)
        order = []
        for _ in range(3):
            order.append(json(state)["turn"]["seat"])
            do(state, state.lines()[0])
            while json(state)["phase"] == "build":
                do(state, state.lines()[0])
            do(state, *(["end"] if json(state)["phase"] == "more" else []))
            refilled(state)
        assert order == [seat, 1 - seat, seat]


@pytest.mark.rule("NG-TURN-3")
def test_a_card_must_be_played_if_one_can_be() -> None:
    state = turn(WET, cash=(3, 20), take="blue")
    assert all(line.startswith("play") for line in state.lines())
    assert rule_of(state, "no-card") == "NG-TURN-3"


@pytest.mark.rule("NG-TURN-3", "NG-CON-KY")
def test_without_a_legal_play_the_turn_goes_on_with_step_4() -> None:
    state = turn(WET, cash=(2, 20), take="blue")
    assert state.lines() == ["no-card"]
    assert json(do(state, "no-card"))["phase"] == "refill"
    assert json(state)["turn"]["cards"] == 0
    state = turn(WET, cash=(2, 20), contracts="kentucky", take="blue")
    assert state.lines() == ["no-card", "flip kentucky"]
    assert json(do(state, "flip kentucky"))["turn"]["mirror"] is True
    assert rule_of(state, "no-card") == "NG-TURN-3"


@pytest.mark.rule("NG-TURN-3", "NG-CARD-6")
def test_without_locomotives_there_is_no_card_to_play() -> None:
    state = turn()
    state.supply = replaced(state.supply, 4, 0)
    assert do(state, "take blue").lines() == ["no-card"]


@pytest.mark.rule("NG-TURN-4")
def test_end_is_always_asked_for() -> None:
    state = do(turn(take="blue", dark=True), "play T03 G5")
    assert state.lines() == ["end"]
    state = do(turn(take="blue"), "play T03 G5")
    assert "end" in state.lines()
    assert len(state.lines()) > 1


@pytest.mark.rule("NG-SHR-1")
def test_any_company_with_a_certificate_left_free_of_charge() -> None:
    state = turn()
    assert state.lines() == [f"take {company}" for company in COMPANIES]
    do(state, "take black")
    assert json(state)["certificates"]["black"] == [1, 0]
    assert (json(state)["available"]["black"], json(state)["cash"]) == (0, [20, 20])
    assert json(state)["turn"]["company"] == "black"
    refilled(do(state, state.lines()[0], "end"))
    assert "take black" not in state.lines()
    assert rule_of(state, "take black") == "NG-SHR-1"


@pytest.mark.rule("NG-SHR-2", "NG-COM-1")
def test_a_certificate_counts_as_one_in_every_round() -> None:
    for round_ in (0, 1, 2):
        state = turn(HILLY, tiles={"H3": "green"})
        state.round = round_
        do(state, "take blue", "play T03 G5")
        assert json(state)["dice"]["green"]["row"] == 1


@pytest.mark.rule("NG-SHR-3")
def test_a_certificate_of_a_company_that_can_not_build() -> None:
    state = turn()
    state.supply = replaced(state.supply, 4, 0)
    set_certificates(state, "blue", 2, 0)
    refilled(do(state, "take blue", "no-card"))
    assert json(state)["certificates"]["blue"] == [3, 0]


@pytest.mark.rule("NG-TOK-1", "NG-TOK-2")
def test_two_cards_and_a_difficult_hex_turn_the_token_dark_for_one_turn() -> None:
    state = do(turn(HILLY, take="blue"), "play T33 G5", "play T03 G5")
    assert json(state)["turn"]["difficult"] is True
    assert json(state)["token"] == ["white", "white"]
    refilled(do(state, "end"))
    assert json(state)["token"] == ["dark", "white"]
    assert json(state)["turn"]["allowed"] == 2
    refilled(do(state, "take red", first_play(do(state.copy(), "take red")), "end"))
    assert (json(state)["turn"]["seat"], json(state)["turn"]["allowed"]) == (0, 1)
    do(state, "take blue", first_play(do(state.copy(), "take blue")))
    assert [line for line in state.lines() if not line.startswith("flip")] == ["end"]
    refilled(do(state, "end"))
    assert json(state)["token"] == ["white", "white"]


def first_play(state: NarrowGaugeState) -> str:
    return next(line for line in state.lines() if line.startswith("play"))


@pytest.mark.rule("NG-TOK-2")
@pytest.mark.parametrize(
    ("plays", "token"),
    [
        (["play T33 G5"], "white"),
        (["play T03 G5", "play T01 G5"], "white"),
        (["play T03 G5", "play T33 G5"], "dark"),
        (["play T33 G5", "play T03 G5"], "dark"),
    ],
)
def test_the_token_turns_dark_only_after_two_cards_with_a_difficult_hex(plays: list[str], token: str) -> None:
    assert json(do(turn(HILLY, take="blue"), *plays, "end"))["token"] == [token, "white"]


@pytest.mark.rule("NG-TOK-2", "NG-PEN-4")
def test_a_difficult_hex_that_is_skipped_does_not_count() -> None:
    state = turn(HILLY, take="blue", track={"blue": "H4"})
    assert json(do(state, "play T33 G5", "play T03 G5", "end"))["token"][0] == "white"


@pytest.mark.rule("NG-TOK-3")
def test_no_card_turns_a_dark_token_white() -> None:
    state = turn(WET, cash=(0, 20), dark=True, take="blue")
    assert json(do(state, "no-card"))["token"] == ["white", "white"]


@pytest.mark.rule("NG-TOK-3", "NG-CON-TN")
def test_tennessees_card_counts_like_any_other() -> None:
    state = turn(HILLY, dark=True, contracts="tennessee", take="blue")
    assert json(do(state, "play T33 G5", "flip tennessee", "play T03 G5", "end"))["token"][0] == "white"
    state = turn("T03 T04 T01 T33 T17", contracts="tennessee", take="blue")
    do(state, "play T03 G5", "play T01 G5", "flip tennessee", "play T33 G5", "end")
    assert json(state)["token"][0] == "dark"


@pytest.mark.rule("NG-HAND-1")
def test_discard_any_number_then_draw_up_to_five() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end")
    assert state.lines() == ["draw", "discard T01", "discard T02", "discard T04", "discard T05"]
    do(state, "discard T01", "discard T05")
    assert rule_of(state, "discard T01") == "NG-HAND-1"
    do(state, "draw", "card T20", "card T21")
    assert (json(state)["phase"], json(state)["to_act"]) == ("draw", "chance")
    do(state, "card T22")
    assert json(state)["hands"][0] == ["T02", "T04", "T20", "T21", "T22"]
    assert json(state)["to_act"] == 1


@pytest.mark.rule("NG-HAND-1")
def test_draw_is_written_even_when_no_card_follows_and_a_larger_hand_is_kept() -> None:
    state = turn(WET, cash=(0, 20), take="blue")
    do(state, "no-card", "draw")
    assert json(state)["to_act"] == 1
    state = turn(WET, cash=(0, 20), take="blue")
    state.hand = replaced(state.hand, 0, cards(WET + " T16"))
    do(state, "no-card", "draw")
    assert (len(json(state)["hands"][0]), json(state)["to_act"]) == (6, 1)


@pytest.mark.rule("NG-HAND-2")
def test_the_discard_pile_lies_open() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end", "discard T01")
    assert json(state, 0)["discard"] == json(state, 1)["discard"] == ["T01", "T03"]


@pytest.mark.rule("NG-HAND-3")
def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end")
    state.discard |= state.pile & ~cards("T20")
    state.pile = cards("T20")
    do(state, "discard T01", "draw", "card T20")
    before = json(state)
    assert (before["phase"], before["discard"]) == ("draw", [])
    assert len(before["pile"]) == 39
    assert {"T01", "T03"} <= set(before["pile"])
    do(state, "card T01")
    assert json(state)["hands"][0] == ["T01", "T02", "T04", "T05", "T20"]


@pytest.mark.rule("NG-HAND-3")
def test_the_pile_stays_empty_until_a_card_is_needed() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end")
    state.discard |= state.pile & ~cards("T20")
    state.pile = cards("T20")
    do(state, "draw", "card T20")
    assert (json(state)["pile"], len(json(state)["discard"])) == ([], 38)


@pytest.mark.rule("NG-HAND-3")
def test_drawing_stops_when_there_is_nothing_left() -> None:
    state = do(turn(take="blue"), "play T03 G5", "end")
    state.pile, state.discard = cards("T20"), 0
    state.hand = replaced(state.hand, 0, cards("T01 T02"))
    do(state, "draw", "card T20")
    assert (json(state)["to_act"], len(json(state)["hands"][0])) == (1, 3)
