"""All that changes on the map of Age of Rail: rails, and stations as they grow."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.age_of_rail.map import figures
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.sheet import Sheet, sheet_of
from roundhouse.games.age_of_rail.things import links_of
from roundhouse.games.livery import INK, PAPER, fill
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.sight import Sight


def pieces(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The stations at their levels and the railroads' links as SVG over the map, the names between them."""
    s = sight.state
    at = sheet_of(s)
    stations = [
        tag("use", href=f"#ar-place-{at.kinds[p]}-{level}", x=round(x), y=round(y))
        for p, (level, (x, y)) in enumerate(zip(s.levels, at.places))
    ]
    rails = [_rails(s, at, r) for r in range(s.board.railroads)]
    return tag("g", rails, tag("use", href="#ar-names"), figures(stations), pointer_events="none")


def _rails(s: Position, at: Sheet, railroad: int) -> Markup | None:
    """The links of a railroad as two rails in its colour, and its letter on each."""
    ways = [at.links[n] for n in links_of(s, railroad)]
    ways += [at.externals[e] for e, owner in enumerate(s.built_by) if owner == railroad]
    if not ways:
        return None
    line = "".join(way.path for way in ways)
    strokes = ((INK, 11), (fill(at.colours[railroad]), 8.6), (PAPER, 3))
    rails = tag("g", [tag("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in strokes], fill="none")
    middles = [way.at(0.5) for way in ways]
    return markup(rails, [tag("use", href=f"#ar-seal-{railroad}", x=round(x), y=round(y)) for x, y in middles])

