"""A game in progress with all that has happened in it and who saw what: what every adapter plays on."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from roundhouse.bots.bot import Seat
from roundhouse.engine.contract import CHANCE, OVER, WATCHER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.games import title


@dataclass(frozen=True)
class Setup:
    """Which game is played. Unlike the game itself it can be sent to another process."""

    title: str
    players: int
    edition: str
    options: tuple[tuple[str, object], ...]

    @classmethod
    def of(
        cls,
        name: str,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Setup:
        """The usual values for what is not given. What there is not raises UserError."""
        known = title(name)
        chosen = tuple(known.choose(options or {}).items())
        setup = cls(name, players or known.players[0], edition or known.editions[0], chosen)
        setup.game()
        return setup

    def game(self) -> Game:
        return _game(self)


@cache
def _game(setup: Setup) -> Game:
    return title(setup.title).game(setup.players, setup.edition, dict(setup.options))


class Step(NamedTuple):
    by: int         # a seat, or CHANCE
    code: int
    unseen: int     # bit n: seat n could not see it; the bit after the last seat: nor could who only watches


class History:
    """A state and the steps that led to it. It copies, and it travels as its steps."""

    def __init__(self, setup: Setup, state: State | None = None, steps: Iterable[Step] = ()) -> None:
        self.setup = setup
        self.state = state or setup.game().start()
        self.steps = list(steps)

    @classmethod
    def replayed(cls, setup: Setup, codes: Iterable[int]) -> History:
        history = cls(setup)
        for code in codes:
            history.apply(code)
        return history

    def copy(self) -> History:
        return History(self.setup, self.state.copy(), self.steps)

    def __deepcopy__(self, memo: object) -> History:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return History.replayed, (self.setup, self.codes())

    # ---- what happens ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.state.to_act == OVER)

    def apply(self, code: int) -> None:
        """Carry out an action or an outcome. What is not legal raises IllegalAction and changes nothing."""
        seats = self.setup.players
        step = Step(int(self.state.to_act), code, 0)
        unseen = sum(1 << n for n in range(seats) if not self.state.sees(n, code))
        if unseen and not self.state.sees(WATCHER, code):
            unseen |= 1 << seats
        self.state.apply(code)
        self._unseal(step)
        self.steps.append(step._replace(unseen=unseen))

    def _unseal(self, step: Step) -> None:
        """A player's hidden choice is open as soon as the next player has made one of the same kind."""
        if self.steps and self.steps[-1].unseen and CHANCE not in (step.by, self.steps[-1].by):
            self.steps[-1] = self.steps[-1]._replace(unseen=0)

    def roll(self, dice: Dice) -> None:
        """Let chance decide until a player has to, or the game is over."""
        while self.state.to_act == CHANCE:
            self.apply(int(self.state.random(dice)))

    # ---- what was seen -----------------------------------------------------------------------------------------------

    def codes(self) -> list[int]:
        return [step.code for step in self.steps]

    def seen(self, seat: int | None) -> list[int | None]:
        """The codes of all steps, None for what the seat, or a WATCHER, could not see; None itself sees everything."""
        hidden = 0 if seat is None else 1 << (self.setup.players if seat == WATCHER else seat)
        return [None if step.unseen & hidden else step.code for step in self.steps]

    def lines(self, seat: int | None) -> list[str]:
        """All steps in the notation, as the seat may know them: `0: bid 7`, `chance: card ?`."""
        return [self._line(step, veiled=code is None) for step, code in zip(self.steps, self.seen(seat))]

    def _line(self, step: Step, veiled: bool) -> str:
        line = self.setup.game().text(step.code)
        who = "chance" if step.by == CHANCE else step.by
        return f"{who}: {kind(line)} ?" if veiled else f"{who}: {line}"

    def seat(self, number: int) -> Seat:
        """The table as a bot in that seat sees it."""
        return Seat(self.state, number, self.seen(number))


def kind(line: str) -> str:
    """The first word of a line of the notation."""
    return line.split(" ")[0]
