"""Many games stepped in one call, for self-play at scale.

    games = VectorGames(roundhouse.game("irish-gauge", 4), count=256, seed=7)
    while training:
        actions = policy(games.observations, games.masks)
        observations, masks, rewards, done, to_act = games.step(actions)

Row n of every array belongs to game n. The arrays are the same at every step and are written anew by it, so copy what
is to be kept; they can't be written to. The same seed and actions give the same bytes, and game n of one seed goes the
same way whatever the number of games beside it.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: NumPy comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.engine.contract import Game, State
from roundhouse.engine.dice import Dice
from roundhouse.engine.fields import Fields
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.batch import Batch
from roundhouse.envs.observe import Observer

PICKS = 2**32 - 1       # the stream of the dice for random actions, beyond those of the games


class VectorStep(NamedTuple):
    """What all games look like after one step of each. The arrays are written over by the next step."""

    observations: NDArray[np.float32]
    """What the seat to act sees: games × `observer.size`, from 0 to 1."""
    masks: NDArray[np.int8]
    """1 for each action that it may choose: games × actions."""
    rewards: NDArray[np.float64]
    """For games that this step has ended: a share of the win, less the mean of all seats; else 0. Games × seats."""
    done: NDArray[np.bool_]
    """Games that this step has ended; a new one has begun in their place, and is what is seen."""
    to_act: NDArray[np.int64]
    """The seat to act in each game."""


class VectorGames:
    """Many games of one kind side by side, stepped by the compiled engine in one call."""

    def __init__(self, game: Game, count: int, seed: int = 0, actions: ActionSpace | None = None) -> None:
        """`actions` says what the actions are, such as ActionSpace(game); without it they are the codes of the game."""
        if not 0 < count < PICKS:
            raise ValueError(f"needs at least one game to step, not {count}")
        self.game = game
        self.count = count
        self.actions = actions
        self.observer = Observer(game)
        self.reset(seed)

    def reset(self, seed: int = 0) -> VectorStep:
        """New games in all rows."""
        states = [self.game.start() for _ in range(self.count)]
        dice = [Dice(seed, n) for n in range(self.count)]
        return self._go_on(Batch(self.game, self.observer.encoder, states, dice), Dice(seed, PICKS))

    def _go_on(self, batch: Batch, dice: Dice) -> VectorStep:
        """Go on with these games, and these dice for random actions."""
        count, seats = self.count, self.game.seats
        self._batch = batch
        self._dice = dice
        self.observations = np.frombuffer(memoryview(batch.observations), np.float32).reshape(count, -1)
        self._legal = np.frombuffer(memoryview(batch.masks), np.int8).reshape(count, -1)
        self.masks = self._legal if self.actions is None else np.zeros((count, self.actions.size), np.int8)
        self.rewards = np.frombuffer(memoryview(batch.rewards), np.float64).reshape(count, seats)
        self.scores = np.frombuffer(memoryview(batch.scores), np.int64).reshape(count, seats)
        self.done = np.frombuffer(memoryview(batch.done), np.bool_)
        self.to_act = np.frombuffer(memoryview(batch.to_act), np.int64)
        return self._last()

    def __getstate__(self) -> dict[str, Any]:
        """The games, and how those came out that the last step has ended; what is seen of them follows from that."""
        ended = Fields()
        self._batch.exchange(ended)
        kept = {name: getattr(self, name) for name in ("game", "count", "actions", "_dice")}
        return {**kept, "states": self._batch.states, "dice": self._batch.dice, "ended": ended.values}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.game, self.count, self.actions = kept["game"], kept["count"], kept["actions"]
        self.observer = Observer(self.game)
        batch = Batch(self.game, self.observer.encoder, kept["states"], kept["dice"])
        batch.exchange(Fields(kept["ended"]))
        self._go_on(batch, kept["_dice"])

    def step(self, actions: NDArray[np.integer] | Sequence[int]) -> VectorStep:
        """An action for each game, by the seat to act in it. If one is not legal, nothing happens in any game."""
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(chosen) != self.count:
            raise ValueError(f"needs {self.count} actions, one a game, not {len(chosen)}")
        if self.actions is not None:
            chosen = [self.actions.code(action, list(legal)) for action, legal in zip(chosen, self._batch.legal)]
        self._batch.check(chosen)
        self._batch.step(chosen)
        return self._last()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each of its actions equally likely; of bids that share one, each of them."""
        codes = np.frombuffer(memoryview(self._batch.pick(self._dice)), np.int64)
        return codes if self.actions is None else np.array([self.actions.action(int(code)) for code in codes])

    def state(self, n: int) -> State:
        """A copy of the game in row n, for search."""
        return self._batch.states[n].copy()

    def _last(self) -> VectorStep:
        if self.actions is not None:
            self.actions.write_masks(self._legal, self.masks)
        return VectorStep(self.observations, self.masks, self.rewards, self.done, self.to_act)
