"""A map of hexes on the table: a survey sheet with coast, hills and towns, and the railways that stand there.

A room says which hexes are hills and which are towns, and who stands where; `Things` knows the railways' colours,
letters and engines. Hexes are numbered as the grid numbers them.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from roundhouse.engine.hexes import HexGrid
from roundhouse.games import hexmap
from roundhouse.games.kit.market import certificates
from roundhouse.games.kit.telling import Firm, Things
from roundhouse.games.labels import Line
from roundhouse.games.livery import (
    DISPLAY_FACE,
    ENGINE_HEIGHT,
    ENGINE_WIDTH,
    FAINT,
    INK,
    PAPER,
    TEXT_FACE,
    engine,
    fill,
    label,
    patterns,
)
from roundhouse.games.markup import NOTHING, Inside, Markup, for_screens, markup, tag
from roundhouse.games.sets import standing
from roundhouse.games.survey import HILL, LAND, SEA, TOWN, Corners, Point, shore

MARGIN = 46
NAME_SIZE, ID_SIZE = 21, 18
NAME_WIDTH = 84                 # so much of a name has room on a town
SMALL_NAME_WIDTH = 95           # so wide would the longest be on a small screen, where they are set closer
SMALLEST = 18                   # of the letters: to be read on a sheet that fills a desktop


@dataclass(frozen=True, eq=False)
class HexMap:
    """Where everything lies on the sheet."""

    prefix: str
    """What the ids of its symbols begin with."""
    width: float
    height: float
    grid: HexGrid
    centres: list[Point]
    title: Point
    """The upper left corner of the title."""
    arrows: dict[str, dict[str, str]]
    """Where the arrow keys lead, by the ids of the hexes."""


def hex_map(prefix: str, grid: HexGrid, title: tuple[float, float]) -> HexMap:
    """The sheet of a grid, with room in a corner for a title of that width and height."""
    centres = hexmap.middles(grid.axial, MARGIN)
    width = max(x for x, _ in centres) + hexmap.SIDE + MARGIN
    height = max(y for _, y in centres) + hexmap.HALF + MARGIN
    corners = Corners(width, height, centres, hexmap.SIDE + 2, hexmap.HALF + 2)
    x, y, _ = corners.take(*title)
    arrows = hexmap.hex_arrows(grid, centres, hexmap.HALF)
    return HexMap(prefix, corners.width, corners.height, grid, centres, (x, y), arrows)


# ---- the ground ------------------------------------------------------------------------------------------------------


def definitions(at: Things, on: HexMap, inks: Iterable[str] = (), more: Inside = (), urban: Inside = ()) -> Markup:
    """What such a map is drawn with, in the firms' colours and these `inks`: engines, `more`, certificates, hills, and
    the plate of a town with `urban` on it."""
    engines = [tag("g", engine(f.colour, f.letter), id=f.piece[1:]) for f in at.firms.values()]
    hills = [tag("path", d=hexmap.hachures(n), id=f"{on.prefix}-hill-{n}") for n in range(hexmap.HILLS)]
    plate = tag("path", d=hexmap.outline((0, 0), 0.95), fill=TOWN, stroke=INK, stroke_width=2)
    colours = [*(f.colour for f in at.firms.values()), *inks]
    return tag("defs", patterns(colours), engines, more, certificates(at), hills,
               tag("g", plate, urban, id=f"{on.prefix}-urban"))


def survey(at: HexMap, hills: Iterable[int], plain: Iterable[int]) -> Markup:
    """The sea, the coast and the country: hexes with hills, and plain ones with some grass."""
    rough = [at.centres[h] for h in hills]
    ridges = [tag("use", href=f"#{at.prefix}-hill-{n * 7 % hexmap.HILLS}", x=round(x), y=round(y))
              for n, (x, y) in enumerate(rough)]
    grass = hexmap.meadow([at.centres[h] for h in plain])
    return markup(
        tag("rect", width=at.width, height=at.height, fill=SEA),
        shore(f"{at.prefix}-coast", hexmap.coast(dict(zip(at.grid.axial, at.centres))), LAND, SEA),
        tag("path", d="".join(map(hexmap.outline, rough)), fill=HILL),
        tag("path", d="".join(map(hexmap.edges, at.centres)), fill="none", stroke=FAINT, stroke_width=0.9,
            stroke_opacity=0.55),
        tag("g", ridges, fill="none", stroke=INK, stroke_width=1.1, stroke_opacity=0.5, stroke_linecap="round"),
        tag("g", tag("path", d=grass), fill="none", stroke=FAINT, stroke_opacity=0.6, stroke_width=0.9),
    )


def towns(at: HexMap, names: Mapping[int, str], cities: Iterable[int] = (), marks: Inside = ()) -> Markup:
    """Towns with their names, as groups of their own: the pieces lay them over the rails once more.

    A city's name is set in the display face.
    """
    display = set(cities)
    plates = [tag("use", href=f"#{at.prefix}-urban", x=round(x), y=round(y))
              for x, y in (at.centres[h] for h in names)]
    large, small = ([_name(said, at.centres[h], wide, h in display) for h, said in names.items()]
                    for wide in (NAME_WIDTH, SMALL_NAME_WIDTH))
    lettered = tag("g", for_screens(large, small), id=f"{at.prefix}-names", fill=INK, text_anchor="middle",
                   font_family=TEXT_FACE, font_weight=600)
    return markup(tag("g", plates, marks, id=f"{at.prefix}-plates"), lettered)


def _name(said: str, middle: Point, wide: float, city: bool) -> Markup:
    """In the middle, where the hex is widest; no wider than that."""
    x, y = middle
    display = city and wide == NAME_WIDTH
    line = Line(said, 1, display)
    size = min(NAME_SIZE, wide / line.width)
    how: dict[str, object] = {"font_family": DISPLAY_FACE, "font_weight": 400} if display else {}
    if line.width * size > NAME_WIDTH + 1:
        how |= {"textLength": NAME_WIDTH, "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", said, x=x, y=y + 7, font_size=size, **how)


def to_choose(at: HexMap, kinds: Sequence[str]) -> Markup:
    """Every hex, to be chosen; `kinds` are classes of the stylesheet, one for each."""
    hexes = [tag("path", class_=f"spot {kind}", data_spot=id, d=hexmap.outline(centre))
             for id, kind, centre in zip(at.grid.ids, kinds, at.centres)]
    return tag("g", hexes, fill="transparent")


def cartouche(at: HexMap, title: str, wide: int, high: int, *inside: Inside) -> Markup:
    """The title of the sheet, and what stands under it."""
    frame = (
        tag("rect", width=wide, height=high, fill=PAPER, stroke=INK, stroke_width=1.4),
        tag("rect", x=6, y=6, width=wide - 12, height=high - 12, fill="none", stroke=FAINT),
        label(wide / 2, 50, title, 44, font_family=DISPLAY_FACE),
        tag("path", d=f"M40 64h{wide - 80}M110 68h{wide - 220}", stroke=INK, fill="none"),
    )
    return tag("g", frame, inside, transform=f"translate({at.title[0]:.0f} {at.title[1]:.0f})")


def key_row(y: float, ground: str, hill: str, kind: str, price: str) -> Markup:
    """A line of the key: the ground, what it is called, and what track costs; `hill` is the prefix of its symbol."""
    swatch = tag("path", d=hexmap.outline((46, y), 0.42), fill=ground, stroke=FAINT)
    ridge = tag("use", href=f"#{hill}-hill-0", transform=f"translate(46 {y}) scale(.42)", stroke=INK) if hill else None
    return markup(
        swatch, ridge, label(78, y - 3, kind, SMALLEST + 1, text_anchor="start", font_weight=600),
        label(78, y + 17, price, SMALLEST, text_anchor="start"),
    )


# ---- the pieces ------------------------------------------------------------------------------------------------------


def railways(at: HexMap, firms: Sequence[Firm], track: Sequence[Sequence[int]], towns: Iterable[int],
             cubes: Inside = ()) -> Markup:
    """The rails of every company from its first hex, the towns over them, `cubes`, and engines wherever they stand."""
    here, urban = standing(track), frozenset(towns)
    return tag(
        "g",
        [_rails(at, firm, hexes, 6 * (n - (len(firms) - 1) / 2)) for n, (firm, hexes) in enumerate(zip(firms, track))],
        tag("use", href=f"#{at.prefix}-plates"),
        tag("use", href=f"#{at.prefix}-names"),
        cubes,
        [_engines(at, h, [firms[n] for n in there], h in urban) for h, there in here.items()],
        _ids(at, urban.union(here)),
        pointer_events="none",
    )


@lru_cache(maxsize=200)
def _ids(at: HexMap, taken: frozenset[int]) -> Markup:
    """The names of the hexes, but where there is a town or where track runs."""
    ids = [tag("text", name, x=round(x), y=round(y - 27))
           for h, (name, (x, y)) in enumerate(zip(at.grid.ids, at.centres)) if h not in taken]
    return tag("g", ids, font_size=ID_SIZE, fill=FAINT, text_anchor="middle", font_family=TEXT_FACE)


def _rails(at: HexMap, firm: Firm, track: Sequence[int], shift: float) -> Markup:
    """A company's line from its first hex to all its hexes, beside those of the others."""
    line = "".join(_segment(at, min(pair), max(pair), shift) for pair in hexmap.joined_hexes(at.grid, track))
    if not line:
        return NOTHING
    return markup(
        tag("path", d=line, stroke=INK, stroke_width=8, stroke_dasharray="1.6 5", fill="none"),
        tag("path", d=line, stroke=fill(firm.colour), stroke_width=4, fill="none"),
    )


def _segment(at: HexMap, one: int, other: int, shift: float) -> str:
    (ax, ay), (bx, by) = at.centres[one], at.centres[other]
    # Two neighbours are 90 apart.
    dx, dy = (by - ay) / 90 * shift, (ax - bx) / 90 * shift
    return f"M{ax + dx:.0f} {ay + dy:.0f}L{bx + dx:.0f} {by + dy:.0f}"


def _engines(at: HexMap, h: int, here: Sequence[Firm], urban: bool) -> Markup:
    """The engines in a hex, side by side in rows of two or three; smaller where many meet."""
    x, y = at.centres[h]
    wide_row = 2 if len(here) == 4 else 3
    rows = -(-len(here) // wide_row)
    size = 1.3 if len(here) < 3 else 1.06 if rows == 1 else 1.5 / rows if urban else 1.8 / rows
    wide, tall = ENGINE_WIDTH + 2, ENGINE_HEIGHT
    engines = []
    for n, firm in enumerate(here):
        row, place = divmod(n, wide_row)
        in_row = min(wide_row, len(here) - row * wide_row)
        left, top = (place - in_row / 2) * wide + 1, (row - rows / 2) * tall
        engines.append(tag("use", href=firm.piece, x=left, y=top))
    middle = f"translate({x:.0f} {y + (26 if urban else 2):.0f}) scale({size:.3g})"
    return tag("g", engines, transform=middle)


def laid(at: HexMap, firm: Firm, track: Iterable[int], costs: Sequence[tuple[int, str]],
         towns: Iterable[int] = ()) -> Markup:
    """Engines as they would stand, hex by hex with what each costs, and the rails to them from the company's track; in
    towns below the name."""
    standing = set(track)
    rails, engines = [], []
    for h, cost in costs:
        x, y = at.centres[h]
        rails += [
            f"M{at.centres[b][0]:.0f} {at.centres[b][1]:.0f}L{x:.0f} {y:.0f}"
            for b in [b for b in at.grid.neighbours[h] if b in standing][:1]
        ]
        standing = {h}
        price = label(0, 33, cost, 17, font_weight=700, stroke=PAPER, stroke_width=4, paint_order="stroke")
        drawn = tag("use", href=firm.piece, transform="scale(1.6)", x=-ENGINE_WIDTH / 2, y=-ENGINE_HEIGHT / 2)
        engines.append(tag("g", drawn, price, transform=f"translate({x:.0f} {y + (26 if h in towns else 4):.0f})"))
    line = tag("path", d="".join(rails), stroke=fill(firm.colour), stroke_width=7, stroke_dasharray="9 5", fill="none")
    return tag("g", line, engines, class_="preview")
