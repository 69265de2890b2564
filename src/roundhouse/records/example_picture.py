"""The picture of an example: the part of the board on which it happens, drawn by the room from the edition at hand."""
from __future__ import annotations

import re
from collections.abc import Iterable

from roundhouse.games import title as find_title
from roundhouse.games.drawn import Ground
from roundhouse.games.markup import Markup, tag
from roundhouse.games.sight import sight
from roundhouse.records.example import PlayedExample

SPOT = re.compile(r"<(?:path|circle|rect)\b[^>]*?>")
NAMED = re.compile(r'data-spot="([^"]+)"')
POINT = re.compile(r'\bd="M ?(-?[\d.]+)[ ,](-?[\d.]+)|\bcx="(-?[\d.]+)" cy="(-?[\d.]+)|\bx="(-?[\d.]+)" y="(-?[\d.]+)')
MARGIN = 150
LEAST = 620, 420
PAPER = "var(--sheet, #f5eddb)"


def drawn(played: PlayedExample, style: str = "") -> Markup:
    """An example when all is done, as a whole SVG; `style` is CSS for it, such as the colours of the page around it."""
    title = find_title(played.setup.title)
    ground = title.room.drawing.ground(played.course.game)
    pieces = title.room.drawing.pieces(sight(played.course.state, None), played.names)
    left, top, width, height = window(ground, played.spots)
    return tag(
        "svg", tag("style", Markup(style)),
        tag("rect", x=left, y=top, width=width, height=height, fill=PAPER), ground.svg, pieces,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"{left} {top} {width} {height}", width=width, height=height,
    )


def window(ground: Ground, spots: Iterable[str]) -> tuple[int, int, int, int]:
    """The part of a board that shows these places: left, top, width and height. The whole board if there is none."""
    wanted, points = set(spots), []
    for found in SPOT.finditer(ground.svg):
        name = NAMED.search(found[0])
        where = POINT.search(found[0])
        if name and where and name[1] in wanted:
            x, y = (float(one) for one in where.groups() if one is not None)
            points.append((x, y))
    if not points:
        return 0, 0, ground.width, ground.height
    left, width = _side([x for x, _ in points], LEAST[0], ground.width)
    top, height = _side([y for _, y in points], LEAST[1], ground.height)
    return left, top, width, height


def _side(values: list[float], least: int, whole: int) -> tuple[int, int]:
    """From where to how far a side of the window goes, within the board."""
    low, high = min(values) - MARGIN, max(values) + MARGIN
    more = max(0.0, least - (high - low)) / 2
    low, high = max(0.0, low - more), min(float(whole), high + more)
    return round(low), round(high - low)
