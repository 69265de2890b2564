"""Looking for puzzles in games between bots: one move is clearly the best, and a quick look misses it.

A game is sieved by short searches first; only what is left after that is thought about for long, each move by itself
and twice with other dice, so that no single lucky search makes a puzzle.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from roundhouse.bots import Seat, unhurried
from roundhouse.bots.advice import calibrated
from roundhouse.bots.masters import advising_bot
from roundhouse.bots.match import play
from roundhouse.bots.values import valuer
from roundhouse.engine.dice import Dice
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.lab.workers import spread
from roundhouse.records.course import Course
from roundhouse.records.puzzle import BEGIN, CLEAR, Origin, Puzzle, read_puzzles
from roundhouse.records.record import Record
from roundhouse.records.replay import replay

GLANCE = "level-2"
QUICK = GLANCE, "level-3"           # what one of them plays is found by a quick look, and is no puzzle
SLOW = "level-4", "level-5"
LEAST_MOVES = 3
SIEVED = 60                         # iterations of the first look at a position
PROMISING = 0.03                    # by so much the first look must find its move better than that of a glance
CANDIDATES = 4                      # positions of a game that are thought about for long
LIKED = 8                           # other moves that are looked at twice, besides those of the bots
TWICE = 2
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


def search(hunt: Hunt, games: int, jobs: int, file: Path) -> Iterator[tuple[int, int]]:
    """Look through games, and write what is found at once, in their order: how many are done, and puzzles found.

    The file may hold puzzles of other hunts too. Those of this one say with which game to go on.
    """
    kept = [one.origin.game for one in _kept(file) if _hunt_of(one) == hunt]
    first, found = max(kept, default=-1) + 1, len(kept)
    yield first, found
    waiting: dict[int, Puzzle | None] = {}
    following = first
    for number, puzzle in spread(partial(found_in, hunt), range(first, games), jobs):
        waiting[number] = puzzle
        while following in waiting:
            ready = waiting.pop(following)
            following += 1
            if ready is not None:
                found += 1
                with file.open("a", encoding="utf-8") as out:
                    out.write(ready.dumps() + "\n")
        yield following, found


def _kept(file: Path) -> list[Puzzle]:
    """What the file holds; a last line that was cut off by a crash is taken away."""
    try:
        file.touch()
        whole, end, rest = file.read_text(encoding="utf-8").rpartition("\n")
        if rest.startswith(BEGIN):
            file.write_text(whole + end, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"puzzles can't be kept in {file}: {error}") from error
    return read_puzzles(file)


def _hunt_of(puzzle: Puzzle) -> Hunt:
    origin = puzzle.origin
    return Hunt(puzzle.record.setup, tuple(puzzle.record.seats), origin.seed, origin.iterations)


def found_in(hunt: Hunt, number: int) -> Puzzle | None:
    """The puzzle of a game, if there is one."""
    course = replay(play(hunt.setup, hunt.bots, [unhurried(name) for name in hunt.bots], hunt.seed, number))
    dice = Dice(hunt.seed, APART + number)
    promising = sorted(_candidates(course, dice), key=lambda one: -one.gain)[:CANDIDATES]
    for candidate in promising:
        before = course.back_to(candidate.step)
        missed = _missed(before, candidate.code, dice)
        moves = compared(before, candidate.code, missed.values(), hunt.iterations, dice) if missed else ()
        if moves:
            lines = {name: before.game.text(code) for name, code in missed.items()}
            then = _goes_on(before.then(candidate.code), hunt.iterations, dice)
            return Puzzle(Origin(hunt.seed, number, hunt.iterations), moves, lines, then, Record.of(before, hunt.bots))
    return None


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
            yield Candidate(step, gain, best)


def _missed(course: Course, best: int, dice: Dice) -> dict[str, int]:
    """What those bots do here that do not find the best move; nobody, if a quick look finds it."""
    seat = Seat(course, course.to_act)
    missed: dict[str, int] = {}
    for name in (*QUICK, *SLOW):
        code = unhurried(name).choose(seat, dice)
        if code != best:
            missed[name] = code
        elif name in QUICK:
            return {}
    return missed


def compared(
    course: Course, likely: int, besides: Iterable[int], iterations: int, dice: Dice
) -> tuple[tuple[str, float], ...]:
    """Every move of a position with the chance after it, the best first; nothing if none is clearly the best.

    `likely` is what a first look would do: if a long one would not, it is not stable enough to be asked. Those moves
    that the search likes, and those named `besides`, are looked at twice, and all others once.
    """
    tree = advising_bot(course.game, iterations).think(Seat(course, course.to_act), dice)
    if int(tree.most_visited()) != likely:
        return ()
    liked = [int(code) for code, _, _ in tree.root_actions() if code != likely][:LIKED]
    others = list(dict.fromkeys([*liked, *besides]))
    chances = dict.fromkeys([likely, *others], 0.0)
    for _ in range(TWICE):
        best = _chance_after(course, likely, iterations, dice)
        chances[likely] += best / TWICE
        for code in others:
            chance = _chance_after(course, code, iterations, dice)
            chances[code] += chance / TWICE
            if best - chance < CLEAR:
                return ()
    for code in map(int, course.state.legal()):
        if code not in chances:
            chances[code] = _chance_after(course, code, iterations, dice)
            if chances[likely] - chances[code] < CLEAR:
                return ()
    told = [(course.game.text(code), chance) for code, chance in chances.items()]
    return tuple(sorted(told, key=lambda move: -move[1]))


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
