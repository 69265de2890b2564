"""How sure a figure is: intervals, tests, and how many games a difference would take to show."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, gamma, pow, sqrt

Z = 1.96            # 95 of 100 cases
Z_POWER = 0.84      # a difference that is there is seen in 80 of 100 studies


@dataclass(frozen=True)
class Estimate:
    """A figure with the interval that holds the true one in 95 of 100 cases, and how many observations it rests on."""

    value: float
    low: float
    high: float
    n: int

    def beyond(self, other: float) -> bool:
        """Whether the interval leaves `other` out."""
        return not self.low <= other <= self.high


def wilson(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """The interval that holds the true share of wins in 95 of 100 cases."""
    if games == 0:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def share(won: float, games: int) -> Estimate:
    low, high = wilson(won, games)
    return Estimate(won / games if games else 0.0, low, high, games)


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its normal interval; a single value has no interval, and none has nothing."""
    n = len(values)
    if n == 0:
        return Estimate(float("nan"), float("nan"), float("nan"), 0)
    middle = sum(values) / n
    reach = Z * deviation(values) / sqrt(n)
    return Estimate(middle, middle - reach, middle + reach, n)


def yes_or_no(values: Sequence[float]) -> Estimate:
    """Values that are all 0 or 100 are a share, in percent: its interval stays between them."""
    found = share(sum(values) / 100, len(values))
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high, found.n)


def deviation(values: Sequence[float]) -> float:
    """The standard deviation, estimated from a sample."""
    n = len(values)
    if n < 2:
        return 0.0
    middle = sum(values) / n
    return sqrt(sum((value - middle) ** 2 for value in values) / (n - 1))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part of all lies, between two neighbours where it falls between them."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def chi_square(found: Sequence[float], expected: Sequence[float]) -> float:
    """The chance of counts as uneven as these or more so, if the expected ones are right (Pearson's test)."""
    cells = [(f, e) for f, e in zip(found, expected) if e > 0]
    if len(cells) < 2:
        return 1.0
    return chi_square_tail(sum((f - e) ** 2 / e for f, e in cells), len(cells) - 1)


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is above x: a finite sum for whole numbers."""
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
    """How far two samples lie apart: the second less the first."""

    change: float
    low: float
    high: float
    chance: float
    """The chance of a difference as large as this, if there were none."""
    needed: int
    """About how many games each study needs for this difference, if it is real, to be beyond doubt."""

    @property
    def certain(self) -> bool:
        return self.low > 0 or self.high < 0


def difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Welch's interval for the difference of two means."""
    nan = float("nan")
    if len(first) < 2 or len(second) < 2:
        return Difference(nan, nan, nan, 1.0, 0)
    change = sum(second) / len(second) - sum(first) / len(first)
    spread = deviation(first) ** 2, deviation(second) ** 2
    error = sqrt(spread[0] / len(first) + spread[1] / len(second))
    if error == 0:
        return Difference(change, change, change, 0.0 if change else 1.0, 2)
    needed = ceil((Z + Z_POWER) ** 2 * sum(spread) / change**2) if change else 0
    chance = erfc(abs(change) / error / sqrt(2))
    return Difference(change, change - Z * error, change + Z * error, chance, needed)


def share_difference(first: Estimate, second: Estimate) -> Difference:
    """The difference of two shares: Newcombe's interval, which holds near 0 and 1 too, and the pooled test."""
    if not first.n or not second.n:
        return difference([], [])
    change = second.value - first.value
    below = sqrt((second.value - second.low) ** 2 + (first.high - first.value) ** 2)
    above = sqrt((second.high - second.value) ** 2 + (first.value - first.low) ** 2)
    both = (first.value * first.n + second.value * second.n) / (first.n + second.n)
    error = sqrt(both * (1 - both) * (1 / first.n + 1 / second.n))
    spread = first.value * (1 - first.value) + second.value * (1 - second.value)
    needed = ceil((Z + Z_POWER) ** 2 * spread / change**2) if change else 0
    chance = erfc(abs(change) / error / sqrt(2)) if error else 1.0
    return Difference(change, change - below, change + above, chance, needed)


def holm(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of many tests still count when it is remembered that there were many (Holm's procedure)."""
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    passed = [False] * len(chances)
    for rank, n in enumerate(order):
        if chances[n] > level / (len(chances) - rank):
            break
        passed[n] = True
    return passed
