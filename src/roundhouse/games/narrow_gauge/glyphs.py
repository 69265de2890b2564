"""The pieces of Narrow Gauge as small drawings: locomotives, city tiles, dice, cards and certificates."""
from __future__ import annotations

from roundhouse.games.livery import INK, PAPER, TEXT_FACE, fill, ink_on, patterns
from roundhouse.games.markup import Inside, Markup, markup, tag


def at(x: float, y: float, scale: float | None = None) -> str:
    """Moves a drawing to a place, and makes it larger or smaller."""
    return f"translate({x:.1f} {y:.1f})" + ("" if scale is None else f" scale({scale:g})")


def defs(companies: list[str], letters: list[str], goods: list[str], icons: list[str]) -> Markup:
    """What the board and everything beside it is drawn with, once for the page."""
    return markup(
        patterns(companies),
        [locomotive(n, colour, letters[n]) for n, colour in enumerate(companies)],
        [tag("g", shape(colour, icons[n]), id=f"ng-good-{n}") for n, colour in enumerate(goods)],
        tag(
            "g", tag("circle", r=19, fill=PAPER, stroke=INK, stroke_dasharray="3 2"),
            tag("text", "?", y=7, font_size=20, text_anchor="middle", fill=INK), id="ng-face-down",
        ),
    )


def locomotive(n: int, colour: str, letter: str) -> Markup:
    """A small engine seen from the side, its letter on the tank; 30 wide and 21 high around its middle."""
    body = "M-14-8.5h9v3h10v-4.6H3.6v-1.8h6.6v1.8H8.8v4.6H12V5.5h3l-2.6 3.7H-14z"
    wheels = [tag("circle", cx=x, cy=7.5, r=3) for x in (-9.5, -1.5, 6.5)]
    return tag(
        "g",
        tag("path", d=body, fill=f"url(#pat-{colour})", stroke=INK, stroke_width=1.1),
        tag("g", wheels, fill=INK, stroke=PAPER, stroke_width=0.8),
        tag("rect", x=-5.5, y=-5, width=11.5, height=10.5, rx=1.5, fill=fill(colour)),
        tag("text", letter, x=0.2, y=3.8, font_size=10.5, font_weight="bold", text_anchor="middle", fill=ink_on(colour),
            font_family=TEXT_FACE),
        id=f"ng-loco-{n}",
    )


SHAPES = {"diamond": "M0-13l10 13-10 13-10-13z", "square": "M-9.5-9.5h19v19h-19z", "triangle": "M0-12l12 20.5h-24z"}


def shape(colour: str, icon: str) -> Markup:
    """The sign of a commodity; a sign that has no drawing is its first letter."""
    paint = {"fill": fill(colour), "stroke": INK, "stroke_width": 1.2}
    if icon in SHAPES:
        return tag("path", d=SHAPES[icon], **paint)
    if icon == "circle":
        return tag("circle", r=10.5, **paint)
    letter = tag("text", icon[:1].upper(), y=5, font_size=14, font_weight="bold", text_anchor="middle",
                 fill=ink_on(colour))
    return markup(tag("circle", r=11, **paint), letter)


PIPS = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)], 6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def die(colour: str, value: int, x: float, y: float) -> Markup:
    """A die with its pips; a number where a die could not show it."""
    face: Inside = [tag("circle", cx=7.5 * a, cy=7.5 * b, r=3) for a, b in PIPS.get(value, [])]
    if value not in PIPS:
        face = tag("text", value, y=6, font_size=17, text_anchor="middle")
    cube = {"width": 32, "height": 32, "rx": 6}
    return tag(
        "g", tag("rect", x=-15, y=-13, **cube, fill=INK, opacity=".35"),
        tag("rect", x=-16, y=-16, **cube, fill=fill(colour), stroke=INK, stroke_width=1.3), face,
        transform=at(x, y), fill=ink_on(colour),
    )


# ---- cards -----------------------------------------------------------------------------------------------------------

CARD_SIZE = (50, 65)
CARD_PAPER = "ng-paper"


def card_symbol(card: str) -> str:
    """The id of the SVG symbol of a track card."""
    return f"ng-card-{card}"


def card_paper() -> Markup:
    """What all cards are printed on. Its ink is that of whatever shows the card."""
    return tag(
        "g", tag("rect", x=1.5, y=1.5, width=97, height=127, rx=7, fill="var(--town)", stroke_width=1.5),
        tag("rect", x=5, y=5, width=90, height=120, rx=4, fill="none", stroke_width=0.6), id=CARD_PAPER,
    )


def track_card(name: str, face: list[tuple[int, int]]) -> Markup:
    """A track card, half as large as it is laid out: the start as a ringed hex, the rails over the hexes it builds."""
    places = [(1.5 * q, 3**0.5 * (r + q / 2)) for q, r in [(0, 0), *face]]
    left, right = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    top, bottom = min(y for _, y in places) - 0.87, max(y for _, y in places) + 0.87
    unit = min(84 / (right - left), 92 / (bottom - top), 19.0)
    spots = [(50 + unit * (x - (left + right) / 2), 70 + unit * (y - (top + bottom) / 2)) for x, y in places]
    x, y = spots[0]
    rails = "".join(_rail(spots, n, unit) for n in range(1, len(spots)))
    return tag(
        "g", tag("use", href=f"#{CARD_PAPER}"),
        tag("path", d="".join(_hexagon(a, b, unit) for a, b in spots[1:]), fill="var(--hill)"),
        tag("path", d=_hexagon(x, y, unit), stroke_dasharray="2.5 2"),
        tag("path", d=rails, stroke_width=6.5, stroke_dasharray="1.6 2.6"),
        tag("path", d=rails, stroke="var(--accent)", stroke_width=2.6),
        tag("circle", cx=round(x, 1), cy=round(y, 1), r=4.6, stroke_width=1.8), tag("text", name, x=50, y=17.5),
        id=card_symbol(name), transform="scale(.5)",
    )


def _hexagon(x: float, y: float, unit: float) -> str:
    half, rise = unit / 2, unit * 0.866
    over, under = f"l{half:.1f}-{rise:.1f}h{unit:.1f}", f"l{half:.1f} {rise:.1f}-{half:.1f} {rise:.1f}h-{unit:.1f}z"
    return f"M{x - unit:.1f} {y:.1f}{over}{under}"


def _rail(spots: list[tuple[float, float]], n: int, unit: float) -> str:
    """From a hex of a card to the nearest one before it: to the first that touches it, else to none."""
    x, y = spots[n]
    for a, b in spots[:n]:
        if (x - a) ** 2 + (y - b) ** 2 < 3.3 * unit * unit:
            return f"M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}"
    return ""
