"""Gestures of several moves: each can be made, ends where it was asked for, and says what it costs."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from roundhouse import State
from roundhouse.games import title
from roundhouse.games.drawn import Route
from roundhouse.games.irish_gauge.facts import TrackLaid
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.walks import game, tables, walk

NAMES = ["Ann", "Ben", "Cat", "Dai", "Eve", "Fay"]
GAMES = ("irish-gauge", "age-of-rail", "narrow-gauge")
LOOKED_AT = 8
"""States of each game: to ask every spot of a board takes long."""


def asked(name: str) -> Iterator[tuple[State, str, Route]]:
    """Gestures to many spots, in some states of some games."""
    room = title(name).room
    for number, choice in enumerate(tables(name)[:3]):
        left = LOOKED_AT
        for state, _ in walk(game(choice), number, kinds_first=True):
            if state.to_act < 0 or left == 0:
                continue
            seen = sight(state, int(state.to_act))
            found = [(spot, route) for spot in ("", *(one.id for one in room.drawing.spots(seen)[::3]))
                     for route in room.gestures.routes(seen, spot)]
            left -= bool(found)
            for spot, route in found:
                yield state, spot, route


@pytest.mark.parametrize("name", GAMES)
def test_every_gesture_can_be_made_by_the_one_who_begins_it(name: str) -> None:
    seen = 0
    for state, spot, route in asked(name):
        seen += 1
        after = state.copy()
        assert len(route.lines) > 1
        for line in route.lines:
            assert after.to_act == state.to_act, route.lines
            after.apply(state.game.parse(line))
        assert not spot or spot in route.spots
        assert plain(route.label, NAMES) and plain(route.effect, NAMES)
    assert seen


def test_track_by_the_route_is_the_cheapest_and_tells_its_costs() -> None:
    """IG-TRK-4: the sum is that of the points which the rules take."""
    for state, _, route in asked("irish-gauge"):
        after = state.copy()
        told = [fact for line in route.lines for fact in after.tell(state.game.parse(line))]
        costs = [fact.cost for fact in told if isinstance(fact, TrackLaid)]
        said = plain(route.effect, NAMES)
        assert said.startswith(" + ".join(f"{cost:g}" for cost in costs) + f" = {sum(costs):g} of "), said


def test_track_follows_the_line_that_was_drawn_though_another_way_is_cheaper() -> None:
    dearer = 0
    routes = title("irish-gauge").room.gestures.routes
    for state, to, route in asked("irish-gauge"):
        assert isinstance(state, IrishGaugeState)
        seen = sight(state, int(state.to_act))
        grid = state.board.grid
        beside = [grid.ids[n] for n in grid.neighbours[grid.index[to]]]
        for via in beside:
            for drawn in routes(seen, to, (*route.spots[:-2], via, to)):
                assert [*drawn.spots] == [spot for spot in (*route.spots[:-2], via, to) if spot in drawn.spots]
                dearer += via not in route.spots
    assert dearer


def test_nobody_is_offered_a_gesture_out_of_turn() -> None:
    for name in GAMES:
        routes = title(name).room.gestures.routes
        for state, spot, _ in asked(name):
            for seat in range(state.game.seats):
                if seat != state.to_act:
                    assert routes(sight(state, seat), spot) == []
            break
