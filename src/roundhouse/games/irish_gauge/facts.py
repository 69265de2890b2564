"""What happens in a game of Irish Gauge, as its rules tell it: hexes, railways and colours as the notation names them.

Each kind has its numbers, its sentence, what it moves, and what it writes into the books. Amounts are pounds, costs are
build points.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from roundhouse.engine.facts import Company, Fact, Money, Place, Seat, Word
from roundhouse.games.books import Brought, Earned, Entry, Took
from roundhouse.games.film import Movement
from roundhouse.games.kit import shares
from roundhouse.games.kit.telling import OfSeat, Things, Told

# Why a hex costs what it costs (IG-TRK-4).
OPEN, SHARED, DIFFICULT = "open", "shared", "difficult"
# Why a railway pays nothing (IG-DIV-3): no City pays, one City and no Town, or nobody holds a share.
NO_CITY, ONE_CITY, NO_SHARE = "no City", "one City", "no share"
BAG = "bag"


def share(railway: str, value: int) -> str:
    """A share as the books name it."""
    return f"{railway} £{value}"


def _cube(at: Things, colour: str, end: str) -> Movement:
    return Movement(f"#ig-cube-{at.board.colours.index(colour)}", f".{BAG}", end)


# ---- set-up and turns ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CubePlaced(Told, Fact):
    """Set-up: a cube onto a City."""

    rules: ClassVar = ("IG-SET-2",)
    where: ClassVar = ("hex",)
    says: ClassVar = "A {colour} cube is placed on {hex:full}."

    hex: Place
    colour: Word

    def film(self, at: Things) -> list[Movement]:
        """The cube goes from the bag to the hex."""
        return [_cube(at, self.colour, self.hex)]


class OpenerDrawn(shares.OpenerDrawn):
    """Chance has chosen who opens the first auction."""

    rules: ClassVar = ("IG-SET-4",)


class TurnBegan(shares.TurnBegan):
    """IG-AUC-8: the first turn, of the holder of the first railway's share; IG-TURN-1: any other."""

    rules: ClassVar = ("IG-AUC-8", "IG-TURN-1")


@dataclass(frozen=True, slots=True)
class Count:
    """What a seat has at the end."""

    says: ClassVar = "{seat}: {cash} cash + {shares} in shares = {score}"

    seat: Seat
    cash: Money
    shares: Money
    score: Money


@dataclass(frozen=True, slots=True)
class Ended(shares.Ended):
    """The bag is empty: what everybody has."""

    rules: ClassVar = ("IG-END-1",)
    says: ClassVar = (
        "The bag is empty, and the game is over. {counts:;}. {winners:and} {winners|wins|share the win}."
    )

    cash: tuple[int, ...]
    shares: tuple[tuple[str, int, int], ...]
    """Each share that was sold: its railway, its printed value, its holder."""

    def in_shares(self, seat: int, railway: str | None = None) -> int:
        """The printed values of a seat's shares, of all railways or of one (IG-END-2)."""
        return sum(value for of, value, holder in self.shares if holder == seat and railway in (None, of))

    @property
    def counts(self) -> tuple[Count, ...]:
        """What each seat has, the richest first."""
        return tuple(Count(who, self.cash[who], self.in_shares(who), self.scores[who]) for who in self.ranks)

    def entries(self, at: Things) -> list[Entry]:
        """Each share sold brings its holder its printed value (IG-END-2)."""
        return [Brought("share", share(railway, value), seat, value) for railway, value, seat in self.shares]


# ---- auctions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuctionOpened(shares.AuctionOpened):
    """IG-AUC-1: the next share of the initial auction, opened by `seat`; IG-AUC-9: one that `seat` calls for."""

    rules: ClassVar = ("IG-AUC-1", "IG-AUC-9")
    offers: ClassVar = ("Auction a share", "{company} share of {value}")
    says: ClassVar = {
        "IG-AUC-1": "The {company} share of {value} is up for auction, and {seat} opens.",
        "IG-AUC-9": "{seat} puts a share of {company}, printed {value}, up for auction.",
    }

    value: Money
    seat: Seat


class Bid(shares.Bid):
    """A seat bids for the share that is up for auction."""

    rules: ClassVar = ("IG-AUC-2",)


class Passed(shares.Passed):
    """A seat is out of the auction of a share."""

    rules: ClassVar = ("IG-AUC-4",)


@dataclass(frozen=True, slots=True)
class ShareSold(shares.ShareSold):
    """IG-AUC-5: to the highest bidder; IG-AUC-6: free to the opener, as nobody bid."""

    rules: ClassVar = ("IG-AUC-5", "IG-AUC-6")
    says: ClassVar = {
        "IG-AUC-5": "{seat} buys the {company} share of {value} for {price}.",
        "IG-AUC-6": "Nobody bids: {seat} takes the {company} share of {value} free.",
    }

    value: Money
    """As printed."""

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        """IG-END-2: a share counts as printed."""
        return (*self.money, (self.seat, self.value))

    def item(self, at: Things) -> str:
        """The share by its railway and its printed value."""
        return share(self.company, self.value)


# ---- track -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrackLaid(shares.TrackLaid):
    """A locomotive is placed."""

    rules: ClassVar = ("IG-TRK-4",)
    says: ClassVar = {
        OPEN: "{seat} places {company} track in {hex:full} for {cost|# point|# points}; "
        "{left|# point|# points} left.",
        SHARED: "{seat} places {company} track in {hex:full} for {cost|# point|# points}, "
        "shared with {beside:and}; {left|# point|# points} left.",
        DIFFICULT: "{seat} places {company} track in {hex:full} for {cost|# point|# points}, "
        "as the ground is difficult; {left|# point|# points} left.",
    }

    cost: float
    why: str
    """OPEN, SHARED or DIFFICULT."""
    beside: tuple[Company, ...]
    """The railways that were there before."""
    left: float
    """Points left."""

    @property
    def whole(self) -> float:
        """The points that there were."""
        return self.cost + self.left

    def entries(self, at: Things) -> list[Entry]:
        """The hex is built on; and the seat takes the town or city there, if no railway was there before."""
        first = self.hex in at.places and not self.beside
        taken: list[Entry] = [Took("town", at.places[self.hex], self.seat)] if first else []
        return [*shares.TrackLaid.entries(self, at), *taken]


@dataclass(frozen=True, slots=True)
class MajorsJoined(OfSeat):
    """A railway stands on every major city; its dividend follows."""

    rules: ClassVar = ("IG-TRK-6",)
    where: ClassVar = ("cities",)
    takes: ClassVar = ("great line", "{company}")
    says: ClassVar = "{company} joins the major cities {cities:and}."

    company: Company
    cities: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class BuildingStopped(OfSeat):
    """Points are left over, by choice or because nothing more can be placed."""

    rules: ClassVar = ("IG-TRK-2",)
    offers: ClassVar = ("Place track", "Stop building")
    lit: ClassVar = "leave"
    goes_by: ClassVar = "chosen"
    says: ClassVar = {
        "True": "{seat} stops building with {unused|# point|# points} unused.",
        "False": "{company} can go no further: {unused|# point|# points} unused.",
    }

    company: Company
    unused: float
    chosen: bool


# ---- special interests -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InterestPlaced(OfSeat):
    """A Town becomes a City."""

    rules: ClassVar = ("IG-INT-1",)
    offers: ClassVar = ("Special interest", "{colour} cube in {hex}")
    lit: ClassVar = "grow"
    where: ClassVar = ("hex",)
    takes: ClassVar = ("special interest", "{hex}")
    says: ClassVar = "{seat} places a {colour} special interest in {hex:full}, which is a City from now on."

    hex: Place
    colour: Word

    def film(self, at: Things) -> list[Movement]:
        """The cube goes from the bag to the hex."""
        return [_cube(at, self.colour, self.hex)]


# ---- dividends -------------------------------------------------------------------------------------------------------


class DividendsCalled(OfSeat):
    """A seat calls for dividends."""

    rules: ClassVar = ("IG-DIV-1",)
    offers: ClassVar = ("Dividends", "Call for dividends")
    lit: ClassVar = "pay"
    says: ClassVar = "{seat} calls for dividends."

    @property
    def by(self) -> tuple[str, ...]:
        """The bag, which is the button for it."""
        return (BAG,)


@dataclass(frozen=True, slots=True)
class CubesDrawn(Told, Fact):
    """The cubes drawn at a call; the Cities with a cube of one of their colours pay."""

    rules: ClassVar = ("IG-DIV-2",)
    where: ClassVar = ("cities",)
    goes_by: ClassVar = "cities"
    says: ClassVar = {
        "some": "Drawn: {colours}. {cities:and} {cities|pays|pay}; {left|# cube|# cubes} left in the bag.",
        "0": "Drawn: {colours}. No City pays; {left|# cube|# cubes} left in the bag.",
    }

    colours: tuple[Word, ...]
    cities: tuple[Place, ...]
    """The Cities that pay."""
    left: int
    """Cubes left in the bag."""

    def film(self, at: Things) -> list[Movement]:
        """The cubes go from the bag to their place beside it."""
        return [_cube(at, colour, f".{BAG} .drawn li:last-child") for colour in self.colours]


@dataclass(frozen=True, slots=True)
class Part:
    """What a City or Town adds to a dividend."""

    says: ClassVar = "{income} for {place}"

    place: Place
    income: Money


@dataclass(frozen=True, slots=True)
class Paid(shares.Paid):
    """IG-DIV-4: a railway's dividend; IG-TRK-6: what it pays for joining the major cities."""

    rules: ClassVar = ("IG-DIV-4", "IG-TRK-6")
    counted_as: ClassVar = {"IG-DIV-4": "dividends", "IG-TRK-6": "major cities joined"}
    says: ClassVar = {
        "IG-DIV-4": "{company} earns {total} ({parts:+}), over {owners|# share|# shares}, {each} each: {gains}.",
        "IG-DIV-4 added": "{company} earns {total} ({parts:+}), over {owners|# share|# shares}, rounded up to {each} "
        "each ({added} more in all): {gains}.",
        "IG-TRK-6": "{company} pays {total}, over {owners|# share|# shares}, {each} each: {gains}.",
        "IG-TRK-6 added": "{company} pays {total}, over {owners|# share|# shares}, rounded up to {each} each "
        "({added} more in all): {gains}.",
    }

    cities: tuple[Part, ...]
    """The Cities that pay, each with its sum; none for the major cities, which pay together."""
    towns: tuple[Part, ...]
    total: Money
    added: Money
    """What rounding up adds to the total."""
    owners: tuple[int, ...]
    """Who holds each share sold, in the order of sale."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """What each City and Town adds, the Cities first."""
        return self.cities + self.towns

    @property
    def held(self) -> tuple[tuple[int, int], ...]:
        """Each seat with how many of the shares it holds."""
        return tuple(sorted(Counter(self.owners).items()))

    @property
    def spots(self) -> tuple[str, ...]:
        """The places that add to the total."""
        return tuple(part.place for part in self.parts)

    @property
    def earned(self) -> tuple[str, ...]:
        """The Cities that pay."""
        return tuple(part.place for part in self.cities)

    def entries(self, at: Things) -> list[Entry]:
        """What each share sold brings its holder, and what each City and Town has earned."""
        values = at.board.values_of(at.firms[self.company].number)
        brought: list[Entry] = [
            Brought("share", share(self.company, value), seat, self.each) for value, seat in zip(values, self.owners)
        ]
        return [*brought, *(Earned(part.place, part.income) for part in self.parts)]


@dataclass(frozen=True, slots=True)
class NoDividend(Told, Fact):
    """A railway pays nothing at a call."""

    rules: ClassVar = ("IG-DIV-3",)
    says: ClassVar = {
        NO_CITY: "{company} reaches no paying City: no dividend.",
        ONE_CITY: "Only {city} pays for {company}, which reaches no Town: no dividend.",
        NO_SHARE: "Nobody holds a share of {company}: no dividend.",
    }

    company: Company
    why: str
    """NO_CITY, ONE_CITY or NO_SHARE."""
    city: Place = ""
    """The one City that would pay."""
