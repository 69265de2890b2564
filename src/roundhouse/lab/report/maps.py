"""The map of a game, coloured by a number for each spot."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from roundhouse.games.books import Shape
from roundhouse.games.markup import NOTHING, Markup, markup, tag
from roundhouse.lab.report.charts import Format

STEPS = 7       # shades of the colour scale
SIZE = 620
WIDE = 1060     # a network has names beside its places, and needs the room


def draw_map(
    shapes: Sequence[Shape], values: Mapping[str, float], told: Mapping[str, str], form: Format, label: str
) -> Markup:
    """Every spot in one of a few shades, the darkest for the most of its sort: places and links have a scale each."""
    sorts = {len(shape.points) for shape in shapes}
    most = {n: max((values.get(s.id, 0.0) for s in shapes if len(s.points) == n), default=0.0) for n in sorts}
    xs = [x for shape in shapes for x, _ in shape.points]
    ys = [y for shape in shapes for _, y in shape.points]
    size, rim = (WIDE, 2.0) if is_network(shapes) else (SIZE, 0.2)
    unit = size / (max(xs) - min(xs) + 2 * rim)
    left, top = min(xs) - rim, min(ys) - rim

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - left) * unit, (point[1] - top) * unit

    def shade(shape: Shape) -> int:
        top = most[len(shape.points)]
        part = max(0.0, values.get(shape.id, 0.0)) / top if top else 0.0
        return min(STEPS - 1, -(-int(part * 1000) * (STEPS - 1) // 1000))

    drawn = [_shape(shape, [place(p) for p in shape.points], shade(shape), told.get(shape.id, "")) for shape in shapes]
    names = [_name(shape, [place(p) for p in shape.points]) for shape in shapes if shape.label]
    height = (max(ys) - top + rim) * unit
    svg = tag("svg", drawn, names, viewBox=f"0 0 {size} {height:.0f}", role="img", aria_label=label,
              class_="map")
    return markup(svg, _scale(most, form))


def is_network(shapes: Sequence[Shape]) -> bool:
    """Places and links between them, not fields side by side."""
    return any(len(shape.points) == 2 for shape in shapes)


def _shape(shape: Shape, points: list[tuple[float, float]], shade: int, told: str) -> Markup:
    title = tag("title", f"{shape.label or shape.id}: {told or 'nothing'}")
    kind = f"spot s{shade} {shape.ground}"
    if len(points) == 1:
        x, y = points[0]
        return tag("circle", title, cx=x, cy=y, r=4.5 + shade, class_=kind)
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        width = f"stroke-width: {1.5 + 1.3 * shade:.1f}"
        return tag("line", title, x1=x1, y1=y1, x2=x2, y2=y2, class_=kind, style=width)
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polygon", title, points=corners, class_=kind)


def _name(shape: Shape, points: list[tuple[float, float]]) -> Markup:
    if len(points) == 2:
        return NOTHING
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    if len(points) == 1:
        return tag("text", shape.label, x=x, y=y - 11, class_="place-name", text_anchor="middle")
    return tag("text", shape.label, x=x, y=y + 3, class_="place-name", text_anchor="middle")


def _scale(most: Mapping[int, float], form: Format) -> Markup:
    steps = [tag("i", class_=f"s{n}") for n in range(STEPS)]
    names = {1: " for a place", 2: " for a link"}
    tops = ", ".join(form(top) + (names.get(n, "") if len(most) > 1 else "") for n, top in sorted(most.items()))
    return tag("p", tag("span", "0"), steps, tag("span", tops), class_="shades")
