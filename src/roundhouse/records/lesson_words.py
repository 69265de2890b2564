"""What a lesson says, its numbers and names filled in from the position that it speaks of.

A text names in braces what is to be looked up, so that it can't go stale:

| in the text | filled in |
|---|---|
| `{cash.0}` | what the view of whoever learns has at that path |
| `{before.cash.0}` | the same where the step began |
| `{IG-AUC-5.price}` | the field of a fact that happened by that rule, your own before others' |
| `{IG-AUC-5#2.price}` | the same of the second such fact |
| `{at:H11}` | what the room calls that spot |
| `{edition.scoring.set_size}` | what the edition's file says at that path |
| `{dividends.TOWN_INCOME}` | a constant of the rules, by the module of the game's folder that has it |

A filter may follow, as in `{cash.0|money}`: `money` in the game's unit, `words` for a number in words, `count` of what
is in a list, `sum` of the numbers there by their names, `less:PATH`, `plus:PATH` and `times:PATH` reckon with another.
A number that is typed, in figures or in words, is refused.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games import title as find_title
from roundhouse.games.rulebook import RULE
from roundhouse.games.sight import sight
from roundhouse.games.words import PLACE, amount, plain
from roundhouse.records.course import Course
from roundhouse.records.lesson import LessonError, Scene, Verdict

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TYPED = re.compile(r"\d+|\b(?:" + "|".join((*NUMBERS[2:], "twice", "thrice")) + r")\b", re.IGNORECASE)
LOOKED_UP = re.compile(r"\{([^{}]*)\}")

Views = Mapping[str, Any]
"""Of whoever learns: now, and where the step began."""


def asked(scene: Scene) -> str:
    """What a step says before anything is done."""
    return told(scene.step.say, scene.course, scene.course, scene.step.you)


def answered(scene: Scene, verdict: Verdict) -> str:
    """What it says of a try, or of what was watched; "" if it says nothing."""
    return told(verdict.say, verdict.after, scene.course, scene.step.you, verdict.facts)


def told(text: str, course: Course, before: Course, you: int | None, facts: Sequence[Fact] = ()) -> str:
    """A text with all that it looks up, where a course stands and where it stood before. What can't be found, and a
    number that is typed, raise LessonError."""
    views = {"": course.state.view(you), "before": before.state.view(you)}
    typed = TYPED.search(LOOKED_UP.sub("", text))
    if typed:
        raise LessonError(f"the number {typed[0]} in “{text}” is typed, not looked up")
    return LOOKED_UP.sub(lambda found: _filled(found[1], course, views, you, facts), text)


def filled_in(text: str, course: Course) -> str:
    """A text with all that it looks up where a course stands; numbers may be typed in it."""
    return LOOKED_UP.sub(lambda found: _filled(found[1], course, {"": course.state.view(None)}, None, ()), text)


def _filled(wanted: str, course: Course, views: Views, you: int | None, facts: Sequence[Fact]) -> str:
    name, *filters = wanted.split("|")
    found = _found(name, course, views, you, facts)
    for one in filters:
        kind, _, path = one.partition(":")
        if kind not in FILTERS:
            raise LessonError(f"'{kind}' in '{{{wanted}}}' is none of {', '.join(FILTERS)}")
        found = FILTERS[kind](found, _found(path, course, views, you, facts) if path else course)
    return str(found)


def _found(name: str, course: Course, views: Views, you: int | None, facts: Sequence[Fact]) -> Any:
    if name == "1":
        return 1        # one more, one less; any other number has to be looked up
    if name.startswith("at:"):
        return place(course, you, name[3:])
    head, _, rest = name.partition(".")
    rule, _, nth = head.partition("#")
    if RULE.fullmatch(rule):
        return _of_fact(rule, rest, you, facts, int(nth or 1))
    if head == "edition":
        return looked_up(course.game.edition.data, rest)
    if rest.isupper() and head not in views[""]:
        return _constant(course, head, rest)
    return looked_up(views[head], rest) if head in views else looked_up(views[""], name)


def looked_up(view: Any, path: str) -> Any:
    """What stands at a path into a view, such as `cash.0`."""
    for part in path.split("."):
        try:
            view = view[int(part)] if isinstance(view, (list, tuple)) else view[part]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise LessonError(f"there is no '{path}' to be looked up") from error
    return view


def place(course: Course, you: int | None, spot: str) -> str:
    """What the room calls a spot of its drawing."""
    spots = find_title(course.game.name).room.drawing.spots(sight(course.state, you))
    text = next((one.text for one in spots if one.id == spot), None)
    if text is None:
        raise LessonError(f"there is no spot '{spot}'")
    named = next((span.text for span in text if span.kind == PLACE), "")
    return named or re.split(r"[,:]", plain(text))[0].removesuffix(f" {spot}")


def _of_fact(rule: str, name: str, you: int | None, facts: Sequence[Fact], nth: int) -> Any:
    told = [fact for fact in facts if fact.rule == rule]
    own = [fact for fact in told if getattr(fact, "seat", None) == you or you in getattr(fact, "owners", ())]
    head, _, rest = name.partition(".")
    for fact in [fact for fact in own or told if hasattr(fact, head)][nth - 1:]:
        return looked_up(getattr(fact, head), rest) if rest else getattr(fact, head)
    raise LessonError(f"nothing with '{name}' happened by {rule}")


def _constant(course: Course, module: str, name: str) -> Any:
    package = find_title(course.game.name).package
    try:
        return getattr(import_module(f"{package}.{module}"), name)
    except (ImportError, AttributeError) as error:
        raise LessonError(f"the rules have no {module}.{name}") from error


def _in_words(number: Any, _: Any) -> str:
    return NUMBERS[number] if isinstance(number, int) and 0 <= number < len(NUMBERS) else str(number)


def _money(number: Any, course: Course) -> str:
    return amount(number, str(find_title(course.game.name).room.books.UNIT)).text


FILTERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "money": _money,
    "words": _in_words,
    "count": lambda found, _: len(found),
    "sum": lambda found, _: sum(found.values()),
    "less": lambda found, other: found - other,
    "plus": lambda found, other: found + other,
    "times": lambda found, other: found * other,
}
