"""The table of Irish Gauge for a terminal: the map, the railways, the seats. Nothing is told by colour alone."""
from __future__ import annotations

from roundhouse.games.irish_gauge.board import DIFFICULT_COST, OPEN_COST, SHARED_COST
from roundhouse.games.irish_gauge.dividends import most_per_share
from roundhouse.games.irish_gauge.position import Position, points
from roundhouse.games.kit.terminal import CELL, heads, hex_rows, in_columns, ink
from roundhouse.games.livery import letters
from roundhouse.games.sight import Sight
from roundhouse.games.title import provenance
from roundhouse.games.words import Span, Words, amount, joined, styled, term, text, words

# By terrain, and by the colour of a cube.
GROUND = {"easy": "on #3c5a34", "difficult": "on #1f3320", "urban": "on #5d5646"}
CUBES = {"white": "#ffffff", "pink": "#ff9ecb", "black": "#8f8f8f"}


def board(sight: Sight[Position]) -> Words:
    """The map, the railways and the seats."""
    s = sight.state
    return joined([styled(provenance(s.game), "dim"), _map(s), _railways(s), _seats(s)], "\n\n")


# ---- the map ---------------------------------------------------------------------------------------------------------


def _map(s: Position) -> Words:
    """Flat-top hexes as cells of two lines: the id or the name above, the pieces below. Odd columns stand lower."""
    cells = _Cells(s)
    return joined([*hex_rows(s.board.grid, cells.upper, cells.lower), "", *_legend(s)], "\n")


class _Cells:
    """What each hex shows."""

    def __init__(self, s: Position) -> None:
        self.s = s
        self.ground = [GROUND[one["terrain"]] for one in s.game.edition.data["hexes"]]
        self.cubes = s.cubes()
        self.letters = letters(s.board.railway_ids)
        self.tracks = [s.hexes_of(r) for r in range(len(self.letters))]

    def upper(self, h: int) -> Words:
        id_ = self.s.board.grid.ids[h]
        name = self.s.board.names.get(id_, "")
        if name:
            return (styled(f"{name.replace(' ', '')[: CELL - 1]:<{CELL}}", f"bold {self.ground[h]}"),)
        hills = "^" if self.ground[h] == GROUND["difficult"] else ""
        return (styled(f"{id_ + hills:<{CELL}}", f"#a9b59f {self.ground[h]}"),)

    def lower(self, h: int) -> Words:
        """A City's cube by the first letter of its colour, a Town's mark, and a letter for each locomotive."""
        found: list[Span] = []
        if h in self.cubes:
            found.append(_mark(self.s.board.colours[self.cubes[h]]))
        elif h in self.s.board.urban_hexes:
            found.append(styled("o", self.ground[h]))
        for r, letter in enumerate(self.letters):
            if h in self.tracks[r]:
                found.append(styled(letter, f"bold {_ink(self.s, r, self.ground[h])}"))
        return (*found, styled(" " * (CELL - len(found)), self.ground[h]))


def _mark(colour: str) -> Span:
    return styled(colour[0], f"black on {CUBES.get(colour, '#ffffff')}")


def _ink(s: Position, railway: int, ground: str = "") -> str:
    return ink(s.board.railway_colours[railway], ground)


def _legend(s: Position) -> list[Words]:
    """What the marks mean, and where to find each Town and City."""
    cubes, board = s.cubes(), s.board
    marks = joined([words("{mark} {colour}", mark=_mark(one), colour=words(one)) for one in board.colours], " ")
    places = {h: f"{board.names[board.grid.ids[h]]} {board.grid.ids[h]}" for h in board.urban_hexes}
    return [
        words(
            "{easy} easy {open}, shared {shared}  {hills} ^ difficult {difficult}, one railway  "
            "{urban} Town or City as easy",
            **{kind: styled("  ", GROUND[terrain]) for kind, terrain in
               (("easy", "easy"), ("hills", "difficult"), ("urban", "urban"))},
            open=text(points(OPEN_COST)), shared=text(points(SHARED_COST)), difficult=text(points(DIFFICULT_COST)),
        ),
        words("{marks}: the cube of a City  o: a Town  capitals: locomotives", marks=marks),
        _list("Cities:", [name for h, name in places.items() if h in cubes]),
        _list("Towns:", [name for h, name in places.items() if h not in cubes]),
    ]


def _list(head: str, names: list[str]) -> Words:
    return words("{head} {names}", head=styled(term(head), "bold"), names=", ".join(names))


# ---- railways and seats ----------------------------------------------------------------------------------------------


def _railways(s: Position) -> Words:
    lines: list[Words] = [heads(RAILWAYS)]
    marks = letters(s.board.railway_ids)
    for r, name in enumerate(s.board.railway_ids):
        towns, cities = s.stations(r)
        sold = int(s.sold[r])
        value = int(s.next_value(r))
        total = len(s.board.values_of(r))
        each = amount(most_per_share(s, r, sold), "£").text if sold else "-"
        price = amount(value, "£").text if value else term("none")
        of = term("{sold} of {all}", sold=sold, all=total)
        shown = styled(f"{name:<8}", f"bold {_ink(s, r)}")
        cells = (price, of, int(s.locomotives[r]), len(towns), len(cities), each)
        rest = in_columns(cells, RAILWAYS[1:])
        lines.append(words("{mark} {name}{rest}", mark=marks[r], name=shown, rest=rest))
    bag = ", ".join(f"{n} {term(colour)}" for colour, n in zip(s.board.colours, s.bag))
    return joined([*lines, words("bag: {cubes}", cubes=bag)], "\n")


RAILWAYS = (("railway", 10), ("share", 7), ("sold", 8), ("locomotives", 13), ("Towns", 7), ("Cities", 8),
            ("if all pay, a share gets", 0))
SEATS = (("seat", 6), ("cash", 7), ("shares", 40), ("score now", 0))


def _seats(s: Position) -> Words:
    lines: list[Words] = [heads(SEATS)]
    railways = len(s.board.railway_ids)
    for seat, score in enumerate(s.scores()):
        held = [(r, int(s.shares[seat * railways + r])) for r in range(railways)]
        shown = " ".join(f"{n}x{s.board.railway_ids[r]}" for r, n in held if n) or term("none")
        mark = "▶" if s.to_act == seat else " "
        cash, worth = (amount(int(sum_), "£").text for sum_ in (s.cash[seat], score))
        lines.append((text(f"{mark} {seat}   {cash:<7}{shown:<40}{worth}"),))
    return joined(lines, "\n")
