"""What a bot is, and what it may know."""
from __future__ import annotations

from typing import Protocol

from roundhouse.engine.contract import Game, State
from roundhouse.engine.dice import Dice
from roundhouse.records.course import Course


class Seat:
    """The table as one player sees it: a bot gets this and never the state, so that it can't see hidden things.

    Nothing of it can be changed. It keeps honest bots from mistakes, and is no wall against a hostile program.
    """

    __slots__ = ("__course", "__number")

    def __init__(self, course: Course, number: int) -> None:
        self.__course = course
        self.__number = number

    @property
    def number(self) -> int:
        """Which seat it is, from 0."""
        return self.__number

    @property
    def history(self) -> tuple[int | None, ...]:
        """The codes of all that has happened, None for what this seat does not know."""
        return tuple(self.__course.seen(self.__number))

    @property
    def game(self) -> Game:
        """The game that is played: its notation, seats, edition and options."""
        return self.__course.game

    def legal(self) -> list[int]:
        """The codes of what may be done, rising."""
        return list(self.__course.state.legal())

    def sealed(self) -> bool:
        """Whether seats choose unseen now, to be laid open together."""
        return self.__course.state.sealed()

    def view(self) -> dict[str, object]:
        """The state as JSON, as this seat may see it."""
        return self.__course.state.view(self.__number)

    def imagine(self, dice: Dice) -> State:
        """A state that looks the same from this seat, all that it can't see redrawn."""
        return self.__course.state.imagine(self.__number, dice)


class Bot(Protocol):
    """A player that is a program: any class with this method."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        """The code of a legal action. All randomness comes from the dice."""
        ...
