"""What happens in a game of Spur Line, as its rules tell it: its numbers, its sentence, what it moves."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from roundhouse.engine.facts import Fact, Money, Place, Seat
from roundhouse.games.kit import cards, shares
from roundhouse.games.kit.telling import OfSeat


class OrderDealt(cards.CardDrawn):
    """A seat is dealt an order. Others see that, and not which."""

    rules: ClassVar = ("SL-SET-2",)
    says: ClassVar = "{seat} is dealt {card}."


class TurnBegan(shares.TurnBegan):
    rules: ClassVar = ("SL-TURN-1",)


@dataclass(frozen=True, slots=True)
class AuctionOpened(shares.AuctionOpened):
    rules: ClassVar = ("SL-AUC-1",)
    says: ClassVar = "{seat} puts a share of {company} up for auction."

    seat: Seat


class Bid(shares.Bid):
    rules: ClassVar = ("SL-AUC-2",)


class Passed(shares.Passed):
    rules: ClassVar = ("SL-AUC-2",)


@dataclass(frozen=True, slots=True)
class ShareSold(shares.ShareSold):
    rules: ClassVar = ("SL-AUC-3",)
    says: ClassVar = "{seat} buys a share of {company} for {price}; its treasury holds {treasury}."

    treasury: Money
    """With the price in it."""


@dataclass(frozen=True, slots=True)
class TrackLaid(shares.TrackLaid):
    rules: ClassVar = ("SL-BLD-1",)
    says: ClassVar = "{seat} lays {company} track to {hex:full} for {cost}; the treasury keeps {left}."

    cost: Money
    left: Money


@dataclass(frozen=True, slots=True)
class DividendsCalled(OfSeat):
    rules: ClassVar = ("SL-DIV-1",)
    says: ClassVar = "{seat} calls for dividends, {number} of {of}."
    offers: ClassVar = ("Dividends", "Call for dividends, {number} of {of}")
    lit: ClassVar = "pay"

    number: int
    of: int

    @property
    def spots(self) -> tuple[str, ...]:
        return ("calls",)


@dataclass(frozen=True, slots=True)
class Paid(shares.Paid):
    rules: ClassVar = ("SL-DIV-1",)
    says: ClassVar = "{company} earns {income}, {each} a share: {gains}."

    income: Money
    held: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class OrderMet(OfSeat):
    """A railway of the holder has reached the town of an order, which nobody else knows."""

    rules: ClassVar = ("SL-END-2",)
    says: ClassVar = "The order of {seat} for {town} is met: {pays} at the end."

    town: Place
    pays: Money

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, self.pays),)

    def seen_by(self, seat: int) -> Fact | None:
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class Ended(shares.Ended):
    rules: ClassVar = ("SL-END-1",)
    says: ClassVar = "The last dividends are paid. {winners:and} {winners|wins|share the win}."

    cash: tuple[int, ...]
