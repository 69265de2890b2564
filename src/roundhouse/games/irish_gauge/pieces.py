"""The pieces on the map of Irish Gauge: rails, cubes and engines."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.irish_gauge.map import sheet
from roundhouse.games.irish_gauge.position import Position
from roundhouse.games.irish_gauge.things import things
from roundhouse.games.kit.maps import railways
from roundhouse.games.markup import Markup, tag
from roundhouse.games.sight import Sight


def pieces(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """All pieces of the position as SVG over the map; it is the same for every seat."""
    return drawn(sight.state)


def drawn(s: Position) -> Markup:
    """All pieces of a position; everything is open (IG-END-3)."""
    at = sheet(s.game)
    cubes = [
        tag("use", href=f"#ig-cube-{colour}", x=round(at.centres[h][0]), y=round(at.centres[h][1] - 24))
        for h, colour in s.cubes().items()
    ]
    return railways(at, list(things(s.board).firms.values()), tracks(s), s.board.urban_hexes, cubes)


def tracks(s: Position) -> list[list[int]]:
    """The hexes of each railway, its home first."""
    return [sorted(s.hexes_of(r), key=int(home).__ne__) for r, home in enumerate(s.board.home)]
