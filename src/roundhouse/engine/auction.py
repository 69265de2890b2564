"""The ascending auction of the rail games: bid more or pass for good, clockwise, until one bidder is left.

Irish Gauge (IG-AUC-2 to IG-AUC-6) and Age of Rail (AR-AUC-1 to AR-AUC-3) share it. What is sold, what a first bid must
be, whether the opener may pass, and what happens when nobody bids is for the game to say.
"""
from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY
from roundhouse.engine.fields import Fields


@final
class Auction:
    """An auction that is open or not: what is sold, the highest bid, and who still bids."""

    __slots__ = ("seats", "lot", "minimum", "opener", "high", "leader", "bidders", "to_act")

    def __init__(self, seats: i64, source: Auction | None = None) -> None:
        """An auction that is not open, or a copy of `source`."""
        self.seats: i64 = seats
        if source is None:
            self.lot: i64 = NOBODY        # what is sold, as the game numbers it; NOBODY while no auction is open
            self.minimum: i64 = 0         # the lowest first bid
            self.opener: i64 = NOBODY
            self.high: i64 = NOBODY       # the standing bid; NOBODY before the first
            self.leader: i64 = NOBODY     # who made it
            self.bidders: i64 = 0         # a bit for each seat that has not passed, the leader's too
            self.to_act: i64 = NOBODY
        else:
            self.lot = source.lot
            self.minimum = source.minimum
            self.opener = source.opener
            self.high = source.high
            self.leader = source.leader
            self.bidders = source.bidders
            self.to_act = source.to_act

    def exchange(self, fields: Fields) -> None:
        """All that it is made of, for a pickle."""
        self.lot = fields.number(self.lot)
        self.minimum = fields.number(self.minimum)
        self.opener = fields.number(self.opener)
        self.high = fields.number(self.high)
        self.leader = fields.number(self.leader)
        self.bidders = fields.number(self.bidders)
        self.to_act = fields.number(self.to_act)

    def open(self, lot: i64, minimum: i64, opener: i64) -> None:
        """Everybody is in, and the opener acts first."""
        self.lot = lot
        self.minimum = minimum
        self.opener = opener
        self.high = NOBODY
        self.leader = NOBODY
        self.bidders = BIT[self.seats] - 1
        self.to_act = opener

    def exclude(self, seat: i64) -> None:
        """A seat that may not bid at all: the seller of their own share."""
        self.bidders &= ~BIT[seat]

    def close(self) -> None:
        """End the auction; nothing is sold any more."""
        self.lot = NOBODY

    def least(self) -> i64:
        """The lowest bid that may be made now."""
        if self.high == NOBODY:
            return self.minimum
        return self.high + 1

    def add_bids(self, codes: vec[i64], first_bid: i64, purse: i64) -> vec[i64]:
        """Append the codes of all bids that may be made now out of a purse; a bid of 0 has the code `first_bid`."""
        for amount in range(self.least(), purse + 1):
            codes = append(codes, first_bid + amount)
        return codes

    def bid(self, amount: i64) -> bool:
        """The seat to act bids. True if that settles the auction."""
        self.high = amount
        self.leader = self.to_act
        return self._next()

    def drop_out(self) -> bool:
        """The seat to act passes. True if that settles the auction."""
        self.bidders &= ~BIT[self.to_act]
        return self._next()

    def _next(self) -> bool:
        """On to the next seat still in. Settled when nobody is left to answer the standing bid, or nobody at all."""
        waiting: i64 = self.bidders
        if self.leader != NOBODY:
            waiting &= ~BIT[self.leader]
        if waiting == 0:
            return True
        seat: i64 = self.to_act
        while True:
            seat = seat + 1
            if seat == self.seats:
                seat = 0
            if waiting & BIT[seat]:
                self.to_act = seat
                return False

    def still_in(self) -> list[int]:
        """The seats that have not passed, rising."""
        return [seat for seat in range(self.seats) if self.bidders & BIT[seat]]

    def standing(self) -> dict[str, object]:
        """Where it stands, as JSON."""
        return {
            "opener": int(self.opener),
            "high": None if self.high == NOBODY else int(self.high),
            "leader": None if self.leader == NOBODY else int(self.leader),
            "in": self.still_in(),
        }
