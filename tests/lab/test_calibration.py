"""Chances to win mean what they say: predicted against observed, over many games by greedy bots."""
from __future__ import annotations

from math import log

import pytest

import roundhouse
from roundhouse import Dice
from roundhouse.bots.advice import scaled
from roundhouse.bots.values import tuned
from roundhouse.games import Setup, titles
from roundhouse.lab.calibration import (
    Bin,
    Forecast,
    best_temperature,
    expected_calibration_error,
    forecasts,
    log_loss,
    reliability,
)

TOLERANCE = 0.08    # how far forecasts may be off on average; chance alone makes 0.02 to 0.05 of it with so many games
GAMES = 250
SEED = 77           # not the games that the temperatures were found with


def test_bins_hold_the_means_of_what_was_predicted_and_observed() -> None:
    made = [Forecast((0.72, 0.28), (1.0, 0.0)), Forecast((0.78, 0.22), (0.0, 1.0))]
    low, high = reliability(made)
    assert low == Bin(2, pytest.approx(0.25), 0.5)      # type: ignore[arg-type]
    assert high == Bin(2, pytest.approx(0.75), 0.5)     # type: ignore[arg-type]
    assert expected_calibration_error(reliability(made)) == pytest.approx(0.25)


def test_the_best_temperature_mends_forecasts_that_are_too_bold() -> None:
    """Chances are drawn, then told with twice the boldness: half the boldness is right."""
    dice = Dice(1)
    made = []
    for _ in range(3000):
        chance = (1 + int(dice.below(98))) / 99
        won = int(dice.below(10_000)) < chance * 10_000
        made.append(Forecast(tuple(scaled((chance, 1 - chance), 0.5)), (1.0, 0.0) if won else (0.0, 1.0)))
    assert best_temperature(made) == pytest.approx(2, abs=0.4)
    assert log_loss(made, 2) < log_loss(made, 1)
    assert expected_calibration_error(reliability(made, 2)) < 0.03 < expected_calibration_error(reliability(made))


@pytest.mark.skipif(roundhouse.ENGINE == "plain", reason="the same games take many minutes uncompiled")
@pytest.mark.parametrize("name", sorted(titles()))
def test_predicted_and_observed_agree(name: str) -> None:
    made = list(forecasts(Setup.of(name), "greedy", GAMES, 40, SEED))
    bins = reliability(made, tuned(name)[1].temperature, bins=5)
    assert expected_calibration_error(bins) < TOLERANCE, bins
    # And they say something: who gave every seat the same chance would be right on average, too.
    assert log_loss(made, tuned(name)[1].temperature) < 0.9 * log(len(made[0].predicted))
    assert sum(one.count for one in bins) == GAMES * len(made[0].predicted)
