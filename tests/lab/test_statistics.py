"""Intervals and tests, against figures from tables and from simple cases."""
from __future__ import annotations

import pytest

from roundhouse.engine.dice import Dice
from roundhouse.lab.statistics import (
    chi_square_tail,
    chi_square_test,
    holm,
    mean,
    mean_difference,
    percentage,
    proportion,
    proportion_difference,
    quantile,
)
from roundhouse.lab.wording import in_unit, interval, listed, odds, percent, plain, span


@pytest.mark.parametrize(("x", "freedom", "chance"), [
    (3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (16.750, 5, 0.005), (0.0, 3, 1.0),
])
def test_chi_square_against_the_printed_table(x: float, freedom: int, chance: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(chance, abs=1e-4)


def test_even_counts_are_balanced_and_uneven_ones_are_not() -> None:
    assert chi_square_test([25, 25, 25, 25], [25] * 4) == 1.0
    assert chi_square_test([40, 20, 20, 20], [25] * 4) < 0.01
    assert chi_square_test([10], [10]) == 1.0


def test_a_mean_and_its_interval() -> None:
    one = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (one.value, one.n) == (3.0, 5)
    assert (one.low, one.high) == pytest.approx((3 - 1.386, 3 + 1.386), abs=1e-3)
    assert one.excludes(4.5) and not one.excludes(4.0)


def test_shares_of_games_stay_between_none_and_all() -> None:
    one = percentage([100.0, 100.0, 100.0, 0.0])
    assert (one.value, one.n) == (75.0, 4)
    assert (one.low, one.high) == pytest.approx((30.06, 95.44), abs=0.01)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    dice = Dice(1)
    held = sum(not proportion(sum(int(dice.below(4)) == 0 for _ in range(200)), 200).excludes(0.25) for _ in range(400))
    assert 0.92 <= held / 400 <= 0.98


def test_a_difference_that_is_there_is_seen_and_one_that_is_not_is_not() -> None:
    low, high = [1.0, 2.0, 3.0] * 20, [2.0, 3.0, 4.0] * 20
    seen = mean_difference(low, high)
    assert (seen.change, seen.significant) == (1.0, True)
    assert seen.sample_size < 60
    same = mean_difference(low, low)
    assert (same.change, same.significant, same.p_value) == (0.0, False, 1.0)
    assert not mean_difference([1.0], [2.0]).significant


def test_shares_differ_even_where_one_is_none_or_all() -> None:
    assert proportion_difference(proportion(0, 12), proportion(12, 12)).significant
    seen = proportion_difference(proportion(0, 3), proportion(3, 3))
    assert seen.p_value > 0.01
    assert not proportion_difference(proportion(0, 3), proportion(1, 3)).significant
    assert proportion_difference(proportion(50, 100), proportion(50, 100)).change == 0
    assert not proportion_difference(proportion(0, 0), proportion(5, 10)).significant


def test_the_games_that_a_difference_needs_are_about_enough() -> None:
    """With so many games, a difference of half a standard deviation is seen in about 80 of 100 studies."""
    dice = Dice(2)

    def sample(n: int, shift: float) -> list[float]:
        return [int(dice.below(100)) / 100 + shift for _ in range(n)]

    shift = 0.5 * 0.2887
    needed = mean_difference([0.0, 0.5774] * 100, [shift, 0.5774 + shift] * 100).sample_size
    assert 55 <= needed <= 70
    seen = sum(mean_difference(sample(needed, 0), sample(needed, shift)).significant for _ in range(300))
    assert 0.7 <= seen / 300 <= 0.9


def test_many_tests_at_once_ask_for_more() -> None:
    assert holm([0.01, 0.04]) == [True, True]
    assert holm([0.03, 0.04]) == [False, False]
    assert holm([0.2, 0.001, 0.02, 0.3]) == [False, True, False, False]


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([0, 10], 0.25) == 2.5


def test_figures_as_people_write_them() -> None:
    assert [plain(v) for v in (1234.5, 12.34, 1.234, 3.0, -2.5)] == ["1,234", "12.3", "1.23", "3", "−2.50"]
    assert interval(proportion(26, 100), percent) == "26 % (18 to 35 %)"
    assert span(-1.5, 2.25, in_unit("money", "£")) == "−£1.50 to £2.25"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(list("abcdefgh"), 3) == "a, b, c and 5 more"
    assert odds(0.0001) == "less than once in 2,000 studies"
