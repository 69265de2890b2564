"""The map of Age of Rail as a survey sheet: stations, links, externals, and where everything lies on it."""
from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from roundhouse.games.age_of_rail.drawing_land import coasts, land
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.drawn import Ground
from roundhouse.games.kept import once_per_game
from roundhouse.games.labels import Line, Name, Obstacles, broken, clear, shortened
from roundhouse.games.livery import (
    DISPLAY_FACE,
    FAINT,
    INK,
    PAPER,
    TEXT_FACE,
    arrows,
    certificate,
    colour_words,
    fill,
    ink_on,
    label,
    letters,
    patterns,
)
from roundhouse.games.markup import Inside, Markup, for_screens, markup, tag
from roundhouse.games.settled import settled
from roundhouse.games.survey import FRAME, LAND, TOWN, Box, Corners, Point, neatline
from roundhouse.games.title import provenance

SIDES, ENDS = 66, 58            # the margins beside, above and below what lies on the map
TITLE_WIDTH, TITLE_HEIGHT = 330, 288
RAIL, STRIP = 21.5, 14.7        # the least width beside a map, or height below a wide one, in the size of the text
WIDE = 1.35                     # how much wider than high a map is that has its tables below it
BENDS = (0, 18, -18, 36, -36, 60, -60, 90, -90)
CLEAR = 27                      # how far a link keeps from places that it does not join
NAME_SIZE = {"metro": 1.15, "base": 1.1, "mercantile": 1.06, "station": 1.0, "railhead": 1.0}   # to the least letters
LEAST = 9.4                     # those, in pixels of a desktop of 1440 by 900, where a sheet has about so many:
BESIDE, BELOW = (728.0, 815.0), (950.0, 590.0)
LARGER = 1.65                   # how much larger names are on a small screen


@dataclass(frozen=True)
class Way:
    """A link or an external connection: a curve from one point by another to a third."""

    start: Point
    by: Point
    end: Point

    def at(self, part: float) -> Point:
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
        _straight(places[int(gate)], (e["x"] - left, e["y"] - top)) for gate, e in zip(board.gate, data["externals"])
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
    assert isinstance(s.game, AgeOfRail)
    return sheet(s.game)


def _straight(start: Point, end: Point) -> Way:
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


# ---- the ground ------------------------------------------------------------------------------------------------------


@once_per_game
def ground(game: AgeOfRail) -> Ground:
    at = sheet(game)
    svg = markup(printed(game), _spots(game, at))
    room = {"strip": STRIP} if at.wide else {"rail": RAIL}
    return Ground(round(at.width), round(at.height), svg, at.type_size * LARGER, **room, crowded=True)


def printed(game: AgeOfRail) -> Markup:
    """The sheet as it is printed, with nothing to click."""
    at = sheet(game)
    names = for_screens(_names(game, at), _main_names(game, at))
    return markup(
        tag("defs", _definitions(game, at), tag("clipPath", tag("rect", **_inside(at)), id="ar-frame")),
        tag("rect", width=at.width, height=at.height, fill=LAND),
        tag("g", land(game.edition.name, *at.corner), clip_path="url(#ar-frame)"),
        tag("path", d="".join(way.path for way in at.links), class_="links", fill="none", stroke=INK, stroke_width=1.8,
            stroke_dasharray="7 6", stroke_opacity=0.75),
        [_external(way) for way in at.externals],
        _bases(game, at),
        tag("g", names, fill=INK, stroke=LAND, stroke_width=4, stroke_linejoin="round", id="ar-names",
            paint_order="stroke", text_anchor="middle", font_family=TEXT_FACE, font_weight=600),
        neatline(at.width, at.height),
        _title(game, at),
    )


def _inside(at: Sheet) -> dict[str, object]:
    """What the frame leaves to the map."""
    return {"x": FRAME, "y": FRAME, "width": at.width - 2 * FRAME, "height": at.height - 2 * FRAME}


# ---- what can be clicked ---------------------------------------------------------------------------------------------


def _spots(game: AgeOfRail, at: Sheet) -> Markup:
    """Where two lie on each other, the later one is clicked: a place before a link, a link before what is beside."""
    board = game.board
    reaches = [round(_reach(game, at, p)) for p in range(len(at.places))]
    links = [tag("path", class_="spot link", data_spot=name, d=_band(way))
             for name, way in zip(board.link_ids, at.links)]
    places = [tag("circle", class_=f"spot {kind}", data_spot=name, cx=round(x), cy=round(y), r=max(25, reach + 3))
              for name, kind, (x, y), reach in zip(board.place_ids, board.place_classes, at.places, reaches)]
    externals = [tag("circle", class_="spot external", data_spot=f"to:{name}", cx=way.end[0], cy=way.end[1], r=26)
                 for name, way in zip(board.external_ids, at.externals)]
    return tag("g", externals, links, places, fill="transparent")


def _band(way: Way) -> str:
    """The ground beside a link, broad enough for a thumb."""
    (ax, ay), (bx, by) = way.start, way.end
    length = hypot(bx - ax, by - ay) or 1.0
    nx, ny = 11 * (by - ay) / length, 11 * (ax - bx) / length
    parts = [0.15, 0.5, 0.85]
    there = [f"{way.at(part)[0] + nx:.0f} {way.at(part)[1] + ny:.0f}" for part in parts]
    back = [f"{way.at(part)[0] - nx:.0f} {way.at(part)[1] - ny:.0f}" for part in parts[::-1]]
    return f"M{' '.join(there + back)}z"


# ---- stations, seals and certificates --------------------------------------------------------------------------------


def _definitions(game: AgeOfRail, at: Sheet) -> Markup:
    board = game.board
    stations = [
        tag("g", station(kind, steps, level), id=f"ar-place-{n}-{level}")
        for n, (kind, steps) in enumerate(at.looks) for level in range(len(steps))
    ]
    seals = [
        tag("g", tag("circle", r=8, fill=fill(c), stroke=INK),
            label(0, 4, at.letters[r], 11, fill=ink_on(c), font_weight=800), id=f"ar-seal-{r}")
        for r, c in enumerate(at.colours)
    ]
    cards = [
        tag("g", certificate(c, at.letters[r], board.railroad_shorts[r]), id=f"ar-card-{r}")
        for r, c in enumerate(at.colours)
    ]
    return markup(patterns(at.colours), stations, seals, cards)


def radius(value: int) -> float:
    return 12.5 + 1.25 * min(value, 10)


def station(kind: str, steps: tuple[int, ...], level: int) -> Markup:
    """A place around its middle: a shape for its class, sized by its value, and a pip for each step to come."""
    r = radius(steps[level])
    ring = {"stroke": INK, "stroke_width": 1.8}
    if kind == "railhead":
        shape = tag("rect", x=-r * 0.88, y=-r * 0.88, width=r * 1.76, height=r * 1.76, fill=PAPER, **ring)
    elif kind == "metro":
        o, i = r * 1.12, r * 0.46
        points = f"{-o:.1f},{-i:.1f} {-i:.1f},{-o:.1f} {i:.1f},{-o:.1f} {o:.1f},{-i:.1f} "
        points += f"{o:.1f},{i:.1f} {i:.1f},{o:.1f} {-i:.1f},{o:.1f} {-o:.1f},{i:.1f}"
        shape = tag("polygon", points=points, fill=TOWN, stroke=INK, stroke_width=2.6)
    else:
        shape = tag("circle", r=r, fill=TOWN if kind == "base" else PAPER, **ring)
        if kind == "mercantile":
            shape = markup(shape, tag("circle", r=r - 3, fill="none", stroke=INK))
    dots = [f"M{7 * n - 3.5 * (len(steps) - 2):.3g} {-r - 5.5:.3g}h0" for n in range(len(steps) - 1)]
    figure = tag("text", steps[level], y=r * 0.44, font_size=r * 1.25, fill=INK)
    return markup(shape, _dots(dots, INK, 6), _dots(dots[level:], PAPER, 3.6), figure)


def _dots(dots: list[str], colour: str, wide: float) -> Markup | None:
    return tag("path", d="".join(dots), stroke=colour, stroke_width=wide, stroke_linecap="round") if dots else None


def figures(inside: Inside, **attributes: object) -> Markup:
    """A group in which stations can be used: it has the type of their figures."""
    return tag("g", inside, font_family=TEXT_FACE, font_weight=700, text_anchor="middle", **attributes)


def _bases(game: AgeOfRail, at: Sheet) -> Markup:
    """A ring in the colour of the railroad that starts there, and its seal."""
    board = game.board
    rings = []
    for r, base in enumerate(board.base):
        x, y = at.places[int(base)]
        rings += [
            tag("circle", cx=x, cy=y, r=25, fill="none", stroke=fill(at.colours[r]), stroke_width=5),
            tag("circle", cx=x, cy=y, r=28, fill="none", stroke=INK, stroke_width=0.8),
            tag("use", href=f"#ar-seal-{r}", x=round(x - 25), y=round(y - 13)),
        ]
    return markup(rings)


def _external(way: Way) -> Markup:
    """An arrow off the map."""
    (ax, ay), (bx, by) = way.start, way.end
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    line = tag("path", d=way.path, fill="none", stroke=INK, stroke_width=1.8, stroke_dasharray="2 5")
    head = tag("path", d=f"M{bx + 11 * dx:.1f} {by + 11 * dy:.1f}L{bx - 7 * dx - 9 * dy:.1f} {by - 7 * dy + 9 * dx:.1f}"
                         f"L{bx - 7 * dx + 9 * dy:.1f} {by - 7 * dy - 9 * dx:.1f}z", fill=INK)
    return markup(line, head)


# ---- names -----------------------------------------------------------------------------------------------------------


def _names(game: AgeOfRail, at: Sheet) -> Markup:
    """Each name beside its place, clear of the others, of places and of links."""
    return markup(spot.drawn() for spot in settled(named(game, at), obstacles(game, at)))


def _main_names(game: AgeOfRail, at: Sheet) -> Markup:
    """As many as a small screen has room for."""
    return markup(spot.drawn() for spot in clear(settled(named(game, at, LARGER), obstacles(game, at))))


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
        names.append(Name(at.places[p], _reach(game, at, p), broken(line) + short))
    return tuple(names)


def _reach(game: AgeOfRail, at: Sheet, p: int) -> float:
    """How far a place reaches when it is fully grown; a base has a ring around it."""
    return 29.0 if p in game.board.base else radius(max(at.looks[at.kinds[p]][1])) + 1


def obstacles(game: AgeOfRail, at: Sheet) -> Obstacles:
    """Places with the pips above them, the seals on bases and on links, arrows, the key, and all that can be built."""
    ways = [*at.links, *at.externals]
    rounds = [(x, y, _reach(game, at, p)) for p, (x, y) in enumerate(at.places)]
    rounds += [(at.places[int(base)][0] - 25, at.places[int(base)][1] - 13, 9.0) for base in game.board.base]
    rounds += [(*way.at(0.5), 8.0) for way in ways] + [(*way.end, 15.0) for way in at.externals]
    x, y, scale = at.title
    key = (x - 4, y - 4, x + scale * TITLE_WIDTH + 4, y + scale * TITLE_HEIGHT + 4)
    boxes = [key] + [_pips(place, at.looks[kind][1]) for place, kind in zip(at.places, at.kinds)]
    points = [point for way in ways for point in _along(way)]
    shores = [
        point for coast in coasts(game.edition.name, *at.corner) for a, b in zip(coast, coast[1:] + coast[:1])
        for point in _along(_straight(a, b))
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


# ---- the margins -----------------------------------------------------------------------------------------------------


def _title(game: AgeOfRail, at: Sheet) -> Markup:
    x, y, scale = at.title
    heading, _, where = game.edition.data["name"].rpartition(": ")
    heading, note = heading or where, provenance(game).partition(";")[0]
    middle, type_size = TITLE_WIDTH / 2, at.type_size / scale
    inside: list[Inside] = [
        tag("rect", width=TITLE_WIDTH, height=TITLE_HEIGHT, fill=PAPER, stroke=INK, stroke_width=1.4),
        tag("rect", x=6, y=6, width=TITLE_WIDTH - 12, height=TITLE_HEIGHT - 12, fill="none", stroke=FAINT),
        label(middle, 50, heading, min(40.0, 480 / len(heading)), font_family=DISPLAY_FACE),
        label(middle, 76, where.upper(), min(type_size, 400 / len(where)), letter_spacing=3),
        tag("path", d=f"M{middle - 110} 87h220M{middle - 40} 91h80", stroke=INK, fill="none"),
        [_class_row(kind, steps, said, 115 + 31 * n, type_size)
         for n, (kind, steps, said) in enumerate(_classes(game))],
        label(middle, TITLE_HEIGHT - 13, note, min(type_size, 640 / len(note)), fill=FAINT, font_style="italic"),
    ]
    return tag("g", inside, transform=f"translate({x:.0f} {y:.0f}) scale({scale})")


def _class_row(kind: str, steps: tuple[int, ...], said: str, y: int, type_size: float) -> Markup:
    shape = figures(station(kind, steps, 0), transform=f"translate(44 {y}) scale({type_size / 15.3:.2f})")
    return markup(shape, label(76, y + 5, said, type_size, text_anchor="start"))


def _classes(game: AgeOfRail) -> list[tuple[str, tuple[int, ...], str]]:
    """Each class of places that the map has, with its steps and a word about them."""
    found = {p["class"]: tuple(p["steps"]) for p in game.edition.data["places"]}
    order = sorted(found, key=list(NAME_SIZE)[::-1].index)
    return [
        (kind, found[kind] if kind != "metro" else found[kind][:4],
         "metro, grows in steps" if kind == "metro" else f"{kind} {found[kind][0]}, developed {found[kind][1]}")
        for kind in order
    ]

