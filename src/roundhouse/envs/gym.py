"""The games for Gymnasium: one seat against bots. Importing this module registers them, with a version in the name:

    import gymnasium
    import roundhouse.envs.gym

    env = gymnasium.make("roundhouse/irish-gauge-v1", opponents="greedy")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError as missing:
    raise ImportError(f"{missing}: Gymnasium comes with pip install 'roundhouse-games[envs]'") from None

from roundhouse.bots import Bot, Seat, bot
from roundhouse.bots.match import ask
from roundhouse.engine.contract import IllegalAction
from roundhouse.engine.dice import Dice
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.episode import RENDER_MODES, Episode
from roundhouse.envs.names import environment, every_code
from roundhouse.envs.rewards import returns
from roundhouse.errors import UserError
from roundhouse.games import Setup, titles

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float32]

MOST_SEED = 2**63
ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env["Numbers", np.int64]):
    """A seat of a game; the others are bots, by name or as objects, one for all or one for each seat in turn order.

    Without a seat of its own the agent sits down somewhere else for every game. What is not legal ends the game with a
    reward of -1; `action_masks` and info["action_mask"] tell what is. `most_bid` and `every_code` are those of
    `ActionSpace`, which is `episode.actions`.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        title: str,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, object] | None = None,
        seat: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        render_mode: str | None = None,
        most_bid: int | None = None,
        every_code: bool = False,
    ) -> None:
        setup = Setup.of(title, players, edition, options)
        if seat is not None and not 0 <= seat < setup.seats:
            raise UserError(f"seats are 0 to {setup.seats - 1}, not {seat}")
        self.episode = Episode(setup, render_mode, ActionSpace(setup.game(), most_bid, every_code))
        self.render_mode = render_mode
        self.opponents = _bots(opponents, setup.seats - 1)
        self.fixed_seat = seat
        self.seat = seat or 0
        self.observation_space = self.episode.observation_space()
        self.action_space = self.episode.action_space()
        self._dice: list[Dice] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """A new game, played up to the agent's first decision: the observation, and the info with its legal actions."""
        super().reset(seed=seed)
        players = self.episode.setup.seats
        self.seat = int(self.np_random.integers(players)) if self.fixed_seat is None else self.fixed_seat
        game = int(self.np_random.integers(MOST_SEED))
        self._dice = [Dice(game, 1 + number) for number in range(players)]
        self.episode.begin(game)
        self._let_others_act()
        return self.episode.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """The agent's action, and all that the others do until it decides again or the game is over."""
        try:
            self.episode.choose(int(action))
        except IllegalAction as refused:
            info = {**self._info(), "illegal": str(refused)}
            return self.episode.observe(self.seat), ILLEGAL_REWARD, True, False, info
        self._let_others_act()
        reward = returns(self.episode.course.state)[self.seat]
        return self.episode.observe(self.seat), reward, self.episode.over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal, as MaskablePPO asks for it."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the agent sees it."""
        return self.episode.render(self.seat)

    def _let_others_act(self) -> None:
        players = self.episode.setup.seats
        while not self.episode.over and self.episode.to_act != self.seat:
            seat = self.episode.to_act
            opponent = self.opponents[(seat - self.seat) % players - 1]
            self.episode.act(ask(opponent, Seat(self.episode.course, seat), self._dice[seat]))
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat), "seat": self.seat, **self.episode.result()}


def _bots(wanted: str | Bot | Sequence[str | Bot], count: int) -> list[Bot]:
    """A bot for each of the other seats, beginning with the one after the agent's."""
    each = list(wanted) if isinstance(wanted, Sequence) and not isinstance(wanted, str) else [wanted] * count
    if len(each) != count:
        raise UserError(f"{len(each)} opponents are given, and there are {count}")
    return [bot(one) if isinstance(one, str) else one for one in each]


for _name, _title in titles().items():
    for _version in range(len(_title.environments)):
        gymnasium.register(
            environment(_name, _version), "roundhouse.envs.gym:SeatEnv",
            kwargs={"title": _name, "every_code": every_code(_version)},
        )
