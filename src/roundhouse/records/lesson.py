"""A lesson: a written course through a game, in steps that say one thing each and ask for it to be done.

A file of a game's folder `lessons` has a lesson as JSON, and may begin in a game whose lines lie in a file beside it.
What a lesson says is data: numbers in its texts are looked up in the position (`records/lesson_words.py`), and every
statement can be checked (`records/lesson_check.py`).
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from roundhouse.engine.contract import CHANCE
from roundhouse.engine.facts import Fact
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.nesting import TOO_DEEP, too_deep
from roundhouse.records.course import Course

FORMAT = "roundhouse-lesson/1"
AS_GOOD = 0.025
"""A move whose chance to win is less than the best one's by no more than this is right too."""


class LessonError(UserError):
    """A lesson that can't be given, and why: what is odd in its data, or what is not so in its position."""


@dataclass(frozen=True)
class Reply:
    """What is said to a try, and what the others do after it."""

    say: str
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class Beginning:
    """Where a course begins: with so many seats, after these lines."""

    seats: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One idea: what is said and pointed at, what may be done, which of it is right, and what is said then."""

    id: str
    head: str
    say: str
    point: tuple[str, ...] = ()
    """Spots of the board, `seat:1` for what a seat has, `part:bag` for a part of the sheet with that name."""
    do: tuple[str, ...] = ()
    """Lines that may be tried, with * for anything; none where there is nothing to do but read."""
    right: tuple[str, ...] = ()
    """Lines that are right; the lesson goes on with the first."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """In place of these: lines with the chance to win after each. Those as good as the best are right."""
    also: tuple[tuple[str, Reply], ...] = ()
    """By a pattern of lines what is said to others that are right, and how the game goes on after them."""
    wrong: tuple[tuple[str, Reply], ...] = ()
    """By a pattern of lines what is said to those that are not; the first that fits."""
    then: tuple[str, ...] = ()
    """What the others and chance do after the right move, each with who does it: `1: pass`, `chance: draw white`."""
    reply: str = ""
    teaches: tuple[str, ...] = ()
    """Rules that this step is about: were one of them broken, the step would not hold."""
    see: Mapping[str, Any] = field(default_factory=dict)
    """What is so when the step begins, by paths into the view of whoever learns."""
    may_not: Mapping[str, str] = field(default_factory=dict)
    """Lines that are not allowed, each with the rule that forbids it."""
    brings: tuple[Mapping[str, Any], ...] = ()
    """Facts that the right move and what follows must bring."""
    after: Mapping[str, Any] = field(default_factory=dict)
    """What is so when the step is over, in the view of somebody who sees everything."""
    begin: Beginning | None = None
    """Another game, from here on."""
    you: int = 0
    names: tuple[str, ...] = ()

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do in it."""
        return not self.do


@dataclass(frozen=True)
class Verdict:
    """What a try in a step is worth."""

    line: str
    right: bool
    say: str
    """The lesson's words for it, with what is to be looked up in braces; "" where it has none."""
    goes_on_with: str
    """The line with which the lesson goes on, where another one is as good and the next step is prepared for that
    line alone; "" where it goes on with what was tried."""
    after: Course
    """The game after it and what follows it."""
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Scene:
    """A step in its position."""

    lesson: Lesson
    number: int
    """From 1."""
    step: Step
    course: Course

    @property
    def allowed(self) -> list[str]:
        """What may be tried, in the order of the game."""
        return [line for line in self.course.state.lines() if any(fnmatchcase(line, one) for one in self.step.do)]

    @cached_property
    def right(self) -> tuple[str, ...]:
        """The moves that are right, the one with which the lesson goes on first."""
        step = self.step
        best = max(step.chances.values(), default=0.0)
        as_good = sorted((-chance, line) for line, chance in step.chances.items() if best - chance <= AS_GOOD)
        return step.right or tuple(line for _, line in as_good)

    def tried(self, line: str) -> Verdict:
        """What comes of a try. A line that may not be tried here raises LessonError."""
        if line not in self.allowed:
            raise LessonError(f"'{line}' can't be tried in this step")
        if line == self.right[0]:
            after, facts = played(self.course, line, self.step.then)
            return Verdict(line, True, self.step.reply, "", after, facts)
        right = line in self.right
        said = self.step.also if right else self.step.wrong
        reply = next((reply for pattern, reply in said if fnmatchcase(line, pattern)), Reply(""))
        after, facts = played(self.course, line, reply.then)
        return Verdict(line, right, reply.say, self.right[0] if right and not self.ends_here else "", after, facts)

    @property
    def ends_here(self) -> bool:
        """Whether the next step begins another game, or none follows: then nothing depends on what was done in this."""
        following = self.lesson.steps[self.number:]
        return not following or following[0].begin is not None

    @cached_property
    def watched(self) -> Verdict:
        """What comes of a step in which there is nothing to do but watch, or of the right move of another."""
        if not self.step.reads:
            return self.tried(self.right[0])
        after, facts = played(self.course, "", self.step.then)
        return Verdict("", True, self.step.reply, "", after, facts)


def played(course: Course, line: str, then: tuple[str, ...]) -> tuple[Course, tuple[Fact, ...]]:
    """The game after a line and what others do after it, and all that happened. A turn out of order is an error."""
    after, facts = course.copy(), []
    for by, one in ([(course.to_act, line)] if line else []) + [_acted(part) for part in then]:
        if after.to_act != by:
            who = {CHANCE: "chance"}.get(after.to_act, f"seat {after.to_act}")
            raise LessonError(f"'{one}' is out of turn: {who} is to act")
        code = _parsed(after, one)
        facts += after.state.copy().tell(code)
        after.apply(code)
    return after, tuple(facts)


def _acted(part: str) -> tuple[int, str]:
    who, _, line = part.partition(": ")
    if who != "chance" and not who.isdecimal():
        raise LessonError(f"'{part}' does not say who does it: a seat or chance, a colon, and a line")
    return CHANCE if who == "chance" else int(who), line


def _parsed(course: Course, line: str) -> int:
    try:
        code = course.game.parse(line)
        course.state.copy().apply(code)
    except ValueError as error:
        raise LessonError(f"'{line}' is not allowed: {error}") from error
    return code


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game: a short game whose steps explain themselves or are asked of the player."""

    name: str
    """By which it is asked for: its file's."""
    title: str
    edition: str | None
    head: str
    about: str
    minutes: int
    ending: str
    """What is said when all steps are taken."""
    steps: tuple[Step, ...] = field(repr=False)

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """Its steps, each in its position. The first that can't be played raises LessonError with its name."""
        return tuple(self.walk())

    def walk(self) -> Iterator[Scene]:
        """The same, one after another: a step is looked at before the next one is played."""
        before: Scene | None = None
        for number, step in enumerate(self.steps, 1):
            try:
                course = self._begun(step.begin) if step.begin else None
                if course is None:
                    assert before is not None
                    course = before.watched.after
                before = Scene(self, number, step, course)
                self._ask(before)
            except LessonError as error:
                raise LessonError(f"{self.name}, step {number} ({step.id}): {error}") from error
            yield before

    def _begun(self, beginning: Beginning) -> Course:
        course = Course(Setup.of(self.title, beginning.seats, self.edition))
        for line in beginning.lines:
            course.apply(_parsed(course, line))
        return course

    def _ask(self, scene: Scene) -> None:
        """Whether the step can be asked: it is your move, and something of what may be tried is right."""
        if scene.step.reads:
            return
        if scene.course.to_act != scene.step.you:
            raise LessonError(f"seat {scene.course.to_act} is to act, not you")
        if not scene.right:
            raise LessonError("nothing is right")
        for line in scene.right:
            if line not in scene.allowed:
                raise LessonError(f"'{line}' is right, and may not be tried")


def lessons_of(title: str) -> tuple[Lesson, ...]:
    """Those that come with a game, in the order of their files; a file that is none raises LessonError."""
    folder = find_title(title).folder / "lessons"
    return tuple(read_lesson(file) for file in sorted(folder.glob("*.json")))


def read_lesson(file: Path) -> Lesson:
    """The lesson of a file, called as the file is, less the figures that give its place in the list."""
    try:
        text = file.read_text(encoding="utf-8")
        return loads(text, file.stem.lstrip("0123456789-"), file.parent)
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(f"{file} can't be read: {error}") from error
    except LessonError as error:
        raise LessonError(f"{file.name}: {error}") from error


# ---- from JSON -------------------------------------------------------------------------------------------------------


def loads(text: str, name: str, folder: Path) -> Lesson:
    """A lesson from its text. Files that it names are looked for in the folder."""
    if too_deep(text):
        raise LessonError(TOO_DEEP)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise LessonError(f"this is not whole JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise LessonError(f'this is no lesson: expected "format": "{FORMAT}"')
    _keys(data, LESSON, "a lesson")
    you, names = data.get("you", 0), tuple(data["names"])
    steps: list[Step] = []
    for number, one in enumerate(data["steps"], 1):
        try:
            _keys(one, STEP, "a step")
            you, names = one.get("you", you), tuple(one.get("names", names))
            begin = one.get("begin", data["begin"] if number == 1 else None)
            steps.append(_step(one, you, names, None if begin is None else _beginning(begin, folder)))
        except LessonError as error:
            where = one.get("id", "") if isinstance(one, dict) else ""
            raise LessonError(f"step {number}{f' ({where})' if where else ''}: {error}") from error
    if not steps:
        raise LessonError("it has no steps")
    title = data["title"]
    find_title(title)
    return Lesson(
        name, title, data.get("edition"), data["head"], data["about"], data["minutes"], data["ending"], tuple(steps)
    )


LESSON: dict[str, tuple[type, bool]] = {
    "format": (str, True), "title": (str, True), "edition": (str, False), "head": (str, True), "about": (str, True),
    "minutes": (int, True), "you": (int, False), "names": (list, True), "begin": (dict, True), "steps": (list, True),
    "ending": (str, True),
}
STEP: dict[str, tuple[type, bool]] = {
    "id": (str, True), "head": (str, True), "say": (str, True), "point": (list, False), "do": (list, False),
    "right": (list, False), "chances": (dict, False), "also": (dict, False), "wrong": (dict, False),
    "then": (list, False),
    "reply": (str, False), "teaches": (list, False), "see": (dict, False), "may_not": (dict, False),
    "brings": (list, False), "after": (dict, False), "begin": (dict, False), "you": (int, False),
    "names": (list, False),
}
BEGINNING: dict[str, tuple[type, bool]] = {
    "seats": (int, True), "log": (list, False), "lines": (str, False), "steps": (int, False),
}
CALLED = {str: "a text", int: "a number", list: "a list", dict: "an object with names and values"}


def _keys(data: Any, known: Mapping[str, tuple[type, bool]], what: str) -> None:
    """Whether all that is needed is there, of its type, and nothing else."""
    if not isinstance(data, dict):
        raise LessonError(f"{json.dumps(data)[:80]} is not {what}")
    for key, (type_, needed) in known.items():
        if key not in data:
            if needed:
                raise LessonError(f'"{key}" is missing')
        elif not isinstance(data[key], type_) or isinstance(data[key], bool):
            raise LessonError(f'"{key}" is not {CALLED[type_]}')
    for key in data:
        if key not in known:
            raise LessonError(f'"{key}" is not a part of {what}')


def _step(data: Mapping[str, Any], you: int, names: tuple[str, ...], begin: Beginning | None) -> Step:
    reads = not data.get("do")
    if reads and any(data.get(key) for key in ("right", "chances", "also", "wrong")):
        raise LessonError(
            '"right", "chances", "also" and "wrong" are for a step in which something is done: "do" is empty'
        )
    if not reads and bool(data.get("right")) == bool(data.get("chances")):
        raise LessonError('it needs "right" or "chances", and not both')
    also, wrong = (
        tuple((pattern, _reply(one)) for pattern, one in data.get(key, {}).items()) for key in ("also", "wrong")
    )
    listed: dict[str, Any] = {
        key: tuple(data.get(key, ())) for key in ("point", "do", "right", "then", "teaches", "brings")
    }
    named: dict[str, Any] = {key: data.get(key, {}) for key in ("chances", "see", "may_not", "after")}
    return Step(
        data["id"], data["head"], data["say"], reply=data.get("reply", ""), also=also, wrong=wrong, begin=begin,
        you=you, names=names, **listed, **named,
    )


def _reply(data: Any) -> Reply:
    match data:
        case str():
            return Reply(data)
        case {"say": str(say), "then": [*then]} if len(data) == 2 and all(isinstance(one, str) for one in then):
            return Reply(say, tuple(then))
    raise LessonError('what is said to a try is a text, or {"say": .., "then": [..]}')


def _beginning(data: Any, folder: Path) -> Beginning:
    _keys(data, BEGINNING, "a beginning")
    if ("log" in data) == ("lines" in data):
        raise LessonError('"begin" has "log" or "lines", and not both')
    if "log" in data:
        return Beginning(data["seats"], tuple(data["log"]))
    try:
        lines = (folder / data["lines"]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LessonError(f"{data['lines']} can't be read: {error}") from error
    wanted = data.get("steps", len(lines))
    if wanted > len(lines):
        raise LessonError(f"{data['lines']} has {len(lines)} lines, not {wanted}")
    return Beginning(data["seats"], tuple(lines[:wanted]))
