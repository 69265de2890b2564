"""What the rail games' drawings share: company colours with their patterns, engines, certificates, and the arrow keys.

Nothing is told by colour alone: a company has a letter, and its colour a pattern.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from roundhouse.games.markup import Inside, Markup, markup, tag

PALE = "light-dark(#ffffff, #17110a)"
"""The ink for letters on colours that a dark page makes brighter."""
# By colour: its ink on paper, the ink for letters on it, and the pattern as a path in a square of 8 by 8.
COLOURS: dict[str, tuple[str, str, str]] = {
    "yellow": ("#e2b522", "#2b2118", "M0 6h3M4 2h3"),
    "purple": ("#6d4397", PALE, "M-2 2l4 -4M0 8l8 -8M6 10l4 -4"),
    "orange": ("#d9792b", "#2b1a08", "M2 0v8M6 0v8"),
    "blue": ("#2f64a3", PALE, "M0 2h8M0 6h8"),
    "red": ("#ad2f2a", PALE, "M-2 6l4 4M0 0l8 8M6 -2l4 4"),
    "green": ("#3c7a45", PALE, "M0 4h8M4 0v8"),
    "brown": ("#7d5230", PALE, "M0 6l4 -4 4 4"),
    "black": ("#33312f", "#ffffff", "M2 2h1M6 6h1"),
    "grey": ("#7c7f83", "#ffffff", "M0 0l8 8M8 0l-8 8"),
    "white": ("#f7f3e8", "#2b2118", "M1 4h2M5 4h2"),
    "pink": ("#d77a9b", "#2b1420", "M2 3v2M6 3v2"),
    "teal": ("#23808a", "#ffffff", "M0 4q2 -4 4 0t4 0"),
}
PAPER = "var(--paper, #f6efdf)"
INK = "var(--ink, #2b2118)"
FAINT = "var(--faint, #8d8069)"
TEXT_FACE = "var(--text-face, 'Source Sans 3', 'Segoe UI', sans-serif)"
DISPLAY_FACE = "var(--display-face, 'Playfair Display', Georgia, serif)"


def colour_words(colours: Iterable[str]) -> list[str]:
    """The colour that each company is drawn in: its own, or one that is free if the house has no such ink."""
    wanted = [colour.lower() for colour in colours]
    free = [colour for colour in COLOURS if colour not in wanted] or list(COLOURS)
    found: list[str] = []
    for colour in wanted:
        taken = colour not in COLOURS or colour in found
        found.append(free[len(found) % len(free)] if taken else colour)
    return found


def letters(ids: Iterable[str]) -> list[str]:
    """A letter for each company: the first of its id that no company before it took."""
    taken: list[str] = []
    for name in ids:
        taken.append(next((c for c in name if c not in taken), "?"))
    return taken


def fill(colour: str) -> str:
    """A company colour as CSS: the page's own ink for it, or the house's."""
    return f"var(--co-{colour}, {COLOURS[colour][0]})"


def ink_on(colour: str) -> str:
    """The ink for letters on a company colour, as CSS."""
    return f"var(--on-{colour}, {COLOURS[colour][1]})"


def patterns(colours: Iterable[str]) -> Markup:
    """A fill url(#pat-COLOUR) for each: the colour with its own hatching."""
    return markup(_pattern(colour) for colour in dict.fromkeys(colours))


def _pattern(colour: str) -> Markup:
    hatch = tag("path", d=COLOURS[colour][2], stroke=ink_on(colour), stroke_opacity=0.38, fill="none")
    ground = tag("rect", width=8, height=8, fill=fill(colour))
    return tag("pattern", ground, hatch, id=f"pat-{colour}", width=8, height=8, patternUnits="userSpaceOnUse")


ENGINE_WIDTH, ENGINE_HEIGHT = 27, 20


def engine(colour: str, letter: str) -> Markup:
    """A tank engine of 27 by 20 with the company's letter on its side."""
    frame = tag(
        "path",
        d="M0 1h10v4h8l.5 -5h5l.5 5h2q1 0 1 1v8q0 1 -1 1H1q-1 0 -1 -1z",
        fill=fill(colour), stroke=INK, stroke_width=1.2, stroke_linejoin="round",
    )
    wheels = tag(
        "path",
        d="M2 16a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0M10.3 16a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0"
        "M18.6 16a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0",
        fill=PAPER, stroke=INK, stroke_width=1.2,
    )
    return markup(frame, wheels, label(13.2, 14, letter, 14, fill=ink_on(colour), font_weight=800))


def label(x: float, y: float, words: Inside, size: float, **attributes: object) -> Markup:
    """Words on a drawing, centred unless told otherwise."""
    given = {"fill": INK, "text_anchor": "middle", "font_family": TEXT_FACE, "font_size": size} | attributes
    return tag("text", words, x=x, y=y, **given)


def certificate(colour: str, letter: str, short: str) -> Markup:
    """A share certificate of 92 by 120: the company's band, its seal and its name; `certified` writes on it."""
    outer = tag("rect", width=92, height=120, rx=4, fill=PAPER, stroke=INK, stroke_width=1.2)
    inner = tag("rect", x=4, y=4, width=84, height=112, rx=2, fill="none", stroke=fill(colour), stroke_width=1.6)
    band = tag("rect", x=7, y=7, width=78, height=34, fill=f"url(#pat-{colour})", stroke=INK, stroke_width=0.8)
    seal = tag("circle", cx=46, cy=24, r=14, fill=fill(colour), stroke=INK, stroke_width=0.8)
    rules = tag("path", d="M14 64h64M20 103h52", stroke=FAINT, stroke_width=0.8, fill="none")
    on_seal = label(46, 30.5, letter, 19, fill=ink_on(colour), font_family=DISPLAY_FACE)
    name = label(46, 58, short, 16 if len(short) < 7 else 12, font_family=DISPLAY_FACE)
    return markup(outer, inner, band, seal, rules, on_seal, name)


def certified(value: str, below: str) -> Markup:
    """What a certificate says besides its company."""
    worth = label(46, 94, value, min(27, 126 / len(value)), font_weight=700)
    return markup(worth, label(46, 114, below, 10.5))


# ---- the arrow keys --------------------------------------------------------------------------------------------------

AHEAD: Mapping[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def arrows(places: Mapping[str, tuple[float, float]]) -> dict[str, dict[str, str]]:
    """From each place the nearest one in each direction; what lies off to the side counts as further away."""
    return {
        here: {way: there for way, (dx, dy) in AHEAD.items() if (there := _ahead(places, here, dx, dy))}
        for here in places
    }


def _ahead(places: Mapping[str, tuple[float, float]], here: str, dx: int, dy: int) -> str:
    x, y = places[here]
    best, found = float("inf"), ""
    for there, (x2, y2) in places.items():
        forward = (x2 - x) * dx + (y2 - y) * dy
        aside = abs((x2 - x) * dy) + abs((y2 - y) * dx)
        if forward > 0 and aside <= 1.5 * forward and forward + 2 * aside < best:
            best, found = forward + 2 * aside, there
    return found


# ---- words -----------------------------------------------------------------------------------------------------------


def listed(words: list[str]) -> str:
    """a, b and c"""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(n: int, one: str) -> str:
    """A number with its noun, which takes an "s" for any number but 1."""
    return f"{n} {one}" if n == 1 else f"{n} {one}s"
