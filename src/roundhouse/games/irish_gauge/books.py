"""The books of Irish Gauge: shares, towns and interests taken, and what shares and hexes bring."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.facts import Fact
from roundhouse.games.books import Built, Earned, Entry, Kind, Shape, Took, hexes
from roundhouse.games.books import Paid as Brought
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.facts import (
    Ended,
    InterestPlaced,
    MajorsJoined,
    Paid,
    ShareSold,
    TrackLaid,
)
from roundhouse.games.irish_gauge.rules import IrishGauge

UNIT = "£"


def kinds(game: IrishGauge) -> list[Kind]:
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


def share(railway: str, value: int) -> str:
    return f"{railway} £{value}"


def entries(game: IrishGauge, facts: Sequence[Fact]) -> list[Entry]:
    return [entry for fact in facts for entry in _entries(game.board, fact)]


def _entries(board: Board, fact: Fact) -> list[Entry]:
    match fact:
        case ShareSold():
            return [Took("share", share(fact.railway, fact.value), fact.seat, fact.price, fact.railway)]
        case TrackLaid():
            first = fact.hex in board.names and not fact.beside
            taken: list[Entry] = [Took("town", board.names[fact.hex], fact.seat)] if first else []
            return [Built(fact.hex, fact.railway), *taken]
        case InterestPlaced():
            return [Took("special interest", board.names[fact.hex], fact.seat)]
        case MajorsJoined():
            return [Took("great line", fact.railway, fact.seat)]
        case Paid():
            values = board.values_of(board.railway_ids.index(fact.railway))
            brought = [
                Brought("share", share(fact.railway, value), seat, fact.each)
                for value, seat in zip(values, fact.owners)
            ]
            return [*brought, *(Earned(hex_, amount) for hex_, amount in fact.cities + fact.towns)]
        case Ended():
            return [Brought("share", share(railway, value), seat, value) for railway, value, seat in fact.shares]
    return []


def chart(game: IrishGauge) -> list[Shape]:
    board = game.board
    grounds = {one["id"]: {"difficult": "rough", "urban": "place"}.get(one["terrain"], "plain")
               for one in game.edition.data["hexes"]}
    return hexes(board.grid.ids, board.grid.axial, board.names, grounds)


def alike(game: IrishGauge) -> str:
    """IG-SET-4"""
    return "who opens is drawn by lot, and nothing else tells seats apart"
