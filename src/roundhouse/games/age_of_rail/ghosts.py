"""What a choice of Age of Rail would lay on the board, shown before it is done."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.age_of_rail.facts import Connected, Developed, LinkLaid
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.sheet import Sheet, Way, sheet_of
from roundhouse.games.livery import INK, PAPER, fill, label
from roundhouse.games.markup import NOTHING, Markup, tag


def ghost(s: Position, facts: Sequence[Fact]) -> Markup:
    """Rails in the railroad's colour with what they cost, and what a place would be worth."""
    at, board = sheet_of(s), s.board
    laid = []
    for fact in facts:
        match fact:
            case LinkLaid():
                way = at.links[board.link_ids.index(fact.link)]
                laid.append(_rails(at, board.railroad_ids.index(fact.company), way, fact.cost))
            case Connected():
                way = at.externals[board.external_ids.index(fact.external)]
                laid.append(_rails(at, board.railroad_ids.index(fact.company), way, fact.cost))
            case Developed():
                laid.append(_grown(at, board.place_ids.index(fact.place), fact.after))
    return tag("g", laid, class_="preview") if laid else NOTHING


def _rails(at: Sheet, railroad: int, way: Way, cost: int) -> Markup:
    strokes = ((INK, 11.0), (fill(at.colours[railroad]), 8.6), (PAPER, 3.0))
    rails = [tag("path", d=way.path, stroke=ink, stroke_width=wide, fill="none") for ink, wide in strokes]
    x, y = way.at(0.5)
    seal = tag("use", href=f"#ar-seal-{railroad}", transform="scale(1.3)")
    price = _bold(24, 5, f"−${cost}" if cost else "free", text_anchor="start")
    return tag("g", rails, tag("g", seal, price, transform=f"translate({x:.0f} {y:.0f})"))


def _grown(at: Sheet, place: int, value: int) -> Markup:
    x, y = at.places[place]
    ring = tag("circle", r=21, fill=PAPER, stroke="var(--accent, #9a3324)", stroke_width=4)
    return tag("g", ring, _bold(0, 7, value), transform=f"translate({x:.0f} {y:.0f})")


def _bold(x: float, y: float, words: object, **more: object) -> Markup:
    return label(x, y, str(words), 20, font_weight=800, stroke=PAPER, stroke_width=4, paint_order="stroke", **more)
