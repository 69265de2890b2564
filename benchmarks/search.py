"""Iterations a second of our search in each game, and of OpenSpiel's C++ search in games of similar length, in one run;
then how long the top level takes for its answers.

    python benchmarks/search.py [SECONDS]

All search from the middle of a random game, on one core, with an empty tree at the start. Ours is measured as the bots
use it (a new node is valued by a look one step ahead), and with random playouts to the end, as OpenSpiel's does it.
Answers are those of one game that the top level plays against itself, in seconds of the processor.
"""
from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from time import process_time

import pyspiel
from rich.console import Console
from rich.table import Table

import roundhouse
from roundhouse import Dice, Game, State
from roundhouse.bots import Seat, bot
from roundhouse.bots.match import play
from roundhouse.bots.thinkers import new_search
from roundhouse.bots.values import Settings, tuned
from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.engine.play import playout
from roundhouse.games import Setup, titles

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
TO_THE_END = 1_000_000
BATCH = 50
OPENSPIEL = ["hex(board_size=11)", "backgammon", "havannah(board_size=6)", "othello"]


def per_second(batch: Callable[[], int]) -> float:
    done = 0
    begin = process_time()
    while process_time() - begin < SECONDS:
        done += batch()
    return done / (process_time() - begin)


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

    state, whole = game.new_initial_state(), []
    while not state.is_terminal():
        chance = state.is_chance_node()
        codes = [code for code, _ in state.chance_outcomes()] if chance else state.legal_actions()
        whole.append((chance, chooser.choice(codes)))
        state.apply_action(whole[-1][1])
    half = next(n for n in range(len(whole) // 2, len(whole)) if not whole[n][0])
    state = game.new_initial_state()
    for _, code in whole[:half]:
        state.apply_action(code)
    searcher = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, BATCH, 1000, False, 42, False)

    def batch() -> int:
        searcher.step(state)
        return BATCH

    return len(whole), per_second(batch)


class Timed:
    """The top level, and how long it took for each answer that it had to think about."""

    def __init__(self, answers: list[float]) -> None:
        self.bot = bot("level-5")
        self.answers = answers

    def choose(self, seat: Seat, dice: Dice) -> int:
        begin = process_time()
        choice = self.bot.choose(seat, dice)
        if len(seat.legal()) > 1:
            self.answers.append(process_time() - begin)
        return choice


def answers(game: Game) -> list[float]:
    taken: list[float] = []
    play(Setup.of_game(game), ["level-5"] * game.seats, [Timed(taken) for _ in range(game.seats)], seed=1)
    return sorted(taken)


def measure_answers() -> Table:
    table = Table(title="Answers of level-5, seconds on one core", title_justify="left")
    for heading in ("game", "players", "answers", "median", "95 %", "longest"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, title in titles().items():
        for seats in sorted({title.players[0], title.players[1]}):
            taken = answers(title.game(seats))
            marks = [taken[int(part * (len(taken) - 1))] for part in (0.5, 0.95, 1.0)]
            table.add_row(name, str(seats), str(len(taken)), *(f"{mark:.3f}" for mark in marks))
    return table


def measure_search() -> Table:
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
    return table


def main() -> None:
    console = Console(width=130)
    console.print(measure_search())
    console.print(measure_answers())


if __name__ == "__main__":
    main()
