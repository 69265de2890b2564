"""The board of Narrow Gauge as a survey map: where everything lies, and all that never changes during a game."""
from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any, cast

from roundhouse.engine.contract import Game
from roundhouse.games.drawing import Ground, for_screens, text
from roundhouse.games.narrow_gauge.drawing_pieces import FACE, HEADLINE, Ink, defs, inks
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.stories import letters
from roundhouse.games.title import provenance

SIZE = 40.0                         # from the centre of a hex to a corner
RISE = SIZE * sqrt(3) / 2           # from the centre of a hex to its upper and lower edge
CELL = f"l{SIZE / 2:g}-{RISE:.1f}h{SIZE:g}l{SIZE / 2:g} {RISE:.1f}-{SIZE / 2:g} {RISE:.1f}h-{SIZE:g}z"   # from the left
EDGE = 34.0                         # the sheet's margin
TITLE = 40.0                        # height of the title above the map
RIM = 12.0                          # the map's margin within its frame
COLUMN = 44.0                       # width of a commodity's track
LINE = 31.0                         # height of a company's line in the register
NAME = 320.0                        # width of the register's column of names
LAST = 298.0                        # width of its columns after the connection track

ID_SIZE, LARGE_ID_SIZE = 10.5, 16.0     # of the hexes' names, on a large and a small screen

INK = "var(--ink, #2b2620)"
PAPER = "var(--paper, #f6efdf)"
FAINT = "var(--faint, #9a8c74)"
LAND = "var(--land, #eee6cd)"
HILL = "var(--hill, #e2cfa6)"
SEA = "var(--sea, #bcd3d8)"
TOWN = "var(--town, #fffaf0)"
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

    def __init__(self, game: NarrowGauge) -> None:
        board = game.board
        self.hexes: list[dict[str, Any]] = game.edition.data["hexes"]
        self.letters = letters(board.company_ids)
        self.companies: list[Ink] = inks(board.company_ids)
        self.goods: list[Ink] = inks(board.commodity_ids)
        self._place_the_hexes(board.grid.axial)
        self._place_the_market(int(board.commodities), int(board.last_row))
        self._place_the_register(int(board.connection_max))
        self.width = self.market_x + self.market_width + EDGE
        self.height = self.register_y + LINE * (len(self.companies) + 1) + EDGE + 16
        self.at = [f'x="{x:.0f}" y="{y:.0f}"' for x, y in self.centres]
        self.neighbours = [neighbours(game, h) for h in range(len(self.hexes))]
        self.near = [
            [board.grid.at.get((q + a, r + b), -1) for a, b in STEPS] for q, r in board.grid.axial
        ]

    def _place_the_hexes(self, axial: list[tuple[int, int]]) -> None:
        places = [(1.5 * SIZE * q, 2 * RISE * (r + q / 2)) for q, r in axial]
        left, top = min(x for x, _ in places) - SIZE, min(y for _, y in places) - RISE
        right, bottom = max(x for x, _ in places) + SIZE, max(y for _, y in places) + RISE
        self.map_y = EDGE + TITLE
        self.map_width, self.map_height = right - left + 2 * RIM, bottom - top + 2 * RIM
        self.centres = [(x - left + EDGE + RIM, y - top + self.map_y + RIM) for x, y in places]

    def _place_the_market(self, commodities: int, last_row: int) -> None:
        self.market_x = EDGE + self.map_width + 18
        self.market_width = COLUMN * commodities + 16
        self.row_height = (self.map_height - 2 * 54) / (2 * last_row + 1)
        self.middle = self.map_y + self.map_height / 2

    def _place_the_register(self, most: int) -> None:
        self.register_y = self.map_y + self.map_height + 12
        self.register_width = self.market_x + self.market_width - EDGE
        self.track_x = EDGE + NAME
        self.step = (self.register_width - NAME - LAST) / (most + 1)
        tail = EDGE + self.register_width - LAST
        self.columns = (tail + 50, tail + 102, tail + 158, tail + 244)      # certificates and how many, supply, held

    def market(self, commodity: int, row: int) -> tuple[float, float]:
        """The centre of a space of a commodity's track."""
        return self.market_x + 8 + COLUMN * (commodity + 0.5), self.middle + self.row_height * row

    def marker(self, company: int, at: int) -> tuple[float, float]:
        """The centre of a space of the connection track."""
        return self.track_x + self.step * (at + 0.5), self.line(company)

    def line(self, company: int) -> float:
        return self.register_y + LINE * (company + 1.5)

    def cell(self, hex_: int) -> str:
        """The outline of a hex, as a path."""
        x, y = self.centres[hex_]
        return f"M{x - SIZE:.1f} {y:.1f}{CELL}"


def neighbours(game: NarrowGauge, hex_: int) -> dict[str, str]:
    """Up and down along a column, left and right along a row; off the map to the market and the companies."""
    grid = game.board.grid
    q, r = grid.axial[hex_]
    high = q % 2 == 0
    ways = {
        "up": [(0, -1)], "down": [(0, 1)], "left": [(-1, 0), (-1, 1)] if high else [(-1, 1), (-1, 0)],
        "right": [(1, -1), (1, 0)] if high else [(1, 0), (1, -1)],
    }
    found = {"right": f"market-{game.board.commodity_ids[0]}", "down": f"company-{game.board.company_ids[0]}"}
    for way, steps in ways.items():
        other = next((grid.at[q + a, r + b] for a, b in steps if (q + a, r + b) in grid.at), None)
        if other is not None:
            found[way] = grid.ids[other]
    return found


_sheets: dict[str, Sheet] = {}


def sheet(game: Game) -> Sheet:
    """The sheet of a game's edition, drawn up once for all games of it."""
    found = _sheets.get(game.edition.digest)
    if found is None:
        if len(_sheets) >= 16:
            _sheets.clear()
        found = _sheets[game.edition.digest] = Sheet(cast(NarrowGauge, game))
    return found


def ground(game: Game) -> Ground:
    game = cast(NarrowGauge, game)
    plan = sheet(game)
    drawn_with = defs(plan.companies, plan.letters, plan.goods, game.board.icons)
    parts = [
        f"<defs>{drawn_with}{_terrain()}{_preview(plan)}</defs>",
        f'<g font-family="{FACE}" fill="{INK}">',
        _frame(plan, game), _map(plan), _market(plan, game), _register(plan, game), "</g>",
    ]
    return Ground(round(plan.width), round(plan.height), "".join(parts), LARGE_ID_SIZE)


# ---- the sheet -------------------------------------------------------------------------------------------------------


def _frame(plan: Sheet, game: NarrowGauge) -> str:
    """The neat line of a map sheet, its title and where the edition comes from."""
    w, h = plan.width, plan.height
    note = text(provenance(game).partition(";")[0])
    return (
        f'<rect width="{w:.0f}" height="{h:.0f}" fill="{PAPER}"/>'
        f'<g fill="none" stroke="{INK}"><rect x="9" y="9" width="{w - 18:.0f}" height="{h - 18:.0f}"/>'
        f'<rect x="12.5" y="12.5" width="{w - 25:.0f}" height="{h - 25:.0f}" stroke-width="4" '
        'stroke-dasharray="26 26"/>'
        f'<rect x="16" y="16" width="{w - 32:.0f}" height="{h - 32:.0f}"/></g>'
        f'<text x="{EDGE:g}" y="58" font-size="31" letter-spacing="3" font-family="{HEADLINE}">'
        f'NARROW GAUGE<tspan font-size="21" letter-spacing="1" font-style="italic" dx="12" fill="{ACCENT}">'
        "the lines through Appalachia</tspan></text>"
        f'<text x="{EDGE:g}" y="{h - 24:.0f}" font-size="13" font-style="italic">{note}</text>'
        f"{_prices(plan, game)}"
    )


def _prices(plan: Sheet, game: NarrowGauge) -> str:
    """NG-PEN-5: the legend of penalties, always in sight; at the right of the lower margin."""
    board = game.board
    items = [
        ("ng-hill-0", HILL, f"difficult ground ${board.difficult_price}"),
        ("ng-water", SEA, f"water ${board.water_price}"),
        ("ng-loco-0", LAND, f"each locomotive of another line ${board.other_price}"),
    ]
    x, y = plan.width - EDGE, plan.height - 28
    drawn = []
    for glyph, fill, words in reversed(items):
        x -= 6.2 * len(words) + 44
        scale = 0.6 if glyph == "ng-loco-0" else 0.28
        drawn.append(
            f'<path d="M{x:.0f} {y:.0f}l5.5-9.5h11l5.5 9.5-5.5 9.5h-11z" fill="{fill}" stroke="{FAINT}"/>'
            f'<use href="#{glyph}" transform="translate({x + 11:.0f} {y:.0f}) scale({scale})"/>'
            f'<text x="{x + 27:.0f}" y="{y + 4.5:.1f}" font-size="13">{words}</text>'
        )
    return "".join(drawn)


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(plan: Sheet) -> str:
    x, y, w, h = EDGE, plan.map_y, plan.map_width, plan.map_height
    kinds: dict[str, list[str]] = {fill: [] for fill in GROUNDS.values()}
    for n, one in enumerate(plan.hexes):
        kinds[GROUNDS[one["terrain"]]].append(plan.cell(n))
    cells = "".join(f'<path fill="{fill}" d="{"".join(paths)}"/>' for fill, paths in kinds.items())
    # The places to click lie over the terrain, so that a glow around one is not covered by its neighbours.
    spots = "".join(
        f'<path class="spot" data-spot="{one["id"]}" d="{plan.cell(n)}"/>' for n, one in enumerate(plan.hexes)
    )
    frame = f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"'
    return (
        f'{frame} fill="{LAND}" stroke="{INK}" stroke-width="1.4"/>{frame} fill="url(#ng-wild)"/>'
        f'<g stroke="{FAINT}" stroke-width=".8" stroke-opacity=".55">{cells}</g>'
        f'<g pointer-events="none">{_glyphs(plan)}{_shores(plan)}{_places(plan)}</g>'
        f'<g fill="transparent">{spots}</g>'
    )


def _glyphs(plan: Sheet) -> str:
    """Hachures, ripples and tufts, a little different from hex to hex."""
    drawn = []
    for n, one in enumerate(plan.hexes):
        x, y = plan.centres[n]
        at = f"{x:.1f} {y:.1f}"
        kind = one["terrain"]
        if kind == "water":
            drawn.append(f'<use href="#ng-water" x="{x:.1f}" y="{y:.1f}"/>')
        elif kind == "difficult":
            flip = " scale(-1 1)" if n % 2 else ""
            drawn.append(f'<use href="#ng-hill-{n % 3}" transform="translate({at}){flip}"/>')
        elif not one.get("city") and not one.get("start"):
            drawn.append(f'<use href="#ng-meadow" transform="translate({at}) rotate({n * 97 % 6 * 60})"/>')
    return "".join(drawn)


def _shores(plan: Sheet) -> str:
    """A line, and a lighter one in the water, wherever water meets land."""
    corners = [(SIZE * cos(pi / 3 * k), -SIZE * sin(pi / 3 * k)) for k in (1, 0, 5, 4, 3, 2)]
    lines: dict[float, list[str]] = {1.0: [], 0.9: [], 0.81: []}
    for n, one in enumerate(plan.hexes):
        x, y = plan.centres[n]
        for k in range(6 if one["terrain"] == "water" else 0):
            other = plan.near[n][k]
            if other < 0 or plan.hexes[other]["terrain"] != "water":
                (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 6]
                for part, path in lines.items():
                    path.append(f"M{x + part * ax:.1f} {y + part * ay:.1f}L{x + part * bx:.1f} {y + part * by:.1f}")
    tones = zip(lines.values(), ("1.6", ".8", ".45"))
    drawn = "".join(f'<path d="{"".join(path)}" stroke-width="{width}"/>' for path, width in tones)
    return f'<g fill="none" stroke="{SHORE}" stroke-linecap="round">{drawn}</g>'


def _places(plan: Sheet) -> str:
    """The name of every hex, the plates of the cities and of the companies' homes."""
    plate = f'fill="{TOWN}" stroke="{INK}" stroke-width="1.6"'
    drawn = []
    for n, one in enumerate(plan.hexes):
        x, y = plan.centres[n]
        city, start = one.get("city"), one.get("start")
        if city:
            drawn.append(f'<circle cx="{x:.1f}" cy="{y + 4:.1f}" r="27" {plate}/>')
        if start:
            drawn.append(f'<rect x="{x - 25:.1f}" y="{y - 21:.1f}" width="50" height="44" rx="3" {plate}/>')
    return "".join(drawn) + for_screens(_ids(plan, ID_SIZE), _ids(plan, LARGE_ID_SIZE))


def _ids(plan: Sheet, size: float) -> str:
    drawn = []
    for one, (x, y) in zip(plan.hexes, plan.centres):
        weight = ' font-weight="bold"' if one.get("city") or one.get("start") else ' fill-opacity=".75"'
        drawn.append(f'<text x="{x:.1f}" y="{y - RISE + 0.4 * size + 6.3:.1f}"{weight}>{text(one["id"])}</text>')
    return f'<g font-size="{size:g}" text-anchor="middle">{"".join(drawn)}</g>'


def _terrain() -> str:
    """Hills in three shapes, water, meadow, and the wild land at the rim."""
    brown = _stroke(HACHURE, 0.9)
    hills = "".join(f'<path id="ng-hill-{k}" d="{_hachures(k)}" {brown}/>' for k in range(3))
    ripple = "q4-3.6 8 0t8 0 8 0"
    return (
        f'{hills}<path id="ng-water" d="M-24-13{ripple}M-2-1{ripple}M-26 11{ripple}M-8 22{ripple}" '
        f'{_stroke(SHORE, .8)}/>'
        f'<path id="ng-meadow" d="M-22 4v-5m3 5l2-4m-8 4l-2-4M12-16v-5m3 5l2-4m-8 4l-2-4M10 20v-5m3 5l2-4m-8 4l-2-4" '
        f'{_stroke(MEADOW, .9)}/>'
        '<pattern id="ng-wild" width="26" height="22" patternUnits="userSpaceOnUse">'
        f'<path d="M3 8l4-6 4 6M16 19l4-6 4 6" {_stroke(MEADOW, .9)}/></pattern>'
    )


def _preview(plan: Sheet) -> str:
    """What a card would put on a hex, for every company, and the ring around the hex that it starts from."""
    cell = f'<path d="M-{SIZE:g} 0{CELL}" fill="{GLOW}" fill-opacity=".6" stroke="{ACCENT}" stroke-width="3"/>'
    new = "".join(f'<g id="ng-new-{c}">{cell}<use href="#ng-loco-{c}"/></g>' for c in range(len(plan.companies)))
    return f'{new}<circle id="ng-from" r="25" fill="none" stroke="{ACCENT}" stroke-width="4"/>'


def _stroke(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'


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


def _market(plan: Sheet, game: NarrowGauge) -> str:
    """A column for each commodity, between the north and the south of the table."""
    x, w, top = plan.market_x, plan.market_width, plan.map_y
    bottom = top + plan.map_height
    columns = "".join(_column(plan, game, c) for c in range(game.board.commodities))
    return (
        f'<text x="{x + w / 2:.1f}" y="58" font-size="17" letter-spacing="2" text-anchor="middle" '
        f'font-family="{HEADLINE}">MARKET</text>'
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{w:.1f}" height="{plan.map_height:.1f}" fill="none" stroke="{INK}" '
        f'stroke-width="1.4"/><g text-anchor="middle" font-size="13" letter-spacing="3">'
        f'<text x="{x + w / 2:.1f}" y="{top + 19:.1f}">NORTH</text>'
        f'<text x="{x + w / 2:.1f}" y="{bottom - 10:.1f}">SOUTH</text></g>{columns}'
    )


def _column(plan: Sheet, game: NarrowGauge, commodity: int) -> str:
    board, high = game.board, plan.row_height
    last = int(board.last_row)
    x, _ = plan.market(commodity, 0)
    left, top = x - COLUMN / 2 + 2, plan.middle - high * (last + 0.5)
    rows = []
    for row in range(-last, last + 1):
        y = plan.middle + high * row
        fill = PAPER if row == 0 else LAND if abs(row) % 2 else TOWN
        rows.append(
            f'<rect x="{left:.1f}" y="{y - high / 2:.1f}" width="{COLUMN - 4:.1f}" height="{high:.1f}" fill="{fill}"/>'
            f'<text x="{x:.1f}" y="{y + 5:.1f}">{"×" if row == 0 else f"${board.row_value[abs(row)]}"}</text>'
        )
    good = f'<use href="#ng-good-{commodity}" transform="translate({x:.1f} %.1f) scale(.8)"/>'
    whole = f'x="{left:.1f}" y="{top:.1f}" width="{COLUMN - 4:.1f}" height="{high * (2 * last + 1):.1f}"'
    name = text(board.commodity_ids[commodity])
    return (
        f'<g text-anchor="middle" font-size="15">{"".join(rows)}</g>'
        f'<path d="M{left:.1f} {plan.middle - high / 2:.1f}h{COLUMN - 4:.1f}m0 {high:.1f}h-{COLUMN - 4:.1f}" '
        f'stroke="{INK}" stroke-width="1.2"/>{good % (top - 15)}{good % (top + high * (2 * last + 1) + 15)}'
        f'<rect class="spot" data-spot="market-{name}" {whole} fill="transparent" stroke="{INK}"/>'
    )


# ---- the companies ---------------------------------------------------------------------------------------------------


def _register(plan: Sheet, game: NarrowGauge) -> str:
    """A line for each company as in a printed timetable: its name, its connections, certificates and locomotives."""
    board = game.board
    x, y, w = EDGE, plan.register_y, plan.register_width
    lines = "".join(_line(plan, game, c) for c in range(board.companies))
    every = (int(board.connection_max) + 1 + 15) // 16
    steps = "".join(
        f'<text x="{plan.marker(0, n)[0]:.1f}" y="{y + 21:.1f}">{n}</text>'
        for n in range(0, int(board.connection_max) + 1, every)
    )
    offer, count, supply, held = plan.columns
    heads = "".join(
        f'<text x="{at:.1f}" y="{y + 21:.1f}">{words}</text>'
        for at, words in (((offer + count) / 2, "ON OFFER"), (supply, "SUPPLY"), (held, "SOUTH : NORTH"))
    )
    return (
        f'<text x="{x:.1f}" y="{y + 21:.1f}" font-size="17" letter-spacing="2" font-family="{HEADLINE}">'
        f'COMPANIES</text><text x="{plan.track_x - 8:.1f}" y="{y + 21:.1f}" font-size="11.5" text-anchor="end" '
        'letter-spacing="1">CONNECTIONS</text>'
        f'<g text-anchor="middle" font-size="12" letter-spacing="1">{steps}{heads}</g>'
        f'<path d="M{x:.1f} {y + LINE:.1f}h{w:.1f}M{x:.1f} {y + LINE * (len(plan.companies) + 1):.1f}h{w:.1f}" '
        f'stroke="{INK}" stroke-width="1.4"/>{lines}'
    )


def _line(plan: Sheet, game: NarrowGauge, company: int) -> str:
    board, y = game.board, plan.line(company)
    top = y - LINE / 2
    spaces = "".join(
        f'<rect x="{plan.track_x + plan.step * n + 1.5:.1f}" y="{top + 3:.1f}" width="{plan.step - 3:.1f}" '
        f'height="{LINE - 6:.1f}"/>' for n in range(int(board.connection_max) + 1)
    )
    name = board.company_names[company]
    squeeze = ' textLength="222" lengthAdjust="spacingAndGlyphs"' if len(name) > 26 else ""
    rule = f'<path d="M{EDGE:g} {top:.1f}h{plan.register_width:.1f}" stroke="{FAINT}" stroke-width=".7"/>'
    return (
        f"{rule if company else ''}"
        f'<use href="#ng-loco-{company}" transform="translate({EDGE + 22:g} {y:.1f}) scale(1.3)"/>'
        f'<text x="{EDGE + 48:g}" y="{y + 6:.1f}" font-size="17"{squeeze}>{text(name)}</text>'
        f'<g fill="{TOWN}" stroke="{FAINT}" stroke-width=".7">{spaces}</g>'
        f'<rect class="spot" data-spot="company-{text(board.company_ids[company])}" x="{EDGE:g}" y="{top + 1:.1f}" '
        f'width="{plan.register_width:.1f}" height="{LINE - 2:.1f}" fill="transparent"/>'
    )
