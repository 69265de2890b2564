"""Many games in one call: each goes as it would alone, and restarts when it is over."""
from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import roundhouse
from roundhouse import OVER, Dice, IllegalAction, State, _compiled
from roundhouse.envs.observe import Observer
from roundhouse.envs.vector import VectorGames
from roundhouse.games import titles

NAMES = sorted(titles())


def digest(name: str, steps: int) -> str:
    """Everything that some steps of random play have shown."""
    games = VectorGames(roundhouse.game(name), 3, seed=5)
    shown = sha256()
    for _ in range(steps):
        for array in games.step(games.random_actions()):
            shown.update(array.tobytes())
    return shown.hexdigest()


def settle(state: State, dice: Dice) -> tuple[State, list[int], list[float]]:
    """On to the next decision, in a new game if this one is over; and the scores and rewards of one that is."""
    seats = range(state.game.seats)
    scores, rewards = [0 for _ in seats], [0.0 for _ in seats]
    while state.to_act < 0:
        if state.to_act == OVER:
            scores, winners = state.scores(), state.winners()
            rewards = [(seat in winners) / len(winners) - 1 / len(seats) for seat in seats]
            state = state.game.start()
        else:
            state.apply(state.random(dice))
    return state, scores, rewards


@pytest.mark.parametrize("name", NAMES)
def test_each_game_goes_as_it_would_alone(name: str) -> None:
    game = roundhouse.game(name)
    games, observer = VectorGames(game, 3, seed=11), Observer(game)
    states, dice = [game.start() for _ in range(3)], [Dice(11, n) for n in range(3)]
    numbers, mask = np.empty(observer.size, np.float32), np.empty(game.codes, np.int8)
    ended = 0
    for _ in range(400):
        for n, before in enumerate(states):
            state, scores, rewards = settle(before, dice[n])
            assert games.to_act[n] == state.to_act
            assert games.done[n] == (before.to_act == OVER)
            assert games.scores[n].tolist() == scores
            assert games.rewards[n] == pytest.approx(rewards)
            observer.write(state, int(state.to_act), numbers)
            observer.write_mask(state, mask)
            assert (games.observations[n] == numbers).all()
            assert (games.masks[n] == mask).all()
            states[n] = state
        ended += int(games.done.sum())
        actions = games.random_actions()
        for state, action in zip(states, actions.tolist()):
            state.apply(action)
        games.step(actions)
    assert ended > 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    assert digest(name, 100) == digest(name, 100)


def test_a_game_goes_the_same_way_whatever_is_beside_it() -> None:
    game = roundhouse.game("irish-gauge")
    few, many = VectorGames(game, 2, seed=3), VectorGames(game, 5, seed=3)
    for _ in range(60):
        actions = many.random_actions()
        few.step(actions[:2])
        many.step(actions)
        assert (few.observations == many.observations[:2]).all()


@pytest.mark.skipif(_compiled.HOUSE.library() is None, reason="nothing is compiled here")
def test_both_engines_show_the_same_bytes() -> None:
    script = f"from tests.envs.test_vector import *; print(*(digest(name, 60) for name in {NAMES}))"
    shown = [
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "ROUNDHOUSE_ENGINE": engine},
            cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
        ).stdout
        for engine in ("plain", "compiled")
    ]
    assert shown[0] == shown[1] != ""


def test_an_illegal_action_is_refused_and_nothing_happens_in_any_game() -> None:
    games = VectorGames(roundhouse.game("irish-gauge"), 4, seed=1)
    shown = games.step(games.random_actions())
    before = [array.copy() for array in shown]
    actions = games.random_actions().copy()
    actions[2] = games.game.parse("dividends")
    with pytest.raises(IllegalAction, match="game 2: a call for dividends is an action of a turn") as refused:
        games.step(actions)
    assert refused.value.rule == "IG-TURN-1"
    actions[2] = games.game.codes
    with pytest.raises(ValueError, match="game 2: actions are 0 to"):
        games.step(actions)
    with pytest.raises(ValueError, match="needs 4 actions, one a game, not 3"):
        games.step(actions[:3])
    for array, kept in zip(shown, before):
        assert (array == kept).all()


def test_arrays_are_the_same_at_every_step_and_cannot_be_written_to() -> None:
    games = VectorGames(roundhouse.game("narrow-gauge"), 2)
    first = games.step(games.random_actions())
    second = games.step(games.random_actions())
    assert all(a is b for a, b in zip(first, second))
    assert not any(array.flags.writeable for array in first)
    assert first.observations.dtype == np.float32 and first.masks.dtype == np.int8


def test_a_state_is_a_copy() -> None:
    games = VectorGames(roundhouse.game("age-of-rail"), 2)
    state = games.state(1)
    assert state.to_act == games.to_act[1]
    legal = np.flatnonzero(games.masks[1])
    state.apply(int(legal[0]))
    assert np.flatnonzero(games.masks[1]).tolist() == list(games.state(1).legal())


def test_there_must_be_a_game() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        VectorGames(roundhouse.game("irish-gauge"), 0)
