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
    played = [p.after.scores() for p in line.passed(1, len(line.steps)) if p.by != CHANCE or p.number == len(line.steps)]
    rounds = [line.at(0).scores(), *played]
    low = min(0, *(min(scores) for scores in rounds))
    high = max(1, *(max(scores) for scores in rounds))

    def x(step: int) -> float:
        return LEFT + step * (WIDTH - LEFT - RIGHT) / max(1, len(rounds) - 1)

    def y(score: float) -> float:
        return HEIGHT - BOTTOM - (score - low) * (HEIGHT - TOP - BOTTOM) / (high - low)

    marks = [low, (low + high) // 2, high]
    grid = "".join(
        tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y(mark), y2=y(mark), class_="axis")
        + tag("text", str(mark), x=LEFT - 6, y=y(mark) + 4, text_anchor="end")
        for mark in marks
    )
    labels = _spread([y(score) for score in rounds[-1]])
    lines = "".join(
        tag(
            "g",
            tag("path", d="M" + "L".join(f"{x(n):.1f} {y(scores[seat]):.1f}" for n, scores in enumerate(rounds)))
            + tag("text", text(f"{rounds[-1][seat]} {_short(name)}"), x=WIDTH - RIGHT + 8, y=labels[seat] + 4, class_="name"),
            class_=f"line-{seat}",
        )
        for seat, name in enumerate(names)
    )
    foot = tag("text", "start", x=LEFT, y=HEIGHT - 5) + tag("text", "end", x=WIDTH - RIGHT, y=HEIGHT - 5, text_anchor="end")
    told = ", ".join(f"{name} {score}" for name, score in zip(names, rounds[-1]))
    return Markup(
        tag("svg", grid + lines + foot, class_="plot", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img",
            aria_label=f"Everyone's worth from start to end. At the end: {told}.")
    )


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
