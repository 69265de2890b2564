"""The board of a game as a picture: for a notebook, which shows it below its cell, and for a file."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.engine.contract import WATCHER, State
from roundhouse.errors import UserError
from roundhouse.games import title
from roundhouse.games.markup import tag
from roundhouse.games.sight import sight

PAPER = "#f5eddb"


@dataclass(frozen=True)
class Picture:
    """A drawing; notebooks show it by themselves."""

    svg: str
    """A whole `<svg>`, which needs no style sheet."""

    def _repr_svg_(self) -> str:
        return self.svg


def board(state: State, seat: int | None = WATCHER, names: Sequence[str] = ()) -> Picture:
    """The board as a seat may see it, as anybody who watches may, or with all that is hidden (None). `names` are those
    of the players, one for each seat. UserError for a seat that there is not, and for too few or too many names."""
    seats = state.game.seats
    if seat is not None and seat != WATCHER and not 0 <= seat < seats:
        raise UserError(f"there is no seat {seat}: {seats} play, from seat 0 to seat {seats - 1}")
    if names and len(names) != seats:
        raise UserError(f"{seats} play here, and {len(names)} names were given")
    game = title(state.game.name)
    drawing = game.room.drawing
    ground = drawing.ground(state.game)
    pieces = drawing.pieces(sight(state, seat), [*names] or [f"Seat {number}" for number in range(seats)])
    paper = tag("rect", width=ground.width, height=ground.height, fill=PAPER)
    drawn = tag("svg", paper, ground.svg, pieces, xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {ground.width} {ground.height}", role="img", aria_label=f"{game.title}: the board")
    return Picture(str(drawn))
