"""Where everything lies on the map of Age of Rail, worked out from the edition's coordinates."""
from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.kept import once_per_game
from roundhouse.games.livery import arrows, colour_words, letters
from roundhouse.games.survey import Corners, Point

SIDES, ENDS = 66, 58            # the margins beside, above and below what lies on the map
TITLE_WIDTH, TITLE_HEIGHT = 330, 288
WIDE = 1.35                     # how much wider than high a map is that has its tables below it
BENDS = (0, 18, -18, 36, -36, 60, -60, 90, -90)
CLEAR = 27                      # how far a link keeps from places that it does not join
LEAST = 9.4                     # the least letters in pixels at 1440 by 900, where a sheet has about so many:
BESIDE, BELOW = (728.0, 815.0), (950.0, 590.0)


@dataclass(frozen=True)
class Way:
    """A link or an external connection: a curve from one point by another to a third."""

    start: Point
    by: Point
    end: Point

    def at(self, part: float) -> Point:
        """The point of the curve so far along it, from 0 at its start to 1 at its end."""
        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
        return (
            a * self.start[0] + b * self.by[0] + c * self.end[0],
            a * self.start[1] + b * self.by[1] + c * self.end[1],
        )

    @property
    def parts(self) -> int:
        """Into how many parts it is cut to be taken as points."""
        return max(2, round(hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]) / 5))

    @property
    def path(self) -> str:
        """The curve as an SVG path; a line where it hardly bends."""
        (ax, ay), (bx, by), (cx, cy) = self.start, self.by, self.end
        straight = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1
        bend = f"L{cx:.0f} {cy:.0f}" if straight else f"Q{bx:.0f} {by:.0f} {cx:.0f} {cy:.0f}"
        return f"M{ax:.0f} {ay:.0f}{bend}"


@dataclass(frozen=True)
class Sheet:
    """Where everything lies, worked out from the edition's coordinates."""

    width: float
    height: float
    corner: Point
    """What of the board's coordinates is the sheet's upper left corner."""
    places: list[Point]
    kinds: list[int]
    """By place: which of `looks` it has."""
    looks: list[tuple[str, tuple[int, ...]]]
    links: list[Way]
    externals: list[Way]
    title: tuple[float, float, float]
    colours: list[str]
    letters: list[str]
    arrows: dict[str, dict[str, str]]

    @property
    def wide(self) -> bool:
        """Whether its tables are printed below it, and not beside it."""
        return self.width > WIDE * self.height

    @property
    def type_size(self) -> float:
        """The size of the least letters."""
        across, down = BELOW if self.wide else BESIDE
        return LEAST * max(self.width / across, self.height / down)


@once_per_game
def sheet(game: AgeOfRail) -> Sheet:
    """Where everything lies on the map, worked out from the edition's places once."""
    data = game.edition.data
    board = game.board
    everything = [*data["places"], *data["externals"]]
    left, top = min(p["x"] for p in everything) - SIDES, min(p["y"] for p in everything) - ENDS
    width = max(p["x"] for p in everything) - left + SIDES
    height = max(p["y"] for p in everything) - top + ENDS
    places = [(p["x"] - left, p["y"] - top) for p in data["places"]]
    looks = list(dict.fromkeys((p["class"], tuple(p["steps"])) for p in data["places"]))
    links = [_way(places, int(a), int(b)) for a, b in zip(board.end_a, board.end_b)]
    externals = [
        straight(places[int(gate)], (e["x"] - left, e["y"] - top)) for gate, e in zip(board.gate, data["externals"])
    ]
    corners = Corners(width, height, [*places, *(way.at(n / 8) for way in links for n in range(9)),
                                      *(way.end for way in externals)], 46, 40)
    title = corners.take(TITLE_WIDTH, TITLE_HEIGHT, (1, 0.9, 0.8, 0.7))
    found = {
        **dict(zip(board.place_ids, places)),
        **{name: way.at(0.5) for name, way in zip(board.link_ids, links)},
        **{f"to:{name}": way.end for name, way in zip(board.external_ids, externals)},
    }
    return Sheet(
        corners.width, corners.height, (left, top), places,
        [looks.index((p["class"], tuple(p["steps"]))) for p in data["places"]], looks, links, externals, title,
        colour_words(board.colours), letters(board.railroad_ids), arrows(found),
    )


def sheet_of(s: Position) -> Sheet:
    """The sheet of a position's game."""
    assert isinstance(s.game, AgeOfRail)
    return sheet(s.game)


def straight(start: Point, end: Point) -> Way:
    """A way without a bend."""
    return Way(start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)


def _way(places: list[Point], a: int, b: int) -> Way:
    """From a place to another, bent as little as it takes to pass clear of all others."""
    (ax, ay), (bx, by) = places[a], places[b]
    length = hypot(bx - ax, by - ay) or 1.0
    nx, ny = (by - ay) / length, (ax - bx) / length
    near = [
        place for n, place in enumerate(places)
        if n not in (a, b) and abs((place[0] - ax) * nx + (place[1] - ay) * ny) < 120
        and -60 < ((place[0] - ax) * -ny + (place[1] - ay) * nx) < length + 60
    ]
    tries = []
    for bend in BENDS:
        way = Way(places[a], ((ax + bx) / 2 + nx * bend, (ay + by) / 2 + ny * bend), places[b])
        points = [way.at(n / 12) for n in range(1, 12)]
        room = min((hypot(x - px, y - py) for x, y in points for px, py in near), default=999.0)
        if room >= CLEAR:
            return way
        tries.append((room, way))
    return max(tries, key=lambda found: found[0])[1]


def radius(value: int) -> float:
    """How large a place is drawn, by its worth; it grows no more beyond 10."""
    return 12.5 + 1.25 * min(value, 10)


def reach(game: AgeOfRail, at: Sheet, p: int) -> float:
    """How far a place reaches when it is fully grown; a base has a ring around it."""
    return 29.0 if p in game.board.base else radius(max(at.looks[at.kinds[p]][1])) + 1
