"""The puzzles of a game as a list: what each is called, how hard it is, what it is about; and the one of the day."""
from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.games import titles
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from roundhouse.records.puzzle import Puzzle, PuzzleError, played_on, puzzles_of
from roundhouse.web.errors import NotFound
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.site.positions import moment_at
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.pages.table.parts.names import BOT_NAMES
from roundhouse.web.tables.model.info import Moment

log = logging.getLogger(__name__)
LOOKED_BACK = 40        # steps in which something is looked for that a puzzle can be called by
LONGEST_NAME = 90
MARKUP = re.compile(r"<[^>]+>")
HARDNESS = "for a beginner", "for a regular", "for an expert", "for a master"
"""The difficulty of a puzzle, by how many of the levels from 2 to 5 miss it."""


@lru_cache(maxsize=64)
def collection(title: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, the easiest first; a file that can't be read shuts nothing else."""
    try:
        return tuple(puzzles_of(title))
    except PuzzleError as error:
        log.warning("the puzzles of %s are left out: %s", title, error)
        return ()


@dataclass(frozen=True)
class PuzzleView:
    """A position as it is put to somebody: at which address, and beside which others."""

    puzzle: Puzzle
    names: tuple[str, ...]
    """How the players are called."""
    url: str
    label: str
    """Which one it is, in a word or two: "3 of 30"."""
    back: str
    """The address of the list that it is in."""
    before: str = ""
    """The addresses of those beside it; "" for none."""
    after: str = ""
    own: bool = False
    """Whether it is a mistake of whoever looks: then what is tried is noted."""

    @property
    def difficulty(self) -> str:
        """Whom it is for."""
        return hardness(self.puzzle)

    @property
    def theme(self) -> str:
        """What its reason is about."""
        return theme_of(self.puzzle)


def hardness(puzzle: Puzzle) -> str:
    """Whom a puzzle is for."""
    return HARDNESS[min(max(len(puzzle.missed), 1), len(HARDNESS)) - 1]


def theme_of(puzzle: Puzzle) -> str:
    """The heading under which a puzzle's kind of reason belongs in its game; the kind where it has none."""
    themes = getattr(find_title(puzzle.record.setup.title).room.claims, "THEMES", {})
    return str(themes.get(puzzle.kind, puzzle.kind.capitalize()))


def themes_of(title: str) -> list[str]:
    """The headings of a game's puzzles, in the order of the game."""
    themes = getattr(find_title(title).room.claims, "THEMES", {})
    there = {theme_of(one) for one in collection(title)}
    known = [one for one in dict.fromkeys(themes.values()) if one in there]
    return [*known, *sorted(there - set(known))]


def puzzle_view(game: str, number: int) -> PuzzleView:
    """The puzzle of that number, from 1. NotFound where there is none, or none that can be asked."""
    found = collection(known_title(game).name)
    if not 1 <= number <= len(found):
        raise NotFound(f"there is no puzzle {number} of this game")
    if not _can_be_asked(game, number):
        raise NotFound(f"puzzle {number} of this game can't be asked: its file is broken")
    puzzle = found[number - 1]
    names = tuple(BOT_NAMES[: puzzle.record.setup.seats])
    before, after = (
        f"/puzzles/{game}/{other}" if 1 <= other <= len(found) else "" for other in (number - 1, number + 1)
    )
    return PuzzleView(
        puzzle, names, f"/puzzles/{game}/{number}", f"{number} of {len(found)}", f"/puzzles/{game}", before, after
    )


@lru_cache(maxsize=512)
def _can_be_asked(game: str, number: int) -> bool:
    """Whether a puzzle is right by the rules of its game: looked at once."""
    try:
        collection(game)[number - 1].check()
    except UserError as error:
        log.warning("puzzle %s of %s is left out: %s", number, game, error)
        return False
    return True


def moment_of(asked: PuzzleView, lines: Sequence[str] = ()) -> Moment:
    """The position as its seat sees it, or what it becomes by more steps: a table at which nothing can be changed."""
    puzzle = asked.puzzle
    course = played_on(puzzle.course, lines) if lines else puzzle.course
    return moment_at(course, puzzle.seat, asked.names)


def prompt_of(asked: PuzzleView) -> str:
    """What the rules ask of the seat to act."""
    puzzle = asked.puzzle
    said = plain(find_title(puzzle.record.setup.title).room.texts.prompt(sight(puzzle.course.state, puzzle.seat)),
                 asked.names)
    return f"{said[:1].upper()}{said[1:]}"


# ---- what they are called --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle in a list."""

    number: int
    url: str
    name: str
    """What happened before it: no two of a game are called the same."""
    asks: str
    players: int
    mark: str
    difficulty: str
    theme: str


@lru_cache(maxsize=64)
def listed(game: str) -> tuple[PuzzleEntry, ...]:
    """All puzzles of a game that can be asked, each with a name of its own."""
    found, taken = [], set[str]()
    for number in range(1, len(collection(game)) + 1):
        if not _can_be_asked(game, number):
            continue
        asked = puzzle_view(game, number)
        name = next((one for one in _names(asked) if one not in taken), f"Puzzle {number}")
        taken.add(name)
        found.append(PuzzleEntry(
            number, asked.url, name, prompt_of(asked), asked.puzzle.record.setup.seats, asked.puzzle.mark,
            asked.difficulty, asked.theme,
        ))
    return tuple(found)


def _names(asked: PuzzleView) -> list[str]:
    """What a puzzle can be called: what happened before it, the last first, and what happened but once before all."""
    moment = moment_of(asked)
    told = [
        name for step in moment.told(max(1, len(asked.puzzle.course.steps) - LOOKED_BACK))
        for entry in entries(moment, [step])
        if (name := MARKUP.sub("", str(entry.text)).strip()) and len(name) <= LONGEST_NAME
    ]
    told.reverse()
    return [*(one for one in told if told.count(one) == 1), *told]


# ---- one a day -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfTheDay:
    """The puzzle of a day."""

    url: str
    game: str
    title: str
    difficulty: str


def of_the_day(day: date) -> OfTheDay | None:
    """The games take turns, and each goes through its puzzles before one comes again. None where there are none."""
    games = [name for name in titles() if collection(name)]
    if not games:
        return None
    turn, number = divmod(day.toordinal(), len(games))
    game = games[number]
    count = len(collection(game))
    place = turn * _stride(count) % count
    return OfTheDay(f"/puzzles/{game}/{place + 1}", game, find_title(game).title, hardness(collection(game)[place]))


def _stride(count: int) -> int:
    """How far apart in the list two puzzles are that follow each other, so that all of them come: easy and hard ones
    change about."""
    return next((one for one in (11, 7, 13) if count % one), 1)
