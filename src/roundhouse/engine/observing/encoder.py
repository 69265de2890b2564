"""What every encoder shares: how parts are laid out, seats in turn order, and the parts that all games have."""
from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from roundhouse.engine.auction import Auction
from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import CHANCE, NOBODY, OVER, Game, State
from roundhouse.engine.observing.floats import halvings_for
from roundhouse.engine.observing.parts import FINE, Amounts, Axis, Counts, Flags, Part


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Turns what a seat sees into numbers from 0 to 1. Seats are told in turn order from the one that looks.

    An encoder of a game adds its parts when it is made, and fills them in `encode`. This one knows no game. One that is
    not compiled is an `OwnEncoder`.
    """

    def __init__(self, game: Game, phases: list[str], most_money: int = 1) -> None:
        self.parts: list[Part] = []
        self.size: i64 = 0
        self.seats: i64 = game.seats
        self.money_halvings: i64 = halvings_for(most_money)
        self.by_seat = Axis("seat", ("you", *[f"you+{n}" for n in range(1, game.seats)]))
        numbers = Axis("number", tuple(str(seat) for seat in range(game.seats)))
        self._seat = self.flags("seat", "your seat, by the number that action codes give it", numbers)
        self._phase = self.flags("phase", "what is going on", Axis("phase", tuple(phases)))
        acting = Axis("who", (*self.by_seat.labels, "chance", "over"))
        self._to_act = self.flags("to_act", "who decides now", acting)

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write what the seat sees into the numbers from `at` on, which are all 0 before: here what all games have."""
        self.encode_common(out, at, seat, 0, state.to_act)

    # ---- laying out the parts ----------------------------------------------------------------------------------------

    def flags(self, name: str, meaning: str, *axes: Axis) -> Flags:
        """Add a part of numbers that are 0 or 1."""
        return Flags(self._add(name, meaning, "0 or 1", list(axes)))

    def counts(self, name: str, meaning: str, most: int, *axes: Axis) -> Counts:
        """Numbers up to `most`."""
        halvings = halvings_for(most)
        return Counts(self._add(name, meaning, f"of {1 << halvings}", list(axes)), halvings)

    def amounts(self, name: str, meaning: str, *axes: Axis) -> Amounts:
        """Add a part of amounts of money, each told finely up to a limit and coarsely beyond it."""
        fine, coarse = 1 << int(FINE), 1 << int(self.money_halvings)
        scale = Axis("scale", (f"/{fine}", f"/{coarse}"))
        start = self._add(name, meaning, f"of {fine}, at most 1; then of {coarse}", [*axes, scale])
        return Amounts(start, self.money_halvings)

    def _add(self, name: str, meaning: str, scale: str, axes: list[Axis]) -> int:
        """A new part; the index of its first number."""
        start: int = self.size
        size = prod([len(axis.labels) for axis in axes])
        self.parts.append(Part(name, start, size, meaning, scale, tuple(axes)))
        self.size += size
        return start

    # ---- filling them ------------------------------------------------------------------------------------------------

    def after(self, me: i64, seat: i64) -> i64:
        """How many places after me a seat comes in turn order."""
        return seat - me if seat >= me else seat - me + self.seats

    def mark_seat(self, part: Flags, out: vec[i32], at: i64, me: i64, seat: i64) -> None:
        """A seat, unless it is nobody's."""
        if seat != NOBODY:
            part.mark(out, at, self.after(me, seat))

    def encode_common(self, out: vec[i32], at: i64, me: i64, phase: i64, to_act: i64) -> None:
        """Write what every game tells: which seat looks, the phase, and who is to act."""
        self._seat.mark(out, at, me)
        self._phase.mark(out, at, phase)
        if to_act == CHANCE:
            self._to_act.mark(out, at, self.seats)
        elif to_act == OVER:
            self._to_act.mark(out, at, self.seats + 1)
        else:
            self._to_act.mark(out, at, self.after(me, to_act))


@final
class OwnEncoder(Encoder):
    """An encoder whose numbers are found by code that is not compiled. That code adds the parts, as any encoder does,
    and says what is in them; it never holds the vector."""

    def __init__(
        self, game: Game, phases: list[str], look: Callable[[State, int], tuple[int, list[tuple[int, int]]]]
    ) -> None:
        """`look` is given a state and a seat. It returns the number of the phase, and for each number that is not 0 its
        place (`part.start`, and what is counted from there) and the number itself (`ONE`, or a `fraction`)."""
        super().__init__(game, phases)
        self.look = look

    def encode(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write what the seat sees, as `look` tells it."""
        phase, numbers = self.look(state, int(seat))
        self.encode_common(out, at, seat, phase, state.to_act)
        for place, number in numbers:
            out[at + i64(place)] = i32(number)


@final
class AuctionParts:
    """An ascending auction; all 0 while there is none."""

    def __init__(self, encoder: Encoder, lots: Axis, minimum: str) -> None:
        self.encoder = encoder
        seats = encoder.by_seat
        self.lot = encoder.flags("auction_lot", "whose share is auctioned", lots)
        self.minimum = encoder.amounts("auction_minimum", minimum)
        self.high = encoder.amounts("auction_high", "the standing bid")
        self.leader = encoder.flags("auction_leader", "who made it", seats)
        self.opener = encoder.flags("auction_opener", "who began the auction", seats)
        self.bidders = encoder.flags("auction_in", "who has not passed", seats)

    def encode(self, auction: Auction, me: i64, out: vec[i32], at: i64) -> None:
        """Write how an auction stands; nothing where none is open."""
        encoder = self.encoder
        if auction.lot == NOBODY:
            return
        self.lot.mark(out, at, auction.lot)
        self.minimum.put(out, at, 0, auction.minimum)
        self.high.put(out, at, 0, auction.high)     # before the first bid it is less than 0, which is told as 0
        encoder.mark_seat(self.leader, out, at, me, auction.leader)
        encoder.mark_seat(self.opener, out, at, me, auction.opener)
        for seat in range(encoder.seats):
            if auction.bidders & BIT[seat]:
                encoder.mark_seat(self.bidders, out, at, me, seat)
