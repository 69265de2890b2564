"""The answer to a puzzle: whether a move is as good as the best, why, and what it is punished with."""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from roundhouse.games.markup import Markup, markup
from roundhouse.games.words import Words, html
from roundhouse.records.puzzle import Puzzle
from roundhouse.web.errors import Refused
from roundhouse.web.pages.puzzles.collection import PuzzleView, moment_of
from roundhouse.web.pages.rules.source import known_title
from roundhouse.web.pages.table.details import called_move, choices_of, reasons_of
from roundhouse.web.pages.table.parts.log import entries
from roundhouse.web.pages.table.parts.names import LEVEL_NAMES
from roundhouse.web.tables.model.info import Moment

LISTED = 8


@dataclass(frozen=True)
class MoveView:
    """A move, and what was thought of it."""

    called: str
    line: str
    chance: float
    right: bool
    best: bool
    chosen: bool
    played_by: tuple[str, ...]
    """Levels that would make it."""
    why: Markup


@dataclass(frozen=True)
class Answer:
    """What there is to say about a move that was chosen: was it right, what was best, and how the others compare."""

    again: bool
    """Whether it was the first try and wrong: then only what is wrong with it is told."""
    best: MoveView
    chosen: MoveView
    other: MoveView | None
    """What a glance would do instead, beside a right answer."""
    moves: tuple[MoveView, ...]
    """The best ones, what was chosen, and what bots would do."""
    left_out: int
    """How many there are besides."""
    went_on: tuple[Markup, ...]
    """The best move and how the game might go on, what each step did."""
    shown: int | None
    """How many of these have been made on the board that is shown."""

    @property
    def right(self) -> bool:
        """Whether the move is as good as the best."""
        return self.chosen.right

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        if self.right:
            return "Correct." if self.chosen.best else "Correct: as good as the best."
        return "There is a better move. One more try." if self.again else "There is a better move."


def answered(asked: PuzzleView, moment: Moment, line: str, first: str, shown: int | None) -> Answer:
    """Judge a move at a puzzle; `first` is what was tried before it. Refuses a line that is not allowed there."""
    puzzle, names, game = asked.puzzle, list(asked.names), moment.course.game
    legal = moment.state.lines()
    for tried in (line, *([first] if first else [])):
        if tried not in legal:
            raise Refused(f"'{tried}' is not allowed here")
    unit, right = str(known_title(game.name).room.books.UNIT), puzzle.right
    other = line if line not in right else glanced(puzzle)
    reasons = reasons_for(puzzle.dumps(), other)
    choices = {choice.line: choice for choice in choices_of(moment)}

    def weigh(move: str, chance: float) -> MoveView:
        by = tuple(LEVEL_NAMES.get(name, name) for name, played in puzzle.missed.items() if played == move)
        why = html(reasons.get(move, ()), names)
        called = called_move(move, choices.get(move), unit, names)
        return MoveView(called, move, chance, move in right, move == puzzle.best, move == line, by, why)

    worth = {line, *puzzle.missed.values()}
    moves = tuple(
        weigh(move, chance) for place, (move, chance) in enumerate(puzzle.moves) if place < LISTED or move in worth
    )
    chosen = next(one for one in moves if one.chosen)
    punished = next((one for one in moves if one.line == other and not one.chosen), None)
    return Answer(
        not chosen.right and not first, moves[0], chosen, punished, moves, len(puzzle.moves) - len(moves),
        _went_on(asked), shown,
    )


def glanced(puzzle: Puzzle) -> str:
    """The wrong move that is likeliest to be made at first sight; else the best of those that are wrong."""
    wrong = [move for move, _ in puzzle.moves if move not in puzzle.right]
    return next((line for line in puzzle.missed.values() if line in wrong), wrong[0] if wrong else "")


@lru_cache(maxsize=256)
def reasons_for(text: str, other: str) -> dict[str, Words]:
    """Why the best move of a puzzle is good, and what is wrong with another, by their lines: asked once."""
    puzzle = Puzzle.parsed(text)
    if not other:
        return {}
    return reasons_of(puzzle.course, puzzle.best, other)


def _went_on(asked: PuzzleView) -> tuple[Markup, ...]:
    puzzle = asked.puzzle
    after = moment_of(asked, (puzzle.best, *puzzle.then))
    first = len(puzzle.course.steps) + 1
    told = [entries(after, [step]) for step in after.told(first)]
    return tuple(markup([markup(entry.text, " ") for entry in entries]) for entries in told)
