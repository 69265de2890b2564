"""Plots as SVG: drawn to be read on paper, with a title on every mark. Colours come from the page's stylesheet."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from roundhouse.games.markup import NOTHING, Inside, Markup, markup, tag
from roundhouse.lab.statistics import Estimate, quantile

WIDTH = 560
Format = Callable[[float], str]


@dataclass(frozen=True)
class Axis:
    """Values laid out on paper."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value lies on paper."""
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + part * (self.end - self.start)

    def ticks(self, about: int = 5) -> list[float]:
        """Round values along the axis, about so many."""
        step = nice((self.high - self.low) / about)
        first = -(-self.low // step)
        return [n * step for n in range(int(first), int(self.high // step + 1e-9) + 1)]


def nice(step: float) -> float:
    """1, 2 or 5 times a power of ten, as near above as possible."""
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= step * 0.999)


def figure(height: float, inside: Inside, label: str) -> Markup:
    """A whole figure, of what is inside it and a label for who can't see it."""
    box = f"0 0 {WIDTH} {height:.0f}"
    return tag("svg", inside, viewBox=box, role="img", aria_label=label, class_="plot")


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A straight line; its kind names it to the stylesheet."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def words(x: float, y: float, content: str, kind: str = "label", anchor: str = "start") -> Markup:
    """A text at a place."""
    return tag("text", content, x=x, y=y, class_=kind, text_anchor=anchor)


def hover(content: str) -> Markup:
    """What is told of a mark when it is pointed at."""
    return tag("title", content)


def scale(axis: Axis, top: float, bottom: float, form: Format, caption: str = "") -> Markup:
    """A horizontal axis at the bottom, with faint lines up to the top."""
    marks = [
        line(axis.at(v), top, axis.at(v), bottom, "grid") + words(axis.at(v), bottom + 16, form(v), "tick", "middle")
        for v in axis.ticks()
    ]
    return markup(marks, words(axis.end, bottom + 34, caption, "axis", "end") if caption else None)


# ---- figures with intervals ------------------------------------------------------------------------------------------


def dots(
    rows: Sequence[tuple[str, Estimate]], form: Format, caption: str, reference: float | None = None,
    reference_label: str = "", left: float = 150,
) -> Markup:
    """A dot and a whisker for each row; the whisker is the 95 % interval. A line marks what would be fair."""
    given = [(name, one) for name, one in rows if one.n]
    ends = [v for _, one in given for v in (one.low, one.high)] + ([] if reference is None else [reference])
    room = (max(ends) - min(ends)) * 0.08 or 0.05
    axis = Axis(min(ends) - room, max(ends) + room, left, WIDTH - 78)
    top, bottom = 24.0, 30.0 + 26 * len(given)
    parts = [scale(axis, top - 4, bottom, form, caption)]
    if reference is not None:
        x = axis.at(reference)
        parts += [line(x, top - 4, x, bottom, "fair"), words(x, top - 10, reference_label, "tick", "middle")]
    for n, (name, one) in enumerate(given):
        y = top + 18 + 26 * n
        kind = "apart" if reference is not None and one.excludes(reference) else "mark"
        told = f"{name}: {form(one.value)}, 95 % interval {form(one.low)} to {form(one.high)}, n = {one.n:,}"
        drawn = line(axis.at(one.low), y, axis.at(one.high), y, f"whisker {kind}")
        drawn += tag("circle", cx=axis.at(one.value), cy=y, r=5, class_=f"dot {kind}")
        parts.append(words(left - 12, y + 4, name, "label", "end") + tag("g", hover(told) + drawn))
        parts.append(words(WIDTH - 70, y + 4, form(one.value), "value"))
    return figure(bottom + (40 if caption else 24), parts, caption)


# ---- distributions ---------------------------------------------------------------------------------------------------


def histogram(values: Sequence[float], form: Format, caption: str, bins: int = 24) -> Markup:
    """How often each value comes, with the middle half of all games shaded and the median marked."""
    low, high = min(values), max(values)
    width = nice((high - low) / bins) if high > low else 1.0
    if all(float(v).is_integer() for v in values):
        width = max(1.0, round(width))
    first = floor(low / width) * width
    counts = [0] * (int((high - first) / width + 1e-9) + 1)
    for value in values:
        counts[int((value - first) / width + 1e-9)] += 1
    axis = Axis(first, first + width * len(counts), 40, WIDTH - 20)
    top, bottom = 26.0, 176.0
    tall = Axis(0, max(counts), bottom, top)
    quarter, half, three = (quantile(values, part) for part in (0.25, 0.5, 0.75))
    parts = [tag("rect", x=axis.at(quarter), y=top - 6, width=max(1.0, axis.at(three) - axis.at(quarter)),
                 height=bottom - top + 6, class_="middle"), scale(axis, bottom, bottom, form, caption)]
    for n, count in enumerate(counts):
        start = first + n * width
        told = f"{form(start)}{'' if width == 1 else f' to {form(start + width)}'}: {count:,} games"
        box = tag("rect", hover(told), x=axis.at(start) + 0.5, y=tall.at(count),
                  width=max(0.8, axis.at(start + width) - axis.at(start) - 1), height=bottom - tall.at(count),
                  class_="bar")
        parts.append(box if count else NOTHING)
    x = axis.at(half)
    parts += [line(40, bottom, WIDTH - 20, bottom, "base"), line(x, top - 6, x, bottom, "median"),
              words(x, top - 11, f"median {form(half)}", "tick", "middle")]
    return figure(bottom + 40, parts, caption)


# ---- courses and clouds ----------------------------------------------------------------------------------------------


def course(path: Sequence[tuple[float, float, float]], fair: float, caption: str) -> Markup:
    """A chance over the game, in even parts: the median as a line, the middle half of games as a band."""
    across = Axis(0, len(path) - 1, 50, WIDTH - 20)
    up = Axis(0, 1, 210, 16)
    marks = [
        line(50, up.at(v), WIDTH - 20, up.at(v), "grid") + words(42, up.at(v) + 4, f"{v:.0%}", "tick", "end")
        for v in (0, 0.25, 0.5, 0.75, 1)
    ]
    marks += [
        words(across.at(part * (len(path) - 1)), 228, f"{part:.0%}", "tick", "middle")
        for part in (0, 0.25, 0.5, 0.75, 1)
    ]
    over = [f"{across.at(n):.1f},{up.at(high):.1f}" for n, (_, _, high) in enumerate(path)]
    under = [f"{across.at(n):.1f},{up.at(low):.1f}" for n, (low, _, _) in enumerate(path)]
    middle = [f"{across.at(n):.1f},{up.at(half):.1f}" for n, (_, half, _) in enumerate(path)]
    marks += [
        tag("polygon", points=" ".join([*over, *reversed(under)]), class_="band"),
        line(50, up.at(fair), WIDTH - 20, up.at(fair), "fair"),
        tag("polyline", points=" ".join(middle), class_="course"),
        words(WIDTH - 20, 246, caption, "axis", "end"),
    ]
    return figure(252, marks, caption)


def cloud(
    points: Sequence[tuple[float, float, str]], groups: Sequence[str], form: Format, across: str, upward: str
) -> Markup:
    """Price against pay: a ring for each lot, a line where the two are the same; the first letter names the group."""
    xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
    x_axis = Axis(min(0.0, *xs), max(xs) * 1.04 + 1, 56, WIDTH - 20)
    y_axis = Axis(min(0.0, *ys), max(ys) * 1.04 + 1, 300, 18)
    marks = [scale(x_axis, 18, 300, form, across)]
    marks += [
        line(56, y_axis.at(v), WIDTH - 20, y_axis.at(v), "grid") + words(48, y_axis.at(v) + 4, form(v), "tick", "end")
        for v in y_axis.ticks()
    ]
    reach = min(x_axis.high, y_axis.high)
    marks += [
        line(x_axis.at(0), y_axis.at(0), x_axis.at(reach), y_axis.at(reach), "fair"),
        words(x_axis.at(reach) - 6, y_axis.at(reach) + 14, "pays its price", "tick", "end"),
        words(60, 12, upward, "axis"),
    ]
    kinds = {group: n % 6 for n, group in enumerate(groups)}
    for x, y, group in points:
        marks.append(tag("circle", cx=x_axis.at(x), cy=y_axis.at(y), r=3, class_=f"lot c{kinds[group]}"))
    return figure(340, marks, f"{upward} against {across}") + _legend(groups)


def _legend(groups: Sequence[str]) -> Markup:
    keys = [(" " if n else "", tag("span", tag("i", class_=f"key c{n % 6}"), group)) for n, group in enumerate(groups)]
    return tag("p", keys, class_="legend")
