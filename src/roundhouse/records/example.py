"""The examples of a rulebook: positions that are played by the rules whenever the book is read.

A room's `examples.toml` has them as data. What happens in one is told by the rules, from the edition at hand; what is
said before and after it looks up its numbers, as the texts of lessons do (`records/lesson_words.py`):

    [hills]
    head = "the hills"                    # above it
    rules = ["IG-TRK-4"]                  # what it is about: were one of them broken, the example would not hold
    position = {turn = 1, track = ..}     # what lies on the table: see `stage` in the room's staging.py
    lines = "start 0 / bid 7"             # or, and before that: moves from the beginning of a game
    say = "Brian builds for MGW from {at:H11}."
    do = ["track MGW I11", "not track GSW I11"]     # what is done, and what is tried and refused
    close = "{cash.0|money} are left."
    brings = [{rule = "IG-TRK-4", cost = 2}]        # facts that must come of it, with the edition of the house
    after = {"turn" = 2}                            # and what must be so then

`[usual]` has what holds for all that do not say otherwise: seats, names, edition, options.
"""
from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from roundhouse.engine.contract import Edition, IllegalAction
from roundhouse.engine.facts import Fact
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.games import title as find_title
from roundhouse.games.staging import StagingError, staged
from roundhouse.games.words import Words, plain
from roundhouse.records.course import Course, ToldStep
from roundhouse.records.lesson import LessonError
from roundhouse.records.lesson_check import compare, happened
from roundhouse.records.lesson_words import told

FILE = "examples.toml"
USUAL = "usual"
REFUSED = "not "
SEAT = re.compile(r"\bseat (\d)\b")
LISTS = ("rules", "names", "do", "brings", "tell", "point")


class ExampleError(UserError):
    """An example that can't be played, and why."""


@dataclass(frozen=True)
class Example:
    """An example of a rulebook, as its file has it."""

    name: str
    title: str
    say: str
    head: str = ""
    rules: tuple[str, ...] = ()
    seats: int | None = None
    names: tuple[str, ...] = ()
    edition: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    close: str = ""
    brings: tuple[Mapping[str, Any], ...] = ()
    after: Mapping[str, Any] = field(default_factory=dict)
    tell: tuple[str, ...] = ()
    """The rules whose facts are told; all of them where none is named."""
    point: tuple[str, ...] = ()
    """Spots that its picture has to show, besides those where something happens."""
    picture: bool = True
    """Whether it has a picture: the sheet shows nothing of some things."""


@dataclass(frozen=True)
class Happening:
    """One thing that is done in an example: a line, what came of it, or the rule that refuses it."""

    line: str
    step: ToldStep | None
    refused: str = ""
    why: str = ""


@dataclass(frozen=True)
class PlayedExample:
    """An example as it went with one edition."""

    example: Example
    setup: Setup
    names: tuple[str, ...]
    before: Course
    course: Course
    happenings: tuple[Happening, ...]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All that happened in it."""
        return tuple(fact for one in self.happenings if one.step for fact in one.step.told)

    @property
    def said(self) -> str:
        """What is said before anything is done."""
        return told(self.example.say, self.before, self.before, None, self.facts)

    @property
    def closing(self) -> str:
        """What is said when all is done; "" where nothing is."""
        return told(self.example.close, self.course, self.before, None, self.facts) if self.example.close else ""

    def sentences(self, happening: Happening) -> list[tuple[str, Words]]:
        """What came of one line, by the rule of each sentence."""
        if happening.step is None:
            return []
        texts, wanted = find_title(self.setup.title).room.texts, self.example.tell
        facts = [fact for fact in happening.step.told if not wanted or fact.rule in wanted]
        said = [(fact.rule, texts.tell(self.course.game, fact)) for fact in facts]
        return [(rule, words) for rule, words in said if plain(words, self.names)]

    def refusal(self, happening: Happening) -> str:
        """Why a line is not allowed, with the names of the players."""
        return SEAT.sub(lambda found: self.names[int(found[1])], happening.why)

    @cached_property
    def spots(self) -> tuple[str, ...]:
        """The places of the board that it is about."""
        happened = [spot for fact in self.facts for spot in fact.spots]
        return tuple(dict.fromkeys([*self.example.point, *happened]))


@lru_cache(maxsize=32)
def examples_of(title: str) -> dict[str, Example]:
    """The examples of a game's rulebook by their names; none where it has no such file."""
    file = find_title(title).folder / FILE
    if not file.exists():
        return {}
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ExampleError(f"{file}: {error}") from error
    usual = data.pop(USUAL, {})
    return {name: _example(title, name, _with_usual(usual, one)) for name, one in data.items()}


def _with_usual(usual: Mapping[str, Any], one: Mapping[str, Any]) -> dict[str, Any]:
    """An example with what is usual where it says nothing else; so with each part of its position, if it has one."""
    position = usual.get("position", {}) | one["position"] if "position" in one else {}
    return {**usual, **one, "position": position}


def _example(title: str, name: str, data: dict[str, Any]) -> Example:
    known = Example.__dataclass_fields__
    for key in data:
        if key not in known:
            raise ExampleError(f"example {name}: '{key}' is not a part of an example")
    lists: dict[str, Any] = {key: tuple(data[key]) for key in LISTS if key in data}
    lines = tuple(" ".join(data.get("lines", "").split()).split(" / ")) if data.get("lines") else ()
    return Example(name, title, **{**data, **lists, "lines": lines})


def known_example(title: str, name: str) -> Example:
    """The example of that name. ExampleError where the rulebook has none."""
    try:
        return examples_of(title)[name]
    except KeyError:
        raise ExampleError(f"the rulebook of {title} has no example '{name}'") from None


def play(example: Example, edition: Edition | None = None) -> PlayedExample:
    """An example, played with the edition at hand. ExampleError says why it can't be with that one."""
    try:
        edition = edition or _edition(example.title, example.edition)
        setup = Setup.of(example.title, example.seats, edition, example.options)
        before = _begun(example, setup)
        course, happenings = before.copy(), []
        for line in example.do:
            happenings.append(_done(course, line))
        played = PlayedExample(example, setup, example.names[:setup.seats], before, course, tuple(happenings))
        played.said, played.closing  # noqa: B018  (what it says has to be there, too)
        return played
    except (IllegalAction, LessonError, StagingError, ValueError) as error:
        raise ExampleError(f"example {example.name}: {error}") from error


@lru_cache(maxsize=16)
def _edition(title: str, name: str | None) -> Edition:
    """An edition of the house, read once."""
    return find_title(title).edition(name)


def _begun(example: Example, setup: Setup) -> Course:
    if example.position:
        package = find_title(example.title).package
        return Course.from_position(setup, staged(setup.game(), package, example.position, example.lines))
    course = Course(setup)
    for line in example.lines:
        course.apply(course.game.parse(line))
    return course


def _done(course: Course, line: str) -> Happening:
    if line.startswith(REFUSED):
        tried = line.removeprefix(REFUSED)
        try:
            course.state.copy().do(tried)
        except IllegalAction as error:
            return Happening(tried, None, error.rule, error.why)
        raise ExampleError(f"'{tried}' is allowed, and should be refused")
    course.apply(course.game.parse(line))
    return Happening(line, course.told(len(course.steps))[0])


def check(example: Example) -> PlayedExample:
    """An example played with the edition of the house. ExampleError says what should have come of it and did not."""
    played = play(example)
    try:
        happened(played.facts, [one for one in example.brings if "refused" not in one])
        compare(played.course.state.view(None), example.after)
        for one in played.happenings:
            if one.step is None and not _by_rule(example.brings, one):
                raise LessonError(f"'{one.line}' is refused by {one.refused}, which the example does not say")
    except LessonError as error:
        raise ExampleError(f"example {example.name}: {error}") from error
    return played


def _by_rule(brings: Sequence[Mapping[str, Any]], happening: Happening) -> bool:
    return any(one.get("refused") == happening.line and one["rule"] == happening.refused for one in brings)


def at_home(example: Example, edition: Edition | None) -> tuple[PlayedExample, bool]:
    """An example with the edition at hand, and true; or with its own where it can't be played with that one."""
    try:
        return play(example, edition), True
    except ExampleError:
        return play(replace(example)), False
