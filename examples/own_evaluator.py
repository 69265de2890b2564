"""An evaluator of one's own for the tree search, in plain Python.

    roundhouse ladder irish-gauge --bots search-100,search-100@examples/own_evaluator.py:Playouts --rounds 4

It values a leaf by a few random playouts, and gives each kind of action the same prior whatever their number. A net
would do the same two things with one call for the whole batch.
"""
from __future__ import annotations

from collections import Counter

from roundhouse.bots.evaluator import Leaf
from roundhouse.engine.contract import OVER, Game, State
from roundhouse.engine.dice import Dice


class Playouts:
    batch = 8       # so many leaves at a time; 1 if it is not said
    playouts = 4

    def __init__(self, game: Game) -> None:
        self.game = game
        self.dice = Dice(1)

    def evaluate(self, leaves: list[Leaf]) -> None:
        for leaf in leaves:
            wins = [0.0] * self.game.seats
            for _ in range(self.playouts):
                for seat, share in enumerate(self.played(leaf.state.copy())):
                    wins[seat] += share
            kinds = [self.game.text(code).split()[0] for code in leaf.codes]
            many = Counter(kinds)
            leaf.answer(wins, [1 / many[kind] for kind in kinds])

    def played(self, state: State) -> list[float]:
        """Each seat's share of the win after random moves to the end."""
        while state.to_act != OVER:
            state.apply(state.random_by_kind(self.dice))
        winners = state.winners()
        return [(seat in winners) / len(winners) for seat in range(self.game.seats)]


if __name__ == "__main__":
    raise SystemExit(__doc__)
