"""What a bot is, and what it may know."""
from __future__ import annotations

from typing import Protocol

from roundhouse.engine.contract import Game, State
from roundhouse.engine.dice import Dice


class Seat:
    """The table as one player sees it: a bot gets this and never the state, so that it can't see hidden things."""

    def __init__(self, state: State, number: int) -> None:
        self._state = state
        self.number = number

    @property
    def game(self) -> Game:
        return self._state.game

    def legal(self) -> list[int]:
        """The codes of what may be done, rising."""
        return list(self._state.legal())

    def view(self) -> dict[str, object]:
        return self._state.view(self.number)

    def imagine(self, dice: Dice) -> State:
        """A state that looks the same from this seat, all that it can't see redrawn."""
        return self._state.imagine(self.number, dice)


class Bot(Protocol):
    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of a legal action. All randomness comes from the dice."""
        ...
