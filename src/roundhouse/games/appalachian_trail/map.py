"""The sheet of Appalachian Trail: a large area for who looks, smaller ones for the others; what never changes on it."""
from __future__ import annotations

from dataclasses import dataclass
from math import sin

from roundhouse.games.appalachian_trail.cards import PAGE, defs
from roundhouse.games.appalachian_trail.position import Position
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.appalachian_trail.things import signed
from roundhouse.games.drawn import Ground
from roundhouse.games.livery import DISPLAY_FACE, FAINT, INK, PAPER, TEXT_FACE
from roundhouse.games.markup import Inside, Markup, markup, tag
from roundhouse.games.survey import HILL, LAND, TOWN
from roundhouse.games.title import provenance

WIDTH, HEIGHT = 1240, 780
EDGE = 24
ZOOM = 138                          # kept free at the right of the lower margin for the zoom
STRIP = 9.4                         # the least height of the hand below the sheet, in the size of the text
STEP_X, STEP_Y = 100, 94            # from cell to cell, before an area is fitted into its frame
LETTERS = 19                        # of the headings, which a small screen opens in a size to read
LEAST_ROWS = 2                      # so many above and below the middle are always in sight
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


STRIP_Y, STRIP_HEIGHT = 24, 226
MAIN = Frame(EDGE, STRIP_Y + STRIP_HEIGHT + 10, WIDTH - 2 * EDGE, 482, 30)
TABLE = Frame(880, STRIP_Y, WIDTH - EDGE - 880, STRIP_HEIGHT)       # where deck and display lie


def frames(seats: int) -> tuple[list[Frame], Frame]:
    """The frames of the one who looks and of those to the left, and the place of deck and display."""
    others = seats - 1
    wide = (TABLE.x - EDGE) / others
    return [MAIN, *(Frame(EDGE + n * wide, STRIP_Y, wide - 10, STRIP_HEIGHT) for n in range(others))], TABLE


class Area:
    """Somebody's area as fitted into a frame: as many rows as the trail has come to, and a little more."""

    def __init__(self, position: Position, seat: int, frame: Frame) -> None:
        board = position.board
        low, high = board.rows
        rows = [board.places[cell][1] for cell in position.cells_beside(seat)]
        self.seat = seat
        self.frame = frame
        self.top = min(high, max([LEAST_ROWS, *rows]))
        self.bottom = max(low, min([-LEAST_ROWS, *rows]))
        count = self.top - self.bottom + 1
        wide, tall = frame.width - 16, frame.height - HEAD - frame.foot
        self.scale = min(wide / (STEP_X * board.columns), tall / (STEP_Y * count))
        self.x = frame.x + (frame.width - self.scale * STEP_X * board.columns) / 2
        middle = frame.y + HEAD + tall / 2
        self.y = middle + self.scale * STEP_Y * (self.top + self.bottom) / 2     # of row 0

    def placed(self, *inside: Inside) -> Markup:
        """What lies in the area, where it is on the sheet; a small screen has that of who looks farther to the left,
        below those of the others, and sees all of them at once."""
        return tag("g", *inside, class_="own-area") if self.frame is MAIN else markup(inside)

    @property
    def transform(self) -> str:
        """From units of the area to those of the sheet, as SVG."""
        return f"translate({self.x:.1f} {self.y:.1f}) scale({self.scale:.3f})"


def areas(position: Position, viewer: int | None) -> list[Area]:
    """The area of who looks first, then those to the left; who only watches looks over seat 0's shoulder."""
    seats = position.game.seats
    main = viewer if viewer is not None and 0 <= viewer < seats else 0
    return [Area(position, (main + n) % seats, frame) for n, frame in enumerate(frames(seats)[0])]


def inside(place: tuple[int, int]) -> tuple[int, int]:
    """Where a cell lies within its area, from the left edge and row 0."""
    return place[0] * STEP_X + STEP_X // 2, -place[1] * STEP_Y


# ---- what never changes ----------------------------------------------------------------------------------------------


def ground(game: AppalachianTrail) -> Ground:
    """The sheet before anything is laid: frames, mountains, border, footnotes and the heading of the display."""
    held, table = frames(game.seats)
    sheet = tag(
        "g", _border(), _footnotes(game), [_frame(frame) for frame in held], _ridges(MAIN), _face_up(table),
        font_family=TEXT_FACE, fill=INK,
    )
    paper = tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER)
    drawn = markup(tag("defs", defs(game.board), _open_cell(), _milestone()), paper, sheet)
    return Ground(WIDTH, HEIGHT, drawn, LETTERS, strip=STRIP)


def _border() -> Markup:
    thin = tag("rect", x=8, y=8, width=WIDTH - 16, height=HEIGHT - 16)
    thick = tag("rect", x=12, y=12, width=WIDTH - 24, height=HEIGHT - 24, stroke_width=3)
    return tag("g", thin, thick, fill="none", stroke=INK)


def _footnotes(game: AppalachianTrail) -> Markup:
    note = tag("tspan", provenance(game).partition(";")[0], font_size=13, font_style="italic", letter_spacing=0, dx=12,
               font_family=TEXT_FACE)
    return markup(
        tag("text", "Appalachian Trail", tag("tspan", note, class_="on-large"), x=EDGE, y=HEIGHT - 17, font_size=20,
            letter_spacing=1, font_family=DISPLAY_FACE),
        tag("text", _chart(game), x=WIDTH - EDGE - ZOOM, y=HEIGHT - 18, font_size=13, text_anchor="end",
            class_="on-large"),      # where it is small it can't be read: the count below the board says the same
    )


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


def _frame(frame: Frame) -> Markup:
    return tag("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, rx=4, fill=LAND, stroke=INK,
               stroke_width=1.4, data_fit=None if frame is MAIN else "")


def _ridges(frame: Frame) -> Markup:
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
        drawn.append(tag("path", d=line + foot, fill=HILL, fill_opacity=0.3 + 0.1 * ridge, stroke=FAINT,
                         stroke_opacity=".55"))
    return markup(drawn)


def _face_up(frame: Frame) -> Markup:
    middle = f"{frame.x + frame.width / 2:.0f}"
    return tag("text", "FACE UP", x=middle, y=frame.y + 24, font_size=15, letter_spacing=2, text_anchor="middle")


def _open_cell() -> Markup:
    return tag("path", id="at-open", d=PAGE, fill=TOWN, fill_opacity=".55", stroke=INK, stroke_opacity=".7",
               stroke_dasharray="6 5", stroke_width=1.5)


def _milestone() -> Markup:
    return tag("path", id="at-stone", d="M-13 11V-3a13 12 0 0 1 26 0v14z", stroke=INK, stroke_width=1.2)
