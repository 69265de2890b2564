"""Every rule of Spur Line, proved by a test that would fail if the rule were broken."""
from __future__ import annotations

import pytest
from spur_line import TITLE
from spur_line.rules import SpurLineState

from roundhouse import CHANCE, OVER, WATCHER, Dice, IllegalAction, referee


def begun(*orders: str, seats: int = 2) -> SpurLineState:
    """A game with these orders dealt, two to each seat in turn."""
    state = TITLE.game(seats).start()
    assert isinstance(state, SpurLineState)
    for town in orders or ("B1", "D1", "F1", "G2", "E4", "C4")[: 2 * seats]:
        state.do(f"order {town}")
    return state


def played(state: SpurLineState, seed: int = 1) -> SpurLineState:
    dice = Dice(seed)
    while state.to_act != OVER:
        state.apply(state.random(dice))
    return state


@pytest.mark.rule("SL-SET-1", "SL-LAY-1")
def test_track_is_laid_next_to_the_line_which_begins_at_the_depot() -> None:
    state = begun()
    assert state.view()["line"] == ["D3"]
    assert state.lines() == ["lay C2", "lay C3", "lay D2", "lay D4", "lay E2", "lay E3"]
    with pytest.raises(IllegalAction, match="SL-LAY-1"):
        state.do("lay A1")
    state.do("lay D2")
    assert "lay D1" in state.lines()
    assert state.to_act == 1


@pytest.mark.rule("SL-SET-2")
def test_everybody_is_dealt_two_orders_each_once() -> None:
    state = TITLE.game(3).start()
    assert state.to_act == CHANCE
    assert [weight for _, weight in state.outcomes()] == [1] * 7
    state.do("order B1")
    with pytest.raises(IllegalAction, match="SL-SET-2"):
        state.do("order B1")
    assert len(state.outcomes()) == 6


@pytest.mark.rule("SL-HID-1")
def test_orders_are_hidden_until_the_end() -> None:
    state = begun()
    assert state.view(0)["orders"] == [["B1", "D1"], 2]
    assert state.view(WATCHER)["orders"] == [2, 2]
    assert state.imagine(0, Dice(3)).view(0) == state.view(0)
    assert played(state).view(1)["orders"] == state.view(None)["orders"]


@pytest.mark.rule("SL-LAY-2")
def test_hills_cost_who_lays_there() -> None:
    state = begun()
    state.do("lay E2")
    assert state.view(None)["paid"] == [1, 0]
    state.do("lay D2")
    assert state.view(None)["paid"] == [1, 0]


@pytest.mark.rule("SL-END-1", "SL-END-2")
def test_after_ten_pieces_orders_of_towns_on_the_line_count() -> None:
    state = played(begun())
    assert len(state.line) == 11
    ids, values, line = state.rules.grid.ids, state.rules.values, set(state.line)
    for seat, held in enumerate(state.orders):
        expected = sum(values[town] for town in held if town in line) - state.paid[seat]
        assert state.scores()[seat] == expected, [ids[town] for town in held]
    assert state.winners()


def test_the_laws_of_the_house_hold() -> None:
    """A referee watches random games with every number of players."""
    referee.check(TITLE, games=20)
