"""The books of Narrow Gauge: certificates, contracts, cards, cities and commodities taken, and what they bring."""
from __future__ import annotations

from typing import Any

from roundhouse.games.books import Kind, Shape, hexes
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.narrow_gauge.things import telling

UNIT = "$"
entries = telling.entries


def kinds(game: NarrowGauge) -> list[Kind]:
    """What can be taken: first turns, contracts, certificates, commodities, cities and track cards."""
    board = game.board
    return [
        Kind("first turn", "The right to begin a round, with what its holder bid for it; 0 where lots were drawn.",
             tuple(f"round {n + 1}" for n in range(board.rounds)), priced=True),
        Kind("contract", "A contract taken after the bidding, with the bid that allowed it, or kept from two dealt.",
             tuple(board.contract_ids), priced=True),
        Kind("certificate", "A free certificate, and with it the turn for that company. It brings the bonuses of the "
             "connections made in turns for that company, and the majorities.", tuple(board.company_ids), pays=True),
        Kind("commodity", "A die pulled from the divide or the other side to one's own. It brings what it pays at the "
             "end of each round.", tuple(board.commodity_ids), pays=True),
        Kind("city", "A connection of any company to a city.", tuple(board.grid.ids[h] for h in board.cities)),
        Kind("track card", "A track card played.", tuple(board.card_ids)),
    ]


def chart(game: NarrowGauge) -> list[Shape]:
    """The hexes of the board by their ground, with cities and starts named."""
    board = game.board
    data: list[dict[str, Any]] = game.edition.data["hexes"]
    grounds = {h["id"]: {"difficult": "rough", "water": "water"}.get(h["terrain"], "plain") for h in data}
    grounds |= {h["id"]: "place" for h in data if h.get("city")}
    labels = {h["id"]: h["id"] for h in data if h.get("city")}
    labels |= {board.grid.ids[h]: "start" for h in board.starts}
    return hexes(board.grid.ids, board.grid.axial, labels, grounds)


def alike(game: NarrowGauge) -> str:
    """NG-BID-2, NG-ORD-2, NG-CARD-2: cards lie alike for both, whatever the land is."""
    return "both build on the same board for the same companies, and choose in secret who begins a round"
