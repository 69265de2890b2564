"""Two rulings that can be read the other way, as options; and games from before there was a choice."""
from __future__ import annotations

import pytest

from roundhouse.games import title
from tests.games.narrow_gauge.positions import cost, do, json, turn
from tests.games.narrow_gauge.test_texts import told
from tests.walks import walk

WET = "T13 T14 T15 T17 T18"     # from G5 each of these costs $3 or more
NARROW_GAUGE = title("narrow-gauge")


@pytest.mark.rule("NG-OPT-5", "NG-PEN-1")
@pytest.mark.parametrize(("rivals", "price"), [("locomotive", 2), ("hex", 1)])
def test_other_companies_cost_for_each_locomotive_or_for_the_hex(rivals: str, price: int) -> None:
    """H5 is water and two other companies stand there; I5 is plain with one of them."""
    state = turn("T17 T01 T02 T03 T04", track={"red": "H5 I5", "black": "H5"}, take="blue", rivals=rivals)
    assert cost(state, "play T17 G5") == 3 + price + 1
    assert json(do(state, "play T17 G5"))["cash"] == [20 - 3 - price - 1, 20]


@pytest.mark.rule("NG-OPT-5", "NG-CON-MD")
def test_maryland_pays_for_neither() -> None:
    state = turn("T17 T01 T02 T03 T04", track={"red": "H5"}, contracts="maryland", take="blue", rivals="hex")
    assert cost(state, "play T17 G5") == 3


@pytest.mark.rule("NG-OPT-6", "NG-TOK-3")
@pytest.mark.parametrize(("option", "token"), [("turns", "white"), ("stays", "dark")])
def test_a_dark_token_turns_or_stays_when_no_card_can_be_played(option: str, token: str) -> None:
    state = turn(WET, cash=(0, 20), dark=True, take="blue", idle_token=option)
    assert json(do(state, "no-card"))["token"] == [token, "white"]


@pytest.mark.rule("NG-OPT-6", "NG-TOK-2")
def test_with_a_card_a_dark_token_turns_under_either_reading() -> None:
    for option in ("turns", "stays"):
        state = turn("T03 T04 T01 T02 T05", dark=True, take="blue", idle_token=option)
        assert json(do(state, "play T03 G5", "end"))["token"] == ["white", "white"]


@pytest.mark.rule("NG-OPT-6")
def test_a_token_that_stays_is_told() -> None:
    state = turn(WET, cash=(0, 20), dark=True, take="blue", idle_token="stays")
    assert told(state, "no-card") == [
        "Ada has no card that can be played. NG-TURN-3",
        "Ada's build token stays dark, for no card was played: one card next turn. NG-TOK-3",
    ]


def test_a_game_from_before_these_options_goes_on_as_it_was() -> None:
    earlier: dict[str, object] = {
        "order": "auction", "more-power": "off", "hidden-cities": "off", "hidden-money": "off",
    }
    game = NARROW_GAUGE.game_under(1, NARROW_GAUGE.edition(), 2, earlier)
    usual = NARROW_GAUGE.game()
    codes = [code for _, code in walk(game, 3, kinds_first=True)]
    assert codes == [code for _, code in walk(usual, 3, kinds_first=True)]


def test_options_and_their_values_read_well() -> None:
    for option in NARROW_GAUGE.options:
        assert "-" not in option.label and option.label[0].isupper()
        said = [option.shown(value) for value in option.values]
        assert len(set(said)) == len(option.values)
        assert not {"on", "off", "true", "false"} & set(said)
