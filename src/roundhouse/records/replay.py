"""Replaying a record: every step is checked against the rules as it is made."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.records.record import Record, RecordError, Result


@dataclass(frozen=True)
class Step:
    """One moment of a game. Step 0 is the state before the log; the state must not be changed."""

    number: int
    by: int
    code: int
    line: str
    before: State
    state: State

    def as_json(self, seat: int | None = None) -> dict[str, object]:
        """As `replay --states` prints it: with a seat, only what that seat may know."""
        head: dict[str, object] = {"step": self.number}
        if self.number:
            head["by"] = "chance" if self.by == CHANCE else self.by
            head["do"] = self.before.shown(self.code, seat)
        return {**head, "state": self.state.view(seat), "legal": _what_next(self.state, seat)}


def _what_next(state: State, seat: int | None) -> list[object]:
    if seat is not None and state.to_act != seat:
        return []
    if state.to_act == CHANCE:
        return [[state.game.text(code), weight] for code, weight in state.outcomes()]
    return list(state.lines())


def replay(record: Record) -> Iterator[Step]:
    """Every step of the game. The first that the rules don't allow raises RecordError, and so does a wrong result."""
    state = record.game.start()
    yield Step(0, CHANCE, -1, "", state, state)
    for number, (by, line) in enumerate(record.log, 1):
        code = _read(state, number, by, line)
        before, state = state, state.copy()
        try:
            state.apply(code)
        except ValueError as error:
            raise RecordError(f"'{line}' is not allowed: {error}", number) from error
        yield Step(number, by, code, line, before, state)
    _check_result(record, state)


def _read(state: State, number: int, by: int, line: str) -> int:
    if state.to_act == OVER:
        raise RecordError(f"'{line}' comes after the end of the game", number)
    if by != state.to_act:
        expected, found = (("chance" if who == CHANCE else f"seat {who}") for who in (state.to_act, by))
        raise RecordError(f"'{line}' is by {found}, but it is for {expected} to act", number)
    try:
        return state.game.parse(line)
    except ValueError as error:
        raise RecordError(str(error), number) from error


def _check_result(record: Record, state: State) -> None:
    reached = Result(state.scores(), state.winners()) if state.to_act == OVER else None
    if record.result != reached:
        if reached is None:
            raise RecordError("the record has a result, but its log stops before the end of the game", len(record.log))
        if record.result is None:
            raise RecordError("the game is over, but the record has no result", len(record.log))
        raise RecordError(f"the result says {record.result}, and the log leads to {reached}", len(record.log))


def check(record: Record) -> State:
    """The state that a record leads to, all its steps checked."""
    last = None
    for last in replay(record):
        pass
    assert last is not None
    return last.state
