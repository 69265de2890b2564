"""The rules of Spur Line, in the order of its rulebook."""
from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse import CHANCE, OVER, Dice, Game, IllegalAction, State
from roundhouse.engine.contract import Edition
from roundhouse.engine.hexes import HexGrid
from spur_line import facts


class SpurLine(Game):
    """The board of an edition, for so many seats. It does not change during a game."""

    name = "spur-line"
    rules_version = 1

    def __init__(self, edition: Edition, seats: int, options: dict[str, object]) -> None:
        data: dict[str, Any] = edition.data
        hexes: list[dict[str, Any]] = data["hexes"]
        self.grid = HexGrid([one["id"] for one in hexes], [(one["q"], one["r"]) for one in hexes])
        self.hills = [one["terrain"] == "hills" for one in hexes]
        self.depot = self.grid.index[data["depot"]]
        self.towns = [h for h, one in enumerate(hexes) if "value" in one]
        self.values = {h: int(hexes[h]["value"]) for h in self.towns}
        self.orders_each: int = data["orders_each"]
        self.pieces: int = data["pieces"]
        self.hill_cost: int = data["hill_cost"]
        # The notation: the line at place n is action code n.
        lines = [f"lay {id}" for id in self.grid.ids] + [f"order {self.grid.ids[town]}" for town in self.towns]
        super().__init__(edition, seats, options, lines)

    def start(self) -> SpurLineState:
        return SpurLineState(self)


class SpurLineState(State):
    """One game in progress. It holds no random numbers and no hidden order: a card is drawn when it is drawn."""

    def __init__(self, game: SpurLine) -> None:
        super().__init__(game)
        self.rules = game
        self.line = [game.depot]                                    # SL-SET-1
        self.deck = list(game.towns)
        self.orders: list[list[int]] = [[] for _ in range(game.seats)]
        self.paid = [0] * game.seats

    def copy(self) -> SpurLineState:
        other = SpurLineState(self.rules)
        other.to_act = self.to_act
        other.line, other.deck, other.paid = self.line[:], self.deck[:], self.paid[:]
        other.orders = [held[:] for held in self.orders]
        return other

    # ---- what may happen ---------------------------------------------------------------------------------------------

    def legal(self) -> vec[i64]:
        """Rising codes: outcomes at CHANCE, moves of the seat to act, nothing when it is over."""
        if self.to_act == CHANCE:
            return vec[i64]([self._order_code(town) for town in self.deck])
        return vec[i64](self._beside() if self.to_act >= 0 else [])

    def weight(self, code: i64) -> i64:
        """Every card that is left is as likely as any other."""
        return 1 if self.to_act == CHANCE and code in list(self.legal()) else 0

    def apply(self, code: i64) -> None:
        if code < len(self.rules.grid):
            self._lay(int(code))
        else:
            self._deal(int(code) - len(self.rules.grid))

    def _order_code(self, town: int) -> int:
        return len(self.rules.grid) + self.rules.towns.index(town)

    def _beside(self) -> list[int]:
        """The free hexes next to the line."""
        return sorted({near for h in self.line for near in self.rules.grid.neighbours[h]} - set(self.line))

    # ---- the rules ---------------------------------------------------------------------------------------------------

    @property
    def receiver(self) -> int:
        """Who is dealt the next order."""
        return sum(map(len, self.orders)) // self.rules.orders_each

    def _deal(self, number: int) -> None:
        """SL-SET-2."""
        if self.to_act != CHANCE:
            raise IllegalAction("SL-SET-2", "orders are dealt before the first turn")
        if not 0 <= number < len(self.rules.towns) or self.rules.towns[number] not in self.deck:
            raise IllegalAction("SL-SET-2", "there is no such order in the deck")
        town, seat = self.rules.towns[number], self.receiver
        self.deck.remove(town)
        self.orders[seat].append(town)
        self.orders[seat].sort()
        if self.witness is not None:
            self.witness.append(facts.OrderDealt("SL-SET-2", seat, self.rules.grid.ids[town]))
        if self.receiver == self.rules.seats:
            self.to_act = 0

    def _lay(self, h: int) -> None:
        """SL-LAY-1, SL-LAY-2."""
        if self.to_act < 0:
            raise IllegalAction("SL-LAY-1", "it is nobody's turn to lay track")
        if h not in self._beside():
            raise IllegalAction("SL-LAY-1", f"{self.rules.grid.ids[h]} is not a free hex next to the line")
        seat = int(self.to_act)
        cost = self.rules.hill_cost if self.rules.hills[h] else 0
        self.line.append(h)
        self.paid[seat] += cost
        left = self.rules.pieces - len(self.line) + 1
        if self.witness is not None:
            self.witness.append(facts.TrackLaid("SL-LAY-1", seat, self.rules.grid.ids[h], cost, left))
            for holder, held in enumerate(self.orders):
                if h in held:
                    self.witness.append(facts.OrderMet("SL-END-2", holder, self.rules.grid.ids[h], self._worth(h)))
        if left and self._beside():
            self.to_act = (seat + 1) % self.rules.seats
        else:
            self._end()

    def _end(self) -> None:
        """SL-END-1."""
        self.to_act = OVER
        if self.witness is not None:
            for seat, held in enumerate(self.orders):
                for town in held:
                    points = self._worth(town)
                    self.witness.append(facts.OrderCounted("SL-END-2", seat, self.rules.grid.ids[town], points))
            self.witness.append(facts.Ended("SL-END-1", "", tuple(self.scores()), tuple(self.winners())))

    def _worth(self, town: int) -> int:
        return self.rules.values[town] if town in self.line else 0

    def scores(self) -> list[int]:
        """SL-END-2."""
        return [sum(map(self._worth, held)) - paid for held, paid in zip(self.orders, self.paid)]

    # ---- what is hidden ----------------------------------------------------------------------------------------------

    def sees(self, seat: i64, code: i64) -> bool:
        """SL-HID-1: who is dealt an order sees which it is."""
        return bool(code < len(self.rules.grid) or seat == self.receiver)

    def opens(self, code: i64) -> list[tuple[int, str]]:
        """SL-HID-1: at the end all orders are shown."""
        after = self.copy()
        after.apply(code)
        return [(CHANCE, "order")] if after.to_act == OVER else []

    def secrets(self, seat: int) -> list[int]:
        return [self._order_code(town) for town in self.orders[seat]]

    def imagine(self, seat: int, dice: Dice) -> SpurLineState:
        """The orders of the others and the deck, dealt anew from all cards that the seat has not seen."""
        other = self.copy()
        if self.to_act == OVER:
            return other
        hidden = [who for who in range(self.rules.seats) if who != seat]
        unseen = sorted([*self.deck, *(town for who in hidden for town in self.orders[who])])
        for who in hidden:
            drawn = [unseen.pop(int(dice.below(len(unseen)))) for _ in self.orders[who]]
            other.orders[who] = sorted(drawn)
        other.deck = unseen
        return other

    # ---- as JSON -----------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, object]:
        """The state as that seat may see it; None sees everything."""
        ids, over = self.rules.grid.ids, self.to_act == OVER
        shown = [over or seat in (None, who) for who in range(self.rules.seats)]
        return {
            "phase": "orders" if self.to_act == CHANCE else "over" if over else "track",
            "to_act": int(self.to_act) if self.to_act >= 0 else None,
            "line": [ids[h] for h in self.line],
            "pieces_left": self.rules.pieces - len(self.line) + 1,
            "orders": [
                [ids[town] for town in held] if shown[who] else len(held) for who, held in enumerate(self.orders)
            ],
            "deck": len(self.deck),
            "paid": self.paid[:],
            "scores": [score if shown[who] else None for who, score in enumerate(self.scores())],
        }
