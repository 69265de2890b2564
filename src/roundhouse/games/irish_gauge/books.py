"""The books of Irish Gauge: shares, towns and interests taken, and what shares and hexes bring."""
from __future__ import annotations

from roundhouse.games.books import Kind, Shape, hexes
from roundhouse.games.irish_gauge.facts import share
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.irish_gauge.things import telling

UNIT = "£"
entries = telling.entries


def kinds(game: IrishGauge) -> list[Kind]:
    """Shares, towns, special interests, and the place on every major city; each share with its printed value."""
    board = game.board
    homes = {board.grid.ids[h] for h in board.home}
    towns = [one["name"] for one in game.edition.data["hexes"] if one.get("site") == "town"]
    shares = [share(name, value) for r, name in enumerate(board.railway_ids) for value in board.values_of(r)]
    return [
        Kind(
            "share", "A share bought in an auction. It pays its part of every dividend of its railway, and its printed "
            "value at the end.", tuple(shares), priced=True, pays=True,
        ),
        Kind("town", "The first locomotive of any railway in a town or city.",
             tuple(name for h, name in board.names.items() if h not in homes)),
        Kind("special interest", "A cube placed on a town, which makes it a city.", tuple(towns)),
        Kind("great line", "The locomotive with which a railway reaches the last major city and pays its bonus.",
             tuple(board.railway_ids)),
    ]


def chart(game: IrishGauge) -> list[Shape]:
    """The board's hexes: towns and cities as places, difficult ground as rough."""
    board = game.board
    grounds = {one["id"]: {"difficult": "rough", "urban": "place"}.get(one["terrain"], "plain")
               for one in game.edition.data["hexes"]}
    return hexes(board.grid.ids, board.grid.axial, board.names, grounds)


def alike(game: IrishGauge) -> str:
    """IG-SET-4"""
    return "who opens is drawn by lot, and nothing else tells seats apart"
