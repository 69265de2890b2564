"""What can happen between the turns of Narrow Gauge: the start of a round, its dividends, and the end."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from roundhouse.engine.facts import Ended, Fact
from roundhouse.games.narrow_gauge.facts import BySeat, paid

# ---- the start of a round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-RND-1",)
    round: int
    """Counted from 1."""


@dataclass(frozen=True, slots=True)
class ContractDealt(Fact):
    """A contract is turned up for the auction, or dealt to a seat that alone sees which."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-1", "NG-ORD-1")
    contract: str | None
    seat: int | None
    """To whom; None if it lies open for both."""

    @property
    def spots(self) -> tuple[str, ...]:
        return () if self.contract is None else (f"contract-{self.contract}",)

    def seen_by(self, seat: int) -> Fact:
        return self if self.seat is None or seat == self.seat else replace(self, contract=None)


@dataclass(frozen=True, slots=True)
class BidSealed(Fact):
    """The first of two bids. The other player does not see how much it is."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-2",)
    seat: int
    amount: int | None

    def seen_by(self, seat: int) -> Fact:
        return self if seat == self.seat else replace(self, amount=None)


@dataclass(frozen=True, slots=True)
class BidsOpened(Fact):
    """Both bids are in, and both are paid."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-3",)
    bids: BySeat

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return paid(*((seat, -bid) for seat, bid in enumerate(self.bids)))

    @property
    def account(self) -> str:
        return "bids for the first turn"


@dataclass(frozen=True, slots=True)
class BidsTied(Fact):
    """Both will bid again, once."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-6",)
    bid: int


@dataclass(frozen=True, slots=True)
class LotsNeeded(Fact):
    """The first player will be drawn, and nobody gets a contract."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-7",)
    why: str
    """"no money", "no bid" or "tied again"."""


@dataclass(frozen=True, slots=True)
class FirstSettled(Fact):
    """Who has the first turn of a round: by the higher bid, by lot, or by the alphabet."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-4", "NG-BID-7", "NG-ORD-3")
    round: int
    seat: int
    bid: int
    """What the seat has paid for it; 0 where nobody paid."""
    contract: str | None
    """What the seat has kept, where the alphabet decides."""


@dataclass(frozen=True, slots=True)
class ContractTaken(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-BID-4",)
    seat: int
    contract: str
    value: int
    bid: int

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"contract-{self.contract}",)


@dataclass(frozen=True, slots=True)
class ContractDeclined(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-BID-5",)
    seat: int


@dataclass(frozen=True, slots=True)
class ContractsLeft(Fact):
    """What nobody took goes out of the game."""

    rules: ClassVar[tuple[str, ...]] = ("NG-BID-8",)
    contracts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptSealed(Fact):
    """The first of two contracts kept in random order. The other player does not see which."""

    rules: ClassVar[tuple[str, ...]] = ("NG-ORD-2",)
    seat: int
    contract: str | None

    def seen_by(self, seat: int) -> Fact:
        return self if seat == self.seat else replace(self, contract=None)


@dataclass(frozen=True, slots=True)
class KeptOpened(Fact):
    """Both have kept a contract, by seat; the other two go back unseen."""

    rules: ClassVar[tuple[str, ...]] = ("NG-ORD-2",)
    contracts: tuple[str, str]

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(f"contract-{one}" for one in self.contracts)


# ---- the end of a round ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundEnded(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-RND-2",)
    round: int
    left: int
    """Certificates that nobody took."""


@dataclass(frozen=True, slots=True)
class MajorityPaid(Fact):
    """Who counts more certificates of a company."""

    rules: ClassVar[tuple[str, ...]] = ("NG-RND-3",)
    company: str
    held: BySeat
    """Certificates, by seat."""
    votes: BySeat
    """What they count, with proxies."""
    proxies: tuple[tuple[str, ...], tuple[str, ...]]
    """The contracts that make a seat's certificates count more."""
    seat: int | None
    """Who is ahead; None in a tie."""
    amount: int

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return () if self.seat is None else paid((self.seat, self.amount))

    @property
    def account(self) -> str:
        return "majorities"


@dataclass(frozen=True, slots=True)
class CommodityPaid(Fact):
    """A die pays the side on which it stands its number times the dollars of its row."""

    rules: ClassVar[tuple[str, ...]] = ("NG-RND-4",)
    commodity: str
    number: int
    row: int
    dollars: int
    """What the row is worth."""
    seat: int | None
    """Whose side it is; None on X."""
    amount: int

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return () if self.seat is None else paid((self.seat, self.amount))

    @property
    def account(self) -> str:
        return "commodities"


@dataclass(frozen=True, slots=True)
class DividendsPaid(Fact):
    """The sums of a round: what was told company by company and die by die."""

    rules: ClassVar[tuple[str, ...]] = ("NG-RND-5",)
    round: int
    majorities: BySeat
    commodities: BySeat
    totals: BySeat
    cash: tuple[int | None, int | None]
    """What each seat has then; None is not for who looks."""
    secret: bool
    """Whether a seat's cash is its own secret (NG-HID-5)."""

    def seen_by(self, seat: int) -> Fact:
        if not self.secret:
            return self
        mine, theirs = (cash if one == seat else None for one, cash in enumerate(self.cash))
        return replace(self, cash=(mine, theirs))


@dataclass(frozen=True, slots=True)
class CertificatesLeft(Fact):
    """What nobody took goes out of the game."""

    rules: ClassVar[tuple[str, ...]] = ("NG-RND-6",)
    companies: tuple[str, ...]
    """One name for each certificate."""

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(f"company-{one}" for one in self.companies))


@dataclass(frozen=True, slots=True)
class ContractsReturned(Fact):
    """At the end of a round contracts are discarded, or with more-power those flipped are turned up again."""

    rules: ClassVar[tuple[str, ...]] = ("NG-CON-3", "NG-CON-4")
    contracts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Ended):
    """The final count, with where each seat's money came from."""

    rules: ClassVar[tuple[str, ...]] = ("NG-END-1", "NG-END-2", "NG-END-3")
    start: int
    """What each began with."""
    majorities: tuple[BySeat, ...]
    """By round, by seat."""
    commodities: tuple[BySeat, ...]
    building: BySeat
    """All the rest: connections less penalties and bids."""
    dice: BySeat
    """The dice on each side added up, for a tie."""
