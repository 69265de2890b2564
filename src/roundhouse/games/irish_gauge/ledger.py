"""The books of Irish Gauge: shares, towns and interests taken, and what shares and hexes bring."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, Game, State
from roundhouse.engine.words import BIT
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.position import CITY_INCOME, TOWN_INCOME, Position
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.ledger import Began, Built, Earned, Entry, Kind, Paid, Shape, Took, hexes
from roundhouse.games.sets import members

UNIT = "£"


def kinds(game: Game) -> list[Kind]:
    board = cast(IrishGauge, game).board
    homes = {board.grid.ids[h] for h in board.home}
    towns = [one["name"] for one in game.edition.data["hexes"] if one.get("site") == "town"]
    return [
        Kind(
            "share", "A share bought in an auction. It pays its part of every dividend of its railway, and its printed "
            "value at the end.", tuple(share(board, n) for n in range(len(board.share_value))), priced=True, pays=True,
        ),
        Kind("town", "The first locomotive of any railway in a town or city.",
             tuple(name for h, name in board.names.items() if h not in homes)),
        Kind("special interest", "A cube placed on a town, which makes it a city.", tuple(towns)),
        Kind("great line", "The locomotive with which a railway reaches the last major city and pays its bonus.",
             tuple(board.railway_ids)),
    ]


def share(board: Board, number: int) -> str:
    return f"{board.railway_ids[railway_of(board, number)]} £{board.share_value[number]}"


def railway_of(board: Board, number: int) -> int:
    return next(r for r in range(board.railways) if number < board.first_share[r + 1])


def entries(before: State, code: int, after: State) -> list[Entry]:
    s, t = cast(Position, before), cast(Position, after)
    found: list[Entry] = [Began(int(t.turn))] if t.turn not in (s.turn, NOBODY) else []
    words = s.game.text(code).split(" ")
    if s.auction.lot != NOBODY and t.auction.lot != s.auction.lot:
        found += _sale(s, t)
    if words[0] == "track":
        found += _track(s, t, words[1], words[2])
    elif words[0] == "interest":
        found.append(Took("special interest", s.board.names[words[1]], int(s.to_act)))
    elif words[0] == "draw":
        found += _dividends(s, t, int(code - s.board.draw_code))
    if t.to_act == OVER:
        found += [
            Paid("share", share(t.board, n), int(seat), int(t.board.share_value[n]))
            for n, seat in enumerate(t.owner) if seat != NOBODY
        ]
    return found


def _sale(s: Position, t: Position) -> list[Entry]:
    lot = int(s.auction.lot)
    number = int(s.board.first_share[lot] + s.sold[lot])
    winner = int(t.owner[number])
    price = int(s.cash[winner] - t.cash[winner])
    return [Took("share", share(s.board, number), winner, price, s.board.railway_ids[lot])]


def _track(s: Position, t: Position, railway: str, where: str) -> list[Entry]:
    board = s.board
    found: list[Entry] = [Built(where, railway)]
    spot = board.grid.index[where]
    if where in board.names and not s.occupied[board.word[spot]] & board.bit[spot]:
        found.append(Took("town", board.names[where], int(s.to_act)))
    r = board.railway_ids.index(railway)
    if t.majors_paid & ~s.majors_paid & BIT[r]:
        found.append(Took("great line", railway, int(s.to_act)))
        found += _payments(t, r, int(board.major_dividend))
    return found


def _dividends(s: Position, t: Position, draw: int) -> list[Entry]:
    board = s.board
    colours = len(board.colours)
    drawn = [c for c in range(colours) if board.draw_counts[draw * colours + c]]
    cities = {h for c in drawn for h in members(s.cities, c, int(board.words))}
    towns = set(members(s.towns, 0, int(board.words)))
    found: list[Entry] = []
    for r in range(board.railways):
        income = int(s.income(r, draw))
        if not income or not s.sold[r]:
            continue
        found += _payments(s, r, income)
        track = set(members(s.track, r, int(board.words)))
        found += [Earned(board.grid.ids[h], int(CITY_INCOME)) for h in sorted(track & cities)]
        found += [Earned(board.grid.ids[h], int(TOWN_INCOME)) for h in sorted(track & towns)]
    return found


def _payments(s: Position, railway: int, income: int) -> list[Entry]:
    """What each sold share of a railway gets of an income (IG-DIV-4)."""
    board = s.board
    each = -(-income // int(s.sold[railway]))
    numbers = range(board.first_share[railway], board.first_share[railway] + s.sold[railway])
    return [Paid("share", share(board, n), int(s.owner[n]), each) for n in numbers]


def chart(game: Game) -> list[Shape]:
    board = cast(IrishGauge, game).board
    grounds = {one["id"]: {"difficult": "rough", "urban": "place"}.get(one["terrain"], "plain")
               for one in game.edition.data["hexes"]}
    return hexes(board.grid.ids, board.grid.axial, board.names, grounds)
