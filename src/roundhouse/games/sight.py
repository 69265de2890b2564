"""What a seat may know, as a type: drawings, texts and choices get a sight of the game and can't reach the rest."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from roundhouse.engine.contract import State
from roundhouse.engine.dice import Dice

S_co = TypeVar("S_co", bound=State, covariant=True)


@dataclass(frozen=True)
class Sight(Generic[S_co]):
    """A state as one seat may know it. What the seat can't see is not in it: other cards lie in its place."""

    state: S_co
    """All that is hidden from the seat is redrawn, in the same way in every state that looks the same to it."""
    seat: int | None
    """Who looks: a seat, a WATCHER, or None for one who may see everything."""

    @property
    def acts(self) -> bool:
        """Whether the one who looks is to act."""
        return self.seat is not None and bool(self.state.to_act == self.seat)

    def sees(self, seat: int) -> bool:
        """Whether what is private to that seat is open to the one who looks."""
        return self.seat is None or self.seat == seat


S = TypeVar("S", bound=State)


def sight(state: S, seat: int | None) -> Sight[S]:
    """What a seat, or a WATCHER, may know of a state; None sees everything. Nothing done to it touches the state."""
    known = state.copy() if seat is None else state.imagine(seat, Dice(0))
    return Sight(cast(S, known), seat)
