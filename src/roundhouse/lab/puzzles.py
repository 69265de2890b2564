"""Looking for puzzles in games between bots: one move, or a few alike, is clearly the best, and a quick look misses it.

A game is sieved by short searches first; only what is left after that is thought about for long, each move by itself
and twice with other dice, so that no single lucky search makes a puzzle.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from roundhouse.bots import Seat, unhurried
from roundhouse.bots.advice import calibrated
from roundhouse.bots.coach import beside
from roundhouse.bots.masters import advising_bot
from roundhouse.bots.match import play_course
from roundhouse.bots.values import valuer
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.workers import spread
from roundhouse.records.course import Course
from roundhouse.records.puzzle import (
    AS_GOOD,
    BEGIN,
    CLEAR,
    MOST_RIGHT,
    Origin,
    Puzzle,
    is_clear,
    read_puzzles,
    right_of,
)
from roundhouse.records.record import Record

GLANCE = "level-2"                  # what it plays is found by a quick look, and is no puzzle
LEVELS = GLANCE, "level-3", "level-4", "level-5"
LEAST_MOVES = 3
SIEVED = 60                         # iterations of the first look at a position
PROMISING = 0.03                    # by so much the first look must find its move better than that of a glance
CANDIDATES = 5                      # positions of a game that are thought about for long
A_GAME = 2                          # puzzles of a game, at most
LIKED = 5                           # other moves that are looked at twice, besides that of a glance
GOES_ON = 5
APART = 1 << 31                     # the first stream of dice of the searches; the games have those below


@dataclass(frozen=True)
class Hunt:
    """Where to look: in which games, and how long to think about each move of a position."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    iterations: int


@dataclass(frozen=True)
class Candidate:
    """A position that the first look finds promising: after how many steps, by how much, and what it would do."""

    step: int
    gain: float
    code: int
    glance: int
    """What a glance would do."""


def search(hunt: Hunt, games: int, jobs: int, file: Path) -> Iterator[tuple[int, int]]:
    """Look through games, and write what is found at once, in their order: how many are done, and puzzles found.

    The file may hold puzzles of other hunts too. Those of this one say with which game to go on.
    """
    kept = [one.origin.game for one in _kept(file) if _hunt_of(one) == hunt]
    first, found = max(kept, default=-1) + 1, len(kept)
    yield first, found
    waiting: dict[int, list[Puzzle]] = {}
    following = first
    for number, puzzles in spread(partial(found_in, hunt), range(first, games), jobs):
        waiting[number] = puzzles
        while following in waiting:
            ready = waiting.pop(following)
            following += 1
            found += len(ready)
            if ready:
                with file.open("a", encoding="utf-8") as out:
                    out.write("".join(one.dumps() + "\n" for one in ready))
        yield following, found


def _kept(file: Path) -> list[Puzzle]:
    """What the file holds. Where a crash cut off the last line it is taken away, with all of the game before it: that
    may be the game that was being written."""
    try:
        file.touch()
        whole, end, rest = file.read_text(encoding="utf-8").rpartition("\n")
        if not rest.startswith(BEGIN):
            return read_puzzles(file)
        file.write_text(whole + end, encoding="utf-8")
        found = read_puzzles(file)
        kept = [one for one in found if (one.origin, _hunt_of(one)) != (found[-1].origin, _hunt_of(found[-1]))]
        file.write_text("".join(one.dumps() + "\n" for one in kept), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"puzzles can't be kept in {file}: {error}") from error
    return kept


def _hunt_of(puzzle: Puzzle) -> Hunt:
    origin = puzzle.origin
    return Hunt(puzzle.record.setup, tuple(puzzle.record.seats), origin.seed, origin.iterations)


def found_in(hunt: Hunt, number: int) -> list[Puzzle]:
    """The puzzles of a game, no two with reasons of one kind."""
    course = play_course(hunt.setup, hunt.bots, [unhurried(name) for name in hunt.bots], hunt.seed, number)
    dice = Dice(hunt.seed, APART + number)
    found: dict[str, Puzzle] = {}
    for candidate in sorted(_candidates(course, dice), key=lambda one: -one.gain)[:CANDIDATES]:
        if len(found) < A_GAME:
            puzzle = _puzzle_at(hunt, number, course.back_to(candidate.step), candidate, dice)
            if puzzle is not None:
                found.setdefault(puzzle.kind, puzzle)
    return list(found.values())


def _puzzle_at(hunt: Hunt, number: int, before: Course, candidate: Candidate, dice: Dice) -> Puzzle | None:
    """What a promising position comes to if it is thought about for long."""
    moves = compared(before, candidate.code, (candidate.glance,), hunt.iterations, dice)
    if not moves:
        return None
    right = right_of(moves)
    seat = Seat(before, before.to_act)
    played = {name: before.game.text(unhurried(name).choose(seat, dice)) for name in LEVELS}
    missed = {name: line for name, line in played.items() if line not in right}
    kind = reason_kind(before, right[0], before.game.text(candidate.glance))
    if GLANCE not in missed or not kind:
        return None
    then = _goes_on(before.then(before.game.parse(right[0])), hunt.iterations, dice)
    origin = Origin(hunt.seed, number, hunt.iterations)
    return Puzzle(origin, kind, moves, missed, then, Record.of(before, hunt.bots))


def reason_kind(course: Course, best: str, other: str) -> str:
    """Of which kind the coach's reason is, for the best move or else against another; "" where there is none."""
    better, worse = beside(course, best, other)
    return better.kind or worse.kind


def _candidates(course: Course, dice: Dice) -> Iterator[Candidate]:
    """Positions in which a short search finds something clearly better than a glance does.

    A sealed choice is left out: the best one depends on what the others expect, and no one move is right.
    """
    for passed in course.passed():
        step = passed.number - 1
        if passed.by < 0 or passed.before.sealed() or len(passed.before.legal()) < LEAST_MOVES:
            continue
        seat = Seat(course.back_to(step), passed.by)
        glance = unhurried(GLANCE).choose(seat, dice)
        tree = advising_bot(course.game, SIEVED, thorough=False).think(seat, dice)
        best = int(tree.most_visited())
        values = {code: calibrated(course.game, shares)[passed.by] for code, _, shares in tree.root_actions()}
        gain = values.pop(best) - values.get(glance, max(values.values(), default=0.0))
        if best != glance and gain >= PROMISING:
            yield Candidate(step, gain, best, glance)


def compared(
    course: Course, likely: int, besides: Iterable[int], iterations: int, dice: Dice
) -> tuple[tuple[str, float], ...]:
    """Every move of a position with the chance after it, the best first; nothing if none is clearly among the best.

    `likely` is what a first look would do: if a long one would not, it is not stable enough to be asked. Those moves
    that the search likes, and those named `besides`, are looked at twice, and all others once.
    """
    tree = advising_bot(course.game, iterations).think(Seat(course, course.to_act), dice)
    if int(tree.most_visited()) != likely:
        return ()
    liked = [int(code) for code, _, _ in tree.root_actions() if code != likely][:LIKED]
    others = list(dict.fromkeys([*liked, *besides]))
    chances: dict[int, float] = {}
    for code in dict.fromkeys([likely, *others, *map(int, course.state.legal())]):
        chances[code] = _chance_after(course, code, iterations, dice)
        if _between(chances, likely):
            return ()
    for code in (likely, *others):
        chances[code] = (chances[code] + _chance_after(course, code, iterations, dice)) / 2
    if _between(chances, likely):
        return ()
    told = [(course.game.text(code), round(chance, 3)) for code, chance in chances.items()]
    moves = tuple(sorted(told, key=lambda move: -move[1]))
    return moves if is_clear(moves) else ()


def _between(chances: Mapping[int, float], likely: int) -> bool:
    """Whether some move is neither as good as the likely best nor clearly worse, or too many are as good."""
    behind = [chances[likely] - chance for chance in chances.values()]
    alike = sum(one <= AS_GOOD for one in behind)
    return alike > MOST_RIGHT or any(AS_GOOD < one < CLEAR for one in behind)


def _chance_after(course: Course, code: int, iterations: int, dice: Dice) -> float:
    """The chance to win of the seat to act once it has made a move, as it sees it."""
    seat, after = course.to_act, course.then(code)
    if after.over:
        return float(valuer(course.game.name).shares(after.state)[seat])
    tree = advising_bot(course.game, iterations, thorough=False).think(Seat(after, seat), dice)
    return calibrated(course.game, list(tree.root_value()))[seat]


def _goes_on(course: Course, iterations: int, dice: Dice) -> tuple[str, ...]:
    """How a game might go on: what the strongest player would do at every seat, from what that seat may know."""
    lines: list[str] = []
    while len(lines) < GOES_ON and not course.over:
        to_act = course.to_act
        code = (
            int(course.state.random(dice)) if to_act < 0
            else advising_bot(course.game, iterations).choose(Seat(course, to_act), dice)
        )
        lines.append(course.game.text(code))
        course.apply(code)
    return tuple(lines)
