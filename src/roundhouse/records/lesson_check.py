"""Every statement of a lesson, checked against the position in which it stands."""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from roundhouse.engine.contract import IllegalAction
from roundhouse.engine.facts import Fact
from roundhouse.games import title as find_title
from roundhouse.games.sight import sight
from roundhouse.records.course import Course
from roundhouse.records.lesson import Lesson, LessonError, Scene
from roundhouse.records.lesson_words import answered, asked, looked_up


def check(lesson: Lesson, only: str = "") -> list[str]:
    """What a lesson says from its beginning to its end, all statements of its steps found to be true.

    `only`: the statements of that step alone are looked at, so that a rule that is broken is laid to the step that
    teaches it. The first statement that is not so raises LessonError with the name of its step.
    """
    said: list[str] = []
    for scene in lesson.walk():
        if only in ("", scene.step.id):
            try:
                said += _held(scene)
            except (LessonError, IllegalAction) as error:
                raise LessonError(f"{lesson.name}, step {scene.number} ({scene.step.id}): {error}") from error
    return said


def _held(scene: Scene) -> Iterator[str]:
    step, course = scene.step, scene.course
    for spot in step.point:
        _shown(scene, spot)
    compare(course.state.view(step.you), step.see)
    for line, rule in step.may_not.items():
        _refused(course, line, rule)
    yield asked(scene)
    if not step.reads:
        yield from _tries(scene)
    first = scene.watched
    happened(first.facts, step.brings)
    compare(first.after.state.view(None), step.after)
    yield answered(scene, first)


def _tries(scene: Scene) -> Iterator[str]:
    """Everything that may be tried has an answer, and what is said to follow it can be played."""
    for line in scene.allowed:
        verdict = scene.tried(line)
        if not verdict.right and not verdict.say and not scene.step.chances:
            raise LessonError(f"nothing is said of '{line}'")
        if scene.step.chances and line not in scene.step.chances:
            raise LessonError(f"it does not say how good '{line}' is")
        yield answered(scene, verdict)


def _shown(scene: Scene, spot: str) -> None:
    """Whether what is pointed at is there."""
    room, known = find_title(scene.lesson.title).room, sight(scene.course.state, scene.step.you)
    kind, _, name = spot.partition(":")
    if kind == "seat" and name.isdecimal() and int(name) < scene.course.setup.seats:
        return
    drawn = room.drawing.aside(known, scene.step.names), room.drawing.pieces(known, scene.step.names)
    everything = f"{drawn[0]}{drawn[1]}{room.drawing.ground(scene.course.game).svg}"
    if kind == "part" and any(name in classes.split('"')[0].split() for classes in everything.split('class="')[1:]):
        return
    if f'data-spot="{spot}"' not in everything:
        raise LessonError(f"'{spot}' is pointed at, and is nowhere on the sheet")


def compare(view: Any, wanted: Mapping[str, Any]) -> None:
    """Whether all is so in a view, by paths into it; the first that is not raises LessonError."""
    for path, value in wanted.items():
        found = json.loads(json.dumps(looked_up(view, path)))
        if found != value:
            raise LessonError(f"{path} is {json.dumps(found)}, not {json.dumps(value)}")


def _refused(course: Course, line: str, rule: str) -> None:
    try:
        course.state.copy().do(line)
    except IllegalAction as error:
        if rule and error.rule != rule:
            raise LessonError(f"'{line}' is forbidden by {error.rule}, not by {rule}") from error
    else:
        raise LessonError(f"'{line}' is allowed, though {rule or 'it'} should forbid it")


def happened(facts: Sequence[Fact], brings: Sequence[Mapping[str, Any]]) -> None:
    """Whether each fact that was promised is among those that were told, with these values."""
    told = [json.loads(json.dumps(fact.as_json())) for fact in facts]
    for wanted in brings:
        if not any(all(one.get(name) == value for name, value in wanted.items()) for one in told):
            near = [one for one in told if one["rule"] == wanted.get("rule")]
            raise LessonError(f"{json.dumps(wanted)} did not happen; there was {json.dumps(near)[:400]}")
