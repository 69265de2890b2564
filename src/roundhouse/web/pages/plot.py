"""Lines over a game, as a small drawing: everyone's worth, or everyone's chance to win."""
from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.engine.contract import CHANCE
from roundhouse.games.drawing import tag, text
from roundhouse.records.course import Course

WIDTH, HEIGHT = 560, 200
LEFT, RIGHT, TOP, BOTTOM = 40, 122, 10, 22


def worth_plot(course: Course, names: Sequence[str]) -> Markup:
    """What everyone would have scored after each move; only for games that are over, since it tells all."""
    last = len(course.steps)
    played = [p.after.scores() for p in course.passed() if p.by != CHANCE or p.number == last]
    return plot([course.at(0).scores(), *played], names, "Everyone's worth from start to end", "")


def plot(rounds: Sequence[Sequence[int]], names: Sequence[str], what: str, unit: str) -> Markup:
    """A line for each seat. `rounds` has everyone's value after each move."""
    low = min(0, *(min(values) for values in rounds))
    high = max(1, *(max(values) for values in rounds))

    def x(move: int) -> float:
        return LEFT + move * (WIDTH - LEFT - RIGHT) / max(1, len(rounds) - 1)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (value - low) * (HEIGHT - TOP - BOTTOM) / (high - low)

    drawn = ""
    for mark in (low, (low + high) // 2, high):
        drawn += tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(mark), y2=y(mark), class_="axis")
        drawn += _label(f"{mark}{unit}", LEFT - 6, y(mark) + 4, "end")
    beside = _spread([y(value) for value in rounds[-1]])
    for seat, name in enumerate(names):
        path = "L".join(f"{x(n):.1f} {y(values[seat]):.1f}" for n, values in enumerate(rounds))
        end = _label(f"{rounds[-1][seat]}{unit} {_short(name)}", WIDTH - RIGHT + 8, beside[seat] + 4, "start", "name")
        drawn += tag("g", tag("path", d="M" + path) + end, class_=f"line-{seat}")
    drawn += _label("start", LEFT, HEIGHT - 5, "start") + _label("end", WIDTH - RIGHT, HEIGHT - 5, "end")
    told = ", ".join(f"{name} {value}{unit}" for name, value in zip(names, rounds[-1]))
    words, size = f"{what}. At the end: {told}.", f"0 0 {WIDTH} {HEIGHT}"
    return Markup(tag("svg", drawn, class_="plot", viewBox=size, role="img", aria_label=words))


def _label(words: str, x: float, y: float, anchor: str, kind: str | None = None) -> str:
    return tag("text", text(words), x=x, y=y, text_anchor=anchor, class_=kind)


def _spread(heights: Sequence[float], apart: float = 14) -> list[float]:
    """Heights of labels, moved down just enough that none covers another."""
    placed = list(heights)
    last = -apart
    for seat in sorted(range(len(placed)), key=lambda seat: heights[seat]):
        placed[seat] = last = max(heights[seat], last + apart)
    over = max(0.0, last - (HEIGHT - 4))
    return [height - over for height in placed]


def _short(name: str) -> str:
    return name if len(name) <= 15 else name[:14] + "…"
