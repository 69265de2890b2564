"""The names on the map of Age of Rail: each beside its place, clear of the others, of places and of links."""
from __future__ import annotations

from roundhouse.games.age_of_rail.land import coasts
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import TITLE_HEIGHT, TITLE_WIDTH, Sheet, Way, radius, reach, straight
from roundhouse.games.labels import Line, Name, Obstacles, broken, clear, shortened
from roundhouse.games.livery import INK, TEXT_FACE
from roundhouse.games.markup import Markup, for_screens, markup, tag
from roundhouse.games.settled import settled
from roundhouse.games.survey import LAND, Box, Point

NAME_SIZE = {"metro": 1.15, "base": 1.1, "mercantile": 1.06, "station": 1.0, "railhead": 1.0}   # to the least letters
LARGER = 1.65                   # how much larger names are on a small screen


def lettering(game: AgeOfRail, at: Sheet) -> Markup:
    """The names of places and externals as SVG; small screens get larger ones."""
    names = for_screens(_names(game, at, 1), _names(game, at, LARGER))
    return tag(
        "g", names, fill=INK, stroke=LAND, stroke_width=4, stroke_linejoin="round", id="ar-names",
        pointer_events="none", paint_order="stroke", text_anchor="middle", font_family=TEXT_FACE, font_weight=600,
    )


def _names(game: AgeOfRail, at: Sheet, larger: float) -> Markup:
    return markup(spot.drawn() for spot in clear(settled(named(game, at, larger), obstacles(game, at))))


def named(game: AgeOfRail, at: Sheet, larger: float = 1) -> tuple[Name, ...]:
    """The heaviest first."""
    board, least = game.board, at.type_size * larger
    names = []
    for e, way in enumerate(at.externals):
        value = f", Value +{board.external_value[e]}" if board.external_value[e] else ""
        lines = Line(board.external_names[e], 1.05 * least, True), Line(f"${board.price[e]}{value}", least)
        names.append(Name(way.end, 15, (lines,)))
    for p in sorted(range(len(at.places)), key=lambda p: -NAME_SIZE[board.place_classes[p]]):
        kind = board.place_classes[p]
        great = kind in ("metro", "base")
        line = Line(board.place_names[p], NAME_SIZE[kind] * least, great)
        short = shortened(line, board.place_names) if larger > 1 and not great else ()
        names.append(Name(at.places[p], reach(game, at, p), broken(line) + short))
    return tuple(names)


def obstacles(game: AgeOfRail, at: Sheet) -> Obstacles:
    """Places with the pips above them, the seals on bases and on links, arrows, the key, and all that can be built."""
    ways = [*at.links, *at.externals]
    rounds = [(x, y, reach(game, at, p)) for p, (x, y) in enumerate(at.places)]
    rounds += [(at.places[int(base)][0] - 25, at.places[int(base)][1] - 13, 9.0) for base in game.board.base]
    rounds += [(*way.at(0.5), 8.0) for way in ways] + [(*way.end, 15.0) for way in at.externals]
    x, y, scale = at.title
    key = (x - 4, y - 4, x + scale * TITLE_WIDTH + 4, y + scale * TITLE_HEIGHT + 4)
    boxes = [key] + [_pips(place, at.looks[kind][1]) for place, kind in zip(at.places, at.kinds)]
    points = [point for way in ways for point in _along(way)]
    shores = [
        point for coast in coasts(game.edition.name, *at.corner) for a, b in zip(coast, coast[1:] + coast[:1])
        for point in _along(straight(a, b))
    ]
    sheet = (20, 20, at.width - 20, at.height - 20)
    return Obstacles(sheet, tuple(rounds), tuple(boxes), tuple(points), tuple(shores))


def _along(way: Way) -> list[Point]:
    """Points so close that nothing slips through between them."""
    return [way.at(n / way.parts) for n in range(way.parts + 1)]


def _pips(place: Point, steps: tuple[int, ...]) -> Box:
    """Where the pips of a place are, whether it has grown or not."""
    x, y = place
    half = 3.5 * (len(steps) - 2) + 3.5
    return x - half, y - radius(max(steps)) - 9, x + half, y - radius(min(steps)) - 2
