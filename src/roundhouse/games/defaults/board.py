"""The board of any game, read off its edition: hexes, or places with links between them, or neither.

An edition has a map where one of its lists holds objects with an `id` and a place: `q` and `r` for hexes, `x` and `y`
for any others. A link is an object or a word that names two such places: `"between": ["cork", "mallow"]`, or
`"cork~mallow"`. Everything else on the board has a name and no place.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any

from roundhouse.engine.contract import Game
from roundhouse.games.hexmap import HALF, SIDE, middles
from roundhouse.games.kept import once_per_game
from roundhouse.games.livery import COLOURS, arrows, colour_words
from roundhouse.games.survey import Corners, Point

MARGIN = 64
TITLE_WIDTH, TITLE_HEIGHT = 290, 128
TITLE_SCALES = (1.0, 0.9, 0.8, 0.7)
LEAST_APART = 96.0              # the two nearest places of a network are drawn so far from each other
TABLE = (1180, 760)             # the sheet of a game without a map
SEAT_COLOURS = ("blue", "red", "green", "purple", "yellow", "black")     # as the seats' markers have them
HEXES, NETWORK, OPEN_TABLE = "hexes", "network", "table"


@dataclass(frozen=True)
class Place:
    """A place of the map: a hex, or a point of a network."""

    id: str
    name: str
    """What it is called, where that is not its id."""
    kind: str
    """What the edition says of it: terrain, class or kind."""
    at: Point


@dataclass(frozen=True)
class Link:
    """What joins two places of a network."""

    id: str
    ends: tuple[str, str]


@dataclass(frozen=True)
class Board:
    """The map of an edition as it lies on the sheet: its places and links, and the names and colours of all things."""

    kind: str
    width: float
    height: float
    title: tuple[float, float, float]
    """Where the title stands, and at what scale."""
    places: dict[str, Place]
    links: dict[str, Link]
    axial: dict[tuple[int, int], str]
    """Of hexes: which is where."""
    names: dict[str, str]
    """What everything with an id is called."""
    colours: dict[str, str]
    """The ink of everything to which the edition gives a colour."""
    arrows: dict[str, dict[str, str]]

    def called(self, word: str) -> str:
        """The name of a thing by its id; anything unknown is called as it is written."""
        return self.names.get(word, word)

    def middle(self, id: str) -> Point:
        """Where a place is, or the middle of a link."""
        if id in self.places:
            return self.places[id].at
        (ax, ay), (bx, by) = (self.places[end].at for end in self.links[id].ends)
        return (ax + bx) / 2, (ay + by) / 2


@once_per_game
def board(game: Game) -> Board:
    """The board of a game, read off its edition once."""
    data = game.edition.data
    names, colours = _names(data), _colours(data)
    listed = _placed(data, "q", "r")
    kind = HEXES if listed else NETWORK
    listed = listed or _placed(data, "x", "y")
    if not listed:
        return Board(OPEN_TABLE, *TABLE, (MARGIN, MARGIN, 1.0), {}, {}, {}, names, colours, {})
    points = middles(((one["q"], one["r"]) for one in listed), MARGIN) if kind == HEXES else _points(listed)
    places = {
        one["id"]: Place(one["id"], names.get(one["id"], ""), _kind(one), at) for one, at in zip(listed, points)
    }
    links = {} if kind == HEXES else {link.id: link for link in _links(data, places)}
    across, down = (SIDE, HALF) if kind == HEXES else (40, 20)
    width, height = max(x for x, _ in points) + across + MARGIN, max(y for _, y in points) + down + MARGIN
    ways = [(places[a].at, places[b].at) for a, b in (link.ends for link in links.values())]
    taken = points + [(ax + (bx - ax) * n / 6, ay + (by - ay) * n / 6) for (ax, ay), (bx, by) in ways for n in range(7)]
    corners = Corners(width, height, taken, SIDE + 8, HALF + 8)
    title = corners.take(TITLE_WIDTH, TITLE_HEIGHT, TITLE_SCALES)
    axial = {(one["q"], one["r"]): one["id"] for one in listed} if kind == HEXES else {}
    found = {id: place.at for id, place in places.items()}
    found |= {id: _middle(found, link) for id, link in links.items()}
    return Board(kind, corners.width, corners.height, title, places, links, axial, names, colours, arrows(found))


def _middle(at: dict[str, Point], link: Link) -> Point:
    (ax, ay), (bx, by) = at[link.ends[0]], at[link.ends[1]]
    return (ax + bx) / 2, (ay + by) / 2


# ---- reading the edition ---------------------------------------------------------------------------------------------


def _objects(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything that the edition lists with an id."""
    for value in data.values():
        if isinstance(value, list):
            yield from (one for one in value if isinstance(one, dict) and isinstance(one.get("id"), str))


def _placed(data: dict[str, Any], across: str, down: str) -> list[dict[str, Any]]:
    return [one for one in _objects(data) if _is_number(one.get(across)) and _is_number(one.get(down))]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _names(data: dict[str, Any]) -> dict[str, str]:
    return {one["id"]: str(one["name"]) for one in _objects(data) if isinstance(one.get("name"), str)}


def _colours(data: dict[str, Any]) -> dict[str, str]:
    own = {one["id"]: str(one.get("color") or one.get("colour") or "") for one in _objects(data)}
    wanted = {id: colour for id, colour in own.items() if colour}
    found = dict(zip(wanted, colour_words(wanted.values())))
    return {**{id: id for id in own if id in COLOURS}, **found}


def _kind(one: dict[str, Any]) -> str:
    return next((str(one[key]) for key in ("terrain", "class", "kind", "type") if isinstance(one.get(key), str)), "")


def _links(data: dict[str, Any], places: dict[str, Place]) -> Iterator[Link]:
    for value in data.values():
        for one in value if isinstance(value, list) else ():
            ends = _ends(one, places)
            if ends is not None:
                own = one.get("id") if isinstance(one, dict) else one
                yield Link(own if isinstance(own, str) else "~".join(ends), ends)


def _ends(one: object, places: dict[str, Place]) -> tuple[str, str] | None:
    """The two places that something joins."""
    if isinstance(one, str):
        named: list[object] = list(one.split("~"))
    elif isinstance(one, dict):
        inner = next((v for v in one.values() if isinstance(v, list) and len(v) == 2), None)
        named = inner if inner is not None else [one.get("from", one.get("a")), one.get("to", one.get("b"))]
    elif isinstance(one, list):
        named = one
    else:
        return None
    if len(named) == 2 and all(isinstance(end, str) and end in places for end in named):
        return str(named[0]), str(named[1])
    return None


# ---- where it lies on the sheet --------------------------------------------------------------------------------------


def _points(listed: list[dict[str, Any]]) -> list[Point]:
    """Coordinates in whatever unit, drawn so large that names have room between the two nearest places."""
    raw = [(float(one["x"]), float(one["y"])) for one in listed]
    gaps = [hypot(ax - bx, ay - by) for n, (ax, ay) in enumerate(raw) for bx, by in raw[:n]]
    scale = LEAST_APART / (min((gap for gap in gaps if gap), default=1.0))
    spread = max(max(x for x, _ in raw) - min(x for x, _ in raw), max(y for _, y in raw) - min(y for _, y in raw), 1.0)
    scale = max(min(scale, 1500 / spread), 700 / spread)
    left, top = min(x for x, _ in raw), min(y for _, y in raw)
    return [(MARGIN + 40 + (x - left) * scale, MARGIN + 20 + (y - top) * scale) for x, y in raw]
