"""Sums that the drawing of Irish Gauge shows before they are paid: what reaches what, and what a share would bring."""
from __future__ import annotations

from math import comb, prod

from roundhouse.games.irish_gauge.board import CUBES_DRAWN
from roundhouse.games.irish_gauge.position import CITY_INCOME, TOWN_INCOME, Position
from roundhouse.games.sets import members


def cubes(s: Position) -> dict[int, int]:
    """The colour on each City."""
    return {h: c for c in range(len(s.bag)) for h in members(s.cities, c, s.board.grid.words)}


def tracks(s: Position) -> list[list[int]]:
    """The hexes of each railway."""
    return [members(s.track, r, s.board.grid.words) for r in range(s.board.railways)]


def companies(track: list[list[int]]) -> dict[int, list[int]]:
    """The railways in each hex that has any."""
    here: dict[int, list[int]] = {}
    for r, hexes in enumerate(track):
        for h in hexes:
            here.setdefault(h, []).append(r)
    return here


def stations(s: Position, track: list[int], colour_at: dict[int, int]) -> tuple[list[int], list[int]]:
    """The Towns and the Cities on a track."""
    urban = s.board.urban_hexes
    here = [h for h in track if h in urban]
    return [h for h in here if h not in colour_at], [h for h in here if h in colour_at]


def each(income: int, shares: int) -> int:
    """What one share gets (IG-DIV-4)."""
    return -(-income // shares) if shares else 0


def best_income(towns: int, cities: int) -> int:
    """What a railway earns when all its Cities pay."""
    return CITY_INCOME * cities + TOWN_INCOME * towns if cities and cities + towns > 1 else 0


def possible_draws(s: Position) -> list[tuple[int, int]]:
    """Every draw that the bag can give now, with the number of ways."""
    bag = list(s.bag)
    size = min(CUBES_DRAWN, s.bag_size)
    found = []
    for n, draw in enumerate(s.board.draws):
        if len(draw) == size:
            ways = prod(comb(cubes, draw.count(c)) for c, cubes in enumerate(bag))
            if ways:
                found.append((n, ways))
    return found


def average(s: Position, railway: int, shares: int, draws: list[tuple[int, int]]) -> float:
    """What a share of the railway gets in a call for dividends on average, if so many shares are sold."""
    total = sum(ways for _, ways in draws)
    if not total:
        return 0.0
    return sum(ways * each(s.income(railway, draw), shares) for draw, ways in draws) / total


def pounds(amount: float) -> str:
    """£4 or £4.30: an average keeps its pence."""
    return f"£{amount:.2f}" if amount % 1 else f"£{amount:.0f}"


def place(s: Position, h: int) -> str:
    """A hex by its name, or else its id."""
    name = s.board.grid.ids[h]
    return s.board.names.get(name, name)
