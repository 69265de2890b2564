"""What happens in a game of Spur Line, as its rules tell it: its numbers, its sentence, what it moves."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from roundhouse.engine import facts
from roundhouse.engine.facts import Fact, Place, Seat
from roundhouse.games.books import Built, Entry
from roundhouse.games.film import Movement, coins, panel
from roundhouse.games.kit.telling import Things, Told


@dataclass(frozen=True, slots=True)
class OrderDealt(Told, Fact):
    """A seat is dealt an order. Others see that, and not which."""

    rules: ClassVar = ("SL-SET-2",)
    says: ClassVar = {"known": "{seat} is dealt the order for {town}.", "hidden": "{seat} is dealt an order."}

    seat: Seat
    town: Place

    @property
    def form(self) -> str:
        return "known" if self.town else "hidden"

    def seen_by(self, seat: int) -> Fact | None:
        return self if seat == self.seat else replace(self, town="")


@dataclass(frozen=True, slots=True)
class TrackLaid(Told, Fact):
    """A seat lays a piece of track, and pays for hills."""

    rules: ClassVar = ("SL-LAY-1",)
    says: ClassVar = {
        "free": "{seat} lays track to {hex}; {left|# piece|# pieces} left.",
        "hills": "{seat} lays track to {hex}, which costs {paid|# point|# points}; {left|# piece|# pieces} left.",
    }

    seat: Seat
    hex: Place
    paid: int
    left: int
    """Pieces of track that are left."""

    @property
    def form(self) -> str:
        return "hills" if self.paid else "free"

    @property
    def spots(self) -> tuple[str, ...]:
        return (self.hex,)

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, -self.paid),)

    def film(self, at: Things) -> list[Movement]:
        return [coins(f"{self.paid}", panel(self.seat), self.hex)] if self.paid else []

    def entries(self, at: Things) -> list[Entry]:
        return [Built(self.hex, "track")]


@dataclass(frozen=True, slots=True)
class OrderMet(Told, Fact):
    """The line has come to the town of an order, which nobody knows of but its holder."""

    rules: ClassVar = ("SL-END-2",)
    says: ClassVar = "The line has come to {town}: the order of {seat} counts {points|# point|# points}."

    seat: Seat
    town: Place
    points: int

    @property
    def scored(self) -> tuple[tuple[int, int], ...]:
        return ((self.seat, self.points),)

    def seen_by(self, seat: int) -> Fact | None:
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class OrderCounted(Told, Fact):
    """At the end: what an order is worth to its holder, 0 if the line has not come to its town."""

    rules: ClassVar = ("SL-END-2",)
    says: ClassVar = "{seat}: the order for {town} counts {points|# point|# points}."

    seat: Seat
    town: Place
    points: int


@dataclass(frozen=True, slots=True)
class Ended(Told, facts.Ended):
    rules: ClassVar = ("SL-END-1",)
    says: ClassVar = "The line is built. {winners:and} {winners|wins|win}."
