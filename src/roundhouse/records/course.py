"""The course of a game: its steps in order, the states between them, and who knows which step since when.

Records, tables, bots, environments and reviews drive a game through this class; there is no other history.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from roundhouse.engine.contract import CHANCE, OVER, WATCHER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.facts import Fact
from roundhouse.games.setup import Setup

SNAPSHOT = 32       # so many steps lie between two states that are kept
RECENT = 16         # of a game that is followed as it is played, so many of the latest states are kept too


class Step(NamedTuple):
    """One step, as it was made. A course adds who came to know of it later."""

    by: int
    """A seat, or CHANCE."""
    code: int
    unseen: int = 0
    """Bit n: seat n did not see which it was; the bit after the last seat: nor did a WATCHER."""
    at: float = 0.0
    """When it was made, in seconds since 1970, where that matters."""


@dataclass(frozen=True)
class ToldStep:
    """A step and what it did. Steps are counted from 1."""

    course: Course
    number: int
    step: Step
    told: tuple[Fact, ...]
    """All that it did; `facts` is what one seat may know of it."""

    @property
    def by(self) -> int:
        """Who made the step."""
        return self.step.by

    @property
    def code(self) -> int:
        """The code of the step."""
        return self.step.code

    def line(self, seat: int | None) -> str:
        """In the notation, as that seat knows it now; None knows everything."""
        return self.course.line(self.number, seat)

    def facts(self, seat: int | None) -> tuple[Fact, ...]:
        """What it did, as far as that seat may know by now; None knows everything."""
        if seat is None or self.course.opened(self.number):
            return self.told
        return tuple(seen for fact in self.told if (seen := fact.seen_by(seat)) is not None)


@dataclass(frozen=True)
class PassedStep(ToldStep):
    """A step between the states before and after it, which must not be changed."""

    before: State
    after: State


class Course:
    """A game as a line of steps. It goes on, goes back and copies; it travels to other processes as its steps."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: Game = setup.game()
        self.state: State = self.game.start()
        """Where the game stands. It must not be changed but by `apply`."""
        self.steps: list[Step] = []
        # These are replaced, never changed, so that copies share them.
        self._opened: dict[int, int] = {}
        """By the number of a step that was hidden: that of the step which laid it open."""
        self._snapshots: dict[int, State] = {}
        """States on the way, by how many steps led to them."""
        self._told: dict[int, tuple[Fact, ...]] = {}
        """What steps did, by their numbers, as far as that has been asked for."""
        self._single: dict[int, bool] = {}
        """Of steps, by their numbers, whether there was no other, as far as that is known."""

    @classmethod
    def replayed(cls, setup: Setup, codes: Iterable[int], times: Iterable[float] = ()) -> Course:
        """A course of these steps. The first that is not legal raises IllegalAction."""
        course = cls(setup)
        clock = iter(times)
        for code in codes:
            course.apply(code, next(clock, 0.0))
        return course

    @classmethod
    def from_position(cls, setup: Setup, state: State) -> Course:
        """A course that begins with a position which nobody played to. It has no steps before that, and can't be sent
        to another process: there it would begin as games do."""
        course = cls(setup)
        course.state = state.copy()
        course._snapshots = {0: state.copy()}
        return course

    def copy(self) -> Course:
        """Another course that begins with the same steps."""
        other = Course.__new__(Course)
        other.setup, other.game, other.state = self.setup, self.game, self.state.copy()
        other.steps, other._opened, other._snapshots = self.steps[:], self._opened, self._snapshots
        other._told, other._single = self._told, self._single
        return other

    def __eq__(self, other: object) -> bool:
        """The same game, come about in the same way."""
        return isinstance(other, Course) and (self.setup, self.steps) == (other.setup, other.steps)

    __hash__ = None     # type: ignore[assignment]

    def __deepcopy__(self, memo: object) -> Course:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return Course.replayed, (self.setup, self.codes(), [step.at for step in self.steps])

    # ---- going on and back -------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> int:
        """The seat to act; CHANCE or OVER where there is none."""
        return int(self.state.to_act)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_act == OVER

    def apply(self, code: int, at: float = 0.0) -> None:
        """Carry out an action or an outcome. What is not legal raises IllegalAction and changes nothing."""
        step, opens = self._looked_at(code, at)
        self.state.apply(code)
        self._add(step, opens)

    def then(self, code: int, at: float = 0.0, kept: bool = False) -> Course:
        """Another course with one more step; this one stays as it is.

        What is `kept` of a game that people follow is what the step did and the state before it, so that nobody walks
        through the game again who asks for the latest steps.
        """
        after = self.copy()
        if not kept:
            after.apply(code, at)
            return after
        number = len(self.steps)
        recent = {n: state for n, state in self._snapshots.items() if n % SNAPSHOT == 0 or n > number - RECENT}
        after._snapshots = {**recent, number: self.state.copy()}
        step, opens = after._looked_at(code, at)
        after._single = {**self._single, number + 1: len(self.state.legal()) == 1}
        after._told = {**self._told, number + 1: tuple(after.state.tell(code))}
        after._add(step, opens)
        return after

    def _looked_at(self, code: int, at: float) -> tuple[Step, Sequence[tuple[int, str]]]:
        """A step that is about to be made, and what it will lay open."""
        state = self.state
        return Step(int(state.to_act), code, self._unseen(code), at), state.opens(code)

    def _add(self, step: Step, opens: Sequence[tuple[int, str]]) -> None:
        if opens:
            self._open(opens)
        self.steps.append(step)
        if len(self.steps) % SNAPSHOT == 0:
            self._snapshots = {**self._snapshots, len(self.steps): self.state.copy()}

    def roll(self, dice: Dice) -> None:
        """Let chance decide until a player has to, or the game is over."""
        while self.state.to_act == CHANCE:
            self.apply(int(self.state.random(dice)))

    def back_to(self, number: int) -> Course:
        """Another course: the first so many steps of this one."""
        before = self.copy()
        before.steps = self.steps[:number]
        before.state = self.at(number)
        before._snapshots = {n: state for n, state in self._snapshots.items() if n <= number}
        before._opened = {n: by for n, by in self._opened.items() if by <= number}
        before._told = {n: told for n, told in self._told.items() if n <= number}
        before._single = {n: single for n, single in self._single.items() if n <= number}
        return before

    def _unseen(self, code: int) -> int:
        seats = self.setup.seats
        unseen = 0
        for seat in range(seats):
            if not self.state.sees(seat, code):
                unseen |= 1 << seat
        # What every seat sees is no secret to a watcher.
        return unseen | 1 << seats if unseen and not self.state.sees(WATCHER, code) else unseen

    def _open(self, opens: Sequence[tuple[int, str]]) -> None:
        by = len(self.steps) + 1
        hidden = ((n, step) for n, step in enumerate(self.steps, 1) if step.unseen and n not in self._opened)
        now = {n: by for n, step in hidden if (step.by, kind(self.game.text(step.code))) in opens}
        self._opened = {**self._opened, **now}

    # ---- states and steps --------------------------------------------------------------------------------------------

    def at(self, number: int) -> State:
        """A copy of the state after that many steps."""
        if number == len(self.steps):
            return self.state.copy()
        kept = max((n for n in self._snapshots if n <= number), default=0)
        state = self._snapshots[kept].copy() if kept in self._snapshots else self.game.start()
        return self._walked(state, kept, number)

    def _walked(self, state: State, start: int, number: int) -> State:
        """From the state after `start` steps on to that after `number`."""
        for step in self.steps[start:number]:
            state.apply(step.code)
        return state

    def passed(self, first: int = 1, last: int | None = None) -> Iterator[PassedStep]:
        """The steps from number `first` to number `last`, with what each did, between their states."""
        last = len(self.steps) if last is None else min(last, len(self.steps))
        if first > last:
            return
        after = self.at(first - 1)
        for number in range(first, last + 1):
            step = self.steps[number - 1]
            before, after = after, after.copy()
            told = tuple(after.tell(step.code))
            yield PassedStep(self, number, step, told, before, after)

    def told(self, first: int = 1, last: int | None = None) -> list[ToldStep]:
        """The steps from number `first` to number `last`, with what each did; each is found out once."""
        last = len(self.steps) if last is None else min(last, len(self.steps))
        unknown = [number for number in range(first, last + 1) if number not in self._told]
        if unknown:
            found = {step.number: step.told for step in self.passed(unknown[0], unknown[-1])}
            self._told = {**self._told, **found}
        return [ToldStep(self, n, self.steps[n - 1], self._told[n]) for n in range(first, last + 1)]

    def single(self, number: int) -> bool:
        """Whether a step was the only one that could be made; each is found out once."""
        if number not in self._single:
            self._single = {**self._single, number: len(self.at(number - 1).legal()) == 1}
        return self._single[number]

    def last_by(self, seats: Iterable[int]) -> int | None:
        """The number of the latest step that one of the seats made."""
        wanted = set(seats)
        return next((n for n in range(len(self.steps), 0, -1) if self.steps[n - 1].by in wanted), None)

    def only_by_since(self, seats: Iterable[int], number: int) -> bool:
        """Whether nobody else and no chance has acted from that step on."""
        wanted = {*seats} - {CHANCE}
        return all(step.by in wanted for step in self.steps[number - 1 :])

    # ---- who knows what ----------------------------------------------------------------------------------------------

    def knows(self, number: int, seat: int | None) -> int | None:
        """Since which step a seat, or a WATCHER, knows what step `number` was; None if it does not. None knows all."""
        if seat is None or not self.steps[number - 1].unseen & self._bit(seat):
            return number
        return self._opened.get(number)

    def opened(self, number: int) -> bool:
        """Whether a step that was hidden has been laid open to everybody."""
        return number in self._opened

    def last_seen_by_all(self) -> int:
        """The number of the last step that everybody saw, or that laid earlier ones open; 0 if there is none."""
        steps = range(len(self.steps), 0, -1)
        seen = next((number for number in steps if not self.steps[number - 1].unseen), 0)
        return max(seen, max(self._opened.values(), default=0))

    def _bit(self, seat: int) -> int:
        return 1 << (self.setup.seats if seat == WATCHER else seat)

    def codes(self) -> list[int]:
        """The codes of all steps."""
        return [step.code for step in self.steps]

    def seen(self, seat: int | None) -> list[int | None]:
        """The codes of all steps, None for what the seat, or a WATCHER, does not know; None itself knows all."""
        if seat is None:
            return list(self.codes())
        bit = self._bit(seat)
        return [
            None if step.unseen & bit and number not in self._opened else step.code
            for number, step in enumerate(self.steps, 1)
        ]

    def line(self, number: int, seat: int | None) -> str:
        """A step in the notation, as that seat knows it now: `bid 7`, `card ?`."""
        line = self.game.text(self.steps[number - 1].code)
        return line if self.knows(number, seat) is not None else f"{kind(line)} ?"

    def log(self, seat: int | None = None) -> list[tuple[int, str]]:
        """Who and what, step by step, as that seat knows it now."""
        return [(step.by, self.line(number, seat)) for number, step in enumerate(self.steps, 1)]


def kind(line: str) -> str:
    """The first word of a line of the notation."""
    return line.partition(" ")[0]
