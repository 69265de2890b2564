"""The map of Irish Gauge as an old survey sheet: the coast, the hills, the towns, and where everything lies on it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from roundhouse.engine.contract import Game
from roundhouse.games.drawn import Ground
from roundhouse.games.hexmap import HALF, HILLS, SIDE, coast, edges, hachures, meadow, middles, outline
from roundhouse.games.irish_gauge.board import DIFFICULT_COST, OPEN_COST, SHARED_COST
from roundhouse.games.irish_gauge.position import points
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.things import things
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit.market import definitions
from roundhouse.games.labels import Line
from roundhouse.games.livery import (
    DISPLAY_FACE,
    FAINT,
    INK,
    PAPER,
    TEXT_FACE,
    arrows,
    colour_words,
    engine,
    fill,
    ink_on,
    label,
    letters,
    patterns,
)
from roundhouse.games.markup import Inside, Markup, for_screens, markup, tag
from roundhouse.games.survey import HILL, LAND, SEA, TOWN, Corners, Point, neatline, shore
from roundhouse.games.title import provenance
from roundhouse.games.words import amount, term

MARGIN = 46
TITLE_WIDTH, TITLE_HEIGHT = 300, 256
ZOOM = 245                      # kept free in the lower right corner for the zoom
NAME_SIZE, ID_SIZE = 21, 18
NAME_WIDTH = 84                 # so much of a name has room on a Town
SMALL_NAME_WIDTH = 95           # so wide would the longest be on a small screen, where they are set closer
SMALLEST = 18                   # of the letters: to be read on a sheet that fills a desktop
RAIL = 24.0                     # the least width of what is printed beside the map, in the size of the text


@dataclass(frozen=True)
class Sheet:
    """Where everything lies, worked out from the edition's coordinates."""

    width: float
    height: float
    centres: list[Point]
    title: Point
    colours: list[str]
    letters: list[str]
    cubes: list[str]
    arrows: dict[str, dict[str, str]]


@once_per_game
def sheet(game: Game) -> Sheet:
    """Where everything lies on the map, worked out from the edition's hexes once."""
    data = game.edition.data
    hexes: list[dict[str, Any]] = data["hexes"]
    left = min(h["q"] for h in hexes)
    centres = middles(((h["q"], h["r"]) for h in hexes), MARGIN)
    width = max(x for x, _ in centres) + SIDE + MARGIN
    height = max(y for _, y in centres) + HALF + MARGIN
    corners = Corners(width, height, centres, SIDE + 2, HALF + 2)
    *title, _ = corners.take(TITLE_WIDTH, TITLE_HEIGHT)
    # For the arrow keys every second column stands half a hex higher, so that a row is a straight line.
    level = {h["id"]: (x, y - HALF * ((h["q"] - left + 1) % 2)) for h, (x, y) in zip(hexes, centres)}
    return Sheet(
        corners.width, corners.height, centres, (title[0], title[1]),
        colour_words(railway["color"] for railway in data["railways"]),
        letters(railway["id"] for railway in data["railways"]), colour_words(data["cubes"]["colors"]), arrows(level),
    )


# ---- the ground ------------------------------------------------------------------------------------------------------


@once_per_game
def ground(game: Game) -> Ground:
    """The map with its towns, cities and names, as it never changes during a game."""
    at = sheet(game)
    svg = markup(land(game), _places(game, at))
    return Ground(round(at.width), round(at.height), svg, ID_SIZE, rail=RAIL)


@once_per_game
def land(game: Game) -> Markup:
    """The sheet without its places to choose."""
    at = sheet(game)
    hexes: list[dict[str, Any]] = game.edition.data["hexes"]
    return markup(
        tag("defs", _definitions(game, at)),
        tag("rect", width=at.width, height=at.height, fill=SEA),
        shore("ig-coast", coast({(h["q"], h["r"]): middle for h, middle in zip(hexes, at.centres)}), LAND, SEA),
        _terrain(hexes, at.centres),
        _urban(game, at),
        neatline(at.width, at.height),
        _title(game, at),
    )


def _places(game: Game, at: Sheet) -> Markup:
    """Every hex, to be chosen."""
    data = game.edition.data
    homes = [railway["home"] for railway in data["railways"]]
    hexes = [
        tag("path", class_=f"spot {'home' if h['id'] in homes else h['terrain']}", data_spot=h["id"], d=outline(centre))
        for h, centre in zip(data["hexes"], at.centres)
    ]
    return tag("g", hexes, fill="transparent")


def _definitions(game: Game, at: Sheet) -> Markup:
    assert isinstance(game, IrishGauge)
    engines = [tag("g", engine(c, at.letters[n]), id=f"ig-engine-{n}") for n, c in enumerate(at.colours)]
    cubes = [
        tag("g", cube(c, colour[0].upper()), id=f"ig-cube-{n}")
        for n, (c, colour) in enumerate(zip(at.cubes, game.edition.data["cubes"]["colors"]))
    ]
    hills = [tag("path", d=hachures(n), id=f"ig-hill-{n}") for n in range(HILLS)]
    urban = tag("g", _station(), id="ig-urban")
    return markup(patterns([*at.colours, *at.cubes]), engines, cubes, definitions(things(game.board)), hills, urban)


def cube(colour: str, letter: str) -> Markup:
    """A wooden cube of 26 by 28 around its middle, with the letter of its colour."""
    whole = tag("path", d="M0 -14l13 6.5v13l-13 6.5 -13 -6.5v-13z", fill=fill(colour), stroke=INK,
                stroke_width=1.3, stroke_linejoin="round")
    shade = tag("path", d="M0 -1l13 -6.5v13l-13 6.5z", fill="#000", fill_opacity=0.16)
    edges = tag("path", d="M-13 -7.5l13 6.5 13 -6.5M0 -1v13", fill="none", stroke=ink_on(colour),
                stroke_opacity=0.55, stroke_width=0.9)
    return markup(whole, shade, edges, label(0, 7.5, letter, 12, fill=ink_on(colour), font_weight=800))


# ---- terrain ---------------------------------------------------------------------------------------------------------


def _terrain(hexes: list[dict[str, Any]], centres: list[Point]) -> Markup:
    kinds: dict[str, list[Point]] = {"easy": [], "difficult": [], "urban": []}
    for h, centre in zip(hexes, centres):
        kinds[h["terrain"]].append(centre)
    ridges = [
        tag("use", href=f"#ig-hill-{n * 7 % HILLS}", x=round(x), y=round(y))
        for n, (x, y) in enumerate(kinds["difficult"])
    ]
    return markup(
        tag("path", d="".join(map(outline, kinds["difficult"])), fill=HILL),
        tag("path", d="".join(map(edges, centres)), fill="none", stroke=FAINT, stroke_width=0.9, stroke_opacity=0.55),
        tag("g", ridges, fill="none", stroke=INK, stroke_width=1.1, stroke_opacity=0.5, stroke_linecap="round"),
        tag("g", tag("path", d=meadow(kinds["easy"])), fill="none", stroke=FAINT, stroke_opacity=0.6, stroke_width=0.9),
    )


# ---- towns and cities ------------------------------------------------------------------------------------------------


def _urban(game: Game, at: Sheet) -> Markup:
    """Towns and Cities with their names, as groups of their own: the pieces lay them over the rails once more."""
    data = game.edition.data
    urban = [(h, x, y) for h, (x, y) in zip(data["hexes"], at.centres) if h["terrain"] == "urban"]
    plates = [tag("use", href="#ig-urban", x=round(x), y=round(y)) for _, x, y in urban]
    stars = [label(x + 22, y - 17, "★", 20) for h, x, y in urban if h["id"] in data["major_cities"]]
    large, small = ([_name(h, x, y, wide) for h, x, y in urban] for wide in (NAME_WIDTH, SMALL_NAME_WIDTH))
    names = tag("g", for_screens(large, small), id="ig-names", fill=INK, text_anchor="middle", font_family=TEXT_FACE,
                font_weight=600)
    return markup(tag("g", plates, stars, id="ig-plates"), names)


def _station() -> Markup:
    """An urban hex around its middle, with the ring of a Town; a cube covers the ring."""
    return markup(
        tag("path", d=outline((0, 0), 0.95), fill=TOWN, stroke=INK, stroke_width=2),
        tag("circle", cy=-24, r=8.5, fill=PAPER, stroke=INK, stroke_width=2),
        tag("circle", cy=-24, r=3, fill=INK),
    )


def _name(h: dict[str, Any], x: float, y: float, wide: float) -> Markup:
    """In the middle, where the hex is widest; no wider than that."""
    display = h["site"] == "city" and wide == NAME_WIDTH
    line = Line(h["name"], 1, display)
    size = min(NAME_SIZE, wide / line.width)
    how: dict[str, object] = {"font_family": DISPLAY_FACE, "font_weight": 400} if display else {}
    if line.width * size > NAME_WIDTH + 1:
        how |= {"textLength": NAME_WIDTH, "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", h["name"], x=x, y=y + 7, font_size=size, **how)


# ---- the margins -----------------------------------------------------------------------------------------------------


def _title(game: Game, at: Sheet) -> Markup:
    x, y = at.title
    data = game.edition.data
    open_country = term("{cost}, {shared} if shared", cost=_points(OPEN_COST), shared=_mixed(SHARED_COST))
    note = provenance(game).partition(";")[0]
    body: Inside = (
        tag("rect", width=TITLE_WIDTH, height=TITLE_HEIGHT, fill=PAPER, stroke=INK, stroke_width=1.4),
        tag("rect", x=6, y=6, width=TITLE_WIDTH - 12, height=TITLE_HEIGHT - 12, fill="none", stroke=FAINT),
        label(150, 50, "Irish Gauge", 44, font_family=DISPLAY_FACE),
        tag("path", d="M40 64h220M110 68h80", stroke=INK, fill="none"),
        _key_row(92, LAND, "", term("open country"), open_country),
        _key_row(138, HILL, "ig-hill-0", term("hills"), term("{cost}, one railway only", cost=_points(DIFFICULT_COST))),
        _key_row(184, TOWN, "", term("Town or City"), term("as open country")),
        label(150, 238, term("★ all joined pay {paid}", paid=amount(data["major_city_dividend"], "£")), SMALLEST,
              font_weight=600),
    )
    edition = label(at.width - ZOOM, at.height - 34, note, SMALLEST, text_anchor="end", font_style="italic")
    return markup(edition, tag("g", body, transform=f"translate({x:.0f} {y:.0f})"))


def _points(halves: int) -> str:
    return term(POINTS[points(halves) != 1], n=_mixed(halves))


POINTS = ("{n} point", "{n} points")


def _mixed(halves: int) -> str:
    """Points as a survey prints them: 1½."""
    whole, half = divmod(int(halves), 2)
    return f"{whole or ''}{'½' * half}"


def _key_row(y: float, ground: str, hatch: str, kind: str, price: str) -> Markup:
    swatch = tag("path", d=outline((46, y), 0.42), fill=ground, stroke=FAINT)
    ridge = tag("use", href=f"#{hatch}", transform=f"translate(46 {y}) scale(.42)", stroke=INK) if hatch else None
    return markup(
        swatch, ridge, label(78, y - 3, kind, SMALLEST + 1, text_anchor="start", font_weight=600),
        label(78, y + 17, price, SMALLEST, text_anchor="start"),
    )
