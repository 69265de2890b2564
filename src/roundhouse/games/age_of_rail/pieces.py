"""All that changes on the map of Age of Rail: rails, stations as they grow, and what a choice would lay there."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.facts import Connected, Developed, LinkLaid
from roundhouse.games.age_of_rail.map import figures
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.sheet import Sheet, Way, sheet_of
from roundhouse.games.livery import INK, PAPER, fill, label
from roundhouse.games.markup import NOTHING, Markup, markup, tag
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
    ways = [at.links[n] for n in s.links_of(railroad)]
    ways += [at.externals[e] for e, owner in enumerate(s.built_by) if owner == railroad]
    if not ways:
        return None
    seals = [tag("use", href=f"#ar-seal-{railroad}", x=round(x), y=round(y)) for x, y in (way.at(0.5) for way in ways)]
    return markup(_strokes(at, railroad, "".join(way.path for way in ways)), seals)


def _strokes(at: Sheet, railroad: int, line: str) -> Markup:
    """Two rails in the railroad's colour."""
    strokes = ((INK, 11), (fill(at.colours[railroad]), 8.6), (PAPER, 3))
    return tag("g", [tag("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in strokes], fill="none")


# ---- before it is done -----------------------------------------------------------------------------------------------


def ghost(s: Position, facts: Sequence[Fact]) -> Markup:
    """Rails in the railroad's colour with what they cost, and what a place would be worth."""
    at, board = sheet_of(s), s.board
    laid = []
    for fact in facts:
        match fact:
            case LinkLaid():
                way = at.links[board.link_ids.index(fact.link)]
                laid.append(_laid(at, board.railroad_ids.index(fact.company), way, fact.cost))
            case Connected():
                way = at.externals[board.external_ids.index(fact.external)]
                laid.append(_laid(at, board.railroad_ids.index(fact.company), way, fact.cost))
            case Developed():
                laid.append(_grown(at, board.place_ids.index(fact.place), fact.after))
    return tag("g", laid, class_="preview") if laid else NOTHING


def _laid(at: Sheet, railroad: int, way: Way, cost: int) -> Markup:
    x, y = way.at(0.5)
    seal = tag("use", href=f"#ar-seal-{railroad}", transform="scale(1.3)")
    price = _bold(24, 5, f"−${cost}" if cost else "free", text_anchor="start")
    return tag("g", _strokes(at, railroad, way.path), tag("g", seal, price, transform=f"translate({x:.0f} {y:.0f})"))


def _grown(at: Sheet, place: int, value: int) -> Markup:
    x, y = at.places[place]
    ring = tag("circle", r=21, fill=PAPER, stroke="var(--accent, #9a3324)", stroke_width=4)
    return tag("g", ring, _bold(0, 7, value), transform=f"translate({x:.0f} {y:.0f})")


def _bold(x: float, y: float, words: object, **more: object) -> Markup:
    return label(x, y, str(words), 20, font_weight=800, stroke=PAPER, stroke_width=4, paint_order="stroke", **more)
