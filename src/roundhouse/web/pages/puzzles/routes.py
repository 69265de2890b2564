"""Puzzles: lists of them, and a page each that asks for the best move and then says what was thought of it.

What was thought stands in a file, and the coach is asked for the reasons. Nothing of it is on a page before a move is
chosen; a first wrong one is told what is wrong with it, and no more.
"""
from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from roundhouse.games import titles
from roundhouse.games.title import Title
from roundhouse.web.errors import NotFound
from roundhouse.web.http.dependencies import TablesDependency
from roundhouse.web.pages.puzzles.answer import answered
from roundhouse.web.pages.puzzles.collection import (
    HARDNESS,
    PuzzleEntry,
    PuzzleView,
    collection,
    listed,
    moment_of,
    of_the_day,
    puzzle_view,
    themes_of,
)
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.details import note_on, preview_of
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.pages.table.routes import LONGEST_WORD
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.info import Moment

router = APIRouter()
Line = Annotated[str, Query(max_length=LONGEST_WORD)]


@dataclass(frozen=True)
class Attempt:
    """What was tried at a puzzle, and what is to be shown of it."""

    line: str = ""
    first: str = ""
    """What was tried before that; "" at a first try."""
    on: int | None = None
    """How many steps of the line that might follow have been made on the board that is shown."""

    @staticmethod
    def of(line: str, first: str = "", amount: int | None = None, on: int | None = None) -> Attempt:
        """As a form sends it: a bid with its amount beside it."""
        return Attempt(f"bid {amount}" if line == "bid" and amount is not None else line, first, on)


@dataclass(frozen=True)
class Collection:
    """A game, and how many puzzles it has of which kind."""

    title: Title
    count: int
    levels: dict[str, int]
    themes: list[str]


@router.get("/puzzles")
def collections(tables: TablesDependency, player: OptionalPlayer) -> HTMLResponse:
    """The page of all games with puzzles, one's own mistakes, and the puzzle of the day."""
    found = [_collection(title) for name, title in titles().items() if collection(name)]
    return page(
        "puzzles.html", collections=found, today=of_the_day(date.today()), player=player,
        due=tables.practice.due(player), next_time=tables.practice.next_time(player), now=time.time(),
        called={name: title.title for name, title in titles().items()},
    )


def _collection(title: Title) -> Collection:
    asked = [PuzzleView(one, (), "", "", "") for one in collection(title.name)]
    counts = ((level, sum(one.difficulty == level for one in asked)) for level in HARDNESS)
    return Collection(title, len(asked), {level: count for level, count in counts if count}, themes_of(title.name))


@router.get("/puzzles/{game}")
def puzzle_list(game: str, player: OptionalPlayer, theme: Line = "") -> HTMLResponse:
    """The puzzles of a game, the easiest first, or those about one thing. NotFound for a game that has none."""
    title = known_title(game)
    themes, found = themes_of(title.name), listed(title.name)
    if not found or (theme and theme not in themes):
        raise NotFound(f"there are no such puzzles of {title.title}")
    kept = [one for one in found if theme in ("", one.theme)]
    groups: dict[str, list[PuzzleEntry]] = {
        level: [one for one in kept if one.difficulty == level] for level in HARDNESS
    }
    return page("puzzle_list.html", title=title, themes=themes, theme=theme, groups=groups, count=len(kept),
                player=player)


@router.get("/puzzles/{game}/{number}")
def puzzle_page(
    game: str, number: int, player: OptionalPlayer, line: Line = "", first: Line = "", amount: int | None = None,
    on: int | None = None,
) -> HTMLResponse:
    """The page of one puzzle; with a line, the answer to it. Of two tries the first stands in `first`."""
    return show(puzzle_view(game, number), player, Attempt.of(line, first, amount, on))


def show(asked: PuzzleView, player: Player | None, tried: Attempt) -> HTMLResponse:
    """The question; or with a move that was chosen the answer, with the board after some steps of what might follow."""
    moment, puzzle = moment_of(asked), asked.puzzle
    over = bool(tried.first) or tried.line in puzzle.right
    shown = None if not over or tried.on is None else max(0, min(tried.on, 1 + len(puzzle.then)))
    answer = answered(asked, moment, tried.line, tried.first, shown) if tried.line else None
    now = view.see(_later(asked, moment, shown))
    now = replace(now, shortcuts=(), by_route=False)        # a puzzle asks for one move
    return page("puzzle.html", now=now, asked=asked, answer=answer, tried=tried, player=player, oob=False,
                asks=answer is None or answer.again, ground=ground_of(moment.course.setup))


def _later(asked: PuzzleView, moment: Moment, shown: int | None) -> Moment:
    return moment_of(asked, (asked.puzzle.best, *asked.puzzle.then)[:shown]) if shown else moment


# ---- smaller things that its board asks for --------------------------------------------------------------------------


@router.get("/puzzles/{game}/{number}/preview")
def preview(game: str, number: int, line: Line) -> Response:
    """The picture of what a move at a puzzle would do."""
    return preview_of(moment_of(puzzle_view(game, number)), line)


@router.get("/puzzles/{game}/{number}/note")
def note(game: str, number: int, amount: int) -> Response:
    """What a bid of that amount would mean at a puzzle."""
    return note_on(moment_of(puzzle_view(game, number)), amount)
