"""The pieces on the map of Irish Gauge: rails, cubes and engines."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from roundhouse.games.irish_gauge.map import ID_SIZE, Sheet, sheet
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.livery import ENGINE_HEIGHT, ENGINE_WIDTH, FAINT, INK, TEXT_FACE, fill
from roundhouse.games.markup import NOTHING, Markup, markup, tag
from roundhouse.games.sight import Sight


def pieces(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """All pieces of the position as SVG over the map; it is the same for every seat."""
    return drawn(sight.state)


def drawn(s: Position) -> Markup:
    """All pieces of a position; everything is open (IG-END-3)."""
    at, here = sheet(s.game), railways_at(s)
    cubes = [
        tag("use", href=f"#ig-cube-{colour}", x=round(at.centres[h][0]), y=round(at.centres[h][1] - 24))
        for h, colour in s.cubes().items()
    ]
    return tag(
        "g",
        [_rails(s, at, r) for r in range(s.board.railways)],
        tag("use", href="#ig-plates"),
        tag("use", href="#ig-names"),
        cubes,
        [_engines(at, h, there, h in s.board.urban_hexes) for h, there in here.items()],
        _ids(s.game, frozenset(here)),
        pointer_events="none",
    )


def railways_at(s: Position) -> dict[int, list[int]]:
    """The railways in each hex that has any."""
    here: dict[int, list[int]] = {}
    for r in range(s.board.railways):
        for h in s.hexes_of(r):
            here.setdefault(h, []).append(r)
    return here


@lru_cache(maxsize=200)
def _ids(game: IrishGauge, taken: frozenset[int]) -> Markup:
    """The names of the hexes, but where there is a Town or where track runs."""
    ids = [
        tag("text", name, x=round(x), y=round(y - 27))
        for h, (name, (x, y)) in enumerate(zip(game.board.grid.ids, sheet(game).centres))
        if h not in taken and h not in game.board.urban_hexes
    ]
    return tag("g", ids, font_size=ID_SIZE, fill=FAINT, text_anchor="middle", font_family=TEXT_FACE)


def _rails(s: Position, at: Sheet, railway: int) -> Markup:
    """The railway's line from its home to all its hexes, beside those of the other railways."""
    shift = (railway - (s.board.railways - 1) / 2) * 6
    line = "".join(_segment(at, min(pair), max(pair), shift) for pair in _joined(s, railway))
    if not line:
        return NOTHING
    return markup(
        tag("path", d=line, stroke=INK, stroke_width=8, stroke_dasharray="1.6 5", fill="none"),
        tag("path", d=line, stroke=fill(at.colours[railway]), stroke_width=4, fill="none"),
    )


def _joined(s: Position, railway: int) -> Iterable[tuple[int, int]]:
    """Pairs of neighbours that join every hex of the railway with its home."""
    found = [int(s.board.home[railway])]
    left = set(s.hexes_of(railway)) - set(found)
    for h in found:
        for other in s.board.grid.neighbours[h]:
            if other in left:
                left.discard(other)
                found.append(other)
                yield h, other


def _segment(at: Sheet, one: int, other: int, shift: float) -> str:
    (ax, ay), (bx, by) = at.centres[one], at.centres[other]
    # Two neighbours are 90 apart.
    dx, dy = (by - ay) / 90 * shift, (ax - bx) / 90 * shift
    return f"M{ax + dx:.0f} {ay + dy:.0f}L{bx + dx:.0f} {by + dy:.0f}"


def _engines(at: Sheet, h: int, railways: list[int], urban: bool) -> Markup:
    """The engines in a hex, side by side in rows of two or three; smaller where many meet."""
    x, y = at.centres[h]
    wide_row = 2 if len(railways) == 4 else 3
    rows = -(-len(railways) // wide_row)
    size = 1.3 if len(railways) < 3 else 1.06 if rows == 1 else 1.5 / rows if urban else 1.8 / rows
    wide, tall = ENGINE_WIDTH + 2, ENGINE_HEIGHT
    engines = []
    for n, railway in enumerate(railways):
        row, place = divmod(n, wide_row)
        in_row = min(wide_row, len(railways) - row * wide_row)
        left, top = (place - in_row / 2) * wide + 1, (row - rows / 2) * tall
        engines.append(tag("use", href=f"#ig-engine-{railway}", x=left, y=top))
    middle = f"translate({x:.0f} {y + (26 if urban else 2):.0f}) scale({size:.3g})"
    return tag("g", engines, transform=middle)
