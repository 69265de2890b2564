"""What happens to shares in any rail game: they are auctioned, sold and paid for."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Company, Fact, Money, Place, Seat
from roundhouse.games.books import Brought, Built, Entry, Sold, Took
from roundhouse.games.film import Movement, certificate, coins, panel, purse, said
from roundhouse.games.kit.telling import OfSeat, Said, Things, Told
from roundhouse.games.words import term

PILE = "share:{}"
Share = Annotated[str, "company", PILE]
"""A company, by its pile of shares."""


def pile(company: str) -> str:
    """The spot of a company's shares."""
    return PILE.format(company)


def engine_spot(company: str) -> str:
    """The engine of a company in its line of the table, which is the button for building it."""
    return f"engine:{company}"


class OpenerDrawn(OfSeat):
    """Chance has chosen who opens the first auction."""

    says: ClassVar = "{seat} is chosen to open the first auction."


@dataclass(frozen=True, slots=True)
class OfShare(Told, Fact):
    """Something that happens to a share of a company."""

    where: ClassVar = ("company",)

    company: Share


@dataclass(frozen=True, slots=True)
class AuctionOpened(OfShare):
    """A share is put up for auction."""

    offers: ClassVar[tuple[str, str | Mapping[str, str]]] = ("Auction a share", "{company}")
    lit: ClassVar = "trade"
    first: ClassVar = ("company",)


@dataclass(frozen=True, slots=True)
class Bid(OfShare):
    """A seat offers a price for the share that is auctioned."""

    says: ClassVar = "{seat} bids {price}."
    silent: ClassVar = ("company",)     # whose share it is, `AuctionOpened` has told

    seat: Seat
    price: Money

    def film(self, at: Things) -> list[Movement]:
        """The price, as a word from the bidder to the share."""
        return [said(at.money(self.price), self.seat, pile(self.company))]


@dataclass(frozen=True, slots=True)
class Passed(OfShare):
    """A seat leaves the auction of a share."""

    says: ClassVar = "{seat} passes."
    silent: ClassVar = ("company",)
    offers: ClassVar = ("Auction", "Pass")
    lit: ClassVar = "leave"

    seat: Seat

    def film(self, at: Things) -> list[Movement]:
        """A "pass" from the seat to the share."""
        return [said(term("pass"), self.seat, pile(self.company))]


@dataclass(frozen=True, slots=True)
class ShareSold(OfShare):
    """To the highest bidder, or free where nobody bid."""

    counted_as: ClassVar = "shares bought"

    seat: Seat
    price: Money
    seller: Seat | None
    """The player who sold it and has the price; None if it is new."""

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """The buyer pays the price, and a player who sold the share gets it."""
        paid = (self.seat, -self.price)
        return (paid,) if self.seller is None else (paid, (self.seller, self.price))

    def item(self, at: Things) -> str:
        """As the books name it."""
        return at.firms[self.company].name

    def film(self, at: Things) -> list[Movement]:
        """The share to its buyer, from the pile or from the player who sold it; the price goes the other way."""
        firm, new = at.firms[self.company], pile(self.company)
        start, till = (new, new) if self.seller is None else (panel(self.seller), purse(self.seller))
        price = [coins(at.money(self.price), purse(self.seat), till)] if self.price else []
        return [*price, certificate(firm.colour, firm.letter, start, self.seat)]

    def entries(self, at: Things) -> list[Entry]:
        """The buyer takes the share for its price; a player who sold it gives it away."""
        name, item = at.firms[self.company].name, self.item(at)
        sold: list[Entry] = [] if self.seller is None else [Sold("share", item, self.seller, self.price)]
        return [*sold, Took("share", item, self.seat, self.price, name if item != name else "")]


@dataclass(frozen=True, slots=True)
class TrackLaid(OfSeat):
    """A company comes to a hex."""

    offers: ClassVar = ("Place track", "{company} to {hex}")
    lit: ClassVar = "lay"
    where: ClassVar = ("hex",)

    company: Company
    hex: Place

    @property
    def by(self) -> tuple[str, ...]:
        """The company's engine, which is the button for it."""
        return (engine_spot(self.company),)

    def film(self, at: Things) -> list[Movement]:
        """An engine from its company's supply onto the hex."""
        return [Movement(at.firms[self.company].piece, pile(self.company), self.hex)]

    def entries(self, at: Things) -> list[Entry]:
        """The company now stands on the hex."""
        return [Built(self.hex, at.firms[self.company].name)]


@dataclass(frozen=True, slots=True)
class Sum:
    """A seat and an amount of money, in a list."""

    says: ClassVar = "{seat} {sum}"

    seat: Seat
    sum: Money


@dataclass(frozen=True, slots=True)
class Gain(Said):
    """What a holder gets; the shares are told where there are several."""

    goes_by: ClassVar = "shares"
    says: ClassVar = {"1": "{seat} {got:signed}", "some": "{seat} {got:signed} for {shares} shares"}

    seat: Seat
    got: Money
    shares: int


@dataclass(frozen=True, slots=True)
class Paid(Told, Fact):
    """What a company pays for each share that a player holds."""

    counted_as: ClassVar[str | Mapping[str, str]] = "dividends"

    company: Company
    each: Money

    @property
    def earned(self) -> tuple[str, ...]:
        """Where it comes from, as spots; from the company if there are none."""
        return ()

    @property
    def gains(self) -> tuple[Gain, ...]:
        """What each holder gets for the shares `held`, which a room tells by seat; none where a share gets nothing."""
        by_seat: tuple[tuple[int, int], ...] = self.held    # type: ignore[attr-defined]
        return tuple(Gain(seat, self.each * held, held) for seat, held in by_seat) if self.each else ()

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """The same sums, by seat."""
        return tuple((gain.seat, gain.got) for gain in self.gains)

    def film(self, at: Things) -> list[Movement]:
        """Coins from the places where it was earned, or from the company, to every holder who gets any."""
        start = self.earned or (pile(self.company),)
        return [coins(at.money(got), start[n % len(start)], purse(seat))
                for n, (seat, got) in enumerate(self.money) if got]

    def entries(self, at: Things) -> list[Entry]:
        """What the shares of the company bring each holder."""
        return [Brought("share", at.firms[self.company].name, seat, got) for seat, got in self.money if got]


@dataclass(frozen=True, slots=True)
class TurnBegan(Told, facts.TurnBegan):
    """Whose turn it is shows on the table; only the first is worth a word."""

    goes_by: ClassVar = "holds"
    says: ClassVar = {"some": "{seat} holds the {holds} share and takes the first turn."}

    holds: Company = ""
    """For the first turn of a game: the company whose share gives it."""


@dataclass(frozen=True, slots=True)
class Ended(Told, facts.Ended):
    """The end of the game, with the final scores."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The seats, the richest first."""
        return tuple(sorted(range(len(self.scores)), key=lambda seat: -self.scores[seat]))
