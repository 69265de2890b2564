"""What happens in a game of Irish Gauge, as its rules tell it: hexes, railways and colours as the notation names them.

Amounts are pounds, points are build points.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact

# Why a hex costs what it costs (IG-TRK-4).
OPEN, SHARED, DIFFICULT = "open", "shared", "difficult"
# Why a railway pays nothing (IG-DIV-3): no City pays, one City and no Town, or nobody holds a share.
NO_CITY, ONE_CITY, NO_SHARE = "no City", "one City", "no share"


def pile(railway: str) -> str:
    """The spot of a railway's shares for sale."""
    return f"share:{railway}"


# ---- set-up and turns ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CubePlaced(Fact):
    """Set-up: a cube onto a City."""

    rules: ClassVar = ("IG-SET-2",)

    hex: str
    colour: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)


@dataclass(frozen=True, slots=True)
class FirstOpener(Fact):
    """Set-up: who opens the first auction."""

    rules: ClassVar = ("IG-SET-4",)

    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan(facts.TurnBegan):
    """IG-AUC-8: the first turn, of the holder of the first railway's share; IG-TURN-1: any other."""

    rules: ClassVar = ("IG-AUC-8", "IG-TURN-1")


@dataclass(frozen=True, slots=True)
class Ended(facts.Ended):
    """The bag is empty: what everybody has."""

    rules: ClassVar = ("IG-END-1",)

    cash: tuple[int, ...]
    shares: tuple[tuple[str, int, int], ...]
    """Each share that was sold: its railway, its printed value, its holder."""

    def in_shares(self, seat: int, railway: str | None = None) -> int:
        """The printed values of a seat's shares, of all railways or of one (IG-END-2)."""
        return sum(value for of, value, holder in self.shares if holder == seat and railway in (None, of))


# ---- auctions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnShare(Fact):
    """Something that happens to the lowest unsold share of a railway."""

    railway: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (pile(self.railway),)


@dataclass(frozen=True, slots=True)
class AuctionOpened(OnShare):
    """IG-AUC-1: the next share of the initial auction, opened by `seat`; IG-AUC-9: one that `seat` calls for."""

    rules: ClassVar = ("IG-AUC-1", "IG-AUC-9")

    value: int
    seat: int


@dataclass(frozen=True, slots=True)
class BidMade(OnShare):
    rules: ClassVar = ("IG-AUC-2",)

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Passed(OnShare):
    rules: ClassVar = ("IG-AUC-4",)

    seat: int


@dataclass(frozen=True, slots=True)
class ShareSold(OnShare):
    """IG-AUC-5: to the highest bidder; IG-AUC-6: free to the opener, as nobody bid."""

    rules: ClassVar = ("IG-AUC-5", "IG-AUC-6")

    value: int
    """As printed."""
    seat: int
    price: int

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, -self.price),)

    @property
    def account(self) -> str:
        return "shares bought"


# ---- track -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrackLaid(Fact):
    """A locomotive is placed."""

    rules: ClassVar = ("IG-TRK-4",)

    seat: int
    railway: str
    hex: str
    cost: float
    why: str
    """OPEN, SHARED or DIFFICULT."""
    beside: tuple[str, ...]
    """The railways that were there before."""
    left: float
    """Points left."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)


@dataclass(frozen=True, slots=True)
class MajorsJoined(Fact):
    """A railway stands on every major city; its dividend follows."""

    rules: ClassVar = ("IG-TRK-6",)

    seat: int
    railway: str
    cities: tuple[str, ...]

    @property
    def spots(self) -> tuple[str, ...]:
        return self.cities


@dataclass(frozen=True, slots=True)
class BuildingStopped(Fact):
    """Points are left over, by choice or because nothing more can be placed."""

    rules: ClassVar = ("IG-TRK-2",)

    seat: int
    railway: str
    unused: float
    chosen: bool


# ---- special interests -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InterestPlaced(Fact):
    """A Town becomes a City."""

    rules: ClassVar = ("IG-INT-1",)

    seat: int
    hex: str
    colour: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)


# ---- dividends -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DividendsCalled(Fact):
    rules: ClassVar = ("IG-DIV-1",)

    seat: int


@dataclass(frozen=True, slots=True)
class CubesDrawn(Fact):
    rules: ClassVar = ("IG-DIV-2",)

    colours: tuple[str, ...]
    cities: tuple[str, ...]
    """The Cities that pay."""
    left: int
    """Cubes left in the bag."""

    @property
    def spots(self) -> tuple[str, ...]:
        return self.cities


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    """IG-DIV-4: a railway's dividend; IG-TRK-6: what it pays for joining the major cities."""

    rules: ClassVar = ("IG-DIV-4", "IG-TRK-6")

    railway: str
    cities: tuple[tuple[str, int], ...]
    """The Cities that pay, each with its sum; none for the major cities, which pay together."""
    towns: tuple[tuple[str, int], ...]
    total: int
    each: int
    """What one share gets: the total over all shares sold, rounded up."""
    added: int
    """What rounding up adds to the total."""
    owners: tuple[int, ...]
    """Who holds each share sold, in the order of sale."""

    @property
    def sold(self) -> int:
        return len(self.owners)

    @property
    def holders(self) -> tuple[tuple[int, int, int], ...]:
        """Each seat that is paid, how many shares it holds, and what it gets."""
        return tuple((seat, shares, shares * self.each) for seat, shares in sorted(Counter(self.owners).items()))

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(hex_ for hex_, _ in self.cities + self.towns)

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return tuple((seat, amount) for seat, _, amount in self.holders)

    @property
    def account(self) -> str:
        return "dividends" if self.rule == "IG-DIV-4" else "major cities joined"


@dataclass(frozen=True, slots=True)
class NoDividend(Fact):
    rules: ClassVar = ("IG-DIV-3",)

    railway: str
    why: str
    """NO_CITY, ONE_CITY or NO_SHARE."""
    city: str = ""
    """The one City that would pay."""
