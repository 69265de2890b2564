"""Positions of Age of Rail that are put together, for the examples of its rulebook."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.games.age_of_rail.board import BOXES
from roundhouse.games.age_of_rail.position import TURN
from roundhouse.games.age_of_rail.rules import AgeOfRailState
from roundhouse.games.staging import known_only, put


def stage(state: AgeOfRailState, wanted: Mapping[str, Any]) -> None:
    """A turn is about to begin: that of `turn`. `railroads` has those that are open, each with its `links`, its
    `treasury` and its `shares` by seat; `levels` the places that are developed; `cash` everybody's money, `boxes` where
    the markers stand, `track` the Action Track, `paid` the dividends so far."""
    known_only(wanted, "turn", "cash", "boxes", "track", "paid", "levels", "railroads")
    state.phase = TURN
    state.turn = state.to_act = wanted.get("turn", 0)
    state.action_track, state.dividends_paid = wanted.get("track", 0), wanted.get("paid", 0)
    for seat, dollars in enumerate(wanted.get("cash", ())):
        put(state, "cash", seat, dollars)
    for seat, box in enumerate(wanted.get("boxes", "").split()):
        put(state, "boxes", seat, BOXES.index(box))
    for railroad, line in wanted.get("railroads", {}).items():
        _open(state, state.board.railroad_ids.index(railroad), line)
    for place, level in wanted.get("levels", {}).items():
        where = state.board.place_ids.index(place)
        for _ in range(level):
            state.raise_incomes(where, state.grow(where))


def _open(state: AgeOfRailState, railroad: int, line: Mapping[str, Any]) -> None:
    """A railroad with its links, its Treasury and its shares."""
    known_only(line, "links", "treasury", "shares")
    state.is_open |= 1 << railroad
    put(state, "treasury", railroad, line.get("treasury", 0))
    for seat, held in enumerate(line.get("shares", [1])):
        for _ in range(held):
            state.give_share(railroad, seat)
    for link in line["links"].split():
        state.lay(railroad, state.board.link_ids.index(link))
