"""Replaying a record: every step is checked against the rules as it is made."""
from __future__ import annotations

from collections.abc import Iterator

from roundhouse.engine.contract import CHANCE, State
from roundhouse.records.course import Course
from roundhouse.records.record import Record, RecordError, Result

HIDDEN = "?"
"""What stands in a line for what a seat may not know."""
STILL_HIDDEN = (
    "was hidden from whoever saved this record, so the game can't be played again from it; "
    "save the record once the game is over, when all is open"
)


def replay(record: Record, at: float = 0.0) -> Course:
    """The course that a record tells. The first step that is not allowed raises RecordError, as does a wrong result.

    `at` is when its steps count as made, for a game that goes on.
    """
    course = Course(record.setup)
    for number, (by, line) in enumerate(record.log, 1):
        code = _read(course, number, by, line)
        try:
            course.apply(code, at)
        except ValueError as error:
            raise RecordError(f"'{line}' is not allowed: {error}", number) from error
    _check_result(record, course.state)
    return course


def _read(course: Course, number: int, by: int, line: str) -> int:
    if course.over:
        raise RecordError(f"'{line}' comes after the end of the game", number)
    if by != course.to_act:
        expected, found = (("chance" if who == CHANCE else f"seat {who}") for who in (course.to_act, by))
        raise RecordError(f"'{line}' is by {found}, but it is for {expected} to act", number)
    try:
        return course.game.parse(line)
    except ValueError as error:
        if HIDDEN in line:
            raise RecordError(f"'{line}' {STILL_HIDDEN}", number) from error
        raise RecordError(str(error), number) from error


def _check_result(record: Record, state: State) -> None:
    reached = Result.of(state)
    if record.result != reached:
        if reached is None:
            raise RecordError("the record has a result, but its log stops before the end of the game", len(record.log))
        if record.result is None:
            raise RecordError("the game is over, but the record has no result", len(record.log))
        raise RecordError(f"the result says {record.result}, and the log leads to {reached}", len(record.log))


def moments(course: Course, seat: int | None = None) -> Iterator[dict[str, object]]:
    """The states of a game and the steps between them as JSON; with a seat, only what that seat may know."""
    yield {"step": 0, **_standing(course.game.start(), seat)}
    for passed in course.passed():
        by = "chance" if passed.by == CHANCE else passed.by
        yield {"step": passed.number, "by": by, "do": passed.line(seat), **_standing(passed.after, seat)}


def _standing(state: State, seat: int | None) -> dict[str, object]:
    return {"state": state.view(seat), "legal": _what_next(state, seat)}


def _what_next(state: State, seat: int | None) -> list[object]:
    """What may happen, as far as it is for that seat to know: the odds of a draw would tell what is in the deck."""
    if seat is not None and state.to_act != seat:
        return []
    if state.to_act == CHANCE:
        return [[state.game.text(code), weight] for code, weight in state.outcomes()]
    return list(state.lines())
