"""The table as text, for a terminal: a map of hexes, lists under heads, and inks that can be read there."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from roundhouse.engine.hexes import HexGrid
from roundhouse.games.words import Words, joined, styled, term, text, words

CELL = 6
"""The letters of a hex, on each of its two lines."""
INKS = {
    "black": "#ffffff on #303030", "orange": "#ff9b3d", "red": "#ff8a7a", "yellow": "#ffe14d", "blue": "#8cc4ff",
    "purple": "#d9a0ff", "pink": "#ff9ecb", "green": "#6fdc8c", "brown": "#cf9a5b",
}


def ink(colour: str, ground: str = "") -> str:
    """The style of a colour, white if it is not known, on that ground unless it has one of its own."""
    style = INKS.get(colour, "white")
    return style if " on " in style or not ground else f"{style} {ground}"


def hex_rows(grid: HexGrid, upper: Callable[[int], Words], lower: Callable[[int], Words]) -> list[Words]:
    """Flat-top hexes as cells of two lines, CELL letters wide each; odd columns stand lower."""
    low_q = min(q for q, _ in grid.axial)
    rows = [2 * r + q for q, r in grid.axial]
    top = min(rows)
    lines: list[dict[int, Words]] = [{} for _ in range(max(rows) - top + 2)]
    for h, (q, _) in enumerate(grid.axial):
        lines[rows[h] - top][q - low_q] = upper(h)
        lines[rows[h] - top + 1][q - low_q] = lower(h)
    columns = range(max(q for q, _ in grid.axial) - low_q + 1)
    sea = (text(" " * CELL),)
    return [joined([line.get(column, sea) for column in columns], "") for line in lines]


def typed(lines: Mapping[str, str], wide: int) -> Words:
    """What can be typed, so wide in bold, each with what it does."""
    shown = (words("{line}{does}", line=styled(f"{f'{line}  ':<{wide}}", "bold"), does=words(does))
             for line, does in lines.items())
    return joined(shown, "\n")


Columns = Sequence[tuple[str, int]]
"""The heads of a list, and how wide each column is; the last may be 0."""


def heads(columns: Columns) -> Words:
    """The line of heads, in the language of whoever looks."""
    return (styled(in_columns([term(head) for head, _ in columns], columns), "bold"),)


def in_columns(cells: Sequence[object], columns: Columns) -> str:
    """A line of cells, each as wide as its column."""
    return "".join(f"{cell:<{wide}}" for cell, (_, wide) in zip(cells, columns)).rstrip()
