"""Small positions of Irish Gauge, set up in a line or two."""
from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import games
from roundhouse.games.irish_gauge.position import TURN
from roundhouse.games.irish_gauge.rules import IrishGauge, IrishGaugeState

CITIES = ["B8", "C12", "H3", "H11", "L4", "L8", "M9", "O4"]
OPENING = [*(f"cube {city} {['white', 'pink', 'black'][n % 3]}" for n, city in enumerate(CITIES)), "start 0"]
RAILWAYS = ["CBSC", "WLW", "BCD", "GSW", "MGW"]


def new(seats: int = 3) -> IrishGaugeState:
    game = games.game("irish-gauge", seats)
    assert isinstance(game, IrishGauge)
    return game.start()


def play(state: IrishGaugeState, *lines: str) -> IrishGaugeState:
    """Lines one after another; several may stand in one string, separated by a comma."""
    for line in ", ".join(lines).split(", "):
        state.do(line)
    return state


def opened(seats: int = 3, opener: int = 0) -> IrishGaugeState:
    """The first auction is about to begin; the Cities have white, pink, black cubes in turn."""
    return play(new(seats), *OPENING[:-1], f"start {opener}")


def position(
    seats: int = 3,
    turn: int = 0,
    cash: list[int] | None = None,
    shares: dict[str, list[int]] | None = None,
    track: dict[str, str] | None = None,
    cubes: dict[str, str] | None = None,
    bag: tuple[int, int, int] = (7, 7, 8),
) -> IrishGaugeState:
    """A turn is about to begin. `shares` lists the owners in the order of sale, `track` hexes beyond the home,
    `cubes` the colour on a City or on a Town made one (a City has white if not said)."""
    state = new(seats)
    board = state.board
    for hex_, colour in (dict.fromkeys(CITIES, "white") | (cubes or {})).items():
        state.place_cube(board.colours.index(colour), board.grid.index[hex_])
    for railway, owners in (shares or {}).items():
        r = RAILWAYS.index(railway)
        for owner in owners:
            state.auction.open(r, 0, owner)
            state._sell(owner, 0)
    for railway, hexes in (track or {}).items():
        for hex_ in hexes.split():
            state.place_locomotive(RAILWAYS.index(railway), board.grid.index[hex_])
    state.auction.close()
    state.cash = vec[i64](cash or [100] * seats)
    state.bag = vec[i64](bag)
    state.bag_size = sum(bag)
    state.placed = len(CITIES)
    state.phase = TURN
    state.turn = state.to_act = turn
    return state


def ways(state: IrishGaugeState, start: str) -> list[str]:
    """The legal lines that begin so."""
    return [line for line in state.lines() if line.startswith(start)]


def view(state: IrishGaugeState) -> Any:
    return state.view(None)
