"""Dividends: what the bag may give, what a railway earns, and what a share gets of it (IG-DIV-1 to IG-DIV-4)."""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import count
from roundhouse.engine.facts import Fact
from roundhouse.games.irish_gauge.board import CUBES_DRAWN
from roundhouse.games.irish_gauge.facts import NO_CITY, NO_SHARE, ONE_CITY, CubesDrawn, NoDividend, Paid, Part
from roundhouse.games.irish_gauge.position import Position

CITY_INCOME: Final[i64] = 4
TOWN_INCOME: Final[i64] = 2


def draw_weight(s: Position, draw: i64) -> i64:
    """IG-DIV-1: in how many ways the bag gives this draw, without replacement."""
    board = s.board
    if board.draw_size[draw] != (CUBES_DRAWN if s.bag_size > CUBES_DRAWN else s.bag_size):
        return 0
    ways: i64 = 1
    colours: i64 = len(s.bag)
    for colour in range(colours):
        ways *= board.ways[s.bag[colour] * (CUBES_DRAWN + 1) + board.draw_counts[draw * colours + colour]]
    return ways


def income_of(cities: i64, towns: i64) -> i64:
    """IG-DIV-3: what so many paying Cities and Towns bring; nothing without a City and a second place."""
    if cities == 0 or cities + towns < 2:
        return 0
    return CITY_INCOME * cities + TOWN_INCOME * towns


def per_share(income: i64, sold: i64) -> i64:
    """IG-DIV-4, IG-TRK-6: divided by the shares sold, rounded up."""
    return (income + sold - 1) // sold


def income(s: Position, railway: i64, draw: i64) -> i64:
    """What the railway earns in all if this draw is made (IG-DIV-2)."""
    board = s.board
    colours: i64 = len(s.bag)
    towns: i64 = 0
    paying: i64 = 0
    for w in range(board.words):
        track = s.track[railway * board.words + w]
        towns += count(track & s.towns[w])
        for colour in range(colours):
            if board.draw_counts[draw * colours + colour]:
                paying += count(track & s.cities[colour * board.words + w])
    return income_of(paying, towns)


def add_draws(s: Position, codes: vec[i64]) -> vec[i64]:
    """Append the codes of all draws that the bag may give."""
    for draw in range(len(s.board.draw_size)):
        if draw_weight(s, draw):
            codes = append(codes, s.board.draw_code + draw)
    return codes


# ---- paying ----------------------------------------------------------------------------------------------------------


def pay_dividends(s: Position, draw: i64) -> None:
    """IG-DIV-1: the drawn cubes are out of the game. IG-DIV-3: the railways pay in order."""
    board = s.board
    colours: i64 = len(s.bag)
    for colour in range(colours):
        s.take_cubes(colour, board.draw_counts[draw * colours + colour])
    s.drawn = append(s.drawn, draw)
    witness = s.witness
    if witness is not None:
        witness.append(drawn(s, draw))
    for railway in range(board.railways):
        total = income(s, railway, draw)
        if witness is not None:
            witness.append(paid(s, railway, draw, total))
        pay(s, railway, total)


def pay(s: Position, railway: i64, total: i64) -> None:
    """IG-DIV-4, IG-TRK-6: the same to each holder for each share."""
    railways = s.board.railways
    sold = s.sold[railway]
    if total == 0 or sold == 0:
        return
    each = per_share(total, sold)
    for seat in range(s.seats):
        s.cash[seat] += each * s.shares[seat * railways + railway]


# ---- before it is paid -----------------------------------------------------------------------------------------------


def most_per_share(s: Position, railway: i64, sold: i64) -> int:
    """What a share would get if all Cities paid and so many shares were sold; 0 if none is."""
    towns: i64 = 0
    cities: i64 = 0
    for w in range(s.board.words):
        track = s.track[railway * s.board.words + w]
        towns += count(track & s.towns[w])
        cities += count(track & s.board.urban[w] & ~s.towns[w])
    return per_share(income_of(cities, towns), sold) if sold else 0


def mean_per_share(s: Position, railway: i64, sold: i64) -> float:
    """What a share would get in a call now, on average over all draws, if so many were sold; 0 if none is."""
    total: i64 = 0
    ways: i64 = 0
    if sold:
        for draw in range(len(s.board.draw_size)):
            weight = draw_weight(s, draw)
            if weight:
                ways += weight
                total += weight * per_share(income(s, railway, draw), sold)
    return float(total) / float(ways) if ways else 0.0


# ---- what is told ----------------------------------------------------------------------------------------------------


def drawn(s: Position, draw: int) -> CubesDrawn:
    """What is told of cubes that have just left the bag."""
    board = s.board
    colours = board.draws[draw]
    paying = tuple([board.grid.ids[h] for h, colour in s.cubes().items() if colour in colours])
    return CubesDrawn("IG-DIV-2", tuple([board.colours[c] for c in colours]), paying, s.bag_size)


def paid(s: Position, railway: int, draw: int, total: int) -> Fact:
    """What is told of the railway at a call for dividends that brings it so much."""
    board = s.board
    towns, cities = s.stations(railway)
    colour_at = s.cubes()
    paying = [h for h in cities if colour_at[h] in board.draws[draw]]
    name = board.railway_ids[railway]
    if total == 0:
        if paying:
            return NoDividend("IG-DIV-3", name, ONE_CITY, board.grid.ids[paying[0]])
        return NoDividend("IG-DIV-3", name, NO_CITY)
    if s.sold[railway] == 0:
        return NoDividend("IG-DIV-3", name, NO_SHARE)
    from_cities = tuple([Part(board.grid.ids[h], int(CITY_INCOME)) for h in paying])
    from_towns = tuple([Part(board.grid.ids[h], int(TOWN_INCOME)) for h in towns])
    return payment(s, "IG-DIV-4", railway, from_cities, from_towns, total)


def payment(
    s: Position, rule: str, railway: int, cities: tuple[Part, ...], towns: tuple[Part, ...], total: int,
) -> Paid:
    """What a railway pays to the holders of its shares: `total` divided by them and rounded up."""
    owners = s.holders(railway)
    each: int = per_share(total, len(owners))
    name = s.board.railway_ids[railway]
    return Paid(rule, name, each, cities, towns, total, each * len(owners) - total, tuple(owners))
