"""Lines over a game: everyone's worth."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.charts import seat_lines
from roundhouse.engine.contract import CHANCE
from roundhouse.games.markup import Markup
from roundhouse.records.course import Course


def worth_plot(course: Course, names: Sequence[str]) -> Markup:
    """What everyone would have scored after each move; only for games that are over, since it tells all."""
    last = len(course.steps)
    played = [p.after.scores() for p in course.passed() if p.by != CHANCE or p.number == last]
    return seat_lines([course.at(0).scores(), *played], names, "Everyone's worth from start to end")
