"""Environments as pickles and deep copies: they show the same, and go on the same way."""
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import roundhouse
import roundhouse.envs.gym
from roundhouse.envs import openspiel, pettingzoo
from roundhouse.envs.actions import ActionSpace
from roundhouse.envs.names import environment, version
from roundhouse.envs.names import openspiel as openspiel_name
from roundhouse.envs.observe import Observer
from roundhouse.envs.vector import VectorGames
from roundhouse.games import titles

WAYS: list[Callable[[Any], Any]] = [lambda one: pickle.loads(pickle.dumps(one)), copy.deepcopy]
NAMES = sorted(titles())


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", NAMES)
def test_games_side_by_side(name: str, way: Callable[[Any], Any]) -> None:
    game = roundhouse.game(name)
    for actions in (None, ActionSpace(game)):
        games = VectorGames(game, 3, seed=3, actions=actions)
        while not games.done.any():
            games.step(games.random_actions())
        again = way(games)
        for _ in range(20):
            for one, other in zip(games._last(), again._last()):
                assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
            assert np.array_equal(games.scores, again.scores)
            chosen = games.random_actions()
            assert np.array_equal(chosen, again.random_actions())
            seen = games.observations.copy()
            again.step(chosen)
            assert np.array_equal(games.observations, seen)
            games.step(chosen)


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium(name: str, way: Callable[[Any], Any]) -> None:
    env = gymnasium.make(environment(name, version(name)), opponents="greedy")
    _, info = env.reset(seed=1)
    again = way(env)
    for _ in range(4):
        action = int(np.flatnonzero(info["action_mask"])[-1])
        mine, theirs = env.step(action), again.step(action)
        assert np.array_equal(mine[0], theirs[0]) and mine[1:4] == theirs[1:4]
        info = mine[4]
        if mine[2]:
            break
    assert np.array_equal(env.reset()[0], again.reset()[0])


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo(name: str, way: Callable[[Any], Any]) -> None:
    made = pettingzoo.ENVIRONMENTS[pettingzoo.versioned(name)]
    for env in (made.raw_env(), made.env()):
        env.reset(seed=2)
        again = way(env)
        for _ in range(4):
            seen, action = env.last()[0], int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
            assert np.array_equal(again.last()[0]["observation"], seen["observation"])
            env.step(action)
            again.step(action)
            assert env.agent_selection == again.agent_selection
    parallel = made.parallel_env()
    shown, infos = parallel.reset(seed=2)
    again = way(parallel)
    actions = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
    mine, theirs = parallel.step(actions)[0], again.step(actions)[0]
    assert all(np.array_equal(mine[agent]["observation"], theirs[agent]["observation"]) for agent in shown)


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("name", NAMES)
def test_openspiel(name: str, way: Callable[[Any], Any]) -> None:
    game = pyspiel.load_game(openspiel_name(name))
    state = game.new_initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[-1])
    again = way(state)
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(state)
    assert str(way(game)) == str(game)
    assert way(openspiel.PlayoutEvaluator(2, seed=4)).evaluate(state).tolist() == \
        openspiel.PlayoutEvaluator(2, seed=4).evaluate(state).tolist()


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "deepcopy"])
def test_observers_and_actions(way: Callable[[Any], Any]) -> None:
    game = roundhouse.game("age-of-rail")
    assert way(Observer(game)).size == Observer(game).size
    actions = ActionSpace(game, most_bid=9)
    assert np.array_equal(actions.features, way(actions).features)
