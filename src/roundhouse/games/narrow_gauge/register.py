"""The companies of Narrow Gauge, a line each as in a printed timetable: connections, certificates, locomotives."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.games.asides import pawn
from roundhouse.games.livery import FAINT, INK, TEXT_FACE, fill
from roundhouse.games.markup import Inside, Markup, heading, tag
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.glyphs import at
from roundhouse.games.narrow_gauge.map import sheet
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.survey import TOWN
from roundhouse.games.words import term

SPACE, HIGH = 26, 26            # a space of the connection track


def register(s: Position, names: Sequence[str]) -> Markup:
    """All companies as one table, with the certificates left over before the round ends."""
    heads: list[Inside] = ["Pays", _numbers(int(s.board.connection_max)), "On offer", "Engines",
                           *(pawn(p, names) for p in range(SEATS))]
    title = heading(NarrowGauge.name, "NG-SHR-1", "Companies")
    head = tag("div", title, [tag("span", said) for said in heads], class_="road heads")
    lines = [_line(s, c) for c in range(s.board.companies)]
    ends = term("{left|# certificate|# certificates} left; the round ends at {last}.", left=sum(s.available),
                last=int(s.board.left_over))
    return tag("section", head, lines, tag("p", ends, class_="note"), class_="register")


def _line(s: Position, c: int) -> Markup:
    """The company's own dividend, its track, what is on offer, what is in supply, and who holds how many."""
    cells: list[Inside] = [f"${s.dividend(c)} ×", _track(s, c), _offer(s, c), int(s.supply[c]),
                           *(int(s.owned(p, c)) for p in range(SEATS))]
    engine = tag("svg", tag("use", href=f"#ng-loco-{c}", transform=at(16, 12, 1)), viewBox="0 0 32 24", width=32,
                 height=24, aria_hidden="true")
    name = tag("b", engine, s.board.company_names[c])
    return tag("div", name, [tag("span", cell) for cell in cells], class_="road spot",
               data_spot=f"company-{s.board.company_ids[c]}")


def _numbers(most: int) -> Markup:
    every = (most + 1 + 15) // 16
    numbers = [tag("text", n, x=SPACE * (n + 0.5), y=13) for n in range(0, most + 1, every)]
    return _row(most, 17, *numbers)


def _track(s: Position, c: int) -> Markup:
    """NG-CONN-1: the marker stands on the connections made; on the next space is what it would pay."""
    most, made, following = int(s.board.connection_max), int(s.marker[c]), int(s.next_marker(c))
    spaces = "".join(f"M{SPACE * n + 1} 1h{SPACE - 2}v{HIGH - 2}h{2 - SPACE}z" for n in range(most + 1))
    pays = tag("text", f"${s.connection_value(c)}", x=SPACE * (following + 0.5), y=HIGH / 2 + 4.5)
    marker = tag("use", href=f"#ng-loco-{c}", transform=at(SPACE * (made + 0.5), HIGH / 2, 0.85),
                 data_piece=f"marker-{s.board.company_ids[c]}")
    return _row(most, HIGH, tag("path", d=spaces, fill=TOWN, stroke=FAINT), pays if following > made else None, marker)


def _row(most: int, high: int, *inside: Inside) -> Markup:
    wide = SPACE * (most + 1)
    return tag("svg", *inside, viewBox=f"0 0 {wide} {high}", width=wide, height=high, aria_hidden="true",
               font_family=TEXT_FACE, font_size=13, text_anchor="middle", fill=INK)


def _offer(s: Position, c: int) -> Inside:
    """Certificates on offer, overlapping so that they can be counted."""
    left = int(s.available[c])
    step = 9 if left < 5 else 36 / left
    sheets = [tag("path", d=f"M{1 + step * k:.1f} 3h22v14h-22z") for k in range(left)]
    drawn = tag("svg", sheets, viewBox="0 0 60 20", width=60, height=20, aria_hidden="true",
                fill=fill(sheet(s.board).companies[c]), stroke=INK, stroke_width=1.2)
    return drawn, tag("i", left or "none")
