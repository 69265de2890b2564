"""What a seat sees of a game of Irish Gauge, which is everything."""
from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.engine.observing.encoder import AuctionParts, Encoder
from roundhouse.engine.observing.parts import Axis
from roundhouse.games.irish_gauge.board import CUBES_DRAWN, Board
from roundhouse.games.irish_gauge.position import PHASES, Position
from roundhouse.games.irish_gauge.rules import IrishGauge


class IrishGaugeEncoder(Encoder):
    """A position as numbers: cash, shares, track, cubes, calls so far, and what is under way."""

    def __init__(self, game: Game) -> None:
        board = cast(IrishGauge, game).board
        super().__init__(game, PHASES, board.top_bid())
        railways = Axis("railway", tuple(board.railway_ids))
        colours = Axis("colour", tuple(board.colours))
        hexes = Axis("hex", tuple(board.grid.ids))
        self.turn = self.flags("turn", "whose turn it is", self.by_seat)
        self.cash = self.amounts("cash", "pounds in hand", self.by_seat)
        self._lay_out_shares(board, railways)
        self.track = self.flags("track", "the hexes with a railway's locomotives", railways, hexes)
        self.cubes = self.flags("cubes", "the Cities with a cube of a colour", colours, hexes)
        self.bag = self.counts("bag", "cubes in the bag", board.per_colour, colours)
        cubes = len(board.colours) * board.per_colour - len(board.cities)
        calls = Axis("call", tuple(str(n + 1) for n in range(-(-cubes // int(CUBES_DRAWN)))))
        self.drawn = self.counts("drawn", "cubes drawn at each call for dividends", CUBES_DRAWN, calls, colours)
        self.majors = self.flags("major_city_paid", "railways that have joined the major cities", railways)
        self.building = self.flags("building", "the railway that is placing track", railways)
        self.points = self.counts("points_left", "half build points left to it", board.build_halves)
        self.auction = AuctionParts(self, railways, "the printed value of the share")

    def _lay_out_shares(self, board: Board, railways: Axis) -> None:
        first = list(board.first_share)
        sizes = [after - before for before, after in zip(first, first[1:])]
        names = [f"{railway}-{n + 1}" for railway, size in zip(board.railway_ids, sizes) for n in range(size)]
        each = Axis("share", tuple(names))
        self.shares = self.counts("shares", "shares held", max(sizes), self.by_seat, railways)
        self.sold = self.counts("sold", "shares sold", max(sizes), railways)
        self.certificates = self.flags("certificates", "who holds each share", each, self.by_seat)

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write into `out`, from `at` on, the position as that seat sees it."""
        position = cast(Position, state)
        self.encode_common(out, at, seat, position.phase, position.to_act)
        self.mark_seat(self.turn, out, at, seat, position.turn)
        self._encode_holdings(position, seat, out, at)
        self._encode_map(position, out, at)
        self._encode_draws(position, out, at)
        self.majors.mark_word(out, at, 0, position.majors_paid)
        if position.building != NOBODY:
            self.building.mark(out, at, position.building)
            self.points.put(out, at, 0, position.halves)
        self.auction.encode(position.auction, seat, out, at)

    def _encode_holdings(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        railways = position.board.railways
        self.cash.put_turned(out, at, position.cash, me)
        self.shares.put_turned(out, at, 0, position.shares, 0, self.seats * railways, me * railways)
        self.sold.put_all(out, at, position.sold)
        owner = position.owner
        for share in range(len(owner)):
            if owner[share] != NOBODY:
                self.certificates.mark(out, at, share * self.seats + self.after(me, owner[share]))

    def _encode_map(self, position: Position, out: vec[i32], at: i64) -> None:
        board = position.board
        track = position.track
        cities = position.cities
        for railway in range(board.railways):
            self.track.mark_set(out, at, railway * board.hexes, track, railway, board.words)
        for colour in range(len(position.bag)):
            self.cubes.mark_set(out, at, colour * board.hexes, cities, colour, board.words)

    def _encode_draws(self, position: Position, out: vec[i32], at: i64) -> None:
        counts = position.board.draw_counts
        colours: i64 = len(position.bag)
        self.bag.put_all(out, at, position.bag)
        for call in range(len(position.drawn)):
            self.drawn.put_run(out, at, call * colours, counts, position.drawn[call] * colours, colours)


def make(game: Game) -> Encoder:
    """An encoder for the game."""
    return IrishGaugeEncoder(game)
