"""A plan for one's next turn: moves in order, some of them only if others have or have not made a move before.

    then auction WT if nobody auction WT; dividends
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from roundhouse.engine.contract import CHANCE, OVER, Game, State
from roundhouse.engine.dice import Dice
from roundhouse.games.auctions import ascending
from roundhouse.records.course import Course
from roundhouse.web.errors import Refused

PLAN = re.compile(r"then (.+)")
CLAUSE = re.compile(r"(?P<move>.+?)(?: if (?P<who>nobody|somebody) (?P<other>.+))?")
LONGEST = 80
FUTURES, LONGEST_WAY = 3, 200


@dataclass(frozen=True)
class Clause:
    """One move of a plan, and on what it depends."""

    move: str
    who: str | None
    """"nobody" or "somebody", where it depends on what others do first."""
    other: str | None
    """The move that it depends on."""

    def holds(self, played: set[str]) -> bool:
        """Whether its condition holds, given the moves that others have made."""
        return self.who is None or (self.other in played) == (self.who == "somebody")

    def __str__(self) -> str:
        """In words, for the player whose plan it is."""
        return self.move if self.who is None else f"{self.move}, if {self.who} has played {self.other} before"


def clauses(wish: str) -> list[Clause]:
    """The moves of a plan: the first whose condition holds and that can be made is made."""
    plan = PLAN.fullmatch(wish)
    parts = [] if plan is None else [CLAUSE.fullmatch(part.strip()) for part in plan[1].split(";")]
    return [Clause(part["move"], part["who"], part["other"]) for part in parts if part is not None]


def in_words(wish: str) -> str:
    """A plan in words, for the player whose plan it is."""
    found = clauses(wish)
    return f"{'; else '.join(map(str, found))}; else you decide" if found else wish


def check(game: Game, wish: str) -> None:
    """Refuses a plan that is too long, or that holds what is no move of this game."""
    if len(wish) > LONGEST:
        raise Refused(f"a plan has at most {LONGEST} letters")
    found = clauses(wish)
    if not found or len(found) < wish.count(";") + 1:
        raise Refused("a plan for your next turn is 'then' and a move, and after a ';' another for when that can't be")
    for line in (line for one in found for line in (one.move, one.other) if line is not None):
        try:
            game.parse(line)
        except ValueError as error:
            raise Refused(f"in your plan: {error}") from error


def played(course: Course, seat: int, since: int) -> set[str]:
    """What others have played after that step, as far as the seat may know."""
    later = range(since + 1, len(course.steps) + 1)
    return {course.line(number, seat) for number in later if course.steps[number - 1].by not in (seat, CHANCE)}


def next_turns(state: State, seat: int) -> Iterator[State]:
    """Turns of that seat as they may come, from what it may know; none says what is to come."""
    for number in range(FUTURES):
        dice = Dice(number)
        ahead = state.imagine(seat, dice)
        for _ in range(LONGEST_WAY):
            if ahead.to_act == OVER or (ahead.to_act == seat and ascending(ahead) is None):
                break
            ahead.apply(ahead.random_by_kind(dice))
        if ahead.to_act == seat:
            yield ahead
