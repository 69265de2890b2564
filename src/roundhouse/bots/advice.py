"""What the strongest player of a game finds in a position, or in a whole game: chances. The coach says why."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundhouse.bots.bot import Seat
from roundhouse.bots.masters import advising_bot, temperature
from roundhouse.bots.values import valuer
from roundhouse.engine.contract import CHANCE, Game, State
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
    """What a strong player would say to a seat."""

    seat: int
    chances: list[float]
    """Every seat's chance to win now, as this seat sees it."""
    moves: list[Move]
    """What the search would do first, then what it followed less. None for a seat that is not to act."""


def hint(course: Course, seat: int, iterations: int = 3000, seed: int = 1) -> Hint:
    """Advice to a seat from what that seat may know, and nothing else: a search of so many iterations from its view."""
    if iterations < 1:
        raise ValueError(f"a hint takes one iteration or more, not {iterations}")
    game = course.game
    if course.over:
        return Hint(seat, list(valuer(game.name).shares(course.state)), [])
    search = advising_bot(game, iterations).think(Seat(course, seat), Dice(seed))
    moves = []
    if course.to_act == seat:
        found = search.root_actions()
        moves = [Move(game.text(code), calibrated(game, chances), visits) for code, visits, chances in found]
    return Hint(seat, calibrated(game, list(search.root_value())), moves)


def tried(moves: Sequence[Move]) -> list[Move]:
    """Those that the search has followed so often that their chances can be compared with the first one's."""
    return [move for move in moves if move.visits * 10 >= moves[0].visits]


@dataclass(frozen=True)
class ReviewedStep:
    """A step of a game, and every seat's chance to win before and after it."""

    number: int
    by: int
    line: str
    before: list[float]
    after: list[float]
    best: str = ""
    """What the search followed most before it, if a seat acted."""

    @property
    def gain(self) -> float:
        """How much the chance of whoever acted rose; for chance, the largest change of any seat."""
        changes = [a - b for a, b in zip(self.after, self.before)]
        return max(map(abs, changes)) if self.by == CHANCE else changes[self.by]


def review(course: Course, iterations: int = 300, seed: int = 1) -> list[ReviewedStep]:
    """A game step by step, with the chances of every seat before and after, by a search of so many iterations.

    Everything is known in hindsight: hands and sealed bids too.
    """
    reviewed = []
    found = searched(course.at(0), iterations, Dice(seed))
    before = calibrated(course.game, found.chances)
    for passed in course.passed():
        best, found = found.best, searched(passed.after, iterations, Dice(seed, passed.number))
        after = calibrated(course.game, found.chances)
        reviewed.append(ReviewedStep(passed.number, passed.by, passed.line(None), before, after, best))
        before = after
    return reviewed


@dataclass(frozen=True)
class SearchResult:
    """What the search says of a state in which everything is known; what the valuer does without it."""

    chances: list[float]
    best: str
    """The move it would make, if a seat is to act."""


def searched(state: State, iterations: int, dice: Dice) -> SearchResult:
    """Everybody's chances in a state and the move that a search of so many iterations follows most."""
    if state.winners() or not iterations:
        return SearchResult(list(valuer(state.game.name).shares(state)), "")
    search = advising_bot(state.game, iterations, thorough=False).new_tree(state.game, max(0, int(state.to_act)))
    for _ in range(iterations):
        search.iterate(state.copy(), dice)
    search.settle(dice)
    return SearchResult(list(search.root_value()), state.game.text(search.most_visited()) if state.to_act >= 0 else "")


def win_chances(state: State, iterations: int, dice: Dice) -> list[float]:
    """Every seat's chance to win as the search sees it, where everything is known; by the valuer alone without it."""
    return searched(state, iterations, dice).chances


def calibrated(game: Game, chances: Sequence[float]) -> list[float]:
    """Chances that mean what they say: the search is as bold as makes it strong, not always as bold as is right."""
    return scaled(chances, temperature(game))


def scaled(chances: Sequence[float], by: float) -> list[float]:
    """Chances by temperature scaling: under 1 what is likely grows likelier, over 1 less so. They still add up to 1.

    Guo, Pleiss, Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML (2017), divide the logits of a
    softmax by the temperature; for chances that means to raise them to its inverse.
    """
    powers = [chance ** (1 / by) for chance in chances]
    return [power / sum(powers) for power in powers]


__all__ = ["Hint", "ReviewedStep", "Move", "hint", "review", "tried"]
