"""The cards of Appalachian Trail as drawings: split terrain, the two sides of a card, Rangers and Goals."""
from __future__ import annotations

from roundhouse.games.appalachian_trail.board import IMPROVEMENT, OBSTACLE, SETS, SIDES, Board
from roundhouse.games.drawing import for_screens, text

FACE = "var(--text-face, Georgia, 'Times New Roman', serif)"
HEADLINE = "var(--display-face, Georgia, 'Times New Roman', serif)"
INK = "var(--ink, #2b2620)"
PAPER = "var(--paper, #f6efdf)"
FAINT = "var(--faint, #9a8c74)"
TOWN = "var(--town, #fffaf0)"
ACCENT = "var(--accent, #2f5d3a)"
GLOW = "var(--glow, #ffcf40)"
LAND = "var(--land, #eee6cd)"
HILL = "var(--hill, #ddd0ab)"

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


def defs(board: Board) -> str:
    """Everything that cards are made of, once for the page."""
    letters = board.letters
    known = grounds(list(board.terrain_names.values()))
    colours = [f"var(--terrain-{letter}, {fill})" for letter, (fill, _) in zip(letters, known)]
    parts = []
    for n, colour in enumerate(colours):
        glyph = known[n][1]
        parts.append(
            f'<path id="at-glyph-{n}" d="{glyph}" fill="{colour}" stroke="var(--carve, light-dark(#3a3526, #d9cfae))" '
            'stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"/>'
        )
        parts += [_half(n, letters[n], colour, half) for half in (1, -1)]
        parts += [_wanted(n, letters[n], colour, half) for half in (1, -1)]
        parts.append(_goal(n, letters[n], colour))
    parts += [_card(first, second, colours) for first in range(len(letters)) for second in range(len(letters))]
    parts += [_side(board, card, side) for side in (OBSTACLE, IMPROVEMENT) for card in range(board.sided)]
    parts += [_both(board, card) for card in range(board.sided)]
    return "".join([*parts, _blanks(), _ranger(), _back(), _sets()])


def _half(n: int, letter: str, colour: str, half: int) -> str:
    """Half a card; 1 is the first letter's, -1 the second's."""
    drawn = "".join(f'<use href="#at-glyph-{n}" x="{half * x}" y="{half * y}"/>' for x, y in PLACES)
    name = "first" if half == 1 else "second"
    path = FIRST_HALF if half == 1 else SECOND_HALF
    return f'<g id="at-{name}-{n}"><path d="{path}" fill="{colour}"/>{drawn}{_badge(letter, half)}</g>'


def _badge(letter: str, half: int) -> str:
    return for_screens(_seal(letter, half, 11, 16), _seal(letter, half, 16, 24))


def _seal(letter: str, half: int, r: int, size: int) -> str:
    x, y = half * (LETTER[0] + r - 11), half * (LETTER[1] + r - 11)
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{TOWN}" stroke="{INK}"/><text x="{x}" y="{y + 0.35 * size:g}" '
        f'font-size="{size}" font-weight="bold" text-anchor="middle" fill="{INK}">{letter}</text>'
    )


def _wanted(n: int, letter: str, colour: str, half: int) -> str:
    """What an open cell asks of a half: a tint and the letter."""
    name, path = ("first", FIRST_HALF) if half == 1 else ("second", SECOND_HALF)
    return (
        f'<g id="at-want-{name}-{n}"><path d="{path}" fill="{colour}" opacity=".33"/><text x="{-half * 25}" '
        f'y="{-half * 22 + 8}" font-size="24" text-anchor="middle" fill="{INK}">{letter}</text></g>'
    )


def _card(first: int, second: int, colours: list[str]) -> str:
    """A card as laid; between two halves of one terrain there is no cut."""
    page = TOWN if first != second else colours[first]
    return (
        f'<g id="at-card-{first * len(colours) + second}"><path d="{PAGE}" fill="{page}"/>'
        f'<use href="#at-first-{first}"/><use href="#at-second-{second}"/>'
        f'<path d="{PAGE}" fill="none" stroke="{INK}" stroke-width="1.5"/></g>'
    )


def _goal(n: int, letter: str, colour: str) -> str:
    """A Goal: its terrain all round, and a flag."""
    places = [(-33, 33), (33, 33), (12, 34), (-11, 35), (36, -2)]
    drawn = "".join(f'<use href="#at-glyph-{n}" x="{x}" y="{y}"/>' for x, y in places)
    return (
        f'<g id="at-goal-{n}"><path d="{PAGE}" fill="{colour}" stroke="{INK}" stroke-width="4"/>{drawn}'
        f'<path d="M-12 20V-34" stroke="{INK}" stroke-width="3"/>'
        f'<path d="M-11-34l34 9-34 12z" fill="var(--flag, #b23a2e)" stroke="{INK}" stroke-width="1.3"/>'
        f'<rect x="-31" y="2" width="62" height="20" rx="3" fill="{TOWN}" stroke="{INK}"/>'
        f'<text y="17.5" font-size="15" font-weight="bold" text-anchor="middle" fill="{INK}">GOAL {letter}</text></g>'
    )


# ---- two-sided cards, Rangers, backs ---------------------------------------------------------------------------------


def _side(board: Board, card: int, side: int) -> str:
    """One side of a card as it lies in an area: points, set and name."""
    at = side * int(board.sided) + card
    words = "".join(
        f'<text y="{y}" font-size="13.5"{_squeezed(word, 12)}>{text(word)}</text>'
        for word, y in zip(two_lines(board.side_names[at]), (22, 36))
    )
    return (
        f'<g id="at-side-{at}" text-anchor="middle"><use href="#at-{SIDES[side]}"/>'
        f'<use href="#at-{SETS[board.side_set[at]]}" x="16" y="-16"/>{words}<g font-weight="bold" fill="{PAPER}">'
        + for_screens(*(f'<text x="-24" y="{-20 + 0.35 * size:g}" font-size="{size}">{_points(board, at)}</text>'
                        for size in (19, 25)))
        + "</g></g>"
    )


def _both(board: Board, card: int) -> str:
    """A two-sided card as it is held: the obstacle above, the improvement below."""
    rows = []
    for side, y in ((OBSTACLE, -43), (IMPROVEMENT, 0)):
        at = side * int(board.sided) + card
        name = board.side_names[at]
        rows.append(
            f'<text x="-30" y="{y + 21}" font-size="15" font-weight="bold" fill="{PAPER}">{_points(board, at)}</text>'
            f'<use href="#at-{SETS[board.side_set[at]]}" transform="translate(22 {y + 17}) scale(.7)"/>'
            f'<text y="{y + 39}" font-size="11.5"{_squeezed(name, 16)}>{text(name)}</text>'
        )
    return f'<g id="at-both-{card}" text-anchor="middle"><use href="#at-two"/>{"".join(rows)}</g>'


def _points(board: Board, at: int) -> str:
    return signed(int(board.side_points[at]))


def _blanks() -> str:
    """What all sides of a kind share: an obstacle is hatched and edged dark, an improvement edged in green."""
    return (
        f'<g id="at-obstacle"><path d="{PAGE}" fill="{TOWN}"/>'
        f'<path d="{PAGE}" fill="url(#at-hatch)" stroke="{INK}" stroke-width="3.5"/>{_plate(9, 32)}'
        f'<circle cx="-24" cy="-20" r="16" fill="{INK}"/></g>'
        f'<g id="at-improvement"><path d="{PAGE}" fill="{TOWN}" stroke="{ACCENT}" stroke-width="3"/>'
        f'<circle cx="-24" cy="-20" r="16" fill="{ACCENT}"/></g>'
        f'<g id="at-two"><path d="{PAGE}" fill="{TOWN}"/>'
        f'<path d="M-46-8v-29q0-6 6-6h80q6 0 6 6v29z" fill="url(#at-hatch)"/>{_plate(-16, 16)}'
        f'<path d="{PAGE}M-46 0h92" fill="none" stroke="{INK}" stroke-width="1.5"/>'
        f'<circle cx="-30" cy="-27" r="12.5" fill="{INK}"/><circle cx="-30" cy="16" r="12.5" fill="{ACCENT}"/></g>'
    )


def _plate(y: int, high: int) -> str:
    """Where a name can be read on hatching."""
    return f'<rect x="-44" y="{y}" width="88" height="{high}" fill="{TOWN}"/>'


def _squeezed(words: str, most: int) -> str:
    return ' textLength="86" lengthAdjust="spacingAndGlyphs"' if len(words) > most else ""


def two_lines(name: str) -> list[str]:
    """A name over at most two lines of about the same length."""
    words = name.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    best = min(cuts, key=lambda cut: max(map(len, cut)), default=(name, ""))
    return [part for part in best if part]


def _ranger() -> str:
    """A Ranger's hat."""
    return (
        f'<g id="at-ranger"><path d="{PAGE}" fill="{TOWN}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M-36 2q36-14 72 0q-4 11-36 11T-36 2zM-19-4q2-24 10-26q9 5 18 0q8 2 10 26q-19 6-38 0z" '
        f'fill="var(--hat, light-dark(#8a6a3c, #a88450))" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M-19-7q19 6 38 0v4q-19 6-38 0z" fill="{INK}"/>'
        f'<text y="35" font-size="16" text-anchor="middle" fill="{INK}">Ranger</text></g>'
    )


def _back() -> str:
    """The back of a card: a blaze on a tree, as on the trail itself."""
    return (
        f'<g id="at-back"><path d="{PAGE}" fill="{ACCENT}" stroke="{INK}" stroke-width="1.5"/>'
        f'<path d="M-39-36h78v72h-78z" fill="none" stroke="{PAPER}" stroke-width="1.2"/>'
        f'<path d="M-8-20h16v40h-16z" fill="{PAPER}"/></g>'
    )


def _sets() -> str:
    """A paw for wildlife, a peak for scenery; and the hatching of obstacles."""
    toes = "".join(f'<ellipse cx="{x}" cy="{y}" rx="4" ry="5.5"/>'
                   for x, y in ((-14, -3), (-5, -12), (5, -12), (14, -3)))
    return (
        f'<g id="at-wildlife" fill="{INK}">{toes}<path d="M0-3q11 3 11 12q-5 5-11 2q-6 3-11-2q0-9 11-12z"/></g>'
        f'<path id="at-scenery" d="M-20 13L-5-13l7 11 5-7 13 22zM-10-4l5 4 4-4" fill="none" stroke="{INK}" '
        'stroke-width="2.4" stroke-linejoin="round"/>'
        '<pattern id="at-hatch" width="7" height="7" patternUnits="userSpaceOnUse">'
        f'<path d="M-1 8L8-1M-1 1l2-2M6 8l2-2" stroke="{FAINT}" stroke-width="1.2"/></pattern>'
    )


def kind_symbol(board: Board, kind: int) -> str:
    """The name of the drawing of a card in a hand or in the display."""
    if kind == board.ranger:
        return "at-ranger"
    if kind >= board.first_sided:
        return f"at-both-{kind - int(board.first_sided)}"
    return f"at-card-{board.laid_names.index(board.names[kind])}"


def kind_name(board: Board, kind: int) -> str:
    """A card in as few words as tell it from others."""
    if kind == board.ranger:
        return "Ranger"
    if kind < board.first_sided:
        return board.names[kind]
    card, sided = kind - int(board.first_sided), int(board.sided)
    return f"{board.side_names[OBSTACLE * sided + card]} or {board.side_names[IMPROVEMENT * sided + card]}"


def kind_words(board: Board, kind: int) -> str:
    """A card as it is read out."""
    if kind == board.ranger:
        return "Ranger"
    if kind < board.first_sided:
        first, second = (board.terrain_names[letter] for letter in board.names[kind])
        return f"{board.names[kind]}, {first} and {second}" if first != second else f"{board.names[kind]}, {first}"
    card = kind - int(board.first_sided)
    return f"{side_words(board, card, OBSTACLE)}, or {side_words(board, card, IMPROVEMENT)}"


def cards(n: int) -> str:
    return f"{n} card{'' if n == 1 else 's'}"


def points(n: int) -> str:
    """A change in points, with its sign."""
    return f"{signed(n)} point{'' if abs(n) == 1 else 's'}"


def score_words(n: int) -> str:
    return f"{signed(n).lstrip('+')} point{'' if abs(n) == 1 else 's'}"


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def side_words(board: Board, card: int, side: int) -> str:
    at = side * int(board.sided) + card
    return f"{board.side_names[at]} {signed(int(board.side_points[at]))}"
