"""What lies beside the map of Irish Gauge: the auction, the points left, the railways, and the bag."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from roundhouse.engine.contract import NOBODY
from roundhouse.games.asides import rail
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.dividends import mean_per_share, most_per_share
from roundhouse.games.irish_gauge.facts import BAG
from roundhouse.games.irish_gauge.position import INITIAL_AUCTION, TRACK, Position, points
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.things import pounds, things
from roundhouse.games.kit.market import auction, badge
from roundhouse.games.kit.railways import row
from roundhouse.games.markup import NOTHING, Markup, heading, markup, tag
from roundhouse.games.scenes import table
from roundhouse.games.sight import Sight
from roundhouse.games.words import SPOKEN, term

headed = partial(heading, IrishGauge.name)


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The auction, the points left, the railways and the bag, on a rail beside the map."""
    s = sight.state
    return rail(_auction(s, names), _building(s), _railways(s), _bag(s))


def cubes_shown(board: Board, colours: Iterable[str]) -> Markup:
    """Cubes, and the same in words."""
    given = list(colours)
    return markup([_cube(board, colour) for colour in given],
                  tag("span", ", ".join(map(term, given)), class_="said"))


def _cube(board: Board, colour: str) -> Markup:
    return tag("svg", tag("use", href=f"#ig-cube-{board.colours.index(colour)}"), class_="cube",
               viewBox="-15 -16 30 30", width=24, height=24, aria_hidden="true")


# ---- the auction -----------------------------------------------------------------------------------------------------


def _auction(s: Position, names: Sequence[str]) -> Markup:
    held = s.auction
    if held.lot == NOBODY:
        return NOTHING
    lot, sold = int(held.lot), int(s.sold[held.lot]) + 1
    railway, value = s.board.railway_ids[lot], pounds(int(held.minimum))
    pays = term(
        "With {sold|# share|# shares} sold, a call for dividends would pay each {mean} on average, {most} at most.",
        most=pounds(most_per_share(s, lot, sold)), mean=pounds(mean_per_share(s, lot, sold)), sold=sold,
    )
    free = term("If all pass, the opener has it free.") if s.phase == INITIAL_AUCTION and held.high == NOBODY else None
    said = term("{line} share of {value}", line=railway, value=value)
    track = [s.board.grid.ids[h] for h in s.hexes_of(lot)]
    notes = {"pays": pays, "free": free}
    return auction(things(s.board), "IG-AUC-2", railway, held, names, value.text, said, notes, track)


# ---- the railways ----------------------------------------------------------------------------------------------------


def _building(s: Position) -> Markup:
    if s.phase != TRACK:
        return NOTHING
    left, whole = int(s.halves), int(s.board.build_halves)
    pips = [_pip(8 + 16 * n, left - 2 * n) for n in range(whole // 2)]
    svg = tag("svg", pips, class_="points", viewBox=f"0 0 {8 * whole} 16", width=8 * whole, height=16,
              aria_hidden="true")
    title = headed("IG-TRK-2", term("Building"), " ", badge(things(s.board), s.board.railway_ids[s.building]))
    said = term("{left} of {whole|# point|# points} left", left=SPOKEN.get().number(points(left)), whole=points(whole))
    return tag("section", title, svg, tag("p", said), class_="building")


def _pip(x: int, halves: int) -> Markup:
    """A build point: spent, half of it left, or whole."""
    ring = tag("circle", cx=x, cy=8, r=6, fill="none", stroke="currentColor", stroke_width=1.5)
    first = tag("path", d=f"M{x} 3a5 5 0 0 0 0 10z", fill="currentColor") if halves > 0 else None
    second = tag("path", d=f"M{x} 3a5 5 0 0 1 0 10z", fill="currentColor") if halves > 1 else None
    return markup(ring, first, second)


def _railways(s: Position) -> Markup:
    """Each railway's next share on its pile, its size, and what a share of it pays."""
    heads = map(term, HEADS)
    rows, at = [], things(s.board)
    for r, name in enumerate(s.board.railway_ids):
        towns, cities = s.stations(r)
        sold = int(s.sold[r])
        most = pounds(most_per_share(s, r, sold)).text if sold else "–"
        mean = pounds(mean_per_share(s, r, sold)).text if sold else "–"
        shares_sold = term("{sold} of {all}", sold=sold, all=len(s.board.values_of(r)))
        cells = (shares_sold, len(towns), len(cities), most, mean, int(s.locomotives[r]))
        rows.append(row(at, name, len(s.board.values_of(r)) - sold, pounds(int(s.next_value(r))).text, cells))
    return tag("section", headed("IG-DIV-4", term("Railways")), table(heads, rows), class_="market")


HEADS = ("Next share", "Railway", "Sold", "Towns", "Cities", "A share pays at most", "on average", "Engines left")


def _bag(s: Position) -> Markup:
    board, size = s.board, int(s.bag_size)
    inside = [
        tag("li", [_cube(board, colour)] * int(n), tag("span", f"{n} {term(colour)}"))
        for colour, n in zip(board.colours, s.bag)
    ]
    draws = [cubes_shown(board, [board.colours[c] for c in board.draws[draw]]) for draw in s.drawn]
    calls = -(-size // int(CUBES_DRAWN))
    left = term("{cubes|# cube|# cubes}: {calls|# call|# calls} at most", cubes=size, calls=calls)
    if not size:
        left = term("empty: the game is over")
    drawn = markup(tag("h3", term("Drawn so far")), tag("ol", [tag("li", cubes) for cubes in draws], class_="drawn"))
    return tag(
        "section", headed("IG-DIV-1", term("The bag")),
        tag("div", tag("p", left), tag("ul", inside, class_="cubes"), class_="spot", data_spot=BAG),
        drawn if draws else None, class_="bag",
    )
