"""The books of Narrow Gauge: certificates, contracts, cards, cities and commodities taken, and what they bring."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.books import Built, Earned, Entry, Kind, Paid, Shape, Took, hexes
from roundhouse.games.narrow_gauge.facts import CardPlayed, CertificateTaken, Connected, DieMoved
from roundhouse.games.narrow_gauge.facts_rounds import (
    CommodityPaid,
    ContractTaken,
    FirstSettled,
    KeptOpened,
    MajorityPaid,
)
from roundhouse.games.narrow_gauge.rules import NarrowGauge

UNIT = "$"


def kinds(game: NarrowGauge) -> list[Kind]:
    board = game.board
    return [
        Kind("first turn", "The right to begin a round, with what its holder bid for it; 0 where lots were drawn.",
             tuple(_round(n + 1) for n in range(board.rounds)), priced=True),
        Kind("contract", "A contract taken after the bidding, with the bid that allowed it, or kept from two dealt.",
             tuple(board.contract_ids), priced=True),
        Kind("certificate", "A free certificate, and with it the turn for that company. It brings the bonuses of the "
             "connections made in turns for that company, and the majorities.", tuple(board.company_ids), pays=True),
        Kind("commodity", "A die pulled from the divide or the other side to one's own. It brings what it pays at the "
             "end of each round.", tuple(board.commodity_ids), pays=True),
        Kind("city", "A connection of any company to a city.", tuple(board.grid.ids[h] for h in board.cities)),
        Kind("track card", "A track card played.", tuple(board.card_ids)),
    ]


def _round(number: int) -> str:
    return f"round {number}"


def entries(game: NarrowGauge, facts: Sequence[Fact]) -> list[Entry]:
    return [entry for fact in facts for entry in _entries(fact)]


def _entries(fact: Fact) -> list[Entry]:
    match fact:
        case FirstSettled():
            return [Took("first turn", _round(fact.round), fact.seat, fact.bid)]
        case ContractTaken():
            return [Took("contract", fact.contract, fact.seat, fact.bid)]
        case KeptOpened():
            return [Took("contract", one, seat) for seat, one in enumerate(fact.contracts)]
        case CertificateTaken():
            return [Took("certificate", fact.company, fact.seat)]
        case CardPlayed():
            return [Took("track card", fact.card, fact.seat), *(Built(one, fact.company) for one in fact.hexes)]
        case Connected():
            return [
                Took("city", fact.city, fact.seat), Earned(fact.city, fact.total),
                Paid("certificate", fact.company, fact.seat, fact.total),
            ]
        case DieMoved() if fact.before * fact.after <= 0:
            return [Took("commodity", fact.commodity, fact.seat)]
        case MajorityPaid() if fact.seat is not None:
            return [Paid("certificate", fact.company, fact.seat, fact.amount)]
        case CommodityPaid() if fact.seat is not None:
            return [Paid("commodity", fact.commodity, fact.seat, fact.amount)]
    return []


def chart(game: NarrowGauge) -> list[Shape]:
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
