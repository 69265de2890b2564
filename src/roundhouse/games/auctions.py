"""The part of the contract that is for games with auctions: a state keeps its auction where pages and bots find it."""
from __future__ import annotations

from typing import Protocol, runtime_checkable

from roundhouse.engine.auction import Auction
from roundhouse.engine.contract import NOBODY, State


@runtime_checkable
class HasAuctions(Protocol):
    """A state of a game in which shares, or anything else, are auctioned by rising bids."""

    auction: Auction
    """Open or not. The line `pass` leaves it, and bids come after all lines."""


def has_auctions(state: State) -> bool:
    """Whether there are auctions in the game of that state."""
    return isinstance(state, HasAuctions) and isinstance(state.auction, Auction)


def ascending(state: State) -> Auction | None:
    """The auction that is open, in which bids rise; None while there is none."""
    if isinstance(state, HasAuctions) and isinstance(state.auction, Auction) and state.auction.lot != NOBODY:
        return state.auction
    return None
