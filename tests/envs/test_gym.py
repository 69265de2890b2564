"""The games in Gymnasium, judged by its own check: one seat against bots."""
from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from roundhouse import Dice
from roundhouse.bots import Seat
from roundhouse.envs.gym import SeatEnv
from roundhouse.envs.names import environment
from roundhouse.errors import UserError
from roundhouse.games import titles

EACH = pytest.mark.parametrize("name", titles())


def made(name: str, **wishes: Any) -> SeatEnv:
    env = gymnasium.make(environment(name), **wishes).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def play(env: SeatEnv, seed: int) -> list[Any]:
    """A random game; all that the agent got."""
    observation, info = env.reset(seed=seed)
    dice, over = Dice(seed), False
    got: list[Any] = [observation.tobytes()]
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == np.flatnonzero(env.action_masks()).tolist()
        observation, reward, over, _, info = env.step(legal[dice.below(len(legal))])
        got.append((observation.tobytes(), reward))
    return [*got, info["scores"], info["winners"], info["seat"]]


@EACH
def test_gymnasium_finds_nothing_to_complain_about(name: str, recwarn: pytest.WarningsRecorder) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        check_env(made(name))
    assert [str(warning.message) for warning in recwarn if "gymnasium" in warning.filename] == []


@EACH
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert play(made(name), 5) == play(made(name), 5)
    assert play(made(name), 5) != play(made(name), 6)


@EACH
def test_the_reward_is_the_agents_share_of_the_win(name: str) -> None:
    env = made(name)
    *_, (_, reward), scores, winners, seat = play(env, 7)
    assert len(scores) == env.episode.setup.seats
    assert reward == pytest.approx((seat in winners) / len(winners) - 1 / len(scores))


@EACH
def test_the_agent_sees_what_its_seat_sees(name: str) -> None:
    env = made(name)
    observation, info = env.reset(seed=3)
    for _ in range(8):
        observation, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        if over:
            break
        env.episode.course.state = env.episode.course.state.imagine(env.seat, Dice(1))
        assert env.episode.observe(env.seat).tobytes() == observation.tobytes()


def test_the_agent_sits_where_it_wishes_or_somewhere_else_each_time() -> None:
    env = made("irish-gauge", seat=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}
    env = made("irish-gauge")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


class First:
    """A bot that tells where it sits and takes what comes first."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, seat: Seat, dice: Dice) -> int:
        self.seats.add(seat.number)
        assert len(seat.history) > 0
        return seat.legal()[0]


def test_bots_sit_after_the_agent_in_turn_order() -> None:
    left, right = First(), First()
    play(made("irish-gauge", seat=1, opponents=[left, right]), 1)
    assert (left.seats, right.seats) == ({2}, {0})


def test_what_is_not_legal_loses_the_game() -> None:
    env = made("irish-gauge")
    _, info = env.reset(seed=1)
    wrong = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1, True)
    assert re.search(r"IG-[A-Z]+-\d", info["illegal"])


@pytest.mark.parametrize("wish", [{"seat": 3}, {"opponents": "nobody"}, {"opponents": ["random"]}, {"players": 2}])
def test_what_there_is_not_is_told(wish: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        made("irish-gauge", **wish)


@pytest.mark.parametrize(("module", "library"), [
    ("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo"), ("gym", "gymnasium"),
])
def test_a_library_that_is_missing_is_told_in_one_line(module: str, library: str) -> None:
    code = f"import sys; sys.modules['{library}'] = None; import roundhouse.envs.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError") and "pip install 'roundhouse-games[envs]'" in last
