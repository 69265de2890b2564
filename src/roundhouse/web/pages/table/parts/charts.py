"""Lines over a game: everyone's worth, and everyone's chance to win."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.charts import Axis, path, seat_lines, upright, words
from roundhouse.engine.contract import CHANCE
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.records.course import Course

WIDE, NARROW, HIGH, NAMES = 1000, 380, 132, 130


def worth_plot(course: Course, names: Sequence[str]) -> Markup:
    """What everyone would have scored after each move; only for games that are over, since it tells all."""
    last = len(course.steps)
    played = [p.after.scores() for p in course.passed() if p.by != CHANCE or p.number == last]
    return seat_lines([course.at(0).scores(), *played], names, "Everyone's worth from start to end")


def chances_plots(chances: Sequence[Sequence[float]], mistakes: Sequence[int], names: Sequence[str]) -> Markup:
    """Everyone's chance to win after each step, for a desk and for a phone: the page shows the one that fits."""
    return markup(_chances_plot(chances, mistakes, names, WIDE, "wide"),
                  _chances_plot(chances, mistakes, names, NARROW, "narrow"))


def _chances_plot(
    chances: Sequence[Sequence[float]], mistakes: Sequence[int], names: Sequence[str], width: int, kind: str
) -> Markup:
    """Every step can be gone to, and mistakes are marked."""
    across, up = Axis(1, len(chances), 44, width - NAMES), Axis(0, 1, HIGH - 12, 8)
    marks = upright(up, across, (0, 0.5, 1), lambda value: f"{value:.0%}")
    beside = sorted(range(len(names)), key=lambda seat: -chances[-1][seat])
    for seat, name in enumerate(names):
        points = [(across.at(step), up.at(after[seat])) for step, after in enumerate(chances, 1)]
        named = words(across.end + 8, 20 + 16 * beside.index(seat), name, "name")
        marks.append(tag("g", tag("polyline", points=path(points)), named, class_=f"line-{seat}"))
    half = (across.end - across.start) / max(1, len(chances) - 1) / 2
    steps = [
        tag("rect", x=across.at(step) - half, y=0, width=2 * half, height=HIGH, data_at=step, class_="step")
        for step in range(1, len(chances) + 1)
    ]
    faults = [
        tag("path", d=f"M{across.at(step):.1f} {HIGH - 1}l-5 -9h10z", data_at=step - 1, class_="fault")
        for step in mistakes
    ]
    told = ", ".join(f"{name} {after:.0%}" for name, after in zip(names, chances[-1]))
    label = f"Everyone's chance to win from start to end. At the end: {told}."
    return tag("svg", marks, tag("g", steps), faults, viewBox=f"0 0 {width} {HIGH}", role="img", aria_label=label,
               class_=f"plot chances {kind}")
