"""How a game came to where it stands."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from roundhouse.engine.contract import CHANCE, OVER, Game, State


@dataclass(frozen=True)
class Step:
    by: int
    """A seat, or CHANCE."""
    code: int
    text: str
    at: float
    """When it happened, in seconds since 1970."""


@dataclass(frozen=True)
class Passed:
    """A step that has happened, between the states before and after it. The states must not be changed."""

    number: int
    by: int
    code: int
    at: float
    before: State
    after: State

    def shown(self, seat: int | None) -> str:
        """The line of the notation as that seat may see it; None sees everything."""
        return self.before.shown(self.code, seat)


@dataclass(frozen=True)
class Line:
    """All steps of a game, in order. It never changes: one more step is another line."""

    game: Game
    steps: tuple[Step, ...] = ()

    @staticmethod
    def of(game: Game, entries: Iterable[tuple[int, str, float]]) -> Line:
        """From what is stored: who, what, when."""
        return Line(game, tuple(Step(by, game.parse(text), text, at) for by, text, at in entries))

    @cached_property
    def state(self) -> State:
        """Where the game stands. Copy it before anything is done to it."""
        return self.at(len(self.steps))

    @property
    def to_act(self) -> int:
        return int(self.state.to_act)

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    def then(self, code: int, at: float) -> Line:
        """With one more step. What is not legal raises IllegalAction."""
        state = self.state.copy()
        by = self.to_act
        state.apply(code)
        after = Line(self.game, (*self.steps, Step(by, code, self.game.text(code), at)))
        after.__dict__["state"] = state     # known already, so it need not be worked out
        return after

    def back_to(self, number: int) -> Line:
        return Line(self.game, self.steps[:number])

    def at(self, number: int) -> State:
        """The state after that many steps. Games replay in less time than it takes to remember them."""
        state = self.game.start()
        for step in self.steps[:number]:
            state.apply(step.code)
        return state

    def passed(self, first: int, last: int) -> Iterator[Passed]:
        """The steps from number `first` to number `last`, counted from 1."""
        after = self.at(first - 1)
        for number in range(first, min(last, len(self.steps)) + 1):
            step = self.steps[number - 1]
            before, after = after, after.copy()
            after.apply(step.code)
            yield Passed(number, step.by, step.code, step.at, before, after)

    def last_by(self, seats: Iterable[int]) -> int | None:
        """The number of the latest step that one of the seats made."""
        wanted = set(seats)
        return next((n for n in range(len(self.steps), 0, -1) if self.steps[n - 1].by in wanted), None)

    def only_by_since(self, seats: Iterable[int], number: int) -> bool:
        """Whether nobody else and no chance has acted from that step on."""
        wanted = {*seats} - {CHANCE}
        return all(step.by in wanted for step in self.steps[number - 1 :])
