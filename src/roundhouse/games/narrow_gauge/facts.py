"""What can happen in a game of Narrow Gauge, in set-up and in a turn; `facts_rounds` has the rest.

Everything is named as in the notation; seats are numbers.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from roundhouse.engine.facts import Fact
from roundhouse.engine.facts import TurnBegan as AnyTurnBegan

BySeat = tuple[int, int]


def paid(*payments: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Payments to seats, without those of nothing."""
    return tuple((seat, amount) for seat, amount in payments if amount)


# ---- set-up and cards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TileTurnedUp(Fact):
    """A city shows its commodity: in set-up, or when the first locomotive comes to a tile that lay face down."""

    rules: ClassVar[tuple[str, ...]] = ("NG-SET-3", "NG-COM-7")
    city: str
    commodity: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.city,)


@dataclass(frozen=True, slots=True)
class HomePlaced(Fact):
    """A company's tile lies on a start, with its first locomotive."""

    rules: ClassVar[tuple[str, ...]] = ("NG-SET-4",)
    company: str
    hex: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact):
    """A track card comes into a hand, in set-up or in Step 4. Only its owner sees which."""

    rules: ClassVar[tuple[str, ...]] = ("NG-SET-8", "NG-HAND-1")
    seat: int
    card: str | None

    @property
    def spots(self) -> tuple[str, ...]:
        return () if self.card is None else (f"card-{self.card}",)

    def seen_by(self, seat: int) -> Fact:
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class CardDiscarded(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-HAND-1",)
    seat: int
    card: str
    left: int
    """Cards still in the hand."""
    full: int
    """Up to how many cards it will be refilled."""


@dataclass(frozen=True, slots=True)
class RefillBegan(Fact):
    """Step 4: so many cards will be drawn."""

    rules: ClassVar[tuple[str, ...]] = ("NG-HAND-1",)
    seat: int
    missing: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The discard pile becomes the draw pile."""

    rules: ClassVar[tuple[str, ...]] = ("NG-HAND-3",)
    cards: int


# ---- a turn ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(AnyTurnBegan):
    rules: ClassVar[tuple[str, ...]] = ("NG-TURN-2",)
    allowed: int
    """Cards that may be played: one with a dark build token, else two."""


@dataclass(frozen=True, slots=True)
class CertificateTaken(Fact):
    """Step 1."""

    rules: ClassVar[tuple[str, ...]] = ("NG-SHR-1",)
    seat: int
    company: str
    held: BySeat
    """Certificates of the company, by seat, this one included."""
    votes: BySeat
    """What they count for a majority."""
    left: int
    """On offer still in this round."""
    pays: int
    """What the company's next connection would pay this seat."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"company-{self.company}",)


@dataclass(frozen=True, slots=True)
class CardPlayed(Fact):
    """Steps 2 and 3: a card puts locomotives on the board."""

    rules: ClassVar[tuple[str, ...]] = ("NG-CARD-8",)
    seat: int
    card: str
    start: str
    turned: bool
    mirrored: bool
    company: str
    hexes: tuple[str, ...]
    """The new locomotives, in the card's order."""
    skipped: tuple[str, ...]
    """Hexes of the card where the company stood already."""

    @property
    def spots(self) -> tuple[str, ...]:
        return self.hexes


class Penalty(NamedTuple):
    """One reason to pay for a new locomotive."""

    hex: str
    why: str
    """"difficult", "water" or "rivals"."""
    amount: int
    rivals: tuple[str, ...] = ()
    """The other companies on the hex."""
    contract: str = ""
    """The contract that sets this price."""


@dataclass(frozen=True, slots=True)
class PenaltiesPaid(Fact):
    """The bill of a card, item by item. A contract can make an item cost nothing."""

    rules: ClassVar[tuple[str, ...]] = ("NG-PEN-4",)
    seat: int
    items: tuple[Penalty, ...]
    total: int

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return paid((self.seat, -self.total))

    @property
    def account(self) -> str:
        return "penalties"


@dataclass(frozen=True, slots=True)
class Connected(Fact):
    """A new locomotive stands on a city: the marker's new value times the dividend is paid, and what contracts add."""

    rules: ClassVar[tuple[str, ...]] = ("NG-CONN-1", "NG-CONN-2")
    seat: int
    company: str
    city: str
    before: int
    """Where the company's marker stood."""
    after: int
    dividend: int
    added: int
    contracts: tuple[str, ...]
    """Those that add it."""
    total: int
    face_down: bool
    """Whether the city's tile is still to be turned up; its die moves then."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.city, f"company-{self.company}")

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return paid((self.seat, self.total))

    @property
    def account(self) -> str:
        return "connections"


@dataclass(frozen=True, slots=True)
class DieMoved(Fact):
    """A commodity's die goes towards a seat: for a connection by the certificates held, or by a contract."""

    rules: ClassVar[tuple[str, ...]] = ("NG-COM-1", "NG-CON-VA")
    seat: int
    commodity: str
    spaces: int
    lost: int
    """Spaces left over on the seat's last row."""
    by: str
    """The company connected, or the contract."""
    before: int
    """The row: 0 is X, seat 0's rows are above it, seat 1's below."""
    after: int
    number_before: int
    number_after: int
    """The die's number: one more when it crosses over."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"market-{self.commodity}",) if self.before != self.after else ()


@dataclass(frozen=True, slots=True)
class ContractFlipped(Fact):
    """A contract is used, once in the round."""

    rules: ClassVar[tuple[str, ...]] = ("NG-CON-KY", "NG-CON-TN", "NG-CON-VA")
    seat: int
    contract: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"contract-{self.contract}",)


@dataclass(frozen=True, slots=True)
class NoCardPlayed(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-TURN-3",)
    seat: int


@dataclass(frozen=True, slots=True)
class BuildingEnded(Fact):
    rules: ClassVar[tuple[str, ...]] = ("NG-TURN-4",)
    seat: int
    cards: int
    """Played this turn."""


@dataclass(frozen=True, slots=True)
class TokenTurned(Fact):
    """A build token is turned over, or stays dark because no card was played."""

    rules: ClassVar[tuple[str, ...]] = ("NG-TOK-2", "NG-TOK-3")
    seat: int
    before: str
    """"white" or "dark"."""
    after: str
