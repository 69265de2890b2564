"""The craft of an old survey sheet: coasts with lines along the water, a frame with degrees, room in the corners."""
from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from random import Random

from roundhouse.games.livery import FAINT, INK
from roundhouse.games.markup import Markup, markup, tag

SEA = "var(--sea, #cfdcd8)"
LAND = "var(--land, #eef0d6)"
HILL = "var(--hill, #c9d2a4)"
TOWN = "var(--town, #f8e6bd)"

FRAME = 15.0                    # how far the innermost line of a sheet's frame is from its edge

Point = tuple[float, float]
Box = tuple[float, float, float, float]


# ---- coasts ----------------------------------------------------------------------------------------------------------


def roughened(loop: list[Point], random: Random, out: float, uneven: float) -> list[Point]:
    """A closed line with three points for each edge, moved to the left of it by so much and as much as chance says."""
    rough = []
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]):
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length, (bx - ax) / length
        for part in (0.1, 0.5, 0.86):
            far = out + random.uniform(-uneven, uneven)
            rough.append((ax + (bx - ax) * part + nx * far, ay + (by - ay) * part + ny * far))
    return rough


def curve(points: list[Point]) -> str:
    """A smooth closed curve that leans on each point."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1])]
    steps = [f"Q{x:.0f} {y:.0f} {mx:.0f} {my:.0f}" for (x, y), (mx, my) in zip(points, middles)]
    return f"M{middles[-1][0]:.0f} {middles[-1][1]:.0f}" + "".join(steps) + "z"


def shore(name: str, coast: str, within: str, without: str) -> Markup:
    """A coast with lines along the water, as engravers drew them: ever wider strokes, each with sea inside.

    `within` fills the curve, `without` is what lies around it, and whichever of the two is the sea gets the lines.
    """
    path = tag("defs", tag("path", id=name, d=coast, stroke_linejoin="round"))
    lines = markup(
        tag("use", href=f"#{name}", fill="none", stroke=SEA if inner else FAINT, stroke_width=wide - 1.6 * inner,
            stroke_opacity=None if inner else opacity)
        for wide, opacity in ((62, 0.28), (40, 0.42), (22, 0.6))
        for inner in (False, True)
    )
    if without == SEA:
        return markup(path, lines, tag("use", href=f"#{name}", fill=within, stroke=INK, stroke_width=1.8))
    inside = tag("clipPath", tag("use", href=f"#{name}"), id=f"{name}-inside")
    water = tag("use", href=f"#{name}", fill=within)
    clipped = tag("g", lines, clip_path=f"url(#{name}-inside)")
    edge = tag("use", href=f"#{name}", fill="none", stroke=INK, stroke_width=1.5)
    return markup(path, inside, water, clipped, edge)


# ---- the margins -----------------------------------------------------------------------------------------------------


def neatline(width: float, height: float) -> Markup:
    """The frame of a survey sheet, with degrees marked along it."""
    def frame(inset: float, **attributes: object) -> Markup:
        return tag("rect", x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset, fill="none",
                   stroke=INK, **attributes)
    degrees = frame(10, stroke_width=5, stroke_dasharray="36 36")
    return markup(frame(5, stroke_width=2), degrees, frame(FRAME, stroke_width=0.9))


class Corners:
    """Finds room for what stands beside the map: in a corner where nothing lies, smaller if need be, or else below."""

    EDGE = 26.0

    def __init__(self, width: float, height: float, taken: Iterable[Point], across: float, down: float) -> None:
        """`taken` are the middles of things that reach so far across and down."""
        self.width, self.height = width, height
        self._taken = list(taken)
        self._across, self._down = across, down

    def take(
        self, width: float, height: float, scales: tuple[float, ...] = (1.0,), low: bool = False
    ) -> tuple[float, float, float]:
        """Where the upper left corner goes, and at what scale. What is `low` goes down right rather than up left."""
        for scale in scales:
            wide, high = width * scale, height * scale
            right, bottom = self.width - self.EDGE - wide, self.height - self.EDGE - high
            corners = ((self.EDGE, self.EDGE), (right, self.EDGE), (self.EDGE, bottom), (right, bottom))
            for x, y in corners[::-1] if low else corners:
                if not any(self._touches(x, y, wide, high, point) for point in self._taken):
                    self._taken += [(x + wide * n / 8, y + high * m / 8) for n in range(9) for m in range(9)]
                    return x, y, scale
        x, y = self.EDGE, self.height
        self.width = max(self.width, width + 2 * self.EDGE)
        self.height += height + self.EDGE
        return x, y, 1.0

    def _touches(self, x: float, y: float, width: float, height: float, point: Point) -> bool:
        px, py = point
        return x - self._across < px < x + width + self._across and y - self._down < py < y + height + self._down
