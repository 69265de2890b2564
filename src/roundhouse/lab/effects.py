"""Whether what a sweep varied does anything: tests over all of its games, corrected for how many tests there are."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from roundhouse.lab.statistics import chi_square_tail, holm_adjusted

LEVEL = 0.05

Kind = Literal["trend", "difference"]


@dataclass(frozen=True)
class Effect:
    """What one varied number or option does to one metric."""

    metric: str
    varied: int
    """Which of the varied."""
    kind: Kind
    """Which of its tests said most: for a trend with the number, or for any difference between its values."""
    p_value: float
    """After Holm's correction for all tests of the sweep."""

    @property
    def sure(self) -> bool:
        """Whether it may be claimed: with no effect at all, 95 of 100 sweeps claim none."""
        return self.p_value <= LEVEL


def effects(points: Sequence[tuple[Any, ...]], games: Mapping[str, Sequence[Sequence[float]]]) -> list[Effect]:
    """For each metric and each of the varied, the test that says most of it.

    `points` are the values at each point, `games` by metric the values of the games at each of them. What is tested
    is the rank of a game among all games, so that no metric's spread or shape matters. Whether it differs at all is
    the test of Kruskal and Wallis, "Use of Ranks in One-Criterion Variance Analysis", Journal of the American
    Statistical Association 47 (1952); what else was varied is taken out first.
    """
    tests = [
        (metric, varied, kind, p_value)
        for metric, values in games.items()
        for varied in range(len(points[0]))
        for kind, p_value in _tests(points, values, varied)
    ]
    adjusted = holm_adjusted([p_value for *_, p_value in tests])
    best: dict[tuple[str, int], Effect] = {}
    for (metric, varied, kind, _), p_value in zip(tests, adjusted):
        if (metric, varied) not in best or p_value < best[metric, varied].p_value:
            best[metric, varied] = Effect(metric, varied, kind, p_value)
    return list(best.values())


def count_tests(points: Sequence[tuple[Any, ...]], metrics: int) -> int:
    """How many tests a sweep makes."""
    return metrics * sum(len(_designs(points, varied)) for varied in range(len(points[0])))


def _tests(
    points: Sequence[tuple[Any, ...]], values: Sequence[Sequence[float]], varied: int
) -> list[tuple[Kind, float]]:
    ranks = _ranks(values)
    others = np.hstack([np.ones((len(points), 1)), *(_steps(points, n) for n in range(len(points[0])) if n != varied)])
    return [(kind, _score_test(ranks, others, design)) for kind, design in _designs(points, varied)]


def _designs(points: Sequence[tuple[Any, ...]], varied: int) -> list[tuple[Kind, Any]]:
    """A trend where values are numbers; any difference where they are words, or where three or more may do more."""
    values = [point[varied] for point in points]
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    found: list[tuple[Kind, Any]] = []
    if numbers:
        found.append(("trend", np.array(values, dtype=float).reshape(-1, 1)))
    if not numbers or len(set(values)) > 2:
        found.append(("difference", _steps(points, varied)))
    return found


def _steps(points: Sequence[tuple[Any, ...]], varied: int) -> Any:
    """A column for each value but the first: 1 at the points that have it."""
    levels = list(dict.fromkeys(point[varied] for point in points))
    return np.array([[float(point[varied] == level) for level in levels[1:]] for point in points])


def _ranks(values: Sequence[Sequence[float]]) -> list[Any]:
    """The rank of each game among all, equal ones sharing theirs."""
    every = np.concatenate([np.asarray(some, dtype=float) for some in values])
    _, which, times = np.unique(every, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    ranks = (last - (times - 1) / 2)[which]
    return list(np.split(ranks, np.cumsum([len(some) for some in values])[:-1]))


def _score_test(ranks: Sequence[Any], others: Any, design: Any) -> float:
    """The p-value of a design beside the others: how much of the spread that those leave it explains."""
    sizes = np.array([len(some) for some in ranks])
    means = np.array([some.mean() if len(some) else 0.0 for some in ranks])
    within = float(sum(((some - mean) ** 2).sum() for some, mean in zip(ranks, means)))
    without, rank = _unexplained(means, sizes, others)
    with_it, rank_with = _unexplained(means, sizes, np.hstack([others, design]))
    spread, freedom = within + without, rank_with - rank
    if freedom == 0 or spread <= 1e-9:
        return 1.0
    return chi_square_tail((int(sizes.sum()) - rank) * (without - with_it) / spread, freedom)


def _unexplained(means: Any, sizes: Any, design: Any) -> tuple[float, int]:
    """The sum of squares between points that a least-squares fit leaves, and how many numbers it has fitted."""
    weights = np.sqrt(sizes)
    fit, _, rank, _ = np.linalg.lstsq(design * weights[:, None], means * weights, rcond=None)
    return float((sizes * (means - design @ fit) ** 2).sum()), int(rank)
