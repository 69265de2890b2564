"""The board of an edition as tables: hexes, railways, shares, cubes, and the action codes that they give."""
from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import packed
from roundhouse.engine.hexes import HexGrid

CUBES_DRAWN: Final[i64] = 3
# What a hex costs, in halves of a build point (IG-TRK-4).
OPEN_COST: Final[i64] = 2
SHARED_COST: Final[i64] = 3
DIFFICULT_COST: Final[i64] = 4


class Board:
    """Everything printed. Built once for a game from checked data, then only read."""

    def __init__(self, data: dict[str, Any], seats: int) -> None:
        hexes: list[dict[str, Any]] = data["hexes"]
        railways: list[dict[str, Any]] = data["railways"]
        self.grid = HexGrid([h["id"] for h in hexes], [(h["q"], h["r"]) for h in hexes])
        self.words: i64 = self.grid.words
        self.near: vec[i64] = self.grid.near
        self.word: vec[i64] = self.grid.word
        self.bit: vec[i64] = self.grid.bit
        self.names: dict[str, str] = {h["id"]: h["name"] for h in hexes if "name" in h}
        difficult = [h for h, one in enumerate(hexes) if one["terrain"] == "difficult"]
        urban = [h for h, one in enumerate(hexes) if one["terrain"] == "urban"]
        cities = [h for h in urban if hexes[h]["site"] == "city"]
        self.difficult: vec[i64] = packed([difficult], self.grid.words)
        self.open_ground: vec[i64] = packed([set(range(len(hexes))) - set(difficult)], self.grid.words)
        # What each hex costs while no railway is there.
        self.cost: vec[i64] = vec[i64]([DIFFICULT_COST if h in difficult else OPEN_COST for h in range(len(hexes))])
        self.urban: vec[i64] = packed([urban], self.grid.words)
        self.major_ids: list[str] = data["major_cities"]
        self.majors: vec[i64] = packed([[self.grid.index[h] for h in self.major_ids]], self.grid.words)
        self.cities: vec[i64] = vec[i64](cities)
        self.urban_hexes: list[int] = urban

        self.railway_ids: list[str] = [r["id"] for r in railways]
        self.railway_names: list[str] = [r["name"] for r in railways]
        self.railway_colours: list[str] = [r["color"] for r in railways]
        self.railways: i64 = len(railways)
        self.home: vec[i64] = vec[i64]([self.grid.index[r["home"]] for r in railways])
        self.locomotives: vec[i64] = vec[i64]([r["locomotives"] for r in railways])
        # The certificates of railway r are numbered first_share[r] to first_share[r + 1] - 1, cheapest first.
        values: list[list[int]] = [r["shares"] for r in railways]
        self.share_value: vec[i64] = vec[i64]([value for prices in values for value in prices])
        self.first_share: vec[i64] = vec[i64]([sum(map(len, values[:r])) for r in range(len(values) + 1)])

        self.starting_cash: i64 = data["starting_cash"]
        self.build_halves: i64 = 2 * data["build_points"]   # points are counted in halves: a shared hex costs 1.5
        self.major_dividend: i64 = data["major_city_dividend"]
        self.colours: list[str] = data["cubes"]["colors"]
        self.per_colour: i64 = data["cubes"]["per_color"]
        self.pool_per_colour: i64 = data["cubes"]["seed_pool_per_color"]
        n = len(self.colours)
        self.draws: list[tuple[int, ...]] = [
            draw for size in range(1, CUBES_DRAWN + 1) for draw in combinations_with_replacement(range(n), size)
        ]
        # How many cubes of each colour a draw holds: draw * colours + colour.
        self.draw_counts: vec[i64] = vec[i64]([draw.count(colour) for draw in self.draws for colour in range(n)])
        # In how many ways k of n cubes can be drawn: n * (CUBES_DRAWN + 1) + k.
        some = range(CUBES_DRAWN + 1)
        self.ways: vec[i64] = vec[i64]([comb(cubes, k) for cubes in range(self.per_colour + 1) for k in some])
        self.draw_size: vec[i64] = vec[i64]([len(draw) for draw in self.draws])
        self._number_the_actions(seats)

    def _number_the_actions(self, seats: int) -> None:
        """Lines of the notation, in the order of their codes, and the first code of each kind."""
        ids = self.grid.ids
        lines = ["pass", "done", "dividends"]
        self.auction_code: i64 = len(lines)        # + railway
        lines += [f"auction {r}" for r in self.railway_ids]
        self.track_code: i64 = len(lines)          # + railway * hexes + hex
        lines += [f"track {r} {h}" for r in self.railway_ids for h in ids]
        self.interest_code: i64 = len(lines)       # + colour * hexes + hex
        lines += [f"interest {h} {colour}" for colour in self.colours for h in ids]
        self.draw_code: i64 = len(lines)           # + draw
        lines += ["draw " + " ".join(self.colours[c] for c in draw) for draw in self.draws]
        self.cube_code: i64 = len(lines)           # + city * colours + colour
        lines += [f"cube {ids[h]} {colour}" for h in self.cities for colour in self.colours]
        self.start_code: i64 = len(lines)          # + seat
        lines += [f"start {seat}" for seat in range(seats)]
        self.lines: list[str] = lines
        self.hexes: i64 = len(ids)

    def values_of(self, railway: int) -> list[int]:
        """The printed values of the railway's shares, in the order of sale."""
        return list(self.share_value[self.first_share[railway]:self.first_share[railway + 1]])

    def top_bid(self) -> int:
        """More than anybody can ever hold: every railway in full for one player at every call for dividends."""
        in_bag = len(self.colours) * self.per_colour - len(self.cities)
        calls = in_bag // CUBES_DRAWN + 1
        per_call = self.railways * (4 * len(self.urban_hexes)) + len(self.share_value)
        majors = self.railways * self.major_dividend + len(self.share_value)
        return self.starting_cash + calls * per_call + majors
