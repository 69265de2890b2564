"""The plots of a report: drawn to be read on paper, with a title on every mark."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from roundhouse.charts import WIDTH, Axis, figure, line, nice, path, upright, words
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.lab.statistics import Estimate, quantile

Format = Callable[[float], str]
LEFT = 150      # where a plot with names begins at least
LETTER = 7.3    # of a name: as wide as one is on average
LONGEST = 40    # letters of a name; more are left out
GAP = 12        # between a name and the plot


def hover(content: str) -> Markup:
    """What is told of a mark when it is pointed at."""
    return tag("title", content)


def scale(axis: Axis, top: float, bottom: float, form: Format, caption: str = "") -> Markup:
    """A horizontal axis at the bottom, with faint lines up to the top."""
    marks = [
        (line(axis.at(v), top, axis.at(v), bottom, "grid"), words(axis.at(v), bottom + 16, form(v), "tick", "middle"))
        for v in axis.ticks()
    ]
    return markup(marks, words(axis.end, bottom + 34, caption, "axis", "end") if caption else None)


# ---- figures with intervals ------------------------------------------------------------------------------------------


def dots(
    rows: Sequence[tuple[str, Estimate]], form: Format, caption: str, reference: float | None = None,
    reference_label: str = "",
) -> Markup:
    """A dot and a whisker for each row; the whisker is the 95 % interval. A line marks what would be fair."""
    given = [(name, one) for name, one in rows if one.n]
    left = max(LEFT, GAP + LETTER * min(LONGEST, max(len(name) for name, _ in given)))
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
        whisker = line(axis.at(one.low), y, axis.at(one.high), y, f"whisker {kind}")
        dot = tag("circle", cx=axis.at(one.value), cy=y, r=5, class_=f"dot {kind}")
        parts += [words(left - GAP, y + 4, _short(name), "label", "end"), tag("g", hover(told), whisker, dot)]
        parts.append(words(WIDTH - 70, y + 4, form(one.value), "value"))
    return figure(bottom + (40 if caption else 24), parts, caption)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[:LONGEST - 1]}…"


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
        parts += [box] if count else []
    x = axis.at(half)
    parts += [line(40, bottom, WIDTH - 20, bottom, "base"), line(x, top - 6, x, bottom, "median"),
              words(x, top - 11, f"median {form(half)}", "tick", "middle")]
    return figure(bottom + 40, parts, caption)


# ---- courses and clouds ----------------------------------------------------------------------------------------------


def course(chances: Sequence[tuple[float, float, float]], fair: float, caption: str) -> Markup:
    """A chance over the game, in even parts: the median as a line, the middle half of games as a band."""
    across = Axis(0, len(chances) - 1, 50, WIDTH - 20)
    up = Axis(0, 1, 210, 16)
    quarters = (0, 0.25, 0.5, 0.75, 1)
    marks = upright(up, across, quarters, "{:.0%}".format)
    marks += [
        words(across.at(part * (len(chances) - 1)), 228, f"{part:.0%}", "tick", "middle") for part in quarters
    ]
    over = [(across.at(n), up.at(high)) for n, (_, _, high) in enumerate(chances)]
    under = [(across.at(n), up.at(low)) for n, (low, _, _) in enumerate(chances)]
    middle = [(across.at(n), up.at(half)) for n, (_, half, _) in enumerate(chances)]
    marks += [
        tag("polygon", points=path([*over, *reversed(under)]), class_="band"),
        line(50, up.at(fair), WIDTH - 20, up.at(fair), "fair"),
        tag("polyline", points=path(middle), class_="course"),
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
    marks = [scale(x_axis, 18, 300, form, across), *upright(y_axis, x_axis, y_axis.ticks(), form)]
    reach = min(x_axis.high, y_axis.high)
    marks += [
        line(x_axis.at(0), y_axis.at(0), x_axis.at(reach), y_axis.at(reach), "fair"),
        words(x_axis.at(reach) - 6, y_axis.at(reach) + 14, "pays its price", "tick", "end"),
        words(60, 12, upward, "axis"),
    ]
    kinds = {group: n % 6 for n, group in enumerate(groups)}
    for x, y, group in points:
        marks.append(tag("circle", cx=x_axis.at(x), cy=y_axis.at(y), r=3, class_=f"lot c{kinds[group]}"))
    return markup(figure(340, marks, f"{upward} against {across}"), _legend(groups))


def _legend(groups: Sequence[str]) -> Markup:
    keys = [tag("span", tag("i", class_=f"key c{n % 6}"), group) for n, group in enumerate(groups)]
    return tag("p", [(key, " ") for key in keys], class_="legend")
