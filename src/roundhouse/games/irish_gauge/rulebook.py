"""What the rulebook of Irish Gauge says of an edition: its hexes, railways, shares and cubes."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.irish_gauge.rules import IrishGauge
from roundhouse.games.markdown import listed, table

KINDS = {"easy": ("Easy", "light green"), "difficult": ("Difficult", "dark green"),
         "urban": ("Urban", "blue outline, with a name")}
MOST_SHARED = 4


def says(games: Sequence[IrishGauge]) -> Mapping[str, str]:
    """By the names that the rulebook has for them."""
    game = games[0]
    board, data = game.board, game.edition.data
    cities = [board.grid.ids[hex_] for hex_ in board.cities]
    towns = [board.grid.ids[hex_] for hex_ in board.urban_hexes if board.grid.ids[hex_] not in cities]
    cubes = board.per_colour * len(board.colours)
    values = [value for railway in data["railways"] for value in railway["shares"]]
    return {
        "hexes": str(len(board.grid.ids)), "hex_kinds": _kinds(data), "towns_count": str(len(towns)),
        "cities_count": str(len(cities)), "cities": _hexes(board, cities), "towns": _hexes(board, towns),
        "majors": listed(board.names[hex_] for hex_ in board.major_ids), "railways": _railways(board, data),
        "shares_count": str(len(values)), "share_values": _worths(values),
        "cubes_count": str(cubes), "cubes_by_colour": listed(f"{board.per_colour} {one}" for one in board.colours),
        "pool": str(board.pool_per_colour * len(board.colours)),
        "pool_left": str(board.pool_per_colour * len(board.colours) - len(cities)),
        "unused": str(cubes - board.pool_per_colour * len(board.colours)), "in_bag": str(cubes - len(cities)),
        "first_shares": listed(f"{railway['id']} (£{railway['shares'][0]})" for railway in data["railways"]),
        "order": ", ".join(board.railway_ids), "first_railway": board.railway_ids[0],
        "locomotives": _locomotives(data), "shared_homes": _shared(board, data),
        "city_order": ", ".join(cities), "major_shares": _divided(board.major_dividend),
    }


def _hexes(board: Board, hexes: Sequence[str]) -> str:
    return ", ".join(f"{board.names[hex_]} {hex_}" for hex_ in hexes)


def _kinds(data: Mapping[str, list[Mapping[str, str]]]) -> str:
    found = [hex_["terrain"] for hex_ in data["hexes"]]
    rows = [(name, found.count(kind), look) for kind, (name, look) in KINDS.items()]
    return table(("Kind", "How many", "Look on the printed board"), rows)


def _railways(board: Board, data: Mapping[str, list[dict[str, object]]]) -> str:
    rows = []
    for one in data["railways"]:
        home, shares = str(one["home"]), one["shares"]
        assert isinstance(shares, list)
        worth = ", ".join(f"£{value}" for value in shares)
        rows.append((one["id"], one["name"], one["color"], f"{board.names[home]} {home}", worth))
    return table(("Railway", "Full name", "Colour", "Home", "Share values, first to last"), rows)


def _worths(values: Sequence[int]) -> str:
    if sorted(values) == list(range(min(values), max(values) + 1)):
        return f"Each value from £{min(values)} to £{max(values)} appears exactly once."
    return f"Their values go from £{min(values)} to £{max(values)}."


def _locomotives(data: Mapping[str, list[dict[str, int]]]) -> str:
    counts = {one["locomotives"] for one in data["railways"]}
    if len(counts) == 1:
        each = counts.pop()
        return f"{each} for each railway, the one on its home included. So {each - 1} are left to build with."
    each_of = listed(f"{one['locomotives']} for {one['id']}" for one in data["railways"])
    return f"{each_of}, the one on the home included."


def _shared(board: Board, data: Mapping[str, list[dict[str, str]]]) -> str:
    by_home: dict[str, list[str]] = {}
    for one in data["railways"]:
        by_home.setdefault(one["home"], []).append(one["id"])
    return "".join(
        f" {listed(ids)} share {board.names[home]} as their home." for home, ids in by_home.items() if len(ids) > 1
    )


def _divided(total: int) -> str:
    """What each share gets, by how many there are."""
    shares = range(1, MOST_SHARED + 1)
    return table(
        ("Shares held by players", *shares), [("Each share receives", *(f"£{-(-total // n)}" for n in shares))]
    )
