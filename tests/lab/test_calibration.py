"""Chances to win mean what they say: predicted against observed, over many games by greedy bots."""
from __future__ import annotations

from math import log

import pytest

import roundhouse
from roundhouse import Dice
from roundhouse.bots.advice import tempered
from roundhouse.bots.values import tuned
from roundhouse.games import Setup, titles
from roundhouse.lab.calibration import Bin, Guess, best_temper, binned, error, guesses, surprise

TOLERANCE = 0.08    # how far guesses may be off on average; chance alone makes 0.02 to 0.05 of it with so many games
GAMES = 250
SEED = 77           # not the games that the tempers were found with


def test_bins_say_what_was_said_and_what_came() -> None:
    made = [Guess((0.72, 0.28), (1.0, 0.0)), Guess((0.78, 0.22), (0.0, 1.0))]
    low, high = binned(made)
    assert low == Bin(2, pytest.approx(0.25), 0.5)      # type: ignore[arg-type]
    assert high == Bin(2, pytest.approx(0.75), 0.5)     # type: ignore[arg-type]
    assert error(binned(made)) == pytest.approx(0.25)


def test_the_best_temper_mends_guesses_that_are_too_bold() -> None:
    """Chances are drawn, then told with twice the boldness: half the boldness is right."""
    dice = Dice(1)
    made = []
    for _ in range(3000):
        chance = (1 + int(dice.below(98))) / 99
        won = int(dice.below(10_000)) < chance * 10_000
        made.append(Guess(tuple(tempered((chance, 1 - chance), 2)), (1.0, 0.0) if won else (0.0, 1.0)))
    assert best_temper(made) == pytest.approx(0.5, abs=0.1)
    assert surprise(made, 0.5) < surprise(made, 1)
    assert error(binned(made, 0.5)) < 0.03 < error(binned(made))


@pytest.mark.skipif(roundhouse.ENGINE == "plain", reason="the same games take many minutes uncompiled")
@pytest.mark.parametrize("name", sorted(titles()))
def test_predicted_and_observed_agree(name: str) -> None:
    made = list(guesses(Setup.of(name), "greedy", GAMES, 40, SEED))
    bins = binned(made, tuned(name)[1].temper, bins=5)
    assert error(bins) < TOLERANCE, bins
    # And they say something: who gave every seat the same chance would be right on average, too.
    assert surprise(made, tuned(name)[1].temper) < 0.9 * log(len(made[0].said))
    assert sum(one.guesses for one in bins) == GAMES * len(made[0].said)
