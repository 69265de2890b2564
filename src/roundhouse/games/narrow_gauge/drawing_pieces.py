"""The pieces of Narrow Gauge as small drawings: locomotives, city tiles, dice, cards, certificates and contracts."""
from __future__ import annotations

from dataclasses import dataclass

from roundhouse.games.drawing import text

FACE = "var(--text-face, Georgia, 'Times New Roman', serif)"
HEADLINE = "var(--display-face, Georgia, 'Times New Roman', serif)"
INK = "var(--ink, #2b2620)"
PAPER = "var(--paper, #f6efdf)"
TOWN = "var(--town, #fffaf0)"


@dataclass(frozen=True)
class Ink:
    """The colour of a company or a commodity. What a stylesheet may set has a name; all else is as given."""

    name: str
    fill: str
    on: str
    """What is written on it."""


# On colours that a dark page makes brighter.
PALE = "light-dark(#ffffff, #17110a)"
# A colour word, with what is printed unless the page says otherwise.
KNOWN = {
    "black": ("#35322f", "#ffffff"), "orange": ("#e08a2c", "#20180c"), "red": ("#b23a2e", PALE),
    "yellow": ("#e9c437", "#20180c"), "blue": ("#2f5f9e", PALE), "purple": ("#6f4a8e", PALE),
    "pink": ("#d98aa6", "#20180c"), "green": ("#3f7d4a", PALE), "brown": ("#7a5230", PALE),
    "white": ("#f3efe6", "#20180c"), "grey": ("#8b8a86", "#20180c"), "teal": ("#2f7f80", "#ffffff"),
}
STRANGE = ["#7a5230", "#2f7f80", "#8b8a86", "#96406a", "#5c6b2f", "#404a7a", "#a05a3c", "#2d6e52"]

# A pattern by its number, over a colour: nothing is told by colour alone.
PATTERNS = [
    "", "M-1 3L3-1M3 7L7 3", "M0 0L6 6M6 0L0 6", "M0 3h6", "M3 0v6", "M0 1.5h3M3 4.5h3", "M1.5 1.5h.1M4.5 4.5h.1",
    "M-1 3l4 4M3-1l4 4",
]


def inks(ids: list[str]) -> list[Ink]:
    """A colour for each id: its own if it is the name of one, else one from a list."""
    found = []
    for n, name in enumerate(ids):
        if name in KNOWN:
            fill, on = KNOWN[name]
            found.append(Ink(name, f"var(--co-{name}, {fill})", f"var(--on-{name}, {on})"))
        else:
            found.append(Ink("", STRANGE[n % len(STRANGE)], "#ffffff"))
    return found


def defs(companies: list[Ink], letters: list[str], goods: list[Ink], icons: list[str]) -> str:
    """What the board and everything beside it is drawn with, once for the page."""
    parts = [_pattern(n, ink) for n, ink in enumerate(companies)]
    parts += [locomotive(n, ink, letters[n]) for n, ink in enumerate(companies)]
    parts += [_good(n, ink, icons[n]) for n, ink in enumerate(goods)]
    parts.append(
        f'<g id="ng-face-down"><circle r="19" fill="{PAPER}" stroke="{INK}" stroke-dasharray="3 2"/>'
        f'<text y="7" font-size="20" text-anchor="middle" fill="{INK}">?</text></g>'
    )
    return "".join(parts)


def _pattern(n: int, ink: Ink) -> str:
    drawn = PATTERNS[n % len(PATTERNS)]
    lines = f'<path d="{drawn}" stroke="{ink.on}" stroke-opacity=".38" stroke-width="1.1" fill="none"/>'
    return (
        f'<pattern id="ng-pat-{n}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{ink.fill}"/>{lines if drawn else ""}</pattern>'
    )


def locomotive(n: int, ink: Ink, letter: str) -> str:
    """A small engine seen from the side, its letter on the tank; 30 wide and 21 high around its middle."""
    body = "M-14-8.5h9v3h10v-4.6H3.6v-1.8h6.6v1.8H8.8v4.6H12V5.5h3l-2.6 3.7H-14z"
    wheels = "".join(f'<circle cx="{x}" cy="7.5" r="3"/>' for x in (-9.5, -1.5, 6.5))
    return (
        f'<g id="ng-loco-{n}"><path d="{body}" fill="url(#ng-pat-{n})" stroke="{INK}" stroke-width="1.1"/>'
        f'<g fill="{INK}" stroke="{PAPER}" stroke-width=".8">{wheels}</g>'
        f'<rect x="-5.5" y="-5" width="11.5" height="10.5" rx="1.5" fill="{ink.fill}"/>'
        f'<text x=".2" y="3.8" font-size="10.5" font-weight="bold" text-anchor="middle" fill="{ink.on}" '
        f'font-family="{FACE}">{text(letter)}</text></g>'
    )


SHAPES = {
    "diamond": '<path d="M0-13l10 13-10 13-10-13z"{}/>', "circle": '<circle r="10.5"{}/>',
    "square": '<path d="M-9.5-9.5h19v19h-19z"{}/>', "triangle": '<path d="M0-12l12 20.5h-24z"{}/>',
}


def shape(ink: Ink, icon: str) -> str:
    """The sign of a commodity; a sign that has no drawing is its first letter."""
    paint = f' fill="{ink.fill}" stroke="{INK}" stroke-width="1.2"'
    if icon in SHAPES:
        return SHAPES[icon].format(paint)
    return (
        f'<circle r="11"{paint}/><text y="5" font-size="14" font-weight="bold" text-anchor="middle" '
        f'fill="{ink.on}">{text(icon[:1].upper())}</text>'
    )


def _good(n: int, ink: Ink, icon: str) -> str:
    return f'<g id="ng-good-{n}">{shape(ink, icon)}</g>'


PIPS = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)], 6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def die(ink: Ink, value: int, x: float, y: float) -> str:
    """A die with its pips; a number where a die could not show it."""
    if value in PIPS:
        face = "".join(f'<circle cx="{7.5 * a:g}" cy="{7.5 * b:g}" r="3"/>' for a, b in PIPS[value])
    else:
        face = f'<text y="6" font-size="17" text-anchor="middle">{value}</text>'
    cube = 'width="32" height="32" rx="6"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})" fill="{ink.on}"><rect x="-15" y="-13" {cube} fill="{INK}" '
        f'opacity=".35"/><rect x="-16" y="-16" {cube} fill="{ink.fill}" stroke="{INK}" stroke-width="1.3"/>{face}</g>'
    )


# ---- cards -----------------------------------------------------------------------------------------------------------


def track_card(name: str, face: list[tuple[int, int]]) -> str:
    """A track card as it is held: the start as a ringed hex, the rails over the hexes that it builds."""
    places = [(1.5 * q, 3**0.5 * (r + q / 2)) for q, r in [(0, 0), *face]]
    left, right = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    top, bottom = min(y for _, y in places) - 0.87, max(y for _, y in places) + 0.87
    unit = min(84 / (right - left), 92 / (bottom - top), 19.0)
    spots = [(50 + unit * (x - (left + right) / 2), 70 + unit * (y - (top + bottom) / 2)) for x, y in places]
    cells = "".join(f'<path d="{_hexagon(x, y, unit)}"/>' for x, y in spots[1:])
    x, y = spots[0]
    rails = "".join(_rail(spots, n, unit) for n in range(1, len(spots)))
    return (
        '<svg class="track-card" viewBox="0 0 100 130" aria-hidden="true">'
        f'<rect x="1.5" y="1.5" width="97" height="127" rx="7" fill="{TOWN}" stroke="{INK}" stroke-width="1.5"/>'
        f'<rect x="5" y="5" width="90" height="120" rx="4" fill="none" stroke="{INK}" stroke-width=".6"/>'
        f'<g fill="var(--hill, #e2cfa6)" stroke="{INK}">{cells}</g>'
        f'<path d="{_hexagon(x, y, unit)}" fill="{PAPER}" stroke="{INK}" stroke-dasharray="2.5 2"/>'
        f'<path d="{rails}" stroke="{INK}" stroke-width="6.5" stroke-dasharray="1.6 2.6"/>'
        f'<path d="{rails}" stroke="var(--accent, #8a6414)" stroke-width="2.6"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.6" fill="{PAPER}" stroke="{INK}" stroke-width="1.8"/>'
        f'<text x="50" y="17.5" font-size="12.5" font-weight="bold" text-anchor="middle" fill="{INK}" '
        f'font-family="{FACE}">{text(name)}</text></svg>'
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


def certificate(ink: Ink, number: int, letter: str, left: int, value: int) -> str:
    """An engraved certificate on its pile, with how many are left and the round that it is printed for."""
    if not left:
        return (
            f'<svg class="certificate none" viewBox="0 0 104 70" aria-hidden="true"><rect x="3" y="11" width="88" '
            f'height="56" rx="3" fill="none" stroke="{INK}" stroke-dasharray="3 3" opacity=".5"/><text x="47" y="45" '
            f'font-size="20" text-anchor="middle" fill="{INK}" font-family="{FACE}">{text(letter)}</text></svg>'
        )
    pile = "".join(
        f'<rect x="{3 + 3 * k}" y="{11 - 3 * k}" width="88" height="56" rx="3" fill="{TOWN}" stroke="{INK}"/>'
        for k in range(min(left, 4))
    )
    dx, dy = 3 * (min(left, 4) - 1), -3 * (min(left, 4) - 1)
    return (
        f'<svg class="certificate" viewBox="0 0 104 70" aria-hidden="true">{pile}'
        f'<g transform="translate({dx} {dy})" font-family="{FACE}" text-anchor="middle" fill="{INK}">'
        f'<rect x="7" y="15" width="80" height="48" fill="none" stroke="{ink.fill}" stroke-width="3.5"/>'
        f'<rect x="10" y="18" width="74" height="42" fill="none" stroke="{INK}" stroke-width=".6"/>'
        f'<use href="#ng-loco-{number}" transform="translate(47 36) scale(1.15)"/>'
        f'<text x="47" y="57" font-size="8.5" letter-spacing="1">ONE SHARE</text>'
        f'<text x="18" y="29" font-size="10" font-weight="bold">{value}</text>'
        f'<text x="76" y="29" font-size="10" font-weight="bold">{value}</text></g></svg>'
    )
