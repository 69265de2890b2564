"""Whether chances to win mean what they say: of all seats that were given 30 %, did 30 % win?

The measures are those of Guo, Pleiss, Sun and Weinberger, "On Calibration of Modern Neural Networks", ICML (2017): a
reliability diagram, its expected calibration error, and a temperature found by the least log-loss.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from roundhouse.bots import bot
from roundhouse.bots.advice import scaled, win_chances
from roundhouse.bots.match import play_course
from roundhouse.engine.contract import share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.games import Setup

LEAST_CHANCE = 1e-6     # what was called impossible and came all the same must not cost without end


@dataclass(frozen=True)
class Forecast:
    """The chance to win of every seat in one position of a game, and the share of the win of each in the end."""

    predicted: tuple[float, ...]
    observed: tuple[float, ...]


@dataclass(frozen=True)
class Bin:
    """Forecasts for single seats that lie close together: how many, and the means of both sides."""

    count: int
    predicted: float
    observed: float


def forecasts(setup: Setup, player: str, games: int, iterations: int, seed: int = 1) -> Iterator[Forecast]:
    """A forecast for one position of each of so many games between bots of one name, before any temperature scaling.

    `iterations` is how long the search thinks about a position; with 0 the value function alone is asked.
    """
    positions = Dice(seed, 99)    # apart from the search's luck: other iterations judge the same positions
    for number in range(games):
        course = play_course(setup, [player] * setup.seats, [bot(player) for _ in range(setup.seats)], seed, number)
        state, winners = course.at(int(positions.below(len(course.steps)))), course.state.winners()
        observed = tuple(share_of_win(seat, winners) for seat in range(setup.seats))
        yield Forecast(tuple(win_chances(state, iterations, Dice(seed, 100 + number))), observed)


def reliability(made: Sequence[Forecast], temperature: float = 1.0, bins: int = 10) -> list[Bin]:
    """The reliability diagram: all seats' forecasts, scaled by the temperature, in bins of equal width."""
    pairs = [pair for one in made for pair in zip(scaled(one.predicted, temperature), one.observed)]
    return [
        Bin(len(some), sum(chance for chance, _ in some) / len(some), sum(won for _, won in some) / len(some))
        for low in range(bins)
        if (some := [pair for pair in pairs if min(int(pair[0] * bins), bins - 1) == low])
    ]


def expected_calibration_error(bins: Sequence[Bin]) -> float:
    """How far prediction and observation lie apart, averaged over the bins by their counts."""
    return sum(one.count * abs(one.predicted - one.observed) for one in bins) / sum(one.count for one in bins)


def log_loss(made: Sequence[Forecast], temperature: float) -> float:
    """The mean cross-entropy, least where chances are neither too bold nor too timid."""
    total = 0.0
    for one in made:
        chances = scaled(one.predicted, temperature)
        total -= sum(won * log(max(chance, LEAST_CHANCE)) for chance, won in zip(chances, one.observed))
    return total / len(made)


def best_temperature(made: Sequence[Forecast]) -> float:
    """The temperature with the least log-loss, to a twentieth."""
    return min((step / 20 for step in range(6, 101)), key=lambda temperature: log_loss(made, temperature))
