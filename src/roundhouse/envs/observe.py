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

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from roundhouse.engine.contract import Game, State
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.observing.parts import Axis, Part
from roundhouse.engine.observing.runs import set_codes
from roundhouse.envs.buffers import room
from roundhouse.games.rooms import title

if TYPE_CHECKING:
    from roundhouse.envs.buffers import Room


class Observer:
    """Observations and legal actions of one game, written into buffers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoder: Encoder = title(game.name).room.observer.make(game)
        self.parts: list[Part] = self.encoder.parts
        self.size: int = int(self.encoder.size)
        self.action_count: int = game.codes
        self._seats: i64 = game.seats
        self._blank: vec[i32] = vec[i32]([i32(0)] * self.size)
        self._no_actions: vec[u8] = vec[u8]([u8(0)] * self.action_count)

    def __reduce__(self) -> tuple[object, ...]:
        return Observer, (self.game,)

    def write(self, state: State, seat: int, out: Room, offset: int = 0) -> None:
        """Write what the seat sees into 32-bit floats, `size` of them from `offset` on."""
        place: i64 = seat
        if not 0 <= place < self._seats:
            raise ValueError(f"seats are 0 to {self._seats - 1}, not {seat}")
        numbers = self._blank[:]
        self.encoder.encode(state, place, numbers, 0)
        pour(numbers, out, offset)

    def write_mask(self, state: State, out: Room, offset: int = 0) -> None:
        """Write a byte for each action code: 1 if the seat to act may choose it. At chance and at the end all are 0."""
        mask = self._no_actions[:]
        if state.to_act >= 0:
            set_codes(mask, 0, state.legal(), 1)
        room(out, "B", offset, self.action_count)[:] = memoryview(mask)

    def label(self, index: int) -> str:
        """What the number at an index tells, in words."""
        for part in self.parts:
            if part.start <= index < part.start + part.size:
                return part.label(index)
        raise IndexError(f"an observation of {self.game.name} has the indices 0 to {self.size - 1}, not {index}")


def observer(game: Game) -> Observer:
    """How the seats of a game see it, as numbers."""
    return Observer(game)


def poured(numbers: vec[i32], out: Room, offset: i64) -> bool:
    """Copy the bits of 32-bit floats into a buffer, from `offset` on, if that can be done in a short way: there is one
    in `engine/observing/runs.c`."""
    return False


def pour(numbers: vec[i32], out: Room, offset: i64) -> None:
    """Copy the bits of 32-bit floats into a buffer, from `offset` on."""
    if poured(numbers, out, offset):
        return
    room(out, "f", int(offset), len(numbers))[:] = memoryview(numbers).cast("B").cast("f")


__all__ = ["Axis", "Observer", "Part", "observer"]
