"""Who plays whom: tables of a round, for two to six players each. Sums alone; the same input gives the same tables.

How many tables: as many as there are players for, of the size that was chosen; where that does not come out even, some
have one player less, or one more if the game takes no fewer. Where that does not come out either, and always at tables
of two, some have a bye: those with the fewest byes so far, and of these the last in the standings.

Who at which: the tables are filled from the top of the standings, by lot among those who have the same points. Then
players change places as long as that makes better tables. The first thing that counts is that nobody meets again whom
they have met, or as seldom as can be; the second is that those who meet have about the same points. Where all are to
meet all, points count for nothing.

Who on which seat: as often on each as on any other.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

MET_AGAIN = 1000.0
"""The weight of a meeting of two who have met before; a difference of one point weighs 1."""
TRIES, SWEEPS, FEW = 12, 40, 24
MOST_ORDERED = 120
"""How many seatings of a table are looked at; six players have 720."""


@dataclass
class Past:
    """What has been played so far, by the numbers of the entrants."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    sat: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Entrant and seat."""

    def add(self, table: Sequence[int]) -> None:
        """A table that was played, in the order of its seats."""
        for seat, one in enumerate(table):
            self.sat[one, seat] += 1
        for pair in combinations(sorted(table), 2):
            self.met[pair] += 1


def sizes(players: int, size: int, least: int, most: int) -> tuple[list[int], int]:
    """The sizes of the tables for so many players, and how many have a bye."""
    for byes in range(players + 1):
        playing = players - byes
        less, tables = -playing % size, -(-playing // size)
        if playing and less <= tables and (not less or (size - 1 >= max(least, 2) and size > 2)):
            return [size] * (tables - less) + [size - 1] * less, byes
        tables, more = divmod(playing, size)
        if tables and more <= tables and (not more or (size + 1 <= most and size > 2)):
            return [size + 1] * more + [size] * (tables - more), byes
    return [], players


def rounds_for_all(players: int, size: int, least: int, most: int) -> int:
    """How many rounds it takes at least until everybody can have met everybody."""
    tables, _ = sizes(players, size, least, most)
    if size == 2:
        return players - 1 + players % 2
    pairs = sum(one * (one - 1) // 2 for one in tables)
    return -(-(players * (players - 1) // 2) // pairs) if pairs else 0


def circle(entrants: Sequence[int], round: int) -> list[tuple[int, ...]]:
    """A round at tables of two, in which all meet all once in as many rounds as it takes: one stays, and the others go
    round. One alone has a bye. `entrants` are all who began, in the same order every time."""
    ring: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    first, others = ring[0], ring[1:]
    turned = [first, *others[round - 1:], *others[:round - 1]]
    half = len(turned) // 2
    pairs = zip(turned[:half], reversed(turned[half:]))
    return [tuple(one for one in pair if one is not None) for pair in pairs]


def unmet(entrants: Sequence[int], past: Past) -> bool:
    """Whether any two of these have not met yet."""
    return any(not past.met[pair] for pair in combinations(sorted(entrants), 2))


def pair(
    order: Sequence[int], points: Mapping[int, float], past: Past, shape: tuple[int, int, int], seed: str
) -> tuple[list[list[int]], list[int]]:
    """The tables of a round, each in the order of its seats, and those who have a bye. `order` are all who play, the
    first in the standings first; without `points` all are to meet all. `shape` is the size of a table, and the fewest
    and the most players of the game."""
    drawn = random.Random(seed)
    table_sizes, byes = sizes(len(order), *shape)
    idle = sorted(order, key=lambda one: (past.byes[one], -order.index(one)))[:byes]
    playing = [one for one in order if one not in idle]
    best, lowest = _cut(playing, table_sizes), float("inf")
    for _ in range(TRIES if len(playing) <= FEW else 2):
        begun = list(playing)
        if points:
            _shuffle_equals(begun, points, drawn)
        else:
            drawn.shuffle(begun)
        tables, cost = _improved(_cut(begun, table_sizes), points, past)
        if cost < lowest - 1e-9:
            best, lowest = tables, cost
    return [in_order(table, past, drawn) for table in best], idle


def _cut(playing: Sequence[int], table_sizes: Sequence[int]) -> list[list[int]]:
    waiting = list(playing)
    return [[waiting.pop(0) for _ in range(size)] for size in table_sizes]


def _shuffle_equals(order: list[int], points: Mapping[int, float], drawn: random.Random) -> None:
    """Another order of those who have the same points."""
    noise = {one: drawn.random() for one in order}
    order.sort(key=lambda one: (-points.get(one, 0.0), noise[one]))


def _cost(table: Sequence[int], points: Mapping[int, float], past: Past) -> float:
    total = 0.0
    for one, other in combinations(table, 2):
        met = past.met[min(one, other), max(one, other)]
        total += MET_AGAIN * met * met + (points.get(one, 0.0) - points.get(other, 0.0)) ** 2
    return total


def _improved(
    tables: list[list[int]], points: Mapping[int, float], past: Past
) -> tuple[list[list[int]], float]:
    """The tables after all changes of two places that make them better."""
    costs = [_cost(table, points, past) for table in tables]
    for _ in range(SWEEPS):
        better = False
        for a, b in combinations(range(len(tables)), 2):
            for i in range(len(tables[a])):
                for j in range(len(tables[b])):
                    tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
                    now = _cost(tables[a], points, past), _cost(tables[b], points, past)
                    if sum(now) < costs[a] + costs[b] - 1e-9:
                        costs[a], costs[b] = now
                        better = True
                    else:
                        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
        if not better:
            break
    return tables, sum(costs)


def in_order(table: Sequence[int], past: Past, drawn: random.Random | None = None) -> list[int]:
    """A table in the order of its seats: the fairest, and of several as fair ones the one that is drawn."""
    orders: list[tuple[int, ...]] = list(permutations(table))
    if drawn is not None and len(orders) > MOST_ORDERED:
        orders = drawn.sample(orders, MOST_ORDERED)
    if drawn is not None:
        drawn.shuffle(orders)

    def unfair(order: tuple[int, ...]) -> int:
        return sum(past.sat[one, seat] * (past.sat[one, seat] + 2) for seat, one in enumerate(order))

    best: tuple[int, ...] = min(orders, key=unfair)
    return list(best)
