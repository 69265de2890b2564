"""What happens in a game of Spur Line, as its rules tell it."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class OrderDealt(Fact):
    """A seat is dealt an order. Others see that, and not which."""

    rules: ClassVar = ("SL-SET-2",)

    seat: int
    town: str

    def seen_by(self, seat: int) -> Fact | None:
        return self if seat == self.seat else replace(self, town="")


@dataclass(frozen=True, slots=True)
class TrackLaid(Fact):
    """A seat lays a piece of track, and pays for hills."""

    rules: ClassVar = ("SL-LAY-1",)

    seat: int
    hex: str
    paid: int
    left: int
    """Pieces of track that are left."""

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, -self.paid),)


@dataclass(frozen=True, slots=True)
class OrderMet(Fact):
    """The line has come to the town of an order, which nobody knows of but its holder."""

    rules: ClassVar = ("SL-END-2",)

    seat: int
    town: str
    points: int

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, self.points),)

    def seen_by(self, seat: int) -> Fact | None:
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class OrderCounted(Fact):
    """At the end: what an order is worth to who holds it, 0 if the line has not come to its town."""

    rules: ClassVar = ("SL-END-2",)

    seat: int
    town: str
    points: int


@dataclass(frozen=True, slots=True)
class Ended(facts.Ended):
    rules: ClassVar = ("SL-END-1",)
