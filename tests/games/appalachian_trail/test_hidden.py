"""What each seat may know, and what it imagines of the rest."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from roundhouse import OVER, WATCHER, Dice
from tests.games.appalachian_trail.positions import opening, play, table
from tests.walks import shown


def middle() -> Any:
    state = table("GFR", ["FF FG FR", "WW RW RW ranger", "O01 O02"], display="GG GR", deck="FW GW GW O05")
    play(state, "done; take GG; card O05; draw; card FW; done; draw; card GW")
    return state


@pytest.mark.rule("AT-HID-1", "AT-HID-2", "AT-HID-4")
def test_a_seat_sees_its_own_hand_and_how_many_cards_are_elsewhere() -> None:
    state = middle()
    everything: Any = state.view()
    for seat in range(3):
        view: Any = state.view(seat)
        hidden = {"hands": view.pop("hands"), "deck": view.pop("deck")}
        assert view == {key: value for key, value in everything.items() if key not in hidden}
        sizes = [{"?": 5}, {"?": 5}, {"?": 2}]
        sizes[seat] = everything["hands"][seat]
        assert hidden == {"hands": sizes, "deck": {"?": 1}}
    assert everything["known"] == [{"GG": 1}, {}, {}]


@pytest.mark.rule("AT-HID-4")
def test_an_empty_hand_or_deck_is_shown_as_nothing_and_everything_is_shown_at_the_end() -> None:
    state = table(hands=["FF", ""], deck="")
    assert (state.view(0)["hands"], state.view(0)["deck"]) == ([{"FF": 1}, {}], {})
    assert state.view(1)["hands"] == [{"?": 1}, {}]
    state.do("done")
    assert state.to_act == OVER
    assert state.view(1) == state.view(None)
    assert state.imagine(1, Dice(1)).view() == state.view()


@pytest.mark.rule("AT-HID-4")
def test_a_card_into_a_hand_is_shown_to_its_player_only() -> None:
    state = opening()
    play(state, "start 0; goal F; goal G")
    card = state.game.parse("card FG")
    assert [shown(state, card, seat) for seat in (None, 0, 1)] == ["card FG", "card FG", "card ?"]
    play(state, "card FF; card FF; card FG; card FG; card FG")
    assert [shown(state, card, seat) for seat in (None, 0, 1)] == ["card FG", "card ?", "card FG"]
    play(state, "card FG; card WW; card WW; card RR; card RR")
    ranger = state.game.parse("card ranger")
    assert [shown(state, ranger, seat) for seat in (None, 0, 1)] == ["card ranger"] * 3
    play(state, "card O01; card O02; discard FF; done; draw")
    assert [shown(state, ranger, seat) for seat in (None, 0, 1)] == ["card ranger", "card ranger", "card ?"]
    play(state, "card GG")
    assert shown(state, state.game.parse("discard WW"), 0) == "discard WW"


@pytest.mark.rule("AT-HID-4")
def test_who_only_watches_sees_no_hand() -> None:
    state = middle()
    view: Any = state.view(WATCHER)
    assert (view["hands"], view["deck"]) == ([{"?": 5}, {"?": 5}, {"?": 2}], {"?": 1})
    assert state.imagine(WATCHER, Dice(2)).view(WATCHER) == view
    play(state, "discard O01; done; draw")
    assert shown(state, state.game.parse("card GW"), WATCHER) == "card ?"


@pytest.mark.rule("AT-HID-3")
def test_a_taken_card_is_known_and_goes_first_when_its_kind_is_used() -> None:
    state = table(hands=["FG FG FG GW", "RW GR GR GR GR"], display="FG GG", deck="RR RR")
    play(state, "done; take FG; card RR")
    assert state.view()["known"] == [{"FG": 1}, {}]
    play(state, "discard RW; done; take RR; card RR; discard FG")
    assert state.view()["known"] == [{}, {"RR": 1}]
    play(state, "discard FG; take RR; take GG")
    assert state.view()["known"] == [{"RR": 1, "GG": 1}, {"RR": 1}]
    hands: Any = state.view()["hands"]
    assert hands[0] == {"FG": 2, "GW": 1, "RR": 1, "GG": 1}


@pytest.mark.rule("AT-HID-3")
def test_every_way_to_use_a_card_uses_a_known_one() -> None:
    for line in ("trail RR 0,-1", "improve O01 at 0,1", "obstacle O01 on 1 at 1,0", "ranger 1,0"):
        state = table(hands=["FF", "FF"], trails=["FR", "GG"], sides=["O02@1,0"], display="RR O01 ranger", deck="")
        play(state, "done; take RR; take O01; take ranger; discard FF")
        kind = "ranger" if line.startswith("ranger") else line.split()[1]
        left = {name: 1 for name in ("RR", "O01", "ranger") if name != kind}
        state.do(line)
        assert state.view()["known"] == [left, {}]


@pytest.mark.rule("AT-HID-2")
def test_what_is_imagined_adds_up_and_keeps_what_is_known() -> None:
    state = middle()
    everything: Any = state.view()
    dice = Dice(4)
    for seat in range(3):
        for _ in range(30):
            other: Any = state.imagine(seat, dice).view()
            assert other["hands"][seat] == everything["hands"][seat]
            assert seat == 0 or other["hands"][0].get("GG", 0) >= 1
            piles = [sum((Counter(hand) for hand in one["hands"]), Counter(one["deck"])) for one in (everything, other)]
            assert piles[0] == piles[1]
    assert state.view() == everything


@pytest.mark.rule("AT-HID-2")
def test_each_unseen_card_is_equally_likely_to_be_anywhere() -> None:
    """Seat 0 can't tell which of nine cards is the ranger: four in hand 1, two in hand 2, three in the deck."""
    state = table("GFR", ["FF", "WW RW RW ranger", "O01 O02"], deck="WW FW FW")
    dice = Dice(7)
    where: Counter[str] = Counter()
    for _ in range(1800):
        view: Any = state.imagine(0, dice).view()
        places = {"1": view["hands"][1], "2": view["hands"][2], "deck": view["deck"]}
        where.update(place for place, cards in places.items() if "ranger" in cards)
    assert abs(where["1"] - 800) < 100
    assert abs(where["2"] - 400) < 90
    assert abs(where["deck"] - 600) < 100
