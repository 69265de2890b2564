"""Metrics: what is counted of every game."""
from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from roundhouse.errors import UserError
from roundhouse.games import title
from roundhouse.lab.metrics.books import PARTS, Books
from roundhouse.lab.metrics.builtin import BUILT_IN
from roundhouse.lab.metrics.metric import Metric, WatchedStep
from roundhouse.plugins import own
from roundhouse.records.course import Course
from roundhouse.records.record import Result

KNOWN = {one.name: one for one in BUILT_IN}


def metric(name: str) -> type[Metric]:
    """A metric by its name, or one of your own (mine.py:Rushes)."""
    if name in KNOWN:
        return KNOWN[name]
    if ":" in name:
        return _own_metric(name)
    near = get_close_matches(name, KNOWN, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise UserError(f"there is no metric '{name}': {', '.join(KNOWN)}, or FILE.py:CLASS{hint}")


def _own_metric(name: str) -> type[Metric]:
    made = own(name, "metric")
    if not (isinstance(made, type) and issubclass(made, Metric)):
        file, _, wanted = name.rpartition(":")
        raise UserError(f"{file} has no class '{wanted}' that is a Metric")
    for part in ("name", "title", "words"):
        if not isinstance(getattr(made, part, None), str):
            raise UserError(f"{name} does not say its {part}")
    if made.name in KNOWN or not made.name.isidentifier():
        raise UserError(f"{name} is called '{made.name}': a metric's name is one word, and not that of another")
    return made


def measure(course: Course, metrics: Sequence[type[Metric]]) -> dict[str, Any]:
    """Everything that is kept of a finished game besides its record."""
    result = Result.of(course.state)
    assert result is not None
    listeners = [one(course.game) for one in metrics]
    books = Books()
    played = title(course.game.name)
    for passed in course.passed():
        watched = WatchedStep(passed, played)
        books.watch(watched)
        for listener in listeners:
            listener.watch(watched)
    found = {}
    for listener in listeners:
        listener.result = result
        value = listener.value()
        found[listener.name] = None if value is None else round(float(value), 6)
    return found | books.columns(result)


__all__ = ["BUILT_IN", "KNOWN", "PARTS", "Metric", "WatchedStep", "measure", "metric"]
