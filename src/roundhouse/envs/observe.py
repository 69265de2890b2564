"""What a seat sees of a game, as a fixed number of numbers from 0 to 1, and which actions it may choose.

    game = roundhouse.game("narrow-gauge")
    observer = Observer(game)
    numbers = array("f", bytes(4 * observer.size))       # or a NumPy array of float32
    observer.write(state, seat, numbers)

An observation tells what `state.view(seat)` tells, and nothing else; what follows from the rest, like scores, is left
out. Seats come in turn order from the one that looks.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.engine.contract import Game, State
from roundhouse.engine.observing.encoder import Sheets
from roundhouse.engine.observing.parts import Axis, Part
from roundhouse.games import title

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray
    from typing_extensions import Buffer

    Room = Buffer | NDArray[Any]    # NumPy tells type checkers that arrays are buffers from Python 3.12 on


class Observer:
    """Observations and legal actions of one game, written into buffers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoder = title(game.name).room.observer.make(game)
        self.parts: list[Part] = self.encoder.parts
        self.size: int = int(self.encoder.size)
        self.action_count: int = game.codes
        self._sheets = Sheets(self.encoder, game.codes)
        self._seats = game.seats
        self._shape = (self.size,)      # of a buffer that has room for one observation and nothing else

    def write(self, state: State, seat: int, out: Room, offset: int = 0) -> None:
        """Write what the seat sees into 32-bit floats, `size` of them from `offset` on."""
        if not 0 <= seat < self._seats:
            raise ValueError(f"seats are 0 to {self._seats - 1}, not {seat}")
        view = memoryview(out)  # type: ignore[arg-type]
        if offset or view.shape != self._shape or view.format != "f" or not view.contiguous:
            view = room(out, "f", offset, self.size)
        view[:] = memoryview(self._sheets.observation(state, seat)).cast("B").cast("f")

    def write_mask(self, state: State, out: Room, offset: int = 0) -> None:
        """Write a byte for each action code: 1 if the seat to act may choose it. At chance and at the end all are 0."""
        room(out, "B", offset, self.action_count)[:] = memoryview(self._sheets.mask(state))

    def label(self, index: int) -> str:
        """What the number at an index tells, in words."""
        for part in self.parts:
            if part.start <= index < part.start + part.size:
                return part.label(index)
        raise IndexError(f"an observation of {self.game.name} has the indices 0 to {self.size - 1}, not {index}")


def observer(game: Game) -> Observer:
    """How the seats of a game see it, as numbers."""
    return Observer(game)


def room(out: Room, kind: str, offset: int, size: int) -> memoryview:
    """The place in a buffer for so many floats ("f") or bytes ("B"), or an error that says why there is none."""
    view = memoryview(out)  # type: ignore[arg-type]
    if view.ndim != 1 or not view.contiguous or (view.format != "f" if kind == "f" else view.itemsize != 1):
        wanted = "32-bit floats" if kind == "f" else "bytes, int8 or bool"
        raise ValueError(f"needs a contiguous buffer of {wanted} along one axis, not {view.format!r} x {view.shape}")
    if not 0 <= offset <= view.nbytes // view.itemsize - size:
        raise ValueError(f"needs room for {size} numbers from {offset} on; the buffer has {len(view)}")
    return (view if kind == "f" else view.cast("B"))[offset:offset + size]


__all__ = ["Axis", "Observer", "Part", "observer"]
