"""What stands on the board of any game: a piece wherever the view names a place, a figure where it counts there."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from roundhouse.engine.contract import Game
from roundhouse.engine.hexes import DIRECTIONS
from roundhouse.games.asides import initials
from roundhouse.games.defaults.board import HEXES, OPEN_TABLE, SEAT_COLOURS, Board
from roundhouse.games.defaults.cards import on_the_table
from roundhouse.games.defaults.ground import NAMES
from roundhouse.games.defaults.reading import EACH, ELSEWHERE, Item, is_cards, items
from roundhouse.games.hexmap import HALF
from roundhouse.games.livery import COLOURS, INK, PAPER, engine, fill, ink_on, label
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.survey import Point

IN_A_ROW = 3


@dataclass(frozen=True)
class Piece:
    """Something that the view says of a place or a link."""

    at: str
    what: str
    """What it is, in words: "train", "track GSW", "visits: 2"."""
    kind: str
    """The same without what it counts."""
    colour: str
    letter: str
    figure: str = ""
    """A number that stands there instead of a piece."""
    line: bool = False
    """One of several of its kind: they are joined where they lie side by side."""


@dataclass(frozen=True)
class Standing:
    """All pieces, by where they stand."""

    pieces: list[Piece] = field(default_factory=list)

    def at(self, id: str) -> list[Piece]:
        """The pieces at a place or link."""
        return [piece for piece in self.pieces if piece.at == id]


def standing(game: Game, board: Board, view: Mapping[str, object], names: Sequence[str]) -> Standing:
    """The pieces that a view shows on the board; cards and what lies beside the board are left out."""
    known = board.places.keys() | board.links.keys()
    inks = _inks(board, view)
    found = [
        piece for item in items(game, view) if item.path[0] not in ELSEWHERE and not is_cards(item.path[0])
        for piece in _pieces(item, known, inks, names)
    ]
    return Standing(found)


def _inks(board: Board, view: Mapping[str, object]) -> dict[str, str]:
    """A colour for everything that owns something and is no seat: its own, or one that is free."""
    owners = [key for value in view.values() if isinstance(value, dict) for key in value if key not in board.places]
    free = [colour for colour in COLOURS if colour not in board.colours.values() and colour != "white"]
    others = [owner for owner in dict.fromkeys(owners) if owner not in board.colours]
    return {**{owner: free[n % len(free)] for n, owner in enumerate(others) if free}, **board.colours}


def _pieces(item: Item, known: set[str], inks: dict[str, str], names: Sequence[str]) -> Iterator[Piece]:
    """A value that names a place stands there; a value under the name of a place is told there."""
    what = " ".join(key for key in item.path if key != EACH and key not in known).replace("_", " ")
    if item.seat is not None:
        colour, letter = SEAT_COLOURS[item.seat % len(SEAT_COLOURS)], initials(names)[item.seat]
        what = f"{what} of {names[item.seat]}"
    else:
        colour, letter = inks.get(item.owner, "black"), (item.owner or item.path[0])[:1].upper()
    if isinstance(item.value, str) and item.value in known:
        yield Piece(item.value, what, what, colour, letter, line=item.path[-1] == EACH)
        return
    place = next((key for key in item.path[1:] if key in known), None)
    if place is None or item.value in (None, 0, False, ""):
        return
    if item.value is True:
        yield Piece(place, what, what, colour, letter)
    elif isinstance(item.value, str):
        own = item.value if item.value in COLOURS else inks.get(item.value, colour)
        said = f"{what}: {item.value}"
        yield Piece(place, said, said, own, item.value[:1].upper())
    else:
        yield Piece(place, f"{what}: {item.value}", what, colour, letter, figure=str(item.value))


# ---- drawn -----------------------------------------------------------------------------------------------------------


def drawn(game: Game, board: Board, view: Mapping[str, object], names: Sequence[str]) -> Markup:
    """All pieces as SVG over the board; for a game without a map, its cards on the table."""
    if board.kind == OPEN_TABLE:
        return on_the_table(game, board, view, names)
    found = standing(game, board, view, names)
    series = dict.fromkeys((piece.what, piece.colour) for piece in found.pieces if piece.line)
    lines = [_line(board, key, found.pieces) for key in series]
    rails = [_rail(board, piece) for piece in found.pieces if piece.at in board.links]
    groups = [_group(board, id, found.at(id)) for id in board.places]
    return tag("g", lines, rails, tag("use", href=f"#{NAMES}"), groups, pointer_events="none")


def _rails(path: str, colour: str) -> Markup:
    return markup(
        tag("path", d=path, stroke=INK, stroke_width=9, stroke_dasharray="1.6 5", fill="none"),
        tag("path", d=path, stroke=fill(colour), stroke_width=4.5, fill="none"),
    )


def _line(board: Board, key: tuple[str, str], pieces: list[Piece]) -> Markup | None:
    """Rails between neighbouring hexes that the same list names."""
    mine = {piece.at for piece in pieces if (piece.what, piece.colour) == key}
    if board.kind != HEXES:
        return None
    path = ""
    for (q, r), id in board.axial.items():
        for dq, dr in DIRECTIONS[:3]:
            other = board.axial.get((q + dq, r + dr))
            if id in mine and other in mine:
                path += "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*board.places[id].at, *board.middle(other or id))
    return _rails(path, key[1]) if path else None


def _rail(board: Board, piece: Piece) -> Markup:
    a, b = (board.places[end].at for end in board.links[piece.at].ends)
    x, y = board.middle(piece.at)
    seal = tag("circle", cx=round(x), cy=round(y), r=10, fill=fill(piece.colour), stroke=INK)
    ink = ink_on(piece.colour)
    letter = label(round(x), round(y + 4.5), piece.figure or piece.letter, 12.5, fill=ink, font_weight=800)
    return markup(_rails("M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*a, *b), piece.colour), seal, letter)


def _group(board: Board, id: str, pieces: list[Piece]) -> Markup | None:
    """The pieces of a place side by side, smaller where there are many; figures in its corner."""
    if not pieces:
        return None
    figures = [piece for piece in pieces if piece.figure]
    tokens = [piece for piece in pieces if not piece.figure]
    rows = -(-len(tokens) // IN_A_ROW)
    size = 1.25 if len(tokens) < 3 else 1.0 if rows == 1 else 1.7 / rows
    shown = []
    for n, piece in enumerate(tokens):
        row, place = divmod(n, IN_A_ROW)
        across = min(IN_A_ROW, len(tokens) - row * IN_A_ROW)
        drawn = _stud(piece) if piece.line else engine(piece.colour, piece.letter)
        shown.append(tag("g", drawn,
                         transform=f"translate({(place - across / 2) * 29 + 1:.1f} {(row - rows / 2) * 21:.1f})"))
    x, y = board.places[id].at
    down = 4 if board.kind == HEXES else 0
    middle = tag("g", shown, transform=f"translate({x:.0f} {y + down:.0f}) scale({size:.3g})") if shown else None
    return markup(middle, [_figure(board, (x, y), n, piece, bool(tokens)) for n, piece in enumerate(figures)])


def token(piece: Piece) -> Markup:
    """A piece by itself, for a line of text."""
    if piece.figure:
        disc = tag("circle", cx=13.5, cy=10, r=9, fill=PAPER, stroke=INK, stroke_width=1.2)
        drawn = markup(disc, label(13.5, 14.2, "n", 12, font_style="italic"))
    else:
        drawn = _stud(piece) if piece.line else engine(piece.colour, piece.letter)
    return tag("svg", drawn, class_="badge", viewBox="-1 -1 29 22", width=29, height=22, aria_hidden="true")


def _stud(piece: Piece) -> Markup:
    """One piece of many, as large as an engine and quieter."""
    disc = tag("circle", cx=13.5, cy=10, r=9, fill=fill(piece.colour), stroke=INK, stroke_width=1.2)
    return markup(disc, label(13.5, 14.2, piece.letter, 11.5, fill=ink_on(piece.colour), font_weight=800))


def _figure(board: Board, at: Point, n: int, piece: Piece, beside: bool) -> Markup:
    x, y = at
    far = 30 if board.kind == HEXES else 24
    px, py = (x + far + 20 * n, y - (HALF * 0.45 if board.kind == HEXES else 22)) if beside else (x + 22 * n, y)
    disc = tag("circle", cx=round(px), cy=round(py), r=11, fill=PAPER, stroke=INK, stroke_width=1.2)
    return markup(disc, label(round(px), round(py + 5), piece.figure, 14, font_weight=700))
