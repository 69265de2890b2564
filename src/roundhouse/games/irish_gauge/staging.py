"""Positions of Irish Gauge that are put together, for the examples of its rulebook."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundhouse.games.irish_gauge.position import TURN
from roundhouse.games.irish_gauge.rules import IrishGaugeState
from roundhouse.games.staging import known_only, put

MUCH = 100


def stage(state: IrishGaugeState, wanted: Mapping[str, Any]) -> None:
    """A turn is about to begin: that of `turn`. `shares` has the owners in the order of sale, `track` the hexes beyond
    the home, `cubes` the colour on a City (the first colour where none is said) or on a Town made one, `cash`
    everybody's money; the `bag` holds what is left, or so many of each colour."""
    known_only(wanted, "turn", "cash", "shares", "track", "cubes", "bag")
    board = state.board
    cities = [board.grid.ids[hex_] for hex_ in board.cities]
    for n, colour in enumerate(board.colours):
        put(state, "bag", n, board.per_colour)
    state.bag_size = len(board.colours) * board.per_colour
    for hex_, colour in (dict.fromkeys(cities, board.colours[0]) | wanted.get("cubes", {})).items():
        state.place_cube(board.colours.index(colour), board.grid.index[hex_])
    for railway, owners in wanted.get("shares", {}).items():
        for owner in owners:
            _sell(state, board.railway_ids.index(railway), owner)
    for railway, hexes in wanted.get("track", {}).items():
        for hex_ in hexes.split():
            state.place_locomotive(board.railway_ids.index(railway), board.grid.index[hex_])
    for seat in range(state.seats):
        put(state, "cash", seat, wanted["cash"][seat] if "cash" in wanted else MUCH)
    if "bag" in wanted:
        for n, colour in enumerate(board.colours):
            put(state, "bag", n, wanted["bag"].get(colour, 0))
        state.bag_size = sum(wanted["bag"].values())
    state.placed = len(cities)
    state.phase = TURN
    state.turn = state.to_act = wanted.get("turn", 0)


def _sell(state: IrishGaugeState, railway: int, owner: int) -> None:
    """The railway's next share belongs to that seat."""
    board = state.board
    put(state, "owner", board.first_share[railway] + state.sold[railway], owner)
    put(state, "shares", owner * board.railways + railway, state.shares[owner * board.railways + railway] + 1)
    put(state, "sold", railway, state.sold[railway] + 1)
