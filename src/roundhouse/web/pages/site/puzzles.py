"""Puzzles: a list of them, and a page each that asks for the best move and then says what was thought of it.

What was thought stands in a file, and the coach is asked for the reasons. Nothing of it is on a page before a move is
chosen.
"""
from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from roundhouse.bots.coach import beside
from roundhouse.games import titles
from roundhouse.games.markup import Markup, markup
from roundhouse.games.sight import sight
from roundhouse.games.title import Title
from roundhouse.games.words import Words, html, joined, plain
from roundhouse.records.puzzle import Puzzle, PuzzleError, played_on, puzzles_of
from roundhouse.web.errors import NotFound, Refused
from roundhouse.web.pages.render import page
from roundhouse.web.pages.rules.routes import known_title
from roundhouse.web.pages.site.positions import moment_at
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.details import called_move, choices_of, note_on, preview_of
from roundhouse.web.pages.table.rendering import ground_of
from roundhouse.web.pages.table.routes import LONGEST_WORD
from roundhouse.web.people.authentication import OptionalPlayer
from roundhouse.web.people.player import Player
from roundhouse.web.tables.model.info import Moment

router = APIRouter()
log = logging.getLogger(__name__)
LISTED = 8
Line = Annotated[str, Query(max_length=LONGEST_WORD)]


@lru_cache(maxsize=64)
def shelf(title: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; a file that can't be read shuts nothing else."""
    try:
        return tuple(puzzles_of(title))
    except PuzzleError as error:
        log.warning("the puzzles of %s stay in their box: %s", title, error)
        return ()


# ---- a position, seen by who is to act -------------------------------------------------------------------------------


@dataclass(frozen=True)
class PuzzleView:
    """A puzzle as it is put to somebody: at which address, and among which others."""

    puzzle: Puzzle
    names: tuple[str, ...]
    """How the players are called."""
    url: str
    number: int
    count: int
    back: str
    """The address of the list that it is in."""

    def beside(self, by: int) -> str:
        """The address of the one before or after; "" if there is none."""
        number = self.number + by
        return f"{self.url.rpartition('/')[0]}/{number}" if 1 <= number <= self.count else ""

    @property
    def difficulty(self) -> str:
        """Up to which level bots miss it."""
        return missed_by(self.puzzle)


def missed_by(puzzle: Puzzle) -> str:
    """Which level of bots misses the puzzle's best move, as a sentence; "" where none does."""
    found = [view.LEVELS.get(name, name) for name in puzzle.missed]
    return f"{found[-1]} misses it" if found else ""


def on_the_shelf(game: str, number: int) -> PuzzleView:
    """The puzzle of that number, from 1. NotFound where there is none."""
    found = shelf(known_title(game).name)
    if not 1 <= number <= len(found):
        raise NotFound(f"there is no puzzle {number} of this game")
    puzzle = found[number - 1]
    names = tuple(view.BOT_NAMES[: puzzle.record.setup.seats])
    return PuzzleView(puzzle, names, f"/puzzles/{game}/{number}", number, len(found), f"/puzzles#{game}")


def moment_of(asked: PuzzleView, lines: Sequence[str] = ()) -> Moment:
    """The position as its seat sees it, or what it becomes by more steps: a table at which nothing can be changed."""
    puzzle = asked.puzzle
    course = played_on(puzzle.course, lines) if lines else puzzle.course
    return moment_at(course, puzzle.seat, asked.names)


# ---- what was thought of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoveView:
    """A move, and what was thought of it."""

    called: str
    chance: float
    best: bool
    chosen: bool
    played_by: tuple[str, ...]
    """Levels that would make it."""
    why: Markup


@dataclass(frozen=True)
class Answer:
    """What there is to say about a move that was chosen: was it right, what was best, and how the others compare."""

    right: bool
    best: MoveView
    chosen: MoveView
    moves: tuple[MoveView, ...]
    """The best ones, what was chosen, and what bots would do."""
    left_out: int
    """How many there are besides."""
    went_on: tuple[Markup, ...]
    """The best move and how the game might go on, what each step did."""
    shown: int | None
    """After how many of these the board is shown."""

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        return "Correct." if self.right else "There is a better move."


def answered(asked: PuzzleView, moment: Moment, line: str, shown: int | None) -> Answer:
    """Judge a move at a puzzle. Refuses a line that is not allowed there."""
    puzzle, names, game = asked.puzzle, list(asked.names), moment.course.game
    if line not in moment.state.lines():
        raise Refused(f"'{line}' is not allowed here")
    unit = str(known_title(game.name).room.books.UNIT)
    reasons = reasons_for(puzzle.dumps(), line)
    choices = {choice.line: choice for choice in choices_of(moment)}

    def weigh(move: str, chance: float) -> MoveView:
        by = tuple(view.LEVELS.get(name, name) for name, played in puzzle.missed.items() if played == move)
        why = html(reasons.get(move, ()), names)
        called = called_move(move, choices.get(move), unit, names)
        return MoveView(called, chance, move == puzzle.best, move == line, by, why)

    worth = {line, *puzzle.missed.values()}
    moves = tuple(
        weigh(move, chance) for place, (move, chance) in enumerate(puzzle.moves) if place < LISTED or move in worth
    )
    chosen = next(one for one in moves if one.chosen)
    return Answer(chosen.best, moves[0], chosen, moves, len(puzzle.moves) - len(moves), _went_on(asked), shown)


@lru_cache(maxsize=256)
def reasons_for(text: str, line: str) -> dict[str, Words]:
    """Why the best move of a puzzle is good, and what is wrong with another, by their lines: asked once."""
    puzzle = Puzzle.loads(text)
    other = line if line != puzzle.best else next((move for move, _ in puzzle.moves if move != line), "")
    if not other:
        return {}
    better, worse = beside(puzzle.course, puzzle.best, other)
    return {better.line: better.why, worse.line: joined([one for one in (worse.why, worse.answered) if one], " ")}


def _went_on(asked: PuzzleView) -> tuple[Markup, ...]:
    puzzle = asked.puzzle
    after = moment_of(asked, (puzzle.best, *puzzle.then))
    first = len(puzzle.course.steps) + 1
    told = [view.entries(after, [step]) for step in after.told(first)]
    return tuple(markup([markup(entry.text, " ") for entry in entries]) for entries in told)


# ---- pages -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shelf:
    """A game and its puzzles."""

    title: Title
    puzzles: tuple[PuzzleView, ...]


@router.get("/puzzles")
def shelves(player: OptionalPlayer) -> HTMLResponse:
    """The page of all puzzles."""
    found = [
        Shelf(title, tuple(on_the_shelf(name, number) for number in range(1, len(shelf(name)) + 1)))
        for name, title in titles().items()
    ]
    return page("puzzles.html", shelves=[one for one in found if one.puzzles], asks=prompt_of, player=player)


def prompt_of(asked: PuzzleView) -> str:
    """What the rules ask of the seat to act."""
    puzzle = asked.puzzle
    texts = known_title(puzzle.record.setup.title).room.texts
    said = plain(texts.prompt(sight(puzzle.course.state, puzzle.seat)), asked.names)
    return f"{said[:1].upper()}{said[1:]}"


@router.get("/puzzles/{game}/{number}")
def puzzle_page(
    game: str, number: int, player: OptionalPlayer, line: Line = "", amount: int | None = None, on: int | None = None
) -> HTMLResponse:
    """The page of one puzzle; with a line, the answer to it."""
    return show(on_the_shelf(game, number), player, line, amount, on)


def show(asked: PuzzleView, player: Player | None, line: str, amount: int | None, on: int | None) -> HTMLResponse:
    """The question; or with a move that was chosen the answer, with the board after some steps of what might follow."""
    if line == "bid" and amount is not None:
        line = f"bid {amount}"
    moment = moment_of(asked)
    shown = None if not line or on is None else max(0, min(on, 1 + len(asked.puzzle.then)))
    answer = answered(asked, moment, line, shown) if line else None
    now = view.see(_later(asked, moment, shown))
    now = replace(now, shortcuts=(), by_route=False)        # a puzzle asks for one move
    return page("puzzle.html", now=now, asked=asked, answer=answer, line=line, player=player, oob=False,
                ground=ground_of(moment.course.setup))


def _later(asked: PuzzleView, moment: Moment, shown: int | None) -> Moment:
    return moment_of(asked, (asked.puzzle.best, *asked.puzzle.then)[:shown]) if shown else moment


# ---- smaller things that its board asks for --------------------------------------------------------------------------


@router.get("/puzzles/{game}/{number}/preview")
def preview(game: str, number: int, line: Line) -> Response:
    """The picture of what a move at a puzzle would do."""
    return preview_of(moment_of(on_the_shelf(game, number)), line)


@router.get("/puzzles/{game}/{number}/note")
def note(game: str, number: int, amount: int) -> Response:
    """What a bid of that amount would mean at a puzzle."""
    return note_on(moment_of(on_the_shelf(game, number)), amount)
