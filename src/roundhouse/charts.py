"""Plots as SVG, with a class on every mark: colours come from the page's stylesheet, or from `STYLE` in a file."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from roundhouse.games.markup import Inside, Markup, tag

WIDTH = 560
NAMES = 122         # beside the lines of seats, for their names
APART = 14.0        # between the names, so that none covers another
LONGEST = 15        # letters of a name

# Okabe and Ito's colours, told apart by everyone, each with dashes of its own.
SEATS = (
    ("#0072b2", "none"), ("#d55e00", "7 3"), ("#009e73", "2 3"), ("#cc79a7", "9 3 2 3"), ("#e69f00", "4 4"),
    ("#56b4e9", "1 4"),
)
STYLE = " ".join([
    "text { font: 11px sans-serif; fill: #555; } .grid { stroke: #ccc; } .name { fill: currentColor; }",
    "polyline { fill: none; stroke: currentColor; stroke-width: 2; }",
    *(f".line-{seat} {{ color: {ink}; stroke-dasharray: {dashes}; }}" for seat, (ink, dashes) in enumerate(SEATS)),
])


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


# ---- marks -----------------------------------------------------------------------------------------------------------


def figure(height: float, inside: Inside, label: str, alone: bool = False) -> Markup:
    """A figure of what is inside it and a label for readers who can't see it. Alone: with colours, for a file."""
    box = f"0 0 {WIDTH} {height:.0f}"
    style = tag("style", STYLE) if alone else None
    space = "http://www.w3.org/2000/svg" if alone else None
    return tag("svg", style, inside, xmlns=space, viewBox=box, role="img", aria_label=label, class_="plot")


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A straight line; its kind names it to the stylesheet."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def words(x: float, y: float, content: str, kind: str = "label", anchor: str = "start") -> Markup:
    """A text at a place."""
    return tag("text", content, x=x, y=y, class_=kind, text_anchor=anchor)


def upright(up: Axis, across: Axis, values: Sequence[float], form: Callable[[float], str]) -> list[Markup]:
    """A vertical axis at the left: a faint line across and a label for each of the values."""
    lines = [line(across.start, up.at(value), across.end, up.at(value), "grid") for value in values]
    return lines + [words(across.start - 8, up.at(value) + 4, form(value), "tick", "end") for value in values]


def path(points: Sequence[tuple[float, float]]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


# ---- a line for each seat --------------------------------------------------------------------------------------------


def seat_lines(
    rounds: Sequence[Sequence[int]], names: Sequence[str], what: str, unit: str = "", alone: bool = False
) -> Markup:
    """A line for each seat over a game. `rounds` has every seat's value after each move, in the unit."""
    across = Axis(0, max(1, len(rounds) - 1), 40, WIDTH - NAMES)
    up = Axis(min(0, *map(min, rounds)), max(1, *map(max, rounds)), 178, 10)
    marks = upright(up, across, (up.low, (up.low + up.high) // 2, up.high), lambda value: f"{value:.0f}{unit}")
    beside = spread_out([up.at(value) for value in rounds[-1]], 196)
    for seat, name in enumerate(names):
        points = [(across.at(n), up.at(values[seat])) for n, values in enumerate(rounds)]
        short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
        end = words(across.end + 8, beside[seat] + 4, f"{rounds[-1][seat]}{unit} {short}", "name")
        marks.append(tag("g", tag("polyline", points=path(points)), end, class_=f"line-{seat}"))
    marks += [words(across.start, 195, "start", "tick"), words(across.end, 195, "end", "tick", "end")]
    told = ", ".join(f"{name} {value}{unit}" for name, value in zip(names, rounds[-1]))
    return figure(200, marks, f"{what}. At the end: {told}.", alone)


def progress_lines(
    series: Sequence[Sequence[float]], names: Sequence[str], what: str, form: str = "{:.0f}", alone: bool = False
) -> Markup:
    """A line for each series of values, one after each game, all of them ending at the right: the latest game."""
    longest = max(map(len, series))
    across = Axis(1 - longest, 0, 44, WIDTH - NAMES)
    low, high = min(map(min, series)), max(map(max, series))
    up = Axis(low - 0.05 * (high - low) - 0.5, high + 0.05 * (high - low) + 0.5, 178, 10)
    marks = upright(up, across, up.ticks(4), lambda value: f"{value:g}")
    beside = spread_out([up.at(values[-1]) for values in series], 196)
    for number, (name, values) in enumerate(zip(names, series)):
        points = [(across.at(n + 1 - len(values)), up.at(value)) for n, value in enumerate(values)]
        short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
        end = words(across.end + 8, beside[number] + 4, f"{form.format(values[-1])} {short}", "name")
        marks.append(tag("g", tag("polyline", points=path(points)), end, class_=f"line-{number % len(SEATS)}"))
    ago = longest - 1
    first = f"{ago} {'game' if ago == 1 else 'games'} ago" if ago else ""
    marks += [words(across.start, 195, first, "tick"), words(across.end, 195, "now", "tick", "end")]
    told = ", ".join(f"{name} {form.format(values[-1])}" for name, values in zip(names, series))
    return figure(200, marks, f"{what}. Now: {told}.", alone)


def chance_lines(chances: Sequence[Sequence[float]], names: Sequence[str], alone: bool = False) -> Markup:
    """Every seat's chance to win over a game: `chances` has all of them after each step."""
    percents = [[round(100 * chance) for chance in after] for after in chances]
    return seat_lines(percents, names, "Everyone's chance to win from start to end", "%", alone)


def spread_out(heights: Sequence[float], lowest: float) -> list[float]:
    """Heights of labels, moved down just enough that none covers another, and all up again where that is too low."""
    placed = list(heights)
    last = -APART
    for seat in sorted(range(len(placed)), key=lambda seat: heights[seat]):
        placed[seat] = last = max(heights[seat], last + APART)
    over = max(0.0, last - lowest)
    return [height - over for height in placed]
