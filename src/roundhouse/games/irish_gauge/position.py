"""What lies on the table in a game of Irish Gauge: the pieces, a copy of them, and the same as JSON."""
from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.auction import Auction
from roundhouse.engine.bits import BIT, filled, members, zeros
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Game, State
from roundhouse.engine.fields import Fields
from roundhouse.games.irish_gauge.board import Board
from roundhouse.games.sets import HexSet

SETUP: Final[i64] = 0
INITIAL_AUCTION: Final[i64] = 1
TURN: Final[i64] = 2
AUCTION: Final[i64] = 3
TRACK: Final[i64] = 4
DRAW: Final[i64] = 5
FINISHED: Final[i64] = 6
PHASES: Final = ["setup", "initial-auction", "turn", "auction", "track", "draw", "over"]


class Position(State):
    """All that lies on the table, with its moves and what can be read off it."""

    __slots__ = (
        "board", "seats", "phase", "turn", "cash", "owner", "shares", "sold", "track", "reach", "occupied",
        "towns", "cities", "bag", "bag_size", "placed", "locomotives", "drawn", "majors_paid", "auction",
        "building", "halves",
    )

    def __init__(self, game: Game, board: Board, source: Position | None = None) -> None:
        """The table before the first cube is placed, or a copy of `source`."""
        super().__init__(game)
        self.board: Board = board
        if source is not None:
            self.to_act = source.to_act
            self.seats: i64 = source.seats
            self.phase: i64 = source.phase
            self.turn: i64 = source.turn                    # whose turn it is, NOBODY before the first
            self.cash: vec[i64] = source.cash[:]            # by seat
            self.owner: vec[i64] = source.owner[:]          # by certificate: a seat, or NOBODY
            self.shares: vec[i64] = source.shares[:]        # seat * railways + railway: certificates held
            self.sold: vec[i64] = source.sold[:]            # by railway
            self.track: vec[i64] = source.track[:]          # a set by railway: the hexes with its locomotives
            self.reach: vec[i64] = source.reach[:]          # a set by railway: all neighbours of those
            self.occupied: vec[i64] = source.occupied[:]    # a set: hexes with any locomotive
            self.towns: vec[i64] = source.towns[:]          # a set: urban hexes without a cube
            self.cities: vec[i64] = source.cities[:]        # a set by colour: urban hexes with such a cube
            self.bag: vec[i64] = source.bag[:]              # by colour
            self.bag_size: i64 = source.bag_size
            self.placed: i64 = source.placed                # cubes placed in set-up
            self.locomotives: vec[i64] = source.locomotives[:]   # by railway: not yet placed
            self.drawn: vec[i64] = source.drawn[:]          # the draws of the calls for dividends, in order
            self.majors_paid: i64 = source.majors_paid      # a bit by railway
            self.auction: Auction = Auction(source.seats, source.auction)
            self.building: i64 = source.building            # the railway that is placing track, or NOBODY
            self.halves: i64 = source.halves                # half build points left
            return
        self.seats = game.seats
        self.phase = SETUP
        self.turn = NOBODY
        self.cash = filled(self.seats, board.starting_cash)
        self.owner = filled(len(board.share_value), NOBODY)
        self.shares = zeros(self.seats * board.railways)
        self.sold = zeros(board.railways)
        self.track = zeros(board.railways * board.words)
        self.reach = zeros(board.railways * board.words)
        self.occupied = zeros(board.words)
        self.towns = board.urban[:]
        self.cities = zeros(len(board.colours) * board.words)
        self.bag = filled(len(board.colours), board.per_colour)
        self.bag_size = len(board.colours) * board.per_colour
        self.placed = 0
        self.locomotives = board.locomotives[:]
        self.drawn = vec[i64]()
        self.majors_paid = 0
        self.auction = Auction(self.seats)
        self.building = NOBODY
        self.halves = 0
        for railway in range(board.railways):
            self.place_locomotive(railway, board.home[railway])

    def exchange(self, fields: Fields) -> None:
        """All that lies on the table, for a pickle."""
        self.to_act = fields.number(self.to_act)
        self.phase = fields.number(self.phase)
        self.turn = fields.number(self.turn)
        self.cash = fields.numbers(self.cash)
        self.owner = fields.numbers(self.owner)
        self.shares = fields.numbers(self.shares)
        self.sold = fields.numbers(self.sold)
        self.track = fields.numbers(self.track)
        self.reach = fields.numbers(self.reach)
        self.occupied = fields.numbers(self.occupied)
        self.towns = fields.numbers(self.towns)
        self.cities = fields.numbers(self.cities)
        self.bag = fields.numbers(self.bag)
        self.bag_size = fields.number(self.bag_size)
        self.placed = fields.number(self.placed)
        self.locomotives = fields.numbers(self.locomotives)
        self.drawn = fields.numbers(self.drawn)
        self.majors_paid = fields.number(self.majors_paid)
        self.auction.exchange(fields)
        self.building = fields.number(self.building)
        self.halves = fields.number(self.halves)

    def place_locomotive(self, railway: i64, hex_: i64) -> None:
        """Put a locomotive of the railway on a hex; it may go on from there."""
        board = self.board
        words = board.words
        self.track[railway * words + board.word[hex_]] |= board.bit[hex_]
        self.occupied[board.word[hex_]] |= board.bit[hex_]
        for w in range(words):
            self.reach[railway * words + w] |= board.near[hex_ * words + w]
        self.locomotives[railway] -= 1

    def place_cube(self, colour: i64, hex_: i64) -> None:
        """Put a cube from the bag on a hex, which is a City from then on, and no Town."""
        board = self.board
        self.cities[colour * board.words + board.word[hex_]] |= board.bit[hex_]
        self.towns[board.word[hex_]] &= ~board.bit[hex_]
        self.take_cubes(colour, 1)

    def take_cubes(self, colour: i64, cubes: i64) -> None:
        """Take so many cubes of a colour out of the bag."""
        self.bag[colour] -= cubes
        self.bag_size -= cubes

    # ---- what can be read off it -------------------------------------------------------------------------------------

    def next_value(self, railway: i64) -> i64:
        """The printed value of the railway's lowest unsold share; 0 when all are sold."""
        share = self.board.first_share[railway] + self.sold[railway]
        if share == self.board.first_share[railway + 1]:
            return 0
        return self.board.share_value[share]

    def hexes_of(self, railway: int) -> HexSet:
        """The hexes with the railway's locomotives."""
        return HexSet(self.board.grid, members(self.track, railway, self.board.grid.words))

    def cubes(self) -> dict[int, int]:
        """The colour on each City, in the order of the board's data."""
        words = self.board.grid.words
        colours = {h: colour for colour in range(len(self.bag)) for h in members(self.cities, colour, words)}
        return {h: colours[h] for h in sorted(colours)}

    def stations(self, railway: int) -> tuple[list[int], list[int]]:
        """The Towns and the Cities where the railway stands."""
        towns = members(self.towns, 0, self.board.grid.words)
        here = [h for h in self.board.urban_hexes if h in self.hexes_of(railway)]
        return [h for h in here if h in towns], [h for h in here if h not in towns]

    def holders(self, railway: int) -> list[int]:
        """Who holds each share of the railway that is sold, in the order of sale."""
        first: int = self.board.first_share[railway]
        return [self.owner[share] for share in range(first, first + self.sold[railway])]

    def scores(self) -> list[int]:
        """IG-END-2: cash and the printed value of each share held."""
        scores: list[int] = list(self.cash)
        for share, seat in enumerate(self.owner):
            if seat != NOBODY:
                scores[seat] += self.board.share_value[share]
        return scores

    # ---- as JSON -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        """Everything is open, so every seat sees the same (IG-END-3)."""
        board = self.board
        ids = board.railway_ids
        railways = range(len(ids))
        return {
            "phase": PHASES[self.phase],
            "to_act": "chance" if self.to_act == CHANCE else None if self.to_act == OVER else int(self.to_act),
            "turn": None if self.turn == NOBODY else int(self.turn),
            "cash": list(self.cash),
            "shares": {ids[r]: [self.shares[s * len(ids) + r] for s in range(self.seats)] for r in railways},
            "sold": dict(zip(ids, self.sold)),
            "certificates": {ids[r]: self.holders(r) for r in railways},
            "track": {ids[r]: sorted(self.hexes_of(r).ids) for r in railways},
            "cubes": {board.grid.ids[h]: board.colours[colour] for h, colour in self.cubes().items()},
            "bag": dict(zip(board.colours, self.bag)),
            "drawn": [[board.colours[c] for c in board.draws[draw]] for draw in self.drawn],
            "major_city_paid": [ids[r] for r in railways if self.majors_paid & BIT[r]],
            "building": None if self.building == NOBODY else ids[self.building],
            "points_left": None if self.building == NOBODY else points(self.halves),
            "auction": self._auction(),
            "scores": self.scores(),
        }

    def _auction(self) -> dict[str, object] | None:
        auction = self.auction
        if auction.lot == NOBODY:
            return None
        return {
            "railway": self.board.railway_ids[auction.lot],
            "value": int(auction.minimum),
            **auction.standing(),
            "initial": self.phase == INITIAL_AUCTION,
        }


def points(halves: int) -> int | float:
    """Build points as people write them: 2, 1.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2
