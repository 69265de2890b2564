"""The land under the maps that come with Age of Rail: coasts, lakes, rivers and ridges, by longitude and latitude.

Only for the eye: no rule knows of it, and a board of one's own is drawn on plain paper.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from random import Random

from roundhouse.games.livery import INK
from roundhouse.games.markup import NOTHING, Markup, markup, tag
from roundhouse.games.survey import LAND, SEA, Point, curve, roughened, shore

Line = tuple[Point, ...]


@dataclass(frozen=True)
class Land:
    """A place with its longitude, latitude and spot on the board; how much a degree is; and what is to be seen."""

    at: tuple[float, float, float, float]
    degree: Point
    waters: tuple[Line, ...]
    rivers: tuple[Line, ...]
    ridges: tuple[Line, ...]

    def spot(self, point: Point, left: float, top: float) -> Point:
        """Where a longitude and latitude lie on the sheet, of which the spot (left, top) is the upper left corner."""
        east, north, x, y = self.at
        return x + (point[0] - east) * self.degree[0] - left, y + (north - point[1]) * self.degree[1] - top


LANDS = {
    "south-africa": Land(
        at=(28.05, -26.2, 722, 474),
        degree=(134, 150),
        waters=(
            (
                (38, -23.6), (35.5, -23.9), (34.9, -24.6), (33.4, -25.2), (32.85, -25.55), (32.78, -25.95),
                (32.95, -26.1), (32.9, -26.85), (32.7, -27.5), (32.45, -28.2), (32.1, -28.8), (31.5, -29.2),
                (31.05, -29.85), (30.5, -30.7), (29.6, -31.6), (28.6, -32.4), (28.6, -35), (38, -35),
            ),
        ),
        rivers=(
            (
                (30, -26.4), (29.3, -26.9), (28.5, -26.85), (27.7, -26.8), (27, -27), (26.2, -27.45), (25.5, -27.75),
                (24.9, -28.05), (24.4, -28.6), (23.8, -29.05),
            ),
            ((28.6, -29.6), (28, -30.3), (27.2, -30.55), (26.4, -30.75), (25.6, -30.5), (24.8, -29.8), (23.8, -29.05)),
            ((28.7, -28.9), (29.6, -28.75), (30.4, -28.75), (31.4, -29.2)),
        ),
        ridges=(
            ((28.3, -30.4), (29.2, -29.9), (29.45, -29.2), (28.95, -28.75)),
            ((29.2, -28.5), (29.7, -27.9), (29.9, -27.4)),
            ((30.75, -26.6), (30.75, -25.8), (30.65, -25.1), (30.45, -24.5)),
        ),
    ),
    "allegheny": Land(
        at=(-71.06, 42.36, 1607, 345),
        degree=(89.7, 118),
        waters=(
            (
                (-60, 45.5), (-67, 44.6), (-69, 44), (-70.2, 43.55), (-70.6, 43.1), (-70.75, 42.7), (-70.85, 42.3),
                (-70.6, 41.95), (-70.1, 42.05), (-69.95, 41.65), (-70.65, 41.5), (-71.35, 41.42), (-72, 41.25),
                (-72.9, 41.15), (-73.6, 40.9), (-73.85, 40.65), (-74, 40.4), (-74.05, 39.9), (-74.4, 39.35),
                (-74.9, 38.95), (-75.35, 39.35), (-75.4, 39.05), (-75.05, 38.6), (-75.2, 38), (-75.95, 37.2),
                (-75.9, 37.9), (-76.05, 38.5), (-76.05, 39.3), (-76.35, 39.1), (-76.4, 38.5), (-76.3, 37.9),
                (-76.2, 37.4), (-76.2, 36.95), (-75.9, 36.5), (-75.5, 35.6), (-75.5, 33), (-60, 33),
            ),
            (
                (-83.35, 41.7), (-82.5, 41.45), (-81.7, 41.62), (-81, 41.9), (-80.1, 42.25), (-79.1, 42.75),
                (-79.5, 42.9), (-80.5, 42.62), (-81.3, 42.65), (-82, 42.25), (-82.6, 42), (-83.1, 42.05),
            ),
            (
                (-79.75, 43.3), (-79, 43.3), (-78, 43.4), (-77.5, 43.32), (-76.7, 43.4), (-76.25, 43.6), (-76.2, 44),
                (-76.6, 44.15), (-77.5, 43.95), (-78.6, 43.9), (-79.4, 43.65),
            ),
            (
                (-87.5, 41.7), (-87.1, 41.7), (-86.7, 41.85), (-86.45, 42.2), (-86.25, 42.7), (-86.35, 43.2),
                (-86.5, 43.7), (-86.4, 44.2), (-86.2, 44.8), (-85.8, 46), (-87.4, 46), (-87.5, 44.5), (-87.7, 43.8),
                (-87.85, 43), (-87.75, 42.3),
            ),
            (
                (-82.4, 43.05), (-82.6, 43.9), (-83, 44.05), (-83.75, 43.72), (-83.4, 44.2), (-83.3, 45), (-83.4, 46),
                (-81, 46), (-81.4, 44.6), (-81.7, 43.8), (-81.75, 43.3),
            ),
        ),
        rivers=(
            (
                (-80, 40.45), (-80.6, 40.35), (-80.85, 39.7), (-81.6, 39.3), (-82.2, 38.6), (-83, 38.73),
                (-83.7, 38.65), (-84.5, 39.05), (-85, 38.75), (-85.75, 38.27), (-86.5, 38), (-88.5, 37.6),
            ),
            ((-74, 40.7), (-73.95, 41.5), (-73.8, 42.65), (-73.6, 43.3), (-74.2, 43.8)),
            ((-76.1, 39.4), (-76.8, 40.2), (-76.85, 40.9), (-76, 41.3), (-76.5, 41.9), (-75.6, 42.3)),
            ((-76.3, 38), (-77.1, 38.6), (-77.6, 39.2), (-78.6, 39.55)),
        ),
        ridges=(
            ((-82.3, 36.6), (-81.1, 37.6), (-80.2, 38.4), (-79.5, 39.1)),
            ((-78.9, 40.15), (-78.2, 40.8), (-77.3, 41.3)),
            ((-79.6, 37.6), (-78.7, 38.3), (-78, 39)),
            ((-74.9, 43.4), (-74.2, 43.9), (-73.9, 44.4)),
            ((-72.9, 43), (-72.8, 43.7), (-72.7, 44.4)),
        ),
    ),
}

LANDS["south-africa-2024"] = LANDS["south-africa"]


def land(edition: str, left: float, top: float) -> Markup:
    """All that lies under an edition's map, of which the spot (left, top) is the upper left corner."""
    shown = LANDS.get(edition)
    if shown is None:
        return NOTHING
    random = Random(1850)
    waters = [
        shore(f"ar-water-{n}", curve(roughened(line, random, 0, 3)), SEA, LAND)
        for n, line in enumerate(coasts(edition, left, top))
    ]
    rivers = "".join(_river([shown.spot(point, left, top) for point in line]) for line in shown.rivers)
    ridges = "".join(_ridge([shown.spot(point, left, top) for point in line], random) for line in shown.ridges)
    return markup(
        tag("path", d=ridges, fill="none", stroke=INK, stroke_opacity=0.3, stroke_width=1.1),
        tag("path", d=rivers, fill="none", stroke=SEA, stroke_width=4, stroke_linecap="round"),
        waters,
    )


def coasts(edition: str, left: float, top: float) -> list[list[Point]]:
    """The shores of the sea and of each lake, closed."""
    shown = LANDS.get(edition)
    return [[shown.spot(point, left, top) for point in line] for line in shown.waters] if shown else []


def _river(points: list[Point]) -> str:
    """A line that bends at each point."""
    (x, y), *rest = points
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(rest, rest[1:])]
    bends = "".join(f"Q{ax:.0f} {ay:.0f} {mx:.0f} {my:.0f}" for (ax, ay), (mx, my) in zip(rest, middles))
    return f"M{x:.0f} {y:.0f}{bends}L{rest[-1][0]:.0f} {rest[-1][1]:.0f}"


def _ridge(points: list[Point], random: Random) -> str:
    """Strokes that run down on both sides of a line, long in its middle."""
    strokes = ""
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        for n in range(int(length / 6)):
            x, y = ax + (bx - ax) * 6 * n / length, ay + (by - ay) * 6 * n / length
            for side, far in ((1, random.uniform(9, 17)), (-1, random.uniform(6, 12))):
                dx, dy = side * nx, side * ny
                strokes += f"M{x + 4 * dx:.0f} {y + 4 * dy:.0f}l{far * dx:.0f} {far * dy:.0f}"
    return strokes
