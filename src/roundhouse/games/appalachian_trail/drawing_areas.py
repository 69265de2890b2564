"""The sheet of Appalachian Trail: a large area for who looks, smaller ones for the others, and the cards in them."""
from __future__ import annotations

from dataclasses import dataclass
from math import sin
from typing import cast

from roundhouse.engine.contract import Game
from roundhouse.games.appalachian_trail.board import NOBODY, NOTHING
from roundhouse.games.appalachian_trail.drawing_cards import (
    ACCENT,
    FACE,
    FAINT,
    HEADLINE,
    HILL,
    INK,
    LAND,
    PAGE,
    PAPER,
    TOWN,
    defs,
    kind_symbol,
    score_words,
    signed,
)
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.drawing import Ground, for_screens, text
from roundhouse.games.sets import members
from roundhouse.games.title import provenance

WIDTH, HEIGHT = 1000, 1004
EDGE = 28
STEP_X, STEP_Y = 100, 94            # from cell to cell, before an area is fitted into its frame
LEAST_ROWS = 2                      # so many above and below the middle are always in sight
TROD = "var(--trod, light-dark(#8a3b1e, #ffc795))"
HEAD = 32                           # height of a frame's heading


@dataclass(frozen=True)
class Frame:
    """A part of the sheet with somebody's area in it."""

    x: float
    y: float
    width: float
    height: float
    foot: float = 18
    """For the milestones."""


MAIN = Frame(EDGE, 366, WIDTH - 2 * EDGE, 600, 30)
STRIP_Y, STRIP_HEIGHT = 64, 292
TABLE_2 = Frame(560, STRIP_Y, WIDTH - EDGE - 560, STRIP_HEIGHT)     # where deck and display lie, with two players
TABLE_3 = Frame(852, STRIP_Y, WIDTH - EDGE - 852, STRIP_HEIGHT)     # and with three


def frames(seats: int) -> tuple[list[Frame], Frame]:
    """The frames of the one who looks and of those to the left, and the place of deck and display."""
    if seats == 2:
        return [MAIN, Frame(EDGE, STRIP_Y, 520, STRIP_HEIGHT)], TABLE_2
    return [MAIN, *(Frame(EDGE + n * 410, STRIP_Y, 400, STRIP_HEIGHT) for n in range(2))], TABLE_3


class Area:
    """Somebody's area as fitted into a frame: as many rows as the trail has come to, and a little more."""

    def __init__(self, s: AppalachianTrailState, seat: int, frame: Frame) -> None:
        places = s.board.places
        low, high = s.board.rows
        rows = [places[cell][1] for cell in members(s.reach, seat, 2)]
        self.seat = seat
        self.frame = frame
        self.top = min(high, max([LEAST_ROWS, *rows]))
        self.bottom = max(low, min([-LEAST_ROWS, *rows]))
        count = self.top - self.bottom + 1
        wide, tall = frame.width - 16, frame.height - HEAD - frame.foot
        self.scale = min(wide / (STEP_X * s.board.columns), tall / (STEP_Y * count))
        self.x = frame.x + (frame.width - self.scale * STEP_X * s.board.columns) / 2
        middle = frame.y + HEAD + tall / 2
        self.y = middle + self.scale * STEP_Y * (self.top + self.bottom) / 2     # of row 0

    @property
    def transform(self) -> str:
        return f"translate({self.x:.1f} {self.y:.1f}) scale({self.scale:.3f})"


def areas(s: AppalachianTrailState, viewer: int | None) -> list[Area]:
    """The area of who looks first, then those to the left; who only watches looks over seat 0's shoulder."""
    seats = s.game.seats
    main = viewer if viewer is not None and 0 <= viewer < seats else 0
    return [Area(s, (main + n) % seats, frame) for n, frame in enumerate(frames(seats)[0])]


def inside(place: tuple[int, int]) -> tuple[int, int]:
    """Where a cell lies within its area, from the left edge and row 0."""
    return place[0] * STEP_X + STEP_X // 2, -place[1] * STEP_Y


# ---- what never changes ----------------------------------------------------------------------------------------------


def ground(game: Game) -> Ground:
    game = cast(AppalachianTrail, game)
    held, table = frames(game.seats)
    note = text(provenance(game).partition(";")[0])
    parts = [
        f"<defs>{defs(game.board)}{_blank()}</defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/><g font-family="{FACE}" fill="{INK}">',
        f'<g fill="none" stroke="{INK}"><rect x="8" y="8" width="{WIDTH - 16}" height="{HEIGHT - 16}"/>'
        f'<rect x="12" y="12" width="{WIDTH - 24}" height="{HEIGHT - 24}" stroke-width="3"/></g>',
        f'<text x="{EDGE}" y="50" font-size="30" letter-spacing="3" font-family="{HEADLINE}">APPALACHIAN TRAIL'
        f'<tspan font-size="19" letter-spacing="1" font-style="italic" dx="14" fill="{ACCENT}">a footpath through the '
        "mountains</tspan></text>",
        f'<text x="{EDGE}" y="{HEIGHT - 19}" font-size="13" font-style="italic">{note}</text>',
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 19}" font-size="13" text-anchor="end">{_chart(game)}</text>',
        *(_frame(frame) for frame in held), _ridges(MAIN), _table(table), "</g>",
    ]
    return Ground(WIDTH, HEIGHT, "".join(parts))


def _chart(game: AppalachianTrail) -> str:
    """AT-SCO-1 to AT-SCO-7: what counts, in a line."""
    board = game.board
    wildlife, scenery = board.set_points
    return " · ".join([
        f"first to the Goal {signed(int(board.first_to_complete))}", f"not there {signed(int(board.not_completed))}",
        f"each card {signed(int(board.per_card))}", f"longest {signed(int(board.longest_trail))}",
        f"longest terrain {signed(int(board.longest_terrain))}",
        f"{board.set_size} wildlife {signed(int(wildlife))}", f"{board.set_size} scenery {signed(int(scenery))}",
    ])


def _frame(frame: Frame) -> str:
    box = f'x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}"'
    return f'<rect {box} rx="4" fill="{LAND}" stroke="{INK}" stroke-width="1.4"/>'


def _ridges(frame: Frame) -> str:
    """Mountains behind the large area, ridge after ridge, fainter with distance."""
    drawn = []
    for ridge in range(4):
        base = frame.y + frame.height * (0.27 + 0.18 * ridge)
        heights = [sin(n * 0.41 + ridge * 2.1) * 30 + sin(n * 1.07 + ridge) * 17 + sin(n * 2.3) * 6 for n in range(49)]
        step = frame.width / 48
        crest = "".join(
            f"Q{frame.x + step * n:.0f} {base - heights[n]:.0f} "
            f"{frame.x + step * (n + 0.5):.0f} {base - (heights[n] + heights[n + 1]) / 2:.0f}" for n in range(48)
        )
        line = f"M{frame.x} {base - heights[0]:.0f}{crest}H{frame.x + frame.width}"
        foot = f"V{frame.y + frame.height - 1}H{frame.x}z"
        drawn.append(
            f'<path d="{line}{foot}" fill="{HILL}" fill-opacity="{0.3 + 0.1 * ridge:.1f}" stroke="{FAINT}" '
            'stroke-opacity=".55"/>'
        )
    return "".join(drawn)


def _table(frame: Frame) -> str:
    return (
        f'<text x="{frame.x + frame.width / 2:.0f}" y="{frame.y + 24}" font-size="15" letter-spacing="2" '
        f'text-anchor="middle">FACE UP</text>'
    )


def _blank() -> str:
    """An open cell, and a milestone."""
    return (
        f'<path id="at-open" d="{PAGE}" fill="{TOWN}" fill-opacity=".55" stroke="{INK}" stroke-opacity=".7" '
        'stroke-dasharray="6 5" stroke-width="1.5"/>'
        f'<path id="at-stone" d="M-13 11V-3a13 12 0 0 1 26 0v14z" stroke="{INK}" stroke-width="1.2"/>'
    )


# ---- what lies there -------------------------------------------------------------------------------------------------


def pieces(s: AppalachianTrailState, viewer: int | None) -> str:
    drawn = "".join(_area(s, area, viewer) for area in areas(s, viewer))
    return f'<g class="pieces" font-family="{FACE}" fill="{INK}" pointer-events="none">{drawn}{_middle(s)}</g>'


def _area(s: AppalachianTrailState, area: Area, viewer: int | None) -> str:
    return (
        f'<g class="area" transform="{area.transform}">{_straight(s)}{_open_cells(s, area.seat)}{_laid(s, area.seat)}'
        f"{_path(s, area.seat)}{_sides(s, area.seat)}{_stones(s, area)}"
        f"{_spots(s, area.seat)}</g>{_heading(s, area, viewer)}"
    )


def _straight(s: AppalachianTrailState) -> str:
    """AT-SET-3: the shortest way of all, faint behind the cards."""
    (x, y), (a, _) = inside(s.board.places[s.board.start]), inside(s.board.places[s.board.goal])
    return f'<path d="M{x} {y}H{a}" stroke="{FAINT}" stroke-width="3" stroke-dasharray="2 12" stroke-linecap="round"/>'


def spot(seat: int, cell: str) -> str:
    """The name of a cell of somebody's area among all places of the sheet."""
    return f"{seat}:{cell}"


def _spots(s: AppalachianTrailState, seat: int) -> str:
    """Every cell with a card in it or room for one, as a place to click, over all else."""
    board, base = s.board, seat * int(s.board.cells)
    cells = [cell for cell in range(board.cells) if s.laid[base + cell] != NOTHING]
    cells += [int(place) - base for place in s.spot if base <= place < base + board.cells]
    places = [(board.ids[cell], *inside(board.places[cell])) for cell in cells + open_cells(s, seat)]
    return buttons([(spot(seat, name), x, y) for name, x, y in places])


def buttons(places: list[tuple[str, int, int]]) -> str:
    drawn = "".join(
        f'<path class="spot" data-spot="{name}" d="M{x - 46} {y - 43}h92v86h-92z"/>' for name, x, y in places
    )
    return f'<g fill="transparent" pointer-events="all">{drawn}</g>'


def open_cells(s: AppalachianTrailState, seat: int) -> list[int]:
    """Where a card may still go: beside the trail, or the start of one that has not begun."""
    if not s.has_begun(seat):
        return [] if s.goals[seat] == NOBODY else [int(s.board.start)]
    return [cell for cell in members(s.reach, seat, 2) if s.is_empty(seat, cell)]


def wanted(s: AppalachianTrailState, seat: int, cell: int) -> tuple[list[int], list[int]]:
    """AT-TRL-1, AT-TRL-4, AT-OPT-1: the terrains that may come first and second on an open cell."""
    terrains = range(s.board.terrains)
    if not s.has_begun(seat):
        begin = s.goals[s.left_of(seat)]
        return ([] if begin == NOBODY else [int(begin)]), list(terrains)
    word, bit = s.board.word[cell], s.board.bit[cell]
    row = seat * int(s.board.terrains)
    return (
        [t for t in terrains if s.fits_first[(row + t) * 2 + word] & bit],
        [t for t in terrains if s.fits_second[(row + t) * 2 + word] & bit],
    )


def _open_cells(s: AppalachianTrailState, seat: int) -> str:
    """AT-TRL-3: outlined, with the terrain that each half must show; struck through where no card fits."""
    many = int(s.board.terrains)
    drawn = []
    for cell in open_cells(s, seat):
        x, y = inside(s.board.places[cell])
        first, second = wanted(s, seat, cell)
        marks = [f"#at-want-first-{t}" for t in first if len(first) < many]
        marks += [f"#at-want-second-{t}" for t in second if len(second) < many]
        inner = "".join(f'<use href="{mark}"/>' for mark in marks)
        if not first or not second:
            shut = s.board.all_edges or not (first or second)
            inner = f'<path d="M-20-22l40 44m0-44l-40 44" stroke="{FAINT}" stroke-width="3"/>' if shut else inner
        begin = "" if s.has_begun(seat) else '<text x="10" y="25" font-size="16" text-anchor="middle">START</text>'
        drawn.append(f'<g transform="translate({x} {y})"><use href="#at-open"/>{inner}{begin}</g>')
    return "".join(drawn)


def _laid(s: AppalachianTrailState, seat: int) -> str:
    board, cells = s.board, int(s.board.cells)
    drawn = []
    for cell, card in enumerate(s.laid[seat * cells:(seat + 1) * cells]):
        if card != NOTHING:
            x, y = inside(board.places[cell])
            goal = cell == board.goal
            what = f'class="goal" href="#at-goal-{s.goals[seat]}"' if goal else f'href="#at-card-{card}"'
            drawn.append(f'<use {what} x="{x}" y="{y}"/>')
    return "".join(drawn)


def _path(s: AppalachianTrailState, seat: int) -> str:
    """The footpath: from card to card wherever they meet with the same terrain, and on to the Goal."""
    board, base = s.board, seat * int(s.board.cells)
    steps = []
    for cell in range(board.cells):
        own = int(s.laid[base + cell])
        if own == NOTHING:
            continue
        for other in board.beside[cell * 4:cell * 4 + 2]:       # to the right and below: each pair once
            theirs = int(NOTHING) if other < 0 else int(s.laid[base + other])
            if theirs != NOTHING and board.laid_second[own] == board.laid_first[theirs]:
                (x, y), (a, b) = inside(board.places[cell]), inside(board.places[other])
                if other == board.goal:
                    a, b = (x + a) // 2, (y + b) // 2       # not across the Goal's flag
                elif cell == board.goal:
                    x, y = (x + a) // 2, (y + b) // 2
                steps.append(f"M{x} {y}L{a} {b}")
    if not steps:
        return ""
    way = "".join(steps)
    return (
        f'<g class="path" fill="none" stroke-linecap="round" pointer-events="none"><path d="{way}" '
        f'stroke="{PAPER}" stroke-opacity=".88" stroke-width="9"/><path d="{way}" stroke="{TROD}" stroke-width="4" '
        'stroke-dasharray="1 9"/></g>'
    )


def _sides(s: AppalachianTrailState, seat: int) -> str:
    board, cells = s.board, int(s.board.cells)
    drawn = []
    for card, place in enumerate(s.spot):
        if seat * cells <= place < (seat + 1) * cells:
            x, y = inside(board.places[place - seat * cells])
            side = s.active_side(card) * board.sided + card
            drawn.append(f'<use href="#at-side-{side}" x="{x}" y="{y}"/>')
    return "".join(drawn)


def _stones(s: AppalachianTrailState, area: Area) -> str:
    """AT-SET-3: the columns counted under the trail, filled where a card of the trail lies."""
    board, base = s.board, area.seat * int(s.board.cells)
    laid = [cell for cell in range(board.cells) if cell != board.goal and s.laid[base + cell] != NOTHING]
    reached = {board.places[cell][0] for cell in laid}
    y = (0.5 - area.bottom) * STEP_Y + 14
    drawn = []
    for column in range(board.columns):
        x, met = column * STEP_X + STEP_X // 2, column in reached
        fill, ink = (ACCENT, PAPER) if met else (TOWN, INK)
        drawn.append(
            f'<use href="#at-stone" x="{x}" y="{y:g}" fill="{fill}"/>'
            f'<text x="{x}" y="{y + 7:g}" fill="{ink}">{column}</text>'
        )
    return f'<g font-size="17" text-anchor="middle" pointer-events="none">{"".join(drawn)}</g>'


def _heading(s: AppalachianTrailState, area: Area, viewer: int | None) -> str:
    """Whose trail it is, where it leads and what it is worth. A page may put the name of the seat in its place."""
    frame, seat = area.frame, area.seat
    whose = "your trail" if seat == viewer else f"seat {seat}"
    facts = _facts(s, seat)
    size, large = (19, 27) if frame is MAIN else (14.5, 22)

    def words(size: float, told: list[str]) -> str:
        return (
            f'<text x="{frame.x + 12:.0f}" y="{frame.y + 24}" font-size="{size}" pointer-events="none">'
            f'<tspan class="whose" data-seat="{seat}" font-weight="bold">{whose}</tspan>'
            f'<tspan dx="9">{text(" · ".join(told))}</tspan></text>'
        )
    return for_screens(words(size, facts), words(large, facts if frame is MAIN else facts[-1:]))


def _facts(s: AppalachianTrailState, seat: int) -> list[str]:
    """What it is worth comes last."""
    if s.goals[seat] == NOBODY:
        return []
    board = s.board
    facts = [f"to {board.terrain_names[board.letters[s.goals[seat]]]}"]
    begin = s.goals[s.left_of(seat)]
    if s.has_completed(seat):
        facts.append(f"complete, no. {list(s.completed).index(seat) + 1}")
    elif not s.has_begun(seat) and begin != NOBODY:
        facts.append(f"begins with {board.terrain_names[board.letters[begin]]}")
    facts.append(score_words(s.scores()[seat]))
    return facts


# ---- deck and display ------------------------------------------------------------------------------------------------


def _middle(s: AppalachianTrailState) -> str:
    """AT-DRW-1: the cards face up and the deck."""
    board, table = s.board, frames(s.game.seats)[1]
    shown = [(kind, int(s.piles[s.display * board.kinds + kind])) for kind in range(board.kinds)]
    shown = [(kind, n) for kind, n in shown if n]
    drawn = []
    places = _places(len(shown) + 1, table)
    for (kind, n), (x, y, scale) in zip(shown, places):
        twice = f'<use href="#{kind_symbol(board, kind)}" x="7" y="-7"/>' if n > 1 else ""
        name = text(board.names[kind])
        drawn.append(
            f'<g transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})">{twice}'
            f'<use href="#{kind_symbol(board, kind)}"/>{_times(n)}{buttons([(f"display-{name}", 0, 0)])}</g>'
        )
    x, y, scale = places[-1]
    left = int(s.size[s.deck])
    pile = '<use href="#at-back" x="5" y="-5"/><use href="#at-back"/>' if left else (
        f'<path d="{PAGE}" fill="none" stroke="{INK}" stroke-dasharray="5 4"/>')
    drawn.append(
        f'<g transform="translate({x:.0f} {y:.0f}) scale({scale:.2f})">{pile}'
        f'<text y="62" font-size="17" text-anchor="middle">{left} in the deck</text>{buttons([("deck", 0, 0)])}</g>'
    )
    return "".join(drawn)


def _times(n: int) -> str:
    return f'<text x="6" y="7" font-size="20" font-weight="bold" text-anchor="middle">×{n}</text>' if n > 1 else ""


def _places(count: int, table: Frame) -> list[tuple[float, float, float]]:
    """Side by side where the place is wide, one above the other where it is narrow."""
    if table.width > table.height:
        scale = min(1.15, table.width / count / 118)
        step = table.width / count
        return [(table.x + step * (n + 0.5), table.y + table.height / 2, scale) for n in range(count)]
    scale = min(0.72, (table.height - 40) / count / 118)
    return [(table.x + table.width / 2, table.y + 36 + scale * (56 + 116 * n), scale) for n in range(count)]
