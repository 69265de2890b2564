"""All that changes on the map of Age of Rail: rails, stations as they grow, the Action Track, and shares for sale."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.age_of_rail.drawing_map import Sheet, figures, in_office, sheet_of, track_spot
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.livery import FAINT, INK, PAPER, certified, fill, label
from roundhouse.games.markup import Inside, Markup, markup, tag
from roundhouse.games.sets import members
from roundhouse.games.sight import Sight


def pieces(sight: Sight[Position], names: Sequence[str]) -> Markup:
    s = sight.state
    at = sheet_of(s)
    stations = [
        tag("use", href=f"#ar-place-{at.kinds[p]}-{level}", x=round(x), y=round(y))
        for p, (level, (x, y)) in enumerate(zip(s.levels, at.places))
    ]
    rails = [_rails(s, at, r) for r in range(s.board.railroads)]
    return tag("g", rails, tag("use", href="#ar-names"), figures(stations), _office(s, at), pointer_events="none")


def _rails(s: Position, at: Sheet, railroad: int) -> Markup | None:
    """The links of a railroad as two rails in its colour, and its letter on each."""
    ways = [at.links[n] for n in members(s.links, railroad, s.board.link_words)]
    ways += [at.externals[e] for e, owner in enumerate(s.built_by) if owner == railroad]
    if not ways:
        return None
    line = "".join(way.path for way in ways)
    strokes = ((INK, 11), (fill(at.colours[railroad]), 8.6), (PAPER, 3))
    rails = tag("g", [tag("path", d=line, stroke=ink, stroke_width=wide) for ink, wide in strokes], fill="none")
    middles = [way.at(0.5) for way in ways]
    return markup(rails, [tag("use", href=f"#ar-seal-{railroad}", x=round(x), y=round(y)) for x, y in middles])


def _office(s: Position, at: Sheet) -> Markup:
    return tag("g", _track(s), [_pile(s, at, r) for r in range(s.board.railroads)], transform=in_office(at))


def _track(s: Position) -> Markup:
    """The Action Track's marker, and a circle for each dividend."""
    x = track_spot(int(s.board.track_limit), int(s.action_track))
    marker = tag("path", d=f"M{x:.1f} 57l-7 -12h14z", fill="var(--accent, #9a3324)", stroke=INK)
    last = int(s.board.dividends_before_final) + 1
    done = int(s.dividends_paid)
    circles = [
        (tag("circle", cx=300 + 26 * n, cy=18, r=9, fill=INK if n < done else PAPER, stroke=INK),
         label(300 + 26 * n, 22.5, "★" if n == last - 1 else n + 1, 12, fill=PAPER if n < done else INK))
        for n in range(last)
    ]
    words = label(10, 23, f"Action Track {s.action_track} · dividends paid", 15, text_anchor="start", font_weight=600)
    return markup(words, circles, marker)


def _pile(s: Position, at: Sheet, railroad: int) -> Markup:
    x, y = at.piles[railroad]
    opened = s.is_open >> railroad & 1
    left = int(s.board.shares - s.sold[railroad])
    name = s.board.railroad_shorts[railroad]
    card: Inside
    if opened and not left:
        card = (label(50, 60, name, 17, font_weight=700), label(50, 80, "sold out", 14, fill=FAINT))
    else:
        under = [tag("use", href="#ar-blank", x=3 * n, y=-3 * n) for n in range(min(left, 4) - 1, 0, -1)]
        price = f"from ${s.minimum_bid(railroad)}" if opened else "–"
        words = certified(price, f"{s.sold[railroad]} of {s.board.shares} sold" if opened else "not yet open")
        card = tag("g", under, tag("use", href=f"#ar-card-{railroad}"), words, transform="translate(4 4)")
    chest = label(50, 142, f"Treasury ${s.treasury[railroad]}", 14.5) if opened else None
    return tag("g", card, chest, transform=f"translate({x:.0f} {y:.0f})")
