"""The value function: the final score that each seat may expect in a position, and from that its share of the win."""
from __future__ import annotations

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from roundhouse.engine.contract import OVER, State, share_of_win


@mypyc_attr(allow_interpreted_subclasses=True)
class Valuer:
    """A value function. This one knows no game: it takes the scores as they stand. Each of our games has a better one.

    A subclass provides `estimate`, and may provide `worth_a_look` and `ahead`.
    """

    def __init__(self, weights: list[float]) -> None:
        """`weights` are numbers that tuning may move, in the order in which the subclass names them."""
        self.weights: vec[float] = vec[float](weights)

    def estimate(self, state: State) -> vec[float]:
        """The expected final score of each seat, and last the standard deviation of such guesses."""
        guess = vec[float]([float(score) for score in state.scores()])
        return append(guess, 10.0)

    def shares(self, state: State) -> vec[float]:
        """The value of a state as a vector: each seat's share of the win, exact when the game is over.

        Before that it is the softmax of the expected scores, with their standard deviation as the temperature."""
        seats: i64 = state.game.seats
        if state.to_act == OVER:
            winners = state.winners()
            return vec[float]([share_of_win(seat, winners) for seat in range(seats)])
        return shares_of(self.estimate(state), seats)

    def candidates(self, state: State) -> vec[i64]:
        """The actions worth looking at."""
        return self.worth_a_look(state)

    def worth_a_look(self, state: State, legal: vec[i64] | None = None) -> vec[i64]:
        """The actions worth looking at: a game may leave out prices that differ in nothing. Where what is legal has
        been listed already, it need not be listed again."""
        return state.legal() if legal is None else legal

    def ahead(self, state: State, code: i64) -> vec[float]:
        """The value one step ahead: after who is to act has done this. Of a choice that is sealed, it must not depend
        on what others have sealed already."""
        after = state.copy()
        after.apply(code)
        return self.shares(after)


def shares_of(guess: vec[float], seats: i64) -> vec[float]:
    """Each seat's share of the win, of what `Valuer.estimate` says."""
    spread = guess[seats]
    best = guess[0]
    for seat in range(seats):
        if guess[seat] > best:
            best = guess[seat]
    total: float = 0.0
    shares = vec[float]([0.0] * seats)
    for seat in range(seats):
        shares[seat] = exp((guess[seat] - best) / spread)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
    return shares
