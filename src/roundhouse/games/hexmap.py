"""Maps of flat-top hexes as a survey draws them: outlines, the coast around them, hills, and how far they lie apart."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from random import Random

from roundhouse.engine.hexes import DIRECTIONS, HexGrid
from roundhouse.games.livery import arrows
from roundhouse.games.survey import Point, curve, roughened

# Whole numbers that make nearly regular hexes keep the drawing short.
SIDE, HALF = 52, 45
HILLS = 3
# The corners of a hex, in the order in which the edges towards DIRECTIONS lie: edge n joins corners n and n + 1.
CORNERS = [(SIDE / 2, HALF), (SIDE, 0), (SIDE / 2, -HALF), (-SIDE / 2, -HALF), (-SIDE, 0), (-SIDE / 2, HALF)]


def middles(axial: Iterable[tuple[int, int]], margin: float) -> list[Point]:
    """The middles of hexes, the upper left ones so far from the edges of the sheet."""
    places = list(axial)
    left, top = min(q for q, _ in places), min(2 * r + q for q, r in places)
    return [
        (margin + SIDE + 1.5 * SIDE * (q - left), margin + HALF + HALF * (2.0 * r + q - top)) for q, r in places
    ]


def outline(centre: Point, scale: float = 1.0) -> str:
    """A hex as a path."""
    x, y = centre
    side, half = SIDE * scale, HALF * scale
    return (
        f"M{x - side:.4g} {y:.4g}l{side / 2:.3g} {-half:.3g}h{side:.3g}l{side / 2:.3g} {half:.3g}"
        f" {-side / 2:.3g} {half:.3g}h{-side:.3g}z"
    )


def edges(centre: Point) -> str:
    """Three edges of a hex; its neighbours, or the coast, have the others."""
    x, y = centre
    return f"M{x - SIDE:.0f} {y:.0f}l{SIDE // 2} {-HALF}h{SIDE}l{SIDE // 2} {HALF}"


def coast(places: Mapping[tuple[int, int], Point]) -> str:
    """The outline of the land, a little outside the hexes and uneven as a coast is: closed curves."""
    after: dict[tuple[int, int], tuple[Point, Point]] = {}
    for (q, r), (x, y) in places.items():
        for n, (dq, dr) in enumerate(DIRECTIONS):
            if (q + dq, r + dr) not in places:
                (ax, ay), (bx, by) = CORNERS[n], CORNERS[(n + 1) % 6]
                after[_key((x + ax, y + ay))] = ((x + ax, y + ay), (x + bx, y + by))
    random = Random(1846)
    loops = []
    while after:
        _, (start, point) = after.popitem()
        loop = [start]
        while _key(point) in after:
            loop.append(point)
            point = after.pop(_key(point))[1]
        loops.append(curve(roughened(loop, random, 9, 6)))
    return "".join(loops)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def hachures(variant: int) -> str:
    """A hill as survey maps show it: strokes down all sides of a long summit, longest away from the light."""
    random = Random(variant)
    slope = (-0.35, 0.3, -0.05)[variant]
    strokes = []
    for n in range(34):
        angle = n * 2 * pi / 34
        x, y = 17 * cos(angle), 5 * sin(angle)
        shade = 0.75 + 0.35 * sin(angle - 0.7)
        length = shade * random.uniform(0.85, 1.15)
        dx, dy = 16 * cos(angle) * length, 15 * sin(angle) * length
        strokes.append(f"M{x:.0f} {y + slope * x + 4:.0f}l{dx:.0f} {dy + slope * dx:.0f}")
    return "".join(strokes)


def meadow(places: list[Point]) -> str:
    """A few tufts of grass here and there."""
    random = Random(7)
    tufts = ""
    for x, y in places[::2]:
        a, b = x + random.uniform(-28, 28), y + random.uniform(8, 32)
        tufts += f"M{a:.0f} {b:.0f}l-2 -5m2 5v-7m0 7l2 -5"
    return tufts


def steps_from(grid: HexGrid, start: int, most: int | None = None) -> dict[int, int]:
    """The hexes that can be reached from one, with how many steps away they are, up to so many."""
    found = {start: 0}
    for hex_ in (queue := [start]):
        if most is None or found[hex_] < most:
            for other in grid.neighbours[hex_]:
                if other not in found:
                    found[other] = found[hex_] + 1
                    queue.append(other)
    return found


def joined_hexes(grid: HexGrid, track: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Pairs of neighbours that join every hex with the first."""
    found = list(track[:1])
    left = set(track[1:])
    for h in found:
        for other in grid.neighbours[h]:
            if other in left:
                left.discard(other)
                found.append(other)
                yield h, other


def hex_arrows(grid: HexGrid, centres: Sequence[Point], half: float) -> dict[str, dict[str, str]]:
    """Where the arrow keys lead, by the ids of hexes so high by half.

    For them the columns that stand half a hex lower than the highest stand as high, so that a row is a straight line.
    """
    _, high = min((2 * r + q, q) for q, r in grid.axial)
    hexes = zip(grid.ids, grid.axial, centres)
    return arrows({id: (x, y - half * ((q - high) % 2)) for id, (q, _), (x, y) in hexes})
