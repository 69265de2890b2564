"""The books of Narrow Gauge: certificates, contracts, cards, cities and commodities taken, and what they bring."""
from __future__ import annotations

from typing import Any, cast

from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.games.ledger import Began, Built, Earned, Entry, Kind, Paid, Shape, Took, hexes
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.narrow_gauge.position import Position
from roundhouse.games.narrow_gauge.rules import NarrowGauge
from roundhouse.games.sets import members

UNIT = "$"


def kinds(game: Game) -> list[Kind]:
    board = cast(NarrowGauge, game).board
    rounds = tuple(f"round {n + 1}" for n in range(board.rounds))
    return [
        Kind("first turn", "The right to begin a round, with what its holder bid for it; 0 where lots were drawn.",
             rounds, priced=True),
        Kind("contract", "A contract taken after the bidding, with the bid that allowed it, or kept from two dealt.",
             tuple(board.contract_ids), priced=True),
        Kind("certificate", "A free certificate, and with it the turn for that company. It brings the bonuses of the "
             "connections made in turns for that company, and the majorities.", tuple(board.company_ids), pays=True),
        Kind("commodity", "A die pulled from the divide or the other side to one's own. It brings what it pays at the "
             "end of each round.", tuple(board.commodity_ids), pays=True),
        Kind("city", "A connection of any company to a city.", tuple(board.grid.ids[h] for h in board.cities)),
        Kind("track card", "A track card played.", tuple(board.card_ids)),
    ]


def entries(before: State, code: int, after: State) -> list[Entry]:
    s, t = cast(Position, before), cast(Position, after)
    words = s.game.text(code).split(" ")
    who = int(s.to_act)
    found: list[Entry] = []
    if t.first != NOBODY and s.first != t.first:
        bid = int(max(0, t.bids[t.first])) if t.bids[t.first] != NOBODY else 0
        found.append(Took("first turn", f"round {t.round + 1}", int(t.first), bid))
    if words[0] == "contract":
        found.append(Took("contract", words[1], who, int(s.bids[who])))
    elif words[0] == "keep":
        found.append(Took("contract", words[1], who))
    elif words[0] == "take":
        found.append(Took("certificate", words[1], who))
    elif words[0] == "play":
        found += _play(s, t, words[1])
    found += _dice(s, t)
    if len(t.dividends) > len(s.dividends):
        found += _dividends(s, t)
    if t.turn not in (s.turn, NOBODY):
        found.append(Began(int(t.turn)))
    return found


def _play(s: Position, t: Position, card: str) -> list[Entry]:
    board, seat = s.board, int(s.turn)
    company = int(s.company)
    name = board.company_ids[company]
    new = set(members(t.track, company, int(board.words))) - set(members(s.track, company, int(board.words)))
    found: list[Entry] = [Took("track card", card, seat), *(Built(board.grid.ids[h], name) for h in sorted(new))]
    dividend = int(board.dividend[s.round * board.companies + company])
    marker, extra = int(s.marker[company]), int(s.added(seat, board.adds_connection))
    for h in sorted(new & set(board.cities)):
        marker = min(marker + 1, int(board.connection_max))
        bonus = marker * dividend + extra
        found.append(Took("city", board.grid.ids[h], seat))
        found.append(Earned(board.grid.ids[h], bonus))
        found.append(Paid("certificate", name, seat, bonus))
    return found


def _dice(s: Position, t: Position) -> list[Entry]:
    return [
        Took("commodity", name, 0 if t.row[n] > 0 else 1)
        for n, name in enumerate(s.board.commodity_ids)
        if (t.row[n] > 0 and s.row[n] <= 0) or (t.row[n] < 0 and s.row[n] >= 0)
    ]


def _dividends(s: Position, t: Position) -> list[Entry]:
    """As they were paid: dice, certificates and contracts were those of the state before."""
    board: Board = s.board
    found: list[Entry] = []
    for seat in range(SEATS):
        for n, company in enumerate(board.company_ids):
            if s.votes(seat, n) > s.votes(1 - seat, n):
                found.append(Paid("certificate", company, seat, int(board.majority_bonus)))
        for n, commodity in enumerate(board.commodity_ids):
            if value := int(s.market_value(seat, n)):
                found.append(Paid("commodity", commodity, seat, value))
    return found


def chart(game: Game) -> list[Shape]:
    board = cast(NarrowGauge, game).board
    data: list[dict[str, Any]] = game.edition.data["hexes"]
    grounds = {h["id"]: {"difficult": "rough", "water": "water"}.get(h["terrain"], "plain") for h in data}
    grounds |= {h["id"]: "place" for h in data if h.get("city")}
    labels = {h["id"]: h["id"] for h in data if h.get("city")}
    labels |= {board.grid.ids[h]: "start" for h in board.starts}
    return hexes(board.grid.ids, board.grid.axial, labels, grounds)
