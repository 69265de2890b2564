"""Names on a map: each is set beside its place, clear of other names, of places, of lines and of the sheet's edge.

Many spots around every place are judged by what they would hide; annealing then chooses one for each name. The same
sheet gets the same names in the same spots, always. `settled` keeps what was found.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, exp, hypot, pi, sin
from random import Random

from roundhouse.games.livery import DISPLAY_FACE, INK
from roundhouse.games.markup import Markup, tag
from roundhouse.games.survey import Box, Point

# How wide the letters from space to ~ are, in hundredths of their size: of the text's face, and of the display face.
TEXT_WIDTHS = bytes.fromhex(
    "141f30333354401b20202c331b201b22333333333333333333331b1b3333332c57383c3a3e36333f421c313c324a42433a433b36"
    "3741365036323620222033323734382e38332034381a1a341b5438373838252b2438314b30312c20192033"
)
DISPLAY_WIDTHS = bytes.fromhex(
    "1226213d384d5213232335351a231a23422a37393c363e333d3e1a1a3535353a584542454b3e3b484b2334493c54434b3f4b483c"
    "4444446547403d212321383232373b303b3426343e201f3e20593e363b3b312b273c35533b353426202635"
)
ASCENT, DESCENT = 0.74, 0.22    # of a line, above and below its foot

VOWELS = "aeiouy"
HIDES = 1000.0                  # what it costs to lie on a place or on another name
CROSSES = 120.0                 # on a point of a line; a line is taken as points
BLURS, BLURRED = 6.0, 60.0      # on a point of a shore, and on all of them at most
OFF = 5000.0                    # beyond the edge
AWAY = 9.0                      # a step further from its place
SPLIT, CUT = 30.0, 45.0         # in two lines; cut short
CLEAR = 4.5                     # how far names with their air keep from the middle of a line: half a track
AIR = 1.5                       # how far they keep from all else
ANGLES = 48
GAPS = (1.0, 6.0, 12.0, 20.0, 30.0, 42.0, 56.0, 72.0, 90.0, 110.0, 130.0, 155.0)
LEADS = 3                       # from so many steps away on, a thin line leads from the place to its name
CELL = 24                       # points of lines are found by the square that they lie in
FIRM = 4                        # as many letters of a name that is cut short are left at least


@dataclass(frozen=True)
class Effort:
    """How thorough a search is."""

    options: int
    """So many free spots for each name are enough."""
    tries: int
    """For each name."""


QUICK, THOROUGH = Effort(40, 400), Effort(100, 4000)


@dataclass(frozen=True)
class Line:
    """A line of lettering: its words, their size, and whether they are in the face for display."""

    words: str
    size: float
    display: bool = False

    @property
    def width(self) -> float:
        """How wide its words are when set, from the widths of the letters."""
        widths = DISPLAY_WIDTHS if self.display else TEXT_WIDTHS
        known = (widths[ord(c) - 32] if " " <= c <= "~" else 60 for c in self.words)
        return sum(known) * self.size / 100


@dataclass(frozen=True)
class Name:
    """A name for a place, with the ways in which it can be set, best first: whole, in two lines, cut short."""

    at: Point
    radius: float
    ways: tuple[tuple[Line, ...], ...]

    def awkward(self, way: int) -> float:
        """What it costs to set the name in that way: nothing if whole, more in two lines, most cut short."""
        return 0.0 if not way else SPLIT if len(self.ways[way]) == len(self.ways[0]) + 1 else CUT


@dataclass(frozen=True)
class Obstacles:
    """What names must keep clear of: the sheet's edge, round things, boxes, and lines, which are taken as points."""

    sheet: Box
    rounds: tuple[tuple[float, float, float], ...]
    boxes: tuple[Box, ...]
    points: tuple[Point, ...]
    shores: tuple[Point, ...] = ()
    """Lines that a name leaves alone if it can."""


@dataclass(frozen=True)
class Spot:
    """Where a name is set: its lines, its box, the side that holds to its place, and what is bad about it."""

    lines: tuple[Line, ...]
    box: Box
    anchor: str
    cost: float
    hides: bool
    turn: tuple[int, int, int]
    """Which way of setting the name it is, how many steps away, and in which direction."""
    leader: str = ""
    """A path from the place to a name that lies further off."""

    def drawn(self) -> Iterator[Markup]:
        """The SVG of the leader, if there is one, and of the name's lines."""
        if self.leader:
            yield tag("path", d=self.leader, class_="leader", stroke=INK, stroke_width=1)
        left, top, right, _ = self.box
        x = {"start": left + AIR, "end": right - AIR, "middle": (left + right) / 2}[self.anchor]
        foot = top + AIR
        for line in self.lines:
            face: dict[str, object] = {"font_family": DISPLAY_FACE, "font_weight": 400} if line.display else {}
            anchor = None if self.anchor == "middle" else self.anchor
            y = foot + ASCENT * line.size
            yield tag("text", line.words, x=x, y=y, font_size=line.size, text_anchor=anchor, **face)
            foot += (ASCENT + DESCENT) * line.size


def broken(line: Line) -> tuple[tuple[Line, ...], ...]:
    """A name in one line, and in two: between its words, or else before a syllable near its middle."""
    first, _, second = line.words.partition(" ")
    if not second:
        syllables = [n for n in range(3, len(first) - 2) if first[n] not in VOWELS and first[n + 1] in VOWELS]
        if not syllables:
            return ((line,),)
        middle = min(syllables, key=lambda n: abs(n - len(first) / 2))
        first, second = f"{first[:middle]}-", first[middle:]
    return (line,), (Line(first, line.size, line.display), Line(second, line.size, line.display))


def shortened(line: Line, others: Sequence[str]) -> tuple[tuple[Line, ...], ...]:
    """A name as it is cut short on a crowded map, "Potch." for Potchefstroom: never so that it could be another's."""
    for n in range(FIRM, len(line.words) - 2):
        left = line.words[:n]
        alike = [other for other in others if other != line.words and other.startswith(left)]
        if left[-1].isalpha() and left[-1] not in VOWELS and not alike:
            return ((Line(f"{left}.", line.size, line.display),),)
    return ()


def searched(names: Sequence[Name], obstacles: Obstacles, effort: Effort = QUICK) -> tuple[Spot, ...]:
    """A spot for each name."""
    around = Surroundings(obstacles)
    options = [_options(name, around, effort.options) for name in names]
    return _annealed(options, _near(options), effort.tries)


def placed(names: Sequence[Name], obstacles: Obstacles, turns: Sequence[tuple[int, int, int]]) -> tuple[Spot, ...]:
    """The spots that an earlier search has found."""
    around = Surroundings(obstacles)
    return tuple(_spot(name, turn, around) for name, turn in zip(names, turns, strict=True))


def clear(spots: Sequence[Spot]) -> list[Spot]:
    """Of names in the order of their weight, those that hide nothing: a small screen does without the others."""
    kept: list[Spot] = []
    for spot in spots:
        if not spot.hides and not any(touches(spot.box, other.box) for other in kept):
            kept.append(spot)
    return kept


# ---- what a spot hides -----------------------------------------------------------------------------------------------

Cells = dict[tuple[int, int], list[Point]]


def _cells(points: Sequence[Point]) -> Cells:
    cells: Cells = {}
    for x, y in points:
        cells.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y))
    return cells


class Surroundings:
    """What lies around names, sorted so that what is near one is found quickly."""

    def __init__(self, obstacles: Obstacles) -> None:
        self.obstacles = obstacles
        self.lines, self.shores = _cells(obstacles.points), _cells(obstacles.shores)

    def near(self, name: Name) -> Surroundings:
        """The same, without the places and boxes that no spot of that name can reach."""
        x, y = name.at
        reach = name.radius + max(GAPS) + max(line.width for line in name.ways[0])
        rounds = [one for one in self.obstacles.rounds if hypot(one[0] - x, one[1] - y) < reach + one[2]]
        boxes = [box for box in self.obstacles.boxes if touches(box, (x - reach, y - reach, x + reach, y + reach))]
        found = Surroundings(Obstacles(self.obstacles.sheet, tuple(rounds), tuple(boxes), ()))
        found.lines, found.shores = self.lines, self.shores
        return found

    def hidden(self, box: Box) -> float:
        """What it costs to set a name in that box: beyond the edge, on a place or box, or on a line."""
        left, top, right, bottom = box
        edge = self.obstacles.sheet
        cost = OFF * (left < edge[0] or top < edge[1] or right > edge[2] or bottom > edge[3])
        cost += HIDES * sum(touches(box, other) for other in self.obstacles.boxes)
        for x, y, r in self.obstacles.rounds:
            cost += HIDES * (hypot(x - max(left, min(x, right)), y - max(top, min(y, bottom))) < r)
        return cost or CROSSES * _crossed(left - CLEAR, top - CLEAR, right + CLEAR, bottom + CLEAR, self.lines)

    def blurred(self, box: Box) -> float:
        """What it costs to set a name in that box for the shores beneath it."""
        return min(BLURS * _crossed(*box, self.shores), BLURRED)


def _options(name: Name, around: Surroundings, enough: int) -> list[Spot]:
    """The best spots around a place: near it, and further off as long as there are not enough that hide nothing."""
    near = around.near(name)
    found: list[Spot] = []
    for step in range(len(GAPS)):
        found += [_spot(name, (way, step, turn), near) for way in range(len(name.ways)) for turn in range(ANGLES)]
        if sum(not spot.hides for spot in found) >= enough:
            break
    return sorted(found, key=lambda spot: spot.cost)[:enough]


def _spot(name: Name, way_step_turn: tuple[int, int, int], around: Surroundings) -> Spot:
    way, step, turn = way_step_turn
    lines = name.ways[way]
    wide = max(line.width for line in lines) + 2 * AIR
    high = sum(line.size for line in lines) * (ASCENT + DESCENT) + 2 * AIR
    box, anchor = _beside(name, 2 * pi * turn / ANGLES, GAPS[step], wide, high)
    hidden = around.hidden(box)
    cost = AWAY * step + name.awkward(way) + _awkward(turn) + around.blurred(box) + hidden
    return Spot(lines, box, anchor, cost, hidden > 0, way_step_turn, _leader(name, box) if step >= LEADS else "")


def _leader(name: Name, box: Box) -> str:
    """From the edge of the place to the nearest point of its name."""
    (x, y), (left, top, right, bottom) = name.at, box
    a, b = max(left, min(x, right)), max(top, min(y, bottom))
    part = (name.radius + 1) / (hypot(a - x, b - y) or 1.0)
    return f"M{x + (a - x) * part:.0f} {y + (b - y) * part:.0f}L{a:.0f} {b:.0f}"


def _beside(name: Name, angle: float, gap: float, wide: float, high: float) -> tuple[Box, str]:
    """The box that touches the place in that direction, and the side of its words that is next to the place."""
    (x, y), far = name.at, name.radius + gap
    across, down = (max(-1.0, min(1.0, 1.5 * part)) for part in (cos(angle), sin(angle)))
    left = x + far * cos(angle) + wide / 2 * (across - 1)
    top = y + far * sin(angle) + high / 2 * (down - 1)
    anchor = "start" if across == 1 else "end" if across == -1 else "middle"
    return (left, top, left + wide, top + high), anchor


def _awkward(turn: int) -> float:
    """The eye looks for a name at the right, then at the left, below and above; least between those."""
    return {0: 0.0, ANGLES // 2: 1.0, ANGLES // 4: 2.0, 3 * ANGLES // 4: 3.0}.get(turn, 4.0)


def _crossed(left: float, top: float, right: float, bottom: float, cells: Cells) -> int:
    """How many points of lines lie there."""
    return sum(
        left < x < right and top < y < bottom
        for column in range(int(left // CELL), int(right // CELL) + 1)
        for row in range(int(top // CELL), int(bottom // CELL) + 1)
        for x, y in cells.get((column, row), ())
    )


def touches(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


# ---- all of them together --------------------------------------------------------------------------------------------


def _near(options: Sequence[Sequence[Spot]]) -> list[list[int]]:
    """By name: the others that some spot of it could touch."""
    around = [
        (min(spot.box[0] for spot in some), min(spot.box[1] for spot in some),
         max(spot.box[2] for spot in some), max(spot.box[3] for spot in some))
        for some in options
    ]
    every = range(len(options))
    return [[m for m in every if m != n and touches(around[n], around[m])] for n in every]


def _annealed(options: Sequence[Sequence[Spot]], near: Sequence[Sequence[int]], tries: int) -> tuple[Spot, ...]:
    chosen = [some[0] for some in options]

    def cost(name: int, spot: Spot) -> float:
        return spot.cost + HIDES * sum(touches(spot.box, chosen[other].box) for other in near[name])
    random = Random(1846)
    steps = tries * len(options)
    for step in range(steps):
        name = random.randrange(len(options))
        spot = options[name][int(len(options[name]) * random.random() ** 2)]
        worse = cost(name, spot) - cost(name, chosen[name])
        heat = 300 * (1 - step / steps) ** 2 + 0.1
        if worse <= 0 or random.random() < exp(-worse / heat):
            chosen[name] = spot
    changed = True
    while changed:
        changed = False
        for name, some in enumerate(options):
            spot = min(some, key=partial(cost, name))
            if cost(name, spot) < cost(name, chosen[name]):
                chosen[name] = spot
                changed = True
    return tuple(chosen)
