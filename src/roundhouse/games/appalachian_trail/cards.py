"""The cards of Appalachian Trail as drawings: split terrain, the two sides of a card, Rangers and Goals."""
from __future__ import annotations

from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SETS, SIDES, Board
from roundhouse.games.appalachian_trail.things import signed
from roundhouse.games.livery import FAINT, INK, PAPER
from roundhouse.games.markup import Markup, for_screens, markup, tag
from roundhouse.games.survey import TOWN

ACCENT = "var(--accent, #2f5d3a)"
GLOW = "var(--glow, #ffcf40)"

# A card is 92 wide and 86 high, drawn around its middle.
PAGE = "M-46-37q0-6 6-6h80q6 0 6 6v74q0 6-6 6h-80q-6 0-6-6z"
# The halves of a card, cut from the lower left to the upper right corner (AT-GEO-4).
FIRST_HALF = "M-46 41V-37q0-6 6-6h84z"
SECOND_HALF = "M46-41V37q0 6-6 6h-84z"
# Where the small drawings of a half stand; those of the other half are opposite. The letter is nearer to the corner.
PLACES = [(-2, -30), (21, -34), (-7, -11), (-35, 1), (-21, -4), (-37, 21)]
LETTER = (-30, -27)

# A fill and a small drawing for each kind of ground, by a word in its name; others take what is left, in turn.
GROUNDS = {
    "forest": ("light-dark(#7fa06f, #466844)", "M0-9l5 7h-2.5l4 6h-13l4-6H-5zM0 4v5"),
    "grass": ("light-dark(#d3d78f, #6e7139)", "M-6 4q0-6-3-9M-2 4v-9M2 4v-9M6 4q0-6 3-9"),
    "rock": ("light-dark(#c3b6a4, #6d6156)", "M-9 5l3-8 6-3 6 4 3 7zM-6-3l5 3 1 5M0-6l3 6 6 0"),
    "wet": ("light-dark(#a3cad3, #2f606c)", "M-9-2q3-4 6 0t6 0 6 0M-6 4q3-4 6 0t6 0"),
    "sand": ("light-dark(#e8d3a2, #84703f)", "M-5 0h.1M0-4h.1M5 0h.1M0 4h.1"),
    "field": ("light-dark(#e0c98c, #7a652e)", "M-8-4h16M-8 0h16M-8 4h16"),
    "snow": ("light-dark(#e9eef0, #5c6468)", "M0-6v12M-5-3l10 6M-5 3l10-6"),
    "heath": ("light-dark(#c3a3b8, #6a4b60)", "M-6 4q6-12 12 0zM0-2v-5"),
}


def grounds(names: list[str]) -> list[tuple[str, str]]:
    """A fill and a drawing for each terrain."""
    known = [next((word for word in GROUNDS if name.lower().startswith(word)), "") for name in names]
    left = [word for word in reversed(GROUNDS) if word not in known]
    return [GROUNDS[word or left.pop()] for word in known]


def defs(board: Board) -> Markup:
    """Everything that cards are made of, once for the page."""
    letters = board.letters
    known = grounds(list(board.terrain_names.values()))
    colours = [f"var(--terrain-{letter}, {fill})" for letter, (fill, _) in zip(letters, known)]
    many = range(len(letters))
    terrains = [_terrain(n, letters[n], colours[n], known[n][1]) for n in many]
    cards = [_card(first, second, colours) for first in many for second in many]
    sides = [_side(board, card, side) for side in (OBSTACLE, IMPROVEMENT) for card in range(board.sided)]
    held = [_both(board, card) for card in range(board.sided)]
    return markup(terrains, cards, sides, held, _blanks(), _ranger(), _back(), _sets())


def use(symbol: str, **attributes: object) -> Markup:
    """A drawing that was made before."""
    return tag("use", href=f"#{symbol}", **attributes)


def page(fill: str, **attributes: object) -> Markup:
    """The sheet of a card."""
    return tag("path", d=PAGE, fill=fill, **attributes)


# ---- terrain ---------------------------------------------------------------------------------------------------------


def _terrain(n: int, letter: str, colour: str, glyph: str) -> Markup:
    """A small drawing of it, halves of cards, what open cells ask for, and its Goal."""
    small = tag("path", id=f"at-glyph-{n}", d=glyph, fill=colour, stroke="var(--carve, light-dark(#3a3526, #d9cfae))",
                stroke_width=1.3, stroke_linejoin="round", stroke_linecap="round")
    halves = [_half(n, letter, colour, half) for half in (1, -1)]
    return markup(small, halves, [_wanted(n, letter, colour, half) for half in (1, -1)], _goal(n, letter, colour))


def _half(n: int, letter: str, colour: str, half: int) -> Markup:
    """Half a card; 1 is the first letter's, -1 the second's."""
    drawn = [use(f"at-glyph-{n}", x=half * x, y=half * y) for x, y in PLACES]
    name, path = ("first", FIRST_HALF) if half == 1 else ("second", SECOND_HALF)
    return tag("g", tag("path", d=path, fill=colour), drawn, _badge(letter, half), id=f"at-{name}-{n}")


def _badge(letter: str, half: int) -> Markup:
    return for_screens(_seal(letter, half, 11, 16), _seal(letter, half, 16, 24))


def _seal(letter: str, half: int, r: int, size: int) -> Markup:
    x, y = half * (LETTER[0] + r - 11), half * (LETTER[1] + r - 11)
    written = tag("text", letter, x=x, y=y + 0.35 * size, font_size=size, font_weight="bold", text_anchor="middle",
                  fill=INK)
    return markup(tag("circle", cx=x, cy=y, r=r, fill=TOWN, stroke=INK), written)


def _wanted(n: int, letter: str, colour: str, half: int) -> Markup:
    """What an open cell asks of a half: a tint and the letter."""
    name, path = ("first", FIRST_HALF) if half == 1 else ("second", SECOND_HALF)
    written = tag("text", letter, x=-half * 25, y=-half * 22 + 8, font_size=24, text_anchor="middle", fill=INK)
    return tag("g", tag("path", d=path, fill=colour, opacity=".33"), written, id=f"at-want-{name}-{n}")


def _card(first: int, second: int, colours: list[str]) -> Markup:
    """A card as laid; between two halves of one terrain there is no cut."""
    return tag(
        "g", page(TOWN if first != second else colours[first]), use(f"at-first-{first}"), use(f"at-second-{second}"),
        page("none", stroke=INK, stroke_width=1.5), id=f"at-card-{first * len(colours) + second}",
    )


def _goal(n: int, letter: str, colour: str) -> Markup:
    """A Goal: its terrain all round, and a flag."""
    places = [(-33, 33), (33, 33), (12, 34), (-11, 35), (36, -2)]
    return tag(
        "g", page(colour, stroke=INK, stroke_width=4), [use(f"at-glyph-{n}", x=x, y=y) for x, y in places],
        tag("path", d="M-12 20V-34", stroke=INK, stroke_width=3),
        tag("path", d="M-11-34l34 9-34 12z", fill="var(--flag, #b23a2e)", stroke=INK, stroke_width=1.3),
        tag("rect", x=-31, y=2, width=62, height=20, rx=3, fill=TOWN, stroke=INK),
        tag("text", f"GOAL {letter}", y=17.5, font_size=15, font_weight="bold", text_anchor="middle", fill=INK),
        id=f"at-goal-{n}",
    )


# ---- two-sided cards, Rangers, backs ---------------------------------------------------------------------------------


def _side(board: Board, card: int, side: int) -> Markup:
    """One side of a card as it lies in an area: points, set and name."""
    at = side * int(board.sided) + card
    name = [
        tag("text", line, y=y, font_size=13.5, **_squeezed(line, 12))
        for line, y in zip(two_lines(board.side_names[at]), (22, 36))
    ]
    large, small = (
        tag("text", _points(board, at), x=-24, y=-20 + 0.35 * size, font_size=size) for size in (19, 25)
    )
    return tag(
        "g", use(f"at-{SIDES[side]}"), use(f"at-{SETS[board.side_set[at]]}", x=16, y=-16), name,
        tag("g", for_screens(large, small), font_weight="bold", fill=PAPER), id=f"at-side-{at}", text_anchor="middle",
    )


def _both(board: Board, card: int) -> Markup:
    """A two-sided card as it is held: the obstacle above, the improvement below."""
    rows = []
    for side, y in ((OBSTACLE, -43), (IMPROVEMENT, 0)):
        at = side * int(board.sided) + card
        name = board.side_names[at]
        rows += [
            tag("text", _points(board, at), x=-30, y=y + 21, font_size=15, font_weight="bold", fill=PAPER),
            use(f"at-{SETS[board.side_set[at]]}", transform=f"translate(22 {y + 17}) scale(.7)"),
            tag("text", name, y=y + 39, font_size=11.5, **_squeezed(name, 16)),
        ]
    return tag("g", use("at-two"), rows, id=f"at-both-{card}", text_anchor="middle")


def _points(board: Board, at: int) -> str:
    return signed(int(board.side_points[at]))


def _blanks() -> Markup:
    """What all sides of a kind share: an obstacle is hatched and edged dark, an improvement edged in green."""
    obstacle = tag(
        "g", page(TOWN), page("url(#at-hatch)", stroke=INK, stroke_width=3.5), _plate(9, 32),
        tag("circle", cx=-24, cy=-20, r=16, fill=INK), id="at-obstacle",
    )
    improvement = tag(
        "g", page(TOWN, stroke=ACCENT, stroke_width=3), tag("circle", cx=-24, cy=-20, r=16, fill=ACCENT),
        id="at-improvement",
    )
    two = tag(
        "g", page(TOWN), tag("path", d="M-46-8v-29q0-6 6-6h80q6 0 6 6v29z", fill="url(#at-hatch)"), _plate(-16, 16),
        tag("path", d=f"{PAGE}M-46 0h92", fill="none", stroke=INK, stroke_width=1.5),
        tag("circle", cx=-30, cy=-27, r=12.5, fill=INK), tag("circle", cx=-30, cy=16, r=12.5, fill=ACCENT), id="at-two",
    )
    return markup(obstacle, improvement, two)


def _plate(y: int, high: int) -> Markup:
    """Where a name can be read on hatching."""
    return tag("rect", x=-44, y=y, width=88, height=high, fill=TOWN)


def _squeezed(words: str, most: int) -> dict[str, object]:
    return {"textLength": 86, "lengthAdjust": "spacingAndGlyphs"} if len(words) > most else {}


def two_lines(name: str) -> list[str]:
    """A name over at most two lines of about the same length."""
    words = name.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    best = min(cuts, key=lambda cut: max(map(len, cut)), default=(name, ""))
    return [part for part in best if part]


def _ranger() -> Markup:
    """A Ranger's hat."""
    hat = "M-36 2q36-14 72 0q-4 11-36 11T-36 2zM-19-4q2-24 10-26q9 5 18 0q8 2 10 26q-19 6-38 0z"
    return tag(
        "g", page(TOWN, stroke=INK, stroke_width=1.5),
        tag("path", d=hat, fill="var(--hat, light-dark(#8a6a3c, #a88450))", stroke=INK, stroke_width=1.5),
        tag("path", d="M-19-7q19 6 38 0v4q-19 6-38 0z", fill=INK),
        tag("text", "Ranger", y=35, font_size=16, text_anchor="middle", fill=INK), id="at-ranger",
    )


def _back() -> Markup:
    """The back of a card: a blaze on a tree, as on the trail itself."""
    return tag(
        "g", page(ACCENT, stroke=INK, stroke_width=1.5),
        tag("path", d="M-39-36h78v72h-78z", fill="none", stroke=PAPER, stroke_width=1.2),
        tag("path", d="M-8-20h16v40h-16z", fill=PAPER), id="at-back",
    )


def _sets() -> Markup:
    """A paw for wildlife, a peak for scenery; and the hatching of obstacles."""
    toes = [tag("ellipse", cx=x, cy=y, rx=4, ry=5.5) for x, y in ((-14, -3), (-5, -12), (5, -12), (14, -3))]
    paw = tag("g", toes, tag("path", d="M0-3q11 3 11 12q-5 5-11 2q-6 3-11-2q0-9 11-12z"), id="at-wildlife", fill=INK)
    peak = tag("path", id="at-scenery", d="M-20 13L-5-13l7 11 5-7 13 22zM-10-4l5 4 4-4", fill="none", stroke=INK,
               stroke_width=2.4, stroke_linejoin="round")
    hatching = tag("path", d="M-1 8L8-1M-1 1l2-2M6 8l2-2", stroke=FAINT, stroke_width=1.2)
    return markup(paw, peak, tag("pattern", hatching, id="at-hatch", width=7, height=7, patternUnits="userSpaceOnUse"))
