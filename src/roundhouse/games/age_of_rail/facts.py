"""What a step of Age of Rail did: every number that explains it, in the words of the notation."""
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact

Part = tuple[str, int, int]
"""What a place adds to an Income: the place, how many link ends count, and how much for each."""

# ---- auctions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenerDrawn(Fact):
    """Chance has chosen who opens the first auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-SET-4",)
    seat: int


@dataclass(frozen=True, slots=True)
class _AboutAShare(Fact):
    railroad: str

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"share:{self.railroad}",)


@dataclass(frozen=True, slots=True)
class AuctionOpened(_AboutAShare):
    """The first share of a railroad comes up for auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-1", "AL-OFF-1", "AR-LATE-1", "AL-LATE-1")
    opener: int
    reached: str
    """The city that a build has reached, where that opens the railroad; else empty."""


@dataclass(frozen=True, slots=True)
class Offered(_AboutAShare):
    """A share of an open railroad comes up for auction."""

    rules: ClassVar[tuple[str, ...]] = ("AR-STK-3", "AR-STK-4")
    seat: int
    own: bool
    opener: int
    value: int
    shares: int
    minimum: int
    """Value / shares, rounded up."""


@dataclass(frozen=True, slots=True)
class Bid(_AboutAShare):
    rules: ClassVar[tuple[str, ...]] = ("AR-AUC-2",)
    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class Passed(_AboutAShare):
    rules: ClassVar[tuple[str, ...]] = ("AR-AUC-1",)
    seat: int


@dataclass(frozen=True, slots=True)
class ShareSold(_AboutAShare):
    """Bought from a railroad or a player, or taken free because nobody bid."""

    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-2", "AR-OFF-3", "AR-STK-5", "AL-LATE-3")
    seat: int
    price: int
    seller: int | None
    """The player who sold it and has the price; None if it went into the Treasury."""
    free: bool
    treasury: int
    sold: int
    """How many shares of the railroad players hold now."""

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        paid = (self.seat, -self.price)
        return (paid,) if self.seller is None else (paid, (self.seller, self.price))

    @property
    def account(self) -> str:
        return "shares bought and sold"


@dataclass(frozen=True, slots=True)
class NotSold(_AboutAShare):
    rules: ClassVar[tuple[str, ...]] = ("AR-STK-5",)


# ---- turns -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(facts.TurnBegan):
    rules: ClassVar[tuple[str, ...]] = ("AR-TURN-5", "AR-OFF-6", "AL-OFF-4")
    holds: str = ""
    """For the first turn of a game: the railroad whose share gives it."""


@dataclass(frozen=True, slots=True)
class BoxTaken(Fact):
    """A marker moves to a box, and the Action Track advances."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TURN-1",)
    seat: int
    box: str
    before: int
    after: int
    limit: int
    """A dividend comes when the Action Track is beyond it at the end of a turn."""


@dataclass(frozen=True, slots=True)
class NothingDone(Fact):
    """A box was taken whose action can do nothing."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-4", "AR-STK-2", "AR-DEV-7", "AL-DEV-1")
    seat: int
    box: str


# ---- building --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Delegated(_AboutAShare):
    """Who is on turn controls nothing that can build, and names who builds."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-3",)
    seat: int
    builder: int


@dataclass(frozen=True, slots=True)
class LinkLaid(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AR-OFF-4", "AR-LATE-3", "AL-LATE-3", "AR-BLD-5", "AR-BLD-7")
    seat: int
    railroad: str
    link: str
    start: str
    """The end that was on the network before; the base of a railroad that had none."""
    end: str
    why: str
    """What kind of link it is, which makes its cost: "free", "first", "second"."""
    cost: int
    treasury: int
    """What is left there."""
    reached: tuple[str, ...]
    """The places that are new to the railroad."""
    connected: tuple[str, ...]
    """Those of them that no railroad had reached before."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.link,)


@dataclass(frozen=True, slots=True)
class IncomeMoved(Fact):
    """The Income of a railroad, and what each place added to it."""

    rules: ClassVar[tuple[str, ...]] = ("AR-TERM-3", "AR-DEV-1")
    railroad: str
    before: int
    parts: tuple[Part, ...]
    after: int


@dataclass(frozen=True, slots=True)
class ValueMoved(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AR-TERM-4", "AR-EXT-3")
    railroad: str
    before: int
    added: int
    after: int


@dataclass(frozen=True, slots=True)
class NoSecondLink(Fact):
    """A build that is over after its first link, by itself or because the builder wants it so."""

    rules: ClassVar[tuple[str, ...]] = ("AR-BLD-5", "AR-BLD-7", "AR-BLD-8", "AL-BLD-1", "AR-BLD-9")
    seat: int
    railroad: str
    place: str
    """Where the first link led."""
    why: str
    """One of "chosen", "old place", "through", "treasury", "nowhere"."""
    cost: int
    treasury: int


@dataclass(frozen=True, slots=True)
class Connected(Fact):
    """An External Connection is built."""

    rules: ClassVar[tuple[str, ...]] = ("AR-EXT-3", "AL-EXT-1")
    seat: int
    railroad: str
    external: str
    gate: str
    cost: int
    treasury: int
    added: int
    """By how much the Value rises."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (f"to:{self.external}",)


# ---- developing ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Developed(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-2", "AR-DEV-3", "AL-DEV-3", "AL-DEV-5")
    place: str
    how: str
    """One of "first", "second", "automatic"."""
    seat: int
    """On whose turn; who pays for a second."""
    before: int
    after: int
    cost: int

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.place,)

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, -self.cost),) if self.cost else ()

    @property
    def account(self) -> str:
        return "second developments"


@dataclass(frozen=True, slots=True)
class NoSecondDevelopment(Fact):
    """The automatic development comes instead of a second one."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-3", "AL-DEV-4", "AR-DEV-6")
    seat: int
    why: str
    """One of "chosen", "cash", "places"."""
    cost: int
    cash: int


@dataclass(frozen=True, slots=True)
class MetrosFull(Fact):
    """Nothing is left for the automatic development."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DEV-3", "AL-DEV-5")


# ---- dividends and the end -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DividendDue(Fact):
    rules: ClassVar[tuple[str, ...]] = ("AR-DIV-1", "AR-END-1")
    number: int
    of: int
    """The last of so many is the Final Payoff."""
    called: bool
    """Pay Dividends was taken; otherwise the Action Track is beyond its limit."""
    track: int
    limit: int

    @property
    def final(self) -> bool:
        return self.number == self.of


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    """What a railroad pays for each share that a player holds."""

    rules: ClassVar[tuple[str, ...]] = ("AR-EXT-2", "AR-DIV-2", "AR-END-1")
    railroad: str
    why: str
    """One of "bonus", "dividend", "final"."""
    income: int
    value: int
    """What of the Value is paid out too: all of it at the end, before that nothing."""
    divisor: int
    """The shares by which it is divided: all there are, or at the end those sold."""
    each: int
    holders: tuple[tuple[int, int], ...]
    """Seats and how many shares they hold."""
    links: tuple[tuple[str, int, int], ...]
    """The railroad's links, with the values at both ends: what the Income comes from."""

    @property
    def rounded(self) -> str:
        """Whether a share got a little more or less than its part: "up", "down", or empty."""
        rest = self.each * self.divisor - self.income - self.value
        return "up" if rest > 0 else "down" if rest < 0 else ""

    @property
    def money(self) -> tuple[tuple[int, int], ...]:
        return tuple((seat, self.each * held) for seat, held in self.holders)

    @property
    def account(self) -> str:
        return {"bonus": "external connections", "dividend": "dividends", "final": "the Final Payoff"}[self.why]


@dataclass(frozen=True, slots=True)
class TrackReset(Fact):
    """After a dividend the Action Track goes back."""

    rules: ClassVar[tuple[str, ...]] = ("AR-DIV-3",)
    before: int


@dataclass(frozen=True, slots=True)
class Ended(facts.Ended):
    rules: ClassVar[tuple[str, ...]] = ("AR-END-2",)
    cash: tuple[int, ...]
    """What every seat had before the Final Payoff."""

    def payoff(self, seat: int) -> int:
        """What the Final Payoff brought a seat."""
        return self.scores[seat] - self.cash[seat]
