"""A puzzle: a position of a game in which one move is clearly the best, and what a strong player says of the others.

A file has a puzzle in each line. The position is a record that stops there, so that it is rebuilt as every game is. A
game's own puzzles lie in its folder as `puzzles.jsonl`.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from roundhouse.errors import UserError
from roundhouse.games import title as find_title
from roundhouse.nesting import TOO_DEEP, too_deep
from roundhouse.records.course import Course
from roundhouse.records.record import Record
from roundhouse.records.replay import replay

FORMAT = "roundhouse-puzzle/1"
BEGIN = f'{{"format": "{FORMAT}"'       # as every line does
KEYS = {"format", "from", "moves", "missed", "then", "record"}
CLEAR = 0.06
"""The best move's chance is over every other's by this much or more."""


class PuzzleError(UserError):
    """A line that is no puzzle, and why."""


@dataclass(frozen=True)
class Origin:
    """How a puzzle was found: in which of the games of a seed, and by how long a search of each move."""

    seed: int
    game: int
    iterations: int


@dataclass(frozen=True)
class Puzzle:
    """A position with one clearly best move, and what was thought of all others."""

    origin: Origin
    moves: tuple[tuple[str, float], ...]
    """Every legal move with the chance to win after it of the seat to act; the best first."""
    missed: Mapping[str, str]
    """Bots that do something else here, and what."""
    then: tuple[str, ...]
    """How the game might go on after the best move."""
    record: Record
    """The game up to here. Who solves the puzzle may not see all of it: see `course` and `seat`."""

    @property
    def best(self) -> str:
        """The best move, in the notation."""
        return self.moves[0][0]

    @cached_property
    def course(self) -> Course:
        """The game up to the position."""
        return replay(self.record)

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return self.course.to_act

    @cached_property
    def mark(self) -> str:
        """A short word for this very puzzle, wherever it stands in a list."""
        return sha256(self.dumps().encode()).hexdigest()[:10]

    def dumps(self) -> str:
        """Its line of a file."""
        origin = self.origin
        return json.dumps({
            "format": FORMAT,
            "from": {"seed": origin.seed, "game": origin.game, "iterations": origin.iterations},
            "moves": [[line, round(chance, 3)] for line, chance in self.moves],
            "missed": dict(self.missed),
            "then": list(self.then),
            "record": json.loads(self.record.dumps()),
        }, ensure_ascii=False)

    @staticmethod
    def loads(text: str) -> Puzzle:
        """A puzzle from its line, checked against the rules of its game."""
        if too_deep(text):
            raise PuzzleError(TOO_DEEP)
        try:
            data = json.loads(text)
        except ValueError as error:
            raise PuzzleError(f"this is not whole JSON: {error}") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise PuzzleError(f'this is no puzzle: expected "format": "{FORMAT}"')
        if set(data) != KEYS:
            odd = sorted(KEYS.symmetric_difference(data))[0]
            raise PuzzleError(f'"{odd}" is missing' if odd in KEYS else f'"{odd}" is not a part of a puzzle')
        moves = tuple(_move(one) for one in _listed(data, "moves"))
        then = tuple(_listed(data, "then"))
        missed = data["missed"]
        if not isinstance(missed, dict) or not all(isinstance(line, str) for line in (*missed.values(), *then)):
            raise PuzzleError('"missed" and "then" are lines of the notation')
        try:
            record = Record.loads(json.dumps(data["record"]))
            puzzle = Puzzle(_origin(data["from"]), moves, missed, then, record)
            course = puzzle.course
        except UserError as error:
            raise PuzzleError(f'"record": {error}') from error
        _check(puzzle, course)
        return puzzle


def _listed(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data[key]
    if not isinstance(found, list):
        raise PuzzleError(f'"{key}" is not a list')
    return found


def _move(one: Any) -> tuple[str, float]:
    match one:
        case [str(line), int() | float() as chance] if 0 <= chance <= 1:
            return line, float(chance)
    raise PuzzleError(f"expected a move and a chance from 0 to 1, found {json.dumps(one)}")


def _origin(data: Any) -> Origin:
    match data:
        case {"seed": int(seed), "game": int(game), "iterations": int(iterations)} if len(data) == 3:
            return Origin(seed, game, iterations)
    raise PuzzleError('"from" is not {"seed": .., "game": .., "iterations": ..}')


def _check(puzzle: Puzzle, course: Course) -> None:
    """Whether it can be asked: a seat is to act, all its moves are told, and the first is clearly the best."""
    if course.to_act < 0:
        raise PuzzleError("it is nobody's move")
    legal = set(course.state.lines())
    lines = [line for line, _ in puzzle.moves]
    for line in (*lines, *puzzle.missed.values()):
        if line not in legal:
            raise PuzzleError(f"'{line}' is not allowed here")
    for line in legal.difference(lines):
        raise PuzzleError(f"it does not say how good '{line}' is")
    chances = [chance for _, chance in puzzle.moves]
    if len(set(lines)) < max(2, len(lines)):
        raise PuzzleError("it needs two moves or more, each named once")
    if chances[0] - max(chances[1:]) < CLEAR:
        raise PuzzleError(f"'{puzzle.best}' is not better than every other move by {CLEAR:.0%}")
    if puzzle.best in puzzle.missed.values():
        raise PuzzleError(f"'{puzzle.best}' is the best move, and no bot that plays it has missed it")
    played_on(course, (puzzle.best, *puzzle.then))


def played_on(course: Course, lines: Sequence[str]) -> Course:
    """A course with more steps, in the notation."""
    other = course.copy()
    for line in lines:
        try:
            other.apply(other.game.parse(line))
        except ValueError as error:
            raise PuzzleError(f"the game can't go on with '{line}': {error}") from error
    return other


def read_puzzles(file: Path) -> list[Puzzle]:
    """The puzzles of a file; the first line that is none raises PuzzleError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{file} can't be read: {error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(Puzzle.loads(line))
        except PuzzleError as error:
            raise PuzzleError(f"{file}, line {number}: {error}") from error
    return found


def puzzles_of(title: str) -> list[Puzzle]:
    """Those that come with a game, the easiest first: by how many bots miss it, then by how much is at stake."""
    file = find_title(title).folder / "puzzles.jsonl"
    found = read_puzzles(file) if file.exists() else []
    return sorted(found, key=lambda one: (len(one.missed), one.moves[1][1] - one.moves[0][1]))
