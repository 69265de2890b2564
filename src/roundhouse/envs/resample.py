"""Another course of a game that looks the same from a seat: what it does not know is redrawn, all else is as it was."""
from __future__ import annotations

from collections import Counter

from roundhouse.engine.contract import IllegalAction, State
from roundhouse.engine.dice import Dice
from roundhouse.records.course import Course, kind

ATTEMPTS = 100


def resample(course: Course, seat: int, dice: Dice) -> Course:
    """A course with the same steps as far as the seat knows them, that leads to a state which it imagines.

    What the state remembers of old conclusions is less than a whole course tells (an opponent who could not play a
    card held no such card). A guess that those old steps rule out is thrown away, and another is made. What no longer
    matters, like a contract that was dealt and given back, stays as it was.
    """
    if None not in course.seen(seat):
        return course.copy()
    for _ in range(ATTEMPTS):
        imagined = course.state.imagine(seat, dice)
        try:
            return Course.replayed(course.setup, _codes(course, seat, imagined, dice))
        except IllegalAction:
            continue
    raise RuntimeError(f"no other course of the game was found in {ATTEMPTS} attempts")


def _codes(course: Course, seat: int, imagined: State, dice: Dice) -> list[int]:
    """The steps, with the latest hidden ones of what players no longer hold exchanged for what they now hold."""
    codes = course.codes()
    hidden = [number for number, code in enumerate(course.seen(seat)) if code is None]
    for owner in range(course.setup.seats):
        own = course.seen(owner)
        theirs = [number for number in hidden if own[number] is not None]
        had, has = Counter(course.state.secrets(owner)), Counter(imagined.secrets(owner))
        gained = _shuffled(list((has - had).elements()), dice)
        for lost in (had - has).elements():
            number = next(n for n in reversed(theirs) if codes[n] == lost)
            codes[number] = _of_the_same_kind(course, lost, gained)
    return codes


def _of_the_same_kind(course: Course, lost: int, gained: list[int]) -> int:
    """One of what was gained that such a step could have brought; it is taken away."""
    word = kind(course.game.text(lost))
    found = next(n for n, code in enumerate(gained) if kind(course.game.text(code)) == word)
    return gained.pop(found)


def _shuffled(codes: list[int], dice: Dice) -> list[int]:
    mixed = codes[:]
    for last in range(len(mixed) - 1, 0, -1):
        other = int(dice.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
