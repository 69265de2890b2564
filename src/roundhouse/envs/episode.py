"""One game as PettingZoo and Gymnasium play it: chance decides by itself, and what a seat sees comes as arrays."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from roundhouse.engine.contract import OVER
from roundhouse.engine.dice import Dice
from roundhouse.envs import pictures
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.observe import observer
from roundhouse.errors import UserError
from roundhouse.games import Setup
from roundhouse.records.course import Course

RENDER_MODES = ["human", "ansi", "rgb_array"]


class Episode:
    """One game as an environment plays it: spaces, observations and what is legal."""

    def __init__(self, setup: Setup, render_mode: str | None, actions: ActionSpace) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise UserError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.setup = setup
        self.render_mode = render_mode
        self.observer = observer(setup.game())
        self.actions = actions
        self.course = Course(setup)
        self.dice = Dice(0)

    # ---- spaces ------------------------------------------------------------------------------------------------------

    def observation_space(self) -> spaces.Box[np.float32]:
        """The space of observations, for Gymnasium."""
        return spaces.Box(0, 1, (self.observer.size,), np.float32)

    def mask_space(self) -> spaces.Box[np.int8]:
        """The space of masks, which say what is legal."""
        return spaces.Box(0, 1, (self.actions.size,), np.int8)

    def action_space(self) -> spaces.Discrete[np.int64]:
        """The space of actions."""
        return spaces.Discrete(self.actions.size)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def begin(self, seed: int) -> None:
        """A new game, as far as the first decision of a player."""
        self.dice = Dice(seed)
        self.course = Course(self.setup)
        self.course.roll(self.dice)

    def act(self, code: int) -> None:
        """The seat to act does what a code says, and chance goes on. What is not legal raises and changes nothing."""
        self.course.apply(code)
        self.course.roll(self.dice)

    def choose(self, action: int) -> None:
        """The same by the number of an action."""
        self.act(self.actions.code(action, list(self.course.state.legal())))

    @property
    def to_act(self) -> int:
        """A seat, or OVER."""
        return int(self.course.state.to_act)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.to_act == OVER

    # ---- seeing ------------------------------------------------------------------------------------------------------

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What that seat sees now, as numbers."""
        numbers = np.empty(self.observer.size, np.float32)
        self.observer.write(self.course.state, seat, numbers)
        return numbers

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """1 for what the seat may do now; all 0 when it is not for that seat to act."""
        return self.actions.mask(list(self.course.state.legal()) if seat == self.to_act else ())

    def result(self) -> dict[str, object]:
        """How a finished game came out, for `info`."""
        if not self.over:
            return {}
        state = self.course.state
        return {"scores": [int(score) for score in state.scores()], "winners": state.winners()}

    def render(self, seat: int | None) -> npt.NDArray[np.uint8] | str | None:
        """The table as a seat may see it; None sees everything."""
        if self.render_mode == "rgb_array":
            return pictures.pixels(self.course.state, seat)
        if self.render_mode == "ansi":
            return pictures.text(self.course.state, seat)
        if self.render_mode == "human":
            print(pictures.text(self.course.state, seat))
        return None
