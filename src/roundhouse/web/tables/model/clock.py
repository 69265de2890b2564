"""Clocks: each turn has some time of its own, and what it takes beyond that comes out of the seat's bank."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from roundhouse.errors import UserError
from roundhouse.web.tables.model.table import Table

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
LONGEST = 60 * DAY
REMIND_BEFORE = 12 * HOUR
AT_ZERO = {
    "move": "a bot makes that turn",
    "bot": "a bot takes the seat, until its player comes back",
    "table": "the others decide",
}
Holiday = tuple[float, float]
Holidays = Callable[[int], Holiday | None]
"""Gives when a player's clocks begin and end to stand still; None for a player without holidays."""


@dataclass(frozen=True)
class Clock:
    """What a table's clocks are set to."""

    each: float
    """Seconds that each turn has of its own."""
    bank: float
    """Seconds beyond those, for the whole game."""
    at_zero: str = "move"

    def __post_init__(self) -> None:
        if not 1 <= self.each <= LONGEST or not 0 <= self.bank <= LONGEST:
            raise UserError(f"a clock has from 1 second to {LONGEST / DAY:.0f} days for each turn, as the bank may")
        if self.at_zero not in AT_ZERO:
            raise UserError(f"when a clock runs out: {', '.join(AT_ZERO)}, not '{self.at_zero}'")

    def __str__(self) -> str:
        bank = f", and {span(self.bank)} in the bank" if self.bank else ""
        return f"{span(self.each)} for each turn{bank}; then {AT_ZERO[self.at_zero]}"


def span(seconds: float) -> str:
    """A length of time in the largest unit that fits it: "3 days", "90 minutes"."""
    for length, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if (seconds >= length and seconds % length == 0) or seconds >= 2 * length:
            count = round(seconds / length)
            return f"{count} {name}{'' if count == 1 else 's'}"
    return f"{round(seconds)} seconds"


def run(before: Table | None, table: Table, now: float, holidays: Holidays) -> Table:
    """A table with its clocks, after something has changed there: a turn has begun or ended, or goes on."""
    if table.each is not None and table.status == "playing" and table.seats[0].bank is None:
        table = replace(table, seats=tuple(replace(seat, bank=table.bank) for seat in table.seats))
    old, new = before.waits_for if before else None, table.waits_for
    if old != new or before is None:
        taken_back = before is not None and len(table.course.steps) < len(before.course.steps)
        again = taken_back or (old is None and before is not None and _same_turn(before, table))
        used = table.spent if again and new == table.spent_by else 0.0
        if before is not None and old is not None and not taken_back:
            table = _charged(before, table, old, now, holidays)
        # A turn that is taken up again goes on: what it has used of its own time stays used.
        table = replace(table, since=now - used, overdue=False, deadline=None, remind=None)
    return table if table.overdue else _set(table, new, now, holidays)


def _same_turn(before: Table, table: Table) -> bool:
    """Whether no move was made since a clock ran last: a bot has sat there for a moment and has gone again."""
    steps = table.course.steps
    return len(steps) == len(before.course.steps) and (not steps or steps[-1].at <= before.since)


def _charged(before: Table, table: Table, number: int, now: float, holidays: Holidays) -> Table:
    """The table after a turn has taken its time from the bank of its seat."""
    seat = table.seats[number]
    if table.each is None or seat.bank is None:
        return table
    taken = now - before.since - _overlap(before.since, now, _holiday(before, number, holidays))
    own = min(taken, table.each)
    table = replace(table, spent=own, spent_by=number)
    return table.with_seat(replace(seat, bank=max(0.0, seat.bank - (taken - own))))


def _set(table: Table, number: int | None, now: float, holidays: Holidays) -> Table:
    """The table with the moment at which the clock of the seat to act runs out, and that of its reminder."""
    if table.each is None or number is None:
        return replace(table, deadline=None, remind=None)
    left = table.each + (table.seats[number].bank or 0.0)
    holiday = _holiday(table, number, holidays)
    deadline = table.since + left
    if holiday is not None and holiday[0] < deadline and table.since < holiday[1]:
        deadline = holiday[1] + left - max(0.0, holiday[0] - table.since)
    if deadline == table.deadline:
        return table
    remind = deadline - min(REMIND_BEFORE, left / 4)
    return replace(table, deadline=deadline, remind=remind if table.pace == "days" and remind > now else None)


def _holiday(table: Table, number: int, holidays: Holidays) -> Holiday | None:
    """Clocks of games in one sitting do not know holidays."""
    player = table.seats[number].player
    return None if table.pace != "days" or player is None else holidays(player)


def _overlap(since: float, until: float, holiday: Holiday | None) -> float:
    return 0.0 if holiday is None else max(0.0, min(until, holiday[1]) - max(since, holiday[0]))
