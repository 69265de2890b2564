"""A puzzle: a position in which a move is clearly the best, or a few alike, and what is thought of all others.

A file has a puzzle in each line. The position is a record that stops there, so that it is rebuilt as every game is. A
game's own puzzles lie in its folder as `puzzles.jsonl`.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
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
KEYS = {"format", "from", "kind", "moves", "missed", "then", "record"}
AS_GOOD = 0.025
"""A move whose chance is below the best one's by no more than this is as good, and right."""
CLEAR = 0.06
"""The best move's chance is over that of every move that is not right by this much or more."""
MOST_RIGHT = 3
EXACT = 1e-9            # chances are written with three digits


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
    """A position with a clearly best move, or a few that are as good, and what was thought of all others."""

    origin: Origin
    kind: str
    """Of which kind the reason for the best move is, or against what a glance makes: a claim of the game's room."""
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

    @property
    def right(self) -> tuple[str, ...]:
        """The moves that are as good as the best, which is the first."""
        return right_of(self.moves)

    @property
    def at_stake(self) -> float:
        """By how much the best move's chance is over that of the best move that is not right."""
        return self.moves[0][1] - self.moves[len(self.right)][1]

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
            "kind": self.kind,
            "moves": [[line, round(chance, 3)] for line, chance in self.moves],
            "missed": dict(self.missed),
            "then": list(self.then),
            "record": json.loads(self.record.dumps()),
        }, ensure_ascii=False)

    @staticmethod
    def loads(text: str) -> Puzzle:
        """A puzzle from its line, checked against the rules of its game."""
        puzzle = Puzzle.parsed(text)
        puzzle.check()
        return puzzle

    @staticmethod
    def parsed(text: str) -> Puzzle:
        """The same, not yet checked against the rules, which takes a replay. Refuses what has another form."""
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
        missed, kind = data["missed"], data["kind"]
        if not isinstance(missed, dict) or not all(isinstance(line, str) for line in (*missed.values(), *then)):
            raise PuzzleError('"missed" and "then" are lines of the notation')
        if not isinstance(kind, str) or not kind:
            raise PuzzleError('"kind" is the kind of its reason, a word')
        try:
            record = Record.loads(json.dumps(data["record"]))
        except UserError as error:
            raise PuzzleError(f'"record": {error}') from error
        return Puzzle(_origin(data["from"]), kind, moves, missed, then, record)

    def check(self) -> None:
        """Refuses what can't be asked by the rules of its game."""
        try:
            course = self.course
        except UserError as error:
            raise PuzzleError(f'"record": {error}') from error
        _check(self, course)


def right_of(moves: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    """Of moves with their chances, the best first, those that are as good as the best; none of none."""
    return tuple(line for line, chance in moves if moves[0][1] - chance <= AS_GOOD + EXACT)


def is_clear(moves: Sequence[tuple[str, float]]) -> bool:
    """Whether a few moves are as good as the best, and all others clearly worse."""
    best, right = moves[0][1], right_of(moves)
    clear = all(best - chance >= CLEAR - EXACT for line, chance in moves if line not in right)
    return clear and len(right) <= MOST_RIGHT and 2 * len(right) <= len(moves)


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
    if len(set(lines)) < max(2, len(lines)):
        raise PuzzleError("it needs two moves or more, each named once")
    if puzzle.moves[0][1] < max(chance for _, chance in puzzle.moves):
        raise PuzzleError(f"'{puzzle.best}' stands first and is not the best move")
    if not is_clear(puzzle.moves):
        raise PuzzleError(
            f"of its moves up to {MOST_RIGHT}, and half of them at most, are within {AS_GOOD:.1%} of the best, and the "
            f"others below it by {CLEAR:.0%} or more"
        )
    if set(puzzle.right) & set(puzzle.missed.values()):
        raise PuzzleError("a bot that makes a move that is as good as the best has not missed it")
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


def read_puzzles(file: Path, load: Callable[[str], Puzzle] = Puzzle.loads) -> list[Puzzle]:
    """The puzzles of a file; the first line that is none raises PuzzleError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{file} can't be read: {error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(load(line))
        except PuzzleError as error:
            raise PuzzleError(f"{file}, line {number}: {error}") from error
    return found


def puzzles_of(title: str) -> list[Puzzle]:
    """Those that come with a game, the easiest first: by how many bots miss it, then by how much is at stake.

    They are not yet checked against the rules."""
    file = find_title(title).folder / "puzzles.jsonl"
    found = read_puzzles(file, Puzzle.parsed) if file.exists() else []
    return sorted(found, key=lambda one: (len(one.missed), -one.at_stake))
