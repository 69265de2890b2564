"""Whether chances to win mean what they say: of all seats that were given 30 %, did 30 % win?"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from roundhouse.bots import bot
from roundhouse.bots.advice import position_chances, tempered
from roundhouse.bots.match import play
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup
from roundhouse.records.replay import replay


@dataclass(frozen=True)
class Guess:
    """What was said of every seat at one moment of a game, and what each seat won in the end."""

    said: tuple[float, ...]
    came: tuple[float, ...]


@dataclass(frozen=True)
class Bin:
    """Guesses that lie close together: what they said on average, and how often it came true."""

    guesses: int
    said: float
    came: float


def guesses(setup: Setup, player: str, games: int, iterations: int, seed: int = 1) -> Iterator[Guess]:
    """A guess at one moment of each of many games, as the search makes it, before it is tempered."""
    moments = Dice(seed, 99)    # apart from the search's luck: other iterations judge the same moments
    for number in range(games):
        record = play(setup, [player] * setup.seats, [bot(player) for _ in range(setup.seats)], seed, number)
        assert record.result is not None
        state = replay(record).at(int(moments.below(len(record.log))))
        winners = record.result.winners
        came = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(setup.seats))
        yield Guess(tuple(position_chances(state, iterations, Dice(seed, 100 + number))), came)


def binned(made: Sequence[Guess], temper: float = 1.0, bins: int = 10) -> list[Bin]:
    """The guesses of all seats, tempered, in bins of equal width."""
    pairs = [pair for guess in made for pair in zip(tempered(guess.said, temper), guess.came)]
    return [
        Bin(len(some), sum(said for said, _ in some) / len(some), sum(came for _, came in some) / len(some))
        for low in range(bins)
        if (some := [pair for pair in pairs if min(int(pair[0] * bins), bins - 1) == low])
    ]


def error(bins: Sequence[Bin]) -> float:
    """How far guesses are off on average, over all bins."""
    return sum(one.guesses * abs(one.said - one.came) for one in bins) / sum(one.guesses for one in bins)


def surprise(made: Sequence[Guess], temper: float) -> float:
    """The mean log-loss: what is least when chances are neither too bold nor too timid."""
    total = 0.0
    for guess in made:
        chances = tempered(guess.said, temper)
        total -= sum(came * log(max(chance, 1e-6)) for chance, came in zip(chances, guess.came))
    return total / len(made)


def best_temper(made: Sequence[Guess]) -> float:
    """The temper with the least surprise, to a twentieth."""
    return min((step / 20 for step in range(4, 61)), key=lambda temper: surprise(made, temper))
