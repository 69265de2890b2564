"""What stands on the board of Narrow Gauge: railways, city tiles, locomotives, and the market's dice."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from roundhouse.engine.contract import NOBODY
from roundhouse.games.hexmap import joined_hexes
from roundhouse.games.livery import INK, TEXT_FACE, fill
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.narrow_gauge.glyphs import at, die
from roundhouse.games.narrow_gauge.map import Sheet, ids, sheet
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.sets import HexSet, standing
from roundhouse.games.sight import Sight


def pieces(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """Nothing on the board is hidden but tiles that nobody has seen."""
    return drawn(sight.state)


def drawn(s: Position) -> Markup:
    """All that stands on the board: homes, rails, tiles, locomotives and dice, with the ids of hexes built on."""
    plan = sheet(s.board)
    tracks = [s.track_of(c) for c in range(s.board.companies)]
    here = standing(tracks)
    return tag(
        "g", _homes(s, plan), _rails(s, plan, tracks), _tiles(s, plan, here), _locomotives(s, plan, here),
        ids(plan, frozenset(here)), _dice(s, plan), class_="pieces",
        pointer_events="none", font_family=TEXT_FACE, fill=INK,
    )


# ---- on the map ------------------------------------------------------------------------------------------------------


def _homes(s: Position, plan: Sheet) -> Markup:
    found = []
    for company, home in enumerate(s.homes):
        if home != NOBODY:
            x, y = plan.centres[s.board.starts[home]]
            found.append(tag("rect", x=x - 22, y=y - 18, width=44, height=38, rx=2, fill="none",
                             stroke=fill(plan.companies[company]), stroke_width=4))
    return markup(found)


def _rails(s: Position, plan: Sheet, tracks: list[HexSet]) -> Markup:
    """Each company's hexes joined into a tree from its home, a little beside those of the others."""
    found = []
    for company, track in enumerate(tracks):
        if len(track) < 2 or s.homes[company] == NOBODY:
            continue
        beside = 5.0 * (company - (len(tracks) - 1) / 2)
        path = _line(s, plan, company, beside)
        found += [
            tag("path", d=path, stroke=INK, stroke_width=9, stroke_dasharray="1.8 4.2"),
            tag("path", d=path, stroke=INK, stroke_width=5),
            tag("path", d=path, stroke=fill(plan.companies[company]), stroke_width=3.4),
        ]
    return tag("g", found, fill="none")


def _line(s: Position, plan: Sheet, company: int, beside: float) -> str:
    """From the company's home to all its hexes."""
    home = int(s.board.starts[s.homes[company]])
    track = sorted(s.track_of(company), key=home.__ne__)
    ends = ((plan.centres[a], plan.centres[b]) for a, b in joined_hexes(s.board.grid, track))
    return "".join(f"M{x + beside:.1f} {y:.1f}L{a + beside:.1f} {b:.1f}" for (x, y), (a, b) in ends)


def _tiles(s: Position, plan: Sheet, here: dict[int, list[int]]) -> Markup:
    found = []
    for city, hex_ in enumerate(s.board.cities):
        x, y = plan.centres[hex_]
        what = "face-down" if s.tiles[city] == NOBODY else f"good-{s.tiles[city]}"
        up, scale = (9, 0.78) if hex_ in here else (-4, 1.2)
        found.append(tag("use", class_="city", href=f"#ng-{what}", transform=at(x, y - up, scale)))
    return markup(found)


def _locomotives(s: Position, plan: Sheet, here: dict[int, list[int]]) -> Markup:
    found = []
    for hex_, companies in sorted(here.items()):
        x, y = plan.centres[hex_]
        for company, (dx, dy, scale) in zip(companies, places(len(companies), s.board.city_of[hex_] != NOBODY)):
            found.append(tag("use", href=f"#ng-loco-{company}", transform=at(x + dx, y + dy, scale)))
    return markup(found)


@cache
def places(count: int, city: bool) -> list[tuple[float, float, float]]:
    """Where so many locomotives stand side by side in a hex, and how large; in a city below its tile."""
    known: dict[tuple[int, bool], list[tuple[float, float, float]]] = {
        (1, True): [(0, 15, 1.15)], (2, True): [(-15, 14, 0.92), (15, 14, 0.92)],
        (3, True): [(-14, 8, 0.82), (14, 8, 0.82), (0, 24, 0.82)],
        (4, True): [(-14, 8, 0.82), (14, 8, 0.82), (-14, 24, 0.82), (14, 24, 0.82)],
        (1, False): [(0, 3, 1.5)], (2, False): [(-16.5, 3, 1.05), (16.5, 3, 1.05)],
        (3, False): [(-16, -7, 1), (16, -7, 1), (0, 14, 1)],
        (4, False): [(-16, -7, 0.98), (16, -7, 0.98), (-16, 14, 0.98), (16, 14, 0.98)],
    }
    return known.get((count, city)) or (_grid(count, 15.0, 30.0) if city else _grid(count, 4.0, 42.0))


def _grid(count: int, middle: float, high: float) -> list[tuple[float, float, float]]:
    across = 3 if count <= 6 else 4
    rows = -(-count // across)
    scale = min(66 / across / 30, high / rows / 20)
    return [
        (
            (n % across - (min(across, count - n // across * across) - 1) / 2) * 30 * scale,
            middle + (n // across - (rows - 1) / 2) * 21 * scale, round(scale, 2),
        ) for n in range(count)
    ]


# ---- beside the map --------------------------------------------------------------------------------------------------


def _dice(s: Position, plan: Sheet) -> Markup:
    return markup(
        tag("g", die(plan.goods[c], int(s.die[c]), *plan.market(c, int(s.row[c]))), data_piece=f"die-{name}")
        for c, name in enumerate(s.board.commodity_ids)
    )
