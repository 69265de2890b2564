"""What can happen in a game of Narrow Gauge, in set-up and in a turn; `facts_rounds` has the rest.

Everything is named as in the notation; seats are numbers. Each kind has its numbers, its sentence, what it moves, and
what it writes into the books.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact, Money, Place
from roundhouse.games.books import Brought, Built, Earned, Entry, Took
from roundhouse.games.film import TAG, Movement, certificate, coins, purse
from roundhouse.games.kit import cards
from roundhouse.games.kit.cards import Card, in_hand
from roundhouse.games.kit.messages import spots_of
from roundhouse.games.kit.telling import OfSeat, Said, Things, Told

BySeat = tuple[int, int]

COMPANY_SPOT, CONTRACT_SPOT, MARKET_SPOT = "company-{}", "contract-{}", "market-{}"
Company = Annotated[str, "company", COMPANY_SPOT]
Commodity = Annotated[str, "commodity", MARKET_SPOT]
Contract = Annotated[str, "contract", CONTRACT_SPOT]
Line = Annotated[str, "line"]
"""A company, with its article."""
Row = Annotated[int, "row"]
"""Of a commodity's track: 0 is X, seat 0's rows are above it, seat 1's below."""
Price = Annotated[int, "price"]
"""Money to pay, or nothing."""

PLAIN, TURNED, MIRRORED, BOTH = "", "turned", "mirrored", "both"


def company_spot(company: str) -> str:
    """The place of a company in the register, as the page names it."""
    return COMPANY_SPOT.format(company)


def contract_spot(contract: str) -> str:
    """The place of a contract beside the board, as the page names it."""
    return CONTRACT_SPOT.format(contract)


def market_spot(commodity: str) -> str:
    """The place of a commodity's die in the market, as the drawing names it."""
    return MARKET_SPOT.format(commodity)


def locomotives(at: Things, company: str, hexes: tuple[str, ...]) -> list[Movement]:
    """From a company's supply to the hexes."""
    return [Movement(at.firms[company].piece, company_spot(company), hex_) for hex_ in hexes]


class Income(Told):
    """Money that something brings one `seat`, or nobody: a company, or a commodity."""

    __slots__ = ()

    brought: ClassVar[tuple[str, str]]
    """The kind in the books, and the field that names the item."""

    def film(self, at: Things) -> list[Movement]:
        """Coins from what brings them to the seat's purse."""
        (source,) = spots_of(self, self.brought[1:])
        return [coins(at.money(amount), source, purse(seat)) for seat, amount in self.money]

    def entries(self, at: Things) -> list[Entry]:
        """The sum, as brought by it."""
        kind, item = self.brought
        return [Brought(kind, getattr(self, item), seat, amount) for seat, amount in self.money]


# ---- set-up and cards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TileTurnedUp(Told, Fact):
    """A city shows its commodity: in set-up, or when the first locomotive comes to a tile that lay face down."""

    rules: ClassVar = ("NG-SET-3", "NG-COM-7")
    where: ClassVar = ("city",)
    says: ClassVar = {
        "NG-SET-3": "{city} is a city of {commodity}.",
        "NG-COM-7": "{city} is turned up: a city of {commodity}.",
    }

    city: Place
    commodity: Commodity

    def film(self, at: Things) -> list[Movement]:
        """A tag with the commodity's name, on the city."""
        return [Movement(TAG, self.city, self.city, self.commodity)]


@dataclass(frozen=True, slots=True)
class HomePlaced(Told, Fact):
    """A company's tile lies on a start, with its first locomotive."""

    rules: ClassVar = ("NG-SET-4",)
    where: ClassVar = ("hex",)
    says: ClassVar = "The {company}, {company:title}, is at home on {hex}."

    company: Company
    hex: Place

    def film(self, at: Things) -> list[Movement]:
        """The first locomotive, from the company's supply to its start."""
        return locomotives(at, self.company, (self.hex,))


class CardDrawn(cards.CardDrawn):
    """A track card comes into a hand, in set-up or in Step 4."""

    rules: ClassVar = ("NG-SET-8", "NG-HAND-1")
    where: ClassVar = ("card",)
    says: ClassVar = {"NG-SET-8": "{seat} is dealt {card}.", "NG-HAND-1": "{seat} draws {card}."}


@dataclass(frozen=True, slots=True)
class CardDiscarded(cards.CardDiscarded):
    """Step 4: a track card is thrown away before the hand is refilled."""

    rules: ClassVar = ("NG-HAND-1",)
    offers: ClassVar = ("Refill your hand", "Discard {card}")
    lit: ClassVar = "trade"

    left: int
    """Cards still in the hand."""
    full: int
    """Up to how many cards it will be refilled."""


@dataclass(frozen=True, slots=True)
class RefillBegan(OfSeat):
    """Step 4: so many cards will be drawn."""

    rules: ClassVar = ("NG-HAND-1",)
    offers: ClassVar = ("Refill your hand", "Draw")
    lit: ClassVar = "leave"
    goes_by: ClassVar = "missing"
    says: ClassVar = {
        "some": "{seat} refills the hand: {missing|# card|# cards} to draw.",
        "0": "{seat} refills the hand: nothing to draw.",
    }

    missing: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Told, Fact):
    """The discard pile becomes the draw pile."""

    rules: ClassVar = ("NG-HAND-3",)
    says: ClassVar = "The discard pile, {cards|# card|# cards}, becomes the new draw pile."

    cards: int


# ---- a turn ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Told, facts.TurnBegan):
    """Whose turn it is shows on the table; that it is a short one is worth a word."""

    rules: ClassVar = ("NG-TURN-2",)
    goes_by: ClassVar = "allowed"
    says: ClassVar = {"1": "{seat} may play one card this turn, for the build token is dark."}

    allowed: int
    """Cards that may be played: one with a dark build token, else two."""


@dataclass(frozen=True, slots=True)
class CertificateTaken(OfSeat):
    """Step 1."""

    rules: ClassVar = ("NG-SHR-1",)
    offers: ClassVar = ("Take a certificate", "The {company}, {company:title}")
    lit: ClassVar = "trade"
    where: ClassVar = ("company",)
    first: ClassVar = ("company",)
    takes: ClassVar = ("certificate", "{company:id}")
    says: ClassVar = "{seat} takes a certificate of the {company}, and now holds {number}."

    company: Company
    held: BySeat
    """Certificates of the company, by seat, this one included."""
    votes: BySeat
    """What they count for a majority."""
    left: int
    """On offer still in this round."""
    pays: int
    """What the company's next connection would pay this seat."""

    @property
    def number(self) -> int:
        """How many certificates of the company the seat holds now."""
        return self.held[self.seat]

    def film(self, at: Things) -> list[Movement]:
        """The certificate, from the register to the seat."""
        firm = at.firms[self.company]
        return [certificate(firm.colour, firm.letter, company_spot(self.company), self.seat)]


@dataclass(frozen=True, slots=True)
class CardPlayed(OfSeat):
    """Steps 2 and 3: a card puts locomotives on the board."""

    rules: ClassVar = ("NG-CARD-8",)
    offers: ClassVar = ("Play {card}", "from {start}{way|turned= turned|both= turned|} to {hexes:and}")
    lit: ClassVar = "lay"
    where: ClassVar = ("hexes",)
    first: ClassVar = ("card",)
    goes_by: ClassVar = "skipped"
    says: ClassVar = {
        "0": "{seat} plays {card} from {start}{way|turned=, turned|mirrored=, mirrored|both=, turned, mirrored|}: "
        "the {company} builds on {hexes:and}.",
        "some": "{seat} plays {card} from {start}"
        "{way|turned=, turned|mirrored=, mirrored|both=, turned, mirrored|}: "
        "the {company} builds on {hexes:and}, and stands on {skipped:and} already.",
    }

    card: Card
    start: Place
    turned: bool
    mirrored: bool
    company: Company
    hexes: tuple[Place, ...]
    """The new locomotives, in the card's order."""
    skipped: tuple[Place, ...]
    """Hexes of the card where the company stood already."""

    @property
    def way(self) -> str:
        """How the card lies: plain, turned, mirrored, or both."""
        if self.turned:
            return BOTH if self.mirrored else TURNED
        return MIRRORED if self.mirrored else PLAIN

    def film(self, at: Things) -> list[Movement]:
        """The card from the hand, then the locomotives from the company's supply."""
        card = Movement(at.face(self.card), in_hand(at, self.seat, self.card), self.start)
        return [card, *locomotives(at, self.company, self.hexes)]

    def entries(self, at: Things) -> list[Entry]:
        """The card as one played, and each new locomotive as built."""
        return [Took("track card", self.card, self.seat), *(Built(one, self.company) for one in self.hexes)]


@dataclass(frozen=True, slots=True)
class Penalty(Said):
    """One reason to pay for a new locomotive."""

    says: ClassVar = {
        "difficult": "{amount} for difficult ground on {hex}",
        "difficult contract": "{amount} by {contract} for difficult ground on {hex}",
        "water": "{amount} for water on {hex}",
        "water contract": "{amount} by {contract} for water on {hex}",
        "rivals": "{amount} for {rivals|the locomotive|locomotives} of {rivals:and} on {hex}",
        "rivals contract": "{amount} by {contract} for {rivals|the locomotive|locomotives} of {rivals:and} on {hex}",
    }

    hex: Place
    why: str
    """"difficult", "water" or "rivals"."""
    amount: Price
    rivals: tuple[Line, ...] = ()
    """The other companies on the hex."""
    contract: Contract = ""
    """The contract that sets this price."""


@dataclass(frozen=True, slots=True)
class PenaltiesPaid(OfSeat):
    """The bill of a card, item by item. A contract can make an item cost nothing."""

    rules: ClassVar = ("NG-PEN-4",)
    counted_as: ClassVar = "penalties"
    gets: ClassVar = "-total"
    goes_by: ClassVar = "items"
    says: ClassVar = {"1": "{seat} pays {items}.", "some": "{seat} pays {total}: {items}."}

    items: tuple[Penalty, ...]
    total: Price

    def film(self, at: Things) -> list[Movement]:
        """Coins from the seat's purse to each hex that costs something."""
        return [coins(at.money(one.amount), purse(self.seat), one.hex) for one in self.items if one.amount]


@dataclass(frozen=True, slots=True)
class Connected(Income, OfSeat):
    """A new locomotive stands on a city: the marker's new value times the dividend is paid, and what contracts add."""

    rules: ClassVar = ("NG-CONN-1", "NG-CONN-2")
    counted_as: ClassVar = "connections"
    brought: ClassVar = ("certificate", "company")
    gets: ClassVar = "total"
    where: ClassVar = ("city", "company")
    says: ClassVar = {
        "NG-CONN-1": "{seat} connects {city} to the {company}: the marker goes from {before} to {after} and pays "
        "{after} × {dividend} = {total}.",
        "NG-CONN-1 added": "{seat} connects {city} to the {company}: the marker goes from {before} to {after} and "
        "pays {after} × {dividend} + {added} by {contracts:and} = {total}.",
        "NG-CONN-2": "{seat} connects {city} to the {company}: the marker stays on {after} and pays "
        "{after} × {dividend} = {total}.",
        "NG-CONN-2 added": "{seat} connects {city} to the {company}: the marker stays on {after} and pays "
        "{after} × {dividend} + {added} by {contracts:and} = {total}.",
    }

    company: Company
    city: Place
    before: int
    """Where the company's marker stood."""
    after: int
    dividend: Money
    added: Money
    contracts: tuple[Contract, ...]
    """Those that add it."""
    total: Money
    face_down: bool
    """Whether the city's tile is still to be turned up; its die moves then."""

    def film(self, at: Things) -> list[Movement]:
        """Coins from the city to the seat's purse."""
        return [coins(at.money(self.total), self.city, purse(self.seat))]

    def entries(self, at: Things) -> list[Entry]:
        """The city as taken and what it earned, and the same money as brought by the company's certificates."""
        return [Took("city", self.city, self.seat), Earned(self.city, self.total), *Income.entries(self, at)]


@dataclass(frozen=True, slots=True)
class Grown:
    """NG-COM-5: a die that crosses over shows one more."""

    says: ClassVar = "it grows from {before} to {after}"

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Lost:
    """NG-COM-4: spaces left over on the last row."""

    says: ClassVar = "{spaces|# more space|# more spaces} would lead off the track"

    spaces: int


@dataclass(frozen=True, slots=True)
class DieMoved(OfSeat):
    """A commodity's die goes towards a seat: for a connection by the certificates held, or by a contract."""

    rules: ClassVar = ("NG-COM-1", "NG-CON-VA")
    says: ClassVar = {
        "stays": "The die of {commodity} stays on {after}: it can go no further.",
        "NG-COM-1": "The die of {commodity} moves {went|# space|# spaces} for {spaces|# certificate|# certificates} "
        "of the {company}, from {before} to {after}.",
        "NG-COM-1 and more": "The die of {commodity} moves {went|# space|# spaces} for "
        "{spaces|# certificate|# certificates} of the {company}, from {before} to {after}; {more:;}.",
        "NG-CON-VA": "The die of {commodity} moves {went|# space|# spaces} for {contract}, "
        "from {before} to {after}.",
        "NG-CON-VA and more": "The die of {commodity} moves {went|# space|# spaces} for {contract}, "
        "from {before} to {after}; {more:;}.",
    }
    silent: ClassVar = ("seat",)    # whose row it comes to

    commodity: Commodity
    spaces: int
    lost: int
    """Spaces left over on the seat's last row."""
    cause: str
    """The company connected, or the contract."""
    before: Row
    after: Row
    number_before: int
    number_after: int
    """The die's number: one more when it crosses over."""

    @property
    def form(self) -> str:
        """"stays", or the rule by which it moves, and whether it grows or loses spaces."""
        if self.before == self.after:
            return "stays"
        return f"{self.rule} and more" if self.more else self.rule

    @property
    def company(self) -> Company:
        """The cause, where that is the company connected."""
        return self.cause

    @property
    def contract(self) -> Contract:
        """The cause, where that is a contract."""
        return self.cause

    @property
    def went(self) -> int:
        """How many spaces it moved, without those lost."""
        return self.spaces - self.lost

    @property
    def grown(self) -> tuple[Grown, ...]:
        """The change of its number, if it crossed over."""
        grows = self.number_before != self.number_after
        return (Grown(self.number_before, self.number_after),) if grows else ()

    @property
    def more(self) -> tuple[Grown | Lost, ...]:
        """What the sentence adds: that it grew, and that spaces were lost."""
        return self.grown + ((Lost(self.lost),) if self.lost else ())

    @property
    def spots(self) -> tuple[str, ...]:
        """The commodity's place in the market; nothing where the die stays."""
        return (market_spot(self.commodity),) if self.before != self.after else ()

    def entries(self, at: Things) -> list[Entry]:
        """The commodity as taken, where the die comes from X or from the other side; else nothing."""
        return [Took("commodity", self.commodity, self.seat)] if self.before * self.after <= 0 else []


@dataclass(frozen=True, slots=True)
class ContractFlipped(OfSeat):
    """A contract is used, once in the round."""

    rules: ClassVar = ("NG-CON-KY", "NG-CON-TN", "NG-CON-VA")
    offers: ClassVar = ("Use a contract", "Flip {contract}")
    lit: ClassVar = "grow"
    where: ClassVar = ("contract",)
    first: ClassVar = ("contract",)
    says: ClassVar = {
        "NG-CON-KY": "{seat} flips {contract}: the next card is laid as its mirror image.",
        "NG-CON-TN": "{seat} flips {contract}: one more card is to be played.",
        "NG-CON-VA": "{seat} flips {contract}: a die moves once more.",
    }

    contract: Contract


class NoCardPlayed(OfSeat):
    """A player builds nothing this turn: no card of the hand can be laid without a contract that mirrors it."""

    rules: ClassVar = ("NG-TURN-3",)
    offers: ClassVar = ("Play a card", "No card")
    lit: ClassVar = "leave"
    says: ClassVar = "{seat} has no card that can be played."


@dataclass(frozen=True, slots=True)
class BuildingEnded(OfSeat):
    """A player has built enough, after so many cards."""

    rules: ClassVar = ("NG-TURN-4",)
    offers: ClassVar = ("Play another card, or end", "End the building")
    lit: ClassVar = "leave"
    says: ClassVar = "{seat} ends the building after {cards|# card|# cards}."

    cards: int
    """Played this turn."""


@dataclass(frozen=True, slots=True)
class TokenTurned(OfSeat):
    """A build token is turned over, or stays dark because no card was played."""

    rules: ClassVar = ("NG-TOK-2", "NG-TOK-3")
    says: ClassVar = {
        "stays": "{seat}'s build token stays dark, for no card was played: one card next turn.",
        "dark": "{seat}'s build token turns dark, for two or more cards and difficult ground: one card next turn.",
        "white": "{seat}'s build token turns white: two cards next turn.",
    }

    before: str
    """"white" or "dark"."""
    after: str

    @property
    def form(self) -> str:
        """"stays", or the side that it shows now."""
        return "stays" if self.before == self.after else self.after
