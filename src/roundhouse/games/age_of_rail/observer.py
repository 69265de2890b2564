"""What a seat sees of a game of Age of Rail, which is everything."""
from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from roundhouse.engine.contract import NOBODY, Game, State
from roundhouse.engine.observing.encoder import AuctionParts, Encoder
from roundhouse.engine.observing.parts import Axis
from roundhouse.games.age_of_rail.board import BOXES, Board
from roundhouse.games.age_of_rail.position import PHASES, Position
from roundhouse.games.age_of_rail.rules import AgeOfRail


class AgeOfRailEncoder(Encoder):
    """A position as numbers: cash, boxes, railroads, levels of places, and what is under way."""

    def __init__(self, game: Game) -> None:
        board = cast(AgeOfRail, game).board
        # The Final Payoff comes on top of what can be bid, and is less than that again.
        super().__init__(game, PHASES, 2 * board.top_bid(game.seats))
        railroads = Axis("railroad", tuple(board.railroad_ids))
        links = Axis("link", tuple(board.link_ids))
        self.turn = self.flags("turn", "whose turn it is", self.by_seat)
        self.cash = self.amounts("cash", "money in hand", self.by_seat)
        self.boxes = self.flags("boxes", "where the markers stand", self.by_seat, Axis("box", tuple(BOXES)))
        self.box_count: i64 = len(BOXES)
        furthest = board.track_limit + max(board.advance)
        self.action_track = self.counts("action_track", "where the Action Track stands", furthest)
        self.dividends = self.counts("dividends_paid", "dividends paid so far", board.dividends_before_final + 1)
        self._lay_out_railroads(board, railroads, links)
        self.development = self.counts(
            "development", "how often a place has been developed", max(board.last_level),
            Axis("place", tuple(board.place_ids)),
        )
        self.building = self.flags("building", "the railroad whose build goes on", railroads)
        self.builder = self.flags("builder", "who makes it", self.by_seat)
        self.first_link = self.flags("first_link", "the first link of a double", links)
        self.auction = AuctionParts(self, railroads, "the least first bid")
        self.seller = self.flags("auction_seller", "whose own share it is", self.by_seat)

    def _lay_out_railroads(self, board: Board, railroads: Axis, links: Axis) -> None:
        self.open = self.flags("open", "railroads that have opened", railroads)
        self.treasury = self.amounts("treasury", "money of a railroad", railroads)
        self.income = self.amounts("income", "Income", railroads)
        self.value = self.amounts("value", "Value", railroads)
        self.sold = self.counts("sold", "shares held by players", board.shares, railroads)
        self.shares = self.counts("shares", "shares held", board.shares, railroads, self.by_seat)
        self.links = self.flags("links", "a railroad's own links", railroads, links)
        externals = Axis("external", tuple(board.external_ids))
        self.connections = self.flags("connections", "who has built an external connection", externals, railroads)

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write into `out`, from `at` on, the position as that seat sees it."""
        position = cast(Position, state)
        self.encode_common(out, at, seat, position.phase, position.to_act)
        self.mark_seat(self.turn, out, at, seat, position.turn)
        self.cash.put_turned(out, at, position.cash, seat)
        boxes = position.boxes
        for other in range(self.seats):
            self.boxes.mark(out, at, self.after(seat, other) * self.box_count + boxes[other])
        self.action_track.put(out, at, 0, position.action_track)
        self.dividends.put(out, at, 0, position.dividends_paid)
        self._encode_railroads(position, seat, out, at)
        self.development.put_bytes(out, at, 0, position.levels, 0, position.board.places)
        if position.building != NOBODY:
            self._encode_build(position, seat, out, at)
        self.auction.encode(position.auction, seat, out, at)
        if position.auction.lot != NOBODY:
            self.mark_seat(self.seller, out, at, seat, position.seller)

    def _encode_railroads(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        board = position.board
        shares = position.shares
        links = position.links
        self.open.mark_word(out, at, 0, position.is_open)
        self.treasury.put_all(out, at, position.treasury)
        self.income.put_all(out, at, position.income)
        self.value.put_all(out, at, position.value)
        self.sold.put_all(out, at, position.sold)
        for railroad in range(board.railroads):
            self.links.mark_set(out, at, railroad * board.links, links, railroad, board.link_words)
            first = railroad * self.seats
            self.shares.put_turned(out, at, first, shares, first, self.seats, me)
        for external in range(board.externals):
            if position.built_by[external] != NOBODY:
                self.connections.mark(out, at, external * board.railroads + position.built_by[external])

    def _encode_build(self, position: Position, me: i64, out: vec[i32], at: i64) -> None:
        self.building.mark(out, at, position.building)
        self.mark_seat(self.builder, out, at, me, position.builder)
        if position.first_link != NOBODY:
            self.first_link.mark(out, at, position.first_link)


def make(game: Game) -> Encoder:
    """An encoder for the game."""
    return AgeOfRailEncoder(game)
