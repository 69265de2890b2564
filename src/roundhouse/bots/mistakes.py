"""Where a game was lost: moves after which another would have been better, and how it might have gone on from there."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from roundhouse.bots.advice import ReviewedStep, calibrated, searched, win_chances
from roundhouse.bots.coach import GLANCED, Move, advise, in_hindsight
from roundhouse.engine.contract import CHANCE, OVER, State
from roundhouse.engine.dice import Dice
from roundhouse.games.words import Words
from roundhouse.records.course import Course

COSTLY = 0.04
"""A move that costs less of one's chance than this is no mistake that anybody could see."""
MOST_MISTAKES = 12
KNOWABLE = 3            # of each seat's mistakes, the costliest are looked at with its own eyes
PLAYED_ON = 4
"""How many steps are shown of a line that might have followed."""


@dataclass(frozen=True)
class Mistake:
    """A move after which its seat's chance was less than after another that it could have made."""

    number: int
    by: int
    line: str
    chance: float
    """The seat's own after what was played, and after what is better."""
    better_chance: float
    better: tuple[str, ...]
    """The better move, and how the game might have gone on from there."""
    why: Words = ()
    """What the better move does that the other does not, in hindsight."""
    against: Words = ()
    """What is wrong with the one that was made."""
    answer: Words = ()
    """What strong play does against it."""
    kind: str = ""
    """The kind of the reason for the better move, as the room's claims have it."""
    knowable: bool = False
    """Whether the better move is better from what the seat knew, too; found out of each seat's costliest."""

    @property
    def cost(self) -> float:
        """The chance to win that was lost."""
        return self.better_chance - self.chance


@dataclass(frozen=True)
class GameReview:
    """A whole game in hindsight."""

    steps: list[ReviewedStep]
    mistakes: list[Mistake]


def mistakes(course: Course, reviewed: Sequence[ReviewedStep], iterations: int = 300, seed: int = 1) -> list[Mistake]:
    """Where another move was better by more than `COSTLY`, the worst of them in the order in which they were made."""
    suspected = [step for step in reviewed if step.by >= 0 and step.best not in ("", step.line)]
    found = [mistake for step in suspected if (mistake := _compared(course, step, iterations, seed)) is not None]
    worst = sorted(found, key=lambda one: -one.cost)[:MOST_MISTAKES]
    looked_at = [one for by in {one.by for one in worst} for one in [two for two in worst if two.by == by][:KNOWABLE]]
    return [
        replace(_explained(course, one), knowable=one in looked_at and _knowable(course, one))
        for one in sorted(worst, key=lambda one: one.number)
    ]


def _knowable(course: Course, one: Mistake) -> bool:
    """Whether it was a mistake from what its seat knew: a choice made unseen never is."""
    before = course.back_to(one.number - 1)
    if before.state.sealed():
        return False
    chances = {move.line: move.chances[one.by] for move in weigh(before, (one.better[0], one.line))}
    return chances[one.better[0]] - chances[one.line] >= COSTLY


def weigh(course: Course, lines: Sequence[str], iterations: int = GLANCED) -> list[Move]:
    """Those moves of whoever is to act, and any that the search likes better, from what that seat may know; the best
    first."""
    advice = advise(course, course.to_act, iterations, lines)
    return [move for move in advice.moves if move.shown or move.line in lines]


def _explained(course: Course, one: Mistake) -> Mistake:
    """A mistake with its reasons."""
    better, played = in_hindsight(course.at(one.number - 1), one.better[0], one.line)
    return replace(one, why=better.why, against=played.why, answer=played.answered, kind=better.kind)


def _compared(course: Course, step: ReviewedStep, iterations: int, seed: int) -> Mistake | None:
    """A step beside what the search would have done, if that was better: both looked at alike."""
    before = course.at(step.number - 1)
    code = course.game.parse(step.best)
    after = before.copy()
    after.apply(code)
    better = calibrated(course.game, win_chances(after, iterations, Dice(seed, step.number)))[step.by]
    if better - step.after[step.by] < COSTLY:
        return None
    line = (step.best, *_played_on(after, iterations, Dice(seed + 1, step.number)))
    return Mistake(step.number, step.by, step.line, step.after[step.by], better, line)


def _played_on(state: State, iterations: int, dice: Dice) -> list[str]:
    """How a game might go on: what the search would do, and whatever chance brings."""
    lines: list[str] = []
    state = state.copy()
    while len(lines) < PLAYED_ON and state.to_act != OVER:
        code = int(state.random(dice)) if state.to_act == CHANCE else state.game.parse(
            searched(state, iterations, dice).best)
        lines.append(state.game.text(code))
        state.apply(code)
    return lines
