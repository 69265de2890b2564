"""A net against a level: at equal time, with a number of games that is fixed beforehand.

At a table of an even number the net has every other seat; at the others it sits alone. Each deal is played with every
such seating.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from roundhouse.bots import bot
from roundhouse.bots.bot import Bot, Seat
from roundhouse.bots.match import play
from roundhouse.bots.netfile import net_for
from roundhouse.bots.thinkers import Guidance, GuidedBot
from roundhouse.bots.values import tuned, valuer
from roundhouse.engine.contract import CHANCE, share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.lab.statistics import Estimate, proportion
from roundhouse.records.course import Course

PACED_ITERATIONS = 300


@dataclass(frozen=True)
class NetGame:
    """One game to be played: the net on some seats, a level on the others."""

    setup: Setup
    net: bytes
    guidance: Guidance
    iterations: int
    rival: str
    seats: tuple[int, ...]
    seed: int


@dataclass(frozen=True)
class NetPlayed:
    """The share of the win that the net's seats had together, and the final scores."""

    seats: tuple[int, ...]
    seed: int
    share: float
    scores: tuple[int, ...]

    @staticmethod
    def of(line: dict[str, Any]) -> NetPlayed:
        """As it was written down."""
        return NetPlayed(tuple(line["seats"]), line["seed"], line["share"], tuple(line["scores"]))


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Every other seat, both ways; or each seat alone where the table is odd."""
    if seats % 2 == 0:
        return [tuple(range(first, seats, 2)) for first in (0, 1)]
    return [(seat,) for seat in range(seats)]


def games(one: NetGame, count: int) -> list[NetGame]:
    """So many games at least, every deal with every seating."""
    ways = seatings(one.setup.seats)
    deals = -(-count // len(ways))
    return [
        NetGame(one.setup, one.net, one.guidance, one.iterations, one.rival, way, one.seed + deal)
        for deal in range(deals) for way in ways
    ]


def play_net(one: NetGame) -> NetPlayed:
    setup = one.setup
    names = ["net" if seat in one.seats else one.rival for seat in range(setup.seats)]
    players = [net_bot(one, one.iterations) if seat in one.seats else bot(one.rival) for seat in range(setup.seats)]
    result = play(setup, names, players, one.seed).result
    assert result is not None
    share = sum(share_of_win(seat, result.winners) for seat in one.seats)
    return NetPlayed(one.seats, one.seed, share, tuple(result.scores))


def net_bot(one: NetGame, iterations: int) -> Bot:
    return GuidedBot(partial(net_for, one.net), iterations, guidance=one.guidance)


def outcome(played: Sequence[NetPlayed]) -> Estimate:
    """The net's share of the wins, with its interval."""
    return proportion(sum(one.share for one in played), len(played))


# ---- equal time ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paced:
    """Processor seconds of an iteration, in the same positions."""

    net: float
    level: float


def pace(one: NetGame, seconds: float) -> Paced:
    """How long the net's and the rival's iterations take, in positions of a game of the rival against itself."""
    net_time = level_time = 0.0
    moves = 0
    until = process_time() + seconds
    for course, dice in decisions(one.setup, one.seed):
        seat = Seat(course, course.to_act)
        begun = process_time()
        net_bot(one, PACED_ITERATIONS).choose(seat, dice)
        between = process_time()
        code = bot(one.rival).choose(seat, dice)
        level_time += process_time() - between
        net_time += between - begun
        moves += 1
        course.apply(code)
        if process_time() > until:
            break
    per_level = tuned(one.setup.title)[1].levels[2] * max(moves, 1)
    return Paced(net_time / (PACED_ITERATIONS * max(moves, 1)), level_time / per_level)


def decisions(setup: Setup, seed: int) -> Iterator[tuple[Course, Dice]]:
    """Where something is to be decided in games one after another; whoever asks makes the moves."""
    while True:
        dice = Dice(seed)
        course = Course(setup)
        while not course.over:
            if course.to_act == CHANCE:
                course.roll(dice)
            elif len(found := valuer(setup.title).candidates(course.state)) == 1:
                course.apply(int(found[0]))
            else:
                yield course, dice
        seed += 1


def equal_iterations(setup: Setup, paced: Sequence[Paced], part: float = 0.97) -> int:
    """As many iterations of the net as take the level's time, or a little less."""
    ratio = median([one.level / one.net for one in paced if one.net > 0])
    return max(1, int(tuned(setup.title)[1].levels[2] * ratio * part))
