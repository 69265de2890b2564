"""The books of Age of Rail: shares, places, developments and connections taken, and what shares and links bring."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, Game, State
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import CONNECT, DEVELOP, LINK, Board
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.ledger import Began, Built, Earned, Entry, Kind, Paid, Shape, Sold, Took
from roundhouse.games.sets import members

UNIT = "$"


def kinds(game: Game) -> list[Kind]:
    board = cast(AgeOfRail, game).board
    places = tuple(board.place_names)
    return [
        Kind("share", "A share bought in an auction. It pays dividends, connection bonuses and the Final Payoff, or "
             "the price at which its owner sells it on.", tuple(board.railroad_shorts), priced=True, pays=True),
        Kind("place", "The first link of any railroad to a place.", places),
        Kind("development", "A place developed by choice, not by the automatic development.", places),
        Kind("connection", "An external connection built.", tuple(board.external_names)),
    ]


def entries(before: State, code: int, after: State) -> list[Entry]:
    s, t = cast(Position, before), cast(Position, after)
    found: list[Entry] = []
    if s.auction.lot != NOBODY and t.auction.lot == NOBODY:
        found += _sale(s, t)
    if code < s.game.first_bid:
        kind, railroad, item = int(s.board.kind_of[code]), int(s.board.railroad_of[code]), int(s.board.item_of[code])
        if kind == LINK:
            found += _link(s, railroad, item)
        elif kind == DEVELOP:
            found.append(Took("development", s.board.place_names[item], int(s.to_act)))
        elif kind == CONNECT:
            found.append(Took("connection", s.board.external_names[item], int(s.to_act)))
            found += _payments(s, railroad, int(s.connection_bonus(railroad)))
    if t.dividends_paid > s.dividends_paid:
        found += _dividends(t)
    if t.turn != NOBODY and (t.turn != s.turn):
        found.append(Began(int(t.turn)))
    return found


def _sale(s: Position, t: Position) -> list[Entry]:
    lot, seats = int(s.auction.lot), range(s.seats)
    name = s.board.railroad_shorts[lot]
    price = max(0, int(t.auction.high))
    found: list[Entry] = []
    if s.seller != NOBODY and any(t.shares[lot * s.seats + x] < s.shares[lot * s.seats + x] for x in seats):
        found.append(Sold("share", name, int(s.seller), price))
    gained = [x for x in seats if t.shares[lot * s.seats + x] > s.shares[lot * s.seats + x]]
    return [*found, *(Took("share", name, seat, price) for seat in gained)]


def _link(s: Position, railroad: int, link: int) -> list[Entry]:
    board = s.board
    found: list[Entry] = [Built(board.link_ids[link], board.railroad_shorts[railroad])]
    for place in (int(board.end_a[link]), int(board.end_b[link])):
        if not s.connected[board.word[place]] & board.bit[place]:
            found.append(Took("place", board.place_names[place], int(s.to_act)))
        if not s.on_network(railroad, place):
            found.append(Built(board.place_ids[place], board.railroad_shorts[railroad]))
    return found


def _dividends(t: Position) -> list[Entry]:
    """Incomes and shares no longer change in the step that pays."""
    board = t.board
    final = t.to_act == OVER
    found: list[Entry] = []
    for r in range(board.railroads):
        if not t.is_open & BIT[r] or not t.sold[r]:
            continue
        found += _payments(t, r, int(t.final_payoff(r) if final else t.dividend(r)))
        for link in members(t.links, r, int(board.link_words)):
            ends = int(t.worth(board.end_a[link])), int(t.worth(board.end_b[link]))
            found.append(Earned(board.link_ids[link], sum(ends)))
            for place, worth in zip((board.end_a[link], board.end_b[link]), ends):
                found.append(Earned(board.place_ids[place], worth))
    return found


def _payments(s: Position, railroad: int, each: int) -> list[Entry]:
    held = [(seat, int(s.shares[railroad * s.seats + seat])) for seat in range(s.seats)]
    return [Paid("share", s.board.railroad_shorts[railroad], seat, n * each) for seat, n in held if n and each]


def chart(game: Game) -> list[Shape]:
    board: Board = cast(AgeOfRail, game).board
    at = {place["id"]: (float(place["x"]) / 40, float(place["y"]) / 40) for place in game.edition.data["places"]}
    links = [
        Shape(link, " – ".join(board.place_names[board.place_ids.index(end)] for end in link.split("~")),
              tuple(at[end] for end in link.split("~")), "rail")
        for link in board.link_ids
    ]
    places = [Shape(name, board.place_names[p], (at[name],), "place") for p, name in enumerate(board.place_ids)]
    return [*links, *places]
