"""Iterations a second of our search in each game, and of OpenSpiel's C++ search in games of similar length, in one run.

    python benchmarks/search.py [SECONDS]

All search from the middle of a random game, on one core, with an empty tree at the start. Ours is measured as the bots
use it (a new node is valued by a look one step ahead), and with random playouts to the end, as OpenSpiel's does it.
"""
from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

import pyspiel
from rich.console import Console
from rich.table import Table

import roundhouse
from roundhouse import Dice, Game, State
from roundhouse.bots.thinkers import new_search
from roundhouse.bots.values import Settings, tuned
from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.engine.play import playout
from roundhouse.games import titles

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
TO_THE_END = 1_000_000
BATCH = 50
OPENSPIEL = ["hex(board_size=11)", "backgammon", "havannah(board_size=6)", "othello"]


def per_second(batch: Callable[[], int]) -> float:
    done = 0
    begin = perf_counter()
    while perf_counter() - begin < SECONDS:
        done += batch()
    return done / (perf_counter() - begin)


def middle(game: Game) -> tuple[State, int]:
    """Half of a random game, and how long the whole of it is; at a decision."""
    length = playout(game.start(), Dice(1))
    state, dice, steps = game.start(), Dice(1), 0
    while state.to_act == CHANCE or (steps < length // 2 and state.to_act != OVER):
        state.apply(state.random(dice))
        steps += 1
    return state, length


def ours(state: State, settings: Settings) -> float:
    dice = Dice(2)
    seat = int(state.to_act)
    search = new_search(state.game, seat, settings)

    def batch() -> int:
        for _ in range(BATCH):
            search.iterate(state.imagine(seat, dice), dice)
        return BATCH

    return per_second(batch)


def openspiel(name: str) -> tuple[int, float]:
    """The length of a random game, and simulations a second of the search in C++ with one rollout each."""
    game = pyspiel.load_game(name)
    chooser = random.Random(1)

    def step(state: pyspiel.State) -> None:
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chooser.choice(codes))

    state, length = game.new_initial_state(), 0
    while not state.is_terminal():
        step(state)
        length += 1
    state = game.new_initial_state()
    for _ in range(length // 2):
        step(state)
    while state.is_chance_node():
        step(state)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, BATCH, 1000, False, 42, False)

    def batch() -> int:
        bot.step(state)
        return BATCH

    return length, per_second(batch)


def main() -> None:
    table = Table(title=f"Search on one core, {SECONDS:g} s each, our engine {roundhouse.ENGINE}", title_justify="left")
    headings = "game", "players", "steps a game", "as bots search, iterations/s", "playouts to the end, iterations/s"
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, title in titles().items():
        for seats in sorted({title.players[0], title.players[1]}):
            state, length = middle(title.game(seats))
            settings = tuned(name)[1]
            value, whole = ours(state, settings), ours(state, replace(settings, playout=TO_THE_END))
            table.add_row(name, str(seats), str(length), f"{value:,.0f}", f"{whole:,.0f}")
    for name in OPENSPIEL:
        length, speed = openspiel(name)
        table.add_row(f"OpenSpiel {name}, C++", "2", str(length), "", f"{speed:,.0f}")
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
