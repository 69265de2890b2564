"""Many games side by side: one call makes a move in each. The tight loop behind `VectorGames`, compiled.

Everything is written into packed vectors that NumPy can look into: row n belongs to game n.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from roundhouse.engine.bits import zeros
from roundhouse.engine.contract import OVER, Game, IllegalAction, State, share_of_win
from roundhouse.engine.dice import Dice
from roundhouse.engine.fields import Fields
from roundhouse.engine.observing.encoder import Encoder
from roundhouse.engine.observing.runs import blank, set_codes


class Batch:
    """Chance is settled as it comes, by dice of each game's own, and a game that is over gives way to a new one."""

    def __init__(self, game: Game, encoder: Encoder, states: list[State], dice: list[Dice]) -> None:
        """From these states on, each with dice of its own."""
        count: i64 = len(states)
        self.game = game
        self.encoder = encoder
        self.seats: i64 = game.seats
        self.codes: i64 = game.codes
        self.size: i64 = encoder.size
        self.count: i64 = count
        self.states: list[State] = states
        self.dice: list[Dice] = dice
        self.legal: vec[vec[i64]] = vec[vec[i64]]([vec[i64]() for _ in range(count)])
        self.observations: vec[i32] = vec[i32]([i32(0)] * (count * self.size))      # bits of 32-bit floats
        self.masks: vec[u8] = vec[u8]([u8(0)] * (count * self.codes))
        self.to_act: vec[i64] = zeros(count)
        self.done: vec[u8] = vec[u8]([u8(0)] * count)
        self.rewards: vec[float] = vec[float]([0.0] * (count * self.seats))     # of games that have just ended
        self.scores: vec[i64] = zeros(count * self.seats)
        for n in range(count):
            self._show(n)

    def exchange(self, fields: Fields) -> None:
        """How the games came out that the last step has ended, for a pickle."""
        self.done = fields.bytes(self.done)
        self.rewards = fields.floats(self.rewards)
        self.scores = fields.numbers(self.scores)

    def check(self, actions: list[int]) -> None:
        """Raise an error unless there is a legal action for each game."""
        masks = self.masks
        for n in range(self.count):
            action = actions[n]
            if not 0 <= action < self.game.codes or masks[n * self.codes + action] == u8(0):
                raise self._why_not(n, action)

    def step(self, actions: list[int]) -> None:
        """A legal action for each game, by the seat to act in it."""
        for n in range(self.count):
            if self.done[n]:
                self._forget_result(n)
            self.states[n].apply(actions[n])
            self._show(n)

    def pick(self, dice: Dice) -> vec[i64]:
        """A legal action for each game, each of its actions equally likely."""
        picks = zeros(self.count)
        for n in range(self.count):
            legal = self.legal[n]
            picks[n] = legal[dice.below(len(legal))]
        return picks

    def _show(self, n: i64) -> None:
        """Let chance have its way, and write what the next seat to act sees and may do."""
        state = self.states[n]
        dice = self.dice[n]
        while state.to_act < 0:
            if state.to_act == OVER:
                self._keep_result(n, state)
                state = self.game.start()
                self.states[n] = state
            else:
                state.apply(state.random(dice))
        self.to_act[n] = state.to_act
        observations = self.observations
        blank(observations, n * self.size, self.size)
        self.encoder.encode(state, state.to_act, observations, n * self.size)
        masks = self.masks
        row = n * self.codes
        legal = state.legal()
        set_codes(masks, row, self.legal[n], 0)
        set_codes(masks, row, legal, 1)
        self.legal[n] = legal

    def _keep_result(self, n: i64, state: State) -> None:
        """The win is worth 1, shared among the winners; everybody has paid the same for it."""
        first = n * self.seats
        winners = state.winners()
        scores = state.scores()
        self.done[n] = 1
        for seat in range(self.seats):
            self.rewards[first + seat] = share_of_win(seat, winners) - 1.0 / self.game.seats
            self.scores[first + seat] = scores[seat]

    def _forget_result(self, n: i64) -> None:
        self.done[n] = 0
        for place in range(n * self.seats, n * self.seats + self.seats):
            self.rewards[place] = 0.0
            self.scores[place] = 0

    def _why_not(self, n: int, action: int) -> ValueError:
        if not 0 <= action < self.game.codes:
            return ValueError(f"game {n}: actions are 0 to {self.game.codes - 1}, not {action}")
        try:
            self.states[n].copy().apply(action)
        except IllegalAction as refused:
            return IllegalAction(refused.rule, f"game {n}: {refused.why}")
        return ValueError(f"game {n}: '{self.game.text(action)}' is not among the legal actions")
