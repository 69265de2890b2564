"""How a net got better, as a picture: against the value function and beside the search, over the games that it saw."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from roundhouse.charts import WIDTH, Axis, figure, path, spread_out, upright, words
from roundhouse.games.markup import Markup, tag
from roundhouse.lab.training.rounds import Round

PANEL = 150.0       # the height of one
NAMES = 110         # beside the lines, for what they are


def curves(rounds: Sequence[Round]) -> str:
    """An SVG of two panels: how much less cross-entropy with results net and search have than the value function after
    the best look, and how far the net's policy is from the visits."""
    seen = list(accumulate(one.games for one in rounds))
    last = [one.kept for one in rounds]
    values = {name: [one["value by best"] - one[key] for one in last] for name, key in
              (("net", "value"), ("search", "value by root"))}
    across = Axis(0, max(seen), 48, WIDTH - NAMES)
    marks = [
        *_panel(0, across, seen, values, "value: better than the best look by so much cross-entropy"),
        *_panel(PANEL, across, seen, {"net": [one["policy"] for one in last]}, "policy: divergence from the visits"),
        *(words(across.at(n), 2 * PANEL + 14, f"{n:,.0f}", "tick", "middle") for n in across.ticks()),
        words(across.end + 8, 2 * PANEL + 14, "games", "tick"),
    ]
    return str(figure(2 * PANEL + 22, marks, "How value and policy got better with the games that were learned", True))


def _panel(
    top: float, across: Axis, seen: Sequence[int], lines: dict[str, list[float]], caption: str
) -> list[Markup]:
    numbers = [number for line in lines.values() for number in line]
    up = Axis(min(0.0, *numbers), max(0.01, *numbers) * 1.05, top + PANEL - 4, top + 22)
    marks = [words(across.start, top + 13, caption), *upright(up, across, up.ticks(4), "{:.2f}".format)]
    beside = spread_out([up.at(line[-1]) for line in lines.values()], up.start)
    for n, (name, line) in enumerate(lines.items()):
        points = [(across.at(games), up.at(number)) for games, number in zip(seen, line)]
        dots = [tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3, fill="currentColor") for x, y in points]
        end = words(across.end + 8, beside[n] + 4, name, "name")
        marks.append(tag("g", tag("polyline", points=path(points)), dots, end, class_=f"line-{n}"))
    return marks
