"""The land under the maps that come with Age of Rail: coasts, lakes, rivers and ridges, by longitude and latitude.

Only for the eye: no rule knows of it, and a board of one's own is drawn on plain paper.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from pathlib import Path
from random import Random

from roundhouse.games.livery import INK
from roundhouse.games.markup import NOTHING, Markup, markup, tag
from roundhouse.games.survey import LAND, SEA, Point, curve, roughened, shore

Line = Sequence[Point]


@dataclass(frozen=True)
class Land:
    """A place with its longitude, latitude and spot on the board; how much a degree is; and what is to be seen."""

    at: tuple[float, float, float, float]
    degree: Point
    waters: Sequence[Line]
    rivers: Sequence[Line]
    ridges: Sequence[Line]

    def spot(self, point: Point, left: float, top: float) -> Point:
        """Where a longitude and latitude lie on the sheet, of which the spot (left, top) is the upper left corner."""
        east, north, x, y = self.at
        return x + (point[0] - east) * self.degree[0] - left, y + (north - point[1]) * self.degree[1] - top


@cache
def lands() -> dict[str, Land]:
    """By edition; both of South Africa lie in the same land."""
    data = json.loads((Path(__file__).parent / "land.json").read_text(encoding="utf-8"))
    found = {name: Land(**land) for name, land in data.items()}
    return {**found, "south-africa-2024": found["south-africa"]}


def land(edition: str, left: float, top: float) -> Markup:
    """All that lies under an edition's map, of which the spot (left, top) is the upper left corner."""
    shown = lands().get(edition)
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
    shown = lands().get(edition)
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
