"""What a strong player would say of a position, or of a whole game."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.bots.bot import Seat
from roundhouse.bots.thinkers import SearchBot, new_search
from roundhouse.bots.values import tuned, valuer
from roundhouse.engine.contract import CHANCE, State
from roundhouse.engine.dice import Dice
from roundhouse.records.course import Course


@dataclass(frozen=True)
class Move:
    """A move with the chance to win of every seat after it, and how many iterations followed it."""

    line: str
    chances: list[float]
    visits: int


@dataclass(frozen=True)
class Hint:
    seat: int
    chances: list[float]
    """Every seat's chance to win now, as this seat sees it."""
    moves: list[Move]
    """What the search would do first, then what it followed less. None for a seat that is not to act."""


def hint(course: Course, seat: int, iterations: int = 3000, seed: int = 1) -> Hint:
    """Advice to a seat from what that seat may know, and nothing else."""
    if iterations < 1:
        raise ValueError(f"a hint takes one iteration or more, not {iterations}")
    name = course.game.name
    if course.over:
        return Hint(seat, list(valuer(name).shares(course.state)), [])
    search = SearchBot(iterations).think(Seat(course, seat), Dice(seed))
    moves = []
    if course.to_act == seat:
        found = search.findings()
        moves = [Move(course.game.text(code), calibrated(name, chances), visits) for code, visits, chances in found]
    return Hint(seat, calibrated(name, list(search.chances_now())), moves)


@dataclass(frozen=True)
class Moment:
    """A step of a game and what it changed."""

    step: int
    by: int
    line: str
    before: list[float]
    after: list[float]

    @property
    def gain(self) -> float:
        """How much the chance of whoever acted rose; for chance, the largest change of any seat."""
        changes = [a - b for a, b in zip(self.after, self.before)]
        return max(map(abs, changes)) if self.by == CHANCE else changes[self.by]


def review(course: Course, iterations: int = 300, seed: int = 1) -> list[Moment]:
    """A game step by step, with the chances of every seat before and after. Everything is known in hindsight."""
    name = course.game.name
    moments = []
    before = calibrated(name, position_chances(course.at(0), iterations, Dice(seed)))
    for passed in course.passed():
        after = calibrated(name, position_chances(passed.after, iterations, Dice(seed, passed.number)))
        moments.append(Moment(passed.number, passed.by, passed.line(None), before, after))
        before = after
    return moments


def position_chances(state: State, iterations: int, dice: Dice) -> list[float]:
    """Every seat's chance to win as the search sees it, where everything is known; by the valuer alone without it."""
    if state.winners() or not iterations:
        return list(valuer(state.game.name).shares(state))
    search = new_search(state.game, max(0, int(state.to_act)))
    for _ in range(iterations):
        search.iterate(state.copy(), dice)
    return list(search.chances_now())


def calibrated(game: str, chances: Sequence[float]) -> list[float]:
    """Chances that mean what they say: the search is as bold as makes it strong, not always as bold as is right."""
    return tempered(chances, tuned(game)[1].temper)


def tempered(chances: Sequence[float], temper: float) -> list[float]:
    """Over 1: bolder, what is likely grows likelier. Under 1: more timid. They still add up to 1."""
    powers = [chance ** temper for chance in chances]
    return [power / sum(powers) for power in powers]


__all__ = ["Hint", "Moment", "Move", "hint", "review"]
