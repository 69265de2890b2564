"""The board of Narrow Gauge as a survey map: where everything lies, and all that never changes during a game."""
from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

from roundhouse.games.drawn import Ground
from roundhouse.games.hexmap import hex_arrows
from roundhouse.games.kept import once_per_game
from roundhouse.games.livery import DISPLAY_FACE, FAINT, INK, PAPER, TEXT_FACE, colour_words
from roundhouse.games.markup import Markup, for_screens, markup, tag
from roundhouse.games.narrow_gauge.board import Board
from roundhouse.games.narrow_gauge.glyphs import at, card_paper, defs, track_card
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.things import letters
from roundhouse.games.survey import HILL, LAND, SEA, TOWN
from roundhouse.games.title import provenance

SIZE = 40.0                         # from the centre of a hex to a corner
RISE = SIZE * sqrt(3) / 2           # from the centre of a hex to its upper and lower edge
CELL = f"l{SIZE / 2:g}-{RISE:.1f}h{SIZE:g}l{SIZE / 2:g} {RISE:.1f}-{SIZE / 2:g} {RISE:.1f}h-{SIZE:g}z"   # from the left
EDGE = 24.0                         # the sheet's margin
ZOOM = 150.0                        # kept free at the right of the lower margin for the zoom
FOOT = 46.0                         # and below, where the title and the prices stand
RIM = 12.0                          # the map's margin within its frame
COLUMN = 60.0                       # width of a commodity's track
RAIL, STRIP = 9.6, 11.2             # what is printed beside and below the board, at least, in the size of the text

ID_SIZE, LARGE_ID_SIZE = 11.5, 16.0     # of the hexes' names, on a large and a small screen

GLOW = "var(--glow, #ffcf40)"
ACCENT = "var(--accent, #8a6414)"
SHORE = "var(--shore, light-dark(#3f6874, #8fb4bd))"
HACHURE = "var(--hachure, light-dark(#7d5f2c, #c9ab6e))"
MEADOW = "var(--meadow, light-dark(#a9a878, #7d7a55))"
GROUNDS = {"plain": LAND, "difficult": HILL, "water": SEA}
# Over the edges of a hex, clockwise from the upper right.
STEPS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]


class Sheet:
    """Where everything lies on the board of an edition, and the strings that its pieces are made of."""

    def __init__(self, board: Board) -> None:
        self.ids = board.grid.ids
        self.terrains = board.terrains
        self.cities, self.starts = set(board.cities), set(board.starts)
        self.letters = letters(board.company_ids)
        self.companies = colour_words(board.company_ids)
        self.goods = colour_words(board.commodity_ids)
        self._place_the_hexes(board.grid.axial)
        self._place_the_market(int(board.commodities), int(board.last_row))
        self.width = self.market_x + self.market_width + EDGE
        self.height = self.map_y + self.map_height + FOOT
        # Off the map to the market.
        off = {"right": f"market-{board.commodity_ids[0]}"}
        self.arrows = {id: off | ways for id, ways in hex_arrows(board.grid, self.centres, RISE).items()}
        self.near = [[board.grid.at.get((q + a, r + b)) for a, b in STEPS] for q, r in board.grid.axial]

    def _place_the_hexes(self, axial: list[tuple[int, int]]) -> None:
        places = [(1.5 * SIZE * q, 2 * RISE * (r + q / 2)) for q, r in axial]
        left, top = min(x for x, _ in places) - SIZE, min(y for _, y in places) - RISE
        right, bottom = max(x for x, _ in places) + SIZE, max(y for _, y in places) + RISE
        self.map_y = EDGE
        self.map_width, self.map_height = right - left + 2 * RIM, bottom - top + 2 * RIM
        self.centres = [(x - left + EDGE + RIM, y - top + self.map_y + RIM) for x, y in places]

    def _place_the_market(self, commodities: int, last_row: int) -> None:
        self.market_x = EDGE + self.map_width + 14
        self.market_width = COLUMN * commodities + 16
        self.row_height = (self.map_height - 2 * 54) / (2 * last_row + 1)
        self.middle = self.map_y + self.map_height / 2

    def market(self, commodity: int, row: int) -> tuple[float, float]:
        """The centre of a space of a commodity's track."""
        return self.market_x + 8 + COLUMN * (commodity + 0.5), self.middle + self.row_height * row

    def cell(self, hex_: int) -> str:
        """The outline of a hex, as a path."""
        x, y = self.centres[hex_]
        return f"M{x - SIZE:.1f} {y:.1f}{CELL}"


@once_per_game
def sheet(board: Board) -> Sheet:
    """The sheet of a board, drawn up once."""
    return Sheet(board)


@once_per_game
def ground(game: NarrowGauge) -> Ground:
    """The board before anything stands on it, with the symbols of all track cards."""
    plan = sheet(game.board)
    cards = [track_card(data["id"], [(a, b) for a, b in data["hexes"]]) for data in game.edition.data["cards"]]
    drawn = markup(tag("defs", card_paper(), cards), land(game))
    return Ground(round(plan.width), round(plan.height), drawn, LARGE_ID_SIZE, RAIL, STRIP)


def land(game: NarrowGauge, to_click: bool = True) -> Markup:
    """All that never changes, with or without the places to click."""
    plan = sheet(game.board)
    drawn_with = defs(plan.companies, plan.letters, plan.goods, game.board.icons)
    return markup(
        tag("defs", drawn_with, _terrain(), _preview(plan)),
        tag("g", _frame(plan, game), _map(plan, to_click), _market(plan, game, to_click), font_family=TEXT_FACE,
            fill=INK),
    )


# ---- the sheet -------------------------------------------------------------------------------------------------------


def _frame(plan: Sheet, game: NarrowGauge) -> Markup:
    """The neat line of a map sheet, its title and where the edition comes from."""
    w, h = round(plan.width), round(plan.height)
    note = tag("tspan", provenance(game).partition(";")[0], font_size=13, letter_spacing=0, font_style="italic", dx=14,
               font_family=TEXT_FACE)
    return markup(
        tag("rect", width=w, height=h, fill=PAPER),
        tag(
            "g", tag("rect", x=9, y=9, width=w - 18, height=h - 18),
            tag("rect", x=12.5, y=12.5, width=w - 25, height=h - 25, stroke_width=4, stroke_dasharray="26 26"),
            tag("rect", x=16, y=16, width=w - 32, height=h - 32), fill="none", stroke=INK,
        ),
        tag("text", "Narrow Gauge", note, x=EDGE, y=h - 21, font_size=21, letter_spacing=1, font_family=DISPLAY_FACE),
        _prices(plan, game),
    )


def _prices(plan: Sheet, game: NarrowGauge) -> Markup:
    """NG-PEN-5: the legend of penalties, always in sight; at the right of the lower margin."""
    board = game.board
    others = "hex with other lines" if game.rivals_by_hex else "each locomotive of another line"
    items = [
        ("ng-hill-0", HILL, f"difficult ground ${board.difficult_price}"),
        ("ng-water", SEA, f"water ${board.water_price}"),
        ("ng-loco-0", LAND, f"{others} ${board.other_price}"),
    ]
    x, y = plan.width - EDGE - ZOOM, plan.height - 27
    drawn = []
    for glyph, fill, said in reversed(items):
        x -= 6.6 * len(said) + 44
        scale = 0.6 if glyph == "ng-loco-0" else 0.28
        drawn += [
            tag("path", d=f"M{x:.0f} {y:.0f}l5.5-9.5h11l5.5 9.5-5.5 9.5h-11z", fill=fill, stroke=FAINT),
            tag("use", href=f"#{glyph}", transform=at(x + 11, y, scale)),
            tag("text", said, x=x + 27, y=y + 5, font_size=14),
        ]
    return markup(drawn)


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(plan: Sheet, to_click: bool) -> Markup:
    frame = {"x": EDGE, "y": plan.map_y, "width": plan.map_width, "height": plan.map_height}
    kinds: dict[str, list[str]] = {fill: [] for fill in GROUNDS.values()}
    for n, terrain in enumerate(plan.terrains):
        kinds[GROUNDS[terrain]].append(plan.cell(n))
    cells = [tag("path", fill=fill, d="".join(paths)) for fill, paths in kinds.items()]
    # The places to click lie over the terrain, so that a glow around one is not covered by its neighbours.
    spots = [tag("path", class_="spot", data_spot=name, d=plan.cell(n)) for n, name in enumerate(plan.ids)]
    return markup(
        tag("rect", **frame, fill=LAND, stroke=INK, stroke_width=1.4, data_fit=""),
        tag("rect", **frame, fill="url(#ng-wild)"),
        tag("g", cells, stroke=FAINT, stroke_width=0.8, stroke_opacity=".55"),
        tag("g", _glyphs(plan), _shores(plan), _places(plan), pointer_events="none"),
        tag("g", spots, fill="transparent") if to_click else None,
    )


def _glyphs(plan: Sheet) -> Markup:
    """Hachures, ripples and tufts, a little different from hex to hex."""
    drawn = []
    for n, kind in enumerate(plan.terrains):
        x, y = plan.centres[n]
        if kind == "water":
            drawn.append(tag("use", href="#ng-water", x=x, y=y))
        elif kind == "difficult":
            flip = " scale(-1 1)" if n % 2 else ""
            drawn.append(tag("use", href=f"#ng-hill-{n % 3}", transform=f"{at(x, y)}{flip}"))
        elif n not in plan.cities | plan.starts:
            drawn.append(tag("use", href="#ng-meadow", transform=f"{at(x, y)} rotate({n * 97 % 6 * 60})"))
    return markup(drawn)


def _shores(plan: Sheet) -> Markup:
    """A line, and a lighter one in the water, wherever water meets land."""
    corners = [(SIZE * cos(pi / 3 * k), -SIZE * sin(pi / 3 * k)) for k in (1, 0, 5, 4, 3, 2)]
    lines: dict[float, list[str]] = {1.0: [], 0.9: [], 0.81: []}
    for n, terrain in enumerate(plan.terrains):
        x, y = plan.centres[n]
        for k in range(6 if terrain == "water" else 0):
            other = plan.near[n][k]
            if other is None or plan.terrains[other] != "water":
                (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
                for part, path in lines.items():
                    path.append(f"M{x + part * ax:.1f} {y + part * ay:.1f}L{x + part * bx:.1f} {y + part * by:.1f}")
    tones = zip(lines.values(), ("1.6", ".8", ".45"))
    drawn = [tag("path", d="".join(path), stroke_width=width) for path, width in tones]
    return tag("g", drawn, fill="none", stroke=SHORE, stroke_linecap="round")


def _places(plan: Sheet) -> Markup:
    """The plates of the cities and of the companies' homes."""
    plate = {"fill": TOWN, "stroke": INK, "stroke_width": 1.6}
    drawn = []
    for n, (x, y) in enumerate(plan.centres):
        if n in plan.cities:
            drawn.append(tag("circle", cx=x, cy=y + 5, r=26, **plate))
        if n in plan.starts:
            drawn.append(tag("rect", x=x - 25, y=y - 21, width=50, height=44, rx=3, **plate))
    return markup(drawn)


@lru_cache(maxsize=200)
def ids(plan: Sheet, taken: frozenset[int]) -> Markup:
    """The name of every hex but those where track runs."""
    return for_screens(_ids(plan, taken, ID_SIZE), _ids(plan, taken, LARGE_ID_SIZE))


def _ids(plan: Sheet, taken: frozenset[int], size: float) -> Markup:
    drawn = []
    for n, (x, y) in enumerate(plan.centres):
        if n not in taken:
            bold = "bold" if n in plan.cities | plan.starts else None
            drawn.append(tag("text", plan.ids[n], x=x, y=y - RISE + 0.4 * size + 6.3, font_weight=bold))
    return tag("g", drawn, font_size=size, text_anchor="middle")


def _terrain() -> Markup:
    """Hills in three shapes, water, meadow, and the wild land at the rim."""
    ripple = "q4-3.6 8 0t8 0 8 0"
    water = f"M-24-13{ripple}M-2-1{ripple}M-26 11{ripple}M-8 22{ripple}"
    tufts = "M-22 4v-5m3 5l2-4m-8 4l-2-4M12-16v-5m3 5l2-4m-8 4l-2-4M10 20v-5m3 5l2-4m-8 4l-2-4"
    return markup(
        [_stroke(_hachures(k), HACHURE, 0.9, id=f"ng-hill-{k}") for k in range(3)],
        _stroke(water, SHORE, 0.8, id="ng-water"), _stroke(tufts, MEADOW, 0.9, id="ng-meadow"),
        tag("pattern", _stroke("M3 8l4-6 4 6M16 19l4-6 4 6", MEADOW, 0.9), id="ng-wild", width=26, height=22,
            patternUnits="userSpaceOnUse"),
    )


def _preview(plan: Sheet) -> Markup:
    """What a card would put on a hex, for every company, and the ring around the hex that it starts from."""
    cell = tag("path", d=f"M-{SIZE:g} 0{CELL}", fill=GLOW, fill_opacity=".6", stroke=ACCENT, stroke_width=3)
    return markup(
        [tag("g", cell, tag("use", href=f"#ng-loco-{c}"), id=f"ng-new-{c}") for c in range(len(plan.companies))],
        tag("circle", id="ng-from", r=25, fill="none", stroke=ACCENT, stroke_width=4),
    )


def _stroke(path: str, colour: str, width: float, **attributes: object) -> Markup:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", **attributes)


def _hachures(kind: int) -> str:
    """Two hills as an engraver cuts them: short strokes running down from a crest, denser on the shaded side."""
    hills = [
        [(-13, -8, 9, 4), (12, 11, 11, 4)], [(9, -12, 11, 4), (-11, 9, 10, 5)], [(0, -13, 13, 4), (3, 14, 8, 4)],
    ][kind]
    path = []
    for cx, cy, wide, high in hills:
        strokes = 26
        for k in range(strokes):
            turn = 2 * pi * (k + 0.3 * (k * 7 % 3)) / strokes
            shade = 1 + 0.35 * cos(turn - pi / 4)
            reach = 5.2 * shade + (k * 5 % 4) * 0.6
            ax, ay = cx + wide * cos(turn), cy + high * sin(turn)
            path.append(f"M{ax:.1f} {ay:.1f}l{reach * cos(turn):.1f} {reach * sin(turn) * 0.85:.1f}")
    return "".join(path)


# ---- the market ------------------------------------------------------------------------------------------------------


def _market(plan: Sheet, game: NarrowGauge, to_click: bool) -> Markup:
    """A column for each commodity, between the north and the south of the table."""
    x, w, top = plan.market_x, plan.market_width, plan.map_y
    middle, bottom = x + w / 2, top + plan.map_height
    return markup(
        tag("rect", x=x, y=top, width=w, height=plan.map_height, fill="none", stroke=INK, stroke_width=1.4),
        tag("g", tag("text", "NORTH", x=middle, y=top + 19), tag("text", "SOUTH", x=middle, y=bottom - 10),
            text_anchor="middle", font_size=13, letter_spacing=3),
        [_column(plan, game, c, to_click) for c in range(game.board.commodities)],
    )


def _column(plan: Sheet, game: NarrowGauge, commodity: int, to_click: bool) -> Markup:
    board, high = game.board, plan.row_height
    last = int(board.last_row)
    x, _ = plan.market(commodity, 0)
    left, top = x - COLUMN / 2 + 2, plan.middle - high * (last + 0.5)
    rows = []
    for row in range(-last, last + 1):
        y = plan.middle + high * row
        fill = PAPER if row == 0 else LAND if abs(row) % 2 else TOWN
        rows += [
            tag("rect", x=left, y=y - high / 2, width=COLUMN - 4, height=high, fill=fill),
            tag("text", "×" if row == 0 else f"${board.row_value[abs(row)]}", x=x, y=y + 5),
        ]
    divide = f"M{left:.1f} {plan.middle - high / 2:.1f}h{COLUMN - 4:.1f}m0 {high:.1f}h-{COLUMN - 4:.1f}"
    bottom = top + high * (2 * last + 1)
    spot = {"class": "spot", "data_spot": f"market-{board.commodity_ids[commodity]}"} if to_click else {}
    return markup(
        tag("g", rows, text_anchor="middle", font_size=15), tag("path", d=divide, stroke=INK, stroke_width=1.2),
        [tag("use", href=f"#ng-good-{commodity}", transform=at(x, y, 0.8)) for y in (top - 15, bottom + 15)],
        tag("rect", **spot, x=left, y=top, width=COLUMN - 4, height=bottom - top, fill="transparent", stroke=INK),
    )
