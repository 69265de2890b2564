"""What a bot is, and what it may know."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from roundhouse.engine.contract import Game, State
from roundhouse.engine.dice import Dice


class Seat:
    """The table as one player sees it: a bot gets this and never the state, so that it can't see hidden things.

    Nothing of it can be changed. It keeps honest bots from mistakes, and is no wall against a hostile program.
    """

    __slots__ = ("__history", "__number", "__state")

    def __init__(self, state: State, number: int, history: Sequence[int | None] = ()) -> None:
        self.__state = state
        self.__number = number
        self.__history = tuple(history)

    @property
    def number(self) -> int:
        """Which seat it is, from 0."""
        return self.__number

    @property
    def history(self) -> tuple[int | None, ...]:
        """The codes of all that has happened, None for what this seat could not see."""
        return self.__history

    @property
    def game(self) -> Game:
        """The game that is played: its notation, seats, edition and options."""
        return self.__state.game

    def legal(self) -> list[int]:
        """The codes of what may be done, rising."""
        return list(self.__state.legal())

    def view(self) -> dict[str, object]:
        """The state as JSON, as this seat may see it."""
        return self.__state.view(self.__number)

    def imagine(self, dice: Dice) -> State:
        """A state that looks the same from this seat, all that it can't see redrawn."""
        return self.__state.imagine(self.__number, dice)


class Bot(Protocol):
    """A player that is a program: any class with this method."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of a legal action. All randomness comes from the dice."""
        ...
