"""What a finished game is worth to each seat."""
from __future__ import annotations

from roundhouse.engine.contract import State, share_of_win


def returns(state: State) -> list[float]:
    """One point, shared by the winners, less what each would get if all shared it; so the sum is 0. 0 before the end.

    The winner of three gets 2/3 and the others -1/3; of two, 1/2 and -1/2.
    """
    winners = state.winners()
    seats = range(state.game.seats)
    if not winners:
        return [0.0 for _ in seats]
    return [share_of_win(seat, winners) - 1 / state.game.seats for seat in seats]
