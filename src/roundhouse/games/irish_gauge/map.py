"""The map of Irish Gauge as an old survey sheet: the coast, the hills, the towns, and where everything lies on it."""
from __future__ import annotations

from typing import Any

from roundhouse.engine.contract import Game
from roundhouse.games.drawn import Ground
from roundhouse.games.irish_gauge.board import DIFFICULT_COST, OPEN_COST, SHARED_COST
from roundhouse.games.irish_gauge.position import points
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.things import things
from roundhouse.games.kept import once_per_game
from roundhouse.games.kit import maps
from roundhouse.games.livery import INK, PAPER, colour_words, fill, ink_on, label
from roundhouse.games.markup import Markup, markup, tag
from roundhouse.games.survey import HILL, LAND, TOWN, neatline
from roundhouse.games.title import provenance
from roundhouse.games.words import amount, term

TITLE_WIDTH, TITLE_HEIGHT = 300, 256
ZOOM = 245                      # kept free in the lower right corner for the zoom
RAIL = 24.0                     # the least width of what is printed beside the map, in the size of the text


@once_per_game
def sheet(game: Game) -> maps.HexMap:
    """Where everything lies on the map, worked out from the edition's hexes once."""
    assert isinstance(game, IrishGauge)
    return maps.hex_map("ig", game.board.grid, (TITLE_WIDTH, TITLE_HEIGHT))


# ---- the ground ------------------------------------------------------------------------------------------------------


@once_per_game
def ground(game: Game) -> Ground:
    """The map with its towns, cities and names, as it never changes during a game."""
    at, data = sheet(game), game.edition.data
    homes = [railway["home"] for railway in data["railways"]]
    spots = maps.to_choose(at, ["home" if h["id"] in homes else h["terrain"] for h in data["hexes"]])
    return Ground(round(at.width), round(at.height), markup(land(game), spots), maps.ID_SIZE, rail=RAIL)


@once_per_game
def land(game: Game) -> Markup:
    """The sheet without its places to choose."""
    at = sheet(game)
    hexes: list[dict[str, Any]] = game.edition.data["hexes"]
    of = {kind: [n for n, h in enumerate(hexes) if h["terrain"] == kind] for kind in ("easy", "difficult", "urban")}
    majors = [n for n in of["urban"] if hexes[n]["id"] in game.edition.data["major_cities"]]
    stars = [label(at.centres[n][0] + 22, at.centres[n][1] - 17, "★", 20) for n in majors]
    cities = [n for n in of["urban"] if hexes[n]["site"] == "city"]
    return markup(
        _definitions(game, at),
        maps.survey(at, of["difficult"], of["easy"]),
        maps.towns(at, {n: hexes[n]["name"] for n in of["urban"]}, cities, stars),
        neatline(at.width, at.height),
        _title(game, at),
    )


def _definitions(game: Game, at: maps.HexMap) -> Markup:
    assert isinstance(game, IrishGauge)
    colours = game.board.colours
    inks = colour_words(colours)
    cubes = [tag("g", cube(ink, colour[0].upper()), id=f"ig-cube-{n}")
             for n, (ink, colour) in enumerate(zip(inks, colours))]
    # The ring of a Town; a cube covers it.
    ring = (tag("circle", cy=-24, r=8.5, fill=PAPER, stroke=INK, stroke_width=2), tag("circle", cy=-24, r=3, fill=INK))
    return maps.definitions(things(game.board), at, inks, cubes, ring)


def cube(colour: str, letter: str) -> Markup:
    """A wooden cube of 26 by 28 around its middle, with the letter of its colour."""
    whole = tag("path", d="M0 -14l13 6.5v13l-13 6.5 -13 -6.5v-13z", fill=fill(colour), stroke=INK,
                stroke_width=1.3, stroke_linejoin="round")
    shade = tag("path", d="M0 -1l13 -6.5v13l-13 6.5z", fill="#000", fill_opacity=0.16)
    edges = tag("path", d="M-13 -7.5l13 6.5 13 -6.5M0 -1v13", fill="none", stroke=ink_on(colour),
                stroke_opacity=0.55, stroke_width=0.9)
    return markup(whole, shade, edges, label(0, 7.5, letter, 12, fill=ink_on(colour), font_weight=800))


# ---- the margins -----------------------------------------------------------------------------------------------------


def _title(game: Game, at: maps.HexMap) -> Markup:
    open_country = term("{cost}, {shared} if shared", cost=_points(OPEN_COST), shared=_mixed(SHARED_COST))
    joined = term("★ all joined pay {paid}", paid=amount(game.edition.data["major_city_dividend"], "£"))
    note = provenance(game).partition(";")[0]
    edition = label(at.width - ZOOM, at.height - 34, note, maps.SMALLEST, text_anchor="end", font_style="italic")
    return markup(edition, maps.cartouche(
        at, "Irish Gauge", TITLE_WIDTH, TITLE_HEIGHT,
        maps.key_row(92, LAND, "", term("open country"), open_country),
        maps.key_row(138, HILL, "ig", term("hills"), term("{cost}, one railway only", cost=_points(DIFFICULT_COST))),
        maps.key_row(184, TOWN, "", term("Town or City"), term("as open country")),
        label(150, 238, joined, maps.SMALLEST, font_weight=600),
    ))


def _points(halves: int) -> str:
    return term(POINTS[points(halves) != 1], n=_mixed(halves))


POINTS = ("{n} point", "{n} points")


def _mixed(halves: int) -> str:
    """Points as a survey prints them: 1½."""
    whole, half = divmod(int(halves), 2)
    return f"{whole or ''}{'½' * half}"
