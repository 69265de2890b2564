"""A rulebook as it is read: with the numbers of an edition, and with its examples played by the rules.

`rulebook.md` of a room names in braces what is not for it to say. On lines of their own, `{example: hills}` is an
example (`records/example.py`) and `{lines: hills}` what was done in it, in the notation. `{railways}` is a table or a
number that the room's `rulebook.py` makes of the game. All else is looked up as the texts of lessons do it:
`{edition.build_points|words}`.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec

from roundhouse.engine.contract import Edition, Game
from roundhouse.games import Setup
from roundhouse.games.markdown import table
from roundhouse.games.title import Title, spelled
from roundhouse.games.words import plain
from roundhouse.records.course import Course
from roundhouse.records.example import Happening, PlayedExample, at_home, known_example
from roundhouse.records.lesson_words import LOOKED_UP, filled_in

EXAMPLE = re.compile(r"^\{example: ([\w-]+)\}$", re.MULTILINE)
LINES = re.compile(r"^\{lines: ([\w-]+)\}$", re.MULTILINE)
SUMMARY = "summary.md"
ELSEWHERE = "This happened with another edition, {name}: with the one at hand it can't."


def book(title: Title, edition: Edition | None = None, pages: bool = False) -> str:
    """The rulebook of a game as Markdown, with the usual edition or another one.

    `pages`: it is read where there are pages of the examples and pictures of them.
    """
    says = _says(title, edition)
    course = Course(Setup.of(title.name, None, edition))
    text = LOOKED_UP.sub(lambda found: says.get(found[1], found[0]), title.rulebook)
    text = EXAMPLE.sub(lambda found: _example(title, found[1], edition, pages), text)
    text = LINES.sub(lambda found: _written(title, found[1], edition), text)
    return filled_in(text, course)


def summary(title: Title, edition: Edition | None = None) -> str:
    """The rules on a page, as Markdown, with the usual edition or another one; "" where the game has no such page."""
    file = title.folder / SUMMARY
    if not file.exists():
        return ""
    says = _says(title, edition)
    text = LOOKED_UP.sub(lambda found: says.get(found[1], found[0]), file.read_text(encoding="utf-8"))
    return filled_in(text, Course(Setup.of(title.name, None, edition)))


def _says(title: Title, edition: Edition | None) -> Mapping[str, str]:
    """What the room makes of an edition: tables and numbers, by the names that the rulebook has for them."""
    module = f"{title.package}.rulebook"
    usual = {"options": _options(title)}
    if find_spec(module) is None:
        return usual
    editions = [edition] if edition else [title.edition(name) for name in title.editions]
    make: Callable[[list[Game]], Mapping[str, str]] = import_module(module).says
    return {**usual, **make([Setup.of(title.name, None, one).game() for one in editions])}


def _options(title: Title) -> str:
    """The options by the names that commands have for them; the first value of each is the usual one."""
    rows = [(one.label, f"`{one.name}`", ", ".join(f"`{spelled(value)}`" for value in one.values))
            for one in title.options]
    return table(("Option", "Its name", "Its values"), rows)


def _example(title: Title, name: str, edition: Edition | None, pages: bool) -> str:
    """An example as a quotation."""
    played, here = at_home(known_example(title.name, name), edition)
    return "\n".join(f"> {line}" if line else ">" for line in _lines(played, here, pages))


def _lines(played: PlayedExample, here: bool, pages: bool) -> list[str]:
    example = played.example
    head = f"**Example: {example.head}.**" if example.head else "**Example.**"
    lines = [f"{head} {played.said}".rstrip(), ""]
    told = [line for one in played.happenings for line in happened(played, one)]
    if told:
        lines += [*(f"- {line}" for line in told), ""]
    if example.close:
        lines += [played.closing, ""]
    if not here:
        lines += [ELSEWHERE.format(name=played.setup.edition), ""]
    if pages and example.picture:
        lines += [f"![{example.head or example.name}: the board](examples/{example.name}.svg)", ""]
    if pages:
        lines += [f"[Show me](examples/{example.name})"]
    return lines if lines[-1] else lines[:-1]


def _written(title: Title, name: str, edition: Edition | None) -> str:
    """What was done in an example, in the notation."""
    happenings = at_home(known_example(title.name, name), edition)[0].happenings
    return f"> {', '.join(f'`{one.line}`' for one in happenings if one.step)}"


def happened(played: PlayedExample, one: Happening) -> list[str]:
    """What came of one line of an example, a sentence each, with its rule."""
    if one.step is None:
        return [f"*Not allowed:* {played.refusal(one)} ({one.refused})."]
    return [f"{plain(words, played.names)} ({rule})" for rule, words in played.sentences(one)]
