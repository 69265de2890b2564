"""A game in progress with everything its seats may know of how it came about."""
from __future__ import annotations

from roundhouse.bots.bot import Seat
from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.records.record import Record
from roundhouse.records.replay import replay


class LiveGame:
    """A record, the state that it has come to, and what each seat has seen on the way."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.state: State = record.game.start()
        self._seen: list[list[int | None]] = [[] for _ in range(record.game.seats)]
        for step in replay(record):
            if step.number:
                self._witness(step.before, step.code)
                self.state = step.state

    @property
    def over(self) -> bool:
        return bool(self.state.to_act == OVER)

    @property
    def to_act(self) -> int:
        return int(self.state.to_act)

    def do(self, code: int) -> None:
        """Apply an action and write it down. What is not legal raises and changes nothing."""
        before = self.state.copy()
        self.record.add(self.state, code)
        self._witness(before, code)

    def roll(self, dice: Dice) -> int:
        """Let chance decide, and go on; the outcome."""
        assert self.to_act == CHANCE
        code = self.state.random(dice)
        self.do(code)
        return int(code)

    def seat(self, number: int) -> Seat:
        return Seat(self.state, number, self._seen[number])

    def _witness(self, before: State, code: int) -> None:
        for number, seen in enumerate(self._seen):
            seen.append(code if before.sees(number, code) else None)
