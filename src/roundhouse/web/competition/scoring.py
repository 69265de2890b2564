"""Points and standings of a tournament: sums alone, as its page says them beforehand."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BYE = 0.5
"""A bye is worth as much as the middle place; where all meet all it is worth nothing, as everybody has as many."""
RULES = (
    "At each table you get the part of the others whom you finish ahead of: 1 point for the win, 0 for last place;"
    " a player who shares your place counts half. In a Swiss a bye is worth 1/2; where all meet all, nothing.",
    "Players with the same points are ordered by their wins, then by the points of their opponents, then by their"
    " scores as a part of the best score at their tables. After that they share the place.",
    "If you leave a game or let your time run out, you are last at that table. If all agree to end a game, all share"
    " the place.",
)


@dataclass(frozen=True)
class RoundResult:
    """One entrant's part in a round. A bye has no board; what is not over has no points."""

    round: int
    entrant: int
    board: int | None
    points: float | None
    share: float
    part: float
    """The score as a part of the best score at the table."""


@dataclass(frozen=True)
class Line:
    """An entrant in the standings."""

    place: int
    entrant: int
    points: float
    wins: float
    opponents: float
    part: float
    played: int


def table_points(places: Sequence[int]) -> list[float]:
    """The points of each seat at a table, by its place."""
    others = max(1, len(places) - 1)
    return [
        (sum(place < other for other in places) + 0.5 * (places.count(place) - 1)) / others for place in places
    ]


def standings(entrants: Iterable[int], rows: Sequence[RoundResult]) -> list[Line]:
    """All entrants, the first first."""
    points: dict[int, float] = defaultdict(float)
    wins: dict[int, float] = defaultdict(float)
    parts: dict[int, float] = defaultdict(float)
    played: dict[int, int] = defaultdict(int)
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in rows:
        if row.points is None:
            continue
        points[row.entrant] += row.points
        if row.board is not None:
            wins[row.entrant] += row.share
            parts[row.entrant] += row.part
            played[row.entrant] += 1
            tables[row.round, row.board].append(row.entrant)
    opponents: dict[int, float] = defaultdict(float)
    for table in tables.values():
        for one in table:
            opponents[one] += sum(points[other] for other in table if other != one)
    keys = {
        one: tuple(round(value, 9) for value in (points[one], wins[one], opponents[one], parts[one]))
        for one in entrants
    }
    order = sorted(keys, key=lambda one: (tuple(-value for value in keys[one]), one))
    return [
        Line(1 + sum(key > keys[one] for key in keys.values()), one, keys[one][0], keys[one][1], keys[one][2],
             keys[one][3], played[one])
        for one in order
    ]
