"""What a sweep claims: an effect that is there is found, and where there is none it claims none in 95 of 100 cases."""
from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from roundhouse.engine.dice import Dice
from roundhouse.lab.effects import Effect, count_tests, effects

METRICS = ("margin", "wins", "turns")
STUDIES = 200

Draw = Callable[[Dice], float]


def even(dice: Dice) -> float:
    return float(dice.below(1000))


def skewed(dice: Dice) -> float:
    """Most are small, a few are huge, as margins are."""
    return 1.0 / (1 + int(dice.below(500)))


def won(dice: Dice) -> float:
    return float(dice.below(4) == 0)


def study(dice: Dice, points: list[tuple[object, ...]], draw: Draw, games: int) -> list[Effect]:
    """A sweep in which nothing that is varied has any effect."""
    return effects(points, {name: [[draw(dice) for _ in range(games)] for _ in points] for name in METRICS})


@pytest.mark.parametrize(("levels", "games", "draw"), [
    (2, 40, even), (3, 40, skewed), (5, 25, won), (8, 20, skewed), (12, 15, won), (3, 4, even),
])
def test_where_nothing_has_an_effect_95_of_100_sweeps_claim_none(levels: int, games: int, draw: Draw) -> None:
    dice = Dice(1)
    points: list[tuple[object, ...]] = [(value,) for value in range(levels)]
    claims = sum(any(one.sure for one in study(dice, points, draw, games)) for _ in range(STUDIES))
    assert claims <= 0.05 * STUDIES


def test_nor_does_a_number_that_was_varied_beside_one_that_has_an_effect() -> None:
    """The points are not all of the grid, so that the two numbers go together a little."""
    dice = Dice(2)
    points: list[tuple[object, ...]] = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 1), (2, 0)]
    claims = 0
    for _ in range(STUDIES):
        games = [[even(dice) + 400.0 * float(str(point[0])) for _ in range(20)] for point in points]
        real, idle = effects(points, {"margin": games})
        assert real.sure
        claims += idle.sure
    assert claims <= 0.05 * STUDIES


def test_a_trend_is_found_and_called_one() -> None:
    dice = Dice(3)
    games = [[even(dice) + 60.0 * value for _ in range(60)] for value in range(5)]
    found, = effects([(value,) for value in range(5)], {"margin": games})
    assert (found.kind, found.sure) == ("trend", True)


def test_what_goes_up_and_down_again_is_found_too() -> None:
    dice = Dice(4)
    games = [[even(dice) + 500.0 * (value == 2) for _ in range(60)] for value in range(5)]
    found, = effects([(value,) for value in range(5)], {"margin": games})
    assert (found.kind, found.sure) == ("difference", True)


def test_words_have_no_trend() -> None:
    points: list[tuple[object, ...]] = [("off",), ("on",), ("both",)]
    found, = effects(points, {"turns": [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]})
    assert found == Effect("turns", 0, "difference", 1.0)
    assert count_tests(points, 3) == 3
    assert count_tests([(1,), (2,), (3,)], 3) == 6
    assert count_tests(list(product((1, 2), ("a", "b"))), 1) == 2


def test_what_never_varies_has_no_effect() -> None:
    found, = effects([(1,), (2,)], {"turns": [[28.0] * 5, [28.0] * 5]})
    assert found.p_value == 1.0


def test_one_number_is_tested_as_in_the_book() -> None:
    """Kruskal and Wallis 1952, their example of bottle-capping machines: H = 5.656, by chi-square p = 0.059."""
    machines: list[list[float]] = [[340, 345, 330, 342, 338], [339, 333, 344], [347, 343, 349, 355]]
    found, = effects([("a",), ("b",), ("c",)], {"output": machines})
    assert found.p_value == pytest.approx(0.059, abs=0.001)
