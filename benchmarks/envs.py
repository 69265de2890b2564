"""Random self-play with observations and action masks: here, in PettingZoo's classic games and in OpenSpiel's.

All are measured in one run on one core:

    make bench-envs

A step is one decision of one seat: read what that seat sees and what it may do, choose at random, act; chance and the
start of a new game are part of it. What may be done is a mask, or a list where a program gives one. Each program is
driven in the fastest way it has from Python, one game after another, and in its own way to step many games where it has
one.
"""
from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.vector_env import SyncVectorEnv
from rich.console import Console
from rich.progress import track
from rich.table import Table

import roundhouse
from roundhouse import OVER, Dice
from roundhouse.envs.observe import Observer
from roundhouse.envs.vector import VectorGames
from roundhouse.games import titles

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
COUNT = 128     # games side by side
PETTINGZOO = ["tictactoe_v3", "connect_four_v3", "texas_holdem_v4", "hanabi_v5", "chess_v6", "go_v5"]
OPENSPIEL = ["tic_tac_toe", "hex(board_size=11)", "othello", "backgammon", "gin_rummy"]


@dataclass
class Row:
    program: str
    driven: str
    numbers: int
    codes: int
    steps: float


def timed(some: Callable[[], int]) -> float:
    """Steps a second of processor time, so that a busy machine counts for little."""
    some()
    steps = 0
    begin = process_time()
    while process_time() - begin < SECONDS:
        steps += some()
    return steps / (process_time() - begin)


def picked(codes: Any) -> int:
    """One of them. NumPy's own choice would take longer than a step of some games."""
    return int(codes[int(random.random() * len(codes))])


# ---- here ------------------------------------------------------------------------------------------------------------


def ours(name: str) -> Iterator[Row]:
    title = titles()[name]
    game = title.game(title.players[1])
    label = f"Roundhouse {title.title.partition(':')[0]}, {game.seats}"
    games = VectorGames(game, COUNT, seed=1)

    def all_at_once() -> int:
        games.step(games.random_actions())
        return COUNT

    yield Row(label, f"{COUNT} games a call", games.observer.size, game.codes, timed(all_at_once))
    observer, dice = Observer(game), Dice(1)
    numbers = np.empty(observer.size, np.float32)

    def one_game() -> int:
        state, steps = game.start(), 0
        while state.to_act != OVER:
            if state.to_act < 0:
                state.apply(state.random(dice))
                continue
            observer.write(state, int(state.to_act), numbers)
            state.apply(picked(state.legal()))
            steps += 1
        return steps

    yield Row(label, "one game", observer.size, game.codes, timed(one_game))


# ---- PettingZoo ------------------------------------------------------------------------------------------------------


def pettingzoo(name: str) -> Iterator[Row]:
    env = import_module(f"pettingzoo.classic.{name}").raw_env()
    env.reset(seed=1)
    agent = env.agents[0]

    def one_game() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            observation, _, ended, cut_off, info = env.last()
            if ended or cut_off:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(picked(np.flatnonzero(mask)))
            steps += 1
        return steps

    size = int(np.prod(env.observation_space(agent)["observation"].shape))
    yield Row(f"PettingZoo {name}", "one game", size, int(env.action_space(agent).n), timed(one_game))


# ---- OpenSpiel -------------------------------------------------------------------------------------------------------


def openspiel(name: str) -> Iterator[Row]:
    game = pyspiel.load_game(name)
    label = f"OpenSpiel {name.split('(')[0]}"
    numbers, codes = int(np.prod(game.observation_tensor_shape())), game.num_distinct_actions()
    observation = make_observation(game)

    def one_game() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            observation.set_from(state, state.current_player())
            state.apply_action(picked(state.legal_actions()))
            steps += 1
        return steps

    yield Row(label, "one game", numbers, codes, timed(one_game))
    yield Row(label, f"SyncVectorEnv, {COUNT} games", numbers, codes, timed(all_at_once(name)))


def all_at_once(name: str) -> Callable[[], int]:
    """OpenSpiel's own way to step many games."""
    kind = rl_environment.ObservationType.OBSERVATION
    envs = SyncVectorEnv([rl_environment.Environment(name, observation_type=kind) for _ in range(COUNT)])
    shown: list[Any] = envs.reset()

    def step() -> int:
        nonlocal shown
        seen = [one.observations for one in shown]
        legal = [one["legal_actions"][one["current_player"]] for one in seen]
        shown, *_ = envs.step([StepOutput(picked(codes), None) for codes in legal], reset_if_done=True)
        return COUNT

    return step


def main() -> None:
    warnings.filterwarnings("ignore")
    jobs: list[Callable[[], Iterator[Row]]] = [lambda name=name: ours(name) for name in titles()]  # type: ignore[misc]
    jobs += [lambda name=name: pettingzoo(name) for name in PETTINGZOO]  # type: ignore[misc]
    jobs += [lambda name=name: openspiel(name) for name in OPENSPIEL]  # type: ignore[misc]
    rows = [row for job in track(jobs, "measuring", console=Console(stderr=True), transient=True) for row in job()]
    title = f"Random self-play with observations and masks, engine {roundhouse.ENGINE}, one core, {SECONDS:g} s each"
    table = Table(title=title, title_justify="left")
    for heading in ("program", "driven by"):
        table.add_column(heading)
    for heading in ("numbers", "action codes", "steps/s", "million numbers/s"):
        table.add_column(heading, justify="right")
    for row in rows:
        figures = f"{row.numbers:,}", f"{row.codes:,}", f"{row.steps:,.0f}", f"{row.steps * row.numbers / 1e6:,.1f}"
        table.add_row(row.program, row.driven, *figures)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
