"""How sure a figure is: intervals, tests, and how many games a difference would take to show."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, gamma, pow, sqrt
from statistics import NormalDist

Z = 1.96            # 95 of 100 cases
Z_POWER = 0.84      # a difference that is there is seen in 80 of 100 studies


@dataclass(frozen=True)
class Estimate:
    """A figure with the interval that holds the true one in 95 of 100 cases, and how many observations it rests on."""

    value: float
    low: float
    high: float
    n: int

    def excludes(self, other: float) -> bool:
        """Whether the interval leaves `other` out."""
        return not self.low <= other <= self.high


def wilson_interval(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """The interval that holds the true proportion in 95 of 100 cases; `z` is the normal quantile for other levels.

    Wilson's score interval, which stays between 0 and 1: Wilson, "Probable Inference, the Law of Succession, and
    Statistical Inference", Journal of the American Statistical Association 22 (1927).
    """
    if games == 0:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def proportion(won: float, games: int, z: float = Z) -> Estimate:
    """The part of games that was won, with Wilson's interval; a shared win may count in parts."""
    low, high = wilson_interval(won, games, z)
    return Estimate(won / games if games else 0.0, low, high, games)


def z_for_all(intervals: int) -> float:
    """The normal quantile with which so many intervals hold all together in 95 of 100 cases.

    Bonferroni's correction: each of them fails as many times more rarely: Dunn, "Multiple comparisons among means",
    Journal of the American Statistical Association 56 (1961).
    """
    return NormalDist().inv_cdf(1 - 0.05 / (2 * max(1, intervals)))


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its normal interval; the interval of a single value is that value, and without any all is nan."""
    n = len(values)
    if n == 0:
        return Estimate(float("nan"), float("nan"), float("nan"), 0)
    middle = sum(values) / n
    reach = Z * standard_deviation(values) / sqrt(n)
    return Estimate(middle, middle - reach, middle + reach, n)


def percentage(values: Sequence[float]) -> Estimate:
    """The mean of values that are all 0 or 100: a proportion in percent, whose interval stays between them."""
    found = proportion(sum(values) / 100, len(values))
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high, found.n)


def standard_deviation(values: Sequence[float]) -> float:
    """The standard deviation, estimated from a sample."""
    n = len(values)
    if n < 2:
        return 0.0
    middle = sum(values) / n
    return sqrt(sum((value - middle) ** 2 for value in values) / (n - 1))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part (0 to 1) of all lies, interpolated between two neighbours."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def chi_square_test(found: Sequence[float], expected: Sequence[float]) -> float:
    """The p-value of Pearson's test: the chance of counts as uneven as these or more so, if the expected are right.

    Pearson, "On the criterion that a given system of deviations ...", Philosophical Magazine 50 (1900).
    """
    cells = [(f, e) for f, e in zip(found, expected) if e > 0]
    if len(cells) < 2:
        return 1.0
    return chi_square_tail(sum((f - e) ** 2 / e for f, e in cells), len(cells) - 1)


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is above x: a finite sum for whole numbers of them."""
    if x <= 0:
        return 1.0
    half = x / 2
    even = freedom % 2 == 0
    powers = range(freedom // 2) if even else range(1, (freedom + 1) // 2)
    shift = 0.0 if even else -0.5
    terms = sum(pow(half, n + shift) / gamma(n + shift + 1) for n in powers)
    return min(1.0, exp(-half) * terms + (0.0 if even else erfc(sqrt(half))))


@dataclass(frozen=True)
class Difference:
    """How far two samples lie apart: the second less the first, with its 95 % interval."""

    change: float
    low: float
    high: float
    p_value: float
    """The chance of a difference as large as this, if there were none."""
    sample_size: int
    """About how many games each study needs to see this difference, if it is real, in 80 of 100 cases."""

    @property
    def significant(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


def mean_difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """The difference of two means, each sample with its own variance; the test is normal, as games are many.

    Welch, "The generalization of 'Student's' problem when several different population variances are involved",
    Biometrika 34 (1947).
    """
    nan = float("nan")
    if len(first) < 2 or len(second) < 2:
        return Difference(nan, nan, nan, 1.0, 0)
    change = sum(second) / len(second) - sum(first) / len(first)
    spread = standard_deviation(first) ** 2, standard_deviation(second) ** 2
    error = sqrt(spread[0] / len(first) + spread[1] / len(second))
    if error == 0:
        return Difference(change, change, change, 0.0 if change else 1.0, 2)
    sample_size = ceil((Z + Z_POWER) ** 2 * sum(spread) / change**2) if change else 0
    p_value = erfc(abs(change) / error / sqrt(2))
    return Difference(change, change - Z * error, change + Z * error, p_value, sample_size)


def proportion_difference(first: Estimate, second: Estimate) -> Difference:
    """The difference of two proportions: an interval that holds near 0 and 1 too, and the p-value of the pooled test.

    Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven methods",
    Statistics in Medicine 17 (1998), the tenth method: made of two Wilson intervals.
    """
    if not first.n or not second.n:
        return mean_difference([], [])
    change = second.value - first.value
    below = sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    above = sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    both = (first.value * first.n + second.value * second.n) / (first.n + second.n)
    error = sqrt(both * (1 - both) * (1 / first.n + 1 / second.n))
    spread = first.value * (1 - first.value) + second.value * (1 - second.value)
    sample_size = ceil((Z + Z_POWER) ** 2 * spread / change**2) if change else 0
    p_value = erfc(abs(change) / error / sqrt(2)) if error else 1.0
    return Difference(change, change - below, change + above, p_value, sample_size)


def holm_adjusted(p_values: Sequence[float]) -> list[float]:
    """The p-values of many tests, raised so that the chance of even one false alarm stays under any level chosen.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6 (1979).
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, n in enumerate(sorted(range(len(p_values)), key=lambda n: p_values[n])):
        highest = max(highest, min(1.0, p_values[n] * (len(p_values) - rank)))
        adjusted[n] = highest
    return adjusted


def holm(p_values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of many tests are significant by Holm's correction."""
    return [p_value <= level for p_value in holm_adjusted(p_values)]
