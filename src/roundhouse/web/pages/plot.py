"""Everyone's worth over a game, as a small drawing for the end."""
from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.engine.contract import CHANCE
from roundhouse.games.drawing import tag, text
from roundhouse.web.line import Line

WIDTH, HEIGHT = 560, 200
LEFT, RIGHT, TOP, BOTTOM = 34, 120, 10, 22


def worth_plot(line: Line, names: Sequence[str]) -> Markup:
    """A line for each seat from the first step to the last; only for games that are over, since it tells all."""
    last = len(line.steps)
    played = [p.after.scores() for p in line.passed(1, last) if p.by != CHANCE or p.number == last]
    rounds = [line.at(0).scores(), *played]
    low = min(0, *(min(scores) for scores in rounds))
    high = max(1, *(max(scores) for scores in rounds))

    def x(step: int) -> float:
        return LEFT + step * (WIDTH - LEFT - RIGHT) / max(1, len(rounds) - 1)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (score - low) * (HEIGHT - TOP - BOTTOM) / (high - low)

    grid = "".join(
        tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(mark), y2=y(mark), class_="axis") + _label(mark, LEFT - 6, y(mark) + 4, "end")
        for mark in (low, (low + high) // 2, high)
    )
    beside = _spread([y(score) for score in rounds[-1]])
    lines = ""
    for seat, name in enumerate(names):
        path = "L".join(f"{x(n):.1f} {y(scores[seat]):.1f}" for n, scores in enumerate(rounds))
        label = tag("text", text(f"{rounds[-1][seat]} {_short(name)}"), x=WIDTH - RIGHT + 8, y=beside[seat] + 4, class_="name")
        lines += tag("g", tag("path", d="M" + path) + label, class_=f"line-{seat}")
    foot = _label("start", LEFT, HEIGHT - 5, "start") + _label("end", WIDTH - RIGHT, HEIGHT - 5, "end")
    told = ", ".join(f"{name} {score}" for name, score in zip(names, rounds[-1]))
    words = f"Everyone's worth from start to end. At the end: {told}."
    size = f"0 0 {WIDTH} {HEIGHT}"
    return Markup(tag("svg", grid + lines + foot, class_="plot", viewBox=size, role="img", aria_label=words))


def _label(words: object, x: float, y: float, anchor: str) -> str:
    return tag("text", text(words), x=x, y=y, text_anchor=anchor)


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
