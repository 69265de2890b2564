"""Bots that think: one step ahead, or many."""
from __future__ import annotations

from roundhouse.bots.bot import Seat
from roundhouse.bots.search import Search
from roundhouse.bots.values import valuer
from roundhouse.engine.dice import Dice


class GreedyBot:
    """The action that is worth most at once. `slips` is how often it moves without thinking."""

    def __init__(self, slips: float = 0.0) -> None:
        self.slips = slips

    def choose(self, seat: Seat, dice: Dice) -> int:
        codes = seat.legal()
        if len(codes) == 1 or int(dice.below(1000)) < self.slips * 1000:
            return codes[dice.below(len(codes))]
        values = valuer(seat.game.name)
        state = seat.imagine(dice)
        best, choice = -1.0, codes[0]
        for code in values.candidates(state):
            after = state.copy()
            after.apply(code)
            value = values.shares(after)[seat.number]
            if value > best:
                best, choice = value, code
        return int(choice)


class SearchBot:
    """Tree search, for a number of iterations."""

    def __init__(self, iterations: int, playout: int = 8, explore: float = 0.3, widen: float = 0.6) -> None:
        self.iterations = iterations
        self.playout = playout
        self.explore = explore
        self.widen = widen

    def choose(self, seat: Seat, dice: Dice) -> int:
        codes = seat.legal()
        if len(codes) == 1:
            return codes[0]
        return self.think(seat, dice).best()

    def think(self, seat: Seat, dice: Dice) -> Search:
        search = Search(valuer(seat.game.name), seat.game.seats, dice, self.playout, self.explore, self.widen)
        for _ in range(self.iterations):
            search.iterate(seat.imagine(dice))
        return search
