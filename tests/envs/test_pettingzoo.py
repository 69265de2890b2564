"""The games in PettingZoo, judged by its own tests."""
from __future__ import annotations

import contextlib
import io
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo as library
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from roundhouse import Dice, IllegalAction
from roundhouse.envs import pettingzoo
from roundhouse.envs.names import environment
from roundhouse.envs.pettingzoo import ENVIRONMENTS, Environment, TurnEnv, versioned
from roundhouse.errors import UserError
from roundhouse.games import titles

EACH = pytest.mark.parametrize("made", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def played(env: Any, seed: int, decisions: int = 10_000) -> Any:
    """A random game, or its beginning."""
    env.reset(seed=seed)
    dice = Dice(seed)
    for agent in env.agent_iter():
        observation, _, over, broken_off, _ = env.last()
        if over or broken_off or not decisions:
            return env
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[dice.below(len(legal))]))
        decisions -= 1
    return env


# ---- PettingZoo's own tests ------------------------------------------------------------------------------------------


@EACH
def test_api(made: Environment) -> None:
    api_test(made.env(), num_cycles=200)


@EACH
def test_seeds(made: Environment) -> None:
    seed_test(made.env, num_cycles=40)
    parallel_seed_test(made.parallel_env, num_cycles=40)


@EACH
def test_rendering(made: Environment) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        render_test(made.env)
    assert "player_" in out.getvalue()


@EACH
def test_parallel_api(made: Environment) -> None:
    parallel_api_test(made.parallel_env(), num_cycles=30)


@EACH
def test_cycles(made: Environment) -> None:
    """The test asks every agent in every cycle, and takes no heed of masks: so the games that cycle are tested."""
    cycling = SimpleNamespace(
        parallel_env=made.parallel_env, env=lambda **wishes: parallel_to_aec(made.parallel_env(**wishes))
    )
    max_cycles_test(cycling)


# ---- what it shows ---------------------------------------------------------------------------------------------------


@EACH
def test_the_mask_is_in_both_places_and_tells_what_is_legal(made: Environment) -> None:
    env = played(made.raw_env(), 1, 30)
    state = env.episode.course.state
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.tolist() == env.infos[agent]["action_mask"].tolist()
        legal = list(state.legal()) if agent == env.agent_selection else []
        assert np.flatnonzero(mask).tolist() == legal


@EACH
def test_an_agent_sees_what_its_seat_sees(made: Environment) -> None:
    env = played(made.raw_env(), 2, 30)
    dice = Dice(1)
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    state = env.episode.course.state
    for seat, agent in enumerate(env.possible_agents):
        env.episode.course.state = state.imagine(seat, dice)
        assert env.observe(agent)["observation"].tobytes() == before[agent].tobytes()


@EACH
def test_the_rewards_of_a_game_sum_to_nothing(made: Environment) -> None:
    env = played(made.raw_env(), 3)
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    winners = env.infos["player_0"]["winners"]
    ahead = winners if len(winners) < len(env.rewards) else []
    assert [seat for seat, reward in enumerate(env.rewards.values()) if reward > 0] == ahead


@EACH
def test_the_library_lists_it(made: Environment) -> None:
    most = titles()[made.title].players[1]
    for kind in ("aec", "parallel"):
        env = library.make(kind, environment(made.title), players=most)
        assert str(env) == versioned(made.title)
        assert len(env.possible_agents) == most


def test_a_game_of_as_many_players_and_options_as_wished() -> None:
    env = pettingzoo.appalachian_trail_v1.raw_env(players=3, options={"length": 5})
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert dict(env.episode.setup.options)["length"] == 5
    assert str(env) == "appalachian_trail_v1"


def test_a_picture_shows_how_the_game_goes_on() -> None:
    env = pettingzoo.irish_gauge_v1.raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    second = env.render()
    assert first.shape == second.shape == (1440, 1080, 3)
    assert (first != second).any()
    assert (first.reshape(-1, 3) != first[0, 0]).any(axis=1).mean() > 0.1


def test_text_has_the_colours_of_a_terminal() -> None:
    env = pettingzoo.irish_gauge_v1.raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert "Dubli" in env.render() and "\x1b[" in env.render()


# ---- how it ends -----------------------------------------------------------------------------------------------------


def test_nobody_decides_more_often_than_max_cycles() -> None:
    env = played(pettingzoo.irish_gauge_v1.raw_env(max_cycles=5), 1)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert max(env._decisions.values()) == 5


def illegal(env: TurnEnv) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def test_what_is_not_legal_raises_and_changes_nothing() -> None:
    env = played(pettingzoo.narrow_gauge_v1.raw_env(), 1, 10)
    before = env.episode.course.codes()
    with pytest.raises(IllegalAction):
        env.step(illegal(env))
    assert env.episode.course.codes() == before


def test_the_wrapped_game_ends_with_a_loss_for_who_does_what_is_not_legal() -> None:
    env = played(pettingzoo.narrow_gauge_v1.env(), 1, 10)
    agent = env.agent_selection
    env.step(illegal(env))
    assert env.terminations[agent] and env.rewards[agent] == -1


def test_a_cycle_goes_on_with_a_random_action_and_tells_why() -> None:
    env = pettingzoo.narrow_gauge_v1.parallel_env()
    _, infos = env.reset(seed=1)
    agent = next(agent for agent in env.agents if infos[agent]["action_mask"].any())
    wrong = int(np.flatnonzero(infos[agent]["action_mask"] == 0)[0])
    *_, infos = env.step(dict.fromkeys(env.agents, wrong))
    assert "NG-" in infos[agent]["illegal"]


@pytest.mark.parametrize("wish", [{"players": 9}, {"options": {"speed": 1}}, {"render_mode": "film"}])
def test_what_there_is_not_is_told(wish: dict[str, Any]) -> None:
    with pytest.raises(UserError):
        pettingzoo.irish_gauge_v1.env(**wish)


def test_an_environment_that_there_is_not_is_told() -> None:
    with pytest.raises(AttributeError, match="irish_gauge_v1"):
        _ = pettingzoo.irish_gauge_v9
