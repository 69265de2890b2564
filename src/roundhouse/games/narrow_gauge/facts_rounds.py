"""What can happen between the turns of Narrow Gauge: the start of a round, its dividends, and the end."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact, Money, Seat, Word
from roundhouse.games.books import Entry, Took
from roundhouse.games.film import CARD, Movement, coins, panel, purse
from roundhouse.games.kit.shares import Sum
from roundhouse.games.kit.telling import OfSeat, Said, Things, Told
from roundhouse.games.narrow_gauge.facts import BySeat, Commodity, Company, Contract, Income, Row, contract_spot


def bid_place(seat: int) -> str:
    """Where a seat's bid lies."""
    return f".auction .bidders li:nth-child({seat + 1}), .auction"


def granted(at: Things, contract: str, start: str, seat: int) -> Movement:
    """A contract to those that a seat holds."""
    return Movement(CARD, start, f"{contract_spot(contract)}, {panel(seat)}", at.name("contract", contract))


# ---- the start of a round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(Told, Fact):
    """A round begins, with its certificates."""

    rules: ClassVar = ("NG-RND-1",)
    says: ClassVar = "Round {round} begins, with the certificates of value {round}."

    round: int
    """Counted from 1."""


@dataclass(frozen=True, slots=True)
class ContractDealt(Told, Fact):
    """A contract is turned up for the auction, or dealt to a seat that alone sees which."""

    rules: ClassVar = ("NG-BID-1", "NG-ORD-1")
    where: ClassVar = ("contract",)
    hidden: ClassVar = ("contract",)
    goes_by: ClassVar = "seat"
    says: ClassVar = {"none": "Turned up: {contract:full}.", "some": "{seat} is dealt {contract:full}."}

    contract: Contract | None
    seat: Seat | None
    """To whom; None if it lies open for both."""


@dataclass(frozen=True, slots=True)
class BidSealed(OfSeat):
    """The first of two bids. The other player does not see how much it is."""

    rules: ClassVar = ("NG-BID-2",)
    hidden: ClassVar = ("amount",)
    goes_by: ClassVar = "amount"
    says: ClassVar = {
        "some": "{seat} has made a bid of {amount}, in secret.",
        "none": "{seat} has made a bid, in secret.",
    }

    amount: Money | None

    def film(self, at: Things) -> list[Movement]:
        """A bid that is sealed shows nothing but that it is there."""
        return [Movement(CARD, panel(self.seat), bid_place(self.seat))]


@dataclass(frozen=True, slots=True)
class BidsOpened(Told, Fact):
    """Both bids are in, and both are paid."""

    rules: ClassVar = ("NG-BID-3",)
    counted_as: ClassVar = "bids for the first turn"
    says: ClassVar = "The bids: {stakes}. Both pay."

    bids: BySeat

    @property
    def stakes(self) -> tuple[Sum, ...]:
        """Each seat with its bid."""
        return tuple(Sum(seat, bid) for seat, bid in enumerate(self.bids))

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        """Both bids, as paid."""
        return tuple((seat, -bid) for seat, bid in enumerate(self.bids) if bid)

    def film(self, at: Things) -> list[Movement]:
        """Coins from each purse to its bid, for bids above 0."""
        return [coins(at.money(bid), purse(seat), bid_place(seat)) for seat, bid in enumerate(self.bids) if bid]


@dataclass(frozen=True, slots=True)
class BidsTied(Told, Fact):
    """Both will bid again, once, if anybody has money left."""

    rules: ClassVar = ("NG-BID-6",)
    goes_by: ClassVar = "again"
    says: ClassVar = {"True": "A tie at {bid}: both bid again, once.", "False": "A tie at {bid}."}

    bid: Money
    again: bool


@dataclass(frozen=True, slots=True)
class LotsNeeded(Told, Fact):
    """The first player will be drawn, and nobody gets a contract."""

    rules: ClassVar = ("NG-BID-7",)
    says: ClassVar = {
        "no money": "Nobody has any money: the first player is drawn, and nobody gets a contract.",
        "no bid": "Nobody bids anything: the first player is drawn, and nobody gets a contract.",
        "tied again": "A second tie: the first player is drawn, and nobody gets a contract.",
    }

    why: str
    """"no money", "no bid" or "tied again"."""


@dataclass(frozen=True, slots=True)
class FirstSettled(Told, Fact):
    """Who has the first turn of a round: by the higher bid, by lot, or by the alphabet."""

    rules: ClassVar = ("NG-BID-4", "NG-BID-7", "NG-ORD-3")
    says: ClassVar = {
        "NG-BID-4": "{seat} has bid more, has the first turn, and chooses a contract first.",
        "NG-BID-7": "Drawn for the first turn: {seat}.",
        "NG-ORD-3": "{contract} comes first in the alphabet: {seat} has the first turn.",
    }
    silent: ClassVar = ("bid",)     # `BidsOpened` tells
    takes: ClassVar = ("first turn", "round {round}", "bid")

    round: int
    seat: Seat
    bid: Money
    """What the seat has paid for it; 0 where nobody paid."""
    contract: Contract | None
    """What the seat has kept, where the alphabet decides."""


@dataclass(frozen=True, slots=True)
class ContractTaken(OfSeat):
    """A contract taken after the auction, by a bid that is enough for it."""

    rules: ClassVar = ("NG-BID-4",)
    takes: ClassVar = ("contract", "{contract:id}", "bid")
    offers: ClassVar = ("Take a contract", "{contract}: {contract:title}")
    lit: ClassVar = "trade"
    where: ClassVar = ("contract",)
    first: ClassVar = ("contract",)
    says: ClassVar = "{seat} takes {contract:full}, with a bid of {bid}."
    silent: ClassVar = ("value",)   # part of the contract's name in full

    contract: Contract
    value: Money
    bid: Money

    def film(self, at: Things) -> list[Movement]:
        """The contract, from the auction to the seat."""
        return [granted(at, self.contract, contract_spot(self.contract), self.seat)]


class ContractDeclined(OfSeat):
    """A seat takes none of the contracts on offer."""

    rules: ClassVar = ("NG-BID-5",)
    offers: ClassVar = ("Take a contract", "No contract")
    lit: ClassVar = "leave"
    says: ClassVar = "{seat} takes no contract."


@dataclass(frozen=True, slots=True)
class ContractsLeft(Told, Fact):
    """What nobody took goes out of the game."""

    rules: ClassVar = ("NG-BID-8",)
    says: ClassVar = "{contracts:and} went to nobody and {contracts|leaves|leave} the game."

    contracts: tuple[Contract, ...]


@dataclass(frozen=True, slots=True)
class KeptSealed(OfSeat):
    """The first of two contracts kept in random order. The other player does not see which."""

    rules: ClassVar = ("NG-ORD-2",)
    offers: ClassVar = ("Keep a contract", "{contract}: {contract:title}")
    lit: ClassVar = "trade"
    first: ClassVar = ("contract",)
    hidden: ClassVar = ("contract",)
    goes_by: ClassVar = "contract"
    says: ClassVar = {
        "some": "{seat} keeps {contract}, in secret.",
        "none": "{seat} keeps one of two contracts, in secret.",
    }

    contract: Contract | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What a seat has kept."""

    says: ClassVar = "{seat} has kept {contract:full}"

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class KeptOpened(Told, Fact):
    """Both have kept a contract, by seat; the other two go back unseen."""

    rules: ClassVar = ("NG-ORD-2",)
    offers: ClassVar = ("Keep a contract", "{last}: {last:title}")
    where: ClassVar = ("contracts",)
    lit: ClassVar = "trade"
    first: ClassVar = ("last",)
    says: ClassVar = "{kept:;}. The two others go back unseen."

    contracts: tuple[Contract, Contract]

    @property
    def last(self) -> Contract:
        """Of seat 1, whose choice opens both."""
        return self.contracts[1]

    @property
    def kept(self) -> tuple[Kept, ...]:
        """Each seat with its contract."""
        return tuple(Kept(seat, contract) for seat, contract in enumerate(self.contracts))

    def film(self, at: Things) -> list[Movement]:
        """Both contracts, each to the seat that holds it."""
        return [granted(at, one.contract, f"{contract_spot(one.contract)}, {panel(one.seat)}", one.seat)
                for one in self.kept]

    def entries(self, at: Things) -> list[Entry]:
        """Both contracts as taken, without a price."""
        return [Took("contract", one.contract, one.seat) for one in self.kept]


# ---- the end of a round ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundEnded(Told, Fact):
    """No turn is left in the round, and dividends are due."""

    rules: ClassVar = ("NG-RND-2",)
    says: ClassVar = "Round {round} is over, with {left|# certificate|# certificates} left: dividends."

    round: int
    left: int
    """Certificates that nobody took."""


@dataclass(frozen=True, slots=True)
class Holding(Said):
    """What a seat holds of a company, and what that counts where a contract makes it more (NG-CON-WV)."""

    goes_by: ClassVar = "proxies"
    says: ClassVar = {
        "0": "{seat} holds {held}",
        "some": "{seat} holds {held}, which {held|counts|count} {votes} by {proxies:and}",
    }

    seat: Seat
    held: int
    votes: int
    proxies: tuple[Contract, ...]


@dataclass(frozen=True, slots=True)
class MajorityPaid(Income, Fact):
    """Who counts more certificates of a company."""

    rules: ClassVar = ("NG-RND-3",)
    counted_as: ClassVar = "majorities"
    brought: ClassVar = ("certificate", "company")
    gets: ClassVar = "amount"
    goes_by: ClassVar = "seat"
    says: ClassVar = {
        "some amount": "The {company}: {holdings}. For the majority {seat} gets {amount}.",
        "none": "The {company}: {holdings}; a tie pays nobody.",
        "some": "The {company}: {holdings}; a majority pays nothing.",
    }

    company: Company
    held: BySeat
    """Certificates, by seat."""
    votes: BySeat
    """What they count, with proxies."""
    proxies: tuple[tuple[str, ...], tuple[str, ...]]
    """The contracts that make a seat's certificates count more."""
    seat: Seat | None
    """Who is ahead; None in a tie."""
    amount: Money

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What each seat holds of the company, and what that counts."""
        return tuple(Holding(seat, *one) for seat, one in enumerate(zip(self.held, self.votes, self.proxies)))


@dataclass(frozen=True, slots=True)
class CommodityPaid(Income, Fact):
    """A die pays the side on which it stands its number times the dollars of its row."""

    rules: ClassVar = ("NG-RND-4",)
    counted_as: ClassVar = "commodities"
    brought: ClassVar = ("commodity", "commodity")
    gets: ClassVar = "amount"
    goes_by: ClassVar = "seat"
    says: ClassVar = {
        "some": "The die of {commodity} stands on {row}: {seat} gets {number} × {dollars} = {amount}.",
        "none": "The die of {commodity} stands on X and pays nobody.",
    }

    commodity: Commodity
    number: int
    row: Row
    dollars: Money
    """What the row is worth."""
    seat: Seat | None
    """Whose side it is; None on X."""
    amount: Money


@dataclass(frozen=True, slots=True)
class Dividends:
    """What a seat gets in a round."""

    says: ClassVar = "{seat} {majorities} for majorities + {commodities} for commodities = {total}"

    seat: Seat
    majorities: Money
    commodities: Money
    total: Money


@dataclass(frozen=True, slots=True)
class DividendsPaid(Told, Fact):
    """The sums of a round: what was told company by company and die by die."""

    rules: ClassVar = ("NG-RND-5",)
    says: ClassVar = "Together: {sums:;}."

    round: int
    majorities: BySeat
    commodities: BySeat
    totals: BySeat
    cash: tuple[int | None, int | None]
    """What each seat has then; None is not for who looks."""
    secret: bool
    """Whether a seat's cash is its own secret (NG-HID-5)."""

    @property
    def sums(self) -> tuple[Dividends, ...]:
        """What each seat gets, by kind and together."""
        by_seat = zip(self.majorities, self.commodities, self.totals)
        return tuple(Dividends(seat, *each) for seat, each in enumerate(by_seat))

    def seen_by(self, seat: int) -> Fact:
        """All of it where cash is open, else with no cash but the seat's own."""
        if not self.secret:
            return self
        mine, theirs = (cash if one == seat else None for one, cash in enumerate(self.cash))
        return replace(self, cash=(mine, theirs))


@dataclass(frozen=True, slots=True)
class Leftover:
    """Certificates of a company that nobody took."""

    says: ClassVar = "{left} of the {company}"

    company: Company
    left: int


@dataclass(frozen=True, slots=True)
class CertificatesLeft(Told, Fact):
    """What nobody took goes out of the game."""

    rules: ClassVar = ("NG-RND-6",)
    where: ClassVar = ("companies",)
    goes_by: ClassVar = "companies"
    says: ClassVar = {
        "some": "Certificates that nobody took leave the game: {leftovers:and}.",
        "0": "No certificate is left over.",
    }

    companies: tuple[Company, ...]
    """One name for each certificate."""

    @property
    def leftovers(self) -> tuple[Leftover, ...]:
        """How many are left of each company."""
        return tuple(Leftover(company, left) for company, left in Counter(self.companies).items())


@dataclass(frozen=True, slots=True)
class ContractsReturned(Told, Fact):
    """At the end of a round contracts are discarded, or with more-power those flipped are turned up again."""

    rules: ClassVar = ("NG-CON-3", "NG-CON-4")
    says: ClassVar = {
        "NG-CON-3": "{contracts:and} {contracts|is|are} discarded.",
        "NG-CON-4": "{contracts:and} {contracts|is|are} turned up again.",
    }

    contracts: tuple[Contract, ...]


# ---- the end ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Account(Said):
    """Where some of a seat's money came from, or went."""

    goes_by: ClassVar = "what"
    says: ClassVar = {"start": "{amount} at the start", "some": "{amount:signed} for {what}"}

    what: Word
    amount: Money


@dataclass(frozen=True, slots=True)
class FinalSum:
    """All the money of a seat, account by account."""

    says: ClassVar = "{seat}: {accounts} = {total}"

    seat: Seat
    accounts: tuple[Account, ...]
    total: Money


VERDICTS = {
    "money": "{winners} wins.",
    "dice": "The money is equal, and the dice on their sides add up to {dice:and}: "
    "{winners} wins with the lower sum.",
    "shared": "The money is equal, and the dice on their sides add up to {dice:and}: "
    "a shared win. Play again!",
}
"""NG-END-1 to NG-END-3"""


@dataclass(frozen=True, slots=True)
class GameEnded(Told, facts.Ended):
    """The final count, with where each seat's money came from."""

    rules: ClassVar = ("NG-END-1", "NG-END-2", "NG-END-3")
    says: ClassVar = {why: f"The game is over. {{sums:;}}. {verdict}" for why, verdict in VERDICTS.items()}

    start: int
    """What each began with."""
    connections: BySeat
    penalties: BySeat
    """What each has paid, and so have bids."""
    bids: BySeat
    majorities: tuple[BySeat, ...]
    """By round, by seat."""
    commodities: tuple[BySeat, ...]
    dice: BySeat
    """The dice on each side added up, for a tie."""

    @property
    def sums(self) -> tuple[FinalSum, ...]:
        """Each seat's money, account by account."""
        return tuple(FinalSum(seat, self._accounts(seat), score) for seat, score in enumerate(self.scores))

    def _accounts(self, seat: int) -> tuple[Account, ...]:
        """Those that are not empty, after the money at the start."""
        amounts = {
            "connections": self.connections[seat], "penalties": -self.penalties[seat], "bids": -self.bids[seat],
            "majorities": sum(sums[seat] for sums in self.majorities),
            "commodities": sum(sums[seat] for sums in self.commodities),
        }
        return Account("start", self.start), *(Account(name, amount) for name, amount in amounts.items() if amount)
