"""The sheet on which any game is drawn: its map as a survey shows it, or paper for the cards of one that has none."""
from __future__ import annotations

from collections import Counter

from roundhouse.games.defaults.board import HEXES, NETWORK, OPEN_TABLE, TITLE_HEIGHT, TITLE_WIDTH, Board, Place
from roundhouse.games.hexmap import HILLS, coast, edges, hachures, meadow, outline
from roundhouse.games.labels import Line, Name, Obstacles, broken
from roundhouse.games.livery import DISPLAY_FACE, FAINT, INK, PAPER, TEXT_FACE, label
from roundhouse.games.markup import Inside, Markup, for_screens, markup, tag
from roundhouse.games.settled import settled
from roundhouse.games.survey import HILL, LAND, SEA, TOWN, Point, neatline, shore

NAME_SIZE, ID_SIZE = 20, 13
LARGER = 1.45                   # how much larger names are on a small screen
STATION = 22                    # the radius of a place of a network
HILLY = ("hill", "mountain", "rough", "difficult", "rock", "high")
WET = ("water", "sea", "lake", "river", "marsh", "swamp", "wet")
NAMES = "house-names"
"""The id of the names, which the pieces lay over themselves once more."""


def sheet(board: Board, title: str, below: str) -> Markup:
    """All that is printed, with nothing to click; `below` stands in small letters under the title."""
    drawn = {HEXES: _hexes, NETWORK: _network, OPEN_TABLE: _cloth}[board.kind](board)
    return markup(drawn, neatline(board.width, board.height), _cartouche(board, title, below))


def places(board: Board) -> Markup:
    """What can be clicked."""
    if board.kind == HEXES:
        found = [
            tag("path", class_="spot place" if one.name else "spot", data_spot=one.id, d=outline(one.at))
            for one in board.places.values()
        ]
        return tag("g", found, fill="transparent")
    links = [
        tag("path", class_="spot link", data_spot=id, d=_band(*(board.places[end].at for end in link.ends)))
        for id, link in board.links.items()
    ]
    stations = [
        tag("circle", class_="spot place", data_spot=one.id, cx=round(one.at[0]), cy=round(one.at[1]), r=STATION + 6)
        for one in board.places.values()
    ]
    return tag("g", links, stations, fill="transparent")


def _band(start: Point, end: Point) -> str:
    """The ground beside a link, broad enough for a thumb."""
    (ax, ay), (bx, by) = start, end
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    nx, ny = 11 * (by - ay) / length, 11 * (ax - bx) / length

    def at(part: float, side: int) -> str:
        return f"{ax + (bx - ax) * part + side * nx:.0f} {ay + (by - ay) * part + side * ny:.0f}"
    return f"M{at(0.25, 1)} {at(0.75, 1)} {at(0.75, -1)} {at(0.25, -1)}z"


# ---- hexes -----------------------------------------------------------------------------------------------------------


def _hexes(board: Board) -> Markup:
    at = {place: board.places[id].at for place, id in board.axial.items()}
    every = list(board.places.values())
    usual = Counter(one.kind for one in every if not one.name).most_common(1)
    plain = usual[0][0] if usual else ""
    hills = [one.at for one in every if _like(one.kind, HILLY)]
    water = [one.at for one in every if _like(one.kind, WET)]
    other = [one.at for one in every if one.kind != plain and not one.name and one.at not in hills + water]
    ridges = [
        tag("use", href=f"#house-hill-{n * 7 % HILLS}", x=round(x), y=round(y)) for n, (x, y) in enumerate(hills)
    ]
    grass = meadow([one.at for one in every if one.kind == plain and not one.name])
    return markup(
        tag("defs", [tag("path", d=hachures(n), id=f"house-hill-{n}") for n in range(HILLS)]),
        tag("rect", width=board.width, height=board.height, fill=SEA),
        shore("house-coast", coast(at), LAND, SEA),
        _tinted(water, SEA), _tinted(hills, HILL), _tinted(other, HILL, 0.5),
        tag("path", d="".join(map(edges, at.values())), fill="none", stroke=FAINT, stroke_width=0.9,
            stroke_opacity=0.55),
        tag("g", ridges, fill="none", stroke=INK, stroke_width=1.1, stroke_opacity=0.5, stroke_linecap="round"),
        tag("path", d=grass, fill="none", stroke=FAINT, stroke_opacity=0.6, stroke_width=0.9),
        [_town(one.at) for one in every if one.name],
        _ids(every),
        _names(for_screens(*([_below(one, larger) for one in every if one.name] for larger in (1, LARGER)))),
    )


def _like(kind: str, words: tuple[str, ...]) -> bool:
    return any(word in kind.lower() for word in words)


def _tinted(places: list[Point], ink: str, opacity: float | None = None) -> Markup | None:
    return tag("path", d="".join(map(outline, places)), fill=ink, fill_opacity=opacity) if places else None


def _town(at: Point) -> Markup:
    return markup(
        tag("path", d=outline(at, 0.97), fill=TOWN, stroke=INK, stroke_width=2),
        tag("path", d=outline(at, 0.89), fill="none", stroke=INK, stroke_width=0.7, stroke_opacity=0.6),
    )


def _ids(every: list[Place]) -> Markup:
    def raised(up: int) -> list[Markup]:
        return [tag("text", one.id, x=round(one.at[0] - 20), y=round(one.at[1] - up)) for one in every]
    small = tag("g", raised(25), font_size=ID_SIZE * LARGER)
    return tag("g", for_screens(raised(29), small), class_="ids", font_size=ID_SIZE, fill=FAINT, text_anchor="middle",
               font_family=TEXT_FACE)


def _below(one: Place, larger: float) -> Markup:
    size = larger * min(NAME_SIZE, 170 / len(one.name) + 2)
    return tag("text", one.name, x=round(one.at[0]), y=round(one.at[1] + 37), font_size=size)


def _names(inside: Inside) -> Markup:
    return tag(
        "g", inside, id=NAMES, fill=INK, stroke=TOWN, stroke_width=4, stroke_linejoin="round", paint_order="stroke",
        text_anchor="middle", font_family=DISPLAY_FACE,
    )


# ---- a network -------------------------------------------------------------------------------------------------------


def _network(board: Board) -> Markup:
    lines = [f"M{x} 0v{board.height:.0f}" for x in range(150, int(board.width), 150)]
    lines += [f"M0 {y}h{board.width:.0f}" for y in range(150, int(board.height), 150)]
    ways = "".join(
        "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*board.places[a].at, *board.places[b].at)
        for a, b in (link.ends for link in board.links.values())
    )
    stations = [
        markup(
            tag("circle", cx=round(x), cy=round(y), r=STATION, fill=TOWN, stroke=INK, stroke_width=2),
            tag("circle", cx=round(x), cy=round(y), r=STATION - 4, fill="none", stroke=INK, stroke_width=0.7),
        )
        for x, y in (one.at for one in board.places.values())
    ]
    return markup(
        tag("rect", width=board.width, height=board.height, fill=LAND),
        tag("path", d="".join(lines), fill="none", stroke=FAINT, stroke_opacity=0.22, stroke_width=0.8),
        tag("path", d=ways, stroke=INK, stroke_width=1.8, stroke_dasharray="7 6", stroke_opacity=0.75, fill="none"),
        stations,
        _names(for_screens(*(_beside(board, larger) for larger in (1, LARGER)))),
    )


def _beside(board: Board, larger: float) -> Markup:
    """Each name clear of the others, of places and of links."""
    every = list(board.places.values())
    names = [
        Name(one.at, STATION + 4, broken(Line(one.name or one.id, NAME_SIZE * larger, display=True))) for one in every
    ]
    ways = [(board.places[a].at, board.places[b].at) for a, b in (link.ends for link in board.links.values())]
    points = [
        (ax + (bx - ax) * n / 40, ay + (by - ay) * n / 40) for (ax, ay), (bx, by) in ways for n in range(41)
    ]
    rounds = [(*one.at, STATION + 2.0) for one in every]
    x, y, scale = board.title
    title = (x, y, x + scale * TITLE_WIDTH, y + scale * TITLE_HEIGHT)
    edge = (20.0, 20.0, board.width - 20, board.height - 20)
    obstacles = Obstacles(edge, tuple(rounds), (title,), tuple(points))
    return markup(spot.drawn() for spot in settled(tuple(names), obstacles))


# ---- neither ---------------------------------------------------------------------------------------------------------


def _cloth(board: Board) -> Markup:
    """Paper with a faint ruling, on which what lies open is put."""
    lines = "".join(f"M24 {y}h{board.width - 48:.0f}" for y in range(60, int(board.height) - 20, 36))
    return markup(
        tag("rect", width=board.width, height=board.height, fill=LAND),
        tag("path", d=lines, fill="none", stroke=FAINT, stroke_opacity=0.16, stroke_width=0.8),
    )


def _cartouche(board: Board, title: str, below: str) -> Markup:
    x, y, scale = board.title
    body = (
        tag("rect", width=TITLE_WIDTH, height=TITLE_HEIGHT, fill=PAPER, stroke=INK, stroke_width=1.4),
        tag("rect", x=6, y=6, width=TITLE_WIDTH - 12, height=TITLE_HEIGHT - 12, fill="none", stroke=FAINT),
        label(TITLE_WIDTH / 2, 54, title, min(38.0, 480 / max(len(title), 1)), font_family=DISPLAY_FACE),
        tag("path", d=f"M40 72h{TITLE_WIDTH - 80}M100 76h{TITLE_WIDTH - 200}", stroke=INK, fill="none"),
        label(TITLE_WIDTH / 2, 96, "DRAWN FROM ITS RULES", 11.5, letter_spacing=2.4),
        label(TITLE_WIDTH / 2, 115, below, min(11.5, 440 / max(len(below), 1)), fill=FAINT, font_style="italic"),
    )
    return tag("g", body, transform=f"translate({x:.0f} {y:.0f}) scale({scale})")
